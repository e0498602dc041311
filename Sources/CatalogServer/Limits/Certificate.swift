#if TLS
    internal import NIOCore
    internal import NIOSSL
    internal import Synchronization
    internal import SystemFiles

    /// The certificate chain and key of HTTPS. Both can be reloaded while the service runs; open connections continue
    /// to use the previous ones.
    final class Certificate: Sendable {
        private let chain: String
        private let key: String
        private let kept: Mutex<NIOSSLContext>

        /// - Throws: `NIOSSLError` and other errors if a file can't be read or the key doesn't match the certificate.
        init(chain: String, key: String) throws {
            self.chain = chain
            self.key = key
            kept = Mutex(try Self.read(chain, key))
        }

        /// The context for new connections.
        var current: NIOSSLContext { kept.withLock { $0 } }

        /// Reads both files again.
        ///
        /// - Throws: The errors of `init`. The certificate is then unchanged.
        func reload() throws {
            for path in [chain, key] where (FileStamp(path)?.kind ?? .file) != .file {
                throw CertificateFault(description: "\(path) cannot be read again; expected a regular file")
            }
            let read = try Self.read(chain, key)
            kept.withLock { $0 = read }
        }

        private static func read(_ chain: String, _ key: String) throws -> NIOSSLContext {
            let certificates = try NIOSSLCertificate.fromPEMFile(chain).map { NIOSSLCertificateSource.certificate($0) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            // The time limit for the client's reply when TLS is closed.
            configuration.shutdownTimeout = .seconds(1)
            return try NIOSSLContext(configuration: configuration)
        }
    }
#else
    /// A placeholder in builds without the trait TLS, which don't support HTTPS.
    final class Certificate: Sendable {
        /// - Throws: `CertificateFault` always.
        init(chain: String, key: String) throws(CertificateFault) { throw .noTLS }

        func reload() throws(CertificateFault) { throw .noTLS }
    }

    extension CertificateFault {
        /// The error of a build without the trait TLS.
        static let noTLS = CertificateFault(
            description: "this build has no TLS: omit --tls-cert and --tls-key, use a released ipf, or build one with "
                + "`swift build -c release --product ipf`")
    }
#endif

/// The reason why a certificate and its key can't be used.
package struct CertificateFault: Error, CustomStringConvertible {
    package let description: String
}

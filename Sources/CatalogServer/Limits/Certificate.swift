#if TLS
    internal import NIOCore
    internal import NIOSSL
    internal import Synchronization
    internal import SystemFiles

    /// The certificate chain and key of HTTPS. They may be read again while the service runs: open connections keep those that they began
    /// with.
    final class Certificate: Sendable {
        private let chain: String
        private let key: String
        private let kept: Mutex<NIOSSLContext>

        /// - Throws: `NIOSSLError` and the like, where a file can't be read or the key isn't the certificate's.
        init(chain: String, key: String) throws {
            self.chain = chain
            self.key = key
            kept = Mutex(try Self.read(chain, key))
        }

        /// For new connections.
        var current: NIOSSLContext { kept.withLock { $0 } }

        /// Reads both files again.
        ///
        /// - Throws: as `init`; then nothing changes.
        func reload() throws {
            for path in [chain, key] where (FileStamp(path)?.kind ?? .file) != .file {
                throw CertificateFault(description: "\(path) is not a file that can be read again")
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
            // A client that doesn't answer the closing of TLS is given up after that.
            configuration.shutdownTimeout = .seconds(1)
            return try NIOSSLContext(configuration: configuration)
        }
    }
#else
    /// The certificate of HTTPS, which a build without the trait TLS can't show.
    final class Certificate: Sendable {
        /// - Throws: `CertificateFault` in every case.
        init(chain: String, key: String) throws(CertificateFault) { throw .noTLS }

        func reload() throws(CertificateFault) { throw .noTLS }
    }

    extension CertificateFault {
        /// The build has no HTTPS.
        static let noTLS = CertificateFault(
            description: "this build has no TLS: leave out --tls-cert and --tls-key, or use a released ipf or one that "
                + "`swift build -c release --product ipf` makes")
    }
#endif

/// Why a certificate and its key can't be shown.
package struct CertificateFault: Error, CustomStringConvertible {
    package let description: String
}

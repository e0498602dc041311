internal import Ingest
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// What HTTPS is spoken with. It may be read again while the service runs: connections that stand go on with what they began with.
final class Certificate: Sendable {
    private let chain: String
    private let key: String
    private let kept: Mutex<NIOSSLContext>

    /// - Throws: what keeps the files from being read, or from belonging together.
    init(chain: String, key: String) throws {
        self.chain = chain
        self.key = key
        kept = Mutex(try Self.read(chain, key))
    }

    /// What new connections begin with.
    var current: NIOSSLContext { kept.withLock { $0 } }

    /// Reads both files again.
    ///
    /// - Throws: as `init`; then nothing changes.
    func reload() throws {
        for path in [chain, key] where FileStamp(path)?.isRegular == false {
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
        // A client that doesn't answer the end of a connection keeps it no longer than that.
        configuration.shutdownTimeout = .seconds(1)
        return try NIOSSLContext(configuration: configuration)
    }
}

private struct CertificateFault: Error, CustomStringConvertible {
    let description: String
}

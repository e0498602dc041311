#if TLS
    internal import NIOSSL
    internal import SystemFiles
#endif

/// A check of the certificate chain and key of a service.
package struct CertificateCheck: Sendable {
    /// The start of the first certificate's validity, in seconds since 1970.
    package let begin: Int
    /// The end of the first certificate's validity, in seconds since 1970.
    package let end: Int

    /// Reads both files as a service does.
    ///
    /// - Throws: `CertificateFault` if a file can't be read, or if the key doesn't match the certificate. The error
    ///   names the file.
    package init(chain: String, key: String) throws(CertificateFault) {
        #if TLS
            for path in [chain, key] {
                do throws(FileFault) {
                    _ = try OpenFile(path, for: .reading)
                } catch {
                    throw CertificateFault(
                        description:
                            "\(path): \(error.reason); grant the service's user read access, or name another file")
                }
            }
            guard let first = try? NIOSSLCertificate.fromPEMFile(chain).first else {
                throw CertificateFault(
                    description: "no certificates can be read from \(chain); expected a chain in PEM format")
            }
            guard (try? NIOSSLPrivateKey(file: key, format: .pem)) != nil else {
                throw CertificateFault(
                    description: "no private key can be read from \(key); expected PEM without a password")
            }
            guard (try? Certificate(chain: chain, key: key)) != nil else {
                throw CertificateFault(
                    description:
                        "the key \(key) does not match the certificate \(chain); name a matching pair"
                )
            }
            (begin, end) = (Int(first.notValidBefore), Int(first.notValidAfter))
        #else
            throw .noTLS
        #endif
    }
}

internal import NIOCore
internal import SystemFiles

#if TLS
    internal import NIOSSL
#endif

/// The reason why a service can't listen, and how to fix it.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of error, for programs.
    package enum Kind: Hashable, Sendable {
        /// Another socket listens on the port.
        case portInUse
        /// The port is below 1024, which the system reserves for the administrator.
        case privilegedPort
        /// The host name doesn't resolve.
        case unknownHost
        /// No network interface of this machine has the address.
        case foreignAddress
        /// The certificate chain or its key can't be read.
        case certificate
        /// Another error of the system; the description names it.
        case refused
    }

    /// The kind of error.
    package let kind: Kind
    /// One line for people: the cause, and how to fix it.
    public let description: String

    /// Creates an error from an error of the network library; `nil` if the library's error isn't about listening.
    init?(_ error: any Error, _ options: ServerOptions) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let address = "can't listen on \(host):\(options.port): "
        switch error {
        case let error as IOError where SystemError(error) == .addressInUse:
            kind = .portInUse
            description =
                address + "the port is in use; stop the program that uses it, or choose another port (0 for any)"
        case let error as IOError where SystemError(error) == .accessDenied && 1..<1024 ~= options.port:
            kind = .privilegedPort
            description =
                address + "ports below 1024 require administrator rights; choose a port from 1024 to 65535"
        case let error as IOError where SystemError(error) == .addressNotAvailable:
            kind = .foreignAddress
            description =
                address
                + "this machine does not have that address; choose 127.0.0.1 for this machine only, 0.0.0.0 for all "
                + "its networks, or one of its addresses"
        case let error as IOError:
            kind = .refused
            description = address + SystemError(error).words
        case let error as SocketAddressError.UnknownHost:
            kind = .unknownHost
            description =
                address + "no such host (\(error.errorDescription)); choose a name or an address of this machine"
        case let error as CertificateFault:
            kind = .certificate
            description = error.description
        #if TLS
            case let error as NIOSSLError:
                guard let (chain, key) = options.certificate else { return nil }
                guard [.failedToLoadCertificate, .failedToLoadPrivateKey].contains(error) else { return nil }
                // The library doesn't report which file is wrong, or whether the key matches the certificate.
                do throws(CertificateFault) {
                    _ = try CertificateCheck(chain: chain, key: key)
                    return nil
                } catch {
                    description = error.description
                }
                kind = .certificate
        #endif
        default: return nil
        }
    }
}

extension SystemError {
    /// Creates the system's error for a socket error.
    init(_ error: IOError) { self.init(rawValue: error.errnoCode) }
}

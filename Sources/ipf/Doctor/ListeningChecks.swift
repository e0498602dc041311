import ArgumentParser

#if Service
    import CatalogServer
    import MarketRules

    /// Checks of the address and the TLS certificate of a service.
    enum ListeningChecks {
        /// - Parameter listen: `HOST:PORT`.
        static func port(_ listen: ListenAddress) async -> Diagnosis {
            do {
                try await ListenCheck.listen(host: listen.host, port: listen.port)
                return .ok("port", "\(listen) is free")
            } catch {
                return .problem("port", "\(error)")
            }
        }

        /// A certificate is reported if it expires within this number of days. Automated renewal happens about a month
        /// before the expiration.
        private static let warnedDays = 21

        /// - Parameter now: The time in seconds since 1970.
        static func certificate(_ chain: String, _ key: String, now: Int) -> Diagnosis {
            let found: CertificateCheck
            do throws(CertificateFault) {
                found = try CertificateCheck(chain: chain, key: key)
            } catch {
                return .problem("tls", "\(error)")
            }
            let end = Instant(seconds: Int64(found.end))
            let remedy = "; replace it and send the service SIGHUP"
            if now < found.begin {
                return .problem(
                    "tls",
                    "the certificate \(chain) is valid only from \(Instant(seconds: Int64(found.begin))); wait, or check the "
                        + "clock")
            }
            if now >= found.end { return .problem("tls", "the certificate \(chain) expired on \(end)\(remedy)") }
            if found.end - now < warnedDays * 86_400 {
                return .warning("tls", "the certificate \(chain) expires on \(end)\(remedy)")
            }
            return .ok("tls", "the key \(key) matches the certificate \(chain), which is valid until \(end)")
        }
    }
#endif

/// The address on which a service listens, such as `8080`, `127.0.0.1:8080` or `[::1]:8080`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    /// The host, without brackets.
    let host: String
    let port: Int

    init?(argument: String) {
        let colon = argument.lastIndex(of: ":")
        guard let port = Int(colon.map { argument[argument.index(after: $0)...] } ?? argument[...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = colon.map { String(argument[..<$0]) } ?? "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        if host.isEmpty { return nil }
        (self.host, self.port) = (host, port)
    }

    var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

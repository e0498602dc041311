#if Service
    import ArgumentParser

    /// The URL of an OpenTelemetry collector: `http://collector:4318`, `https://collector.example.org/v1/traces`.
    struct TracesAddress: ExpressibleByArgument {
        /// The URL with its path.
        let url: String
        let defaultValueDescription: String

        /// Parses a URL; `nil` if it is not an HTTP URL, or contains a password, which options and logs would show.
        init?(argument: String) {
            let schemes = ["http://", "https://"]
            guard let scheme = schemes.first(where: { argument.hasPrefix($0) }) else { return nil }
            let rest = argument.dropFirst(scheme.utf8.count)
            let host = rest.prefix { $0 != "/" }
            guard !host.isEmpty, !host.contains("@"), argument.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                return nil
            }
            let path = rest.dropFirst(host.count)
            url = path.isEmpty || path == "/" ? "\(scheme)\(host)/v1/traces" : argument
            defaultValueDescription = url
        }
    }
#endif

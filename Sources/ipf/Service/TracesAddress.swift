#if Service
    import ArgumentParser

    /// A collector's URL: `http://collector:4318`, `https://collector.example.org/v1/traces`.
    struct TracesAddress: ExpressibleByArgument {
        /// With its path.
        let url: String
        let defaultValueDescription: String

        /// `nil` for what is no URL of HTTP, and for one with a password, which options and logs would show.
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

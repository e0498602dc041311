import ArgumentParser

/// Where a service listens: `8080`, `127.0.0.1:8080`, `[::1]:8080`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    /// Without brackets.
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

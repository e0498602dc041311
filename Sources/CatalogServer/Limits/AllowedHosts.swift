internal import HTTPTypes
internal import Scanning

/// The names that a request's `Host` may contain. The check protects against DNS rebinding.
struct AllowedHosts: Sendable {
    private let names: Set<String>
    private let takesAddresses: Bool
    private let takesAll: Bool

    init(_ options: ServerOptions) {
        var names = Set(options.allowedHosts.map { $0.lowercased() })
        takesAll = names.contains("*")
        let host = options.host.lowercased()
        names.insert(host)
        if host == "::1" || host == "localhost" || host.hasPrefix("127.") {
            names.formUnion(["localhost", "127.0.0.1", "::1"])
        }
        // A service on a wildcard address can be reached by any address of the machine. Addresses are safe, because DNS
        // rebinding needs a name.
        takesAddresses = ["0.0.0.0", "::"].contains(host)
        if takesAddresses { names.insert("localhost") }
        self.names = names
    }

    /// - Throws: `Problem` if the request has no host, or one that isn't this service's.
    func check(_ authority: String?) throws(Problem) {
        guard let authority, !authority.isEmpty else {
            if takesAll { return }
            throw .noHost
        }
        if names.contains(authority) { return }
        guard let name = Self.name(authority[...])?.lowercased() else {
            throw .notAHost(authority)
        }
        if takesAll || names.contains(name) || (takesAddresses && Self.isAddress(name)) { return }
        throw .hostNotAllowed(name)
    }

    /// Returns the name or address of an authority, without its port and the brackets of an IPv6 address; `nil` if the
    /// authority isn't valid by RFC 9110, section 7.2.
    private static func name(_ authority: Substring) -> Substring? {
        let name: Substring
        let rest: Substring
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[..<end].dropFirst()
            guard name.contains(":"), isAddress(name.lowercased()) else { return nil }
            rest = authority[end...].dropFirst()
        } else {
            name = authority.prefix { $0 != ":" }
            rest = authority[name.endIndex...]
        }
        let digits = rest.dropFirst()
        let isPort =
            rest.first == ":" && digits.utf8.allSatisfy(\.isASCIIDigit) && (digits.isEmpty || UInt16(digits) != nil)
        return rest.isEmpty || isPort ? name : nil
    }

    private static func isAddress(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: ":"))
            ? name.utf8.allSatisfy {
                $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) || ".:".utf8.contains($0)
            }
            : name.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }
}

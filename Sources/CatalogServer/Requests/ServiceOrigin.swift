internal import HTTPTypes
internal import HummingbirdCore
internal import Scanning

/// Where the service is for whoever asked: `https://instruments.example`. Previews of links need whole addresses.
enum ServiceOrigin {
    /// The fields of the request that it depends on besides `Host`, as `Vary` names them.
    static let fields = "X-Forwarded-Host, X-Forwarded-Proto"

    /// `nil` where the request names no host.
    ///
    /// What a proxy says of its own address counts before what it asked for, where that name is one of this service's, as `Host` must be.
    static func of(_ exchange: RouteRequest) -> String? {
        let server = exchange.server
        let headers = exchange.request.headers
        let forwarded = headers[.forwardedHost].flatMap(Self.first)
        let isOurs = forwarded.map { name in (try? server.hosts.check(name)) != nil } ?? false
        guard let host = isOurs ? forwarded : exchange.request.head.authority, !host.isEmpty,
            host.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-._:[]".utf8.contains($0) })
        else { return nil }
        let scheme = headers[.forwardedProtocol].flatMap(Self.first)?.lowercased()
        let isSecure = scheme == "https" || (scheme != "http" && server.options.certificate != nil)
        return "\(isSecure ? "https" : "http")://\(host)"
    }

    /// Of several proxies the one that was asked first.
    private static func first(_ field: String) -> String? {
        field.split(separator: ",").first.map { String($0.trimmed()) }
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
}

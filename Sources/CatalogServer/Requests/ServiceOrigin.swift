internal import HTTPTypes
internal import HummingbirdCore
internal import Scanning

/// The service's origin as the client sees it: `https://instruments.example`. Previews of links need absolute URLs.
enum ServiceOrigin {
    /// The header fields, for `Vary`, on which the origin depends in addition to `Host`.
    static let fields = "X-Forwarded-Host, X-Forwarded-Proto"

    /// Returns the origin; `nil` if the request names no host.
    ///
    /// The host that a proxy reports in `X-Forwarded-Host` takes precedence over `Host`. Like `Host`, it must be one of
    /// this service's names.
    static func of(_ context: RouteContext) -> String? {
        let server = context.server
        let headers = context.request.headers
        let forwarded = headers[.forwardedHost].flatMap(Self.first)
        let isOurs = forwarded.map { name in (try? server.hosts.check(name)) != nil } ?? false
        guard let host = isOurs ? forwarded : context.request.head.authority, !host.isEmpty,
            host.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-._:[]".utf8.contains($0) })
        else { return nil }
        let scheme = headers[.forwardedProtocol].flatMap(Self.first)?.lowercased()
        let isSecure = scheme == "https" || (scheme != "http" && server.options.certificate != nil)
        return "\(isSecure ? "https" : "http")://\(host)"
    }

    /// Returns the first item of a list. If there are several proxies, it comes from the first one.
    private static func first(_ field: String) -> String? {
        field.split(separator: ",").first.map { String($0.trimmed()) }
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
}

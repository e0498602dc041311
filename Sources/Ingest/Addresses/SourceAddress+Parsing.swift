internal import Scanning

extension SourceAddress {
    /// Parses an address; the documentation of the type lists the forms.
    ///
    /// The text is a URL if it begins with `http:`, `https:`, `file:` or `s3:`. It is `host:port` if it contains no
    /// slash and ends with a colon and a port. Any other text is a path. For a file whose name looks like `host:port`,
    /// write `./name:80`.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress`. The message shows no credentials.
    public init(parsing text: String) throws(IngestError) {
        let (text, updatePeriod) = try Self.splitUpdatePeriod(text)
        guard !text.isEmpty else {
            throw Self.invalid("the address is empty; expected a path, - for standard input, a URL or host:port")
        }
        guard !text.utf8.contains(0) else {
            throw Self.invalid(
                "the address contains a zero byte; expected a path or "
                    + "a URL")
        }
        if text == "-" {
            self = .standardInput
        } else if let (scheme, rest) = Self.splitScheme(text) {
            switch scheme {
            case "file": self.init(place: .file(path: try Self.path(ofFileURL: rest, text)))
            case "http", "https": try self.init(scheme: scheme, rest: rest)
            case "s3": self.init(try ObjectAddress(parsing: rest.dropFirst(2)))
            default:
                throw Self.invalid(
                    "unknown URL scheme in “\(Self.withoutUserInfo(text))”; expected http, https, s3 or file; if it "
                        + "is a path, put ./ before it")
            }
        } else if Self.isHostAndPort(text) {
            try self.init(scheme: "http", rest: "//\(text)/ipf/all.ipf.gz")
        } else {
            self.init(path: String(text))
        }
        self.updatePeriod = updatePeriod
    }

    // MARK: Components

    /// Splits `TEXT[update=PERIOD]`; the suffix is optional.
    private static func splitUpdatePeriod(_ text: String) throws(IngestError) -> (Substring, Duration?) {
        guard text.utf8.last == UInt8(ascii: "]"), let open = text.lastIndex(of: "[") else { return (text[...], nil) }
        let option = text[text.index(after: open)...].dropLast()
        guard option.hasPrefix("update=") else { return (text[...], nil) }
        let period = option.dropFirst("update=".count)
        guard let duration = UpdatePeriod.parse(period.utf8.span) else {
            throw invalid(
                "invalid update period “\(period)”; expected a positive duration such as 30s, 5m, 1h30m or "
                    + "500ms")
        }
        return (text[..<open], duration)
    }

    /// Splits `SCHEME:REST` if the scheme is supported, or if `//` follows the colon.
    private static func splitScheme(_ text: Substring) -> (scheme: String, rest: Substring)? {
        guard let colon = text.utf8.firstIndex(of: ASCII.colon), let first = text.utf8.first, first.isASCIILetter,
            text.utf8[..<colon].allSatisfy({
                $0.isASCIILetter || $0.isASCIIDigit || $0 == ASCII.plus || $0 == ASCII.minus || $0 == ASCII.period
            })
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.utf8.index(after: colon)...]
        if rest.hasPrefix("//") { return (scheme, rest) }
        // Only `file` may omit the slashes; `http:8080`, for example, is a host named `http` with a port.
        if scheme == "file", Int(rest) == nil { return (scheme, rest) }
        return nil
    }

    /// Parses `file:PATH`, `file:///PATH` or `file://localhost/PATH`, percent-encoded.
    private static func path(ofFileURL rest: Substring, _ text: Substring) throws(IngestError) -> String {
        var path = rest
        if rest.hasPrefix("//") {
            let host = rest.dropFirst(2).prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else {
                throw invalid("“\(withoutUserInfo(text))” names a file on another host; expected file:///PATH")
            }
            path = rest[host.endIndex...]
        }
        guard !path.isEmpty, let decoded = try? PercentCoding.decode(path), !decoded.utf8.contains(0) else {
            throw invalid(
                "invalid file URL “\(withoutUserInfo(text))”; expected file:///PATH with special characters "
                    + "as %XX")
        }
        return decoded
    }

    /// Parses `//[USER[:PASSWORD]@]HOST[:PORT][/PATH][?QUERY][#FRAGMENT]`.
    private init(scheme: String, rest: Substring) throws(IngestError) {
        let body = rest.dropFirst(2)
        let authority = body.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let tail = body[authority.endIndex...].prefix { $0 != "#" }
        let shown = Self.withoutUserInfo("\(scheme):\(rest)")
        var host = authority
        var credentials: Credentials?
        if let at = authority.lastIndex(of: "@") {
            host = authority[authority.index(after: at)...]
            credentials = try Self.credentials(ofUserInfo: authority[..<at], shown)
        }
        guard Self.isHost(host, needsPort: false) else {
            throw Self.invalid("no host in “\(shown)”; expected \(scheme)://HOST[:PORT]/PATH")
        }
        let path = PercentCoding.encodeForRequest(tail)
        let slash = path.hasPrefix("/") ? "" : "/"
        self.init(place: .web(url: "\(scheme)://\(host)\(slash)\(path)"), credentials: credentials)
    }

    private static func credentials(
        ofUserInfo userInfo: Substring, _ shown: String
    ) throws(IngestError) -> Credentials? {
        guard !userInfo.isEmpty else { return nil }
        let colon = userInfo.firstIndex(of: ":") ?? userInfo.endIndex
        guard let user = try? PercentCoding.decode(userInfo[..<colon]),
            let password = try? PercentCoding.decode(userInfo[colon...].dropFirst())
        else { throw invalid("the user info of “\(shown)” is not percent-encoded UTF-8; write % as %25 and @ as %40") }
        let credentials = Credentials.basic(user: user, password: password)
        if let fault = credentials.fault { throw invalid("\(fault), in the user info of “\(shown)”") }
        return credentials
    }

    // MARK: Validation

    private static func isHostAndPort(_ text: Substring) -> Bool {
        guard !text.utf8.contains(ASCII.slash) else { return false }
        let host = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
        return isHost(host, needsPort: true)
    }

    /// Whether `text` is `HOST[:PORT]`. The host is a name, an IPv4 address, or an IPv6 address in brackets; the port
    /// is 1…65535.
    private static func isHost(_ text: Substring, needsPort: Bool) -> Bool {
        var host = text
        var port: Substring?
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port {
            guard port.utf8.allSatisfy(\.isASCIIDigit), let number = UInt16(port), number > 0 else { return false }
        } else if needsPort {
            return false
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":")
                && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5B && $0 != 0x5D }
        }
        return !host.isEmpty
            && host.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || $0 == ASCII.minus || $0 == ASCII.period
                    || $0 == ASCII.underscore
            }
    }

    /// Returns the password and the secret query parameters in a text that looks like an address, even if the address
    /// is invalid.
    package static func secrets(in text: String) -> [String] {
        guard text.contains("://") || (try? SourceAddress(parsing: text))?.credentials != nil else { return [] }
        var secrets = text.firstIndex(of: "?").map { secretValues(inQuery: text[$0...].dropFirst()) } ?? []
        if let at = text.lastIndex(of: "@") {
            let start = text[..<at].firstRange(of: "://")?.upperBound ?? text.startIndex
            secrets.append(text[start..<at].drop { $0 != ":" }.dropFirst())
        }
        return secrets.filter { !$0.isEmpty }.map(String.init)
    }

    // MARK: Errors

    private static func invalid(_ found: String) -> IngestError {
        IngestError(kind: .invalidAddress, reason: "address: \(found)")
    }

    /// Removes everything that could be user info. To be safe, this is everything up to the last `@`, wherever it is.
    static func withoutUserInfo(_ text: Substring) -> String {
        guard let at = text.lastIndex(of: "@") else { return hidingSecrets(inQueryOf: String(text)) }
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        guard start <= at else { return "…" + text[at...] }
        return hidingSecrets(inQueryOf: text[..<start] + "…" + text[at...])
    }

    private static func withoutUserInfo(_ text: String) -> String { withoutUserInfo(text[...]) }
}

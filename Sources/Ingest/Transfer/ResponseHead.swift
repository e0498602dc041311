internal import Scanning
internal import SystemFiles

/// The status and the headers of an HTTP response.
struct ResponseHead {
    /// The status code.
    let status: Int
    /// The headers by lowercase name. If a name is repeated, its last value counts.
    private(set) var headers: [String: String] = [:]

    /// Whether the body's `Content-Encoding` has already been decoded. If so, byte counts of the server do not apply to
    /// it.
    var isBodyDecoded = false

    init(status: Int) { self.status = status }

    /// Creates a head from a status line; `nil` if `line` is not a status line.
    init?(statusLine line: String) {
        guard line.hasPrefix("HTTP/"), let space = line.firstIndex(of: " ") else { return nil }
        guard let status = Int(line[line.index(after: space)...].prefix(3)) else { return nil }
        self.status = status
    }

    /// Adds a header line of the form `Name: value`.
    mutating func add(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].trimmed(where: \.isWhitespace))
    }

    /// Whether the response redirects the client to another address.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }

    /// The size of this response's body in bytes; `nil` if unknown.
    var contentLength: Int? { isBodyDecoded ? nil : headers["content-length"].flatMap { Int($0) } }

    /// The offset of a partial body and the size of the whole body, from `Content-Range: bytes FIRST-LAST/TOTAL`; `nil`
    /// if the header is missing. `total` is `nil` if the size is unknown.
    var contentRange: (first: Int, total: Int?)? {
        guard let text = headers["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2,
            let first = parts[0].split(separator: "-").first.flatMap({ Int($0.trimmed(where: \.isWhitespace)) })
        else {
            return nil
        }
        return (first, Int(parts[1]))
    }

    /// The validator for `If-Range`: a strong `ETag`, or else a `Last-Modified` that is earlier than the response.
    /// `nil` if there is neither.
    ///
    /// A `Last-Modified` that equals the time of the response could hide a second change within that second (RFC 9110,
    /// 8.8.2.2).
    var rangeValidator: String? {
        if isBodyDecoded { return nil }
        if let etag = headers["etag"] { return etag.hasPrefix("\"") ? etag : nil }
        guard let lastModified = headers["last-modified"], let date = headers["date"],
            let modifiedAt = HTTPDate.seconds(lastModified), let sentAt = HTTPDate.seconds(date), sentAt > modifiedAt
        else { return nil }
        return lastModified
    }

    /// How long to wait according to `Retry-After`, which contains seconds or a date; `nil` if the header is missing.
    var retryAfter: Duration? {
        guard let text = headers["retry-after"] else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
        guard let time = HTTPDate.seconds(text) else { return nil }
        return .seconds(max(time - Int64(WallClock.seconds), 0))
    }
}

extension Substring {
    /// The text without surrounding whitespace.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

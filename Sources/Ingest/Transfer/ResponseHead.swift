internal import Scanning
internal import SystemFiles

/// The status and headers of one HTTP response.
struct ResponseHead {
    /// 200, 404…
    let status: Int
    /// By their names in lower case; of several the last.
    private(set) var headers: [String: String] = [:]

    /// The body is handed out with its `Content-Encoding` undone, so that its bytes are others than the server counts.
    var isBodyDecoded = false

    init(status: Int) { self.status = status }

    /// The head that a status line begins; `nil` where the line isn't one.
    init?(statusLine line: String) {
        guard line.hasPrefix("HTTP/"), let space = line.firstIndex(of: " ") else { return nil }
        guard let status = Int(line[line.index(after: space)...].prefix(3)) else { return nil }
        self.status = status
    }

    /// Takes a header line: `Name: value`.
    mutating func add(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].trimmed(where: \.isWhitespace))
    }

    /// The client follows it to another address.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }

    /// Bytes of this response's body; `nil` where it says nothing.
    var contentLength: Int? { isBodyDecoded ? nil : headers["content-length"].flatMap { Int($0) } }

    /// `Content-Range: bytes FIRST-LAST/TOTAL`: where a partial body begins, and the whole's size if it is known.
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

    /// What `If-Range` may hold for this response: a strong `ETag`, or a `Last-Modified` that is older than the response,
    /// so that a second change in the same second can't hide (RFC 9110, 8.8.2.2); `nil` for neither.
    var rangeValidator: String? {
        if isBodyDecoded { return nil }
        if let etag = headers["etag"] { return etag.hasPrefix("\"") ? etag : nil }
        guard let lastModified = headers["last-modified"], let date = headers["date"],
            let modifiedAt = HTTPDate.seconds(lastModified), let sentAt = HTTPDate.seconds(date), sentAt > modifiedAt
        else { return nil }
        return lastModified
    }

    /// `Retry-After`, as seconds or as a date; `nil` where there is none.
    var retryAfter: Duration? {
        guard let text = headers["retry-after"] else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
        guard let time = HTTPDate.seconds(text) else { return nil }
        return .seconds(max(time - Int64(WallClock.seconds), 0))
    }
}

extension Substring {
    /// Without spaces, tabs and line ends before and after it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

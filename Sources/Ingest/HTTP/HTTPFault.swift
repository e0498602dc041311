/// The errors for HTTP statuses that are not a success.
enum HTTPFault {
    static func isTransient(_ status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

    /// Returns the error for a status.
    ///
    /// - Parameter advice: How to supply credentials, as a part of the message.
    static func error(_ status: Int, _ advice: String) -> IngestError {
        switch status {
        case 401:
            IngestError(
                kind: .unauthorized, reason: "the server rejected the credentials (HTTP 401); \(advice)")
        case 407:
            IngestError(
                kind: .unauthorized,
                reason:
                    "a proxy requires credentials (HTTP 407); put them into the proxy's URL in the variable "
                    + "https_proxy or http_proxy")
        case 403:
            IngestError(
                kind: .unauthorized,
                reason: "the server denied access (HTTP 403); ask its owner for access, or give other credentials")
        case 404, 410:
            IngestError(kind: .notFound, reason: "the server has no such source (HTTP \(status)); check the address")
        case 429:
            IngestError(kind: .httpStatus(429), reason: "too many requests (HTTP 429); try again later")
        case 304:
            IngestError(
                kind: .httpStatus(304),
                reason: "the server answered “not modified” to an unconditional request (HTTP 304)")
        case 500...:
            IngestError(kind: .httpStatus(status), reason: "the server failed (HTTP \(status)); try again later")
        default:
            IngestError(
                kind: .httpStatus(status),
                reason: "the server answered HTTP \(status); expected 200, so check the address")
        }
    }

    static let wrongPart = IngestError(
        kind: .connectionLost,
        reason: "the server sent a different range than requested; try again later")
}

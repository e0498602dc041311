internal import Scanning

/// A response of an object store that is not a success.
struct ObjectFault {
    /// The store's error code, such as `NoSuchKey`; `nil` if the response has none, as for a HEAD request.
    let code: String?
    private let message: String?
    private let status: Int
    private let region: String?
    private let access: ObjectAccess

    /// - Parameter body: The beginning of the response's body.
    init(_ head: ResponseHead, _ body: [UInt8], _ access: ObjectAccess) {
        let text = MarkupElements(String(decoding: body, as: UTF8.self))
        let error = text.first("Error")
        code = error?.text("Code")
        message = error?.text("Message")
        region = head.headers["x-amz-bucket-region"] ?? error?.text("Region")
        status = head.status
        self.access = access
    }

    /// The maximum number of bytes of a body that are retained to explain an error.
    static let bodyBytes = 64 << 10

    /// Whether another attempt may succeed.
    var isTransient: Bool {
        HTTPFault.isTransient(status)
            || ["RequestTimeout", "SlowDown", "InternalError", "OperationAborted"].contains(code)
    }

    /// The error for this response, including advice.
    var error: IngestError {
        switch code {
        case "NoSuchKey": return error(.notFound, "the bucket has no such object", "check the key")
        case "NoSuchBucket":
            return error(
                .notFound, "the store \(place) has no such bucket", "check the address and AWS_ENDPOINT_URL_S3")
        case "SignatureDoesNotMatch":
            return error(
                .unauthorized, "the signature does not match",
                "check AWS_SECRET_ACCESS_KEY or the profile, and that no proxy changes requests"
            )
        case "InvalidAccessKeyId":
            return error(
                .unauthorized, "the access key is unknown to the store",
                "check AWS_ACCESS_KEY_ID or the profile, and the endpoint")
        case "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
            return error(
                .unauthorized, "the store rejected the session token",
                "get new session credentials: key, secret and token")
        case "RequestTimeTooSkewed":
            return error(.unauthorized, "this machine's clock and the store's differ too much", "set the clock")
        case "PreconditionFailed", "ConditionalRequestConflict":
            return error(
                .httpStatus(status), "another program has written the object in the meantime",
                "repeat the operation on its current content")
        case "InvalidObjectState":
            return error(.unreadable, "the object is archived", "restore it first")
        default: return byStatus
        }
    }

    private var byStatus: IngestError {
        if let region, region != access.region, [301, 307, 400].contains(status) {
            return error(
                .httpStatus(status), "the bucket is in region \(region), but the request went to \(access.region)",
                "set AWS_REGION=\(region)")
        }
        switch status {
        case 403:
            return error(
                .unauthorized, "the store denied access",
                access.keys == nil
                    ? "no access keys are configured; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
                    : "ask the bucket's owner for access, or give other keys")
        case 404: return error(.notFound, "the store \(place) has no such object or bucket", "check the address")
        case 412:
            return error(
                .httpStatus(412), "another program has written the object in the meantime",
                "repeat the operation on "
                    + "its current content"
            )
        case 301, 307:
            return error(
                .httpStatus(status), "the store redirects to another address",
                "check AWS_ENDPOINT_URL_S3 "
                    + "and AWS_REGION")
        case 429, 500...: return error(.httpStatus(status), "the store failed", "try again later")
        default:
            return error(.httpStatus(status), "the store refused the request", "check the address and the endpoint")
        }
    }

    private var place: String { access.endpoint.map { "at \($0)" } ?? "of Amazon in \(access.region)" }

    /// Creates an error such as
    /// `the bucket has no such object (HTTP 404, NoSuchKey: The specified key does not exist.); check the key`.
    private func error(_ kind: IngestError.Kind, _ found: String, _ advice: String) -> IngestError {
        var said = "HTTP \(status)"
        if let code { said += ", \(code.prefix(100))" }
        if let message { said += ": \(message.prefix(300))" }
        let shown = access.signature?.hidingSecrets(in: said) ?? said
        return IngestError(kind: kind, reason: "\(found) (\(shown)); \(advice)")
    }
}

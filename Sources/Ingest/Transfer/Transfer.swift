internal import SystemFiles

/// Performs HTTP requests one after another. `SystemTransfer` is the implementation for this system.
///
/// `perform` blocks its thread and calls the delegate on it, so a slow delegate slows down the server (back-pressure).
/// Any thread may call `stop`.
protocol Transfer: AnyObject, Sendable {
    /// Creates a transfer.
    ///
    /// - Throws: `IngestError` of kind `unreachable` if the system cannot perform requests.
    init() throws(IngestError)

    /// Whether it can sign requests, send bodies, and use methods other than GET, as object stores require.
    static var isForObjects: Bool { get }

    /// Performs one request to its end. It follows redirects, sends credentials only to the address's own host, and
    /// stores nothing on disk.
    func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd

    /// Ends the current request and all later ones.
    func stop()
}

/// An HTTP request.
struct TransferRequest: Sendable {
    /// The method. All but GET require a transfer that `isForObjects`.
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    var method = Method.get
    var url: String
    /// The credentials, sent with the first request; `nil` if absent.
    var credentials: Credentials?
    var headers: [(name: String, value: String)]
    /// The signature of a request to an object store; `nil` if the request is not signed.
    var signature: RequestSignature?
    /// The body for PUT and POST; `nil` if absent.
    var body: RequestBody?
    /// The maximum time to resolve the host and connect.
    var connectTimeout: Duration
    /// The time below `lowestSpeed`, in bytes per second, after which a transfer counts as stalled. Zero disables the
    /// check.
    var stallTimeout: Duration
    var lowestSpeed: Int
    /// The maximum number of redirects; `nil` to deliver redirects like any response, because a signature is valid for
    /// one URL only.
    var redirects: Int?
    /// The maximum number of bytes in a response's header lines.
    var headerBytes: Int

    /// The `User-Agent` header of all requests.
    static let userAgent = "swift-ipf"
}

/// Receives the response of a transfer, on the performing thread.
protocol TransferDelegate: AnyObject {
    /// A response other than a redirect begins. Return false to end the transfer.
    func began(_ head: ResponseHead) -> Bool
    /// Part of the body arrived. Return false to end the transfer.
    func received(_ bytes: Span<UInt8>) -> Bool
    /// Nothing more has arrived yet. Return false to be called again soon.
    func idle() -> Bool
}

/// Collects a response's head and the beginning of its body.
final class KeptAnswer: TransferDelegate {
    private(set) var head: ResponseHead?
    private(set) var body: [UInt8] = []
    /// Whether the transfer was ended because the body exceeds the limit.
    private(set) var isTooLong = false
    private let limit: Int
    private let wantsBody: (ResponseHead) -> Bool

    /// Creates a delegate for one request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the body.
    ///   - wantsBody: Returns whether to read the body of a response.
    init(limit: Int, wantsBody: @escaping (ResponseHead) -> Bool = { _ in true }) {
        self.limit = limit
        self.wantsBody = wantsBody
    }

    func began(_ head: ResponseHead) -> Bool {
        self.head = head
        return wantsBody(head)
    }

    func received(_ bytes: Span<UInt8>) -> Bool {
        isTooLong = body.count + bytes.count > limit
        body += Array(copying: bytes.extracting(first: limit - body.count))
        return !isTooLong
    }

    func idle() -> Bool { true }
}

/// The way a transfer ended.
enum TransferEnd {
    case finished
    /// `stop` was called, or the delegate returned false.
    case stopped
    case failed(TransferFault)
}

/// The body of a request.
enum RequestBody: Sendable {
    case bytes([UInt8])
    /// A range of a file, which must not change during the transfer.
    case file(OpenFile, Range<Int>)

    /// The number of bytes.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let range): range.count
        }
    }

    /// Returns at most `limit` bytes from `offset`; empty at the end.
    ///
    /// - Throws: `FileFault` if the file cannot be read.
    func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        let count = min(limit, count - offset)
        switch self {
        case .bytes(let bytes): return Array(bytes[offset..<offset + count])
        case .file(let file, let range): return try file.bytes(at: range.lowerBound + offset, limit: count)
        }
    }
}

/// The keys and the region for signing requests to an object store (AWS Signature Version 4).
///
/// Printing, interpolating or dumping a value never shows the keys.
package struct RequestSignature: Hashable, Sendable {
    struct Keys: Hashable, Sendable {
        var identifier: String
        var secret: String
        /// The session token of temporary keys; `nil` for permanent keys.
        var sessionToken: String?
    }

    /// The region, such as `eu-central-1`.
    let region: String
    private let hidden: Redacted<Keys>
    var keys: Keys { hidden.value }

    init(_ keys: Keys, region: String) {
        hidden = Redacted(keys)
        self.region = region
    }

    /// Returns a server's text with the secrets replaced by `…`.
    func hidingSecrets(in text: String) -> String {
        [keys.secret, keys.sessionToken ?? ""].reduce(text) { text, secret in
            secret.isEmpty ? text : text.replacing(secret, with: "…")
        }
    }
}

/// A transfer's failure, independent of the library that performed it.
struct TransferFault: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No connection: an unknown name, no route, or a closed port.
        case unreachable
        /// The connection was not established in time.
        case connectTimeout
        /// The transfer was too slow for too long.
        case stalled
        /// The connection broke before the end of the response.
        case broken
        case tooManyRedirects
        /// A redirect to a URL other than http or https.
        case leadsElsewhere
        /// The named library cannot parse the URL.
        case invalidURL(by: String)
        /// The certificate or the encrypted connection cannot be trusted.
        case insecure
        /// The response is not HTTP, or exceeds a limit.
        case noResponse
        case other
    }

    var kind: Kind
    /// The description from the library that found the fault.
    var words: String
}

extension Duration {
    /// The duration in whole milliseconds, limited to 30 days.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(seconds, 2_592_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

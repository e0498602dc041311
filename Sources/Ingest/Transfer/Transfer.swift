internal import SystemFiles

/// Performs HTTP requests one after another. `SystemTransfer` is the implementation for the current system.
///
/// `perform` blocks its thread and calls the delegate on it. So a slow delegate slows down the server (back-pressure).
/// Any thread may call `stop`.
protocol Transfer: AnyObject, Sendable {
    /// Creates a transfer.
    ///
    /// - Throws: `IngestError` of kind `unreachable` if the system cannot perform requests.
    init() throws(IngestError)

    /// Whether the transfer can sign requests, send bodies, and use methods other than GET, as object stores require.
    static var isForObjects: Bool { get }

    /// Performs one request until its end. Follows redirects, sends credentials only to the host of the original URL,
    /// and stores nothing on disk.
    func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd

    /// Stops the current request and all later ones.
    func stop()
}

/// An HTTP request.
struct TransferRequest: Sendable {
    /// The method. Only a transfer with `isForObjects` supports methods other than GET.
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    var method = Method.get
    var url: String
    /// The credentials, which are sent with the first request; `nil` for none.
    var credentials: Credentials?
    var headers: [(name: String, value: String)]
    /// The signature of a request to an object store; `nil` if the request is not signed.
    var signature: RequestSignature?
    /// The body for PUT and POST; `nil` for none.
    var body: RequestBody?
    /// The maximum time to resolve the host and to connect.
    var connectTimeout: Duration
    /// How long a transfer may be slower than `lowestSpeed`, in bytes per second, before it counts as stalled. Zero
    /// disables the check.
    var stallTimeout: Duration
    var lowestSpeed: Int
    /// The maximum number of redirects. If `nil`, redirects are delivered like any other response, because a signature
    /// is valid for only one URL.
    var redirects: Int?
    /// The maximum number of bytes in the header lines of a response.
    var headerBytes: Int

    /// The value of the header `User-Agent` in all requests.
    static let userAgent = "swift-ipf"
}

/// Receives the response of a transfer on the performing thread.
protocol TransferDelegate: AnyObject {
    /// Called when a response begins that is not a redirect. Returns whether to continue; `false` ends the transfer.
    func began(_ head: ResponseHead) -> Bool
    /// Called when a part of the body has arrived. Returns whether to continue; `false` ends the transfer.
    func received(_ bytes: Span<UInt8>) -> Bool
    /// Called while nothing more arrives. Returns `false` to be called again soon.
    func idle() -> Bool
}

/// Collects the head of a response and the beginning of its body.
final class KeptAnswer: TransferDelegate {
    private(set) var head: ResponseHead?
    private(set) var body: [UInt8] = []
    /// Whether the transfer was ended because the body exceeded the limit.
    private(set) var isTooLong = false
    private let limit: Int
    private let wantsBody: (ResponseHead) -> Bool

    /// Creates a delegate for one request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of the body.
    ///   - wantsBody: A closure that returns whether to read the body of a response.
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

/// How a transfer ended.
enum TransferEnd {
    case finished
    /// `stop` was called, or the delegate returned `false`.
    case stopped
    case failed(TransferFault)
}

/// The body of a request.
enum RequestBody: Sendable {
    case bytes([UInt8])
    /// A range of a file. It must not change during the transfer.
    case file(OpenFile, Range<Int>)

    /// The number of bytes of the body.
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

    /// Returns a text from a server, with all secrets replaced by `…`.
    func hidingSecrets(in text: String) -> String {
        [keys.secret, keys.sessionToken ?? ""].reduce(text) { text, secret in
            secret.isEmpty ? text : text.replacing(secret, with: "…")
        }
    }
}

/// The failure of a transfer, in a form that does not depend on the library that performed the transfer.
struct TransferFault: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No connection could be made: the name is unknown, there is no route, or the port is closed.
        case unreachable
        /// The connection was not established in time.
        case connectTimeout
        /// The transfer was too slow for too long.
        case stalled
        /// The connection broke before the end of the response.
        case broken
        case tooManyRedirects
        /// The server redirects to a URL that is neither http nor https.
        case leadsElsewhere
        /// The library with this name cannot parse the URL.
        case invalidURL(by: String)
        /// The certificate or the encrypted connection is not trusted.
        case insecure
        /// The response is not HTTP, or exceeds a limit.
        case noResponse
        case other
    }

    var kind: Kind
    /// A description by the library that found the fault.
    var words: String
}

extension Duration {
    /// The duration in whole milliseconds, at most 30 days.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(seconds, 2_592_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

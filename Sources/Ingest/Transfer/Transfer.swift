internal import SystemFiles

/// Performs HTTP requests, one after the other. `SystemTransfer` is the one of the system that this is built for.
///
/// `perform` blocks its thread, and calls the delegate there: a delegate that takes its time holds up the server
/// (back-pressure). `stop` is for any thread.
protocol Transfer: AnyObject, Sendable {
    /// - Throws: `IngestError` of kind `unreachable` where the system has no means left.
    init() throws(IngestError)

    /// It signs requests, sends bodies and knows other methods than GET: what object stores need.
    static var isForObjects: Bool { get }

    /// Performs one request to its end: follows redirects, sends the credentials to the address's own host alone, keeps
    /// nothing on disk.
    func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd

    /// Ends the current request and every later one.
    func stop()
}

/// One request.
struct TransferRequest: Sendable {
    /// Others than GET are for a transfer that `isForObjects`.
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    var method = Method.get
    var url: String
    /// Sent with the first request already; `nil` for none.
    var credentials: Credentials?
    var headers: [(name: String, value: String)]
    /// Who signs it, where it goes to an object store; `nil` for nobody.
    var signature: RequestSignature?
    /// What is sent with PUT and POST; `nil` for nothing.
    var body: RequestBody?
    /// The longest time to find the host and connect to it.
    var connectTimeout: Duration
    /// A transfer slower than `lowestSpeed`, in bytes per second, for this long has stalled; zero waits for ever.
    var stallTimeout: Duration
    var lowestSpeed: Int
    /// Redirects that are followed; `nil` hands them out like any answer. A signature holds for one URL only.
    var redirects: Int?
    /// The most bytes of one response's header lines.
    var headerBytes: Int

    /// What a client names itself.
    static let userAgent = "swift-ipf"
}

/// What a transfer hands out, on the thread that performs it.
protocol TransferDelegate: AnyObject {
    /// A response that isn't a redirect begins; false ends the transfer.
    func began(_ head: ResponseHead) -> Bool
    /// Some of its body; false ends the transfer.
    func received(_ bytes: Span<UInt8>) -> Bool
    /// Nothing more has arrived; false asks to be called again soon.
    func idle() -> Bool
}

/// Keeps an answer, and the beginning of its body.
final class KeptAnswer: TransferDelegate {
    private(set) var head: ResponseHead?
    private(set) var body: [UInt8] = []
    /// The body has more bytes than the limit, and the transfer was ended.
    private(set) var isTooLong = false
    private let limit: Int
    private let wantsBody: (ResponseHead) -> Bool

    /// - Parameters:
    ///   - limit: bytes of the body that are kept.
    ///   - wantsBody: returns whether the body of an answer is read.
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
    /// `stop` was called or the delegate said so.
    case stopped
    case failed(TransferFault)
}

/// The body that a request sends.
enum RequestBody: Sendable {
    case bytes([UInt8])
    /// A range of a file that stays as it is meanwhile.
    case file(OpenFile, Range<Int>)

    /// How many bytes.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let range): range.count
        }
    }

    /// At most `limit` bytes from `offset` on; none at the end.
    ///
    /// - Throws: `FileFault` where the system refuses to read the file.
    func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        let count = min(limit, count - offset)
        switch self {
        case .bytes(let bytes): return Array(bytes[offset..<offset + count])
        case .file(let file, let range): return try file.bytes(at: range.lowerBound + offset, limit: count)
        }
    }
}

/// The keys and the region that sign a request to an object store (AWS Signature Version 4).
///
/// Neither printing, interpolating nor dumping a value shows what is in it.
package struct RequestSignature: Hashable, Sendable {
    struct Keys: Hashable, Sendable {
        var identifier: String
        var secret: String
        /// The session token of temporary keys; `nil` for permanent keys.
        var sessionToken: String?
    }

    /// `eu-central-1`
    let region: String
    private let hidden: Redacted<Keys>
    var keys: Keys { hidden.value }

    init(_ keys: Keys, region: String) {
        hidden = Redacted(keys)
        self.region = region
    }

    /// A text of a server without what must not be shown.
    func hidingSecrets(in text: String) -> String {
        [keys.secret, keys.sessionToken ?? ""].reduce(text) { text, secret in
            secret.isEmpty ? text : text.replacing(secret, with: "…")
        }
    }
}

/// Why a transfer failed, whatever performed it.
struct TransferFault: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No connection: an unknown name, no route, or no listener.
        case unreachable
        /// No connection in time.
        case connectTimeout
        /// Too slow for too long.
        case stalled
        /// The connection broke before the end of the response.
        case broken
        case tooManyRedirects
        /// A redirect to something else than HTTP.
        case leadsElsewhere
        /// The URL can't be read by what is named.
        case invalidURL(by: String)
        /// The certificate or the encrypted connection is not to be trusted.
        case insecure
        /// The answer isn't an HTTP response, or is one beyond a limit.
        case noResponse
        case other
    }

    var kind: Kind
    /// The fault in the words of the library that found it.
    var words: String
}

extension Duration {
    /// Whole milliseconds, not more than a month of them.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(seconds, 2_592_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

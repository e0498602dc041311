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

/// How a transfer ended.
enum TransferEnd {
    case finished
    /// `stop` was called or the delegate said so.
    case stopped
    case failed(TransferFault)
}

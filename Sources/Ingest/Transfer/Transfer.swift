/// Performs HTTP requests, one after the other. `SystemTransfer` is the one of the system that this is built for.
///
/// `perform` blocks its thread, and calls the delegate there: a delegate that takes its time holds up the server
/// (back-pressure). `stop` is for any thread.
protocol Transfer: AnyObject, Sendable {
    /// - Throws: `IngestError` of kind `unreachable` where the system has no means left.
    init() throws(IngestError)

    /// Performs one request to its end: follows redirects, sends the credentials to the address's own host alone, keeps
    /// nothing on disk.
    func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd

    /// Ends the current request and every later one.
    func stop()
}

/// One GET request.
struct TransferRequest: Sendable {
    var url: String
    /// Sent with the first request already; `nil` for none.
    var credentials: Credentials?
    var headers: [(name: String, value: String)]
    /// The longest time to find the host and connect to it.
    var connectTimeout: Duration
    /// A transfer slower than `lowestSpeed`, in bytes per second, for this long has stalled; zero waits for ever.
    var stallTimeout: Duration
    var lowestSpeed: Int
    /// Redirects that are followed.
    var redirects: Int
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

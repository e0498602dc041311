package import Packing
public import ProfileFormat
import SystemFiles

/// How a source is read. The default values suit a source of any size on any network.
public struct IngestOptions: Sendable {
    /// What the source may cost at most.
    public var limits = IngestLimits()
    /// What is taken for a number or a date where records are read.
    public var strictness = ReaderStrictness.strict

    // MARK: Over the network

    /// Shown to the server in place of the address's own credentials, or along with them if they are a password alone; `nil`
    /// leaves those.
    public var credentials: Credentials?
    /// Where the user and password of an address's host are looked up if neither names a password; `nil` for nowhere.
    public var netrc: Netrc?
    /// What the error of a server that wants other credentials (HTTP 401) says about how to give them.
    package var credentialAdvice = "give a user and password or a bearer token that it knows"
    /// What the report of the last time said: an unchanged source then costs one 304, and nothing is handed out;
    /// `nil` asks for the source in any case.
    public var validators: Validators?
    /// Sent with every request beside the usual headers; `X-Live: no` by default (`ipf-format.md`, section 4).
    package var headers: [(name: String, value: String)] = [("X-Live", "no")]
    /// The longest time to find the host and connect to it.
    public var connectTimeout: Duration = .seconds(15)
    /// A transfer slower than 100 bytes a second for this long has stalled. Whole seconds; zero waits for ever.
    public var stallTimeout: Duration = .seconds(30)
    /// Bytes per second below which a transfer counts as stalled.
    package var lowestSpeed = 100
    /// When a transfer is tried again.
    public var retry = RetryPolicy()

    /// The store of `s3:` addresses and who asks it; `nil` for what the usual variables and profiles say when it is asked.
    package var objects: ObjectAccess?

    // MARK: On the way

    /// Changes profiles as they are read, or leaves them out; `nil` takes them as they come.
    package var rewriter: (any ProfileRewriter)?
    /// Bytes are handed out as they are stored: what is packed stays packed.
    package var keepsPacking = false
    /// What inflates.
    package var inflating = InflateLibrary.fastest
    /// How many threads may work on one source side by side, from 1 on.
    package var threads = min(8, Processors.count)

    /// Stops the reading from any thread; `nil` where nothing has to.
    public var cancellation: CancellationToken?
    /// Called with the progress, at most ten times a second and once at the end, on the caller's thread;
    /// while nothing arrives too; `nil` where nobody wants to know.
    public var progress: (@Sendable (IngestProgress) -> Void)?
    /// The shortest time between two calls of `progress`.
    package var progressInterval: Duration = .milliseconds(100)
    /// Called before each wait for another try, on the transfer's thread: what went wrong and how long the wait is;
    /// `nil` where nobody wants to know.
    package var retrying: (@Sendable (IngestError, Duration) -> Void)?

    /// What performs the requests: another one for tests; `nil` for the system's.
    var transfer: (any Transfer.Type)?

    /// The default options.
    public init() {}
}

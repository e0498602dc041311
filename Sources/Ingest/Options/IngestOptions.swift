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

/// The most that a source may cost. Beyond a limit reading stops with an error; nothing grows past it.
public struct IngestLimits: Hashable, Sendable {
    /// Bytes of one record (16 MiB), columns of one format line and types that they define (10,000 each).
    public var records = ReaderLimits()
    /// Bytes after inflating (64 GiB), of all files of an archive together. A file that is mapped and not compressed is there already and has no limit.
    public var inflatedBytes = 64 << 30
    /// Inflated bytes for each compressed one, judged once `ratioFreeBytes` were inflated.
    public var ratio = 1000
    /// Inflated bytes before the ratio is judged: small files of repeated text compress further than large ones.
    package var ratioFreeBytes = 1 << 20
    /// Bytes of one response's header lines.
    package var headerBytes = 256 << 10
    /// Redirects that one request follows.
    package var redirects = 10

    /// The default limits.
    public init() {}
}

/// When and how often a transfer is tried again.
///
/// Tried again is what can be different next time: no connection, a broken or stalled one, and the statuses 408, 425,
/// 429, 500, 502, 503 and 504. A transfer that broke in the middle goes on where it stopped if the server can do that
/// and the source is still the same, and its tries are counted from one again.
public struct RetryPolicy: Hashable, Sendable {
    /// Tries after the first one that brought nothing; 0 for none.
    public var retries = 4
    /// The wait before the first of them; each next one waits twice as long.
    public var firstWait: Duration = .milliseconds(500)
    /// The longest wait between two. A server that asks for more with `Retry-After` ends the transfer instead.
    public var longestWait: Duration = .seconds(60)

    /// Creates a policy with a number of further tries, and waits between these bounds.
    public init(retries: Int = 4, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(60)) {
        self.retries = retries
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// The wait before retry `number`, from 1: doubled each time, then a random share from one half to all of it, so
    /// that clients which lost the same server don't come back together.
    package func wait(before number: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        var full = firstWait
        for _ in 1..<max(number, 1) where full < longestWait { full *= 2 }
        return min(full, longestWait) * Double.random(in: 0.5...1, using: &generator)
    }
}

extension IngestOptions {
    /// The credentials that are sent to the server of an address; `nil` for none.
    func credentials(for address: SourceAddress) -> Credentials? {
        let given = credentials.map { $0.completing(address.credentials) } ?? address.credentials
        guard let netrc, let host = address.host, given == nil || given?.userWithoutPassword != nil else {
            return given
        }
        return netrc.credentials(host: host, user: given?.userWithoutPassword) ?? given
    }

    /// - Throws: `IngestError` of kind `invalidAddress` for what can't be put into a request to `address`.
    func check(for address: SourceAddress) throws(IngestError) {
        if let fault = credentials(for: address)?.fault {
            throw IngestError(kind: .invalidAddress, reason: "credentials: \(fault)")
        }
        let validatorValues = [validators?.etag, validators?.lastModified].compactMap { $0 }
        for text in headers.flatMap({ [$0.name, $0.value] }) + validatorValues {
            guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { continue }
            throw IngestError(
                kind: .invalidAddress, reason: "headers: a control character in a header, which a request can't hold")
        }
    }
}

public import Charting

/// The address that a service listens on, and its limits. The defaults are safe on a developer's own machine.
public struct ServerOptions: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port = 8080
    /// Names that a request's `Host` may contain, or `*` for any name.
    ///
    /// The listening address is always accepted, and so is `localhost` for a loopback address. Other names are refused,
    /// because a browser may send such a request after DNS rebinding.
    public var allowedHosts: [String] = []
    /// Origins whose pages may read answers (CORS), such as `https://example.org`; `*` for any. Empty by default.
    public var allowedOrigins: [String] = []
    /// The access tokens. Each request must contain one of them, as a bearer token or as the password of Basic
    /// authentication.
    ///
    /// An empty list opens the service to all clients.
    public var tokens: [String] = []
    /// The paths of the certificate chain and its key as PEM files, for HTTPS; `nil` for plain HTTP.
    public var certificate: (chain: String, key: String)?
    /// The number of requests that one address may send per minute, including refused ones; `nil` for no limit.
    ///
    /// A tenth of that number, but at least three, may contain a wrong token.
    public var requestsPerMinute: Int?
    /// The maximum number of open connections. The system's limit of open files may lower it. Further connections wait.
    public var connections = 8192
    /// A Boolean value that indicates whether all requests are logged. If `false`, only failed requests are logged.
    ///
    /// An entry has the level `notice` and contains the id, method, path without the query, status and microseconds.
    public var logsRequests = false
    /// The maximum number of open streams; further requests for streams are refused with status 503.
    public var streams = 4096
    /// The storage for the choices on the pages `/studies` and `/settings`. By default, they are stored in memory.
    public var chartStorage: any StorageManager & Sendable = InMemoryStorage()

    /// The processor time that a request may use; a request that needs more is refused with status 503.
    package var requestBudget: Duration = .seconds(2)

    /// The path of the folder with the bars of the chart feed; `nil` for synthetic bars.
    package var barFolder: String?

    /// The limits of tokens; `nil` if all clients that the service answers see everything.
    package var entitlements: Entitlements?

    /// Whether clients need a token.
    var requiresToken: Bool { !tokens.isEmpty || entitlements != nil }

    /// The desk that enters overrides sent over HTTP; `nil` to refuse overrides.
    package var corrections: (any CorrectionDesk)?

    /// The destination of spans of requests; `nil` to use the process's tracer (`InstrumentationSystem`), if there is
    /// one.
    package var traces: Traces?

    /// The settings for traces of requests.
    package struct Traces: Sendable {
        /// The collector's URL for OTLP over HTTP: `http://collector:4318/v1/traces`.
        package var url: String
        /// The share of requests without `traceparent` that is recorded, 0 to 1.
        package var ratio: Double

        package init(url: String, ratio: Double) {
            self.url = url
            self.ratio = ratio
        }

        /// The default of `ratio`. It is low, because each recorded span costs time.
        package static let ratio = 0.01
    }

    package var limits = Limits()

    /// The limits of requests and connections.
    package struct Limits: Sendable {
        /// The maximum number of bytes of all header fields together.
        package var headerBytes = 32 << 10
        /// The maximum number of bytes of a request's target.
        package var targetBytes = 8 << 10
        /// The maximum number of bytes of a request's body.
        package var bodyBytes = 256 << 10
        /// The maximum time from the first byte of a request to the last byte of its header.
        package var headerTime: Duration = .seconds(10)
        /// The maximum time from the end of the header to the last byte of the body.
        package var bodyTime: Duration = .seconds(20)
        /// The time after which a connection without a request is closed.
        package var idleTime: Duration = .seconds(90)
        /// The time after which a connection is closed if its client reads nothing.
        package var stallTime: Duration = .seconds(30)
        /// The longest time from the start of the shutdown to its end, even if answers are still being written.
        package var shutdownTime: Duration = .milliseconds(4500)
        /// The time without a new request after which a shutdown closes idle connections and accepts no more
        /// connections.
        ///
        /// The wait lets requests that are already under way be answered. It takes at most two thirds of
        /// `shutdownTime`.
        package var settleTime: Duration = .seconds(1)
        /// The time between two heartbeats of a stream.
        package var heartbeat: Duration = .seconds(10)
        /// The maximum number of answers of unbounded length that are written at the same time; further requests are
        /// refused with status 503.
        ///
        /// Each such answer uses a few hundred kilobytes.
        package var rowAnswers = 32
        /// The maximum number of heavy answers (pictures, facets, many days) that run or wait; further requests are
        /// refused with status 503.
        package var heavyAnswers = 32
        /// The maximum number of bytes of all cached pictures.
        package var pictureBytes = 16 << 20
        /// The maximum number of cached earlier states (`asOf`). Each state may use as much memory as a catalog.
        package var pastStates = 4
        /// The maximum number of requests about earlier states at the same time; further requests are refused with
        /// status 503.
        package var pastQuestions = 4
        /// The maximum time to wait for a batch of the master (`atLeast`).
        package var waitForBatch: Duration = .seconds(5)
        /// The maximum number of unsent bytes of a stream. If there are more, the connection is closed.
        package var streamBytes = 8 << 20

        package init() {}
    }

    /// Creates options with the default values.
    public init() {}
}

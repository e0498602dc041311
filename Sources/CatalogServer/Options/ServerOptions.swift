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
    /// because a browser may arrive here by DNS rebinding.
    public var allowedHosts: [String] = []
    /// Origins whose pages may read answers (CORS), such as `https://example.org`; `*` for any. Empty by default.
    public var allowedOrigins: [String] = []
    /// Secrets, one of which each request must contain, as a bearer token or as the password of Basic authentication.
    ///
    /// An empty list opens the service to all clients.
    public var tokens: [String] = []
    /// The paths of the certificate chain and its key as PEM files, for HTTPS; `nil` for plain HTTP.
    public var certificate: (chain: String, key: String)?
    /// The number of requests that one address may send per minute, including refused ones; `nil` for no limit.
    ///
    /// A tenth of that number, but at least three, may contain a wrong token.
    public var requestsPerMinute: Int?
    /// The number of connections at a time, bounded also by the system's limit of open files. Further ones wait.
    public var connections = 8192
    /// A Boolean value that indicates whether all requests are logged, instead of failed ones only.
    ///
    /// An entry has the level `notice` and contains the id, method, path without the query, status and microseconds.
    public var logsRequests = false
    /// The number of live streams at a time; further ones are refused with status 503.
    public var streams = 4096
    /// The storage for the choices on the pages `/studies` and `/settings`. By default, memory.
    public var chartStorage: any StorageManager & Sendable = InMemoryStorage()

    /// The processor time that a request may use; a request that needs more is refused with status 503.
    package var requestBudget: Duration = .seconds(2)

    /// The path of the folder with the bars of the chart feed; `nil` for synthetic bars.
    package var barFolder: String?

    /// The limits of tokens; `nil` if all clients that the service answers see everything.
    package var entitlements: Entitlements?

    /// Whether clients need a token.
    var requiresToken: Bool { !tokens.isEmpty || entitlements != nil }

    /// Enters overrides over HTTP; `nil` to refuse them.
    package var corrections: (any CorrectionDesk)?

    /// The destination of request spans; `nil` to use the tracer of the process, if it has one
    /// (`InstrumentationSystem`).
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

        /// Low, because each recorded span costs time.
        package static let ratio = 0.01
    }

    package var limits = Limits()

    /// The limits of requests and connections.
    package struct Limits: Sendable {
        /// The bytes of all header fields together.
        package var headerBytes = 32 << 10
        /// The bytes of a request's target.
        package var targetBytes = 8 << 10
        /// The bytes of a request's body.
        package var bodyBytes = 256 << 10
        /// The time from the first byte of a request to the last byte of its header.
        package var headerTime: Duration = .seconds(10)
        /// The time from the end of the header to the last byte of the body.
        package var bodyTime: Duration = .seconds(20)
        /// The time after which a connection without a request is closed.
        package var idleTime: Duration = .seconds(90)
        /// The time after which a connection is closed if its client reads nothing.
        package var stallTime: Duration = .seconds(30)
        /// The longest time from the start of the shutdown to its end, even if answers are still being written.
        package var shutdownTime: Duration = .milliseconds(4500)
        /// The time without a new request after which a shutdown closes idle connections and stops accepting new ones.
        ///
        /// Requests that are already on their way are answered. The shutdown waits for at most two thirds of
        /// `shutdownTime`.
        package var settleTime: Duration = .seconds(1)
        /// The time between two heartbeats of a stream.
        package var heartbeat: Duration = .seconds(10)
        /// The number of answers of unbounded length that are written at a time; further ones are refused with status
        /// 503.
        ///
        /// Each uses some hundred kilobytes.
        package var rowAnswers = 32
        /// The number of heavy answers (pictures, facets, many days) that run or wait; further ones are refused with
        /// status 503.
        package var heavyAnswers = 32
        /// The bytes of all cached pictures.
        package var pictureBytes = 16 << 20
        /// The number of cached earlier states (`asOf`). Each may use as much memory as a catalog.
        package var pastStates = 4
        /// The number of questions about the past at a time; further ones are refused with status 503.
        package var pastQuestions = 4
        /// The longest wait for a batch of the master (`atLeast`).
        package var waitForBatch: Duration = .seconds(5)
        /// The bytes that may wait for the client of a stream; its connection is closed if there are more.
        package var streamBytes = 8 << 20

        package init() {}
    }

    /// Creates options with the default values.
    public init() {}
}

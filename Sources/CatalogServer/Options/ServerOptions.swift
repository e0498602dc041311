public import Charting

/// How a service listens, and what it allows. The default values are safe on a machine of one's own.
public struct ServerOptions: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port = 8080
    /// Names that a request's `Host` may give, besides the address listened on and, on a loopback address, `localhost`; `*` for
    /// any. A browser that is led here under another name (DNS rebinding) is refused.
    public var allowedHosts: [String] = []
    /// Origins whose pages may read answers (CORS), such as `https://example.org`; `*` for any. None by default.
    public var allowedOrigins: [String] = []
    /// Secrets of which a request must bring one, as a bearer token or as the password of Basic. Where there are none, everybody may
    /// ask.
    public var tokens: [String] = []
    /// Paths of the certificate chain and of its key, PEM, for HTTPS; `nil` for plain HTTP.
    public var certificate: (chain: String, key: String)?
    /// Requests that one address may send in a minute, whatever they are answered; `nil` for any number. A tenth of them, and three
    /// at least, may bring a token that isn't one of `tokens`.
    public var requestsPerMinute: Int?
    /// Connections at a time, or as many as the system's limit of open files allows; further ones wait.
    public var connections = 8192
    /// Each request is logged when it is answered, at the level `notice`, with its id, method, path without the query, status and
    /// microseconds; else only those that fail.
    public var logsRequests = false
    /// Live streams at a time; further ones are refused with status 503.
    public var streams = 4096
    /// Where the pages `/studies` and `/settings` keep what is chosen there; by default in memory, until the service ends.
    public var chartStorage: any StorageManager & Sendable = InMemoryStorage()

    /// The processor time that the work of a request may use; beyond it the answer is status 503.
    package var requestBudget: Duration = .seconds(2)

    /// The path of the folder with the bars of the chart feed; `nil` for made-up ones.
    package var barFolder: String?

    /// Where spans of requests are sent; `nil` for nowhere. Without it the tracer is the one that the process has, if it has one
    /// (`InstrumentationSystem`).
    package var traces: Traces?

    /// How requests are traced.
    package struct Traces: Sendable {
        /// The collector's URL for OTLP over HTTP: `http://collector:4318/v1/traces`.
        package var url: String
        /// The share of requests that is recorded, 0 to 1, of those that come without `traceparent`.
        package var ratio: Double

        package init(url: String, ratio: Double) {
            self.url = url
            self.ratio = ratio
        }

        /// Each span costs a few microseconds.
        package static let ratio = 0.01
    }

    package var limits = Limits()

    /// What a client may ask for at most.
    package struct Limits: Sendable {
        /// Bytes of all header fields together.
        package var headerBytes = 32 << 10
        /// Bytes of a request's target.
        package var targetBytes = 8 << 10
        /// Bytes of a request's body.
        package var bodyBytes = 256 << 10
        /// From the first byte of a request to the last of its header.
        package var headerTime: Duration = .seconds(10)
        /// From the header's end to the last byte of the body.
        package var bodyTime: Duration = .seconds(20)
        /// A connection without a request is closed after this long.
        package var idleTime: Duration = .seconds(90)
        /// The connection of a client that takes no byte of its answer is closed after this long.
        package var stallTime: Duration = .seconds(30)
        /// The longest time from the request to end to the end, whether answers are under way or not.
        package var shutdownTime: Duration = .milliseconds(4500)
        /// When the service ends, connections without a request are closed, and no new ones are taken, as soon as no request has come
        /// for this long: those that are on their way are answered. It waits for at most two thirds of `shutdownTime`.
        package var settleTime: Duration = .seconds(1)
        /// The time between two heartbeats of a stream.
        package var heartbeat: Duration = .seconds(10)
        /// Answers of any number of rows that are written at a time; further ones are refused with status 503. Each holds some
        /// hundred kilobytes.
        package var rowAnswers = 32
        /// Heavy answers (pictures, facets, many days) that are made or wait for it at a time; further ones are refused with
        /// status 503.
        package var heavyAnswers = 32
        /// Bytes of all pictures that are kept.
        package var pictureBytes = 16 << 20
        /// States of past moments that are kept (`asOf`), each of the memory of a catalog at most.
        package var pastStates = 4
        /// Questions about the past that are worked on at a time; further ones are refused with status 503.
        package var pastQuestions = 4
        /// The longest wait for a batch of the master (`atLeast`).
        package var waitForBatch: Duration = .seconds(5)
        /// Bytes that may wait for one stream's client; beyond them its connection is closed.
        package var streamBytes = 8 << 20

        package init() {}
    }

    /// The default values.
    public init() {}
}

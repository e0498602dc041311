internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Scanning
internal import Synchronization
internal import Tracing

/// The state that all requests share.
final class ServerState: Sendable {
    let options: ServerOptions
    /// The audiences, one of which answers each request.
    let audiences: Audiences
    /// The condition of the served catalog.
    let condition: CatalogCondition
    let logger: Logger
    let metrics: ServiceMetrics
    /// The tracer of requests; `nil` if requests aren't traced.
    let tracer: (any Tracer)?
    /// The tracer if it is the service's own tracer; `nil` otherwise.
    let collector: CollectorTracer?
    /// The queue of the service's own tracer; `nil` if there is no such tracer.
    let spans: SpanQueue?
    let hosts: AllowedHosts
    let tokens: KnownTokens
    /// The certificate; `nil` for plain HTTP.
    let certificate = Mutex<Certificate?>(nil)
    let ending = ShutdownState()
    /// The count of connections; `nil` before the service runs.
    let connections = Mutex<ConnectionCount?>(nil)
    let limiter: RateLimiter?
    let rows: RowThreads
    let work: RunningWork
    let heavy: HeavyPlaces
    let desk: ChartDesk
    /// The folder with the operator's own bars; `nil` for synthetic bars.
    let bars: BarFolder?
    /// The header fields of every response.
    let headers: HTTPFields
    let cacheControl: String
    private let nextID = Atomic<UInt64>(UInt64.random(in: 0..<1 << 56))

    /// - Parameter paths: The paths of the routes, for metrics.
    init(_ catalog: ServedCatalog, _ options: ServerOptions, _ logger: Logger, routes paths: [String]) {
        condition = CatalogCondition(catalog)
        self.options = options
        self.logger = logger
        metrics = ServiceMetrics(routes: paths)
        spans = options.traces.map { [metrics] _ in
            SpanQueue(sent: metrics.sentSpans, dropped: metrics.droppedSpans, logger)
        }
        if let spans, let traces = options.traces {
            collector = CollectorTracer(spans, ratio: traces.ratio)
            tracer = collector
        } else {
            collector = nil
            let known = InstrumentationSystem.tracer
            tracer = known is NoOpTracer ? nil : known
        }
        hosts = AllowedHosts(options)
        tokens = KnownTokens(options.tokens)
        limiter = options.requestsPerMinute.map(RateLimiter.init)
        rows = RowThreads(limit: options.limits.rowAnswers)
        work = RunningWork(budget: options.requestBudget)
        heavy = HeavyPlaces(limit: options.limits.heavyAnswers)
        audiences = Audiences(catalog, options, logger, metrics)
        catalog.listenForFailures { [metrics] in metrics.reloadFailures.increment() }
        desk = ChartDesk(options.chartStorage)
        bars = options.barFolder.map(BarFolder.init)
        var headers = HTTPFields()
        headers[.xContentTypeOptions] = "nosniff"
        headers[.crossOriginResourcePolicy] = options.allowedOrigins.isEmpty ? "same-origin" : "cross-origin"
        self.headers = headers
        cacheControl = options.requiresToken ? "private, no-cache" : "no-cache"
    }

    /// Returns the identifier of a request for logs and the response: the client's own if it is valid, otherwise a new
    /// one.
    func requestID(_ request: Request) -> String {
        if let own = request.headers[.requestID], (1...64).contains(own.utf8.count),
            own.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.:".utf8.contains($0) })
        {
            return own
        }
        return String(nextID.wrappingAdd(1, ordering: .relaxed).newValue & 0xFFF_FFFF_FFFF_FFFF, radix: 36)
    }

    func cors(_ request: Request, _ response: inout Response) {
        if options.allowedOrigins.isEmpty { return }
        let isAny = options.allowedOrigins.contains("*")
        if !isAny { response.headers.append(HTTPField(name: .vary, value: "Origin")) }
        guard let origin = request.headers[.origin], isAny || options.allowedOrigins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = isAny ? "*" : origin
        response.headers[.accessControlExposeHeaders] =
            "ETag, IPF-Snapshot, IPF-Stale-Since, X-Request-Id, X-Note, RateLimit, RateLimit-Policy, Retry-After"
    }
}

/// The condition of the served catalog, without its instruments.
struct CatalogCondition: Sendable {
    private let catalog: ServedCatalog

    init(_ catalog: ServedCatalog) { self.catalog = catalog }

    /// See the members of `ServedCatalog` with these names.
    var wait: String? { catalog.wait }
    var fault: String? { catalog.fault }
    var defaultsFault: String? { catalog.defaultsFault }
    var staleSince: Int64? { catalog.staleSince }
    var reloads: Int { catalog.reloads }
    var standing: MasterStanding? { catalog.standing }
    var parts: ReadinessRegistry { catalog.parts }
}

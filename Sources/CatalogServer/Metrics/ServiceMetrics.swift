internal import CoreMetrics

/// The series of `/metrics`.
final class ServiceMetrics: Sendable {
    private let factory = PrometheusFactory(help: ServiceMetrics.help)
    /// By path. The files of the page share one.
    private let routes: [String: RouteMetrics]
    private let others: RouteMetrics
    /// Streams that were closed since their clients didn't read.
    let droppedStreams: Counter
    /// Catalogs, schedule defaults, tokens and certificates that were refused; the ones before stayed.
    let reloadFailures: Counter
    /// Spans that the collector has taken.
    let sentSpans: Counter
    /// Spans that it hasn't: it was away, or slower than they came.
    let droppedSpans: Counter
    private let instruments: Meter
    private let reloads: Meter
    private let refused: Meter
    private let defaultsRefused: Meter
    private let streams: Meter

    /// A description of each family: `# HELP`.
    private static let help = [
        "ipf_catalog_instruments": "Instruments that are served.",
        "ipf_catalog_refused": "1 while a new catalog is refused, or the source or master is away.",
        "ipf_catalog_reloads": "Replacements of the catalog, schedule defaults and aliases.",
        "ipf_http_request_duration_seconds": "Time from a request to its answer, by route.",
        "ipf_http_requests_total": "Requests by route and class of status.",
        "ipf_master_last_contact_seconds": "Time since the master last answered.",
        "ipf_master_seq": "Batch of the master that is served.",
        "ipf_reload_failures_total": "Catalogs, schedule defaults, tokens and certificates that were refused.",
        "ipf_replica_lag_seconds": "Time that the replica that is followed is behind its primary.",
        "ipf_schedule_defaults_refused": "1 while new schedule defaults are refused.",
        "ipf_streams": "Streams that are open.",
        "ipf_streams_dropped_total": "Streams that were closed since their clients did not read.",
        "ipf_trace_spans_dropped_total": "Spans that the collector did not take.",
        "ipf_trace_spans_sent_total": "Spans that the collector took.",
    ]

    /// The series of one route.
    private struct RouteMetrics: Sendable {
        let time: Timer
        /// By the first digit of the status, less 1.
        let counts: [Counter]

        init(_ path: String, _ factory: PrometheusFactory) {
            time = Timer(label: "ipf_http_request_duration_seconds", dimensions: [("route", path)], factory: factory)
            counts = (1...5).map { digit in
                Counter(
                    label: "ipf_http_requests_total", dimensions: [("route", path), ("status", "\(digit)xx")],
                    factory: factory)
            }
        }
    }

    init(routes paths: [String]) {
        var series: [String: RouteMetrics] = [:]
        var routes: [String: RouteMetrics] = [:]
        for path in paths {
            let name = path.hasPrefix("/page/") ? "/page/{file}" : path
            let metrics = series[name] ?? RouteMetrics(name, factory)
            (series[name], routes[path]) = (metrics, metrics)
        }
        self.routes = routes
        others = RouteMetrics("other", factory)
        instruments = Meter(label: "ipf_catalog_instruments", factory: factory)
        reloads = Meter(label: "ipf_catalog_reloads", factory: factory)
        refused = Meter(label: "ipf_catalog_refused", factory: factory)
        defaultsRefused = Meter(label: "ipf_schedule_defaults_refused", factory: factory)
        streams = Meter(label: "ipf_streams", factory: factory)
        droppedStreams = Counter(label: "ipf_streams_dropped_total", factory: factory)
        reloadFailures = Counter(label: "ipf_reload_failures_total", factory: factory)
        sentSpans = Counter(label: "ipf_trace_spans_sent_total", factory: factory)
        droppedSpans = Counter(label: "ipf_trace_spans_dropped_total", factory: factory)
    }

    func record(_ path: String?, status: Int, since start: ContinuousClock.Instant) {
        let route = path.flatMap { routes[$0] } ?? others
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        route.time.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        route.counts[max(1, min(5, status / 100)) - 1].increment()
    }

    /// All series in the text form of Prometheus, with the current values.
    ///
    /// - Parameters:
    ///   - instruments: in the catalog.
    ///   - reloads: replacements of the catalog so far.
    ///   - isRefused: the last replacement was refused.
    ///   - areDefaultsRefused: the last schedule defaults were refused.
    ///   - master: how the master that is followed is; `nil` for none.
    ///   - sequence: the batch of it that is served.
    ///   - horizons: the series of until when the holidays of each venue are known.
    ///   - streams: open now.
    func text(
        instruments: Int, reloads: Int, isRefused: Bool, areDefaultsRefused: Bool, master: MasterStanding? = nil,
        sequence: Int? = nil, horizons: String, streams: Int
    ) -> String {
        self.instruments.set(instruments)
        self.reloads.set(reloads)
        refused.set(isRefused ? 1 : 0)
        defaultsRefused.set(areDefaultsRefused ? 1 : 0)
        self.streams.set(streams)
        if let master {
            Meter(label: "ipf_master_seq", factory: factory).set(sequence ?? 0)
            Meter(label: "ipf_master_last_contact_seconds", factory: factory).set(master.silence)
            // A replica that became a primary has no lag any more.
            let replica = Meter(label: "ipf_replica_lag_seconds", factory: factory)
            if let lag = master.lag { replica.set(lag) } else { replica.destroy() }
        }
        return factory.text + horizons
    }
}

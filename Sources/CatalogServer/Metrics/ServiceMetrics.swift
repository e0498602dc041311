internal import CoreMetrics

/// The series of `/metrics`.
final class ServiceMetrics: Sendable {
    private let factory = PrometheusFactory()
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
        let factory = factory
        routes = Dictionary(Set(paths).map { ($0, RouteMetrics($0, factory)) }) { first, _ in first }
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
    ///   - horizons: the series of until when the holidays of each venue are known.
    ///   - streams: open now.
    func text(
        instruments: Int, reloads: Int, isRefused: Bool, areDefaultsRefused: Bool, horizons: String,
        streams: Int
    ) -> String {
        self.instruments.set(instruments)
        self.reloads.set(reloads)
        refused.set(isRefused ? 1 : 0)
        defaultsRefused.set(areDefaultsRefused ? 1 : 0)
        self.streams.set(streams)
        return factory.text + horizons
    }
}

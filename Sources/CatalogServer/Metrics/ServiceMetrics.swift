internal import Synchronization

/// The series of `/metrics`.
final class ServiceMetrics: Sendable {
    private struct Series {
        var name: String
        var labels = ""
        var values: any MetricSeries
    }

    /// The metrics of each route, by path. All files of the page share one entry.
    private let routes: [String: RouteMetrics]
    private let others: RouteMetrics
    /// The number of streams that were closed because their clients didn't read.
    let droppedStreams = Counter()
    /// The number of refused catalogs, schedule defaults, tokens and certificates.
    let reloadFailures = Counter()
    /// The number of spans that the collector has accepted.
    let sentSpans = Counter()
    /// The number of spans that were lost because the collector was unavailable or too slow.
    let droppedSpans = Counter()
    /// The numbers of requests by the names of entitlements.
    private let entitlements = Mutex<[String: Counter]>([:])
    /// All series except gauges, which are created each time that `text` is called.
    private let kept: [Series]

    /// The descriptions of the series (`# HELP`), by name.
    private static let help = [
        "ipf_catalog_instruments": "Number of served instruments.",
        "ipf_catalog_refused": "1 if a new catalog was refused, or if the source or master is unavailable.",
        "ipf_catalog_reloads": "Number of replacements of the catalog, schedule defaults and aliases.",
        "ipf_entitlement_requests_total": "Number of requests, by entitlement.",
        "ipf_http_request_duration_seconds": "Time to answer a request, in seconds, by route.",
        "ipf_http_requests_total": "Number of requests, by route and status class.",
        "ipf_master_last_contact_seconds": "Seconds since the master last answered.",
        "ipf_master_seq": "Number of the master's batch that is served.",
        "ipf_reload_failures_total": "Number of refused catalogs, schedule defaults, tokens and certificates.",
        "ipf_replica_lag_seconds": "Seconds by which the followed replica is behind its primary.",
        "ipf_schedule_defaults_refused": "1 if new schedule defaults were refused.",
        "ipf_streams": "Number of open streams.",
        "ipf_streams_dropped_total": "Number of streams closed because their clients did not read.",
        "ipf_trace_spans_dropped_total": "Number of spans that did not reach the collector.",
        "ipf_trace_spans_sent_total": "Number of spans that the collector accepted.",
    ]

    /// The series of one route.
    private struct RouteMetrics: Sendable {
        let time = Histogram()
        /// The counts by the first digit of the status, minus 1.
        let counts = (1...5).map { _ in Counter() }

        func series(_ path: String) -> [Series] {
            [Series(name: "ipf_http_request_duration_seconds", labels: "route=\"\(path)\"", values: time)]
                + counts.enumerated().map { index, count in
                    Series(
                        name: "ipf_http_requests_total", labels: "route=\"\(path)\",status=\"\(index + 1)xx\"",
                        values: count)
                }
        }
    }

    init(routes paths: [String]) {
        var byName = ["other": RouteMetrics()]
        var routes: [String: RouteMetrics] = [:]
        for path in paths {
            let name = path.hasPrefix("/page/") ? "/page/{file}" : path
            let metrics = byName[name] ?? RouteMetrics()
            (byName[name], routes[path]) = (metrics, metrics)
        }
        self.routes = routes
        others = byName["other"]!
        kept =
            byName.flatMap { $1.series($0) } + [
                Series(name: "ipf_streams_dropped_total", values: droppedStreams),
                Series(name: "ipf_reload_failures_total", values: reloadFailures),
                Series(name: "ipf_trace_spans_sent_total", values: sentSpans),
                Series(name: "ipf_trace_spans_dropped_total", values: droppedSpans),
            ]
    }

    /// Creates the counters of entitlements.
    func countRequests(of names: [String]) {
        entitlements.withLock { known in
            for name in names where known[name] == nil { known[name] = Counter() }
        }
    }

    /// - Parameter entitlement: The entitlement of the request; `nil` for none.
    func record(
        _ path: String?, status: Int, since start: ContinuousClock.Instant, entitlement: String? = nil
    ) {
        if let entitlement { entitlements.withLock { $0[entitlement] }?.increment() }
        let route = path.flatMap { routes[$0] } ?? others
        route.time.record(ContinuousClock.now - start)
        route.counts[max(1, min(5, status / 100)) - 1].increment()
    }

    /// Returns all series with their current values, in the text format of Prometheus.
    ///
    /// - Parameters:
    ///   - instruments: The number of instruments in the catalog.
    ///   - reloads: The number of catalog replacements so far.
    ///   - isRefused: Whether the last catalog replacement was refused.
    ///   - areDefaultsRefused: Whether the last schedule defaults were refused.
    ///   - master: The state of the connection to the followed master; `nil` if the service follows none.
    ///   - sequence: The sequence number of the master's batch that is served.
    ///   - horizons: The series about the holidays of each venue.
    ///   - streams: The number of open streams.
    func text(
        instruments: Int, reloads: Int, isRefused: Bool, areDefaultsRefused: Bool, master: MasterStanding? = nil,
        sequence: Int? = nil, horizons: String, streams: Int
    ) -> String {
        var gauges = [
            "ipf_catalog_instruments": Double(instruments), "ipf_catalog_reloads": Double(reloads),
            "ipf_catalog_refused": isRefused ? 1 : 0, "ipf_schedule_defaults_refused": areDefaultsRefused ? 1 : 0,
            "ipf_streams": Double(streams),
        ]
        if let master {
            gauges["ipf_master_seq"] = Double(sequence ?? 0)
            gauges["ipf_master_last_contact_seconds"] = master.silence
            // A replica that became a primary has no lag.
            gauges["ipf_replica_lag_seconds"] = master.lag
        }
        let requests = entitlements.withLock { $0 }.map { name, count in
            Series(name: "ipf_entitlement_requests_total", labels: "entitlement=\"\(name)\"", values: count)
        }
        let all = kept + requests + gauges.map { Series(name: $0, values: Gauge(value: $1)) }
        var text = ""
        var last = ""
        for series in all.sorted(by: { ($0.name, $0.labels) < ($1.name, $1.labels) }) {
            if series.name != last {
                if let words = Self.help[series.name] { text += "# HELP \(series.name) \(words)\n" }
                text += "# TYPE \(series.name) \(series.values.kind)\n"
            }
            last = series.name
            series.values.write(series.name, series.labels, to: &text)
        }
        return text + horizons
    }
}

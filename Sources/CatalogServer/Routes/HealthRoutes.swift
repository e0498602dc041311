internal import CoreMetrics
internal import InstrumentCatalog

/// `/healthz`, `/readyz` and `/metrics`: for the machines that look after the service.
enum HealthRoutes {
    static let routes = [
        Route("/healthz", [.open, .changing, .unlimited]) { _ in
            Answer("text/plain; charset=utf-8", .bytes(Array("ok\n".utf8)), caching: .none)
        },
        Route("/readyz", [.open, .changing, .unlimited]) { exchange in
            var json = JSONWriter()
            json.object { json in
                json.member("ready", true)
                json.member("count", exchange.view.count)
                // The old state serves on; who watches should know that the new one was refused.
                if let fault = exchange.server.catalog.fault { json.member("refused", fault) }
            }
            return .json(json, caching: .none)
        },
        Route("/metrics", [.changing, .unlimited]) { exchange in
            let factory = exchange.server.metrics.factory
            Meter(label: "ipf_catalog_instruments", factory: factory).set(exchange.view.count)
            Meter(label: "ipf_catalog_reloads", factory: factory).set(exchange.server.catalog.reloads)
            Meter(label: "ipf_catalog_refused", factory: factory).set(exchange.server.catalog.fault == nil ? 0 : 1)
            return Answer(
                "text/plain; version=0.0.4; charset=utf-8", .bytes(Array(factory.text.utf8)), caching: .none)
        },
    ]
}

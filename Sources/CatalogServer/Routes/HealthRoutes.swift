internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/healthz`, `/readyz` and `/metrics`, for monitoring.
enum HealthRoutes {
    static let routes = [
        Route("/healthz", [.open, .changing, .unlimited, .quick]) { _ in
            RouteResponse("text/plain; charset=utf-8", .bytes(Array("ok\n".utf8)), caching: .none)
        },
        Route("/readyz", [.open, .changing, .unlimited, .quick]) { context in
            let wait = context.server.catalog.wait
            var json = JSONWriter()
            json.object { json in
                json.member("ready", wait == nil)
                json.optional("waitsFor", wait)
                json.member("count", context.view.count)
                json.member("snapshot", context.snapshot.name)
                // The service continues with the old state. Monitoring must nevertheless detect that the new state was
                // refused, or that the master doesn't answer.
                let catalog = context.server.catalog
                if let since = catalog.staleSince {
                    json.member("staleSince", "\(Instant(milliseconds: since * 1000))")
                    json.member("stale", catalog.fault ?? "")
                } else if let fault = catalog.fault {
                    json.member("refused", fault)
                }
                json.optional("defaultsRefused", catalog.defaultsFault)
                json.array("parts") { json in
                    for (name, state) in catalog.parts.all {
                        json.object { json in
                            json.member("name", name.rawValue)
                            json.member("ready", state.problem == nil)
                            json.member("since", "\(Instant(milliseconds: state.since * 1000))")
                            json.optional("problem", state.problem)
                        }
                    }
                }
            }
            var answer = RouteResponse.json(json, caching: .none)
            if wait != nil { answer.status = .serviceUnavailable }
            return answer
        },
        Route("/metrics", [.changing, .unlimited]) { context in
            let server = context.server
            let text = server.metrics.text(
                instruments: context.view.count, reloads: server.catalog.reloads,
                isRefused: server.catalog.fault != nil,
                areDefaultsRefused: server.catalog.defaultsFault != nil,
                master: server.catalog.standing, sequence: context.snapshot.identity?.sequence,
                horizons: ScheduleHorizons.metrics(context.snapshot), streams: server.hub.count)
            return RouteResponse("text/plain; version=0.0.4; charset=utf-8", .bytes(Array(text.utf8)), caching: .none)
        },
    ]
}

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
            let condition = context.server.condition
            let wait = condition.wait
            // Without a token, a service with entitlements says only whether it is ready.
            let isBrief = context.server.audiences.isLimited
            var json = JSONWriter()
            json.object { json in
                json.member("ready", wait == nil)
                if !isBrief {
                    json.optional("waitsFor", wait)
                    json.member("count", context.view.count)
                    json.member("snapshot", context.snapshot.name)
                }
                // The service continues with the old state. Monitoring must nevertheless detect that the new state was
                // refused, or that the master doesn't answer.
                if let since = condition.staleSince {
                    json.member("staleSince", "\(Instant(milliseconds: since * 1000))")
                    if !isBrief { json.member("stale", condition.fault ?? "") }
                } else if !isBrief {
                    json.optional("refused", condition.fault)
                }
                if !isBrief { json.optional("defaultsRefused", condition.defaultsFault) }
                json.array("parts") { json in
                    for (name, state) in condition.parts.all {
                        json.object { json in
                            json.member("name", name.rawValue)
                            json.member("ready", state.problem == nil)
                            json.member("since", "\(Instant(milliseconds: state.since * 1000))")
                            if !isBrief { json.optional("problem", state.problem) }
                        }
                    }
                }
            }
            var answer = RouteResponse.json(json, caching: .none)
            if wait != nil { answer.status = .serviceUnavailable }
            return answer
        },
        Route("/metrics", [.changing, .unlimited]) { context in
            // The metrics are about the whole service.
            guard context.audience.isUnlimited else { throw Problem.limited("/metrics") }
            let (server, condition) = (context.server, context.server.condition)
            let text = server.metrics.text(
                instruments: context.view.count, reloads: condition.reloads, isRefused: condition.fault != nil,
                areDefaultsRefused: condition.defaultsFault != nil, master: condition.standing,
                sequence: context.snapshot.identity?.sequence,
                horizons: ScheduleHorizons.metrics(context.snapshot), streams: server.audiences.streams)
            return RouteResponse("text/plain; version=0.0.4; charset=utf-8", .bytes(Array(text.utf8)), caching: .none)
        },
    ]
}

import Foundation
import HTTPTypes
import InstrumentCatalog
import Logging
import TestSupport
import Testing

@testable import CatalogServer

/// The contents of `/metrics`.
@Suite struct MetricsTests {
    /// Returns the value of a series without labels.
    private func value(_ name: String, _ service: ServiceFixture) async throws -> Double? {
        let lines = try await service.get("/metrics").text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    @Test func openStreamsAreCounted() async throws {
        let service = try ServiceFixture()
        #expect(try await value("ipf_streams", service) == 0)
        let (first, _) = try await service.state.audiences.open.hub.subscribe(.events, nil, endings: 0)
        let (second, _) = try await service.state.audiences.open.hub.subscribe(.text, nil, endings: 0)
        #expect(try await value("ipf_streams", service) == 2)
        first.end()
        #expect(try await value("ipf_streams", service) == 1)
        second.end()
        #expect(try await value("ipf_streams", service) == 0)
    }

    @Test func streamsOfSlowClientsAreCounted() async throws {
        var options = ServerOptions()
        options.limits.streamBytes = 64
        let service = try ServiceFixture(options)
        let number = service.state.audiences.open.hub.start()
        defer { service.state.audiences.open.hub.stop(number) }
        let (client, _) = try await service.state.audiences.open.hub.subscribe(.text, nil, endings: 0)
        #expect(try await value("ipf_streams_dropped_total", service) == 0)
        let changed = ServiceFixture.profile(
            "STOCK", "NEW", "Longer than the 64 bytes that may wait")
        let snapshot = service.catalog.current
        service.catalog.replace(snapshot.view, modified: snapshot.modified, changes: [.added(changed)])
        // Creates the batch before the next client subscribes.
        let (next, _) = try await service.state.audiences.open.hub.subscribe(.events, nil, endings: 0)
        #expect(try await value("ipf_streams_dropped_total", service) == 1)
        #expect(try await value("ipf_streams", service) == 1)
        client.end()
        next.end()
    }

    @Test func venuesReportTheEndOfTheirHolidayLists() async throws {
        let text = try await ServiceFixture().get("/metrics").text
        // One venue has holiday lists for 2026, the other has none.
        #expect(
            text.hasSuffix(
                """
                # HELP ipf_schedule_known_from_seconds Start of the first day with known holidays, in seconds since 1970.
                # TYPE ipf_schedule_known_from_seconds gauge
                ipf_schedule_known_from_seconds{venue="NewYorkETH"} 1767225600
                # HELP ipf_schedule_known_until_seconds End of the last day with known holidays, in seconds since 1970.
                # TYPE ipf_schedule_known_until_seconds gauge
                ipf_schedule_known_until_seconds{venue="NewYorkETH"} 1798761600

                """))
    }

    /// Each family has a help text. The families of a master exist only if one is followed.
    @Test func everyFamilyHasAHelpText() async throws {
        let service = try ServiceFixture()
        #expect(try await !service.get("/metrics").text.contains("ipf_master"))
        service.catalog.takeStanding { MasterStanding(silence: 2.5, lag: 40) }
        let lines = try await service.get("/metrics").text.split(separator: "\n")
        #expect(lines.contains("ipf_master_last_contact_seconds 2.5") && lines.contains("ipf_replica_lag_seconds 40.0"))
        let families = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(families.count >= 12 && families.contains("ipf_master_seq"))
        for family in families {
            #expect(lines.contains { $0.hasPrefix("# HELP \(family) ") && $0.hasSuffix(".") }, "\(family)")
        }
    }

    @Test func onlyAReplicaReportsALag() async throws {
        let service = try ServiceFixture()
        for lag in [40, nil] as [Double?] {
            service.catalog.takeStanding { MasterStanding(silence: 2.5, lag: lag) }
            let text = try await service.get("/metrics").text
            #expect(text.contains("ipf_replica_lag_seconds 40.0") == (lag != nil))
        }
    }

    @Test func thePageFilesShareOneRoute() async throws {
        let service = try ServiceFixture()
        for name in ["app.js", "style.css"] { #expect(try await service.get("/page/\(name)").status == 200) }
        let lines = try await service.get("/metrics").text.split(separator: "\n").filter { $0.contains("/page/") }
        #expect(lines.contains(#"ipf_http_requests_total{route="/page/{file}",status="2xx"} 2"#))
        #expect(lines.allSatisfy { $0.contains(#"route="/page/{file}""#) })
    }

    /// A service without a catalog answers only the routes for monitoring.
    @Test func onlyMonitoringWorksWithoutACatalog() async throws {
        let service = try ServiceFixture()
        service.catalog.follow(.master, waitingFor: "a catalog is built")
        service.catalog.beginEmpty()
        for target in ["/healthz", "/metrics"] { #expect(try await service.get(target).status == 200) }
        for target in ["/readyz", "/v1/search?q=a", "/v1/instruments/NOTHING"] {
            #expect(try await service.get(target).status == 503, "\(target)")
        }
        service.catalog.replace(service.catalog.current.view, modified: 1)
        #expect(try await service.get("/v1/search?q=a").status == 200)
        #expect(try await service.get("/readyz").status == 503)
        service.catalog.accept()
        #expect(try await service.get("/readyz").status == 200)
    }

    @Test func refusedScheduleDefaultsAreReported() async throws {
        let service = try ServiceFixture()
        #expect(try await value("ipf_schedule_defaults_refused", service) == 0)
        service.catalog.refuseDefaults("they are older")
        #expect(try await value("ipf_schedule_defaults_refused", service) == 1)
        #expect(try await value("ipf_reload_failures_total", service) == 1)
        let reply = try await service.get("/readyz")
        #expect(try reply.value("defaultsRefused") == "they are older" && reply.value("ready") == "1")
        #expect(
            try OpenAPIDocument().faults("/readyz", "get", 200, reply.headers[.contentType], reply.body) == [])
        service.catalog.acceptDefaults()
        #expect(try await value("ipf_schedule_defaults_refused", service) == 0)
        service.catalog.refuseDefaults("they are older")
        service.catalog.replace(ScheduleDefaults.empty)
        #expect(try await service.get("/readyz").text.contains("defaultsRefused") == false)
    }

    /// If new content is refused, the previous content remains in use, and the component reports the refusal.
    @Test func readinessReportsEachComponent() async throws {
        let service = try ServiceFixture()
        func parts() async throws -> [String] {
            let reply = try await service.get("/readyz")
            #expect(reply.status == 200)
            #expect(
                try OpenAPIDocument().faults("/readyz", "get", 200, reply.headers[.contentType], reply.body) == [])
            let json = try JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [String: Any]
            return (json?["parts"] as? [[String: Any]] ?? []).map { part in
                let name = part["name"] as? String ?? ""
                if part["ready"] as? Bool == true, part["problem"] == nil { return name }
                // Only these texts contain times. The test itself sets them.
                return "\(name): \(part["since"] ?? ""), \(part["problem"] ?? "")"
            }
        }
        #expect(try await parts() == ["catalog", "defaults"])
        service.catalog.parts.refuse(.tokens, "there are none", at: 1_772_800_000)
        service.catalog.parts.refuse(.tokens, "there are none again", at: 1_772_900_000)
        #expect(
            try await parts() == ["catalog", "defaults", "tokens: 2026-03-06T12:26:40Z, there are none again"])
        service.catalog.follow(.master, waitingFor: "the store")
        let waiting = try await service.get("/readyz")
        #expect(try waiting.status == 503 && waiting.value("waitsFor") == "the store" && waiting.value("ready") == "0")
        #expect(
            try OpenAPIDocument().faults("/readyz", "get", 503, waiting.headers[.contentType], waiting.body) == [])
        service.catalog.accept()
        service.catalog.becomeStale(at: 1_772_800_000, "no connection")
        #expect(try await parts()[1] == "master: 2026-03-06T12:26:40Z, no connection")
        service.catalog.accept()
        service.catalog.parts.accept(.tokens)
        service.catalog.refuseDefaults("they are older")
        #expect(try await parts().map { $0.prefix { $0 != ":" } } == ["catalog", "master", "defaults", "tokens"])
        #expect(try await parts()[2].hasSuffix("Z, they are older"))
        service.catalog.replace(ScheduleDefaults.empty)
        #expect(try await parts() == ["catalog", "master", "defaults", "tokens"])
    }

    @Test func refusedCatalogsAreCounted() async throws {
        let service = try ServiceFixture()
        #expect(try await value("ipf_reload_failures_total", service) == 0)
        service.catalog.refuse("it is gone")
        #expect(try await value("ipf_reload_failures_total", service) == 1)
        #expect(try await value("ipf_catalog_refused", service) == 1)
        service.catalog.accept()
        service.catalog.replace(ScheduleDefaults.empty)
        #expect(try await value("ipf_reload_failures_total", service) == 1)
        #expect(try await value("ipf_catalog_refused", service) == 0)
        #expect(try await value("ipf_catalog_reloads", service) == 1)
        #expect(try await value("ipf_catalog_instruments", service) == Double(ServiceFixture.profiles.count))
    }
}

import CatalogHistory
import HTTPTypes
import InstrumentCatalog
import Synchronization
import TestSupport
import Testing

@testable import CatalogServer

/// `?asOf=` and the history of instruments, with a catalog that keeps its history.
struct PastTests {
    /// Returns a service with three states, of 2026-01-05, 2026-02-05 and 2026-03-05 at 06:00: first FB, then FB
    /// renamed to META, then META with another description.
    private static func service(_ options: ServerOptions = ServerOptions()) throws -> ServiceFixture {
        let service = try ServiceFixture(options)
        let path = service.folder.path("past.ipfc")
        for (month, name, description) in [
            (1, "FB", "Facebook"), (2, "META", "Facebook"), (3, "META", "Meta Platforms"),
        ] {
            var builder = CatalogBuilder()
            builder.isComplete = true
            for profile in ServiceFixture.profiles { try builder.append(profile) }
            try builder.append(ServiceFixture.profile("STOCK", name, description) { $0.isin = "US30303M1027" })
            builder.keepsHistory = true
            let day = try #require(CalendarDate(year: 2026, month: month, day: 5))
            builder.validFrom = Instant(milliseconds: Int64(day.dayNumber) * 86_400_000 + 6 * 3_600_000)
            _ = try builder.write(to: path)
        }
        service.catalog.replace(try Catalog.open(path), modified: 1)
        return service
    }

    @Test(arguments: [
        ("/v1/instruments/FB?asOf=2026-01-31", "/v1/instruments/{symbol}", "description", "Facebook"),
        ("/v1/profiles/META?asOf=2026-02-05T06:00:00Z", "/v1/profiles/{symbol}", "fields.DESCRIPTION", "Facebook"),
        ("/v1/search?q=facebook&asOf=2026-01-05", "/v1/search", "results.0.symbol", "FB"),
        ("/v1/list?isin=US30303M1027&asOf=2026-01-05", "/v1/list", "results.0.SYMBOL", "FB"),
        ("/v1/list?isin=US30303M1027&asOf=now", "/v1/list", "results.0.DESCRIPTION", "Meta Platforms"),
        ("/v1/chains/AAPL?asOf=2026-01-05", "/v1/chains/{symbol}", "underlying", "AAPL"),
        (
            "/v1/schedules/EUR/USD/days?from=2024-03-05&to=2024-03-05&asOf=2026-01-05", "/v1/schedules/{symbol}/days",
            "symbol", "EUR/USD"
        ),
    ])
    func routesAnswerForAPointInTime(target: String, path: String, place: String, value: String) async throws {
        let service = try Self.service()
        let reply = try await service.get(target)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.value(place) == value)
        #expect(try OpenAPIDocument().faults(path, "get", 200, reply.headers[.contentType], reply.body) == [])
    }

    @Test func lookupsAnswerForAPointInTime() async throws {
        let reply = try await Self.service().send(
            .post, "/v1/lookup?asOf=2026-01-05", body: #"{"identifiers": ["FB"]}"#)
        #expect(try reply.value("answers.0.profiles.0.DESCRIPTION") == "Facebook")
    }

    /// Each state has its own entity tag and name, and all moments of a state share them.
    @Test func eachStateHasItsEntityTagAndName() async throws {
        let service = try Self.service()
        var tags: [String] = []
        var names: Set<String> = []
        for moment in ["2026-01-05", "2026-02-05", "2026-03-05"] {
            let reply = try await service.get("/v1/list?asOf=\(moment)")
            let tag = try #require(reply.headers[.eTag])
            #expect(try await service.get("/v1/list?asOf=\(moment)", [.ifNoneMatch: tag]).status == 304)
            tags.append(tag)
            names.insert(try #require(reply.headers[.snapshot]))
        }
        #expect(Set(tags).count == 3 && names.count == 3)
        let now = try await service.get("/v1/list")
        #expect(now.headers[.eTag] == tags[2])
        #expect(try await service.get("/v1/list?asOf=2026-01-20").headers[.eTag] == tags[0])
    }

    @Test(arguments: [
        (
            "/v1/list?asOf=2026-01-04", 404,
            "The catalog has no state at 2026-01-04T23:59:59.999Z; its history starts at 2026-01-05T06:00:00Z."
        ),
        (
            "/v1/list?asOf=5123", 400,
            "'asOf' is '5123', expected a date (its end in UTC), a time like 2026-03-01T06:00:00Z, or now."
        ),
        ("/v1/symbols?q=AAPL&asOf=2026-01-05", 400, "Unknown parameter 'asOf'"),
    ])
    func invalidPointsInTimeAreRefused(target: String, status: Int, detail: String) async throws {
        let reply = try await Self.service().get(target)
        #expect(reply.status == status)
        #expect(try reply.value("detail").hasPrefix(detail), "\(reply.text)")
    }

    @Test func aCatalogWithoutHistoryRefusesPointsInTime() async throws {
        let service = try ServiceFixture()
        for target in ["/v1/list?asOf=2026-01-05", "/v1/instruments/AAPL/history"] {
            let reply = try await service.get(target)
            #expect(reply.status == 404)
            #expect(try reply.value("detail").hasPrefix("The catalog has no history"), "\(reply.text)")
        }
    }

    /// Concurrent requests for a moment share one catalog, which is cached until other moments are requested.
    @Test func earlierStatesAreCachedUpToALimit() async throws {
        var options = ServerOptions()
        options.limits.pastStates = 1
        let service = try Self.service(options)
        let source = CountedPast()
        service.catalog.takePast(from: source)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (try? await service.get("/v1/list?asOf=2026-01-05").status) ?? 0 } }
            for await status in group { #expect(status == 200) }
        }
        #expect(source.count == 1)
        _ = try await service.get("/v1/list?asOf=2026-02-05")
        _ = try await service.get("/v1/list?asOf=2026-02-05")
        #expect(source.count == 2)
        _ = try await service.get("/v1/list?asOf=2026-01-05")
        #expect(source.count == 3)
    }

    @Test func tooManyConcurrentStatesAreRefused() async throws {
        var options = ServerOptions()
        options.limits.pastQuestions = 0
        let service = try Self.service(options)
        for target in ["/v1/list?asOf=2026-01-05", "/v1/instruments/FB/history"] {
            let reply = try await service.get(target)
            #expect(reply.status == 503 && reply.headers[.retryAfter] == "2", "\(reply.text)")
        }
        #expect(try await service.get("/v1/list").status == 200)
    }

    @Test func anUnavailableSourceIsATemporaryFault() async throws {
        let service = try Self.service()
        service.catalog.takePast(from: AwayPast())
        let reply = try await service.get("/v1/list?asOf=2026-01-05")
        #expect(reply.status == 503 && reply.headers[.retryAfter] == "5")
        #expect(try reply.value("detail") == "The store does not answer.")
    }

    @Test func theHistoryOfASymbolIsServed() async throws {
        let service = try Self.service()
        let reply = try await service.get("/v1/instruments/META/history")
        #expect(
            try OpenAPIDocument().faults(
                "/v1/instruments/{symbol}/history", "get", 200, reply.headers[.contentType], reply.body) == [])
        for (place, value) in [
            ("status", "live"), ("symbols.0", "FB"), ("symbols.1", "META"), ("firstSeen", "2026-01-05T06:00:00Z"),
            ("since", "2026-03-05T06:00:00Z"), ("fields.DESCRIPTION", "Meta Platforms"),
            ("history.0.change", "changed"), ("history.0.fields.DESCRIPTION.old", "Facebook"),
            ("history.1.change", "renamed"), ("history.1.from", "FB"), ("history.1.by", "ISIN"),
            ("history.1.identifier", "US30303M1027"), ("history.2.change", "known"), ("history.2.symbol", "FB"),
            ("history.3", "nothing"),
        ] {
            #expect(try reply.value("instruments.0.\(place)") == value, "\(place)")
        }
        let gone = try await service.get("/v1/instruments/FB/history")
        #expect(try gone.value("instruments.0.status") == "removed")
        #expect(try gone.value("instruments.0.renamedTo") == "META")
        #expect(try await service.get("/v1/instruments/NONE/history").status == 404)
        let miss = try await service.get("/v1/instruments/FB")
        #expect(miss.status == 404)
        #expect(try miss.value("removedOn") == "2026-02-05T06:00:00Z")
        #expect(
            try OpenAPIDocument().faults(
                "/v1/instruments/{symbol}", "get", 404, miss.headers[.contentType], miss.body) == [])
    }
}

/// `?lineage=true`. `MasterOverrideCommandTests` tests it with a master.
struct LineageTests {
    @Test func lineageRequiresAMaster() async throws {
        let service = try ServiceFixture()
        for (target, status, detail) in [
            (
                "/v1/instruments/AAPL?lineage=true", 400,
                "'lineage' requires a service that follows a master (ipf serve --master URL)."
            ),
            (
                "/v1/instruments/AAPL?lineage=true&asOf=now", 400,
                "'lineage' cannot be combined with 'asOf': only the present lineage is known."
            ),
        ] {
            let reply = try await service.get(target)
            #expect(reply.status == status, "\(reply.text)")
            #expect(try reply.value("detail") == detail)
        }
        #expect(try await service.get("/v1/instruments/AAPL?lineage=false").status == 200)
        #expect(try await service.get("/v1/instruments/AAPL?lineage=perhaps").status == 400)
        service.catalog.takePast(from: AwayPast())
        let away = try await service.get("/v1/instruments/AAPL?lineage=true")
        #expect(away.status == 503)
        #expect(try away.value("detail") == "The store does not answer.")
    }
}

/// A source that counts its calls.
private final class CountedPast: PastSource {
    private let asked = Mutex(0)

    var count: Int { asked.withLock { $0 } }

    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog {
        asked.withLock { $0 += 1 }
        return try FilePast().catalog(asOf: moment, knownAt: knownAt, now: now)
    }

    func mayChange(asOf moment: String) -> Bool { false }

    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { [] }
    func lineage(of symbol: String) throws -> InstrumentLineage { throw PastError.noMaster("lineage") }
    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
        throw PastError.noMaster("after")
    }
}

private struct AwayPast: PastSource {
    func catalog(asOf moment: String, knownAt: String?, now: Catalog) throws -> Catalog {
        throw PastError.away("the store does not answer")
    }
    func mayChange(asOf moment: String) -> Bool { true }
    func lives(of symbol: String, now: Catalog) throws -> [InstrumentChain] { throw PastError.away("") }
    func lineage(of symbol: String) throws -> InstrumentLineage { throw PastError.away("the store does not answer") }
    func changes(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) throws -> ChangePage {
        throw PastError.away("the store does not answer")
    }
}

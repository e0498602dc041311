import HTTPTypes
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// `?expired=true`: expired instruments are listed after live ones.
struct ExpiredTests {
    private let service: ServiceFixture

    init() throws {
        service = try ServiceFixture()
        try serve("first", gone: [("AAPL250620C00150000", "Apple, gone", "2025-06-21")])
    }

    /// Serves options that expired on 2025-06-20, and a stock that was removed and added again.
    private func serve(_ name: String, gone: [(symbol: String, description: String, day: String)]) throws {
        let back = ServiceFixture.profile("STOCK", "AAPL", "before it returned")
        let profiles = gone.map { gone in
            ServiceFixture.profile("OPTION", gone.symbol, gone.description) {
                $0.underlying = "AAPL"
                $0.expiration = CalendarDate(year: 2025, month: 6, day: 20)
                $0.strike = 150
                $0.cfi = "OCASPS"
            }
        }
        let day = CalendarDate(dashed: gone[0].day.utf8Span.span)!
        let path = service.folder.path("\(name).ipfc")
        try ServiceFixture.write((profiles + [back]).map { RemovedInstrument.mark($0, on: day) }, to: path)
        service.catalog.replace(expired: [ServedSegment(name: name, catalog: try Catalog.open(path))])
    }

    private let symbol = "AAPL250620C00150000"

    @Test func expiredInstrumentsAreServedByName() async throws {
        let missing = try await service.get("/v1/instruments/\(symbol)")
        #expect(missing.status == 404)
        #expect(
            try missing.value("detail")
                == "'\(symbol)' is not live: expired, removed on 2025-06-21. See /v1/instruments/\(symbol)?expired=true."
        )
        for path in ["instruments", "profiles"] {
            let found = try await service.get("/v1/\(path)/\(symbol)?expired=true")
            #expect(try found.value("symbol") == symbol)
            #expect(try found.value("status") == "expired" && found.value("removedOn") == "2025-06-21")
            let live = try await service.get("/v1/\(path)/AAPL?expired=true")
            #expect(try live.value("status") == "nothing")
        }
        #expect(try await service.get("/v1/instruments/NONE?expired=true").status == 404)
        let chain = try await service.get("/v1/chains/AAPL?expired=true")
        let live = try await service.get("/v1/chains/AAPL")
        let last = try #require(try Int(live.value("options")))
        #expect(try chain.value("options") == "\(last + 1)")
        let count = try #require((try chain.json as? [String: Any])?["series"] as? [Any]).count
        #expect(try chain.value("series.\(count - 1).status") == "expired")
        #expect(try chain.value("series.0.status") == "nothing")
        let answers = try await service.send(
            .post, "/v1/lookup?expired=true", body: #"{"identifiers": ["\#(symbol)", "AAPL"]}"#)
        #expect(try answers.value("answers.0.profiles.0.REMOVED_ON") == "2025-06-21")
        #expect(try answers.value("answers.1.profiles.1") == "nothing")
    }

    @Test func searchesAndListsContinueIntoExpiredInstruments() async throws {
        let search = try await service.get("/v1/search?q=apple&expired=true&facets=true&on=2026-11-22")
        #expect(try search.value("results.0.symbol") == "AAPL" && search.value("results.0.status") == "nothing")
        #expect(search.text.contains("\"status\":\"expired\",\"removedOn\":\"2025-06-21\""))
        #expect(try await !service.get("/v1/search?q=gone&on=2026-11-22").text.contains(symbol))
        #expect(try await service.get("/v1/search?q=gone&expired=true&on=2026-11-22").text.contains(symbol))
        var symbols: [String] = []
        var target = "/v1/list?limit=4&fields=REMOVED_ON&expired=true"
        while true {
            let page = try await service.get(target)
            for row in try #require((try page.json as? [String: Any])?["results"] as? [[String: String]]) {
                symbols.append(row["SYMBOL"]! + (row["REMOVED_ON"].map { " " + $0 } ?? ""))
            }
            let next = try page.value("next")
            if next == "nothing" { break }
            target = "/v1/list?limit=4&fields=REMOVED_ON&expired=true&cursor=\(next)"
        }
        #expect(symbols.count == ServiceFixture.profiles.count + 1 && symbols.last == "\(symbol) 2025-06-21")
        let gone = try await service.get("/v1/list?SYMBOL=\(symbol)&fields=REMOVED_ON&expired=true")
        #expect(try gone.value("results.0.status") == "expired" && gone.value("results.0.removedOn") == "2025-06-21")
        let csv = try await service.get("/v1/list?format=csv&expired=true&fields=REMOVED_ON,DESCRIPTION")
        #expect(csv.text.hasSuffix("\r\n\(symbol),2025-06-21,\"Apple, gone\"\r\n"))
        #expect(try await service.get("/v1/list?fields=REMOVED_ON").status == 400)
    }

    /// Changed segments change the entity tags of answers with expired instruments, but not those of other answers.
    @Test func entityTagsDependOnTheSegments() async throws {
        let (live, all) = ("/v1/instruments/AAPL", "/v1/instruments/AAPL?expired=true")
        let tags = (try await service.get(live).headers[.eTag], try await service.get(all).headers[.eTag])
        #expect(tags.0 != tags.1)
        #expect(try await service.get(all, [.ifNoneMatch: tags.1!]).status == 304)
        let cursor = try await service.get("/v1/list?limit=\(ServiceFixture.profiles.count)&expired=true").value("next")
        try serve("second", gone: [(symbol, "Apple, gone", "2025-06-22")])
        #expect(try await service.get(live).headers[.eTag] == tags.0)
        #expect(try await service.get(all, [.ifNoneMatch: tags.1!]).status == 200)
        // A cursor becomes invalid when the segments change.
        #expect(try await service.get("/v1/list?expired=true&cursor=\(cursor)").status == 400)
    }

    @Test func aServiceWithoutSegmentsRefusesExpiredInstruments() async throws {
        let service = try ServiceFixture()
        for target in ["instruments/AAPL", "search?q=a", "list", "chains/AAPL", "profiles/AAPL"] {
            let reply = try await service.get("/v1/\(target)\(target.contains("?") ? "&" : "?")expired=true")
            #expect(reply.status == 400)
            #expect(
                try reply.value("detail")
                    == "'expired' requires a node with archive segments, and cannot be combined with 'asOf'."
            )
            #expect(
                try await service.get("/v1/\(target)\(target.contains("?") ? "&" : "?")expired=false").status == 200)
        }
    }
}

import InstrumentCatalog
import Testing

@testable import CatalogServer

/// Futures are sorted by expiration before a list is cut.
@Suite struct FuturesListTests {
    /// Futures of twelve months. Sorted by month code, they would not be in the order of expiration.
    private static var futures: [InstrumentProfile] {
        zip("FGHJKMNQUVXZ", 1...12).map { letter, month in
            let year = month > 10 ? 2026 : 2027
            return ServiceFixture.profile("FUTURE", "/ES\(letter)\(year % 100)", "E-mini") {
                $0.product = "/ES"
                $0.expiration = CalendarDate(year: year, month: month, day: 18)
            }
        } + [
            ServiceFixture.profile("FUTURE", "/ES", "Without a day") { $0.product = "/ES" },
            ServiceFixture.profile("FUTURE", "/NQZ26", "Another product") { $0.product = "/NQ" },
        ]
    }

    private static func symbols(_ reply: ServiceFixture.Reply) throws -> [String] {
        let results = try #require(try reply.json as? [String: Any])["results"]
        return try #require(results as? [[String: Any]]).compactMap { $0["SYMBOL"] as? String }
    }

    private static let inOrder = [
        "/ESX26", "/ESZ26", "/ESF27", "/ESG27", "/ESH27", "/ESJ27", "/ESK27", "/ESM27", "/ESN27", "/ESQ27", "/ESU27",
        "/ESV27", "/ES",
    ]

    @Test(arguments: [
        ("type=FUTURE&product=/ES", 3), ("TYPE=FUTURE&PRODUCT=/ES", 5), ("product=/ES&order=expiration", 4),
        ("type=FUTURE&product=/ES", 100),
    ]) func futuresAreListedByExpirationAcrossPages(_ question: String, _ limit: Int) async throws {
        let service = try ServiceFixture(ServerOptions(), Self.futures)
        var found: [String] = []
        var next = ""
        repeat {
            let reply = try await service.get("/v1/list?\(question)&fields=SYMBOL&limit=\(limit)\(next)")
            #expect(reply.status == 200, "\(reply.text)")
            let page = try Self.symbols(reply)
            #expect(page.count == min(limit, Self.inOrder.count - found.count))
            found += page
            let cursor = try reply.value("next")
            next = cursor == "nothing" ? "" : "&cursor=\(cursor)"
        } while !next.isEmpty
        #expect(found == Self.inOrder)
    }

    @Test func otherListsRetainTheirOrder() async throws {
        let service = try ServiceFixture(ServerOptions(), Self.futures)
        for (question, first) in [
            ("type=FUTURE&product=/ES&order=symbol", "/ES"), ("type=FUTURE,SPREAD&product=/ES&order=rank", "/ES"),
            ("product=/ES", "/ES"), ("type=FUTURE&product=/ES&offset=2", "/ESF27"),
        ] {
            let reply = try await service.get("/v1/list?\(question)&limit=1&fields=SYMBOL")
            #expect(try Self.symbols(reply) == [first], "\(question)")
        }
        let all = try await service.get("/v1/list?type=FUTURE&product=/ES&format=csv&fields=SYMBOL")
        #expect(all.text == (["SYMBOL"] + Self.inOrder).map { $0 + "\r\n" }.joined())
        let wrong = try await service.get("/v1/list?order=day")
        #expect(try wrong.value("detail") == "'order' is 'day', expected rank, symbol, type or expiration.")
        let cursor = try await service.get("/v1/list?order=expiration&limit=1").value("next")
        #expect(try await service.get("/v1/list?limit=1&cursor=\(cursor)").status == 400)
    }
}

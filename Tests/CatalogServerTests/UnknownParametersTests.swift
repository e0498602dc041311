import Foundation
import HTTPTypes
import InstrumentCatalog
import Testing

@testable import CatalogServer

/// Unknown names in requests cause error responses, or notes in the answer, with suggestions.
@Suite struct UnknownParametersTests {
    @Test(arguments: [
        // Fields.
        ("/v1/list?CURENCY=USD", 400, "There is no field CURENCY; did you mean CURRENCY?"),
        ("/v1/list?fields=currency", 400, "There is no field currency; did you mean CURRENCY?"),
        (
            "/v1/list?ZZ9=1", 400,
            "There is no field ZZ9; the fields of the catalog are TYPE, SYMBOL, DESCRIPTION, COUNTRY, OPOL, CURRENCY, CFI, ISIN, "
                + "MULTIPLIER, PRODUCT, UNDERLYING, SPC, EXPIRATION, LAST_TRADE, STRIKE, PRICE_INCREMENTS, TRADING_HOURS."
        ),
        ("/v1/list?format=csv&SYMBLO=x", 400, "There is no field SYMBLO; did you mean SYMBOL?"),
        ("/ipf?TIPE=STOCK", 400, "There is no field TIPE; did you mean TYPE?"),
        ("/ipf?fields=CURENCY", 400, "There is no field CURENCY; did you mean CURRENCY?"),
        ("/ipf?fields=CURENCY&live=true", 400, "There is no field CURENCY; did you mean CURRENCY?"),
        // Parameters.
        ("/v1/list?curency=USD", 400, "Unknown parameter 'curency'; did you mean currency?"),
        ("/v1/list?limt=3", 400, "Unknown parameter 'limt'; did you mean limit?"),
        (
            "/v1/search?q=a&zzz=1", 400,
            "Unknown parameter 'zzz'; expected: asOf, country, currency, cursor, details, exchange, expired, facets, knownAt, limit, on, opol, q, type."
        ),
        ("/v1/search?q=a&TYPE=STOCK", 400, "Unknown parameter 'TYPE'; did you mean type?"),
        (
            "/ipf?luve=1", 400, "Unknown parameter 'luve'; did you mean live?"
        ),
        (
            "/ipf?x=1", 400,
            "Unknown parameter 'x'; expected: fields, live, update, fields by their IPF names, such as TYPE."
        ),
        ("/v1/chains/AAPL?asof=2026-01-01", 400, "Unknown parameter 'asof'; did you mean asOf?"),
        ("/v1/chains/AAPL?arround=1", 400, "Unknown parameter 'arround'; did you mean around?"),
        ("/v1/instruments/AAPL?x=1", 400, "Unknown parameter 'x'; expected: asOf, expired, knownAt, lineage, symbol."),
        // Paths.
        ("/v1/serch?q=a", 404, "Page not found: '/v1/serch'; did you mean /v1/search?"),
        (
            "/v1/instrument/AAPL", 404,
            "Page not found: '/v1/instrument/AAPL'; did you mean /v1/instruments/{symbol}?"
        ),
        (
            "/v1/schedules/EUR/USD/dayz", 404,
            "Page not found: '/v1/schedules/EUR/USD/dayz'; did you mean /v1/schedules/{symbol}/days?"
        ),
        ("/nowhere", 404, "Page not found: '/nowhere'; see /openapi.json."),
        // Names of chains.
        ("/v1/chains/ES", 404, "There are no options on 'ES'; did you mean /ES?"),
        (
            "/v1/chains//ES", 404,
            "'/ES' is a product without options; /v1/list?TYPE=FUTURE&PRODUCT=/ES lists its futures."
        ),
        ("/v1/chains/EUR/USD", 404, "There are no options on 'EUR/USD'."),
        // Venues.
        ("/v1/schedules/XNYX/days", 404, "There is no instrument or venue 'XNYX'; did you mean XNYS?"),
        // Arithmetic of trading time.
        (
            "/v1/schedules/AAPL/bars?from=2026-01-01&to=2026-02-01", 400,
            "'every' is missing; expected a duration such as 90m, 1h30m, 45s or 250ms."
        ),
        (
            "/v1/schedules/AAPL/bars?from=2026-01-01&to=2026-02-01&every=often", 400,
            "'every' is 'often', expected a duration such as 90m, 1h30m, 45s or 250ms."
        ),
        (
            "/v1/schedules/AAPL/bars?from=2026-01-01&to=2026-02-01&every=0s", 400,
            "'every' is '0s', expected a duration above 0."
        ),
        (
            "/v1/schedules/AAPL/bars?from=2026-03-02&to=2026-03-03&every=1s&sessions=pra", 400,
            "2026-03-02T05:00:00Z to 2026-03-03T05:00:00Z contains more than 20000 bars of 1s; use longer bars or a shorter interval."
        ),
        (
            "/v1/schedules/AAPL/bars?from=2026-03-02&to=2026-03-03&every=1h&sessions=rr", 400,
            "'sessions' is 'rr', expected letters of overnight, pre-market, regular and after-market, such as r or pra, or "
                + "any, trading, no-trading, pre-market, regular, after-market or overnight."
        ),
        (
            "/v1/schedules/AAPL/between?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", 400,
            "'from' must be before 'to', by at most 36525 days; found 2026-03-02T00:00:00Z and 2026-03-01T00:00:00Z."
        ),
        (
            "/v1/schedules/AAPL/between?from=now&to=2026-03-01", 400,
            "'from' is 'now', expected an instant such as 2026-03-06T14:30:00Z."
        ),
        (
            "/v1/schedules/AAPL/settle?date=2026-03-02&plus=1&days=both", 400,
            "'days' is 'both', expected all-settle, any-settles, all-trade or any-trades."
        ),
        (
            "/v1/schedules/AAPL/add?time=2026-03-01&duration=100001h", 400,
            "'duration' is '100001h', expected at most 100000h."
        ),
        (
            "/v1/schedules/AAPL/offset?date=2026-03-01", 400,
            "'days' is missing; expected a number of trading days such as 3."
        ),
        (
            "/v1/schedules/AAPL/offset?date=2026-03-01&days=100001", 400,
            "'days' is '100001', expected a whole number from -100000 to 100000."
        ),
        ("/v1/schedules/NewYorkETH()/days", 404, "There is no instrument 'NewYorkETH()'."),
    ])
    func unknownNamesAreProblemsWithSuggestions(target: String, status: Int, detail: String) async throws {
        let service = try ServiceFixture()
        service.catalog.replace(try ScheduleDefaults(parsing: "tv.XNYS=tz=America/New_York;0=09301600"))
        let reply = try await service.get(target)
        #expect(reply.status == status, "\(reply.text)")
        #expect(reply.headers[.contentType] == "application/problem+json")
        #expect(try reply.value("detail") == detail)
    }

    /// Answers in JSON report values and fields that no instrument has.
    @Test func jsonResponsesNoteUnusedValuesAndFields() async throws {
        let service = try ServiceFixture()
        let stock = "No instrument of type stock; did you mean STOCK?"
        for (target, path) in [
            ("/v1/list?type=stock", "/v1/list"), ("/v1/search?q=apple&type=stock", "/v1/search"),
            ("/v1/search?q=&type=stock,FOREX&facets=1", "/v1/search"),
        ] {
            let reply = try await service.get(target)
            #expect(reply.status == 200)
            #expect(try reply.value("notes.0") == stock, "\(target)")
            #expect(
                try OpenAPIDocument().faults(path, "get", 200, reply.headers[.contentType], reply.body) == [])
        }
        let chain = try await service.get("/v1/chains/AAPL?style=Weeklys")
        #expect(try chain.value("notes.0") == "No instrument has the field EXPIRATION_STYLE.")
        #expect(
            try OpenAPIDocument().faults("/v1/chains/{symbol}", "get", 200, chain.headers[.contentType], chain.body)
                == [])
        // An answer has no notes if each value and each field occurs in some instrument.
        for target in ["/v1/list?type=STOCK", "/v1/search?q=apple&type=STOCK", "/v1/chains/AAPL"] {
            #expect(!(try await service.get(target).text.contains("notes")), "\(target)")
        }
    }

    @Test func otherFormatsHaveNotesInAHeader() async throws {
        let service = try ServiceFixture()
        let name = try #require(HTTPField.Name("X-Note"))
        for target in ["/v1/list?format=csv&TYPE=stock", "/v1/list?format=ndjson&type=stock", "/ipf?TYPE=stock"] {
            let reply = try await service.get(target)
            #expect(reply.headers[values: name] == ["No instrument of type stock; did you mean STOCK?"], "\(target)")
        }
        // This request has two notes. Characters outside of ASCII are percent-encoded.
        let reply = try await service.get("/ipf?CUSIP=1&COUNTRY=%C3%BCs%25")
        #expect(
            reply.headers[values: name] == [
                "No instrument has the field CUSIP.", "No instrument with COUNTRY %C3%BCs%25.",
            ])
        #expect(try await service.get("/v1/list?format=csv&TYPE=STOCK").headers[name] == nil)
        // The number of notes in a header is limited.
        let many = try await service.get("/ipf?TYPE=" + (0..<150).map { "Q\($0)" }.joined(separator: ","))
        #expect(many.headers[values: name].count == 11)
        #expect(many.headers[values: name].last == "No instrument with 140 more values.")
    }

    /// Venues and exchanges are accepted instead of a symbol, in any case.
    @Test func venuesReplaceASymbolInAnyCase() async throws {
        let service = try ServiceFixture()
        service.catalog.replace(try ScheduleDefaults(parsing: "tv.XNYS=tz=America/New_York;0=09301600"))
        for name in ["XNYS", "xnys", "NYSE"] {
            let reply = try await service.get("/v1/schedules/\(name)/at?time=2026-03-06T15:00:00Z")
            #expect(try reply.value("symbol") == "XNYS" && reply.value("isOpen") == "1", "\(name): \(reply.text)")
            #expect(
                try OpenAPIDocument().faults(
                    "/v1/schedules/{symbol}/at", "get", reply.status, reply.headers[.contentType], reply.body) == [])
        }
        // A symbol takes precedence over a venue, and the venue of its hours may be written in any case.
        let reply = try await service.get("/v1/schedules/aapl/days?from=2026-03-06&to=2026-03-06&venue=newyorketh")
        #expect(try reply.value("symbol") == "AAPL" && reply.value("venue") == "NewYorkETH", "\(reply.text)")
    }
}

import Foundation
import HTTPTypes
import InstrumentCatalog
import Testing

@testable import CatalogServer

/// Every route, called without a socket. Answers are compared with the OpenAPI file.
@Suite struct RouteTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var target: String
        var path: String
        var status = 200
        /// A value of the answer: its path, and its expected text.
        var place = ""
        var value = ""
        var testDescription: String { target }
    }

    static let rows: [Row] = [
        .init(target: "/v1/instruments/AAPL", path: "/v1/instruments/{symbol}", place: "hasOptions", value: "1"),
        .init(target: "/v1/instruments/EUR%2FUSD", path: "/v1/instruments/{symbol}", place: "symbol", value: "EUR/USD"),
        .init(target: "/v1/instruments/EUR/USD", path: "/v1/instruments/{symbol}", place: "symbol", value: "EUR/USD"),
        .init(
            target: "/v1/instruments?symbol=/ESZ26:XCME", path: "/v1/instruments/{symbol}", place: "type",
            value: "FUTURE"),
        .init(
            target: "/v1/instruments/APPL", path: "/v1/instruments/{symbol}", status: 404,
            place: "suggestions.0.symbol", value: "AAPL"),
        .init(target: "/v1/instruments", path: "/v1/instruments/{symbol}", status: 400),
        // This catalog has no history; PastTests uses one that does.
        .init(target: "/v1/instruments/AAPL/history", path: "/v1/instruments/{symbol}/history", status: 404),
        // This service accepts no overrides; Tests/Service/test_overrides.py uses one that does.
        .init(target: "/v1/overrides", path: "/v1/overrides", status: 404),
        .init(
            target: "/v1/symbols?q=AAPL+US+Equity&on=2026-11-21", path: "/v1/symbols", place: "candidates.0.symbol",
            value: "AAPL"),
        .init(
            target: "/v1/symbols?q=AAPL++261218C00240000&to=ipf,occ", path: "/v1/symbols",
            place: "candidates.0.written.ipf", value: ".AAPL261218C240"),
        .init(
            target: "/v1/symbols?q=AAPL+261218C00241000", path: "/v1/symbols", place: "understood.0",
            value: "option, 18 Dec 2026, 241, call"),
        .init(target: "/v1/symbols", path: "/v1/symbols", status: 400),
        .init(
            target: "/v1/contracts/ES?year=2026", path: "/v1/contracts/{symbol}", place: "contracts.1.lastTradingDay",
            value: "2026-06-18"),
        .init(
            target: "/v1/contracts/cl?on=2026-12-15&roll=days=5", path: "/v1/contracts/{symbol}", place: "front",
            value: "CLG27"),
        .init(target: "/v1/contracts/SPX?kind=option", path: "/v1/contracts/{symbol}", place: "style", value: "am"),
        .init(target: "/v1/contracts/ESS", path: "/v1/contracts/{symbol}", status: 404),
        .init(target: "/v1/contracts/ES?roll=volume", path: "/v1/contracts/{symbol}", status: 400),
        .init(target: "/v1/contracts/ES?kind=bond", path: "/v1/contracts/{symbol}", status: 400),
        .init(target: "/v1/contracts/ES?year=2", path: "/v1/contracts/{symbol}", status: 400),
        .init(target: "/v1/symbols?q=AAPL&to=morse", path: "/v1/symbols", status: 400),
        .init(target: "/v1/symbols?q=AAPL&on=soon", path: "/v1/symbols", status: 400),
        .init(target: "/v1/instruments/AAPL?x=1", path: "/v1/instruments/{symbol}", status: 400),
        .init(target: "/v1/instruments/%ff", path: "/v1/instruments/{symbol}", status: 400),
        .init(
            target: "/v1/profiles/EUR%2FUSD", path: "/v1/profiles/{symbol}", place: "fields.DESCRIPTION",
            value: "Euro, \"spot\""),
        .init(
            target: "/v1/search?q=turk&facets=true", path: "/v1/search", place: "results.0.symbol", value: "THYAO:TR"),
        .init(target: "/v1/search?q=hava+fnord", path: "/v1/search", place: "relaxation", value: "without fnord"),
        .init(target: "/v1/search?q=&type=FOREX", path: "/v1/search", place: "results.0.match.tier", value: "all"),
        .init(target: "/v1/search?q=a&limit=0", path: "/v1/search", status: 400),
        .init(target: "/v1/search?q=a&cursor=nonsense", path: "/v1/search", status: 400),
        .init(target: "/v1/list?TYPE=STOCK&limit=1", path: "/v1/list", place: "results.0.TYPE", value: "STOCK"),
        .init(target: "/v1/list?format=csv", path: "/v1/list"),
        .init(target: "/v1/list?format=ndjson", path: "/v1/list"),
        .init(target: "/v1/list?order=luck", path: "/v1/list", status: 400),
        .init(
            target: "/v1/chains/AAPL", path: "/v1/chains/{symbol}", place: "series.0.strikes.0.put",
            value: ".AAPL261218P240"),
        .init(target: "/v1/chains/AAPL?summary=true", path: "/v1/chains/{symbol}", place: "series.0.count", value: "2"),
        .init(target: "/v1/chains/EUR/USD", path: "/v1/chains/{symbol}", status: 404),
        .init(
            target: "/v1/schedules/AAPL/days?from=2026-11-26&to=2026-11-27&explain=true",
            path: "/v1/schedules/{symbol}/days", place: "days.1.isShortDay", value: "1"),
        .init(target: "/v1/schedules/EUR/USD/days", path: "/v1/schedules/{symbol}/days", place: "venue", value: "FX"),
        .init(
            target: "/v1/schedules/AAPL/days?from=2020-01-01&to=2022-01-01", path: "/v1/schedules/{symbol}/days",
            status: 400),
        .init(target: "/v1/schedules/NOHOURS/days", path: "/v1/schedules/{symbol}/days", status: 404),
        .init(
            target: "/v1/schedules/AAPL/sessions?from=2026-03-06T00:00:00Z&to=2026-03-07T00:00:00Z&filter=regular",
            path: "/v1/schedules/{symbol}/sessions", place: "sessions.0.start", value: "2026-03-06T14:30:00Z"),
        .init(
            target: "/v1/schedules/AAPL/at?time=2026-03-06T15:00:00Z", path: "/v1/schedules/{symbol}/at",
            place: "isOpen", value: "1"),
        .init(target: "/v1/schedules/AAPL/at?time=soon", path: "/v1/schedules/{symbol}/at", status: 400),
        .init(
            target: "/v1/schedules/AAPL/next?time=2026-03-06T23:59:59Z", path: "/v1/schedules/{symbol}/next",
            place: "session.type", value: "PRE_MARKET"),
        // This time is in the night before a Monday, and belongs to Monday's trading day.
        .init(
            target: "/v1/schedules/AAPL/at?time=2026-11-16T02:00:00Z&with=overnight",
            path: "/v1/schedules/{symbol}/at", place: "session.type", value: "OVERNIGHT"),
        .init(
            target: "/v1/schedules/AAPL/at?time=2026-11-16T02:00:00Z", path: "/v1/schedules/{symbol}/at",
            place: "isOpen", value: "0"),
        .init(
            target: "/v1/schedules/AAPL/days?from=2026-11-27&to=2026-11-27&with=overnight&explain=true",
            path: "/v1/schedules/{symbol}/days", place: "days.0.sessions.0.start", value: "2026-11-27T01:00:00Z"),
        .init(
            target: "/v1/schedules/AAPL/sessions?from=2026-11-25T00:00:00Z&to=2026-11-28T00:00:00Z&filter=overnight"
                + "&with=overnight", path: "/v1/schedules/{symbol}/sessions", place: "sessions.1.date",
            value: "2026-11-27"),
        .init(
            target: "/v1/schedules/AAPL/next?time=2026-11-25T23:00:00Z&with=overnight",
            path: "/v1/schedules/{symbol}/next", place: "session.type", value: "OVERNIGHT"),
        .init(
            target: "/v1/schedules/AAPL/between?from=2026-11-16&to=2026-11-17&with=overnight",
            path: "/v1/schedules/{symbol}/between", place: "seconds", value: "86400"),
        .init(
            target: "/v1/schedules/AAPL/add?time=2026-11-27T17:00&duration=2h&with=overnight",
            path: "/v1/schedules/{symbol}/add", place: "result", value: "2026-11-30T03:00:00Z"),
        .init(
            target: "/v1/schedules/AAPL/at?time=2026-11-16T02:00:00Z&with=lunch", path: "/v1/schedules/{symbol}/at",
            status: 400),
        .init(target: "/v1/schedules/EUR/USD/days?with=overnight", path: "/v1/schedules/{symbol}/days", status: 404),
        // Answers cannot contain a year with five digits.
        .init(target: "/v1/schedules/AAPL/at?time=253402300800", path: "/v1/schedules/{symbol}/at", status: 400),
        .init(
            target: "/v1/schedules/AAPL/between?from=9999-12-31&to=9999-12-31T23:00",
            path: "/v1/schedules/{symbol}/between", status: 400),
        // A date without a time means midnight at the venue. This short day ends at 13:00.
        .init(
            target: "/v1/schedules/AAPL/bars?from=2026-11-26&to=2026-11-28&every=1h&sessions=r",
            path: "/v1/schedules/{symbol}/bars", place: "bars.3.end", value: "2026-11-27T18:00:00Z"),
        .init(
            target: "/v1/schedules/AAPL/between?from=2026-11-25T15:30&to=2026-11-27T10:30&sessions=regular",
            path: "/v1/schedules/{symbol}/between", place: "seconds", value: "5400"),
        .init(
            target: "/v1/schedules/AAPL/between?from=2026-11-25T15:30&to=2026-11-27T10:30",
            path: "/v1/schedules/{symbol}/between", place: "sessions", value: "4"),
        .init(
            target: "/v1/schedules/AAPL/add?time=2026-11-25T20:30:00Z&duration=90m&sessions=r",
            path: "/v1/schedules/{symbol}/add", place: "result", value: "2026-11-27T15:30:00Z"),
        .init(
            target: "/v1/schedules/AAPL/add?time=2026-11-27T10:30&duration=90m&sessions=r&previous=true",
            path: "/v1/schedules/{symbol}/add", place: "result", value: "2026-11-25T20:30:00Z"),
        .init(
            target: "/v1/schedules/AAPL/offset?date=2026-11-25&days=2", path: "/v1/schedules/{symbol}/offset",
            place: "result", value: "2026-11-30"),
        .init(
            target: "/v1/schedules/AAPL/offset?date=2026-11-27&days=-1", path: "/v1/schedules/{symbol}/offset",
            place: "result", value: "2026-11-25"),
        .init(
            target: "/v1/schedules/AAPL/settle?date=2026-11-25&plus=1", path: "/v1/schedules/{symbol}/settle",
            place: "result", value: "2026-11-27"),
        .init(
            target: "/v1/schedules/AAPL/settle?date=2026-11-25&plus=1&joint=AAPL&days=any-trades",
            path: "/v1/schedules/{symbol}/settle", place: "result", value: "2026-11-27"),
        .init(
            target: "/v1/price/THYAO:TR/round?price=20.01&direction=up", path: "/v1/price/{symbol}/round",
            place: "text", value: "20.02"),
        .init(target: "/v1/price/THYAO:TR/round", path: "/v1/price/{symbol}/round", status: 400),
        .init(
            target: "/v1/price/THYAO:TR/ladder?price=20&above=1&below=1", path: "/v1/price/{symbol}/ladder",
            place: "steps.2.text", value: "19.99"),
        .init(target: "/v1/stats", path: "/v1/stats", place: "catalog.count", value: "8"),
        .init(
            target: "/schedule-view?symbol=AAPL&format=json&from=2026-03-06&to=2026-03-06", path: "/schedule-view",
            place: "sessions.1.start", value: "2026-03-06T09:30:00-05:00"),
        .init(
            target: "/schedule-view?symbol=AAPL&format=json&from=2026-03-06&to=2026-03-06&with=overnight",
            path: "/schedule-view", place: "sessions.0.start", value: "2026-03-05T20:00:00-05:00"),
        .init(target: "/schedule-view?symbol=AAPL&format=html", path: "/schedule-view"),
        .init(target: "/udf/config", path: "/udf/config", place: "supports_search", value: "1"),
        .init(target: "/udf/time", path: "/udf/time"),
        .init(
            target: "/udf/search?query=aap&type=stock&limit=5", path: "/udf/search", place: "0.symbol", value: "AAPL"),
        .init(
            target: "/udf/symbols?symbol=XNAS:AAPL", path: "/udf/symbols", place: "session", value: "0930-1600:23456"),
        .init(target: "/udf/symbols?symbol=EUR/USD", path: "/udf/symbols", place: "session", value: "1700-1700:23456"),
        .init(target: "/udf/symbols?symbol=T32", path: "/udf/symbols", place: "pricescale", value: "32"),
        .init(target: "/udf/symbols?symbol=NOPE", path: "/udf/symbols", place: "s", value: "error"),
        .init(
            target: "/udf/history?symbol=XNAS:AAPL&resolution=1D&to=1772496000&countback=3", path: "/udf/history",
            place: "made_up", value: "1"),
        .init(
            target: "/udf/history?symbol=NOPE&resolution=1D&to=1772496000&countback=3", path: "/udf/history",
            place: "errmsg", value: "unknown_symbol NOPE"),
        .init(target: "/udf/symbol_info?group=XNAS", path: "/udf/symbol_info", place: "symbol.0", value: "AAPL"),
        .init(target: "/ipf?TYPE=FOREX&fields=CURRENCY", path: "/ipf"),
        .init(target: "/ipf/all.ipf", path: "/ipf/all.ipf"),
        .init(target: "/ipf/all.ipf.gz", path: "/ipf/all.ipf.gz"),
        .init(target: "/ipf/all.ipf.zip", path: "/ipf/all.ipf.zip"),
        .init(target: "/ipf/all.zip", path: "/ipf/all.zip"),
        .init(target: "/healthz", path: "/healthz"),
        .init(target: "/readyz", path: "/readyz", place: "count", value: "8"),
        .init(target: "/metrics", path: "/metrics"),
        .init(target: "/openapi.json", path: "/openapi.json"),
        .init(target: "/v1/studies?symbol=AAPL", path: "/v1/studies", place: "mostFavourites", value: "12"),
        .init(target: "/v1/studies?symbol=NOPE", path: "/v1/studies", status: 404),
        .init(
            target: "/v1/studies/values?studies=SMA", path: "/v1/studies/values", place: "studies.0.uuid", value: "SMA"),
        .init(target: "/v1/studies/values?studies=NOPE", path: "/v1/studies/values", status: 404),
        .init(target: "/v1/settings?symbol=AAPL&aggregation=1d", path: "/v1/settings", place: "symbol", value: "AAPL"),
        .init(target: "/v1/settings?aggregation=never", path: "/v1/settings", status: 400),
        .init(target: "/v1/pictures/week/AAPL.svg?at=2026-11-27", path: "/v1/pictures/week/{symbol}.svg"),
        .init(target: "/v1/pictures/week?symbol=EUR/USD", path: "/v1/pictures/week/{symbol}.svg"),
        .init(target: "/v1/pictures/week/AAPL.svg?at=soon", path: "/v1/pictures/week/{symbol}.svg", status: 400),
        .init(
            target: "/v1/pictures/week/APPL.svg", path: "/v1/pictures/week/{symbol}.svg", status: 404,
            place: "suggestions.0.symbol", value: "AAPL"),
        .init(target: "/v1/pictures/week/NOHOURS.svg", path: "/v1/pictures/week/{symbol}.svg", status: 404),
        .init(
            target: "/v1/pictures/week/AAPL.svg?with=a,b,c,d,e,f", path: "/v1/pictures/week/{symbol}.svg", status: 400,
            place: "detail", value: "'with' names 6 others, expected at most 5."),
        .init(target: "/v1/pictures/week/AAPL.png?at=2026-11-27", path: "/v1/pictures/week/{symbol}.png"),
        .init(target: "/v1/pictures/year/AAPL.png?year=2026", path: "/v1/pictures/year/{symbol}.png"),
        .init(target: "/v1/pictures/year/AAPL.svg?year=2026", path: "/v1/pictures/year/{symbol}.svg"),
        .init(target: "/v1/pictures/year/AAPL.svg?year=0", path: "/v1/pictures/year/{symbol}.svg", status: 400),
        .init(target: "/chart", path: "/chart"),
        .init(target: "/studies", path: "/studies"),
        .init(target: "/settings", path: "/settings"),
        .init(target: "/", path: "/"),
    ]

    @Test func aSearchNamesTheVenue() async throws {
        let service = try ServiceFixture(defaults: .bundled)
        let reply = try await service.get("/v1/search?q=borsa+istanbul")
        #expect(
            try OpenAPIDocument().faults("/v1/search", "get", reply.status, reply.headers[.contentType], reply.body)
                == [])
        #expect(try reply.value("venue.symbol") == "XIST")
        #expect(try await service.get("/v1/search?q=apple").value("venue") == "nothing")
    }

    @Test(arguments: rows) func responsesMatchTheirDocumentation(_ row: Row) async throws {
        let service = try ServiceFixture()
        let reply = try await service.get(row.target)
        #expect(reply.status == row.status)
        let faults = try OpenAPIDocument().faults(
            row.path, "get", reply.status, reply.headers[.contentType], reply.body)
        #expect(faults == [])
        if !row.place.isEmpty { #expect(try reply.value(row.place) == row.value) }
        #expect(reply.headers[.xContentTypeOptions] == "nosniff")
    }

    /// At an instant without day and session, the answer contains only the time of the next opening.
    @Test func anInstantBetweenDaysHasOnlyTheNextOpening() async throws {
        var profile = ServiceFixture.profile("STOCK", "HOLE", "Closed on Wednesdays")
        profile.tradingHours = "W(tz=UTC;0=09001700;3=d+0000+0000)"
        let service = try ServiceFixture(ServerOptions(), [profile])
        let path = "/v1/schedules/{symbol}/at"
        let reply = try await service.get("/v1/schedules/HOLE/at?time=2024-03-06T12:00:00Z")
        #expect(try OpenAPIDocument().faults(path, "get", reply.status, reply.headers[.contentType], reply.body) == [])
        #expect(
            reply.text == """
                {"symbol":"HOLE","venue":"W","zone":"UTC","time":"2024-03-06T12:00:00Z","isOpen":false,\
                "changesAt":"2024-03-07T09:00:00Z"}
                """)
        let next = try await service.get("/v1/schedules/HOLE/next?time=2024-03-06T12:00:00Z&filter=any")
        #expect(try next.value("session.start") == "2024-03-07T00:00:00Z")
        for target in ["/udf/symbols?symbol=HOLE", "/v1/schedules/HOLE/days?from=2024-03-05&to=2024-03-08"] {
            #expect(try await service.get(target).status == 200)
        }
    }

    /// A venue with invalid defaults is listed, but asking for it is an error. Other venues aren't affected.
    @Test(arguments: [
        ("", 200, "GOOD"), ("&venue=GOOD", 200, "GOOD"), ("&venue=NONE", 404, "its venues are GOOD, BAD."),
        ("&venue=BAD", 422, "in the defaults of venue BAD: hour 25: expected 00 to 23"),
    ])
    func anInvalidVenueIsListedButRefused(query: String, status: Int, text: String) async throws {
        var profile = ServiceFixture.profile("STOCK", "TWO", "Traded on two venues")
        profile.tradingHours = "GOOD();BAD()"
        let service = try ServiceFixture(ServerOptions(), [profile])
        service.catalog.replace(
            try ScheduleDefaults(parsing: "tv.GOOD=tz=UTC;0=09001700\ntv.BAD=tz=UTC;0=25002600"))
        let reply = try await service.get("/v1/schedules/TWO/days?from=2024-03-05&to=2024-03-05\(query)")
        #expect(reply.status == status && reply.text.contains(text), "\(reply.text)")
    }

    @Test func everyRouteIsDocumentedAndTested() throws {
        let documented = try OpenAPIDocument().documentedPaths
        let asked = Set(Self.rows.map(\.path)).union(["/v1/lookup", "/v1/changes", "/v1/studies/{symbol}"])
        #expect(documented == asked)
        // These routes serve files and views of the page to browsers, so the OpenAPI file does not describe them.
        let forBrowsers = ["/page/", "/instrument/", "/compare", "/calendar/"]
        let served = Set(ServiceRoutes.all.map(\.path)).filter { path in !forBrowsers.contains { path.hasPrefix($0) } }
        #expect(documented == served)
    }

    /// A change must name its study in the path.
    @Test func changesNeedTheStudyInThePath() async throws {
        let reply = try await ServiceFixture().send(
            .post, "/v1/studies?symbol=AAPL", [.contentType: "application/json"], body: "{}")
        #expect(reply.status == 405 && reply.headers[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test func operationNamesAreUnique() throws {
        let operations = try OpenAPIDocument().operations
        #expect(operations.count == 53)
        #expect(Set(operations).count == operations.count && !operations.contains(""))
    }

    @Test func lookupAnswersEachIdentifier() async throws {
        let service = try ServiceFixture()
        let body = #"{"identifiers": ["AAPL", {"isin": "US0378331005"}, {"isin": "US0378331006"}, {"what": "x"}, 3]}"#
        let reply = try await service.send(.post, "/v1/lookup", body: body)
        #expect(reply.status == 200)
        #expect(try OpenAPIDocument().faults("/v1/lookup", "post", 200, reply.headers[.contentType], reply.body) == [])
        #expect(try reply.value("answers.1.profiles.0.SYMBOL") == "AAPL")
        #expect(try reply.value("answers.2.error").contains("check digit"))
        #expect(try reply.value("answers.3.error").contains("no kind of identifier"))
        #expect(try await service.send(.post, "/v1/lookup", body: "[]").status == 400)
        let written =
            #"{"identifiers": ["AAPL US Equity", {"notation": "us-037833-1005"}, "none at all"], "on": "2026-11-21"}"#
        let understood = try await service.send(.post, "/v1/lookup", body: written)
        #expect(
            try OpenAPIDocument().faults("/v1/lookup", "post", 200, understood.headers[.contentType], understood.body)
                == [])
        #expect(try understood.value("answers.0.identifier.kind") == "notation")
        #expect(try understood.value("answers.0.profiles.0.SYMBOL") == "AAPL")
        #expect(try understood.value("answers.0.understood.0").contains("AAPL"))
        #expect(try understood.value("answers.1.profiles.0.SYMBOL") == "AAPL")
        #expect(try understood.value("answers.2.error") == "SYMBOL none at all: not in the catalog")
        let wrongDay = #"{"identifiers": [], "on": "soon"}"#
        #expect(try await service.send(.post, "/v1/lookup", body: wrongDay).status == 400)
        let many = "{\"identifiers\": [" + (0...1000).map { "\"S\($0)\"" }.joined(separator: ",") + "]}"
        #expect(try await service.send(.post, "/v1/lookup", body: many).status == 400)
    }

    @Test func rangesOfHighlightsCountUTF16() async throws {
        let service = try ServiceFixture(
            ServerOptions(), [ServiceFixture.profile("STOCK", "A", "😀 TÜRK HAVA")])
        let reply = try await service.get("/v1/search?q=hava")
        #expect(try reply.value("results.0.match.highlights.0.ranges.0.0") == "8")
        #expect(try reply.value("results.0.match.highlights.0.ranges.0.1") == "12")
    }

    /// The name is both an underlying and a product, and it has two calls at one strike.
    @Test func chainsContainAllOptionsOfAName() async throws {
        let option = { (symbol: String, change: (inout InstrumentProfile) -> Void) in
            ServiceFixture.profile("OPTION", symbol, "") {
                ($0.underlying, $0.cfi, $0.strike) = ("X", "OCASPS", 10)
                $0.expiration = CalendarDate(year: 2027, month: 1, day: 15)
                change(&$0)
            }
        }
        let stock = ServiceFixture.profile("STOCK", "Y", "") {
            ($0.underlying, $0.cfi, $0.expiration) = ("X", "OCASPS", CalendarDate(year: 2027, month: 1, day: 15))
        }
        let service = try ServiceFixture(
            ServerOptions(),
            [
                stock, option(".1") { _ in }, option(".2") { _ in },
                option(".3") { ($0.underlying, $0.product, $0.cfi) = ("/F", "X", "OPASPS") },
            ])
        for (symbol, body) in [
            (
                "X",
                #"{"underlying":"X","product":"X","options":3,"series":[{"expiration":"2027-01-15","multiplier":0,"#
                    + #""cfi":"OXASPS","strikes":[{"strike":10,"call":".1","calls":[".1",".2"],"put":".3"}]}]}"#
            ),
            (
                "/F",
                #"{"underlying":"/F","options":1,"series":[{"expiration":"2027-01-15","multiplier":0,"cfi":"OXASPS","#
                    + #""strikes":[{"strike":10,"put":".3"}]}]}"#
            ),
        ] {
            let reply = try await service.get("/v1/chains/\(symbol)")
            #expect(reply.text == body)
            let faults = try OpenAPIDocument().faults(
                "/v1/chains/{symbol}", "get", reply.status, reply.headers[.contentType], reply.body)
            #expect(faults == [])
        }
    }
}

import Foundation
import HTTPTypes
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// `/udf/history`, and the members of `/udf/symbols` about bars.
@Suite struct FeedHistoryTests {
    private let folder: TemporaryFolder
    private let service: ServiceFixture
    private let madeUp: ServiceFixture

    init() throws {
        folder = try TemporaryFolder()
        let daily = "time,open,high,low,close\n2026-11-20,1,2,1,2\n2026-11-23,2,3,2,3\n2026-11-25,3,4,3,4\n"
        let minutes =
            "time,open,high,low,close,volume\n2026-11-20T14:30:00Z,1,2,1,2,10\n2026-11-20T14:35:00Z,2,3,2,3,10\n"
        for (name, text) in [
            ("AAPL.csv", daily), ("AAPL-5.csv", minutes), ("EUR%2FUSD-D.csv", daily + "soon,1,1,1,1\n"),
        ] { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
        var options = ServerOptions()
        options.barFolder = folder.url.path
        service = try ServiceFixture(options)
        madeUp = try ServiceFixture()
    }

    private func get(_ query: String, _ service: ServiceFixture) async throws -> String {
        let reply = try await service.get("/udf/" + query)
        let path = "/udf/" + query.prefix { $0 != "?" }
        let type = reply.headers[.contentType]
        #expect(try OpenAPIDocument().faults(path, "get", reply.status, type, reply.body) == [])
        #expect(reply.status == 200)
        return reply.text
    }

    @Test(arguments: [
        (
            "symbol=AAPL&resolution=1D&from=0&to=1900000000",
            #"{"s":"ok","t":[1795132800,1795392000,1795564800],"o":[1,2,3],"h":[2,3,4],"l":[1,2,3],"c":[2,3,4]}"#
        ),
        // The range includes `from`, but not `to`.
        (
            "symbol=AAPL&resolution=D&from=1795132800&to=1795392000",
            #"{"s":"ok","t":[1795132800],"o":[1],"h":[2],"l":[1],"c":[2]}"#
        ),
        // The bar of a week or a month has the time of its first trading day.
        (
            "symbol=AAPL&resolution=1W&to=1900000000&countback=9",
            #"{"s":"ok","t":[1794787200,1795392000],"o":[1,2],"h":[2,4],"l":[1,2],"c":[2,4]}"#
        ),
        (
            "symbol=XNAS:AAPL&resolution=M&to=1900000000&countback=9&from=1800000000",
            #"{"s":"ok","t":[1793577600],"o":[1],"h":[4],"l":[1],"c":[4]}"#
        ),
        (
            "symbol=AAPL&resolution=15&to=1900000000&countback=1",
            #"{"s":"ok","t":[1795185000],"o":[1],"h":[3],"l":[1],"c":[3],"v":[20]}"#
        ),
        ("symbol=AAPL&resolution=5&from=1795185600&to=1795190000", #"{"s":"no_data","nextTime":1795185300}"#),
        ("symbol=AAPL&resolution=5&from=0&to=1795185000", #"{"s":"no_data"}"#),
        ("symbol=AAPL&resolution=1&from=0&to=1900000000", #"{"s":"no_data"}"#),
        ("symbol=THYAO:TR&resolution=1D&from=0&to=1900000000", #"{"s":"no_data"}"#),
        (
            "symbol=EUR/USD&resolution=1D&from=0&to=1900000000",
            #"{"s":"error","errmsg":"EUR%2FUSD-D.csv, line 5, column 1: found “soon”, expected a date such as 2026-11-20, or seconds since 1970"}"#
        ),
    ])
    func barsOfFilesAreServed(_ query: String, _ text: String) async throws {
        #expect(try await get("history?" + query, service) == text)
    }

    @Test(arguments: [
        ("resolution=1D&from=0&to=1", "The symbol is missing; add it to the path, percent-encoded, or as '?symbol='."),
        ("symbol=NOPE&resolution=1D&from=0&to=1", "unknown_symbol NOPE"),
        (
            "symbol=AAPL&from=0&to=1",
            "'resolution' is '', expected one of 1, 3, 5, 15, 30, 45, 60, 120, 180, 240, 1D, 1W, 1M, 3M."
        ),
        (
            "symbol=AAPL&resolution=7&from=0&to=1",
            "'resolution' is '7', expected one of 1, 3, 5, 15, 30, 45, 60, 120, 180, 240, 1D, 1W, 1M, 3M."
        ),
        ("symbol=AAPL&resolution=1D&from=0", "'to' is missing; expected seconds since 1970."),
        ("symbol=AAPL&resolution=1D&to=soon&from=0", "'to' is 'soon', expected seconds since 1970."),
        ("symbol=AAPL&resolution=1D&to=5", "'from' is missing; expected seconds since 1970, or 'countback'."),
        ("symbol=AAPL&resolution=1D&from=x&to=5", "'from' is 'x', expected seconds since 1970."),
        ("symbol=AAPL&resolution=1D&from=9&to=5", "'from' must be before 'to'; found 9 and 5."),
        (
            "symbol=AAPL&resolution=1D&to=5&countback=0",
            "'countback' is '0', expected a whole number from 1 to 20000."
        ),
        (
            "symbol=AAPL&resolution=1D&from=0&to=1&session=night",
            "'session' is 'night', expected regular, premarket, postmarket, overnight or extended."
        ),
        (
            "symbol=AAPL&resolution=1&from=1600000000&to=1700000000",
            "1600000000 to 1700000000 contains more than 20000 bars of 1; use a shorter interval or 'countback'."
        ),
    ])
    func invalidRequestsAreErrorsOfTheFeed(_ query: String, _ sentence: String) async throws {
        let reply = try await madeUp.get("/udf/history?" + query)
        #expect(try reply.value("s") == "error")
        #expect(try reply.value("errmsg") == sentence)
        #expect(
            try OpenAPIDocument().faults("/udf/history", "get", 200, reply.headers[.contentType], reply.body) == [])
    }

    @Test func syntheticBarsAreMarked() async throws {
        let history = try await get("history?symbol=AAPL&resolution=5&to=1795809600&countback=3", madeUp)
        #expect(history.contains(#""made_up":true"#) && history.contains(#""v":["#))
        #expect(
            try await get("history?symbol=AAPL&resolution=1D&from=0&to=5", madeUp) == #"{"s":"no_data","made_up":true}"#
        )
        let weekend = try await get("history?symbol=AAPL&resolution=1D&from=1732320000&to=1732492800", madeUp)
        #expect(weekend == #"{"s":"no_data","nextTime":1732233600,"made_up":true}"#)
        let symbol = try await madeUp.get("/udf/symbols?symbol=AAPL")
        #expect(try symbol.value("made_up") == "1")
        #expect(try symbol.value("price_sources.0.name") == "made-up prices")
        #expect(try symbol.value("price_source_id") == "made-up")
        // An index has no volume.
        let index = try await get("history?symbol=NOHOURS&resolution=60&to=1732492800&countback=3", madeUp)
        #expect(index.contains(#""t":[1732482000,1732485600,1732489200]"#) && !index.contains(#""v""#))
    }

    /// An expired instrument has no bars after its last day.
    @Test func expiredInstrumentsHaveNoBarsAfterTheirLastDay() async throws {
        let service = try ServiceFixture(
            ServerOptions(),
            [
                ServiceFixture.profile("FUTURE", "/OLD", "Expired") {
                    $0.expiration = CalendarDate(year: 2025, month: 3, day: 21)
                }
            ])
        let reply = try await service.get("/udf/history?symbol=/OLD&resolution=1D&to=1900000000&countback=1")
        #expect(try reply.value("t.0") == "1742515200")
    }

    /// `/udf/symbols` describes the bars that exist.
    @Test func symbolsDescribeTheAvailableBars() async throws {
        for (symbol, place, value) in [
            ("AAPL", "has_intraday", "1"), ("AAPL", "has_daily", "1"), ("AAPL", "has_weekly_and_monthly", "1"),
            ("AAPL", "intraday_multipliers.0", "5"), ("AAPL", "supported_resolutions.0", "5"),
            ("AAPL", "supported_resolutions.10", "1M"),
            ("AAPL", "supported_resolutions.11", "3M"), ("AAPL", "visible_plots_set", "ohlcv"),
            ("AAPL", "made_up", "nothing"), ("EUR/USD", "has_intraday", "0"),
            ("EUR/USD", "supported_resolutions.0", "1D"),
            ("EUR/USD", "visible_plots_set", "ohlc"), ("EUR/USD", "intraday_multipliers", "nothing"),
            ("T32", "supported_resolutions.0", "1D"), ("T32", "has_weekly_and_monthly", "0"),
        ] {
            let reply = try await service.get("/udf/symbols?symbol=\(symbol)")
            #expect(try reply.value(place) == value, "\(symbol) \(place)")
        }
        _ = try await get("symbols?symbol=AAPL", service)
        _ = try await get("symbols?symbol=AAPL", madeUp)
        let group = try await service.get("/udf/symbol_info?group=XNAS")
        #expect(try group.value("has-intraday.0") == "1" && group.value("supported-resolutions.0.0") == "5")
        let config = try await madeUp.get("/udf/config")
        #expect(try config.value("supported_resolutions.0") == "1" && config.value("supported_resolutions.13") == "3M")
        #expect(try config.value("exchanges.1.name") != config.value("exchanges.1.value"))
    }

    /// A changed file is used from the next request on.
    @Test func changedFilesAreUsedFromTheNextRequestOn() async throws {
        let query = "history?symbol=T32&resolution=1D&from=0&to=1900000000"
        #expect(try await get(query, service) == #"{"s":"no_data"}"#)
        let path = folder.url.appending(path: "T32-D.csv")
        try Data("time,open,high,low,close\n2026-11-20,1,2,1,2\n".utf8).write(to: path)
        #expect(try await get(query, service).contains("[1795132800]"))
        try Data("time,open,high,low,close\n".utf8).write(to: path)
        #expect(try await get(query, service) == #"{"s":"no_data"}"#)
    }
}

import InstrumentCatalog
import Testing

@testable import CatalogServer

/// The names by which charts request instruments from the feed.
@Suite struct FeedSymbolTests {
    /// The text before a colon must be an exchange of the instrument, otherwise the name is not found.
    @Test(arguments: [
        ("AAPL", "AAPL"), ("XNAS:AAPL", "AAPL"), ("XNYS:T", "T"), ("/ESZ26:XCME", "/ESZ26:XCME"),
        ("NASDAQ:AAPL", "AAPL"),
        ("AAPL US Equity", "AAPL"), ("LSE:T", ""), ("7203:T", ""), ("FOO:AAPL", ""), ("XLON:AAPL", ""), (":AAPL", ""),
        ("XNAS:XNAS:AAPL", ""), ("", ""),
    ]) func symbolsAreResolvedWithTheirExchange(_ text: String, _ symbol: String) async throws {
        let share = ServiceFixture.profile("STOCK", "T", "AT&T Inc.") { $0.opol = "XNYS" }
        let service = try ServiceFixture(ServerOptions(), ServiceFixture.profiles + [share])
        let name = text.replacing(" ", with: "%20")
        let reply = try await service.get("/udf/symbols?symbol=\(name)")
        #expect(try reply.value("name") == (symbol.isEmpty ? "nothing" : symbol))
        if symbol.isEmpty, !text.isEmpty { #expect(reply.text.contains("unknown_symbol"), "\(reply.text)") }
        let bars = try await service.get("/udf/history?symbol=\(name)&resolution=D&to=1764000000&countback=1")
        #expect(bars.text.contains("unknown_symbol") == (symbol.isEmpty && !text.isEmpty))
    }

    /// Tel Aviv has traded from Monday to Friday since 2026-01-05; before, it traded from Sunday to Thursday.
    @Test(arguments: [
        (CalendarDate(year: 2026, month: 11, day: 27), "23456"), (CalendarDate(year: 2026, month: 1, day: 5), "23456"),
        (CalendarDate(year: 2027, month: 12, day: 31), "23456"), (CalendarDate(year: 2025, month: 12, day: 1), "12345"),
    ]) func sessionsDescribeTheCurrentWeek(_ today: CalendarDate?, _ days: String) throws {
        let schedule = try Trading.Schedule("XTAE()", defaults: .bundled)
        let sessions = FeedSessions(schedule, today: try #require(today))
        let told = sessions.regular.session.split(separator: "|").flatMap { $0.split(separator: ":")[1] }
        #expect(String(told.sorted()) == days, "\(sessions.regular.session)")
        // Days that differ from the present week are listed as corrections or holidays, so charts show all trading.
        #expect(days == "12345" || sessions.regular.corrections.contains("20251228"))
    }
}

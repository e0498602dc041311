import MarketRules
import Testing

/// The program of the module's documentation page, verbatim except for `print`.
@Suite struct PriceDocumentationTests {
    @Test func theDocumentedProgramRuns() throws {
        let schedule = try Trading.Schedule("NewYorkETH()")
        let session = try #require(try schedule.session(at: Instant(seconds: 1_783_000_000)))
        #expect(
            "\(schedule.zone) \(session.date) \(session.type) \(session.start) \(session.end)"
                == "America/New_York 2026-07-02 regular 2026-07-02T13:30:00Z 2026-07-02T20:00:00Z")

        let rules = try PriceIncrements("0.0001 1; 0.01")
        #expect(rules.format(rules.round(227.1249)) == "227.12")
    }
}

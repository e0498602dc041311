import MarketRules
import Scanning
import Testing

/// Hours in brokers' notation.
struct BrokerHoursTests {
    private static func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text: text)) }

    /// Parsing the written hours yields the original hours, without differences.
    @Test(arguments: [
        (
            "XNYS()", Trading.SessionFilter.trading, "2026-11-26", "2026-11-28",
            "20261126:CLOSED;20261127:0930-20261127:1300;20261128:CLOSED"
        ),
        // Adjacent sessions are merged.
        (
            "NewYorkETH()", .trading, "2026-11-25", "2026-11-26", "20261125:0400-20261125:2000;20261126:CLOSED"
        ),
        ("NewYorkETH()", .regular, "2026-11-25", "2026-11-25", "20261125:0930-20261125:1600"),
        (
            "XTKS()", .trading, "2026-11-27", "2026-11-27",
            "20261127:0900-20261127:1130,20261127:1230-20261127:1530"
        ),
        // Monday starts on Sunday evening; Saturday has no sessions.
        (
            "FX()", .trading, "2026-11-27", "2026-11-30",
            "20261127:CLOSED;20261128:CLOSED;20261129:1700-20261130:1700;20261130:1700-20261201:1700"
        ),
        ("CRYPTO()", .trading, "2026-11-28", "2026-11-28", "20261128:0000-20261129:0000"),
        // Bounds are rounded outward to minutes. The range includes a change of daylight saving time.
        (
            "X(tz=Europe/Berlin;td=1234567;de=2230;0=-223000013030)", .trading, "2026-10-24", "2026-10-24",
            "20261024:2230-20261025:0131"
        ),
    ])
    func writtenHoursAreReadBack(
        _ hours: String, _ filter: Trading.SessionFilter, _ first: String, _ last: String, _ text: String
    ) throws {
        let schedule = try Trading.Schedule(hours)
        let written = BrokerHours(schedule, try Self.date(first)...Self.date(last), filter)
        #expect(written.description == text)
        let read = try BrokerHours(parsing: text)
        #expect(read == written)
        #expect(read.differences(from: schedule, filter).isEmpty)
    }

    @Test(arguments: [
        ("20261127:0930-1300", "20261127:0930-20261127:1300"),
        ("20090507:0700-1830,1830-2330;20090508:CLOSED", "20090507:0700-20090507:2330;20090508:CLOSED"),
        ("20261127:0900-1130;20261127:1230-1530;", "20261127:0900-20261127:1130,20261127:1230-20261127:1530"),
        ("20261127:0000-2400", "20261127:0000-20261128:0000"),
        (
            "20261127:0400-20261127:0800,20261127:0930-20261127:2000",
            "20261127:0400-20261127:0800,20261127:0930-20261127:2000"
        ),
    ])
    func otherFormsAreParsed(_ text: String, _ expected: String) throws {
        #expect(try BrokerHours(parsing: text).description == expected)
    }

    @Test func differingDatesAreFound() throws {
        let told = try BrokerHours(
            parsing:
                "20261125:0930-20261125:1600;20261126:0930-20261126:1300;20261127:0930-20261127:1600;20261129:CLOSED")
        let found = told.differences(from: try Trading.Schedule("XNYS()"), .trading)
        #expect(found.map(\.date.description) == ["2026-11-26", "2026-11-27"])
        #expect(found.map { $0.theirs.map(\.end) } == [[780], [960]])
        #expect(found.map { $0.ours.map(\.end) } == [[], [780]])
    }

    @Test(arguments: [
        ("", "column 1: expected a date YYYYMMDD"),
        ("20261327:CLOSED", "column 1: expected a date YYYYMMDD"),
        ("20261127", "column 9: expected : after the date"),
        ("20261127:closed", "column 10: expected a time HHMM, or CLOSED"),
        ("20261127:0930", "column 14: expected - and an end"),
        ("20261127:0930-20261127:1360", "column 24: expected a time HHMM, or CLOSED"),
        ("20261127:0930-20261127:1300 ", "column 28: expected , or ; or the end"),
        (
            "20261127:1800-1700",
            "column 10: the hours end before they start; write the date before an end on the next date"
        ),
        ("20261127:1800-20270127:1700", "column 10: the hours last more than 10 days"),
        (
            "20261127:CLOSED;20261126:CLOSED",
            "column 17: 2026-11-26 follows 2026-11-27; expected dates in ascending order"
        ),
        (
            "20261127:CLOSED;20261127:0930-1300",
            "column 26: 2026-11-27 has hours here, but is CLOSED in an earlier entry; expected only one of them"
        ),
        (
            "20261127:0930-1300;20261127:CLOSED",
            "column 20: 2026-11-27 is CLOSED here, but has hours in an earlier entry; expected only one of them"
        ),
        (
            "20261127:0930-1300,1200-1400",
            "column 20: the hours overlap the previous ones; expected ascending hours without overlap"
        ),
        (
            "20261126:1800-20261127:1700;20261127:1600-1800",
            "column 38: the hours overlap the previous ones; expected ascending hours without overlap"
        ),
    ])
    func malformedHoursAreErrors(_ text: String, _ reason: String) {
        #expect { try BrokerHours(parsing: text) } throws: { ($0 as? GrammarError)?.reason == reason }
    }
}

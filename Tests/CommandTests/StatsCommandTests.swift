import TestSupport
import Testing

@Suite struct StatsCommandTests {
    @Test func text() throws {
        let result = try FilterFixture().run(["stats", "new.catalog", "--defaults", "defaults"])
        #expect(result.status == 0, "\(result.errors)")
        // The size and the sections are those of the file's format.
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("  size ") }
        let sections = lines.firstIndex { $0.hasPrefix("  SECTION ") } ?? lines.endIndex
        #expect(
            lines[..<sections].joined(separator: "\n") == """
                new.catalog
                  instruments                               12
                  complete                                 yes
                  removed by the last import                 0
                  distinct trading hours                     1
                  distinct price increments                  0
                  trading hours that can't be read           0
                  holidays known until              2027-12-25

                  TYPE    INSTRUMENTS
                  OPTION            5
                  FUTURE            3
                  STOCK             3
                  ETF               1

                  OPOL  INSTRUMENTS
                  XIST            1
                  XNAS            1
                  XNYS            1

                  HOLIDAYS UP TO  TRADING HOURS  INSTRUMENTS
                  2027-12-25                  1            2

                """)
        #expect(lines[sections...].contains { $0.hasPrefix("  chain rows of UNDERLYING ") })
    }

    @Test func json() throws {
        let result = try FilterFixture().run(["stats", "old.catalog", "--defaults", "defaults", "--format", "json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.hasPrefix(
                """
                {"catalog": "old.catalog", "instruments": 12, "complete": true, "removed": 0, \
                "types": {"OPTION": 5, "STOCK": 4, "FUTURE": 3}, \
                "venues": {"XIST": 1, "XLON": 1, "XNAS": 1, "XNYS": 1}, "tradingHours": 1, "priceIncrements": 0, \
                "holidaysUntil": "2027-12-25", \
                "schedules": [{"tradingHours": "NYSE()", "instruments": 2, "holidaysUntil": "2027-12-25"}], \
                "bytes": 
                """))
    }
}

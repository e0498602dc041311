import Foundation
import TestSupport
import Testing

@Suite struct StatsCommandTests {
    @Test func statisticsArePrintedAsText() throws {
        let result = try FilterFixture().run(["stats", "new.catalog", "--defaults", "defaults"])
        #expect(result.status == 0, "\(result.errors)")
        // The size and the sections are those of the file.
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
                  instruments with these hours               0
                  holidays known until              2027-12-31

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
                  2027-12-31                  1            2

                  VENUE  HOLIDAYS UP TO
                  NYSE   2027-12-31

                """)
        #expect(lines[sections...].contains { $0.hasPrefix("  chain rows of UNDERLYING ") })
    }

    /// Two instruments have the same hours, which can't be read because they refer to an unknown list.
    @Test func unreadableHoursAreCounted() throws {
        let folder = try TemporaryFolder()
        let lines = ["A,X(tz=UTC;hd=NOPE;0=)", "B,X(tz=UTC;hd=NOPE;0=)", "C,X(tz=UTC;0=)"].map { "S,\($0)\n" }.joined()
        try Data("#S::=TYPE,SYMBOL,TRADING_HOURS\n\(lines)##COMPLETE\n".utf8)
            .write(to: URL(filePath: folder.path("a.ipf")))
        func run(_ arguments: String...) throws -> String {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        _ = try run("import", "a.ipf", "-o", "a.ipfc")
        let text = try run("stats", "a.ipfc").split(separator: "\n")
        #expect(text.contains { $0.hasPrefix("  trading hours that can't be read ") && $0.hasSuffix(" 1") })
        #expect(text.contains { $0.hasPrefix("  instruments with these hours ") && $0.hasSuffix(" 2") })
        let json = try run("stats", "a.ipfc", "--format", "json")
        #expect(json.contains("\"unreadableTradingHours\": 1, \"instrumentsWithUnreadableTradingHours\": 2, "))
        let line = "2 instruments have trading hours that can't be read with these schedule defaults; first"
        let fault = "neither a date YYYYMMDD nor a list hd.NAME of the defaults: \"NOPE\""
        #expect(
            try run("verify", "a.ipfc") == """
                a.ipfc: \(line) X(tz=UTC;hd=NOPE;0=): \(fault)
                a.ipfc: catalog of 3 instruments, no findings

                """)
        try Data("hd.NOPE=20260101\n".utf8).write(to: URL(filePath: folder.path("d")))
        #expect(try run("verify", "a.ipfc", "--overlay", "d") == "a.ipfc: catalog of 3 instruments, no findings\n")
    }

    @Test func statisticsArePrintedAsJSON() throws {
        let result = try FilterFixture().run(["stats", "old.catalog", "--defaults", "defaults", "--format", "json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.hasPrefix(
                """
                {"catalog": "old.catalog", "instruments": 12, "complete": true, "removed": 0, \
                "types": {"OPTION": 5, "STOCK": 4, "FUTURE": 3}, \
                "venues": {"XIST": 1, "XLON": 1, "XNAS": 1, "XNYS": 1}, "tradingHours": 1, "priceIncrements": 0, \
                "unreadableTradingHours": 0, "instrumentsWithUnreadableTradingHours": 0, "holidaysUntil": "2027-12-31", \
                "venuesHolidaysUntil": {"NYSE": "2027-12-31"}, \
                "schedules": [{"tradingHours": "NYSE()", "instruments": 2, "holidaysUntil": "2027-12-31"}], \
                "bytes": 
                """))
    }
}

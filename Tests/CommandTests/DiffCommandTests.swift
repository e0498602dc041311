import Foundation
import TestSupport
import Testing

/// `ipf diff`, and `ipf merge`, which reads its output.
@Suite struct DiffCommandTests {
    @Test func differencesArePrintedInEachFormat() throws {
        let fixture = try FilterFixture()
        for (format, output) in Self.answers {
            let result = try fixture.run(["diff", "old.catalog", "new.catalog", "--format", format])
            #expect(result.output == output && result.status == 0 && result.errors.isEmpty, "\(format): \(result)")
        }
    }

    @Test func exitCodeReportsDifferences() throws {
        let fixture = try FilterFixture()
        for format in ["text", "jsonl", "ipf"] {
            let different = try fixture.run(["diff", "old.catalog", "new.catalog", "--exit-code", "--format", format])
            #expect(different.status == 1 && !different.output.isEmpty && different.errors == "", "\(different)")
            let same = try fixture.run(["diff", "old.catalog", "old.catalog", "--exit-code", "--format", format])
            #expect(same.status == 0 && same.errors == "", "\(same)")
        }
        #expect(try fixture.run(["diff", "old.catalog", "nowhere", "--exit-code"]).status == 4)
    }

    private static let answers = [
        (
            "text",
            """
            ~ STOCK AAPL  SECTOR "Technology" → "Hardware"
            - STOCK GONE
            ~ STOCK IBM  DESCRIPTION "Big Blue" → "International Business Machines"
            + ETF SPY
            1 added, 1 removed, 2 changed, 9 unchanged

            """
        ),
        (
            "jsonl",
            """
            {"change": "changed", "symbol": "AAPL", "fields": {"SECTOR": {"old": "Technology", "new": "Hardware"}}}
            {"change": "removed", "symbol": "GONE", "profile": {"COUNTRY": "GB", "CURRENCY": "GBX", \
            "DESCRIPTION": "Gone & Sons", "EXCHANGES": "XLON", "OPOL": "XLON", "SYMBOL": "GONE", "TYPE": "STOCK"}}
            {"change": "changed", "symbol": "IBM", "fields": {"DESCRIPTION": {"old": "Big Blue", \
            "new": "International Business Machines"}}}
            {"change": "added", "symbol": "SPY", "profile": {"CURRENCY": "USD", "SYMBOL": "SPY", "TYPE": "ETF"}}

            """
        ),
        (
            "ipf",
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,TRADING_HOURS,SECTOR
            STOCK,AAPL,Apple Inc.,US,XNAS,XBOS;XNAS,USD,NYSE(),Hardware
            #REMOVED::=TYPE,SYMBOL
            REMOVED,GONE
            STOCK,IBM,International Business Machines,US,XNYS,XNYS;XPHL,USD,NYSE(),Technology
            #ETF::=TYPE,SYMBOL,CURRENCY
            ETF,SPY,USD
            ##COMPLETE

            """
        ),
    ]

    @Test func mergingTheDifferenceGivesTheNewCatalog() throws {
        let fixture = try FilterFixture()
        let changes = try fixture.run(["diff", "old.catalog", "new.catalog", "--format", "ipf"])
        try Data(changes.output.utf8).write(to: URL(filePath: fixture.folder.path("changes.ipf")))
        let merged = try fixture.run(["merge", "old.catalog", "changes.ipf", "-o", "merged.catalog"])
        #expect(
            merged.output
                == "merged.catalog: 12 instruments, from 12 and 4 records merged onto them; symbols removed: 1\n")
        #expect(merged.status == 0 && merged.errors.isEmpty)
        let difference = try fixture.run(["diff", "new.catalog", "merged.catalog"])
        #expect(difference.output == "0 added, 0 removed, 0 changed, 12 unchanged\n")
    }

    @Test func catalogsCanBeMerged() throws {
        let fixture = try FilterFixture()
        let merged = try fixture.run(["merge", "old.catalog", "new.catalog", "-o", "both.catalog", "--json"])
        #expect(
            merged.output.hasPrefix(
                """
                {"catalog": "both.catalog", "instruments": 13, "before": 12, "merged": 12, "removed": 0, \
                "complete": true, "bytes": 
                """))
        // The output of this merge is one of its inputs. Symbols that a catalog's last import removed are removed here.
        try Data("#REMOVED::=TYPE,SYMBOL\nREMOVED,SPY\n".utf8).write(to: URL(filePath: fixture.folder.path("r.ipf")))
        #expect(try fixture.run(["import", "r.ipf", "-o", "r.catalog"]).status == 0)
        let reduced = try fixture.run(["merge", "new.catalog", "r.catalog", "-o", "new.catalog"])
        #expect(
            reduced.output
                == "new.catalog: 11 instruments, from 12 and 1 records merged onto them; symbols removed: 1\n")
        #expect(reduced.errors == "ipf: warning: r.catalog: no ##COMPLETE was found, so the source may be truncated\n")
        #expect(try fixture.run(["lookup", "new.catalog", "SPY"]).errors.contains("the last import removed it"))
    }

    @Test func unreadableCatalogsAreErrors() throws {
        let fixture = try FilterFixture()
        #expect(try fixture.run(["diff", "old.catalog", "new.ipf"]).status == 3)
        #expect(try fixture.run(["diff", "old.catalog", "nowhere"]).status == 4)
        #expect(try fixture.run(["merge", "old.ipf", "new.catalog", "-o", "x"]).status == 3)
        #expect(try fixture.run(["merge", "old.catalog", "nowhere", "-o", "x"]).status == 4)
        #expect(try fixture.run(["merge", "old.catalog", "new.catalog"]).status == 2)
    }
}

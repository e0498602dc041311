import Foundation
import TestSupport
import Testing

/// The commands that write and query catalog files with history.
@Suite struct HistoryCommandTests {
    private let folder: TemporaryFolder

    /// Makes three imports. The first has FB and an option. In the second, FB becomes META, and the option is removed.
    /// In the third, META has another description.
    init() throws {
        folder = try TemporaryFolder()
        for (day, text) in [
            ("2026-01-05", "STOCK,FB,Facebook,US30303M1027,\nOPTION,.FB260116C100,,,2026-01-16\n"),
            ("2026-02-05", "STOCK,META,Facebook,US30303M1027,\n"),
            ("2026-03-05", "STOCK,META,Meta Platforms,US30303M1027,\nSTOCK,NEW,New,,\n"),
        ] {
            try write(text)
            let result = try ipf([
                "import", "a.ipf", "-o", "a.ipfc", "--keep-history", "--valid-from", "\(day)T06:00:00Z", "--json",
                "--allow-shrink",
            ])
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    private func write(_ text: String) throws {
        let text =
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,EXPIRATION\n#OPTION::=TYPE,SYMBOL,DESCRIPTION,ISIN,EXPIRATION\n"
            + text + "##COMPLETE\n"
        try Data(text.utf8).write(to: URL(filePath: folder.path("a.ipf")))
    }

    private func ipf(_ arguments: [String]) throws -> Command.Result { try Command.run(arguments, in: folder.url) }

    @Test func listsAnswerForAPointInTime() throws {
        func symbols(_ arguments: [String]) throws -> [String] {
            let result = try ipf(
                ["list", "a.ipfc", "--format", "csv", "--order", "symbol", "--fields", "DESCRIPTION"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            return result.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
        #expect(try symbols(["--as-of", "2026-01-05"]) == ["OPTION,.FB260116C100,", "STOCK,FB,Facebook"])
        #expect(try symbols(["--as-of", "2026-02-05T05:59:59Z"]).count == 2)
        #expect(try symbols(["--as-of", "2026-02-05T06:00:00Z"]) == ["STOCK,META,Facebook"])
        #expect(try symbols(["--as-of", "2026-03-04"]) == ["STOCK,META,Facebook"])
        #expect(try symbols(["--as-of", "now"]) == ["STOCK,META,Meta Platforms", "STOCK,NEW,New"])
        let search = try ipf(["search", "a.ipfc", "facebook", "--as-of", "2026-01-31", "--format", "jsonl"])
        #expect(search.status == 0 && search.output.contains("\"FB\""), "\(search.output)\(search.errors)")
    }

    @Test func momentsOutsideTheHistoryAreErrors() throws {
        for (moment, status, message) in [
            (
                "2026-01-04", 3,
                "ipf: catalog a.ipfc: has no state at 2026-01-04T23:59:59.999Z; its history starts at "
                    + "2026-01-05T06:00:00Z\n"
            ),
            (
                "9999-01-01", 3,
                "ipf: catalog a.ipfc: 9999-01-01T23:59:59.999Z is in the future; omit the time to query the current "
                    + "state\n"
            ),
            (
                "5123", 2,
                "ipf: --as-of: \"5123\" is not a moment of a catalog file, expected a date (its end in UTC), a time like "
                    + "2026-03-01T06:00:00Z, or now\n"
            ),
        ] as [(String, Int32, String)] {
            let result = try ipf(["list", "a.ipfc", "--as-of", moment])
            #expect(result.status == status && result.errors == message, "\(result.errors)")
        }
        let without = try ipf(["import", "a.ipf", "-o", "b.ipfc"])
        #expect(without.status == 0)
        let result = try ipf(["lookup", "b.ipfc", "FB", "--as-of", "2026-01-05"])
        #expect(
            result.status == 3
                && result.errors
                    == "ipf: catalog b.ipfc: has no history; import with --keep-history to be able to query earlier "
                    + "states\n",
            "\(result.errors)")
    }

    @Test func theHistoryOfASymbolIsPrinted() throws {
        let result = try ipf(["lookup", "a.ipfc", "FB", "--history"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                FB
                  TYPE         STOCK
                  DESCRIPTION  Facebook
                  ISIN         US30303M1027
                  status  removed on 2026-02-05T06:00:00Z, renamed to META
                  since   2026-01-05T06:00:00Z

                  TIME                  SOURCE  SYMBOL  CHANGE
                  2026-03-05T06:00:00Z  a.ipf   META    DESCRIPTION "Facebook" → "Meta Platforms"
                  2026-02-05T06:00:00Z  a.ipf   META    renamed from FB: the same ISIN US30303M1027
                  2026-01-05T06:00:00Z          FB      known

                """, "\(result.output)")
        let json = try ipf(["lookup", "a.ipfc", ".FB260116C100", "--history", "--format", "jsonl"])
        #expect(
            json.output.contains(#""status": "expired on 2026-01-16, removed on 2026-02-05T06:00:00Z""#),
            "\(json.output)")
        let none = try ipf(["lookup", "a.ipfc", "NONE", "--history"])
        #expect(none.status == 1 && none.errors == "ipf: NONE: the history has never contained this symbol\n")
        let miss = try ipf(["lookup", "a.ipfc", "FB"])
        #expect(
            miss.status == 1
                && miss.errors.hasPrefix(
                    "ipf: FB: not in the catalog; removed on 2026-02-05T06:00:00Z, --history shows its past"),
            "\(miss.errors)")
    }

    @Test func historyIsRetainedMergedAndDropped() throws {
        // A merge onto the file continues its history without an option.
        try write("STOCK,OTHER,Other,,\n")
        #expect(try ipf(["merge", "a.ipfc", "a.ipf", "-o", "a.ipfc"]).status == 0)
        #expect(try ipf(["lookup", "a.ipfc", "FB", "--as-of", "2026-01-05"]).status == 0)
        let early = try ipf([
            "import", "a.ipf", "-o", "a.ipfc", "--keep-history", "--valid-from", "2026-01-06", "--allow-shrink",
        ])
        #expect(early.status == 3 && early.errors.contains("2026-01-06T23:59:59.999Z is not after"), "\(early.errors)")
        let dropped = try ipf(["import", "a.ipf", "-o", "a.ipfc", "--drop-history", "--allow-shrink"])
        #expect(dropped.output.contains("history dropped"), "\(dropped.output)\(dropped.errors)")
        #expect(try ipf(["lookup", "a.ipfc", "FB", "--as-of", "2026-01-05"]).status == 3)
    }

    /// A damaged file isn't replaced if its history would be lost.
    @Test func aDamagedFileWithHistoryIsNotReplaced() throws {
        let path = URL(filePath: folder.path("a.ipfc"))
        var bytes = [UInt8](try Data(contentsOf: path))
        let text = Array("Platforms".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        bytes[place] ^= 1
        try Data(bytes).write(to: path)
        let refused = try ipf(["import", "a.ipf", "-o", "a.ipfc"])
        #expect(refused.status == 3 && refused.errors.contains("--drop-history"), "\(refused.errors)")
        #expect(try Data(contentsOf: path) == Data(bytes))
        #expect(try ipf(["import", "a.ipf", "-o", "a.ipfc", "--drop-history"]).status == 0)
    }

    @Test(arguments: [
        (["--keep-history", "--drop-history"], "--keep-history and --drop-history can't be combined."),
        (["--valid-from", "2026-01-01"], "--valid-from requires --keep-history."),
        (["--follow", "--drop-history"], "--drop-history can't be combined with --follow."),
    ])
    func contradictoryOptionsAreUsageErrors(options: [String], message: String) throws {
        let result = try ipf(["import", "a.ipf", "-o", "c.ipfc"] + options)
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
}

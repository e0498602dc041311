import Foundation
import TestSupport
import Testing

/// Lookups by identifiers, and the reasons for misses.
@Suite struct LookupCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for text in [Self.old, Self.new] {
            try Data(text.utf8).write(to: URL(filePath: folder.path("a.ipf")))
            let result = try Command.run(["import", "a.ipf", "-o", "a.catalog"], in: folder.url)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    private static let new = """
        #STOCK::=TYPE,SYMBOL,LOCAL_SYMBOL,ISIN,CUSIP,SEDOL
        STOCK,AAPL,APC,US0378331005,037833100,2046251
        STOCK,AAPL:XETR,APC,US0378331005,,B0YBKJ7
        STOCK,IBM,,US4592001014,459200101,2005973
        ##COMPLETE

        """
    private static let old = new.replacing("##COMPLETE\n", with: "STOCK,GONE,,,,\n##COMPLETE\n")

    private func ipf(_ arguments: [String]) throws -> Command.Result {
        try Command.run(["lookup", "a.catalog"] + arguments, in: folder.url)
    }

    @Test func instrumentsAreFoundByIdentifier() throws {
        for (arguments, symbols) in [
            // Two instruments share this ISIN. The better-ranked instrument is first.
            (["--isin", "US0378331005"], ["AAPL", "AAPL:XETR"]),
            (["--local-symbol", "APC"], ["AAPL", "AAPL:XETR"]),
            (["--cusip", "459200101", "--sedol", "B0YBKJ7"], ["IBM", "AAPL:XETR"]),
            // Each instrument is printed once, even if several arguments find it. Those found by symbol come first.
            (["--isin", "US4592001014", "--isin", "US0378331005", "IBM"], ["IBM", "AAPL", "AAPL:XETR"]),
        ] as [([String], [String])] {
            let result = try ipf(arguments + ["--format", "jsonl"])
            #expect(result.status == 0 && result.errors == "", "\(arguments): \(result.errors)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == symbols.count, "\(arguments)")
            for (line, symbol) in zip(lines, symbols) {
                #expect(line.contains("\"SYMBOL\": \"\(symbol)\""), "\(arguments)")
            }
        }
    }

    /// Without options, the command bypasses the argument parser. The result is the same as with the parser.
    @Test func symbolsWithoutOptionsAreParsedTheSameWay() throws {
        for symbols in [["IBM"], ["AAPL:XETR", "NONE", "AAPL", "AAPL"], ["", "help"]] {
            let plain = try ipf(symbols)
            let parsed = try ipf(symbols + ["--format", "text"])
            #expect(plain.status == parsed.status, "\(symbols)")
            #expect(plain.output == parsed.output, "\(symbols)")
            #expect(plain.errors == parsed.errors, "\(symbols)")
        }
        let none = try ipf([])
        #expect(none.status == 2 && none.errors.contains("Nothing to look up"), "\(none.errors)")
    }

    @Test func unknownNamesHaveSuggestions() throws {
        for (arguments, error) in [
            (["GONE"], "GONE: not in the catalog; the last import removed it"),
            (["IBN"], "IBN: not in the catalog; did you mean IBM?"),
            (["aapl"], "aapl: not in the catalog; did you mean AAPL or AAPL:XETR?"),
            (["NONE"], "NONE: not in the catalog"),
            (["--isin", "US0378331006"], "ISIN US0378331006: the check digit is 6, expected 5; check for a typo"),
            (["--isin", "US5949181045"], "ISIN US5949181045: not in the catalog"),
            (["--cusip", "037833101"], "CUSIP 037833101: the check digit is 1, expected 0; check for a typo"),
            (["--sedol", "2046252"], "SEDOL 2046252: the check digit is 2, expected 1; check for a typo"),
            (["--local-symbol", "apc"], "LOCAL_SYMBOL apc: not in the catalog"),
        ] as [([String], String)] {
            let result = try ipf(arguments)
            #expect(result.status == 1 && result.output == "", "\(arguments)")
            #expect(result.errors == "ipf: \(error)\n", "\(arguments)")
        }
        // The instruments that exist are printed, although others are missing.
        let mixed = try ipf(["IBM", "GONE", "--sedol", "2046251", "--isin", "X", "--format", "jsonl"])
        #expect(mixed.status == 1 && mixed.output.split(separator: "\n").count == 2)
        #expect(mixed.errors.split(separator: "\n").count == 2)
    }
}

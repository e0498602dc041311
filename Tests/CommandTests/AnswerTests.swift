import Foundation
import TestSupport
import Testing

/// Lookups, scans and checks of the sample.
@Suite struct AnswerTests {
    private let folder: TemporaryFolder
    private static let sample = Command.root.appending(path: "Samples/Data/sample.ipf").path

    init() throws {
        folder = try TemporaryFolder()
        let result = try Command.run(["import", Self.sample + ".gz", "-o", folder.path("s.catalog")])
        #expect(result.status == 0 && result.errors == "")
    }

    private func ipf(_ arguments: String...) throws -> Command.Result { try Command.run(arguments, in: folder.url) }

    @Test func theCompressedSampleContainsTheSameText() throws {
        let packed = try ipf("dump", Self.sample + ".gz")
        let plain = try ipf("dump", Self.sample)
        #expect(packed.output == plain.output && plain.output.split(separator: "\n").count > 600)
        let verify = try ipf("verify", Self.sample, Self.sample + ".gz")
        #expect(verify.status == 0, "\(verify.output)")
    }

    /// A catalog returns the imported profiles, complete in every field.
    @Test func aCatalogReturnsTheImportedProfiles() throws {
        func lines(_ path: String) throws -> [Substring] {
            try ipf("dump", path).output.split(separator: "\n").filter { !$0.contains("\"TYPE\": \"REMOVED\"") }
                .sorted()
        }
        let catalog = try lines("s.catalog")
        #expect(try lines(Self.sample) == catalog)
    }

    @Test func lookupPrintsEachFormat() throws {
        let text = try ipf("lookup", "s.catalog", "EUR/USD")
        #expect(
            text.output == """
                EUR/USD
                  TYPE                 FOREX
                  DESCRIPTION          Euro vs US Dollar Spot
                  CURRENCY             USD
                  BASE_CURRENCY        EUR
                  CFI                  MRCXXX
                  PRICE_INCREMENTS     0.00001
                  TRADING_HOURS        FX(name=Forex;tz=America/New_York;td=12345;de=1700;rt=-1700;0=-17001700)
                  AUTOCOMPLETE_WEIGHT  200

                """)
        let line =
            "{\"CURRENCY\": \"USD\", \"DESCRIPTION\": \"US dollar\", \"SYMBOL\": \"USD\", \"TRADING_HOURS\": "
            + "\"FX(name=Forex;tz=America/New_York;td=12345;de=1700;rt=-1700;0=-17001700)\", \"TYPE\": \"CURRENCY\"}"
        #expect(try ipf("lookup", "s.catalog", "USD", "--format", "jsonl").output == line + "\n")
        #expect(try ipf("lookup", "s.catalog", "USD", "--format", "json").output == "[\(line)]\n")
        #expect(
            try ipf("lookup", "s.catalog", "USD", "--format", "ipf").output == """
                #CURRENCY::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,TRADING_HOURS
                CURRENCY,USD,US dollar,USD,FX(name=Forex;tz=America/New_York;td=12345;de=1700;rt=-1700;0=-17001700)
                ##COMPLETE

                """)
    }

    @Test func unknownSymbolsAreListedWithExitCode1() throws {
        let result = try ipf("lookup", "s.catalog", "TWTR", "USD", "usd", "--format", "jsonl")
        #expect(result.status == 1)
        #expect(result.output.split(separator: "\n").count == 1)
        let misses = result.errors.split(separator: "\n")
        #expect(misses.count == 2)
        #expect(misses.first?.hasPrefix("ipf: TWTR: not in the catalog; the last import removed it") == true)
        #expect(misses.last?.hasPrefix("ipf: usd: not in the catalog; did you mean USD") == true)
    }

    @Test func scanCountsRecordsAndFaults() throws {
        try Data("#S::=TYPE,SYMBOL\nS,A\nS\n#B::=TYPE,TYPE,SYMBOL\nB,,B\nB,C,C\nS\n".utf8)
            .write(to: URL(filePath: folder.path("a.ipf")))
        let result = try ipf("scan", "a.ipf", Self.sample)
        #expect(
            result.output.components(separatedBy: "  stage")[0] == """
                a.ipf
                  B           1
                  C           1
                  S           1
                  total       3
                  malformed   2
                  complete   no
                  first malformed: line 3, column 1 (record at byte 21): found 1 field, expected 2 as in the format line \
                #S::=TYPE,…


                """)
        #expect(result.output.contains("\n  total              652\n"))
        #expect(result.errors == "ipf: warning: a.ipf: no ##COMPLETE was found, so the source may be truncated\n")
        #expect(result.status == 0)
    }

    @Test func verifyReportsInvalidFields() throws {
        try Data(
            """
            #STOCK::=TYPE,SYMBOL,ISIN,CUSIP,SEDOL,CURRENCY,TRADING_HOURS
            STOCK,A,US0378331006,03783310,0263494,USD,T()
            STOCK,B
            STOCK,A,,,0263495,,T()
            #OPTION::=TYPE,SYMBOL,CURRENCY,TRADING_HOURS,CFI,STRIKE
            OPTION,.A,USD,T(),OC,0
            #REMOVED::=TYPE,SYMBOL
            REMOVED,B

            """.utf8
        ).write(to: URL(filePath: folder.path("a.ipf")))
        let result = try ipf("verify", "a.ipf", "s.catalog")
        #expect(
            result.output == """
                a.ipf:2: check digit: A: ISIN US0378331006 ends with the wrong check digit, expected 5
                a.ipf:2: check digit: A: CUSIP 03783310 has 8 characters, expected 9
                a.ipf:3: syntax: column 1: found 2 fields, expected 7 as in the format line #STOCK::=TYPE,…
                a.ipf:4: check digit: A: SEDOL 0263495 ends with the wrong check digit, expected 4
                a.ipf:4: duplicate: A: already on line 2; the last record wins
                a.ipf:4: missing field: A: CURRENCY is not set, and every STOCK must have it
                a.ipf:6: missing field: .A: MULTIPLIER is not set, and every OPTION must have it
                a.ipf:6: missing field: .A: UNDERLYING is not set, and every OPTION must have it
                a.ipf:6: missing field: .A: SPC is not set, and every OPTION must have it
                a.ipf:6: missing field: .A: EXPIRATION is not set, and every OPTION must have it
                a.ipf:6: missing field: .A: LAST_TRADE is not set, and every OPTION must have it
                a.ipf:6: missing field: .A: STRIKE is not set, and every OPTION must have it
                a.ipf: incomplete: no ##COMPLETE was found, so the source may be truncated
                a.ipf: 3 instruments have trading hours that can't be read with these schedule defaults; first on line 2, A: \
                no time zone: expected tz=ZONE
                a.ipf: 5 records, 13 findings: syntax 1, missing field 7, check digit 3, duplicate 1, incomplete 1
                s.catalog: catalog of 650 instruments, no findings

                """)
        #expect(result.status == 1)
        let limited = try ipf("verify", "a.ipf", "--limit", "2")
        #expect(
            limited.output.split(separator: "\n").suffix(2).joined(separator: "\n") == """
                a.ipf: 11 more findings are not shown (--all-errors, --limit)
                a.ipf: 5 records, 13 findings: syntax 1, missing field 7, check digit 3, duplicate 1, incomplete 1
                """)
    }

    /// `verify` reports records whose fields contradict each other, the symbol or the trading hours.
    @Test func verifyReportsContradictions() throws {
        try Data(
            """
            #OPTION::=TYPE,SYMBOL,CURRENCY,UNDERLYING,EXPIRATION,LAST_TRADE,STRIKE,CFI,OPTION_TYPE,MULTIPLIER,SPC,TRADING_HOURS
            OPTION,.X260417C10,USD,X,2026-04-17,2026-04-17,10,OCASPS,STAN,100,100,OPRA()
            OPTION,.X260403C10,USD,X,2026-04-03,2026-04-02,10,OCASPS,,100,100,OPRA()
            OPTION,.X260404C10,USD,X,2026-04-04,2026-04-05,10,OCASPS,,100,100,OPRA()
            OPTION,.X260417C12,USD,X,2026-04-17,2026-04-17,12.5,OCASPS,,100,100,OPRA()
            OPTION,.X260417P10,USD,X,2026-04-17,2026-04-17,10,OCASPS,,100,100,OPRA()
            OPTION,.X260417P12.5,USD,X,2026-04-24,2026-04-24,12.5,OPASPS,,100,100,OPRA()
            OPTION,.X260417C1,USD,X,2026-04-17,2026-04-17,1,OCASPS,FLEX,100,100,OPRA()
            OPTION,.X260417C2,USD,X,2026-04-17,2026-04-17,2,OCASPN,STAN,100,100,OPRA()
            OPTION,.X260417C3,USD,X,2026-04-17,2026-04-17,3,ESVUFR,STAN,100,100,OPRA()
            OPTION,./ESM26C5000,USD,/ES,2026-06-19,2026-06-18,5001,OPAFPS,STAN,50,1,X(tz=UTC;0=09001700)
            OPTION,.ODD,USD,X,2026-04-17,2026-04-17,10,OCASPS,,100,100,OPRA()
            #BOND::=TYPE,SYMBOL,CURRENCY,EXPIRATION,TRADING_HOURS
            BOND,B,USD,2026-04-04,OPRA()
            #FUTURE::=TYPE,SYMBOL,CURRENCY,PRODUCT,MULTIPLIER,MMY,EXPIRATION,LAST_TRADE,TRADING_HOURS
            FUTURE,/CLF27:XNYM,USD,/CL,1000,202701,2026-12-21,2026-12-21,X(tz=UTC;0=09001700)
            FUTURE,/CLG27:XNYM,USD,/CL,1000,202701,2026-12-21,2026-12-21,X(tz=UTC;0=09001700)
            FUTURE,/CLH27:XNYM,USD,/CL,1000,202703,2027-03-19,2027-02-22,X(tz=UTC;0=09001700)
            FUTURE,/NONEH27,USD,/NONE,1000,202703,2027-03-19,2027-03-19,X(tz=UTC;0=09001700)
            ##COMPLETE

            """.utf8
        ).write(to: URL(filePath: folder.path("a.ipf")))
        let closed = "on which its TRADING_HOURS are closed; expected a trading day"
        #expect(
            try ipf("verify", "a.ipf").output == """
                a.ipf:3: closed day: .X260403C10: EXPIRATION is 2026-04-03, a Friday \(closed)
                a.ipf:4: last trade: .X260404C10: LAST_TRADE is 2026-04-05, which is after EXPIRATION, 2026-04-04
                a.ipf:4: closed day: .X260404C10: EXPIRATION is 2026-04-04, a Saturday \(closed)
                a.ipf:5: symbol: .X260417C12: STRIKE is 12.5, but the symbol says 12
                a.ipf:6: symbol: .X260417P10: CFI OCASPS means a call, but the symbol says put
                a.ipf:7: symbol: .X260417P12.5: EXPIRATION is 2026-04-24, but the symbol says 2026-04-17
                a.ipf:8: CFI: .X260417C1: CFI is OCASPS, but OPTION_TYPE is FLEX; expected N as its sixth letter, for options with \
                nonstandard terms
                a.ipf:9: CFI: .X260417C2: CFI is OCASPN, but OPTION_TYPE is STAN; expected S as its sixth letter, for standardized \
                options
                a.ipf:10: CFI: .X260417C3: CFI is ESVUFR, but OPTION_TYPE is STAN; expected a CFI that starts with O, for options
                a.ipf:11: symbol: ./ESM26C5000: STRIKE is 5001, but the symbol says 5000
                a.ipf:11: symbol: ./ESM26C5000: CFI OPAFPS means a put, but the symbol says call
                a.ipf:17: symbol: /CLG27:XNYM: MMY is 202701, but the symbol says 202702
                a.ipf:18: contract rule: /CLH27:XNYM: EXPIRATION is 2027-03-19, but by the rules of CL it is 2027-02-22; see \
                ipf contract CL
                a.ipf: 16 records, 13 findings: closed day 2, last trade 1, contract rule 1, symbol 6, CFI 3

                """)
    }

    /// A field that nearly all records lack is reported once, per type or for all types.
    @Test func verifySummarizesFieldsThatNearlyAllRecordsLack() throws {
        let options = (1...2000).map { ".X260417C\($0),USD,2026-04-17,\($0)" + ($0 % 20 == 0 ? ",100\n" : ",\n") }
        let stocks = (1...10).map { "STOCK,S\($0),USD\n" }
        try Data(
            """
            #STOCK::=TYPE,SYMBOL,CURRENCY
            #OPTION::=TYPE,SYMBOL,CURRENCY,EXPIRATION,STRIKE,SPC
            \(stocks.joined())OPTION,\(options.joined(separator: "OPTION,"))STOCK,T,
            ##COMPLETE

            """.utf8
        ).write(to: URL(filePath: folder.path("a.ipf")))
        let output = try ipf("verify", "a.ipf", "--all-errors").output
        #expect(
            output == """
                a.ipf:2013: missing field: T: CURRENCY is not set, and every STOCK must have it
                a.ipf: missing field: TRADING_HOURS is not set in all 2011 records, and every profile must have it; first on line 3
                a.ipf: missing field: CFI is not set in all 2000 OPTION records, and every OPTION must have it; first on line 13
                a.ipf: missing field: LAST_TRADE is not set in all 2000 OPTION records, and every OPTION must have it; first on \
                line 13
                a.ipf: missing field: MULTIPLIER is not set in all 2000 OPTION records, and every OPTION must have it; first on \
                line 13
                a.ipf: missing field: SPC is not set in 1900 of 2000 OPTION records, and every OPTION must have it; first on \
                line 13
                a.ipf: missing field: UNDERLYING is not set in all 2000 OPTION records, and every OPTION must have it; first on \
                line 13
                a.ipf: 2,011 records, 7 findings: missing field 7

                """)
    }

    /// An instrument has the hours of its first venue. Unreadable hours of further venues are mentioned, but are not
    /// counted as a finding.
    @Test func verifyReportsHoursOfFurtherVenues() throws {
        try Data("date=20260101-000000+0000\nhd.US=20260101\ntv.NYSE=tz=America/New_York;hd=US;0=09301600\n".utf8)
            .write(to: URL(filePath: folder.path("hours.properties")))
        try Data("#STOCK::=TYPE,SYMBOL,TRADING_HOURS\nSTOCK,A,NYSE();NOWHERE()\n##COMPLETE\n".utf8)
            .write(to: URL(filePath: folder.path("two.ipf")))
        #expect(try ipf("import", "two.ipf", "-o", "two.catalog").status == 0)
        let result = try ipf("verify", "two.catalog", "--defaults", "hours.properties")
        #expect(
            result.output == """
                two.catalog: 1 instrument has trading hours of an additional venue that can't be read with these schedule defaults; \
                first NYSE();NOWHERE(): no time zone: expected tz=ZONE
                two.catalog: catalog of 1 instruments, no findings

                """)
        #expect(result.status == 0)
    }

    /// Twenty findings are printed unless more are requested, but all are counted.
    @Test func verifyLimitsThePrintedFindings() throws {
        let lines = (1...30).map { "S,\($0),USD,T(),US0378331006\n" }.joined()
        try Data("#S::=TYPE,SYMBOL,CURRENCY,TRADING_HOURS,ISIN\n\(lines)##COMPLETE\n".utf8)
            .write(to: URL(filePath: folder.path("a.ipf")))
        for (options, printed) in [([], 20), (["--all-errors"], 30), (["--limit", "0"], 30), (["--limit", "25"], 25)] {
            let output = try Command.run(["verify", "a.ipf"] + options, in: folder.url).output.split(separator: "\n")
            #expect(output.count { $0.contains(": check digit: ") } == printed, "\(options)")
            #expect(output.last == "a.ipf: 30 records, 30 findings: check digit 30")
            #expect(output.contains { $0.contains("\(30 - printed) more findings are not shown") } == (printed < 30))
        }
    }

    @Test func verifyNamesADamagedSectionOfACatalog() throws {
        let path = URL(filePath: folder.path("s.catalog"))
        var bytes = try Data(contentsOf: path)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: path)
        let result = try ipf("verify", "s.catalog")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("s.catalog: section "), "\(result.output)")
        try bytes.prefix(40).write(to: path)
        let cut = try ipf("lookup", "s.catalog", "USD")
        #expect(cut.status == 3)
        #expect(
            cut.errors
                == "ipf: catalog s.catalog: found 40 bytes, expected at least 64: it is truncated; import it again\n")
        let readme = Command.root.appending(path: "README.md").path
        let foreign = try Command.run(
            ["lookup", readme, "USD"], environment: ["XDG_CACHE_HOME": folder.path("cache")])
        #expect(foreign.status == 3)
        let missing = try ipf("lookup", "missing.catalog", "USD")
        #expect(missing.status == 4)
    }
}

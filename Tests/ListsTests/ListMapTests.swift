import Scanning
import Testing

@testable import Lists

@Suite struct ListMapTests {
    @Test(arguments: [
        ("SYMBOL=yahoo:ticker,DESCRIPTION=name", "SYMBOL=yahoo:ticker,DESCRIPTION=name"),
        // Names of columns contain commas and spaces.
        (
            "SYMBOL=Code,DESCRIPTION=Name, in full,ISIN=ISIN Code",
            "SYMBOL=Code,DESCRIPTION=Name, in full,ISIN=ISIN Code"
        ),
        ("symbol=#1,TYPE='ETF'", "SYMBOL=#1,TYPE='ETF'"),
        ("SYMBOL=chart:{market}:{symbol}", "SYMBOL=chart:{market}:{symbol}"),
        // Names in quotes, and rows to skip.
        ("SYMBOL=\"a: b\",skip x=Y*", "SYMBOL=\"a: b\",skip x=Y*"),
        (
            "# a file\nSYMBOL = Symbol\n\nOPOL = Exchange [N XNYS, A XASE]\nskip Test Issue = Y\n",
            "SYMBOL=Symbol,OPOL=Exchange [A XASE, N XNYS],skip Test Issue=Y"
        ),
        ("SYMBOL=occ:osi,EXPIRATION=mdy:expiry", "SYMBOL=occ:osi,EXPIRATION=mdy:expiry"),
        // Spaces after commas, and names of fields in lowercase.
        ("SYMBOL=s, skip X=Y", "SYMBOL=s,skip X=Y"),
        ("symbol=s,description=n, isin=i", "SYMBOL=s,DESCRIPTION=n,ISIN=i"),
        // Commas and equals signs in quotes do not separate fields.
        ("SYMBOL=\"a,B=c\",TYPE='X,Y=Z'", "SYMBOL=\"a,B=c\",TYPE='X,Y=Z'"),
        ("SYMBOL=yahoo:\"a,B=c\",ISIN=i", "SYMBOL=yahoo:\"a,B=c\",ISIN=i"),
    ])
    func readsAMappingOfTheCommandLineOrAFile(text: String, written: String) throws {
        #expect(try ListMap(parsing: text).description == written)
    }

    @Test func namesWithLineEndsAreWrittenInOneLine() throws {
        let map = ListMap([
            ListMap.Entry(field: "SYMBOL", source: .column("Ticker\r\n(local)")),
            ListMap.Entry(field: "DESCRIPTION", source: .column("Name\nof the company")),
        ])
        #expect(map.description == "SYMBOL=Ticker (local),DESCRIPTION=Name of the company")
        // A written mapping has the exact names of columns. When it is read, spaces and marks do not matter.
        let list = "\"Ticker\r\n(local)\",\"Name\nof the company\"\nA,Alpha\n"
        #expect(try ReadList(list, map.description).profiles.map(\.description) == ["Alpha"])
        let proposed = try ProposedList("\"Ticker\n(local)\",Name\nAAPL,Apple\nIBM,IBM\n").map ?? ""
        #expect(proposed.hasPrefix("SYMBOL=Ticker (local),") && !proposed.contains("\n"), "\(proposed)")
    }

    @Test(arguments: [
        ("DESCRIPTION=name", "expected a column for SYMBOL, as in SYMBOL=ticker", 16),
        ("SYMBOL=", "expected a column after SYMBOL=", 0),
        ("SYMBOL=a,ISIN=yahoo:b", "a notation of symbols is only for SYMBOL, found it at ISIN", 9),
        ("SYMBOL=a,SYMBOL=b", "SYMBOL has two columns; remove one", 9),
        ("SYMBOL=a\nname\n", "expected FIELD=column, found 'name'", 9),
        ("SYMBOL=a, SYMBOL=b", "SYMBOL has two columns; remove one", 10),
        ("SYMBOL={market", "expected } after '{market'", 0),
        ("SYMBOL=a,ISIN={b}{c", "expected } after '{c'", 9),
        ("SYMBOL={}:x", "expected the name of a column between { and }", 0),
    ])
    func reportsTheFirstMistake(text: String, reason: String, offset: Int) {
        let error = #expect(throws: GrammarError.self) { try ListMap(parsing: text) }
        #expect(error?.reason == reason)
        #expect(error?.byteOffset == offset)
    }
}

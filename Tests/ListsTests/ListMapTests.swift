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
    ])
    func readsAMappingOfTheCommandLineOrAFile(text: String, written: String) throws {
        #expect(try ListMap(parsing: text).description == written)
    }

    @Test(arguments: [
        ("DESCRIPTION=name", "expected a column for SYMBOL, as in SYMBOL=ticker", 16),
        ("SYMBOL=", "expected a column after SYMBOL=", 0),
        ("SYMBOL=a,ISIN=yahoo:b", "a notation of symbols is only for SYMBOL, found it at ISIN", 9),
        ("SYMBOL=a,SYMBOL=b", "SYMBOL has two columns; remove one", 9),
        ("SYMBOL=a\nname\n", "expected FIELD=column, found 'name'", 9),
    ])
    func reportsTheFirstMistake(text: String, reason: String, offset: Int) {
        let error = #expect(throws: GrammarError.self) { try ListMap(parsing: text) }
        #expect(error?.reason == reason)
        #expect(error?.byteOffset == offset)
    }
}

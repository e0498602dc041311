import ProfileFormat
import Testing

@testable import Lists

@Suite struct DuplicateTests {
    @Test(arguments: [
        (
            "s,i,m\nA,US0378331005,XNAS\nB,US0378331005,XNAS\n", "SYMBOL=s,ISIN=i,OPOL=m",
            "line 3, column 1 (record at byte 0): B has the same ISIN US0378331005 and OPOL XNAS as line 2"
        ),
        (
            "s,i\nBRK-B.MX,US0378331005\nBRKB.MX,US0378331005\n", "SYMBOL=yahoo:s,ISIN=i",
            "BRKB:MX has the same ISIN US0378331005 and OPOL XMEX as line 2"
        ),
        // Listings on several venues of a country are no duplicates, unless their tickers differ.
        ("s,i\nSAP.DE,DE0007164600\nSAP.F,DE0007164600\n", "SYMBOL=yahoo:s,ISIN=i", ""),
        (
            "s,i\nSAP.DE,DE0007164600\nSAPX.F,DE0007164600\n", "SYMBOL=yahoo:s,ISIN=i",
            "SAPX:XFRA has the same ISIN DE0007164600 and COUNTRY DE as line 2"
        ),
        (
            "s,f\nA,BBG000B9XRY4\nB,BBG000B9XRY4\nC,BBG000B9XRY4\n", "SYMBOL=s,FIGI=f",
            "B has the same FIGI BBG000B9XRY4 as line 2"
        ),
        // A symbol that occurs twice is one instrument.
        ("s,i,m\nA,US0378331005,XNAS\nA,US0378331005,XNAS\n", "SYMBOL=s,ISIN=i,OPOL=m", ""),
    ])
    func reportsRowsOfOneInstrument(list: String, map: String, warning: String) throws {
        let warnings = try ReadList(list, map).warnings
        #expect(warnings.count == (warning.isEmpty ? 0 : 1))
        #expect(warnings.first?.contains(warning) ?? true, "\(warnings)")
        if list.contains("C,") { #expect(warnings.first?.hasSuffix("(the first of 2)") == true) }
    }

    @Test func joinsProfilesUnderTheFirstSymbol() throws {
        let joiner = try ProfileJoiner(by: "ISIN+OPOL")
        var first = InstrumentProfile()
        (first.type, first.symbol, first.isin, first.opol, first.currency) = (
            "STOCK", "A:IT", "IT0001233417", "MTAA", "EUR"
        )
        first.setCustomField("DERIVED", "CURRENCY;OPOL")
        #expect(joiner.rewrite(&first))
        var second = InstrumentProfile()
        (second.type, second.symbol, second.isin, second.opol, second.currency) = (
            "STOCK", "B:IT", "IT0001233417", "MTAA", "USD"
        )
        second.description = "Alpha"
        second.setCustomField("DERIVED", "OPOL")
        #expect(joiner.rewrite(&second))
        // The second profile supplies the missing name, and its currency replaces the derived currency of the first.
        #expect(second.symbol == "A:IT")
        #expect(second.description == "Alpha")
        #expect(second.currency == "USD")
        #expect(second["DERIVED"] == "OPOL")
        // Profiles that lack one of these values are not joined.
        var third = InstrumentProfile()
        (third.type, third.symbol, third.isin) = ("STOCK", "C:IT", "IT0001233417")
        #expect(joiner.rewrite(&third))
        #expect(third.symbol == "C:IT")
        #expect(throws: GrammarError.self) { try ProfileJoiner(by: "ISIN+") }
    }
}

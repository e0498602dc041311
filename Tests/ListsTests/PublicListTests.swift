import Foundation
import Ingest
import ProfileFormat
import Scanning
import Testing

@testable import Lists

/// The mappings of `Samples/Mappings` on small made-up lists in the form of public ones.
@Suite struct PublicListTests {
    private static func map(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples/Mappings")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// A series search: notes, a header without the second column, and a row per strike. A root with a digit is an
    /// adjusted series.
    private static let series = """
        Series Search Results for AAPL\r
        Products for this underlying symbol are traded on: CBOE\r
        \r
        \t\tSeries/contract\t\tStrike\t\t\tOpen Interest\r
        ProductSymbol\tyear\tMonth\tDay\tInteger\tDec\tC/P\tCall\tPut\tPosition Limit\t\r
        AAPL  \t\t2027\t01\t15\t250\t000\tC P \t3\t113\t25000000\r
        AAPL  \t\t2027\t01\t15\t252\t500\tC   \t0\t0\t25000000\r
        AAPL  \t\t2027\t01\t15\t7\t025\t  P \t0\t53\t25000000\r
        AAPL1 \t\t2027\t03\t19\t42\t000\tC P \t1250\t1250\t25000000\r

        """

    @Test(arguments: [
        ("calls", [".AAPL270115C250 250", ".AAPL270115C252.5 252.5", ".AAPL1270319C42 42"]),
        ("puts", [".AAPL270115P250 250", ".AAPL270115P7.025 7.025", ".AAPL1270319P42 42"]),
    ])
    func readsTheSeriesOfOCC(side: String, expected: [String]) throws {
        let read = try ReadList(Self.series, Self.map("occ-series-\(side).map"))
        #expect(read.errors == [])
        #expect(read.profiles.map { "\($0.symbol) \($0[.strike])" } == expected)
        let first = try #require(read.profiles.first)
        #expect(first.type == "OPTION" && first.cfi == (side == "calls" ? "OC" : "OP") && first.underlying == "AAPL")
        #expect(first[.expiration] == "2027-01-15" && first.currency == "USD" && first.country == "US")
    }

    private static let records = """
        <?xml version="1.0" encoding="UTF-8"?>
        <BizData xmlns="urn:iso:std:iso:20022:tech:xsd:head.003.001.01"><Hdr><AppHdr><BizMsgIdr>1</BizMsgIdr></AppHdr></Hdr>
        <Pyld><Document xmlns="urn:iso:std:iso:20022:tech:xsd:auth.017.001.02"><FinInstrmRptgRefDataRpt>
        <RefData><FinInstrmGnlAttrbts><Id>DE0007164600</Id><FullNm>SAP SE &amp; Co</FullNm><ShrtNm>SAP/SH</ShrtNm>\
        <ClssfctnTp>ESVUFR</ClssfctnTp><NtnlCcy>EUR</NtnlCcy></FinInstrmGnlAttrbts><Issr>529900D6BF99LW9R2E68</Issr>\
        <TradgVnRltdAttrbts><Id>XETR</Id><TermntnDt>9999-12-31T23:59:59Z</TermntnDt></TradgVnRltdAttrbts></RefData>
        <RefData><FinInstrmGnlAttrbts><Id>DE0007164600</Id><FullNm>SAP SE</FullNm><ClssfctnTp>ESVUFR</ClssfctnTp>\
        <NtnlCcy>EUR</NtnlCcy></FinInstrmGnlAttrbts><TradgVnRltdAttrbts><Id>XMIL</Id></TradgVnRltdAttrbts></RefData>
        <RefData><FinInstrmGnlAttrbts><Id>DE000C4SAP12</Id><FullNm>OSAP 202701 C 250</FullNm>\
        <ClssfctnTp>OCASPS</ClssfctnTp><NtnlCcy>EUR</NtnlCcy></FinInstrmGnlAttrbts>\
        <TradgVnRltdAttrbts><Id>XEUR</Id></TradgVnRltdAttrbts><DerivInstrmAttrbts><XpryDt>2027-01-15</XpryDt>\
        <PricMltplr>100</PricMltplr><UndrlygInstrm><Sngl><ISIN>DE0007164600</ISIN></Sngl></UndrlygInstrm>\
        <OptnTp>CALL</OptnTp><StrkPric><Pric><MntryVal><Amt Ccy="EUR">250.50</Amt></MntryVal></Pric></StrkPric>\
        <OptnExrcStyle>AMER</OptnExrcStyle><DlvryTp>PHYS</DlvryTp></DerivInstrmAttrbts></RefData>
        <RefData><FinInstrmGnlAttrbts><Id>EZ0000000001</Id><ClssfctnTp>SRCCSP</ClssfctnTp>\
        <NtnlCcy>USD</NtnlCcy></FinInstrmGnlAttrbts>\
        <TradgVnRltdAttrbts><Id>XLON</Id></TradgVnRltdAttrbts></RefData>
        <RefData><FinInstrmGnlAttrbts><Id>DE000C4BSK12</Id><ClssfctnTp>RWBTCE</ClssfctnTp>\
        <NtnlCcy>EUR</NtnlCcy></FinInstrmGnlAttrbts>\
        <TradgVnRltdAttrbts><Id>XSTU</Id></TradgVnRltdAttrbts><DerivInstrmAttrbts><UndrlygInstrm><Bskt>\
        <ISIN>DE0007164600</ISIN><ISIN>DE0007236101</ISIN></Bskt></UndrlygInstrm>\
        <StrkPric><Pric><Pctg>97.5</Pctg></Pric></StrkPric></DerivInstrmAttrbts></RefData>
        </FinInstrmRptgRefDataRpt></Document></Pyld></BizData>
        """

    @Test func readsTheRecordsOfFIRDS() throws {
        let read = try ReadList(Self.records, Self.map("firds.map"))
        #expect(read.errors == [])
        #expect(
            read.profiles.map { "\($0.symbol) \($0.type) \($0.opol) \($0.isin) \($0.currency)" } == [
                "DE0007164600:XETR STOCK XETR DE0007164600 EUR", "DE0007164600:XMIL STOCK MTAA DE0007164600 EUR",
                "DE000C4SAP12:XEUR OPTION XEUR DE000C4SAP12 EUR", "EZ0000000001:XLON OTHER XLON EZ0000000001 USD",
                "DE000C4BSK12:XSTU WARRANT XSTU DE000C4BSK12 EUR",
            ])
        #expect(read.profiles[0].description == "SAP SE & Co" && read.profiles[0].localDescription == "SAP/SH")
        #expect(read.profiles[0].country == "DE" && read.profiles[0]["LEI"] == "529900D6BF99LW9R2E68")
        let option = read.profiles[2]
        #expect(option.cfi == "OCASPS" && option.underlying == "DE0007164600" && option[.strike] == "250.5")
        #expect(option[.expiration] == "2027-01-15" && option[.multiplier] == "100")
        #expect(option["STRIKE_CURRENCY"] == "EUR")
        let basket = read.profiles[4]
        #expect(basket["BASKET"] == "DE0007164600;DE0007236101" && basket.underlying.isEmpty)
        #expect(basket["STRIKE_PERCENT"] == "97.5" && basket[.strike].isEmpty)
        #expect(read.lines == [4, 5, 6, 7, 8])
    }

    @Test func refusesTheChangesOfFIRDS() throws {
        let text = Self.records.replacing("FinInstrmRptgRefDataRpt", with: "FinInstrmRptgRefDataDltaRpt")
        let error = #expect(throws: ProfileFormatError.self) { _ = try ReadList(text, Self.map("firds.map")) }
        #expect(
            error?.reason
                == "XML: found the element “FinInstrmRptgRefDataDltaRpt”: this is a file of changes (DLTINS); "
                + "load the full files (FULINS) instead")
        #expect(error?.position.line == 3)
    }

    /// Otherwise, the list would count as complete, and remove the instruments of an earlier one.
    @Test(arguments: ["SYMBOL=ipf:{a}:{b},row element=r", "SYMBOL=a,row element=r"])
    func refusesAListOfXMLWithoutSymbols(map: String) throws {
        let error = #expect(throws: IngestError.self) { _ = try ReadList("<l><r><c>A</c></r></l>", map) }
        #expect(error?.reason == "the list has no column “a”; its columns are c")
        for empty in ["", " \n"] {
            let error = #expect(throws: ProfileFormatError.self) { _ = try ReadList(empty, map) }
            #expect(error?.reason == "XML: found an incomplete text; the source is damaged or incomplete")
        }
    }

    /// No row that the mapping names is lost, and no symbol is incomplete.
    @Test(arguments: [
        ("<r><b>X</b></r>", "SYMBOL=ipf:{a}:{b},row element=r", "“a”, which is a part of SYMBOL, has no value"),
        ("<r><a>A</a><b> </b></r>", "SYMBOL={a}:{b},row element=r", "“b”, which is a part of SYMBOL, has no value"),
        ("<r/>", "SYMBOL={a}:{b},row element=r", "“a”, which is a part of SYMBOL, has no value"),
        ("<r><b>X</b></r>", "SYMBOL=a,row element=r", "the column of SYMBOL is empty"),
        ("<r/>", "SYMBOL=a,row element=r", "the column of SYMBOL is empty"),
    ])
    func rejectsARowOfXMLWithoutASymbol(row: String, map: String, reason: String) throws {
        for derives in [true, false] {
            let read = try ReadList("<l><r><a>C</a><b>D</b></r>\n\(row)</l>", map, derives: derives)
            #expect(read.errors == ["line 2, column 1 (record at byte 27): found no symbol; \(reason)"])
            #expect(read.rejected == [row])
            #expect(read.profiles.count == 1)
        }
    }

    @Test(arguments: [
        ("a,b,n\nA,,x\nC,D,y\n", "line 2, column 3 (record at byte 6): found no symbol; “b”", "A,,x"),
        ("a,b,n\n,B,x\nC,D,y\n", "line 2, column 1 (record at byte 6): found no symbol; “a”", ",B,x"),
        (
            #"[{"a": "A", "b": null}, {"a": "C", "b": "D"}]"#,
            "line 1, column 1 (record at byte 1): found no symbol; “b”", #"{"a": "A", "b": null}"#
        ),
        // A row with other values that the mapping uses, and an object without such values.
        (
            #"[{"n": "x"}, {"count": 2}, {"a": "C", "b": "D"}]"#,
            "line 1, column 1 (record at byte 1): found no symbol; “a”", #"{"n": "x"}"#
        ),
    ])
    func rejectsARowWithoutAPartOfItsSymbol(list: String, error: String, rejected: String) throws {
        let read = try ReadList(list, "SYMBOL=ipf:{a}:{b},DESCRIPTION=n")
        #expect(read.errors == [error + ", which is a part of SYMBOL, has no value"])
        #expect(read.rejected == [rejected])
        #expect(read.profiles.map(\.symbol) == ["C:D"])
    }

    /// Only XML has rows that the mapping names. In JSON, an object without the symbol is no row.
    @Test func ignoresTheRowElementInJSON() throws {
        let read = try ReadList(#"[{"count": 2}, {"a": "X"}]"#, "SYMBOL=a,row element=r")
        #expect(read.errors == [])
        #expect(read.profiles.map(\.symbol) == ["X"])
    }

    /// In OpenFIGI's responses, indexes, currencies and bonds have no exchange.
    @Test(arguments: [true, false])
    func readsTerminalSymbolsWithoutAnExchange(derives: Bool) throws {
        let read = try ReadList(
            """
            [{"data": [{"ticker": "VOD", "exchCode": "LN", "securityType2": "Common Stock"}]},
            {"data": [{"ticker": "SPX", "exchCode": null, "securityType2": "Index"}]},
            {"data": [{"ticker": "T 4.25 11/15/34", "securityType2": "Note"}]},
            {"data": [{"ticker": null, "exchCode": "US", "securityType2": "Common Stock"}]}]
            """, Self.map("openfigi.map"), derives: derives)
        #expect(read.errors.count == 1)
        #expect(read.errors.first?.contains("found no symbol; “ticker”, which is a part of SYMBOL") == true)
        let symbols = derives ? ["VOD:GB", "SPX", "T 4.25 11/15/34"] : ["VOD LN", "SPX", "T 4.25 11/15/34"]
        #expect(read.profiles.map(\.symbol) == symbols)
    }

    /// A part that is not the last word of a terminal's symbol is required.
    @Test(arguments: ["terminal:{a} {b} Equity", "terminal:{a}{b}", "ric:{a} {b}", "{a} {b}"])
    func requiresOtherParts(symbol: String) throws {
        #expect(try ReadList("a,b,n\nA,,x\n", "SYMBOL=\(symbol),DESCRIPTION=n").errors.count == 1)
    }

    /// Lists in XML have no header, so a symbol may be the name of its element.
    @Test func readsASymbolThatIsTheNameOfItsElement() throws {
        let read = try ReadList("<l><r><code>CODE</code></r></l>", "SYMBOL=code,row element=r")
        #expect(read.profiles.map(\.symbol) == ["CODE"])
    }

    @Test func rejectedRowsOfLatin1AreUTF8() throws {
        let text = "<?xml version='1.0' encoding='ISO-8859-1'?><l><r><s>A</s><m>é</m></r></l>"
        let read = try ReadList(text.unicodeScalars.map { UInt8($0.value) }, "SYMBOL=s,MULTIPLIER=m,row element=r")
        #expect(read.rejected == ["<r><s>A</s><m>é</m></r>"])
    }

    @Test func rejectsARecordOfXMLAndReadsOn() throws {
        let read = try ReadList(
            "<l><r><s>A</s><m>x</m></r>\n<r><s>B</s><m>2</m></r></l>", "SYMBOL=s,MULTIPLIER=m,row element=r")
        #expect(
            read.errors == ["line 1, column 1 (record at byte 3): MULTIPLIER: found “x”, expected a number"])
        #expect(read.rejected == ["<r><s>A</s><m>x</m></r>"])
        #expect(read.profiles.map(\.symbol) == ["B"])
    }

    /// The statements about elements in both forms of mappings, and in the description of one.
    @Test(arguments: [
        "SYMBOL=s,row element=r,refuse element d=load a, b",
        "SYMBOL = s\nrow element = r\nrefuse element d = load a, b\n",
    ])
    func mappingsNameElements(text: String) throws {
        let map = try ListMap(parsing: text)
        #expect(map.elements == ListElements(row: "r", refused: ["d": "load a, b"]))
        #expect(map.description == "SYMBOL=s,row element=r,refuse element d=load a, b")
    }

    /// A reason in quotes may contain everything that begins another part.
    @Test(arguments: [
        ("'load a, SYMBOL=b'", "load a, SYMBOL=b", "'load a, SYMBOL=b'"),
        ("\"it's, SYMBOL=b\"", "it's, SYMBOL=b", "\"it's, SYMBOL=b\""),
        ("'the \"a\", b=c'", "the \"a\", b=c", "'the \"a\", b=c'"),
        ("it's \"a\", b", "it's \"a\", b", "it's \"a\", b"),
        ("\"'a' only\"", "'a' only", "\"'a' only\""),
    ])
    func reasonsMayBeInQuotes(written: String, reason: String, described: String) throws {
        for text in [
            "refuse element d=\(written),SYMBOL=s,row element=r",
            "refuse element d = \(written)\nSYMBOL = s\nrow element = r\n",
        ] {
            let map = try ListMap(parsing: text)
            #expect(map.elements.refused == ["d": reason])
            #expect(map.description == "SYMBOL=s,row element=r,refuse element d=\(described)")
            #expect(try ListMap(parsing: map.description) == map)
        }
    }

    @Test(arguments: ["'it's a'", "'a", "\"a\" only", "'"])
    func reasonsWithOtherQuotesAreRefused(reason: String) {
        let error = #expect(throws: GrammarError.self) {
            _ = try ListMap(parsing: "SYMBOL=s,row element=r,refuse element d=\(reason)")
        }
        #expect(error?.reason == "expected a reason in one pair of quotes, or without quotes around it")
        #expect(error?.byteOffset == 23)
    }

    @Test func aMappingNamesOneRow() {
        let error = #expect(throws: GrammarError.self) {
            _ = try ListMap(parsing: "SYMBOL=s,row element=r,row element=q")
        }
        #expect(error?.reason == "row element has two names; remove one")
    }

    @Test func proposalsOfXMLAskForAMapping() throws {
        let error = #expect(throws: ProfileFormatError.self) { _ = try ProposedList(Self.records) }
        #expect(
            error?.reason
                == "XML: no element is named as a row; give a mapping with a line such as row element = RefData, "
                + "as in Samples/Mappings/firds.map")
        #expect(try ProposedList("<html><p>x</p></html>").map == nil)
    }
}

import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// `ipf import` and `ipf convert` of lists in CSV and JSON.
@Suite struct ListImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func run(_ words: [String]) throws -> Command.Result { try Command.run(words, in: folder.url) }

    @Test func aMappingIsProposedAndNothingIsImported() throws {
        try write("list.csv", "ticker,name,isin,note\nA2A.MI,A2A,IT0001233417,x\nENEL.MI,Enel,IT0003128367,y\n")
        for command in [["import", "list.csv", "-o", "all.ipfc"], ["convert", "list.csv", "-o", "all.ipf"]] {
            let result = try run(command)
            #expect(result.status == 2)
            #expect(
                result.output == """
                    mapping: SYMBOL=yahoo:ticker,DESCRIPTION=name,ISIN=isin
                    columns without a field: note
                    first profiles:
                      #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,ISIN,TRADING_HOURS,DERIVED
                      STOCK,A2A:IT,A2A,IT,MTAA,MTAA,EUR,IT0001233417,MTAA(),TYPE;SYMBOL;COUNTRY;OPOL;EXCHANGES;CURRENCY;TRADING_HOURS
                      STOCK,ENEL:IT,Enel,IT,MTAA,MTAA,EUR,IT0003128367,MTAA(),TYPE;SYMBOL;COUNTRY;OPOL;EXCHANGES;CURRENCY;TRADING_HOURS

                    """)
            #expect(
                result.errors
                    == "ipf: list.csv is a list, and nothing was imported; check the mapping above, and run the "
                    + "command again with --map 'SYMBOL=yahoo:ticker,DESCRIPTION=name,ISIN=isin'\n")
            #expect(!FileManager.default.fileExists(atPath: folder.path("all.ipfc")))
        }
    }

    /// A list of symbols has no names of columns. If the values do not look like symbols, the error asks for a mapping.
    @Test(arguments: [("list.json", #"["btcusd", "ethusd"]"#), ("list.txt", "btcusd\nethusd\n")])
    func listsOfSymbolsAreReadByNumber(name: String, text: String) throws {
        try write(name, text)
        let result = try run(["import", name, "-o", "all.ipfc"])
        #expect(result.status == 2)
        #expect(
            result.errors
                == "ipf: \(name) is a list, and no column is known to be a symbol; give a mapping, as in "
                + "--map SYMBOL=#1; the columns are #1\n")
        #expect(try run(["import", name, "-o", "all.ipfc", "--map", "SYMBOL=#1"]).status == 0)
        #expect(try Catalog.open(folder.path("all.ipfc")).count == 2)
    }

    @Test func profilesOfAListCanBeImportedConvertedAndJoined() throws {
        try write("first.csv", "ticker;isin\nA2A.MI;IT0001233417\n")
        try write(
            "second.json", #"[{"s": "A2AX.MI", "i": "IT0001233417", "n": "A2A S.p.A."}, {"s": "A", "i": "", "n": "b"}]"#
        )
        try write("second.map", "# a comment\nSYMBOL = yahoo:s\nISIN = i\nDESCRIPTION = n\n")
        #expect(try run(["convert", "first.csv", "-o", "1.ipf", "--map", "SYMBOL=yahoo:ticker,ISIN=isin"]).status == 0)
        #expect(try run(["convert", "second.json", "-o", "2.ipf.gz", "--map", "second.map"]).status == 0)
        let joined = try run(["import", "1.ipf", "2.ipf.gz", "-o", "all.ipfc", "--merge-by", "ISIN+OPOL"])
        #expect(joined.status == 0, "\(joined)")
        let catalog = try Catalog.open(folder.path("all.ipfc"))
        #expect(catalog.count == 2)
        #expect(catalog["A2A:IT"]?.description == "A2A S.p.A.")
        // A symbol may occur in several sources. Values of the first source have priority.
        try write("third.csv", "ticker,isin,name\r\nA2A.MI,IT0001233417,Other\r\n")
        try write("third.map", "SYMBOL=yahoo:ticker\r\nISIN=isin\r\nDESCRIPTION=name\r\n")
        #expect(try run(["convert", "third.csv", "-o", "3.ipf", "--map", "third.map"]).status == 0)
        for (sources, description) in [(["1.ipf", "3.ipf"], "Other"), (["2.ipf.gz", "3.ipf"], "A2A S.p.A.")] {
            #expect(
                try run(["import"] + sources + ["-o", "\(sources[0]).ipfc", "--merge-by", "ISIN+OPOL"]).status == 0)
            let catalog = try Catalog.open(folder.path("\(sources[0]).ipfc"))
            let symbol = sources[0] == "1.ipf" ? "A2A:IT" : "A2AX:IT"
            #expect(catalog[symbol]?.description == description, "\(sources)")
        }
        try write("empty.csv", "ticker,country\n,Japan\n")
        let empty = try run(["convert", "empty.csv", "-o", "4.ipf", "--map", "SYMBOL=ticker,COUNTRY=country"])
        #expect(empty.status == 3 && empty.errors.contains("found no symbol"), "\(empty)")
        #expect(try run(["import", "1.ipf", "-o", "x.ipfc", "--merge-by", "ISIN+"]).status == 2)
    }

    /// The records of FIRDS from a zip archive; a text that is cut off; a proposal.
    @Test func recordsOfFIRDSAreImported() throws {
        let mapping = URL(filePath: #filePath).appending(path: "../../../Samples/Mappings/firds.map").standardized.path
        func record(_ isin: String, _ venue: String) -> String {
            "<RefData><FinInstrmGnlAttrbts><Id>\(isin)</Id><ClssfctnTp>ESVUFR</ClssfctnTp></FinInstrmGnlAttrbts>"
                + "<TradgVnRltdAttrbts><Id>\(venue)</Id></TradgVnRltdAttrbts></RefData>"
        }
        let text =
            "<?xml version='1.0'?>\n<BizData xmlns='urn:x'>\n" + record("DE0007164600", "XETR")
            + record("DE0007164600", "XFRA") + "\n</BizData>\n"
        try StoredZip.of([(name: "firds.xml", text: text)]).write(to: URL(filePath: folder.path("firds.xml.zip")))
        let result = try run(["import", "firds.xml.zip", "-o", "a.ipfc", "--map", mapping])
        #expect(result.status == 0, "\(result)")
        let catalog = try Catalog.open(folder.path("a.ipfc"))
        #expect(catalog.count == 2)
        #expect(catalog["DE0007164600:XFRA"]?.type == "STOCK")
        try write("cut.xml", String(text.dropLast(30)))
        let cut = try run(["import", "cut.xml", "-o", "b.ipfc", "--map", mapping])
        #expect(cut.status == 3)
        #expect(cut.errors.contains("XML: found an incomplete text; the source is damaged or incomplete"), "\(cut)")
        let proposed = try run(["import", "firds.xml.zip", "-o", "b.ipfc"])
        #expect(proposed.status == 3)
        #expect(proposed.errors.contains("row element = RefData, as in Samples/Mappings/firds.map"), "\(proposed)")
    }

    /// Each file of an archive is a list of its own. The warnings of all files are counted.
    @Test func warningsOfAllFilesOfAnArchiveAreReported() throws {
        let twice = "s,i,m\nA,US0378331005,XNAS\nB,US0378331005,XNAS\n"
        let files = [
            ("1.csv", twice), ("2.csv", "s,i,m\nC,,Nowhere\n"), ("3.csv", twice), ("4.csv", "s,i,m\nD,,XNAS\n"),
        ]
        try StoredZip.of(files.map { (name: $0.0, text: $0.1) }).write(to: URL(filePath: folder.path("lists.zip")))
        let result = try run(["import", "lists.zip", "-o", "a.ipfc", "--map", "SYMBOL=s,ISIN=i,OPOL=m"])
        #expect(result.status == 0, "\(result)")
        let lines = result.errors.split(separator: "\n").filter { $0.contains("record at byte") }
        #expect(
            lines == [
                "ipf: warning: lists.zip: 1.csv: line 3, column 1 (record at byte 0): B has the same ISIN US0378331005 and OPOL XNAS as "
                    + "line 2; --merge-by ISIN+OPOL+CURRENCY joins the rows of one instrument (the first of 2)",
                "ipf: warning: lists.zip: 2.csv: line 2, column 4 (record at byte 6): OPOL: found “Nowhere”, which is no known exchange; "
                    + "left out such values",
            ])
    }

    @Test func warningsAndErrorsNameTheLine() throws {
        try write("list.csv", "s,i,m\nA,US0378331005,XNAS\nB,US0378331005,XNAS\n")
        let twice = try run(["import", "list.csv", "-o", "a.ipfc", "--map", "SYMBOL=s,ISIN=i,OPOL=m"])
        #expect(
            twice.errors.contains(
                "list.csv: line 3, column 1 (record at byte 0): B has the same ISIN US0378331005 and OPOL XNAS as line 2; "
                    + "--merge-by ISIN+OPOL+CURRENCY joins the rows of one instrument"), "\(twice)")
        try write("bad.csv", "s,n\nA,\"x\" y\n")
        let bad = try run(["import", "bad.csv", "-o", "a.ipfc", "--map", "SYMBOL=s,DESCRIPTION=n"])
        #expect(bad.status == 3 && bad.errors.contains("bad.csv: line 2, column 7"), "\(bad)")
        let unknown = try run(["import", "list.csv", "-o", "a.ipfc", "--map", "SYMBOL=symbol"])
        #expect(unknown.errors.contains("the list has no column “symbol”"), "\(unknown)")
        try Data("コード,銘柄名\n1301,極洋\n".data(using: .shiftJIS)!).write(to: URL(filePath: folder.path("sjis.csv")))
        let encoding = try run(["import", "sjis.csv", "-o", "a.ipfc"])
        #expect(encoding.errors.contains("iconv -f SHIFT_JIS -t UTF-8"), "\(encoding)")
    }
}

import Ingest
import ProfileFormat
import Testing

@testable import Lists

@Suite struct RowTests {
    @Test(arguments: [
        // Text before the header, comments, short rows and empty rows.
        ("Report of 2026-11-27\n\nsymbol,name,currency\nA,Alpha\n# a comment\n\nB,Beta,EUR\n", ["A:Alpha", "B:Beta"]),
        ("symbol;name\nA;\"Alpha; \"\"first\"\"\"\n", ["A:Alpha; \"first\""]),
        ("symbol\tname\nA\t5\" pipe\n", ["A:5\" pipe"]),
        ("symbol|name\r\nA|Alpha\r\nB|Beta", ["A:Alpha", "B:Beta"]),
        // Other names of the same columns: case, spaces and marks do not matter.
        ("Symbol , NAME\nA,Alpha\n", ["A:Alpha"]),
        (#"[{"symbol": "A", "name": "Alp\u0068a \ud83d\ude00"}, {"name": null, "symbol": "B"}]"#, ["A:Alpha 😀", "B:"]),
        ("{\"symbol\": \"A\", \"name\": \"Alpha\"}\n{\"symbol\": \"B\", \"x\": {\"y\": [1, 2]}, \"name\": \"Beta\"}\n", ["A:Alpha", "B:Beta"]),
        (#"{"0": {"symbol": "A", "name": "Alpha"}, "1": {"symbol": "B", "name": "Beta"}}"#, ["A:Alpha", "B:Beta"]),
        (#"{"count": 2, "data": [{"symbol": "A", "name": "Alpha"}]}"#, []),
        (#"{"fields": ["symbol", "name"], "data": [["A", "Alpha"], ["B", "Beta"]]}"#, ["A:Alpha", "B:Beta"]),
    ])
    func readsTheFormsThatOccur(text: String, expected: [String]) throws {
        if expected.isEmpty { return }
        let read = try ReadList(text, "SYMBOL=symbol,DESCRIPTION=name")
        #expect(read.errors.isEmpty)
        #expect(read.profiles.map { "\($0.symbol):\($0.description)" } == expected)
    }

    @Test func readsUTF16AndLatin1() throws {
        let text = "symbol,name\nA,Málaga €\n"
        for isBigEndian in [true, false] {
            var bytes: [UInt8] = []
            for unit in [0xFEFF] + Array(text.utf16) {
                bytes += isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
            }
            #expect(try ReadList(bytes, "SYMBOL=symbol,DESCRIPTION=name").profiles[0].description == "Málaga €")
        }
        let latin: [UInt8] = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        #expect(try ReadList(latin, "SYMBOL=symbol,DESCRIPTION=name", encoding: .latin1).profiles[0].description == "Málaga €")
        let read = try ReadList(latin, "SYMBOL=symbol,DESCRIPTION=name")
        #expect(read.errors == ["line 2, column 1 (record at byte 12): found bytes that are not UTF-8; name the encoding: --encoding latin-1"])
    }

    @Test(arguments: [
        ("s,n\nA,\"x\" y\nB,z\n", "line 2, column 7 (record at byte 4): found text after a closing quote; double each quote inside", "A,\"x\" y"),
        ("s,n\nB,z\nA,\"x\n", "line 3, column 3 (record at byte 8): found a quoted field without its closing quote; double each quote inside", "A,\"x"),
        ("s,n,m\nA,\"x, y\",abc\nB,z,1\n", "line 2, column 10 (record at byte 6): MULTIPLIER: found “abc”, expected a number", "A,\"x, y\",abc"),
        ("s,n\nA,b,c\nB,z\n", "line 2, column 5 (record at byte 4): found 3 fields, expected 2; quote fields that contain the separator", "A,b,c"),
        ("s,n\n,b\nB,z\n", "line 2, column 1 (record at byte 4): found no symbol; the column of SYMBOL is empty", ",b"),
    ])
    func rejectsARowAndReadsOn(text: String, error: String, rejected: String) throws {
        let map = text.hasPrefix("s,n,m") ? "SYMBOL=s,DESCRIPTION=n,MULTIPLIER=m" : "SYMBOL=s,DESCRIPTION=n"
        let read = try ReadList(text, map)
        #expect(read.errors == [error])
        #expect(read.rejected == [rejected])
        #expect(read.profiles.map(\.symbol) == ["B"])
    }

    @Test func linesOfRecordsAreThoseOfTheList() throws {
        let read = try ReadList("title\ns,t\nA,ETF\n\nB,STOCK\n\"C\n\",ETF\nD,ETF\n", "SYMBOL=s,TYPE=t")
        #expect(read.lines == [3, 5, 6, 8])
    }

    @Test func namesTheColumnsOfTheListIfOneIsMissing() {
        let error = #expect(throws: IngestError.self) { _ = try ReadList("ticker,name\nA,x\n", "SYMBOL=tickr") }
        #expect(error?.reason == "the list has no column “tickr”; did you mean ticker?; its columns are ticker, name")
    }

    @Test func skipsRowsOfTheMapping() throws {
        let read = try ReadList("s,Test Issue\nA,N\nZTEST,Y\n", "SYMBOL = s\nskip Test Issue = Y\n")
        #expect(read.profiles.map(\.symbol) == ["A"])
    }

    @Test func columnsByNumberNeedNoHeader() throws {
        #expect(try ReadList("A;Alpha\nB;Beta\n", "SYMBOL=#1,DESCRIPTION=#2").profiles.map(\.description) == ["Alpha", "Beta"])
    }
}

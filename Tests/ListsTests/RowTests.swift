import Ingest
import ProfileFormat
import Testing

@testable import Lists

@Suite struct RowTests {
    @Test(arguments: [
        // The list has text before the header, comments, short rows and empty rows.
        ("Report of 2026-11-27\n\nsymbol,name,currency\nA,Alpha\n# a comment\n\nB,Beta,EUR\n", ["A:Alpha", "B:Beta"]),
        ("symbol;name\nA;\"Alpha; \"\"first\"\"\"\n", ["A:Alpha; \"first\""]),
        ("symbol\tname\nA\t5\" pipe\n", ["A:5\" pipe"]),
        ("symbol|name\r\nA|Alpha\r\nB|Beta", ["A:Alpha", "B:Beta"]),
        // Other names of the same columns: case, spaces and marks do not matter.
        ("Symbol , NAME\nA,Alpha\n", ["A:Alpha"]),
        (#"[{"symbol": "A", "name": "Alp\u0068a \ud83d\ude00"}, {"name": null, "symbol": "B"}]"#, ["A:Alpha 😀", "B:"]),
        (
            "{\"symbol\": \"A\", \"name\": \"Alpha\"}\n{\"symbol\": \"B\", \"x\": {\"y\": [1, 2]}, \"name\": \"Beta\"}\n",
            ["A:Alpha", "B:Beta"]
        ),
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
        #expect(
            try ReadList(latin, "SYMBOL=symbol,DESCRIPTION=name", encoding: .latin1).profiles[0].description
                == "Málaga €")
        let read = try ReadList(latin, "SYMBOL=symbol,DESCRIPTION=name")
        #expect(
            read.errors == [
                "line 2, column 1 (record at byte 12): found bytes that are not UTF-8; give --encoding latin-1, or convert other encodings first, as in iconv -f SHIFT_JIS -t UTF-8"
            ])
    }

    @Test(arguments: [
        (
            "s,n\nA,\"x\" y\nB,z\n",
            "line 2, column 7 (record at byte 4): found text after a closing quote; double each quote inside",
            "A,\"x\" y"
        ),
        (
            "s,n\nB,z\nA,\"x\n",
            "line 3, column 3 (record at byte 8): found a quoted field without its closing quote; double each quote inside",
            "A,\"x"
        ),
        (
            "s,n,m\nA,\"x, y\",abc\nB,z,1\n",
            "line 2, column 10 (record at byte 6): MULTIPLIER: found “abc”, expected a number", "A,\"x, y\",abc"
        ),
        (
            "s,n\nA,b,c\nB,z\n",
            "line 2, column 5 (record at byte 4): found 3 fields, expected 2; quote fields that contain the separator",
            "A,b,c"
        ),
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
        #expect(
            try ReadList("A;Alpha\nB;Beta\n", "SYMBOL=#1,DESCRIPTION=#2").profiles.map(\.description) == [
                "Alpha", "Beta",
            ])
    }

    /// Numbers and dates in the forms of several countries. The separator of fields determines the meaning of commas.
    @Test(arguments: [
        ("1,250", ",", "1250"), ("1,250", ";", "1.25"), ("0,5", ",", "0.5"), ("1.250,5", ";", "1250.5"),
        ("1,250.5", ";", "1250.5"),
        ("1 250,5", ";", "1250.5"), ("1'250", ",", "1250"), ("1,250,000", ",", "1250000"),
        ("1.250.000", ",", "1250000"), ("-5", ",", "-5"),
    ])
    func readsNumbersOfAllCountries(text: String, separator: String, number: String) throws {
        let read = try ReadList("s\(separator)m\nA\(separator)\"\(text)\"\n", "SYMBOL=s,MULTIPLIER=m")
        #expect(read.profiles.first?[.multiplier] == number)
    }

    @Test(arguments: ["1,25,0", "12,34,567", "1.2.3", "1,250.5.1", "", "abc", ",5,"])
    func otherNumbersAreErrors(text: String) throws {
        let read = try ReadList("s;m\nA;\"\(text)\"\n", "SYMBOL=s,MULTIPLIER=m")
        #expect(read.errors.count == (text.isEmpty ? 0 : 1))
    }

    @Test(arguments: [
        ("2026-12-31", "2026-12-31"), ("20261231", "2026-12-31"), ("2026/12/31", "2026-12-31"),
        ("31-Dec-2026", "2026-12-31"),
        ("31 December 2026", "2026-12-31"), ("Dec 31, 2026", "2026-12-31"), ("31.12.2026", "2026-12-31"),
        ("2026年12月31日", "2026-12-31"),
        ("2026-12-31T08:00:00Z", "2026-12-31"), ("1798704000000", "2026-12-31"), ("31/12/2026", nil),
        ("2026-02-30", nil),
    ])
    func readsDatesOfAllCountries(text: String, date: String?) throws {
        let read = try ReadList("s;d\nA;\(text)\n", "SYMBOL=s,EXPIRATION=d")
        #expect(read.profiles.first?[.expiration] == date)
        #expect(read.errors.isEmpty == (date != nil))
    }

    /// Custom fields with the order of day and month are dates; other custom fields are unchanged.
    @Test func readsDatesOfCustomFields() throws {
        let read = try ReadList("s;d\nA;31/12/2026\nB;\nC;31/31/2026\n", "SYMBOL=s,LISTED=dmy:d,NOTE=d")
        #expect(read.profiles.map { $0["LISTED"] } == ["2026-12-31", ""])
        #expect(read.profiles[0]["NOTE"] == "31/12/2026")
        #expect(
            read.errors == [
                "line 4, column 3 (record at byte 20): LISTED: found “31/31/2026”, expected a date such as 2026-12-31; "
                    + "write LISTED=mdy:… or dmy:… if the month or the day is first"
            ])
    }

    /// Rows that are no instruments: empty ones, notes at the end, headers that are repeated.
    @Test func skipsRowsThatAreNoInstruments() throws {
        let list = "s|n|m\nA|Alpha|1\n||\ns|n|m\nB|Beta|2\nFile Creation Time: 1128202621:31||\n"
        let read = try ReadList(list, "SYMBOL=s,DESCRIPTION=n")
        #expect(read.profiles.map(\.symbol) == ["A", "B"])
        #expect(read.errors.isEmpty)
    }

    /// Texts that have no meaning in their field are omitted, and counted in one warning.
    @Test(arguments: [
        (
            "s,c,m\nA,Utopia,XNYS\nB,,Nowhere\nC,US,XNYS\n", "SYMBOL=s,COUNTRY=c,OPOL=m",
            "line 2, column 3 (record at byte 6): COUNTRY: found “Utopia”, which is no known country; left out such values "
                + "(the first of 2)"
        ),
        (
            "s,m\nA,XNYS\nB,Nowhere\n", "SYMBOL=s,OPOL=m",
            "line 3, column 3 (record at byte 11): OPOL: found “Nowhere”, which is no known exchange; left out such values"
        ),
        (
            "s,t\nA,\(String(repeating: "long ", count: 60))\nB,?\n", "SYMBOL=s,TYPE=t",
            "line 2, column 3 (record at byte 4): TYPE: found “\(String(repeating: "long ", count: 12))…”, which is no known "
                + "type; left out such values (the first of 2)"
        ),
        ("s,m\nA,XNYS\nB,\n", "SYMBOL=s,OPOL=m", ""),
        // The mapping itself omits these values.
        ("s,m\nA,N\nB,X\n", "SYMBOL=s,OPOL=m [N XNYS]", ""),
    ])
    func countsTextsWithoutAMeaning(list: String, map: String, warning: String) throws {
        let read = try ReadList(list, map)
        #expect(read.warnings == (warning.isEmpty ? [] : [warning]))
        #expect(read.profiles.allSatisfy { $0.type == "STOCK" && !["Utopia", "Nowhere"].contains($0.opol) })
    }

    @Test func longTextsAreNotLookedFor() {
        var cache = TextCache<Int>(none: -1)
        var found = 0
        let texts: [(length: Int, value: Int)] = [(256, 1), (257, -1), (256, 1), (1 << 20, -1)]
        for (length, value) in texts {
            let text = [UInt8](repeating: 0x61, count: length)
            let result = cache.value(of: text.span) { _ in
                found += 1
                return found
            }
            #expect(result == value)
        }
        #expect(found == 1)
    }

    /// A source with only comments so far may be a list. It is judged by its beginning, not kept in memory.
    @Test func judgesABoundedBeginning() {
        var head = ListHead()
        let comments = Array(String(repeating: "# a comment\n", count: 10_000).utf8)
        var answers: [Bool?] = []
        for _ in 0..<20 where answers.last != true { answers.append(head.mayBeList(comments.span)) }
        #expect(answers == [Bool?](repeating: nil, count: 8) + [true])
        var parts = ListHead()
        #expect(parts.mayBeList("# a\n#STO".utf8Span.span) == nil)
        #expect(parts.mayBeList("CK::=TYPE\n".utf8Span.span) == false)
    }

    /// The markets of ccxt: members of one object, with the exchange's own objects and arrays in them.
    @Test func readsMarketsWithArraysInside() throws {
        let text =
            #"{"BTC/USDT": {"id": "BTCUSDT", "symbol": "BTC/USDT", "type": "spot", "info": {"filters": [{"tick": "0.01"}]}}, "#
            + #""ETH/USDT": {"id": "ETHUSDT", "symbol": "ETH/USDT", "type": "spot", "info": ["x", [[1]]]}}"#
        let read = try ReadList(text, "SYMBOL=symbol,TYPE=type [spot CRYPTO]")
        #expect(read.profiles.map { "\($0.type) \($0.symbol)" } == ["CRYPTO BTC/USDT", "CRYPTO ETH/USDT"])
        #expect(read.errors.isEmpty)
    }

    @Test func arraysInJSONNeedNoNamesForColumnsByNumber() throws {
        let read = try ReadList(#"[["A", "Alpha"], ["B", "Beta"]]"#, "SYMBOL=#1,DESCRIPTION=#2")
        #expect(read.profiles.map { "\($0.symbol) \($0.description)" } == ["A Alpha", "B Beta"])
    }

    /// A JSON text of an exchange: objects beside the rows, and rows with objects inside.
    @Test func readsRowsInsideOfOtherObjects() throws {
        let text =
            #"{"timezone": "UTC", "rateLimits": [{"type": "X", "limit": 1}], "symbols": [{"symbol": "BTCUSDT", "#
            + #""quoteAsset": "USDT", "filters": [{"tickSize": "0.01"}]}]}"#
        let read = try ReadList(text, "SYMBOL=symbol,CURRENCY=quoteAsset,TYPE='CRYPTO'")
        #expect(read.profiles.map(\.symbol) == ["BTC/USDT"])
        #expect(read.errors.isEmpty)
    }
}

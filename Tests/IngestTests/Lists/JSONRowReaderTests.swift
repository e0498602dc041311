import ProfileFormat
import Scanning
import Testing

@testable import Ingest

@Suite struct JSONRowReaderTests {
    @Test(arguments: [
        (
            #" {"fields": ["a", "b"], "data": [["x", 1], ["y \"q\" \u00e9", null]], "n": [3, true]} "#,
            ["columns a¦b", "1@33 x¦1", "1@43 y \"q\" é¦"]
        ),
        // Consecutive objects, which contain arrays and objects.
        (#"{"a": {"b": 1}, "c": [{"d": 2}]}\n{"a": {"b": 3}}"#, ["columns a.b¦c", "1@0 1¦{\"d\": 2}", "2@33 3¦"]),
        // The rows are in a member of an object, after members with other values.
        (
            #"{"n": 2, "w": ["x"], "m": {"k": 1}, "data": {"rows": [{"a": 1}, {"a": 2}]}}"#,
            ["columns k", "1@26 1", "columns k¦a", "1@54 ¦1", "1@64 ¦2"]
        ),
        (
            #"[{"meta": {"a": 1}, "data": [{"s": "x"}], "error": null}]"#,
            ["columns a", "1@10 1", "columns a¦s", "1@29 ¦x"]
        ),
        (#"{"A": {"s": "x"}, "B": {"s": "y"}}"#, ["columns s", "1@6 x", "1@23 y"]),
        (#"{"s": "x", "t": {"u": [1, 2]}}"#, ["columns s¦t.u", "1@0 x¦1;2"]),
        (#"[["a", "b"], [1, 2]]"#, ["columns a¦b", "1@13 1¦2"]),
        // Objects that begin with the same member are rows, even if they contain arrays of objects.
        (
            #"{"A": {"s": "x", "i": {"f": [{"t": 1}]}}, "B": {"s": "y", "i": {"f": [[1]]}}, "C": {"s": "z"}}"#,
            ["columns s¦i.f", "1@6 x¦{\"t\": 1}", "1@47 y¦1", "1@83 z¦"]
        ),
        (#"{"A": {"n": 1, "i": {"f": [{"s": "x"}]}}, "m": 2}"#, ["columns s", "1@27 x"]),
        (
            #"{"A": {"n": 1, "f": [{"s": "x"}]}, "B": {"n": 1, "f": [{"s": "y"}]}}"#,
            ["columns s", "1@21 x", "1@55 y"]
        ),
        // Commas between the objects of several lines.
        (#"{"s": 1},\n{"s": [], "t": {}}"#, ["columns s", "1@0 1", "2@10 "]),
        // Rows of mostly values, with arrays of arrays: Kraken's pairs.
        (
            #"{"error": [], "result": {"X": {"s": "x", "b": 1, "q": 2, "l": [2, 3], "f": [[0, 0.4]]}, "#
                + #""Y": {"s": "y", "b": 3, "q": 4, "l": [], "f": []}}}"#,
            ["columns s¦b¦q¦l¦f", "1@30 x¦1¦2¦2;3¦0;0.4", "1@93 y¦3¦4¦¦"]
        ),
        // Objects that are alike in a member of an object with values: Kraken's assets.
        (#"{"e": [], "r": {"X": {"s": "x"}, "Y": {"s": "y"}}, "n": 2}"#, ["columns s", "1@21 x", "1@38 y"]),
        // Several tables of arrays, with the names of their columns: the Moscow Exchange.
        (
            #"{"s": {"metadata": {"a": {"t": "i"}, "b": {"t": "s"}}, "columns": ["a", "b"], "data": [[1, "x"], [2, "y"]]}, "#
                + #""m": {"columns": ["c", "a"], "data": [[5, 1]]}}"#,
            [
                "columns t", "1@25 i", "1@42 s", "columns t¦a¦b", "1@87 ¦1¦x", "1@97 ¦2¦y", "columns t¦a¦b¦c",
                "1@147 ¦1¦¦5",
            ]
        ),
        // Arrays are only names if they are texts, and rows only if they have names or if no other rows do.
        (#"[["a", 1], ["b", 2]]"#, ["columns #1¦#2", "1@1 a¦1", "1@11 b¦2"]),
        (#"{"rows": [{"s": "x"}], "tiers": [[50, {"l": 1}]], "n": [1, 2]}"#, ["columns s", "1@10 x"]),
        // An array of values, and such arrays one after another.
        (#" ["a", null, 1,\n "b\u0041"] "#, ["columns #1", "1@2 a", "1@7 ", "1@13 1", "2@17 bA"]),
        (#"["s", "n"]\n["a", 1]\n["b", 2]"#, ["columns s¦n", "2@11 a¦1", "3@20 b¦2"]),
        (#"["s", "n"],\n["a", 1]"#, ["columns s¦n", "2@12 a¦1"]),
        // Tables by columns.
        (
            #"{"s": ["a", "b"], "c": "EUR", "n": [null, 2]}"#,
            ["columns s¦c¦n", "1@7 a¦EUR¦", "1@12 b¦EUR¦2"]
        ),
        (
            #"{"s": {"0": "a", "1": "b"}, "n": {"0": 1,\n"1": null}}"#,
            ["columns s¦n", "1@12 a¦1", "1@22 b¦"]
        ),
        // One row, whose values are arrays: the first has one value, or the arrays differ in length.
        (#"{"s": ["a"], "n": ["b"]}"#, ["columns s¦n", "1@0 a¦b"]),
        (#"{"s": ["a", "b"], "n": [1]}"#, ["columns s¦n", "1@0 a;b¦1"]),
        (#"{"s": {"0": "a", "2": "b"}, "n": {"0": 1}}"#, ["columns 0¦2", "1@6 a¦b", "1@33 1¦"]),
        (#"{"x": [{"s": 1}]} [] {"s": {"0": "a"}, "n": {"0": 2}}"#, ["columns s", "1@7 1", "columns s¦n", "1@33 a¦2"]),
    ])
    func jsonIsTheSameForAllChunks(text: String, expected: [String]) throws {
        let text = text.replacing("\\n", with: "\n")
        for chunk in 1...text.utf8.count {
            #expect(try read(text, chunk: chunk) == expected, "chunks of \(chunk)")
        }
    }

    @Test(arguments: [
        ("[{\"a\": 1}, {\"a\": ", "found an incomplete value at the end"),
        ("[{\"a\": 1}", "found an incomplete text, expected } or ]"),
        ("{\"a\": 1}\nnonsense\n", "found text that is not an object or an array"),
        ("[{\"a\": 1}}", "found “}”, expected a comma or ]"),
        ("[{\"a\":,\"b\": 1}]", "found “,”, expected a value"),
        ("[{\"a\" 1}]", "found “1”, expected a colon"),
        ("[{\"a\": 1 \"b\": 2}]", "found “\"”, expected a comma or }"),
        ("[{\"a\": [1,]}]", "found “]”, expected a value"),
        ("[{\"a\": 1,}]", "found “}”, expected a name in quotes"),
        ("[{a: 1}]", "found “a”, expected a name in quotes or }"),
        ("[{\"a\": ü}]", "found “ü”, expected a value"),
        ("{\"n\" 1, \"data\": [{\"a\": 1}]}", "found “1”, expected a colon"),
        ("[{\"a\": 1} {\"a\": 2}]", "found “{”, expected a comma or ]"),
        ("[, {\"a\": 1}]", "found “,”, expected a value or ]"),
        ("{\"n\": , \"data\": [{\"a\": 1}]}", "found “,”, expected a value"),
        ("{\"a\": [1, 2], \"b\": [1 2]}", "found “2”, expected a comma or ]"),
        ("[\"a\", \"b\" \"c\"]", "found “\"”, expected a comma or ]"),
        ("[\"a\", \"b", "found an incomplete value at the end"),
        ("[\"a\", \"b\"", "found an incomplete text, expected } or ]"),
    ])
    func damagedJSONIsAnError(text: String, reason: String) {
        var reader = ListReader()
        var rows = CollectedRows()
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read(text.utf8Span.span, into: &rows)
            try reader.finish(into: &rows)
        }
        #expect(error?.reason == "JSON: \(reason); the source is damaged or incomplete")
    }

    @Test func errorsHaveThePlaceInTheirLine() throws {
        var reader = JSONRowReader()
        var rows = CollectedRows()
        try reader.read("[{\"a\": 1},\n  ".utf8Span.span, isLast: false, into: &rows)
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read("{\"a\": }]".utf8Span.span, isLast: true, into: &rows)
        }
        #expect(error?.position == SourcePosition(byteOffset: 19, line: 2, column: 9))
    }

    /// A mapping by column numbers needs no names, so the first array is a row, not the names of the columns.
    @Test(arguments: [
        (#"[["a", 1], ["b", 2, 3]]"#, ["columns #1¦#2", "1@1 a¦1", "columns #1¦#2¦#3", "1@11 b¦2¦3"]),
        (#"{"fields": ["s"], "data": [["a"], ["b"]]}"#, ["columns s", "1@27 a", "1@34 b"]),
    ])
    func arraysWithoutNamesAreRows(text: String, expected: [String]) throws {
        for chunk in 1...text.utf8.count {
            #expect(try read(text, chunk: chunk, arraysHaveNames: false) == expected, "chunks of \(chunk)")
        }
    }

    /// Each table has its own number. Arrays with similar fields are one table.
    @Test(arguments: [
        (#"{"a": [{"s": 1, "n": 2}, {"x": 3}], "b": [{"s": 4, "m": 5}], "c": [{"n": 6, "x": 7}]}"#, [0, 0, 1, 0]),
        (#"[{"d": [{"s": 1}]}, {"w": "none"}, {"d": [{"s": 2}, {"s": 3}]}]"#, [0, 1, 0, 0]),
        (#"{"a": {"c": ["s", "n"], "d": [[1, 2], [3, 4]]}, "b": {"c": ["s", "p"], "d": [[1, 2]]}}"#, [0, 0, 1]),
        (#"{"s": 1} {"x": 2} {"y": 3}"#, [0, 0, 0]),
        // The fields of the first 64 tables are remembered.
        (
            "[" + (0..<70).map { "{\"d\": [{\"n\($0)\": 1}]}" }.joined(separator: ",") + "]",
            Array(0..<64) + Array(repeating: 64, count: 6)
        ),
    ])
    func tablesAreApart(text: String, expected: [Int]) throws {
        for chunk in 1...min(text.utf8.count, 100) {
            var rows = Tables()
            try read(text, chunk: chunk, into: &rows)
            #expect(rows.tables == expected, "chunks of \(chunk)")
        }
    }

    /// A row that is not UTF-8 is rejected, and reading continues.
    @Test(arguments: [
        ("[\"a\", \"~\", \"b\"]", ["columns #1", "1@1 a", "invalidUTF8 1:7", "1@11 b"]),
        ("{\"s\": [\"a\", \"b\"], \"n\": [\"~\", 1]}", ["invalidUTF8 1:8", "columns s¦n", "1@12 b¦1"]),
        ("[{\"s\": \"~\"}, {\"s\": 1}]", ["invalidUTF8 1:2", "columns s", "1@13 1"]),
    ])
    func rowsThatAreNotUTF8AreRejected(text: String, expected: [String]) throws {
        var reader = JSONRowReader()
        var rows = CollectedRows()
        let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
        try reader.read(bytes.span, isLast: true, into: &rows)
        for (row, expected) in zip(rows.rows, expected) { #expect(row.hasPrefix(expected)) }
        #expect(rows.rows.count == expected.count)
    }

    /// A row lacks the fields that only other rows have.
    @Test func rowsLackTheFieldsOfOthers() throws {
        var rows = Present()
        try read(#"[{"a": 1, "b": ""}, {"c": 2}, {"b": 3}, {}]"#, chunk: 5, into: &rows)
        #expect(rows.fields == [[0, 1], [2], [1], []])
    }

    /// One long object, and many rows in one chunk. If reading took quadratic time, it would take hours.
    @Test(.timeLimit(.minutes(60))) func readingIsLinear() throws {
        let long = "{\"s\": \"a\", \"x\": \"" + String(repeating: "x", count: 2_000_000) + "\"}"
        for text in [long, "{\"data\": [\(long)]}"] {
            let found = try read(text, chunk: 40)
            #expect(found.first == "columns s¦x" && found.count == 2)
        }
        let texts = "[" + Array(repeating: "\"a\"", count: 200_000).joined(separator: ",") + "]"
        #expect(try read(texts, chunk: 40).count == 200_001)
        #expect(try read("{\"s\": \(texts)}", chunk: 40).count == 200_001)
        let rows = "[" + Array(repeating: "{\"s\": \"a\"}", count: 100_000).joined(separator: ",\n") + "]"
        let found = try read(rows, chunk: rows.utf8.count)
        #expect(found.count == 100_001)
        #expect(found.last == "100000@1199989 a")
    }

    @Test func newNamesInEachRowAreBounded() throws {
        let text = (0...NamedFields.mostNames).map { "{\"n\($0)\": 1}" }.joined(separator: "\n")
        var reader = JSONRowReader()
        var rows = CountedNames()
        let error = #expect(throws: ProfileFormatError.self) {
            try reader.read(text.utf8Span.span, isLast: true, into: &rows)
        }
        #expect(rows.names == NamedFields.mostNames)
        #expect(
            error?.reason == "JSON: found more than 10000 different names of members in the rows; "
                + "the members of each row must have the same names")
        #expect(error?.position.line == 10_001)
    }

    private func read(_ text: String, chunk: Int, arraysHaveNames: Bool = true) throws -> [String] {
        var rows = CollectedRows()
        try read(text, chunk: chunk, arraysHaveNames: arraysHaveNames, into: &rows)
        return rows.rows
    }

    private func read<Rows: ListRowConsumer>(
        _ text: String, chunk: Int, arraysHaveNames: Bool = true, into rows: inout Rows
    ) throws {
        var reader = JSONRowReader(arraysHaveNames: arraysHaveNames)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
            try reader.read(piece.span, isLast: false, into: &rows)
        }
        try reader.read([UInt8]().span, isLast: true, into: &rows)
    }
}

/// Collects the table of each row.
private struct Tables: ListRowConsumer {
    var tables: [Int] = []

    mutating func columns(_ names: [String]) {}
    mutating func row(_ row: borrowing ListRow) { tables.append(row.table) }
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
}

/// Collects the numbers of the fields that each row has.
private struct Present: ListRowConsumer {
    var fields: [[Int]] = []

    mutating func columns(_ names: [String]) {}

    mutating func row(_ row: borrowing ListRow) {
        var present: [Int] = []
        for index in 0..<row.count where row.has(index) { present.append(index) }
        fields.append(present)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
}

/// Counts the names of the last row.
private struct CountedNames: ListRowConsumer {
    var names = 0

    mutating func columns(_ names: [String]) { self.names = names.count }
    mutating func row(_ row: borrowing ListRow) {}
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {}
}

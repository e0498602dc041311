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
            ["columns x¦k", "1@26 ¦1", "columns x¦k¦a", "1@54 ¦¦1", "1@64 ¦¦2"]
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

    /// One long object, and many rows in one chunk. If reading took quadratic time, it would take hours.
    @Test(.timeLimit(.minutes(60))) func readingIsLinear() throws {
        let long = "{\"s\": \"a\", \"x\": \"" + String(repeating: "x", count: 2_000_000) + "\"}"
        for text in [long, "{\"data\": [\(long)]}"] {
            let found = try read(text, chunk: 40)
            #expect(found.first == "columns s¦x" && found.count == 2)
        }
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
        var reader = JSONRowReader(arraysHaveNames: arraysHaveNames)
        var rows = CollectedRows()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
            try reader.read(piece.span, isLast: false, into: &rows)
        }
        try reader.read([UInt8]().span, isLast: true, into: &rows)
        return rows.rows
    }
}

/// Counts the names of the last row.
private struct CountedNames: ListRowConsumer {
    var names = 0

    mutating func columns(_ names: [String]) { self.names = names.count }
    mutating func row(_ row: borrowing ListRow) {}
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {}
}

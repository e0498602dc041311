import ProfileFormat
import Testing

/// Lines that are not profiles: empty lines, comments, and records that look like comments.
@Suite struct CommentTests {
    /// A line of only `""` is empty, anywhere and with any line end; a line with a comma isn't.
    @Test(arguments: [
        ("\"\"\nS,A\n", 0), ("S,A\n\"\"\n", 0), ("S,A\n\"\"", 0), ("\"\"\r\nS,A\r\n\"\"\r\n", 0),
        ("\"\"\rS,A\r\"\"\r", 0),
        ("\n\"\"\n\n\"\"\nS,A\n", 0), ("#::=TYPE\n\"\"\nS,A\n", 0), ("#::=TYPE,X\n\"\"\nS,A\n", 0),
        ("\"\",\nS,A\n", 1), ("\" \"\nS,A\n", 1), ("\"\"\"\"\nS,A\n", 1),
    ]) func emptyQuotedLinesAreSkipped(text: String, malformed: Int) {
        let bytes = Array(("#S::=TYPE,SYMBOL\n" + text).utf8)
        let whole = Transcript(bytes)
        #expect(whole.profiles.map(\.symbol) == ["A"])
        #expect(whole.errors.count == malformed)
        for cut in 0...bytes.count { #expect(Transcript(bytes, cuts: [cut]) == whole, "cut at \(cut)") }
        #expect(Transcript(bytes, cuts: Array(0..<bytes.count)) == whole)
    }

    struct Row: Sendable {
        var text: String
        var warnings: [String]
    }

    static let table: [Row] = [
        Row(
            text: "##::=TYPE,SYMBOL\n#,A\n#,B\n",
            warnings: [
                "line 3, column 1 (record at byte 34): skipped a record of type '#': it starts with #, so it reads as "
                    + "a comment; rename the type (the first of 2)"
            ]),
        Row(
            text: "##X::=TYPE,SYMBOL\n# nothing\n\"#X\",A\n#XY,A\n",
            warnings: [
                "line 4, column 1 (record at byte 45): skipped a record of type '#X': it starts with #, so it reads "
                    + "as a comment; rename the type"
            ]),
        // Valid comments, one of them before a type of that name.
        Row(text: "#,A\n#X,A\n##X::=TYPE,SYMBOL\n# X\n#x,A\n", warnings: []),
        Row(text: "#S,A\n# S\n", warnings: []),
    ]

    @Test(arguments: table) func recordsThatLookLikeCommentsAreWarnings(row: Row) throws {
        let bytes = Array(("#S::=TYPE,SYMBOL\n" + row.text + "S,A\n").utf8)
        let whole = try MeaningTests.read([(nil, bytes)], .strict)
        #expect(whole.warnings.map(\.description) == row.warnings)
        #expect(Transcript(bytes).profiles.map(\.symbol) == ["A"])
        for cut in 0...bytes.count {
            let parts = try MeaningTests.read([(nil, bytes)], .strict) { _ in [cut] }
            #expect(parts.warnings == whole.warnings && parts.entries == whole.entries, "cut at \(cut)")
        }
    }
}

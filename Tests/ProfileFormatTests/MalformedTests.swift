import ProfileFormat
import TestSupport
import Testing

/// Errors and their positions. The records before and after an error are read.
@Suite struct MalformedTests {
    static let head = "#STOCK::=TYPE,SYMBOL,STRIKE,EXPIRATION,ICB\n"

    /// The text after the format line, the error, and the symbols that are read nevertheless.
    static let table: [(String, String, [String])] = [
        (
            "STOCK,A,1,,\nSTOCK,B\nSTOCK,C,,,\n",
            "line 3, column 1 (record at byte 55): found 2 fields, expected 5 as in the format line #STOCK::=TYPE,…",
            ["A", "C"]
        ),
        (
            "STOCK,A,twelve,,\nSTOCK,B,,,\n",
            "line 2, column 9 (record at byte 43): found 'twelve' in STRIKE, expected a number", ["B"]
        ),
        (
            "STOCK,A,,2026-02-29,\nSTOCK,B,,,\n",
            "line 2, column 10 (record at byte 43): found '2026-02-29' in EXPIRATION, expected a date YYYY-MM-DD", ["B"]
        ),
        (
            "STOCK,A,,,seven\nSTOCK,B,,,\n",
            "line 2, column 11 (record at byte 43): found 'seven' in ICB, expected a whole number", ["B"]
        ),
        (
            "STOCK,A\"A,,,\nSTOCK,B,,,\n",
            "line 2, column 8 (record at byte 43): found a quote inside an unquoted field; "
                + "quote the whole field and double the quotes in it", ["B"]
        ),
        (
            "STOCK,\"A\"A,,,\nSTOCK,B,,,\n",
            "line 2, column 10 (record at byte 43): found text after a closing quote, expected a comma or the end of the "
                + "record; double the quotes inside a field", ["B"]
        ),
        (
            "STOCK,\"A,,,\nSTOCK,B,,,\n",
            "line 2, column 7 (record at byte 43): found an unclosed quote; close it, or quote the whole field and "
                + "double the quotes in it", ["B"]
        ),
        (
            "BOND,A,,,\nSTOCK,B,,,\n",
            "line 2, column 1 (record at byte 43): found the type 'BOND' without a format line #TYPE::=TYPE,… before "
                + "it",
            ["B"]
        ),
        (
            "###::=TYPE,SYMBOL\nSTOCK,B,,,\n",
            "line 2, column 1 (record at byte 43): found a format line for type '##', whose records would read as "
                + "commands or format lines; rename the type", ["B"]
        ),
    ]

    @Test(arguments: table) func onlyTheMalformedRecordIsSkipped(text: String, error: String, symbols: [String]) {
        let bytes = Array((Self.head + text).utf8)
        let whole = Transcript(bytes)
        #expect(whole.errors.map(\.description) == [error])
        #expect(whole.profiles.map(\.symbol) == symbols)
        for cut in 0...bytes.count { #expect(Transcript(bytes, cuts: [cut]) == whole, "cut at \(cut)") }
    }

    @Test(arguments: ["##COMPLETE", "#X::=TYPE", "##"]) func typesThatLookLikeCommandsAreRefused(type: String) {
        let whole = Transcript(Array("#\(type)::=TYPE,SYMBOL\n".utf8))
        #expect(whole.errors.map(\.kind) == [.forbiddenFormatName])
    }

    @Test func bytesThatAreNotUTF8AreAnError() {
        let bytes = Array(Self.head.utf8) + Array("STOCK,A".utf8) + [0xC3, 0x28] + Array(",,,\nSTOCK,B,,,\n".utf8)
        let whole = Transcript(bytes)
        #expect(
            whole.errors.map(\.description) == [
                "line 2, column 8 (record at byte 43): found bytes that are not UTF-8; convert the file to UTF-8"
            ])
        #expect(whole.profiles.map(\.symbol) == ["B"])
    }

    /// A damaged mark or format line must not be read as a comment.
    @Test(arguments: [
        "#\u{80}", "##COMPL\u{80}ETE", "##COMPLETE,\u{80}", "##,\u{80}", "#STOCK::=TYP\u{80}E,SYMBOL",
        "#X::=TYPE,\u{80}",
    ])
    func bytesThatAreNotUTF8AreAnErrorOfEveryRecord(line: String) {
        // Only one of the two bytes of U+0080.
        let damaged = Array((Self.head + line + "\nSTOCK,B,,,\n").utf8).filter { $0 != 0xC2 }
        for cut in 0...damaged.count {
            let transcript = Transcript(damaged, cuts: [cut])
            #expect(
                transcript.errors.map(\.kind) == [.invalidUTF8] && transcript.errors[0].position.line == 2, "\(cut)")
            #expect(transcript.profiles.map(\.symbol) == ["B"])
        }
    }

    @Test func longRecordsAreSkippedWithoutAllocation() {
        let limits = ReaderLimits(recordBytes: 100)
        let long = String(repeating: "x", count: 101)
        for (text, line) in [
            (
                "STOCK,\(long),,,\nSTOCK,B,,,\n",
                "found a record longer than 100 bytes, the limit; raise the limit if "
                    + "the record is valid"
            ),
            (
                "STOCK,\"A,,,\nSTOCK,B,,,\n\(long)\n",
                "found a quote that is not closed within 100 bytes, the limit for a record; close it, or raise the "
                    + "limit"
            ),
        ] {
            let bytes = Array((Self.head + text).utf8)
            for cuts in [Array(0..<bytes.count), stride(from: 0, to: bytes.count, by: 7).map { $0 }] {
                let transcript = Transcript(bytes, cuts: cuts, limits: limits)
                #expect(transcript.errors.first?.reason == line)
                #expect(transcript.errors.first?.position.line == 2)
                #expect(transcript.profiles.map(\.symbol) == ["B"])
            }
        }
    }

    @Test func tooManyColumnsAndTypesAreErrors() {
        let wide = "#W::=TYPE" + String(repeating: ",c", count: 10_000) + "\n"
        #expect(
            Transcript(Array(wide.utf8)).errors.map(\.reason) == [
                "found a format line with 10001 columns, expected at most 10000; raise the limit if the line is valid"
            ])
        let many = "#A::=TYPE\n#B::=TYPE\n#A::=TYPE,SYMBOL\n#C::=TYPE\n"
        let errors = Transcript(Array(many.utf8), limits: ReaderLimits(types: 2)).errors
        #expect(errors.map(\.reason) == ["found more than 2 types, the limit; raise the limit if they are valid"])
        #expect(errors.map(\.position.line) == [4])
    }
}

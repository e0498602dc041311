import ProfileFormat
import TestSupport
import Testing

/// Forms of numbers and dates that only lenient reading accepts: their values, and the warnings.
@Suite struct LenientTests {
    static let head = "#OPTION::=TYPE,SYMBOL,DESCRIPTION,STRIKE,EXPIRATION,ICB\n"

    struct Row: Sendable {
        /// The fields from STRIKE on.
        var fields: String
        /// The fields after lenient reading, in normal form; `nil` if lenient reading also fails.
        var read: String?
        var warnings: [ProfileWarning.Kind] = []
    }

    static let table: [Row] = [
        Row(fields: ",2024-1-5,", read: ",2024-01-05,", warnings: [.shortDate]),
        Row(fields: ",2024-12-5,", read: ",2024-12-05,", warnings: [.shortDate]),
        Row(fields: ",2024-1-15,", read: ",2024-01-15,", warnings: [.shortDate]),
        Row(fields: ", 2024-01-05 ,", read: ",2024-01-05,", warnings: [.spacesAroundValue]),
        Row(fields: ",\t2024-1-5,", read: ",2024-01-05,", warnings: [.spacesAroundValue, .shortDate]),
        // 1970-01-01 means "not set" in every spelling.
        Row(fields: ",1970-1-1,", read: ",,", warnings: [.shortDate]),
        // An invalid date never becomes a different one.
        Row(fields: ",2023-2-29,", read: nil), Row(fields: ",2024-13-1,", read: nil),
        Row(fields: ",2024-1-0,", read: nil),
        Row(fields: ",24-1-5,", read: nil), Row(fields: ",2024-1-5x,", read: nil), Row(fields: ",2024/1/5,", read: nil),
        Row(fields: ",2024-1,", read: nil), Row(fields: ",2024 -1-5,", read: nil),
        Row(fields: "NaN,,", read: "NaN,,", warnings: [.notANumber]),
        Row(fields: " NaN ,,", read: "NaN,,", warnings: [.spacesAroundValue, .notANumber]),
        Row(fields: "\"NaN\",,", read: "NaN,,", warnings: [.notANumber]),
        Row(fields: "nan,,", read: nil), Row(fields: "Infinity,,", read: nil), Row(fields: "1e400,,", read: nil),
        Row(fields: ",NaN,", read: nil),
        Row(fields: ",,NaN", read: ",,", warnings: [.notANumber]),
        Row(fields: " 150.50 ,,", read: "150.5,,", warnings: [.spacesAroundValue]),
        Row(fields: "\" 1e3\",,", read: "1000,,", warnings: [.spacesAroundValue]),
        Row(fields: ",, 9535.7", read: ",,9535", warnings: [.spacesAroundValue]),
        Row(fields: " , ,\t", read: ",,", warnings: [.spacesAroundValue]),
        Row(fields: "1 000,,", read: nil), Row(fields: "12x,,", read: nil), Row(fields: "\u{A0}5,,", read: nil),
        // Valid in the format.
        Row(fields: "1e3,2024-01-05,+7.9", read: "1000,2024-01-05,7"),
    ]

    private static func text(_ fields: String) -> [UInt8] {
        Array((head + "OPTION,A,\" \"\"x\"\" \",\(fields)\nOPTION,B,,1,,\n").utf8)
    }

    @Test(arguments: table) func lenientFormsAreAcceptedWithAWarning(row: Row) throws {
        let text = Self.text(row.fields)
        var reader = ProfileReader(strictness: .lenient)
        var profiles: [InstrumentProfile] = []
        try reader.read(text.span) { if case .profile(let profile) = $0 { profiles.append(profile) } }
        try reader.finish { _ in }
        #expect(reader.warnings.map(\.kind) == row.warnings)
        #expect(reader.warnings.allSatisfy { $0.count == (row.fields == " , ,\t" ? 3 : 1) && $0.position.line == 2 })
        #expect(profiles.map(\.symbol) == (row.read == nil ? ["B"] : ["A", "B"]))
        if let read = row.read, let first = profiles.first {
            let fields: [ProfileField] = [.strike, .expiration, .icb]
            #expect(fields.map { first[$0] }.joined(separator: ",") == read)
            // Spaces are part of a text.
            #expect(first.description == " \"x\" ")
        }
        // Strict reading fails wherever lenient reading warns, and the error mentions lenient reading.
        let strict = try MeaningTests.read([(nil, text)], .strict)
        let isRefused = row.read == nil || !row.warnings.isEmpty
        #expect(strict.entries.count == 2 && strict.warnings == [])
        if case .malformed? = strict.entries.first { #expect(isRefused) } else { #expect(!isRefused) }
        let whole = try MeaningTests.read([(nil, text)], .lenient)
        for cut in 0...text.count {
            let parts = try MeaningTests.read([(nil, text)], .lenient) { _ in [cut] }
            #expect(parts.entries == whole.entries && parts.warnings == whole.warnings, "cut at \(cut)")
        }
    }

    @Test func eachKindOfWarningIsReportedOnce() throws {
        var text = Self.head
        for number in 0..<1000 { text += "OPTION,S\(number),,\(number % 2 == 0 ? "NaN" : " 1"),2024-1-5,\n" }
        let outcome = try MeaningTests.read([(nil, Array(text.utf8))], .lenient)
        #expect(
            outcome.warnings.map(\.description) == [
                "line 2, column 12 (record at byte 56): found 'NaN' in STRIKE, read as NaN; expected a number (the first of "
                    + "500)",
                "line 2, column 16 (record at byte 56): found '2024-1-5' in EXPIRATION, read as 2024-01-05; expected a date "
                    + "YYYY-MM-DD (the first of 1000)",
                "line 3, column 12 (record at byte 81): found ' 1' in STRIKE, read as 1; expected no spaces around it (the "
                    + "first of 500)",
            ])
        #expect(outcome.entries.count == 1003)
    }

    /// A record with an unreadable value is an error, and its other oddities are not counted.
    @Test func unreadableRecordsCountNoWarnings() throws {
        let text = Self.head + "OPTION,A,, 1,2024-1-5,seven\n"
        let outcome = try MeaningTests.read([(nil, Array(text.utf8))], .lenient)
        #expect(outcome.warnings == [])
        let errors = Transcript(Array(text.utf8)).errors.map(\.description)
        #expect(
            errors == [
                "line 2, column 11 (record at byte 56): found ' 1' in STRIKE, expected a number; lenient reading "
                    + "accepts it"
            ])
        var reader = ProfileReader(strictness: .lenient)
        var lenient: [String] = []
        try reader.read(Array(text.utf8).span) { if case .malformed(let error) = $0 { lenient.append("\(error)") } }
        #expect(
            lenient == ["line 2, column 23 (record at byte 56): found 'seven' in ICB, expected a whole number"])
    }

    /// NaN passes through values, texts and comparisons, and equals itself.
    @Test func notANumberIsAValue() {
        var profile = InstrumentProfile()
        let isSet = profile.set(.strike, "NaN".utf8Span.span)
        #expect(isSet && profile.strike.isNaN && profile[.strike] == "NaN")
        let same = profile
        #expect(profile == same && Set([profile, same]).count == 1)
        profile.strike = 1
        #expect(profile != same)
        let values = ["NaN", "NaN", "1", ""].map { FieldValue($0.utf8Span.span, kind: .number) }
        #expect(values[0] == values[1] && values[0] != values[2] && values[0] != values[3])
        let whole = FieldValue("NaN".utf8Span.span, kind: .integer)
        let date = FieldValue("NaN".utf8Span.span, kind: .date)
        #expect(whole == nil && date == nil)
        let text = String(decoding: ProfileWriter.snapshot([same]), as: UTF8.self)
        #expect(text == "#::=TYPE,SYMBOL,STRIKE\n,,NaN\n##COMPLETE\n")
    }
}

import ProfileFormat
import Testing

@Suite struct ProfileVerifierTests {
    /// Returns `file:line kind: reason` for each finding in a text, or in an archive with one file.
    private func findings(_ text: String, isArchive: Bool = false) throws -> [String] {
        var found: [String] = []
        var verifier = ProfileVerifier(hoursFault: { _ in nil }) { finding in
            let place = "\(finding.file ?? "-"):\(finding.line.map(String.init) ?? "-")"
            found.append("\(place) \(finding.kind.rawValue): \(finding.reason)")
        }
        var reader = RecordReader()
        if isArchive { try reader.begin(file: "one.ipf", into: &verifier) }
        try reader.read(text.utf8Span.span, into: &verifier)
        try reader.finish(into: &verifier)
        try verifier.finish(reader.warnings)
        return found
    }

    private static let format = "#STOCK::=TYPE,SYMBOL,CURRENCY,TRADING_HOURS,ISIN,CUSIP,SEDOL\n"

    @Test func validProfilesHaveNoFindings() throws {
        #expect(
            try findings(Self.format + "STOCK,AAPL,USD,NewYorkETH(),US0378331005,037833100,2046251\n##COMPLETE\n") == []
        )
    }

    /// Unreadable hours are not a finding: other schedule defaults may make them readable.
    @Test(arguments: [(false, "on line 3, B: no hours"), (true, "on line 3 of one.ipf, B: no hours")])
    func unreadableTradingHoursAreCounted(isArchive: Bool, first: String) throws {
        var findings = 0
        var verifier = ProfileVerifier(
            hoursFault: {
                $0 == "X()" ? nil : GrammarError(grammar: "hours", reason: "no hours", text: $0, byteOffset: 0)
            },
            report: { _ in findings += 1 })
        var reader = RecordReader()
        if isArchive { try reader.begin(file: "one.ipf", into: &verifier) }
        let text = Self.format + "STOCK,A,USD,X(),,,\nSTOCK,B,USD,Y(),,,\nSTOCK,C,USD,Z(),,,\n##COMPLETE\n"
        try reader.read(text.utf8Span.span, into: &verifier)
        try reader.finish(into: &verifier)
        #expect(verifier.unreadableHours == .init(count: 2, first: first))
        #expect(findings == 0)
    }

    @Test func missingFieldsAreFindings() throws {
        let text = Self.format + "STOCK,,USD,,,,\n#OPTION::=TYPE,SYMBOL\nOPTION,X\n##COMPLETE\n"
        let found = try findings(text)
        #expect(
            found.prefix(2) == [
                "-:2 missing field: a profile without symbol: SYMBOL is not set, and every STOCK must have it",
                "-:2 missing field: a profile without symbol: TRADING_HOURS is not set, and every STOCK must have it",
            ])
        #expect(found.count == 2 + 2 + 7)
    }

    @Test func checkDigitsAndDuplicatesAreFindings() throws {
        let text = Self.format + "STOCK,A,USD,X(),US0378331006,,\nSTOCK,A,USD,X(),,,20462511\n"
        #expect(
            try findings(text, isArchive: true) == [
                "one.ipf:2 check digit: A: ISIN US0378331006 ends with the wrong check digit, expected 5",
                "one.ipf:3 check digit: A: SEDOL 20462511 has 8 characters, expected 7",
                "one.ipf:3 duplicate: A: already on line 2; the last record wins",
                "-:- incomplete: no ##COMPLETE was found, so the source may be truncated",
            ])
    }

    @Test func unreadableRecordsAreFindings() throws {
        let found = try findings(Self.format + "STOCK,A,USD\n##COMPLETE\n")
        #expect(found.count == 1 && found[0].hasPrefix("-:2 syntax: column "), "\(found)")
    }
}

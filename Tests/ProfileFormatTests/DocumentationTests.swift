import ProfileFormat
import Testing

/// The program of the module's documentation page, verbatim.
@Suite struct DocumentationTests {
    @Test func theDocumentedProgramRuns() throws {
        let bytes = Array("#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,IBM,Big Blue\nSTOCK\n##COMPLETE\n".utf8)
        var lines: [String] = []
        func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }

        var reader = ProfileReader()
        try reader.read(bytes.span) { event in
            switch event {
            case .profile(let profile): print(profile.symbol, profile.description)
            case .malformed(let error): print(error)
            case .flush, .complete: break
            }
        }
        try reader.finish { _ in }

        #expect(
            lines == [
                "IBM Big Blue",
                "line 3, column 1 (record at byte 52): found 1 field, expected 3 as in the format line #STOCK::=TYPE,…",
            ])
        let isComplete = reader.isComplete
        #expect(isComplete)
    }
}

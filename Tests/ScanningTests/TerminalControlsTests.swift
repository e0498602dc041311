import Scanning
import Testing

/// Characters that must be escaped on a terminal.
struct TerminalControlsTests {
    @Test func controlCharactersAreRecognized() {
        let rows: [(range: ClosedRange<UInt32>, isControl: Bool)] = [
            (0...0x1F, true), (0x20...0x7E, false), (0x7F...0x7F, true),
            // Control characters of the set C1. One of them starts a sequence, like ESC and a bracket.
            (0x80...0x9F, true), (0xA0...0x2029, false),
            // Embeddings and overrides, then isolates; directional marks reorder nothing.
            (0x202A...0x202E, true), (0x202F...0x2065, false), (0x2066...0x2069, true), (0x206A...0xD7FF, false),
            (0xE000...0x10FFFF, false),
        ]
        for row in rows {
            let others = row.range.filter { Unicode.Scalar($0)?.commandsTerminal != row.isControl }
            #expect(others.isEmpty, "\(row.range): \(others.prefix(3))")
        }
    }

    /// In an escaped rule text, the caret is still under the position.
    @Test func caretsRemainUnderThePosition() {
        let error = GrammarError(grammar: "g", reason: "r", text: "a\u{9B}\u{202E}b", byteOffset: 6)
        #expect(error.description == "g: r\n  a␣␣b\n     ^")
        #expect(GrammarError.excerpt("\u{1B}[2J\u{85}") == "␣[2J␣")
    }
}

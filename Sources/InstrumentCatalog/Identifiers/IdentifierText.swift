/// Identifiers as people paste them: in small letters, with hyphens and spaces between groups of characters.
enum IdentifierText {
    /// `text` without spaces, tabs, no-break spaces and hyphens of all lengths; `nil` where there are none of those.
    ///
    /// - Complexity: O(`text.count`).
    static func joined(_ text: Span<UInt8>) -> [UInt8]? {
        var joined: [UInt8] = []
        var position = 0
        while position < text.count {
            let start = position
            let character = text.character(at: &position)
            switch character {
            case 0x20, 0x09, 0x2D, 0xA0, 0x2010...0x2015, 0x202F, 0x2212: continue
            default: for index in start..<position { joined.append(text[index]) }
            }
        }
        return joined.count == text.count ? nil : joined
    }
}

/// How the text of an identifier is compared, from the strictest on: what one finds nothing for, the next may.
enum IdentifierComparison: CaseIterable {
    /// Byte for byte.
    case exact
    /// Without regard to case.
    case folded
    /// And without the spaces and hyphens of the text that is looked for.
    case joined
}

/// An identifier that is looked for, in the forms in which it is compared.
struct IdentifierQuery: ~Copyable {
    let text: String
    private let folded: [UInt8]

    init(_ text: String) {
        self.text = text
        var scratch = RawArray<UInt8>()
        folded = TextFolding.withFolded(text.utf8Span.span, &scratch) { Array(copying: $0) }
    }

    /// The folded text to look for; `nil` where the comparison is no other than the one before.
    func folded(_ comparison: IdentifierComparison) -> [UInt8]? {
        comparison == .joined ? IdentifierText.joined(folded.span) : folded
    }

    /// Whether `candidate` is what is looked for.
    ///
    /// - Parameter wanted: `folded(comparison)`.
    func matches(
        _ candidate: Span<UInt8>, _ wanted: [UInt8], _ comparison: IdentifierComparison,
        _ scratch: inout RawArray<UInt8>
    ) -> Bool {
        if comparison == .exact { return candidate.equals(text.utf8Span.span) }
        return TextFolding.withFolded(candidate, &scratch) { candidate in candidate.equals(wanted.span) }
    }
}

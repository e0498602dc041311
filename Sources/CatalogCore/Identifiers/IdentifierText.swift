internal import Scanning

/// Normalizes identifiers that were pasted in lowercase, or with hyphens and spaces between groups of characters.
enum IdentifierText {
    /// Returns `text` without spaces, tabs, no-break spaces and hyphens or dashes; `nil` if it contains none of these.
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

/// How identifiers are compared, strictest first. If one comparison finds nothing, the next is tried.
package enum IdentifierComparison {
    /// Byte for byte.
    case exact
    /// Without regard to case.
    case folded
    /// Without regard to case, and ignoring spaces and hyphens of the query.
    case joined
}

/// The text of an identifier query, prepared for one comparison.
package struct IdentifierQuery: ~Copyable {
    private let text: String
    private let comparison: IdentifierComparison
    /// The folded text, joined if the comparison is `joined`; empty if `text` is its own folded form.
    private let other: TrivialArray<UInt8>
    /// The key of the folded text.
    let key: IdentifierKey

    /// `nil` if no instrument can have the text, or if the comparison is equivalent to the next stricter one.
    package init?(_ text: String, _ comparison: IdentifierComparison) {
        if text.isEmpty { return nil }
        var other = TrivialArray<UInt8>()
        let bytes = text.utf8Span.span
        if comparison == .joined || !TextFolding.isPlain(bytes) {
            TextFolding.append(bytes, to: &other)
            if comparison == .joined {
                guard let joined = IdentifierText.joined(other.span) else { return nil }
                other.truncate(to: 0)
                other.append(joined.span)
            }
            if other.isEmpty { return nil }
            key = IdentifierKey(folded: other.span)
        } else {
            key = IdentifierKey(folded: bytes)
        }
        self.text = text
        self.comparison = comparison
        self.other = other
    }

    /// The hash of the folded text.
    package var hash: UInt64 { withFolded(ByteHash.hash) }

    @inline(__always)
    private func withFolded<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        other.isEmpty ? body(text.utf8Span.span) : body(other.span)
    }

    /// Returns whether `match` is certain enough to accept a row without comparing its text.
    @inline(__always)
    func accepts(_ match: IdentifierMatch) -> Bool {
        switch match {
        case .likely: false
        case .folded: comparison != .exact
        case .equal: comparison != .exact || other.isEmpty
        }
    }

    /// Returns whether a row's text matches.
    @inline(__always)
    func matches(_ column: CatalogColumn, at row: Int, _ scratch: inout TrivialArray<UInt8>) -> Bool {
        if comparison == .exact { return column.hasText(text.utf8Span.span, at: row) }
        return column.withText(at: row) { matches($0, &scratch) }
    }

    /// Returns whether `candidate` matches.
    package func matches(_ candidate: Span<UInt8>, _ scratch: inout TrivialArray<UInt8>) -> Bool {
        if comparison == .exact { return candidate.equals(text.utf8Span.span) }
        return TextFolding.withFolded(candidate, &scratch) { candidate in withFolded { candidate.equals($0) } }
    }
}

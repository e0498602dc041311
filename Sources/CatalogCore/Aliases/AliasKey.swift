internal import Scanning

/// The comparison key of an alias or query: its folded letters and digits, joined.
///
/// The word `and` is dropped if there are other words, as folding already drops `&`: `P&G`, `p & g`, `p and g` and
/// `pg` all have the key `PG`.
package struct AliasKey {
    /// The key in UTF-8; empty if the text has no letters or digits.
    package private(set) var bytes: [UInt8] = []

    private static let and = Array("AND".utf8)

    init(_ text: String) {
        let folded = TextFolding.folded(text)
        var unified = TrivialArray<UInt8>()
        WordRules.scripts.appendUnified(folded.span, to: &unified)
        self.init(unified: unified.span)
    }

    /// Creates the key of a folded text that is already unified by `WordRules.scripts`.
    package init(unified text: Span<UInt8>) {
        var isAnd = false
        bytes.reserveCapacity(text.count)
        TextFolding.forEachWord(in: text) { range in
            let word = text.extracting(range)
            if word.equals(Self.and.span) {
                isAnd = true
            } else {
                for index in range { bytes.append(text[index]) }
            }
        }
        if isAnd, bytes.isEmpty { bytes = Self.and }
    }

    /// Whether the key is long enough for a prefix search: at least three letters or digits, or two Han characters,
    /// kana or Hangul syllables, since names in those scripts are shorter.
    package var isBeginning: Bool {
        var weight = 0
        var position = 0
        while position < bytes.count, weight < 3 {
            weight += bytes.span.character(at: &position) < Self.firstOfDenseScripts ? 1 : 2
        }
        return weight >= 3
    }

    private static let firstOfDenseScripts: UInt32 = 0x2E80
}

internal import Scanning

/// What of an alias is compared, and of a query: its folded letters and digits, joined. The word `and` is left out beside others, as `&`
/// is by itself: `P&G`, `p & g`, `p and g` and `pg` are all `PG`.
package struct AliasKey {
    /// The key in UTF-8; empty for a text without letters and digits.
    package private(set) var bytes: [UInt8] = []

    private static let and = Array("AND".utf8)

    init(_ text: String) {
        let folded = TextFolding.folded(text)
        var unified = TrivialArray<UInt8>()
        WordRules.scripts.appendUnified(folded.span, to: &unified)
        self.init(unified: unified.span)
    }

    /// The key of a folded text in the form of `WordRules.scripts`.
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

    /// As much of a name as is asked for before names that merely begin so are found: three letters or digits, or two Han characters,
    /// kana or syllables of Hangul, of which a name has fewer.
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

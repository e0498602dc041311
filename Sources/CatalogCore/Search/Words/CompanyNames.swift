internal import Scanning

/// Reads the distinctive words of descriptions, to recognize listings of the same company.
package struct CompanyNames: ~Copyable {
    /// The number of words of a description that identify a company.
    package static let wordCount = 4

    private var folded = TrivialArray<UInt8>()

    package init() {}

    /// Returns a hash of the first distinctive words of a description, in order, or 0 if it has no such words.
    package mutating func key(of description: Span<UInt8>, words limit: Int) -> UInt64 {
        folded.truncate(to: 0)
        TextFolding.append(description, to: &folded)
        let text = folded.span
        var key: UInt64 = 0
        var count = 0
        WordRules.scripts.forEachWord(in: text) { range in
            let word = text.extracting(range)
            if count == limit || CommonWords.contains(word) { return }
            count += 1
            key = (key ^ ByteHash.hash(word)) &* 0x9E37_79B9_7F4A_7C15
        }
        return count == 0 ? 0 : key | 1 << 63
    }
}

/// The table that unifies variants of Han characters for search: traditional and simplified forms (`騰` and `腾`), and
/// the forms of Japan (`気` and `氣` become `气`), Hong Kong and Taiwan.
///
/// Two characters with different meanings can become one (`髮` and `發` become `发`): a search then finds additional
/// instruments, but misses none.
///
/// `Scripts/han-variants` generates the table.
struct HanVariants: Sendable {
    static let shared = HanVariants()

    /// The characters with entries in `common`: nearly all Han characters in texts.
    private static let commonRange: ClosedRange<UInt32> = 0x3400...0x9FFF

    /// For each character of `commonRange`, the one-based index of its variant in `targets`; 0 if the character is
    /// unchanged.
    private var common = [UInt16](repeating: 0, count: commonRange.count)
    private var targets: [UInt32] = []
    /// The variants of all other characters.
    private var others: [UInt32: UInt32] = [:]

    /// Parses the table from its text in the program.
    private init() {
        var source: UInt32?
        for character in String(describing: Self.pairs).unicodeScalars where !character.properties.isWhitespace {
            guard let first = source else {
                source = character.value
                continue
            }
            source = nil
            if Self.commonRange.contains(first) {
                targets.append(character.value)
                common[Int(first - Self.commonRange.lowerBound)] = UInt16(targets.count)
            } else {
                others[first] = character.value
            }
        }
    }

    /// Returns the unified variant of `character`.
    ///
    /// - Complexity: O(1).
    func variant(of character: UInt32) -> UInt32 {
        guard Self.commonRange.contains(character) else { return others[character] ?? character }
        let number = Int(common[Int(character - Self.commonRange.lowerBound)])
        return number == 0 ? character : targets[number - 1]
    }
}

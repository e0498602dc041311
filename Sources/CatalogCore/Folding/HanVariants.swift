/// Han characters that search takes for one: traditional for simplified (`騰` is `腾`), the forms of Japan (`気` and `氣` are `气`), Hong Kong
/// and Taiwan. One of two that a text meant to tell apart may be taken for the other (`髮` and `發` are `发`): more is found then, and
/// never less.
///
/// `Scripts/han-variants` makes the table.
struct HanVariants: Sendable {
    static let shared = HanVariants()

    /// The characters that have places of their own in `common`: nearly all Han characters of texts.
    private static let commonRange: ClosedRange<UInt32> = 0x3400...0x9FFF

    /// What each character of `commonRange` is taken for, by its number in `targets` from 1; 0 where it stays.
    private var common = [UInt16](repeating: 0, count: commonRange.count)
    private var targets: [UInt32] = []
    /// The same for other characters.
    private var others: [UInt32: UInt32] = [:]

    /// Reads the table that the program holds as text.
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

    /// What `character` is taken for.
    ///
    /// - Complexity: O(1).
    func variant(of character: UInt32) -> UInt32 {
        guard Self.commonRange.contains(character) else { return others[character] ?? character }
        let number = Int(common[Int(character - Self.commonRange.lowerBound)])
        return number == 0 ? character : targets[number - 1]
    }
}

internal import Scanning

/// The table that maps characters to their folded forms for search, and defines word characters.
///
/// Folding makes texts compare equal that differ only in case, accents or compatibility forms (full width, ligatures,
/// superscripts). ASCII letters become uppercase, since nearly every symbol then is its own folded form. `turk` and
/// `TÜRK` become `TURK`; `İŞ`, `ış` and `is` become `IS`; `ß` becomes `SS`.
///
/// Each character folds by itself, by a table that is part of the file format. Otherwise, machines with different
/// Unicode versions would disagree about the words of a catalog. `Scripts/folding-table` generates the table in these
/// steps:
/// - Apply NFKD and case folding.
/// - Remove marks above, below and through letters, Hebrew points and Arabic vowels.
/// - Remove the stroke of ø, đ, ð, ł, ħ and ŧ, and add the dot to ı.
/// - Replace æ, œ and þ by two letters.
/// - Compose the rest again (NFKC), so that が is unchanged.
struct FoldingTable: Sendable {
    static let shared = FoldingTable()

    /// The number of characters in a page.
    private static let pageSize: UInt32 = 128
    private static let limit: UInt32 = 0x11_0000

    /// For each 128 characters, the index of their page of entries; 0 if none of them folds.
    private var pages = [UInt16](repeating: 0, count: Int(limit / pageSize))
    /// For each character of a page, the one-based number of its replacement; 0 if the character is unchanged.
    private var entries = [UInt16](repeating: 0, count: Int(pageSize))
    /// The end of each replacement in `bytes`, which is also the start of the next one.
    private var ends: [UInt32] = [0]
    private var bytes: [UInt8] = []
    /// The first and last character of each range of word characters, in order.
    private var wordRanges: [UInt32] = []

    /// Parses the table from its text in the program.
    private init() {
        var reader = HexadecimalReader(Self.foldings)
        while let first = reader.number() {
            let last = reader.skips(ASCII.minus) ? reader.number() ?? first : first
            let step = reader.skips(ASCII.slash) ? reader.number() ?? 1 : 1
            let rises = reader.skips(ASCII.colon)
            if !rises { _ = reader.skips(ASCII.equals) }
            var targets: [UInt32] = []
            if let target = reader.number() { targets.append(target) }
            while reader.skips(ASCII.period), let target = reader.number() { targets.append(target) }
            if !rises { append(targets) }
            for character in stride(from: first, through: last, by: Int(step)) {
                if rises { append([targets[0] + character - first]) }
                setReplacement(of: character)
            }
            reader.skipSpace()
        }
        var ranges = HexadecimalReader(Self.wordCharacters)
        while let first = ranges.number() {
            wordRanges.append(first)
            wordRanges.append(ranges.skips(ASCII.minus) ? ranges.number() ?? first : first)
            ranges.skipSpace()
        }
    }

    private mutating func append(_ characters: [UInt32]) {
        for character in characters {
            guard let scalar = Unicode.Scalar(character) else { continue }
            bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
        }
        ends.append(UInt32(bytes.count))
    }

    /// Assigns the last appended replacement to `character`.
    private mutating func setReplacement(of character: UInt32) {
        let page = Int(character / Self.pageSize)
        if pages[page] == 0 {
            pages[page] = UInt16(entries.count / Int(Self.pageSize))
            entries.append(contentsOf: repeatElement(0, count: Int(Self.pageSize)))
        }
        entries[Int(pages[page]) * Int(Self.pageSize) + Int(character % Self.pageSize)] = UInt16(ends.count - 1)
    }

    /// Returns the range of the replacement of `character` in `bytes`; `nil` if the character is unchanged.
    @inline(__always)
    private func replacement(of character: UInt32) -> Range<Int>? {
        guard character < Self.limit else { return nil }
        let page = Int(pages[Int(character / Self.pageSize)])
        let number = Int(entries[page * Int(Self.pageSize) + Int(character % Self.pageSize)])
        return number == 0 ? nil : Int(ends[number - 1])..<Int(ends[number])
    }

    /// Appends the replacement of `character` in UTF-8. Returns `false` if the character is unchanged.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func appendReplacement(of character: UInt32, to target: inout TrivialArray<UInt8>) -> Bool {
        guard let range = replacement(of: character) else { return false }
        target.append(bytes.span.extracting(range))
        return true
    }

    /// Returns whether `character` is part of words: a letter, a digit, or a mark that combines with letters.
    ///
    /// - Complexity: O(log ranges) from U+0080 on.
    func isWordCharacter(_ character: UInt32) -> Bool {
        if character < 0x80 { return UInt8(character).isASCIILetter || UInt8(character).isASCIIDigit }
        let range = (0..<wordRanges.count / 2).partitioningIndex { wordRanges[2 * $0 + 1] >= character }
        return 2 * range < wordRanges.count && wordRanges[2 * range] <= character
    }
}

/// A parser for the text of the program's own tables.
private struct HexadecimalReader {
    private let text: StaticString
    private var position = 0

    init(_ text: StaticString) { self.text = text }

    private var next: UInt8 {
        // SAFETY: the position is below the count of the text's bytes, which are constant.
        position < text.utf8CodeUnitCount ? unsafe text.utf8Start[position] : 0
    }

    /// Parses a hexadecimal number; `nil` if there is no digit at the position.
    mutating func number() -> UInt32? {
        var value: UInt32?
        while true {
            let digit: UInt8
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next - UInt8(ascii: "A") + 10
            default: return value
            }
            value = (value ?? 0) << 4 | UInt32(digit)
            position += 1
        }
    }

    /// Skips `byte` if it is next. Returns whether it was.
    mutating func skips(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while next == ASCII.space || next == ASCII.lineFeed { position += 1 }
    }
}

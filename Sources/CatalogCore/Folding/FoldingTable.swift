internal import Scanning

/// How characters fold for search, and which of them words are made of.
///
/// Folding makes texts equal that people take for the same: case, accents and compatibility forms (full width, ligatures,
/// superscripts) go. ASCII letters become capitals, since that is what symbols are: nearly every symbol is its own folded
/// form. `turk` and `TÜRK` become `TURK`; `İŞ`, `ış` and `is` become `IS`; `ß` becomes `SS`.
///
/// Each character folds by itself, by a table that belongs to the file format: two machines that disagree about Unicode would
/// otherwise disagree about a catalog's words. `Scripts/folding-table` makes it: NFKD and case folding; marks above, below and
/// through letters are left out, and so are Hebrew points and Arabic vowels; ø, đ, ð, ł, ħ, ŧ, ı lose their stroke or gain
/// their dot; æ, œ and þ become two letters; what is left is composed again (NFKC), so that が stays itself.
struct FoldingTable: Sendable {
    static let shared = FoldingTable()

    /// Characters in a page.
    private static let pageSize: UInt32 = 128
    private static let limit: UInt32 = 0x11_0000

    /// For each 128 characters the place of their entries, in pages; 0 where none of them folds.
    private var pages = [UInt16](repeating: 0, count: Int(limit / pageSize))
    /// For each character of a page the number of its replacement, from 1; 0 where it stays.
    private var entries = [UInt16](repeating: 0, count: Int(pageSize))
    /// Where each replacement ends in `bytes`; it starts where the one before ends.
    private var ends: [UInt32] = [0]
    private var bytes: [UInt8] = []
    /// First and last character of each range of word characters, in order.
    private var wordRanges: [UInt32] = []

    /// Reads the table that the program holds as text.
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

    /// The last appended replacement is that of `character`.
    private mutating func setReplacement(of character: UInt32) {
        let page = Int(character / Self.pageSize)
        if pages[page] == 0 {
            pages[page] = UInt16(entries.count / Int(Self.pageSize))
            entries.append(contentsOf: repeatElement(0, count: Int(Self.pageSize)))
        }
        entries[Int(pages[page]) * Int(Self.pageSize) + Int(character % Self.pageSize)] = UInt16(ends.count - 1)
    }

    /// Where the replacement of `character` stands in `bytes`; `nil` where it stays as it is.
    @inline(__always)
    private func replacement(of character: UInt32) -> Range<Int>? {
        guard character < Self.limit else { return nil }
        let page = Int(pages[Int(character / Self.pageSize)])
        let number = Int(entries[page * Int(Self.pageSize) + Int(character % Self.pageSize)])
        return number == 0 ? nil : Int(ends[number - 1])..<Int(ends[number])
    }

    /// Appends the replacement of `character` in UTF-8; `false` where the character stays as it is.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func appendReplacement(of character: UInt32, to target: inout TrivialArray<UInt8>) -> Bool {
        guard let range = replacement(of: character) else { return false }
        target.append(bytes.span.extracting(range))
        return true
    }

    /// Words are made of `character`: a letter, a digit, or a mark that belongs to letters.
    ///
    /// - Complexity: O(log ranges) from U+0080 on.
    func isWordCharacter(_ character: UInt32) -> Bool {
        if character < 0x80 { return UInt8(character).isASCIILetter || UInt8(character).isASCIIDigit }
        let range = (0..<wordRanges.count / 2).partitioningIndex { wordRanges[2 * $0 + 1] >= character }
        return 2 * range < wordRanges.count && wordRanges[2 * range] <= character
    }
}

/// Reads the program's own table text.
private struct HexadecimalReader {
    private let text: StaticString
    private var position = 0

    init(_ text: StaticString) { self.text = text }

    private var next: UInt8 {
        // SAFETY: the position is below the count of the text's bytes, which are constant.
        position < text.utf8CodeUnitCount ? unsafe text.utf8Start[position] : 0
    }

    /// A hexadecimal number; `nil` where none stands here.
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

    /// Passes over `byte` if it stands here.
    mutating func skips(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while next == ASCII.space || next == ASCII.lineFeed { position += 1 }
    }
}

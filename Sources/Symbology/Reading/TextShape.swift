import Scanning

/// Where a text has what: a bit for each place, so that questions about parts of the text are one operation each.
///
/// The text is at most 64 bytes of ASCII. What systems and people write for an instrument is shorter; what is longer is a sentence.
struct TextShape {
    static let capacity = 64

    /// Bytes of the text.
    private(set) var count = 0
    private(set) var letters: UInt64 = 0
    private(set) var digits: UInt64 = 0
    /// Letters that were written small.
    private(set) var small: UInt64 = 0
    private(set) var spaces: UInt64 = 0
    private(set) var colons: UInt64 = 0
    private(set) var periods: UInt64 = 0
    private(set) var hyphens: UInt64 = 0
    private(set) var slashes: UInt64 = 0
    private(set) var underscores: UInt64 = 0
    private(set) var equals: UInt64 = 0

    /// Copies a text in capitals to `upper`, and as it was written to `written`, with one space instead of each run of them and none
    /// at the ends. Typographic spaces, hyphens and apostrophes and full-width forms become ASCII.
    ///
    /// `nil` of other text, and of text that is empty or too long.
    init?(_ text: Span<UInt8>, upper: inout MutableSpan<UInt8>, written: inout MutableSpan<UInt8>) {
        var index = 0
        var isSpaceDue = false
        while index < text.count {
            var byte = text[index]
            index += 1
            if byte >= 0x80 {
                guard let ascii = Self.ascii(text, after: &index, first: byte) else { return nil }
                byte = ascii
            }
            if byte <= 0x20 {
                guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return nil }
                isSpaceDue = count > 0
                continue
            }
            if isSpaceDue {
                guard count < Self.capacity else { return nil }
                upper[count] = ASCII.space
                written[count] = ASCII.space
                spaces |= 1 << UInt64(count)
                count += 1
                isSpaceDue = false
            }
            guard count < Self.capacity else { return nil }
            let bit: UInt64 = 1 << UInt64(count)
            written[count] = byte
            switch byte {
            case 0x61...0x7A:
                letters |= bit
                small |= bit
                byte &= 0xDF
            case 0x41...0x5A: letters |= bit
            case 0x30...0x39: digits |= bit
            case ASCII.colon: colons |= bit
            case ASCII.period: periods |= bit
            case ASCII.minus: hyphens |= bit
            case ASCII.slash: slashes |= bit
            case ASCII.underscore: underscores |= bit
            case ASCII.equals: equals |= bit
            case 0x7F: return nil
            default: break
            }
            upper[count] = byte
            count += 1
        }
        guard count > 0 else { return nil }
    }

    /// The ASCII character that a longer one stands for; `nil` if it stands for none. `index` is after its first byte.
    private static func ascii(_ text: Span<UInt8>, after index: inout Int, first: UInt8) -> UInt8? {
        func byte(_ ahead: Int) -> UInt8 { index + ahead < text.count ? text[index + ahead] : 0 }
        switch (first, byte(0), byte(1)) {
        case (0xC2, 0xA0, _):
            index += 1
            return ASCII.space
        case (0xE2, 0x80, 0x90...0x95):  // hyphens and dashes
            index += 2
            return ASCII.minus
        case (0xE2, 0x80, 0x98...0x99):  // quotation marks that stand for an apostrophe
            index += 2
            return UInt8(ascii: "'")
        case (0xE3, 0x80, 0x80):  // ideographic space
            index += 2
            return ASCII.space
        case (0xEF, 0xBC, 0x81...0xBF):  // full-width ! to _
            index += 2
            return text[index - 1] - 0x60
        case (0xEF, 0xBD, 0x80...0x9E):  // full-width ` to ~
            index += 2
            return text[index - 1] - 0x20
        default: return nil
        }
    }

    /// The bits of a part.
    func bits(_ range: Range<Int>) -> UInt64 {
        range.isEmpty ? 0 : (~0 >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
    }

    /// Whether a part, which isn't empty, has nothing but what `allowed` has.
    func all(_ range: Range<Int>, _ allowed: UInt64) -> Bool { !range.isEmpty && bits(range) & ~allowed == 0 }

    /// Whether a part has any of `wanted`.
    func any(_ range: Range<Int>, _ wanted: UInt64) -> Bool { bits(range) & wanted != 0 }

    /// The first place of a part that has any of `wanted`; `nil` if none does.
    func first(_ range: Range<Int>, _ wanted: UInt64) -> Int? {
        let found = bits(range) & wanted
        return found == 0 ? nil : found.trailingZeroBitCount
    }

    /// The last place of a part that has any of `wanted`; `nil` if none does.
    func last(_ range: Range<Int>, _ wanted: UInt64) -> Int? {
        let found = bits(range) & wanted
        return found == 0 ? nil : 63 - found.leadingZeroBitCount
    }

    /// Where the digits that end a part begin; the part's end where none does.
    func digitsStart(_ range: Range<Int>) -> Int {
        guard let other = last(range, ~digits) else { return range.lowerBound }
        return other + 1
    }
}

import Scanning

/// Bit sets of character positions, one per character class. With them, a question about a part of the text takes one
/// operation.
///
/// The text has at most 64 bytes of ASCII. All notations fit; longer texts are sentences or long spreads.
struct TextShape {
    static let capacity = 64

    /// The number of bytes in the text.
    private(set) var count = 0
    private(set) var letters: UInt64 = 0
    private(set) var digits: UInt64 = 0
    /// The letters that are lowercase in the original text.
    private(set) var small: UInt64 = 0
    private(set) var spaces: UInt64 = 0
    private(set) var colons: UInt64 = 0
    private(set) var periods: UInt64 = 0
    private(set) var hyphens: UInt64 = 0
    private(set) var slashes: UInt64 = 0
    private(set) var underscores: UInt64 = 0
    private(set) var equals: UInt64 = 0

    /// Copies a text in capitals to `upper`, and in its original case to `written`.
    ///
    /// Runs of spaces become one space, and spaces at the ends are removed. Typographic spaces, hyphens and
    /// apostrophes, and full-width forms, become ASCII. Returns `nil` if the text contains other characters, is empty,
    /// or is too long.
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

    /// Returns the ASCII equivalent of a multi-byte character whose first byte is `first`, and moves `index` to its
    /// end; `nil` for other characters. `index` must be the position after the first byte.
    private static func ascii(_ text: Span<UInt8>, after index: inout Int, first: UInt8) -> UInt8? {
        func byte(_ ahead: Int) -> UInt8 { index + ahead < text.count ? text[index + ahead] : 0 }
        switch (first, byte(0), byte(1)) {
        case (0xC2, 0xA0, _):
            index += 1
            return ASCII.space
        case (0xE2, 0x80, 0x90...0x95):  // hyphens and dashes
            index += 2
            return ASCII.minus
        case (0xE2, 0x80, 0x98...0x99):  // quotation marks used as apostrophes
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

    /// Returns a bit set of all positions in a range.
    func bits(_ range: Range<Int>) -> UInt64 {
        range.isEmpty ? 0 : (~0 >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
    }

    /// Returns whether all positions of a range are in `allowed`; `false` if the range is empty.
    func all(_ range: Range<Int>, _ allowed: UInt64) -> Bool { !range.isEmpty && bits(range) & ~allowed == 0 }

    /// Returns whether any position of a range is in `wanted`.
    func any(_ range: Range<Int>, _ wanted: UInt64) -> Bool { bits(range) & wanted != 0 }

    /// Returns the first position of a range that is in `wanted`; `nil` if no position is.
    func first(_ range: Range<Int>, _ wanted: UInt64) -> Int? {
        let found = bits(range) & wanted
        return found == 0 ? nil : found.trailingZeroBitCount
    }

    /// Returns the last position of a range that is in `wanted`; `nil` if no position is.
    func last(_ range: Range<Int>, _ wanted: UInt64) -> Int? {
        let found = bits(range) & wanted
        return found == 0 ? nil : 63 - found.leadingZeroBitCount
    }

    /// Returns the start of the digits at the end of a range; the end of the range if no digit is there.
    func digitsStart(_ range: Range<Int>) -> Int {
        guard let other = last(range, ~digits) else { return range.lowerBound }
        return other + 1
    }
}

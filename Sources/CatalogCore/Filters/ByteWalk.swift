internal import Scanning

/// Tests which texts of a front-coded list contain a given byte, for a pattern such as `*a*`.
///
/// Unlike `PatternWalk`, it never decodes a text. A text contains the byte if its shared prefix or its own bytes do.
struct ByteWalk {
    private let byte: UInt8
    /// The first position of the byte in the last text; `Int.max` if the byte did not occur.
    private var place = Int.max

    /// `nil` unless the pattern is a byte between two stars.
    init?(_ pattern: FieldPattern) {
        let bytes = pattern.bytes
        guard pattern.pieces != nil, bytes.count == 3, bytes[0] == ASCII.asterisk, bytes[1] != ASCII.asterisk,
            bytes[2] == ASCII.asterisk
        else { return nil }
        byte = bytes[1]
    }

    /// Returns whether the text contains the byte.
    ///
    /// - Parameters:
    ///   - shared: The length of the prefix that the text shares with the one before; 0 for the first text.
    ///   - offset: The offset of the text's own `length` bytes in `bytes`.
    @inline(__always)
    mutating func matches(_ bytes: borrowing MappedSection, at offset: Int, _ length: Int, sharing shared: Int) -> Bool
    {
        let found = bytes.firstIndex(of: byte, at: offset, length)
        if place >= shared { place = found < length ? shared &+ found : .max }
        return place != .max
    }
}

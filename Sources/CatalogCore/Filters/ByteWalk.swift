internal import Scanning

/// Tells which of texts that come one after another hold a byte: what a pattern as `*a*` asks for. As `PatternWalk`, but no text is put
/// together for it: one holds the byte where what it shares with the one before did, or its own bytes do.
struct ByteWalk {
    private let byte: UInt8
    /// The first place of the byte in the last text; `Int.max` where it had none.
    private var place = Int.max

    /// `nil` for every pattern but a byte between two stars.
    init?(_ pattern: FieldPattern) {
        let bytes = pattern.bytes
        guard pattern.pieces != nil, bytes.count == 3, bytes[0] == ASCII.asterisk, bytes[1] != ASCII.asterisk,
            bytes[2] == ASCII.asterisk
        else { return nil }
        byte = bytes[1]
    }

    /// Whether the text holds the byte.
    ///
    /// - Parameters:
    ///   - shared: bytes that it shares with the text before; 0 for the first one.
    ///   - offset: where its other bytes begin in `bytes`, `length` of them.
    @inline(__always)
    mutating func matches(_ bytes: borrowing MappedSection, at offset: Int, _ length: Int, sharing shared: Int) -> Bool
    {
        let found = bytes.firstIndex(of: byte, at: offset, length)
        if place >= shared { place = found < length ? shared &+ found : .max }
        return place != .max
    }
}

/// Parses the header of a gzip member byte by byte (RFC 1952, section 2.3). Errors are reported at the byte where zlib
/// reports them.
///
/// ```
/// HEADER = 1F 8B METHOD FLAGS TIME(4) LEVEL SYSTEM [LENGTH(2) EXTRA] [NAME 00] [COMMENT 00] [CHECKSUM(2)]
/// ```
package struct GzipHeader {
    private enum Part {
        case fixed, extraLength, extra, name, comment, checksum, end
    }

    private enum Flag {
        static let checksum: UInt8 = 2
        static let extra: UInt8 = 4
        static let name: UInt8 = 8
        static let comment: UInt8 = 16
        static let unknown: UInt8 = 0xE0
    }

    /// The number of bytes before the optional parts of the header.
    static let fixedBytes = 10

    private var part = Part.fixed
    /// The number of bytes of the current part so far.
    private var count = 0
    private var flags: UInt8 = 0
    private var extraBytes = 0
    private var found: UInt16 = 0
    private var crc = CRC32()

    /// Returns the offset where the header at the start of `bytes` ends; `nil` if the header is not complete or not
    /// valid.
    ///
    /// - Complexity: O(bytes of the header).
    package static func end(in bytes: Span<UInt8>) -> Int? {
        var header = GzipHeader()
        for index in bytes.indices {
            do throws(Fault) { try header.take(bytes[index]) } catch { return nil }
            if header.isWhole { return index + 1 }
        }
        return nil
    }

    /// Whether the header is complete.
    var isWhole: Bool { part == .end }

    /// Parses the next byte.
    ///
    /// - Throws: The message of zlib, at the byte that zlib rejects.
    mutating func take(_ byte: UInt8) throws(Fault) {
        if part != .checksum { crc.add(byte) }
        count += 1
        switch part {
        case .fixed: try takeFixed(byte)
        case .extraLength:
            extraBytes |= Int(byte) << (8 * (count - 1))
            if count == 2 { next(after: .extraLength) }
        case .extra: if count == extraBytes { next(after: .extra) }
        case .name: if byte == 0 { next(after: .name) }
        case .comment: if byte == 0 { next(after: .comment) }
        case .checksum:
            found |= UInt16(byte) << (8 * (count - 1))
            if count == 2 {
                guard found == UInt16(truncatingIfNeeded: crc.value) else { throw Fault(words: "header crc mismatch") }
                next(after: .checksum)
            }
        case .end: preconditionFailure("a header has one end")
        }
    }

    /// The reason why the header is invalid.
    struct Fault: Error {
        let words: String
    }

    private mutating func takeFixed(_ byte: UInt8) throws(Fault) {
        switch count {
        case 1: found = UInt16(byte)
        case 2:
            guard found == 0x1F, byte == 0x8B else { throw Fault(words: "incorrect header check") }
            found = 0
        // zlib checks the method only after it has read the flags.
        case 3: found = UInt16(byte)
        case 4:
            guard found == 8 else { throw Fault(words: "unknown compression method") }
            guard byte & Flag.unknown == 0 else { throw Fault(words: "unknown header flags set") }
            (flags, found) = (byte, 0)
        case Self.fixedBytes: next(after: .fixed)
        default: break
        }
    }

    /// Advances to the next part that the flags indicate.
    private mutating func next(after last: Part) {
        count = 0
        part =
            switch last {
            case .fixed where flags & Flag.extra != 0: .extraLength
            case .extraLength where extraBytes > 0: .extra
            case .fixed, .extraLength, .extra: afterExtra
            case .name: flags & Flag.comment != 0 ? .comment : afterTexts
            case .comment: afterTexts
            case .checksum, .end: .end
            }
    }

    private var afterExtra: Part {
        flags & Flag.name != 0 ? .name : flags & Flag.comment != 0 ? .comment : afterTexts
    }

    private var afterTexts: Part { flags & Flag.checksum != 0 ? .checksum : .end }
}

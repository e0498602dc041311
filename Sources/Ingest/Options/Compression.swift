internal import Packing

/// The compression of a source. It is recognized by the first bytes, not by the name of the source.
package enum Compression: String, Hashable, Sendable, Codable {
    /// No compression.
    case none
    /// One or more gzip members.
    case gzip
    /// A zip archive.
    case zip

    /// The number of bytes from which the format is recognized.
    static let recognisedBytes = 4

    /// Returns the format of data that begins with `head`. `head` contains the first 4 bytes, or all data if there are
    /// fewer.
    static func recognise(_ head: Span<UInt8>) -> Compression {
        if head.count >= 2, head[0] == 0x1F, head[1] == 0x8B { return .gzip }
        guard head.count >= 4, head[0] == UInt8(ascii: "P"), head[1] == UInt8(ascii: "K") else { return .none }
        // The signatures of a local entry, of the end of an empty archive, and of a split archive.
        switch (head[2], head[3]) {
        case (3, 4), (5, 6), (6, 6), (7, 8), (0x30, 0x30): return .zip
        default: return .none
        }
    }

    /// Whether `bytes` are the beginning of gzip data whose content is also compressed, because a file was compressed
    /// twice or the server compressed it again.
    static func isPackedTwice(_ bytes: Span<UInt8>) -> Bool {
        guard recognise(bytes) == .gzip, var inflater = try? ZlibInflater(.gzip) else { return false }
        let beginning = RingBuffer(capacity: 64)
        _ = try? beginning.append { (output) throws(PipelineStop) in _ = try? inflater.inflate(bytes, into: &output) }
        return recognise(beginning.bytes) != .none
    }
}

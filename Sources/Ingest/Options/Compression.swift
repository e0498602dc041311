internal import Packing

/// How the bytes of a source are packed, recognised by its first bytes and not by its name.
package enum Compression: String, Hashable, Sendable, Codable {
    /// The bytes as they are.
    case none
    /// One gzip member, or several in a row.
    case gzip
    /// A zip archive.
    case zip

    /// Bytes that are enough to tell.
    static let recognisedBytes = 4

    /// What begins with `head`: the first 4 bytes, or all where there are fewer.
    static func recognise(_ head: Span<UInt8>) -> Compression {
        if head.count >= 2, head[0] == 0x1F, head[1] == 0x8B { return .gzip }
        guard head.count >= 4, head[0] == UInt8(ascii: "P"), head[1] == UInt8(ascii: "K") else { return .none }
        // A local entry; the end of an archive without entries; the marks of an archive in several volumes.
        switch (head[2], head[3]) {
        case (3, 4), (5, 6), (6, 6), (7, 8), (0x30, 0x30): return .zip
        default: return .none
        }
    }

    /// Whether these bytes begin gzip data whose content is packed itself: a file that was compressed twice, or one that the server has
    /// compressed on its way.
    static func isPackedTwice(_ bytes: Span<UInt8>) -> Bool {
        guard recognise(bytes) == .gzip, var inflater = try? ZlibInflater(.gzip) else { return false }
        let beginning = RingBuffer(capacity: 64)
        _ = try? beginning.append { (output) throws(PipelineStop) in _ = try? inflater.inflate(bytes, into: &output) }
        return recognise(beginning.bytes) != .none
    }
}

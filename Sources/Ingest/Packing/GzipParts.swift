import Packing
import Synchronization
import SystemFiles

/// A part of a gzip file that may be inflated by itself.
struct GzipPart: Sendable {
    /// Its bytes in the file.
    let range: Range<Int>
    /// It begins with the header of a member; otherwise inside a member's data.
    let beginsMember: Bool
    /// A member's end is its end, or nothing but padding follows one; otherwise the next part goes on with the member.
    let endsMember: Bool
    /// Nothing comes after it.
    let isLast: Bool
}

/// Where a gzip file may be cut, so that its parts are inflated side by side.
///
/// Two things in the bytes show where a text begins that refers to nothing before it: the header of a member, and what a full flush
/// ends with, an empty stored block. Parts of several threads' compressors and published snapshots have one of them.
///
/// ```
/// 1F 8B 08 …    a member, if the header's other bytes are usual ones
/// 00 00 FF FF   the end of a flush: the next byte begins a block
/// ```
/// These are hints: packed data may have such bytes anywhere, and a flush need not be a full one. That a cut is right is found out by
/// inflating: the part before it ends there, and the one after it needs nothing from before.
final class GzipParts: Sendable {
    /// Stored bytes of a part, at least: what is done once for each costs little, and what inflates to twenty times as much
    /// still has room in the buffers between two threads.
    static let partBytes = 128 << 10
    /// The first cut is looked for in so many parts' bytes: of files without any, no more is read ahead.
    private static let firstParts = 8

    private struct Cut {
        var offset: Int
        var isMember: Bool
    }

    private let file: MappedFile
    private let partBytes: Int
    private let cuts: Mutex<[Cut]>

    /// - Returns: `nil` for a file that is small or whose beginning shows no cut.
    init?(_ file: MappedFile, partBytes: Int = GzipParts.partBytes) {
        let end = min(file.count, partBytes * Self.firstParts)
        guard file.count >= 2 * partBytes, let first = Self.cut(file, from: partBytes, to: end) else {
            return nil
        }
        self.file = file
        self.partBytes = partBytes
        cuts = Mutex([Cut(offset: 0, isMember: true), first])
    }

    /// A part by its number; `nil` after the last.
    subscript(number: Int) -> GzipPart? {
        cuts.withLock { cuts in
            while cuts.count < number + 2, let last = cuts.last, last.offset < file.count {
                let from = min(last.offset + partBytes, file.count)
                cuts.append(
                    Self.cut(file, from: from, to: file.count) ?? Cut(offset: file.count, isMember: true))
            }
            guard number + 1 < cuts.count else { return nil }
            let (begin, end) = (cuts[number], cuts[number + 1])
            return GzipPart(
                range: begin.offset..<end.offset, beginsMember: begin.isMember, endsMember: end.isMember,
                isLast: end.offset == file.count)
        }
    }

    // MARK: Looking for cuts

    /// The first cut at or after an offset; `nil` where there is none before the end.
    private static func cut(_ file: MappedFile, from start: Int, to end: Int) -> Cut? {
        let bytes = file.bytes(0..<end)
        // By the third byte of both patterns: most bytes are none of theirs, and then three are passed over.
        var third = start + 2
        while third < bytes.count - GzipPart.headerBytes {
            switch bytes[third] {
            case 0x08:
                if isHeader(bytes, third - 2) { return Cut(offset: third - 2, isMember: true) }
                third += 3
            case 0xFF:
                if bytes[third - 2] == 0, bytes[third - 1] == 0, bytes[third + 1] == 0xFF {
                    return Cut(offset: third + 2, isMember: false)
                }
                third += 3
            case 0x00, 0x1F, 0x8B: third += 1
            default: third += 3
            }
        }
        return nil
    }

    /// The bytes are a member's first ones, with flags, level and system that writers use.
    private static func isHeader(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        let (flags, level, system) = (bytes[start + 3], bytes[start + 8], bytes[start + 9])
        return bytes[start] == 0x1F && bytes[start + 1] == 0x8B && flags & 0xE0 == 0 && (level & ~6) == 0
            && (system <= 13 || system == 255)
    }
}

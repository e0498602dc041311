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

extension GzipPart {
    /// Bytes of a member's header, at least.
    static let headerBytes = 10
    private static let tailBytes = 8

    /// The result of inflating a part.
    struct Outcome: Sendable {
        /// The part was inflated, and ends where and as the next one begins.
        var isSound = false
        /// The text up to the end of a member that began in an earlier part, and the eight bytes stored there: checksum and length, the
        /// checksum lower; `nil` if no such member ends here.
        var first: (text: SealedText.Tail, stored: UInt64)?
        /// The text after the last end.
        var open = SealedText.Tail()

        /// The stored checksum and length are those of a text.
        static func isRight(_ text: SealedText.Tail, _ stored: UInt64) -> Bool {
            stored == UInt64(text.checksum) | UInt64(UInt32(truncatingIfNeeded: text.length)) << 32
        }
    }

    /// Inflates the part, up to its end or to what one thread has to judge.
    ///
    /// - Parameters:
    ///   - ratio: a part that inflates to more than this many times its size is left to one thread too.
    ///   - ended: called where a member ends that began in an earlier part, before its last bytes are handed on: no more may
    ///     follow where its checksum is wrong.
    func inflate<Engine: Inflater & ~Copyable>(
        _ file: MappedFile, by inflater: inout Engine, ratio: Int, to output: inout RingWriter,
        ended: (Outcome) -> Void
    ) throws(PipelineStop) -> Outcome {
        var outcome = Outcome()
        var position = range.lowerBound
        var isInside = !beginsMember
        var isOutputFull = false
        var written = 0
        var checksum = CRC32()
        var length = 0
        inflater.reset()
        while true {
            if !isInside {
                if position == range.upperBound {
                    outcome.isSound = endsMember
                    return outcome
                }
                guard let data = GzipHeader.end(in: file.bytes(position..<range.upperBound)) else {
                    outcome.isSound = isLast && file.bytes(position..<range.upperBound).isZero
                    return outcome
                }
                position += data
                inflater.reset()
                (checksum, length, isInside) = (CRC32(), 0, true)
            }
            let rest = position..<range.upperBound
            let result = try output.write { (output) throws(PipelineStop) -> InflateStep? in
                let start = output.count
                guard let step = try? inflater.inflate(file.bytes(rest), into: &output) else { return nil }
                checksum.add(output.span.extracting(start...))
                isOutputFull = output.isFull
                return step
            }
            guard let step = result else { return outcome }
            position += step.taken - step.unused
            length += step.written
            written += step.written
            outcome.open = SealedText.Tail(checksum: checksum.value, length: length)
            guard written / ratio <= position - range.lowerBound else { return outcome }
            if step.isAtEnd {
                guard position + Self.tailBytes <= range.upperBound else { return outcome }
                let stored = LittleEndian.read(file.bytes(position..<range.upperBound), 0, Self.tailBytes)
                position += Self.tailBytes
                isInside = false
                if !beginsMember, outcome.first == nil {
                    outcome.first = (outcome.open, stored)
                    ended(outcome)
                    try output.end(.member)
                } else if !Outcome.isRight(outcome.open, stored) {
                    return outcome
                }
                outcome.open = SealedText.Tail()
            } else if position == range.upperBound, !isOutputFull || inflater.isBetweenBlocks {
                // Asked once more, zlib would begin the next block.
                outcome.isSound = !endsMember && inflater.isBetweenBlocks
                return outcome
            }
        }
    }
}

extension Span<UInt8> {
    /// All bytes are zero.
    fileprivate var isZero: Bool {
        for index in indices where self[index] != 0 { return false }
        return true
    }
}

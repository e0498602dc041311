import Packing
import Synchronization
import SystemFiles

/// A part of a gzip file that can be inflated independently.
struct GzipPart: Sendable {
    /// The range of the part in the file.
    let range: Range<Int>
    /// Whether the part begins with the header of a member. If not, the part begins within the data of a member.
    let beginsMember: Bool
    /// Whether the part ends with the end of a member, possibly followed by padding. If not, the member continues in
    /// the next part.
    let endsMember: Bool
    /// Whether this is the last part.
    let isLast: Bool
}

/// The positions at which a gzip file may be split so that several threads can inflate it.
///
/// Two byte patterns indicate that the text after them does not refer to earlier text: the header of a member, and the
/// empty stored block at the end of a full flush. Parallel compressors and publishers of snapshots write one of the
/// two.
///
/// ```
/// 1F 8B 08 …    a member, if the header's other bytes have usual values
/// 00 00 FF FF   the end of a flush, after which a block begins
/// ```
/// These are only hints: compressed data may contain such bytes anywhere, and a flush need not be a full flush.
/// Inflating verifies a cut: the part before it must end there, and the part after it must inflate without earlier
/// text.
final class GzipParts: Sendable {
    /// The minimum number of stored bytes in a part. It is large enough that the work per part is negligible. A part
    /// that inflates to twenty times its size still fits into the buffers between two threads.
    static let partBytes = 128 << 10
    /// The maximum number of parts in which the first cut is searched, so that files without cuts are not read far
    /// ahead.
    private static let firstParts = 8

    private struct Cut {
        var offset: Int
        var isMember: Bool
    }

    private let file: MappedFile
    private let partBytes: Int
    private let cuts: Mutex<[Cut]>

    /// Searches for the first cut.
    ///
    /// - Returns: The parts; `nil` if the file is small, or there is no cut near its beginning.
    init?(_ file: MappedFile, partBytes: Int = GzipParts.partBytes) {
        let end = min(file.count, partBytes * Self.firstParts)
        guard file.count >= 2 * partBytes, let first = Self.cut(file, from: partBytes, to: end) else {
            return nil
        }
        self.file = file
        self.partBytes = partBytes
        cuts = Mutex([Cut(offset: 0, isMember: true), first])
    }

    /// Returns a part by its number; `nil` after the last part.
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

    /// Returns the first cut at or after an offset; `nil` if there is no cut before `end`.
    private static func cut(_ file: MappedFile, from start: Int, to end: Int) -> Cut? {
        let bytes = file.bytes(0..<end)
        // Search for the third byte of both patterns. Most bytes occur in neither pattern, so the search can advance by
        // three.
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

    /// Whether a member begins at `start`, judged by the flags, the level and the system that common writers use.
    private static func isHeader(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        let (flags, level, system) = (bytes[start + 3], bytes[start + 8], bytes[start + 9])
        return bytes[start] == 0x1F && bytes[start + 1] == 0x8B && flags & 0xE0 == 0 && (level & ~6) == 0
            && (system <= 13 || system == 255)
    }
}

extension GzipPart {
    /// The minimum size of a member's header.
    static let headerBytes = 10
    private static let tailBytes = 8

    /// The result of inflating a part.
    struct Outcome: Sendable {
        /// Whether the part was inflated, and ends exactly where the next part begins.
        var isSound = false
        /// The text up to the end of a member that began in an earlier part; `nil` if no such member ends in this part.
        ///
        /// `stored` is the last eight bytes of that member: the checksum in the lower half, and the length in the upper
        /// half.
        var first: (text: SealedText.Tail, stored: UInt64)?
        /// The text after the last end of a member in this part.
        var open = SealedText.Tail()

        /// Returns whether a stored checksum and length match the text.
        static func isRight(_ text: SealedText.Tail, _ stored: UInt64) -> Bool {
            stored == UInt64(text.checksum) | UInt64(UInt32(truncatingIfNeeded: text.length)) << 32
        }
    }

    /// Inflates the part up to its end, or up to a position from which it must be decoded sequentially.
    ///
    /// - Parameters:
    ///   - ratio: The maximum ratio of inflated to compressed bytes. Above it, the part is decoded sequentially.
    ///   - ended: A closure that is called when a member ends that began in an earlier part, before its last bytes are
    ///     published. If the checksum is wrong, no bytes after the member may be delivered.
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
                // Do not call zlib again, because that would begin the next block.
                outcome.isSound = !endsMember && inflater.isBetweenBlocks
                return outcome
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are zero.
    fileprivate var isZero: Bool {
        for index in indices where self[index] != 0 { return false }
        return true
    }
}

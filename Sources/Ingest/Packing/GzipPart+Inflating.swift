import Packing
import SystemFiles

extension GzipPart {
    /// Bytes of a member's header, at least.
    static let headerBytes = 10
    private static let tailBytes = 8

    /// What came out of a part.
    struct Outcome: Sendable {
        /// The part was inflated, and ends where and as the next one begins.
        var isSound = false
        /// Of a member that began in an earlier part the text up to its end, and what stands there: checksum and length, the checksum
        /// lower; `nil` where none ends here.
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
    ///   - ratio: more bytes than so many for each stored one are left to one thread too.
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

/// Merges runs of rows that are added in any order.
struct RowUnionBuilder: ~Copyable {
    private var bits: TrivialArray<UInt64>
    /// A bit for each word of `bits` that is nonzero: a two-level bitmap, which finds few rows among millions quickly.
    private var hasBits: TrivialArray<UInt64>
    /// The range of words of `hasBits` that may be nonzero.
    private var low = Int.max
    private var high = 0

    init(rows: Int) {
        bits = TrivialArray(repeating: 0, count: rows / 64 + 1)
        hasBits = TrivialArray(repeating: 0, count: bits.count / 64 + 1)
    }

    mutating func insert(_ run: Range<UInt32>) {
        low = min(low, Int(run.lowerBound) / 4096)
        high = max(high, Int(run.upperBound - 1) / 4096 + 1)
        RowSet.forEachWord(of: Int(run.lowerBound)..<Int(run.upperBound)) {
            bits[$0] |= $1
            hasBits[$0 / 64] |= 1 &<< UInt64($0 % 64)
        }
    }

    /// Calls `body` with the merged runs in order, and removes them.
    mutating func forEachRun(_ body: (Range<UInt32>) -> Void) {
        // The start of the open run, and the index after the last nonzero word.
        var start: Int?
        var next = 0
        forEachWord { index, bits in
            if let runStart = start, index != next {
                body(UInt32(runStart)..<UInt32(64 * next))
                start = nil
            }
            next = index + 1
            var position = 64 * index
            var word = bits
            let end = position + 64
            if start != nil, word == .max { return }
            while position < end {
                if let runStart = start {
                    let ones = (~word).trailingZeroBitCount
                    if ones >= end - position { break }
                    position += ones
                    word &>>= UInt64(ones)
                    body(UInt32(runStart)..<UInt32(position))
                    start = nil
                } else {
                    if word == 0 { break }
                    let zeros = word.trailingZeroBitCount
                    position += zeros
                    word &>>= UInt64(zeros)
                    start = position
                }
            }
        }
        if let start { body(UInt32(start)..<UInt32(64 * next)) }
    }

    /// Calls `body` with the nonzero words of `bits` in order, and clears them.
    @inline(__always)
    private mutating func forEachWord(_ body: (Int, UInt64) -> Void) {
        for group in low..<max(low, high) {
            var words = hasBits[group]
            hasBits[group] = 0
            while words != 0 {
                let index = 64 * group + words.trailingZeroBitCount
                words &= words &- 1
                body(index, bits[index])
                bits[index] = 0
            }
        }
        low = .max
        high = 0
    }
}

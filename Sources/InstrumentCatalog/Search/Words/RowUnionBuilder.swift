/// Joins runs of rows that come in any order.
struct RowUnionBuilder: ~Copyable {
    private var bits: RawArray<UInt64>
    private var low = Int.max
    private var high = 0

    init(rows: Int) { bits = RawArray(repeating: 0, count: rows / 64 + 1) }

    mutating func insert(_ run: Range<UInt32>) {
        low = min(low, Int(run.lowerBound) / 64)
        high = max(high, Int(run.upperBound - 1) / 64 + 1)
        RowSet.forEachWord(of: Int(run.lowerBound)..<Int(run.upperBound)) { bits[$0] |= $1 }
    }

    /// Hands out the joined runs in order, and forgets them.
    mutating func forEachRun(_ body: (Range<UInt32>) -> Void) {
        var start: Int?
        for index in low..<max(low, high) {
            var position = 64 * index
            var word = bits[index]
            bits[index] = 0
            let end = position + 64
            if start == nil, word == 0 { continue }
            if start != nil, word == .max { continue }
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
        if let start { body(UInt32(start)..<UInt32(64 * high)) }
        low = .max
        high = 0
    }
}

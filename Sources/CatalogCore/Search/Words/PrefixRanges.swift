/// The ranges of texts in order that begin alike and are too many to be gone through one by one, found while the texts are written: what
/// each one shares with the one before tells them, so no text is read for it. Beginnings longer than
/// `FrontCodedText.sharedLimit` aren't told from each other.
struct PrefixRanges {
    /// Ranges that still go on, the shortest beginning first: each one's first text, and the bytes that all of it share.
    private var open: [(start: Int, shared: Int)] = []
    private var ranges: [Range<Int>] = []
    private var count = 0
    private let limit: Int

    /// Ranges of more than `limit` texts.
    init(above limit: Int) { self.limit = limit }

    /// Takes the next text, by the bytes that it shares with the one before.
    mutating func append(shared: Int) {
        var start = count - 1
        while let last = open.last, last.shared > shared {
            close(last.start)
            start = last.start
            open.removeLast()
        }
        if shared > open.last?.shared ?? 0 { open.append((start, shared)) }
        count += 1
    }

    private mutating func close(_ start: Int) { if count - start > limit { ranges.append(start..<count) } }

    /// All ranges, longer ones before the shorter ones inside.
    consuming func finish() -> [Range<Int>] {
        for range in open { close(range.start) }
        return ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    }
}

/// Collects the ranges of sorted texts with a common prefix that have too many texts to visit each of them. The shared
/// prefix lengths determine the ranges while the texts are written, so no text is read. Prefixes longer than
/// `FrontCodedText.sharedLimit` are not distinguished.
struct PrefixRanges {
    /// The ranges that are still open, with the shortest prefix first: the first text, and the length of the prefix.
    private var open: [(start: Int, shared: Int)] = []
    private var ranges: [Range<Int>] = []
    private var count = 0
    private let limit: Int

    /// Collects ranges of more than `limit` texts.
    init(above limit: Int) { self.limit = limit }

    /// Adds the next text, given the number of bytes that it shares with its predecessor.
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

    /// Returns all ranges; an outer range precedes the ranges inside it.
    consuming func finish() -> [Range<Int>] {
        for range in open { close(range.start) }
        return ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    }
}

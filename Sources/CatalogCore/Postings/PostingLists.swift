internal import Scanning

/// Numbered posting lists: the rows of each word, or of each trigram of the symbols.
///
/// Rows are in rank order, and similar rows are neighbors: the options of a series, the futures of a product. A list
/// therefore stores *runs* of neighboring rows, and two bytes can represent thousands of rows. A list of more than 64
/// runs has a skip table, so that intersections can skip blocks of runs.
///
/// ```
/// u32  lists
/// u32  0
/// u32  × (lists + 1)              the offset of each list from the first; then the end of the last list
/// list:   varint runs
///         skips, 8 bytes for each block of 64 runs except the first block:
///           u32  row              the end of the rows of the preceding runs
///           u32  offset           of the block, from the first run
///         runs
/// run:    varint gap << 1 | long  gap: the number of rows between the previous run, or row 0, and this run
///         varint rows - 2         only if `long` is 1; otherwise the run has one row
/// ```
///
/// Worked example, the lists {3, 4, 5, 9} and {0} (26 bytes):
/// ```
/// 02 00 00 00  00 00 00 00        two lists
/// 00 00 00 00  04 00 00 00  06 00 00 00
/// 02  07 01  06                   two runs: after a gap of 3 rows, long, 2 + 1 rows; after a gap of 3 rows, one row
/// 01  00                          one run: after no gap, one row
/// ```
struct PostingLists: Sendable {
    /// The number of runs in a block that can be skipped.
    static let blockRuns = 64

    let bytes: MappedSection
    /// The number of lists.
    let count: Int

    init(_ section: MappedSection) {
        bytes = section
        count = min(Int(section.u32(at: 0)), max(0, section.count - 12) / 4)
    }

    /// Returns a cursor before the first run of list `number`; an ended cursor if there is no such list.
    ///
    /// - Complexity: O(1).
    func cursor(_ number: Int) -> RunCursor {
        guard number >= 0, number < count else { return RunCursor() }
        let base = 12 + 4 * count
        return RunCursor(
            bytes, start: base + Int(bytes.u32(at: 8 + 4 * number)), end: base + Int(bytes.u32(at: 12 + 4 * number)))
    }
}

/// A cursor in a posting list, at the current run of rows. Cursors are trivial values without a reference to the
/// bytes, so that hundreds of them are stored contiguously.
///
/// Rows only ascend, and each step consumes bytes of the list. Damaged bytes thus end a list early or late, but never
/// loop or crash.
struct RunCursor: BitwiseCopyable {
    /// The current run's first row, and the row after its last; both are `ended` after the last run.
    private(set) var start = RunCursor.ended
    private(set) var end = RunCursor.ended
    /// The number of runs in the list.
    private(set) var runs = 0
    private var left = 0
    /// The offsets of the next run, and of the first.
    private var offset = 0
    private var firstOffset = 0

    /// The row of an ended cursor.
    static let ended = Int.max

    /// Creates an ended cursor.
    init() {}

    fileprivate init(_ bytes: MappedSection, start: Int, end: Int) {
        offset = start
        runs = min(bytes.varint(at: &offset), max(0, end - offset))
        left = runs
        firstOffset = offset + 8 * (max(0, runs - 1) / PostingLists.blockRuns)
        offset = firstOffset
        self.start = 0
        self.end = 0
        advance(bytes)
    }

    var isAtEnd: Bool { start == Self.ended }

    /// Advances to the next run.
    @inline(__always)
    mutating func advance(_ bytes: MappedSection) {
        guard left > 0 else {
            start = Self.ended
            end = Self.ended
            return
        }
        left &-= 1
        let gap = bytes.varint(at: &offset)
        start = end &+ gap &>> 1
        end = start &+ (gap & 1 == 0 ? 1 : bytes.varint(at: &offset) &+ 2)
    }

    /// Advances to the first run that ends after `row`; does nothing if the current run already ends after `row`.
    ///
    /// - Complexity: O(log skipped runs), plus at most one block of runs.
    @inline(__always)
    mutating func seek(_ row: Int, _ bytes: MappedSection) {
        if end > row { return }
        if left > PostingLists.blockRuns { skip(row, bytes) }
        while end <= row { advance(bytes) }
    }

    /// Skips to the last block whose preceding runs all end at or before `row`.
    @inline(never)
    private mutating func skip(_ row: Int, _ bytes: MappedSection) {
        let blocks = (runs - 1) / PostingLists.blockRuns
        let skips = firstOffset - 8 * blocks
        // The entry of block b > 0 is at b - 1.
        let current = (runs - left - 1) / PostingLists.blockRuns
        var low = current
        var step = 1
        var high = current + 1
        while high <= blocks, Int(bytes.u32(at: skips + 8 * (high - 1))) <= row {
            low = high
            high += step
            step *= 2
        }
        // A damaged table may end before the current block.
        high = max(low + 1, min(high, blocks + 1))
        low = (low + 1..<high).partitioningIndex { Int(bytes.u32(at: skips + 8 * ($0 - 1))) > row } - 1
        guard low > current else { return }
        let before = Int(bytes.u32(at: skips + 8 * (low - 1)))
        // Rows never descend, even with a damaged skip table.
        if before < end { return }
        left = runs - low * PostingLists.blockRuns
        offset = firstOffset + Int(bytes.u32(at: skips + 8 * (low - 1) + 4))
        start = before
        end = before
    }
}

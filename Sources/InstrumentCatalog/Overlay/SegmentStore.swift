internal import Dispatch
internal import Synchronization

/// The segments over an overlay's log. Because the log is append-only, new changes affect only the last segments.
///
/// A background queue builds segments from runs of new changes and merges small segments (a log-structured merge tree).
/// The first query that needs the remaining changes at the log's end builds a segment from them. It includes at most a
/// few hundred earlier changes in that segment.
///
/// ```
/// log        0                                     52,000      53,000
/// segments   [ 32,768                ][ 16,384    ][ 2,600 ][300]
///            merged in the background                        built by a query
/// ```
final class SegmentStore: Sendable {
    private let base: CatalogFile
    private let knownRanks = Mutex<RankReader?>(nil)
    private let state: Mutex<State>
    private let asked = Atomic(false)
    /// The number of changes that are included in segments.
    private let covered = Atomic(0)
    private let background = DispatchQueue(label: "SegmentStore", qos: .utility)
    private let isAtWork = Atomic(false)

    /// The number of changes without a segment at which the background queue builds one. If the catalog is queried,
    /// segments are small in order to bound the latency of queries; otherwise they are large, because each segment
    /// costs time.
    private static let (runOfAsked, runOfUnasked) = (1024, 16_384)
    /// The maximum number of changes in the segments that a query merges.
    private static let largestOfAsker = 512
    /// A segment is merged with the segments after it if it has fewer changes than this factor times their changes.
    private static let growth = 4

    init(_ base: CatalogFile) {
        self.base = base
        state = Mutex(State(base))
    }

    /// The reader that ranks changes among the rows of the base.
    var ranks: RankReader {
        knownRanks.withLock { known in
            if let known { return known }
            let ranks = RankReader(base)
            known = ranks
            return ranks
        }
    }

    /// Returns the number of changes of `log` that no segment includes yet. The next query has to build a segment from
    /// these.
    func uncovered(_ log: OverlayLog) -> Int { max(0, log.count - covered.load(ordering: .relaxed)) }

    // MARK: For questions

    /// Whether a view was queried, which makes it worthwhile to build segments in advance.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    /// Records that the segments will be used by queries.
    func noteAsked() { asked.store(true, ordering: .relaxed) }

    /// Returns the parts that together represent the base and all of `log`: the base's part, followed by one per
    /// segment.
    ///
    /// - Complexity: O(changes without a segment).
    func parts(of log: OverlayLog) -> (parts: [CatalogPart], segments: [Segment]) {
        noteAsked()
        let (found, hasSmall) = state.withLock { state in
            guard state.end <= log.count else { return (parts(ofEarlier: log, state), false) }
            if state.end < log.count { append(tail(of: log, &state), log, &state) }
            return (state.parts(over: base), !state.small.isEmpty)
        }
        if hasSmall { work(log) }
        return found
    }

    /// Builds a segment from the changes that have none, merged with small segments before these changes.
    private func tail(of log: OverlayLog, _ state: inout State) -> Segment {
        var start = state.end
        while let last = state.segments.last, log.count - last.range.lowerBound <= Self.largestOfAsker,
            last.range.count < Self.growth * (log.count - start)
        {
            start = last.range.lowerBound
            state.removeLast()
        }
        return Segment(log, start..<log.count, over: base)
    }

    /// Builds separate parts for a log that is older than the last segment.
    private func parts(ofEarlier log: OverlayLog, _ state: State) -> (parts: [CatalogPart], segments: [Segment]) {
        var earlier = State(base)
        for segment in state.segments where segment.range.upperBound <= log.count { earlier.append(segment) }
        if earlier.end < log.count { earlier.append(Segment(log, earlier.end..<log.count, over: base)) }
        earlier.hide(log)
        return earlier.parts(over: base)
    }

    /// Appends a segment that was built from the changes of `log` that had none.
    private func append(_ segment: Segment, _ log: OverlayLog, _ state: inout State) {
        state.append(segment)
        state.hide(log)
        covered.store(state.end, ordering: .relaxed)
    }

    // MARK: In the background

    /// Schedules the building of a segment if many changes of `log` have none. Does not block.
    func keepUp(with log: OverlayLog) {
        if uncovered(log) > (isAsked ? Self.runOfAsked : Self.runOfUnasked) { work(log) }
    }

    private func work(_ log: OverlayLog) {
        if isAtWork.exchange(true, ordering: .acquiring) { return }
        background.async { [self] in
            repeat {
                cover(log)
                while putTogether() {}
                isAtWork.store(false, ordering: .releasing)
                // A query may have added a segment before `isAtWork` was reset. Then this thread must merge it.
            } while hasSmall && !isAtWork.exchange(true, ordering: .acquiring)
        }
    }

    private var hasSmall: Bool { state.withLock { !$0.small.isEmpty } }

    /// Waits for background work that has started.
    func finish() { background.sync {} }

    /// Builds a segment if many changes of `log` have none.
    private func cover(_ log: OverlayLog) {
        let start = state.withLock { $0.end }
        if log.count - start <= Self.runOfAsked { return }
        let segment = Segment(log, start..<log.count, over: base)
        state.withLock { state in
            // Discard the segment if a query has built one in the meantime.
            if state.end == start { append(segment, log, &state) }
        }
    }

    /// Merges small segments. Returns false if there is nothing left to merge, and true otherwise, even if a query has
    /// merged some of them in the meantime.
    private func putTogether() -> Bool {
        let (small, log) = state.withLock { ($0.small, $0.log) }
        guard let first = small.first, let last = small.last else { return false }
        let one = Segment(log, first.range.lowerBound..<last.range.upperBound, over: base)
        var hidden = HiddenRows(rowCount: one.file.count)
        hidden.hide(of: one, log)
        state.withLock { $0.replace(small, by: one, hidden, upTo: log) }
        return true
    }

    /// The segments, and the rows of the base and the segments that newer changes hide.
    private struct State {
        private(set) var segments: [Segment] = []
        private var baseRows: HiddenRows
        private var segmentRows: [HiddenRows] = []
        /// The log up to the last change in a segment. `hide` has hidden the rows that these changes replace.
        private(set) var log = OverlayLog()

        init(_ base: CatalogFile) { baseRows = HiddenRows(rowCount: base.count) }

        /// The number of changes that segments include.
        var end: Int { segments.last?.range.upperBound ?? 0 }

        mutating func append(_ segment: Segment) {
            segments.append(segment)
            segmentRows.append(HiddenRows(rowCount: segment.file.count))
        }

        mutating func removeLast() {
            segments.removeLast()
            segmentRows.removeLast()
        }

        /// Hides the rows that the changes of `newer` replace. All of these changes are in segments.
        mutating func hide(_ newer: OverlayLog) {
            for number in log.count..<newer.count {
                let entry = newer[number]
                if entry.previous == OverlayEntry.none {
                    if entry.baseRow >= 0 { baseRows.hide(entry.baseRow) }
                    continue
                }
                let previous = Int(entry.previous)
                let index = segments.indices.partitioningIndex { segments[$0].range.upperBound > previous }
                if let row = segments[index].row(of: previous) { segmentRows[index].hide(row) }
            }
            log = newer
        }

        func parts(over base: CatalogFile) -> (parts: [CatalogPart], segments: [Segment]) {
            var parts = [CatalogPart(base, hidden: baseRows.rows)]
            for (segment, rows) in zip(segments, segmentRows) {
                parts.append(CatalogPart(segment.file, hidden: rows.rows))
            }
            return (parts, segments)
        }

        /// The last run of adjacent segments that should be merged, because each of them is small relative to those
        /// after it; empty if there is no such run.
        var small: [Segment] {
            for last in segments.indices.reversed() {
                var first = last
                var count = segments[last].range.count
                while first > 0, segments[first - 1].range.count < SegmentStore.growth * count {
                    first -= 1
                    count += segments[first].range.count
                }
                if first < last { return Array(segments[first...last]) }
            }
            return []
        }

        /// Replaces adjacent segments by a segment that merges their changes, if the segments still exist.
        ///
        /// - Parameter hidden: The rows of the merged segment that are replaced by changes up to `earlier`, an earlier
        ///   state of the log.
        mutating func replace(
            _ small: [Segment], by one: Segment, _ hidden: HiddenRows, upTo earlier: OverlayLog
        ) {
            guard let first = segments.firstIndex(where: { $0 === small[0] }), first + small.count <= segments.count,
                zip(segments[first...], small).allSatisfy({ $0 === $1 })
            else { return }
            var hidden = hidden
            hidden.hide(of: one, log, from: earlier.count)
            segments.replaceSubrange(first..<first + small.count, with: [one])
            segmentRows.replaceSubrange(first..<first + small.count, with: [hidden])
        }
    }
}

/// The rows of a part that later changes replace.
private struct HiddenRows {
    private var set: RowSet
    private var isEmpty = true

    init(rowCount: Int) { set = RowSet(rowCount: rowCount) }

    /// The hidden rows; `nil` if no row is hidden.
    var rows: RowSet? { isEmpty ? nil : set }

    mutating func hide(_ row: Int) {
        set.insert(row)
        isEmpty = false
    }

    /// Hides the rows of a segment that are replaced by the changes of `log` from number `start` on.
    mutating func hide(of segment: Segment, _ log: OverlayLog, from start: Int = 0) {
        for number in max(start, segment.range.upperBound)..<max(start, segment.range.upperBound, log.count) {
            if let row = segment.row(of: Int(log[number].previous)) { hide(row) }
        }
    }
}

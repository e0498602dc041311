internal import Dispatch
internal import Synchronization

/// The segments over an overlay's log. The log grows at its end, so all but the last stay as they are.
///
/// Runs of changes become segments in the background while they come, and small segments are put together there (a
/// log-structured merge tree). What is left at the log's end becomes a segment when a question needs it, with at most some hundred changes
/// before it.
///
/// ```
/// log        0                                     52,000      53,000
/// segments   [ 32,768                ][ 16,384    ][ 2,600 ][300]
///            put together in the background                  made by who asked
/// ```
final class SegmentStore: Sendable {
    private let base: CatalogFile
    private let knownRanks = Mutex<RankReader?>(nil)
    private let state: Mutex<State>
    private let asked = Atomic(false)
    /// Changes that segments have.
    private let covered = Atomic(0)
    private let background = DispatchQueue(label: "SegmentStore", qos: .utility)
    private let isAtWork = Atomic(false)

    /// Changes that come together before the background makes a segment of them. Few where questions are asked, so that who asks waits for few;
    /// many where nobody has asked yet, since each segment costs time.
    private static let (runOfAsked, runOfUnasked) = (1024, 16_384)
    /// Changes up to which whoever asks puts segments together.
    private static let largestOfAsker = 512
    /// A segment is put together with those after it where it has fewer than so many times their changes.
    private static let growth = 4

    init(_ base: CatalogFile) {
        self.base = base
        state = Mutex(State(base))
    }

    /// Ranks changes among the rows of the base.
    var ranks: RankReader {
        knownRanks.withLock { known in
            if let known { return known }
            let ranks = RankReader(base)
            known = ranks
            return ranks
        }
    }

    /// Changes of `log` that no segment has yet: what whoever asks next waits for.
    func uncovered(_ log: OverlayLog) -> Int { max(0, log.count - covered.load(ordering: .relaxed)) }

    // MARK: For questions

    /// Some view has asked for segments, so it is worth having them ready.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    /// Notes that segments will be asked for.
    func noteAsked() { asked.store(true, ordering: .relaxed) }

    /// The parts that together are the base and all of `log`: that of the base, then one for each segment.
    ///
    /// - Complexity: O(changes without a segment), some microseconds each.
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

    /// A segment of what has none, and of small ones before it.
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

    /// Parts of their own for a log that the segments have gone beyond.
    private func parts(ofEarlier log: OverlayLog, _ state: State) -> (parts: [CatalogPart], segments: [Segment]) {
        var earlier = State(base)
        for segment in state.segments where segment.range.upperBound <= log.count { earlier.append(segment) }
        if earlier.end < log.count { earlier.append(Segment(log, earlier.end..<log.count, over: base)) }
        earlier.hide(log)
        return earlier.parts(over: base)
    }

    /// Takes the segment of what of `log` had none.
    private func append(_ segment: Segment, _ log: OverlayLog, _ state: inout State) {
        state.append(segment)
        state.hide(log)
        covered.store(state.end, ordering: .relaxed)
    }

    // MARK: In the background

    /// Begins to make a segment of what of `log` has none, where that is much. Holds nobody up.
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
                // Who asked just before has left that to this thread.
            } while hasSmall && !isAtWork.exchange(true, ordering: .acquiring)
        }
    }

    private var hasSmall: Bool { state.withLock { !$0.small.isEmpty } }

    /// Waits for what was begun in the background.
    func finish() { background.sync {} }

    /// Makes a segment of what has none, where that is much.
    private func cover(_ log: OverlayLog) {
        let start = state.withLock { $0.end }
        if log.count - start <= Self.runOfAsked { return }
        let segment = Segment(log, start..<log.count, over: base)
        state.withLock { state in
            // Who asked meanwhile has made one.
            if state.end == start { append(segment, log, &state) }
        }
    }

    /// Puts small segments together; false where there are none. Where who asked has put some of them together meanwhile, it is tried anew.
    private func putTogether() -> Bool {
        let (small, log) = state.withLock { ($0.small, $0.log) }
        guard let first = small.first, let last = small.last else { return false }
        let one = Segment(log, first.range.lowerBound..<last.range.upperBound, over: base)
        var hidden = HiddenRows(rowCount: one.file.count)
        hidden.hide(of: one, log)
        state.withLock { $0.replace(small, by: one, hidden, upTo: log) }
        return true
    }

    /// The segments, and what of them and of the base newer changes hide.
    private struct State {
        private(set) var segments: [Segment] = []
        private var baseRows: HiddenRows
        private var segmentRows: [HiddenRows] = []
        /// The log as far as there are segments of it: what its changes hide is hidden.
        private(set) var log = OverlayLog()

        init(_ base: CatalogFile) { baseRows = HiddenRows(rowCount: base.count) }

        /// Changes that segments have.
        var end: Int { segments.last?.range.upperBound ?? 0 }

        mutating func append(_ segment: Segment) {
            segments.append(segment)
            segmentRows.append(HiddenRows(rowCount: segment.file.count))
        }

        mutating func removeLast() {
            segments.removeLast()
            segmentRows.removeLast()
        }

        /// Hides the rows before which the changes of `newer` stand, all of which have segments.
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

        /// The last neighbours each of which is small beside those after it; empty where there are none.
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

        /// Puts a segment in the place of neighbours that it holds the changes of, if they are still there.
        ///
        /// - Parameter hidden: its rows before which changes of `earlier`, an earlier state of the log, stand.
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

/// The rows of a part before which changes stand.
private struct HiddenRows {
    private var set: RowSet
    private var isEmpty = true

    init(rowCount: Int) { set = RowSet(rowCount: rowCount) }

    /// `nil` where none is hidden.
    var rows: RowSet? { isEmpty ? nil : set }

    mutating func hide(_ row: Int) {
        set.insert(row)
        isEmpty = false
    }

    /// Hides the rows of a segment before which changes of `log` stand, looked for from a number on.
    mutating func hide(of segment: Segment, _ log: OverlayLog, from start: Int = 0) {
        for number in max(start, segment.range.upperBound)..<max(start, segment.range.upperBound, log.count) {
            if let row = segment.row(of: Int(log[number].previous)) { hide(row) }
        }
    }
}

internal import Synchronization

/// The segments over an overlay's log. Made by whoever asks a question that needs them, and kept for the next; the log grows at
/// its end, so all but the last stay as they are.
///
/// A new segment takes the ones before it in that are hardly larger, so that there are few, and a change is taken in a few times
/// at most. Beyond `largest` changes that is left to `settle`, which runs in the background.
final class SegmentStore: Sendable {
    private let base: CatalogFile
    private let knownRanks = Mutex<RankReader?>(nil)
    private let state = Mutex(State())
    private let asked = Atomic(false)
    /// Changes that segments have.
    private let covered = Atomic(0)

    /// Changes up to which whoever asks waits for segments to be put together.
    private static let largest = 4096
    private static let growth = 4

    private struct State {
        var segments: [Segment] = []
        var baseRows: HiddenRows
        var segmentRows: [HiddenRows] = []

        init() { baseRows = HiddenRows(rowCount: 0) }
    }

    init(_ base: CatalogFile) {
        self.base = base
        state.withLock { $0.baseRows = HiddenRows(rowCount: base.count) }
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

    /// The parts that together are the base and all of `log`: that of the base, then one for each segment.
    func parts(of log: OverlayLog) -> (parts: [CatalogPart], segments: [Segment]) {
        noteAsked()
        return state.withLock { state in
            if let last = state.segments.last, last.range.upperBound > log.count { return old(log, state) }
            extend(&state, log)
            state.baseRows.extend(to: log) { $0.hiddenBaseRow }
            var parts = [CatalogPart(base, hidden: state.baseRows.rows)]
            for index in state.segments.indices {
                let segment = state.segments[index]
                state.segmentRows[index].extend(to: log) { segment.row(of: Int($0.previous)) }
                parts.append(CatalogPart(segment.file, hidden: state.segmentRows[index].rows))
            }
            return (parts, state.segments)
        }
    }

    /// Puts small segments together, up to those of `log`; holds nobody up.
    func settle(_ log: OverlayLog) {
        cover(log)
        while true {
            let pair = state.withLock { state -> (Segment, Segment)? in
                let candidates = state.segments.filter { $0.range.upperBound <= log.count }
                return Array(zip(candidates, candidates.dropFirst())).last { first, second in
                    first.range.count < Self.growth * second.range.count
                }
            }
            guard let (first, second) = pair else { return }
            let range = first.range.lowerBound..<second.range.upperBound
            let both = Segment(log, range, over: base)
            let isDone = state.withLock { state in
                guard let index = state.segments.firstIndex(where: { $0 === first }),
                    index + 1 < state.segments.count, state.segments[index + 1] === second
                else { return false }
                state.segments.replaceSubrange(index...index + 1, with: [both])
                state.segmentRows.replaceSubrange(index...index + 1, with: [HiddenRows(both)])
                return true
            }
            if !isDone { return }
        }
    }

    /// Some view has asked for segments, so it is worth having them ready.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    /// Notes that segments will be asked for.
    func noteAsked() { asked.store(true, ordering: .relaxed) }

    /// More changes than whoever asks should wait for have no segment yet.
    func isBehind(_ log: OverlayLog) -> Bool {
        isAsked && log.count - covered.load(ordering: .relaxed) > Self.largest
    }

    /// Makes a segment of what has none, without holding anybody up.
    private func cover(_ log: OverlayLog) {
        let start = state.withLock { $0.segments.last?.range.upperBound ?? 0 }
        if start >= log.count { return }
        let segment = Segment(log, start..<log.count, over: base)
        state.withLock { state in
            // Who asked meanwhile has made one.
            if state.segments.last?.range.upperBound ?? 0 == start { append(segment, &state) }
        }
    }

    private func append(_ segment: Segment, _ state: inout State) {
        state.segments.append(segment)
        state.segmentRows.append(HiddenRows(segment))
        covered.store(segment.range.upperBound, ordering: .relaxed)
    }

    private func extend(_ state: inout State, _ log: OverlayLog) {
        var start = state.segments.last?.range.upperBound ?? 0
        if start == log.count { return }
        while let last = state.segments.last, log.count - last.range.lowerBound <= Self.largest,
            last.range.count < Self.growth * (log.count - start)
        {
            start = last.range.lowerBound
            state.segments.removeLast()
            state.segmentRows.removeLast()
        }
        append(Segment(log, start..<log.count, over: base), &state)
    }

    /// Parts of their own for a log that the segments have gone beyond.
    private func old(_ log: OverlayLog, _ state: State) -> (parts: [CatalogPart], segments: [Segment]) {
        var segments = state.segments.filter { $0.range.upperBound <= log.count }
        let start = segments.last?.range.upperBound ?? 0
        if start < log.count { segments.append(Segment(log, start..<log.count, over: base)) }
        var baseRows = HiddenRows(rowCount: base.count)
        baseRows.extend(to: log) { $0.hiddenBaseRow }
        let parts = segments.map { segment in
            var rows = HiddenRows(segment)
            rows.extend(to: log) { segment.row(of: Int($0.previous)) }
            return CatalogPart(segment.file, hidden: rows.rows)
        }
        return ([CatalogPart(base, hidden: baseRows.rows)] + parts, segments)
    }
}

/// The rows of a part before which changes stand, as far as the log was looked at.
private struct HiddenRows {
    private var set: RowSet
    private var next: Int
    private(set) var count = 0

    init(rowCount: Int) {
        set = RowSet(rowCount: rowCount)
        next = 0
    }

    /// Those of a segment, which nothing before its end can hide.
    init(_ segment: Segment) {
        set = RowSet(rowCount: segment.file.count)
        next = segment.range.upperBound
    }

    /// `nil` where none is hidden.
    var rows: RowSet? { count == 0 ? nil : set }

    mutating func extend(to log: OverlayLog, _ row: (OverlayEntry) -> Int?) {
        for number in next..<max(next, log.count) {
            guard let row = row(log[number]) else { continue }
            set.insert(row)
            count += 1
        }
        next = log.count
    }
}

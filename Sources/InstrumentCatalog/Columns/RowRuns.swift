internal import Scanning

/// Consecutive rows of one part of a catalog. Selections mostly consist of long runs, so columns are read run by run.
struct RowRun: BitwiseCopyable, Sendable {
    let part: Int32
    let firstRow: Int32
    fileprivate(set) var count: Int32

    var rows: Range<Int> { Int(firstRow)..<(Int(firstRow) + Int(count)) }
}

/// The rows of a batch, as runs.
struct RowRuns: ~Copyable {
    private var runs = TrivialArray<RowRun>()
    /// The total number of rows.
    private(set) var rowCount = 0

    var span: Span<RowRun> {
        @_lifetime(borrow self)
        get { runs.span }
    }

    /// Replaces the rows with `places`.
    mutating func set(_ places: Span<RowPlace>) {
        runs.truncate(to: 0)
        rowCount = places.count
        for index in 0..<places.count {
            let place = places[index]
            if !runs.isEmpty {
                var last = runs[runs.count - 1]
                if last.part == place.part, place.row == last.firstRow &+ last.count {
                    last.count += 1
                    runs[runs.count - 1] = last
                    continue
                }
            }
            runs.append(RowRun(part: place.part, firstRow: place.row, count: 1))
        }
    }
}

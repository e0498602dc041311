/// The options of each underlying, or of each product, in the order of their chain: series by series, in a series strike by
/// strike, the call before the put (`ipf-format.md`, section 5). For the products there is the same for their futures, by
/// expiration.
///
/// Which rows belong to a name is a stretch of one permutation of rows; where the stretches start is found by the name's value
/// id. So a chain is read from its first option to its last, and nothing is sorted or compared for it.
///
/// ```
/// chain groups of F      PackedNumbers, values of F + 1: the first series of value id i + 1; last the number of series
/// chain series of F      PackedNumbers, series + 1: the first position in the rows; last the number of rows
/// chain rows of F        PackedNumbers: rows
/// future groups of F     PackedNumbers, values of F + 1: the first position in the rows; last the number of rows
/// future rows of F       PackedNumbers: rows
/// ```
///
/// Worked example, three options of one underlying of two, the last of another series: groups 0 2 2, series 0 2 3, rows 17 18
/// 31.
struct ChainIndex: Sendable {
    /// Series by value id less 1; `nil` for futures, which aren't divided further.
    private let series: PackedNumbers?
    private let groups: PackedNumbers
    private let rows: PackedNumbers
    /// Rows of the catalog: nothing is believed to be longer.
    private let limit: Int

    /// The options by the field that stands at `field` in the directory.
    static func options(_ rows: CatalogRows, field: Int) -> ChainIndex {
        ChainIndex(
            groups: rows.sections[.chainGroups, field: field], series: rows.sections[.chainSeries, field: field],
            rows: rows.sections[.chainRows, field: field], limit: rows.count)
    }

    /// The futures by the field that stands at `field` in the directory.
    static func futures(_ rows: CatalogRows, field: Int) -> ChainIndex {
        ChainIndex(
            groups: rows.sections[.futureGroups, field: field], series: nil,
            rows: rows.sections[.futureRows, field: field], limit: rows.count)
    }

    private init(groups: MappedSection, series: MappedSection?, rows: MappedSection, limit: Int) {
        self.groups = PackedNumbers(groups)
        self.series = series.map(PackedNumbers.init)
        self.rows = PackedNumbers(rows)
        self.limit = limit
    }

    /// For the value of that id, series after series, the positions of its rows; for futures all in one. Stretches follow
    /// each other and lie inside, whatever a damaged file says.
    func forEachSeries(ofValue id: UInt32, _ body: (Range<Int>) -> Void) {
        guard id > 0, Int(id) < groups.count else { return }
        let end = min(rows.count, limit)
        let first = Int(groups[Int(id) - 1])
        let last = Int(groups[Int(id)])
        guard let series else {
            let upper = min(last, end)
            if first < upper { body(first..<upper) }
            return
        }
        var position = 0
        var index = first
        while index < min(last, series.count - 1, limit) {
            let lower = max(Int(series[index]), position)
            let upper = min(Int(series[index + 1]), end)
            if lower < upper {
                body(lower..<upper)
                position = upper
            }
            index += 1
        }
    }

    /// The row at a position; `nil` where there is no such row, which only a damaged file says.
    @inline(__always)
    func row(at position: Int) -> Int? {
        let row = Int(rows[position])
        return row < limit ? row : nil
    }
}

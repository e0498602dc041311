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
    /// The type of each row, and that of options; `nil` for futures. Programs before this one put whatever has an option's CFI
    /// code into the chains' sections, and their files are still read.
    private let types: (ids: PackedNumbers, option: UInt32)?

    /// The options by the field that stands at `field` in the directory.
    static func options(_ rows: CatalogRows, field: Int) -> ChainIndex {
        ChainIndex(rows, field, groups: .chainGroups, series: .chainSeries, rows: .chainRows)
    }

    /// The futures by the field that stands at `field` in the directory.
    static func futures(_ rows: CatalogRows, field: Int) -> ChainIndex {
        ChainIndex(rows, field, groups: .futureGroups, series: nil, rows: .futureRows)
    }

    private init(
        _ all: CatalogRows, _ field: Int, groups: SectionKind, series: SectionKind?, rows: SectionKind
    ) {
        let sections = all.sections
        limit = all.count
        self.groups = PackedNumbers(sections[groups, field: field], limit: all.columns[field].valueCount + 1)
        self.series = series.map { PackedNumbers(sections[$0, field: field], limit: all.count + 1) }
        self.rows = PackedNumbers(sections[rows, field: field], limit: all.count)
        // Every row has a type, so types are never sparse.
        if series != nil, let types = all.column(.type), case .packed(let ids) = types.ids {
            self.types = (ids, types.id(of: OptionRows.type.utf8Span.span) ?? 0)
        } else {
            types = nil
        }
    }

    /// For the value of that id, series after series, the positions of its rows; for futures all in one. Stretches follow
    /// each other and lie inside, whatever a damaged file says.
    func forEachSeries(ofValue id: UInt32, _ body: (Range<Int>) -> Void) {
        guard id > 0, Int(id) < groups.count else { return }
        let end = rows.count
        let first = Int(groups[Int(id) - 1])
        let last = Int(groups[Int(id)])
        guard let series else {
            let upper = min(last, end)
            if first < upper { body(first..<upper) }
            return
        }
        var position = 0
        var index = first
        while index < min(last, series.count - 1) {
            let lower = max(Int(series[index]), position)
            let upper = min(Int(series[index + 1]), end)
            if lower < upper {
                body(lower..<upper)
                position = upper
            }
            index += 1
        }
    }

    /// The series of the value of that id, in their order; none for futures.
    func series(ofValue id: UInt32) -> Range<Int> {
        guard let series, id > 0, Int(id) < groups.count else { return 0..<0 }
        let first = Int(groups[Int(id) - 1])
        let end = min(Int(groups[Int(id)]), series.count - 1)
        return first < end ? first..<end : 0..<0
    }

    /// The positions of the options of a series, which `series(ofValue:)` gave.
    func positions(ofSeries number: Int) -> Range<Int> {
        guard let series else { return 0..<0 }
        let lower = Int(series[number])
        let upper = min(Int(series[number + 1]), rows.count)
        return lower < upper ? lower..<upper : 0..<0
    }

    /// The row at a position; `nil` where it belongs into no chain, or there is no such row, which only a damaged file says.
    @inline(__always)
    func row(at position: Int) -> Int? {
        let row = Int(rows[position])
        guard row < limit else { return nil }
        if let types, types.ids[row] != types.option { return nil }
        return row
    }
}

/// The options of each underlying, or of each product, in chain order: by series, then strike, the call before the put
/// (`ipf-format.md`, section 5). For products, the index also stores the futures, by expiration.
///
/// The index stores a permutation of rows in which the rows of a name are adjacent. The name's value id maps to the
/// start of these rows. A chain is thus read sequentially, without sorting or comparisons.
/// ```
/// chain groups of F      PackedNumbers: for each value of F, its first series; then the number of series
/// chain series of F      PackedNumbers: for each series, its first position in the rows; then the number of rows
/// chain rows of F        PackedNumbers: the rows
/// future groups of F     PackedNumbers: for each value of F, its first position in the rows; then the number of rows
/// future rows of F       PackedNumbers: the rows
/// ```
///
/// Worked example: only the first of two underlyings has options, rows 17 and 18 in one series and row 31 in another.
/// Then the groups are 0 2 2, the series 0 2 3, and the rows 17 18 31.
struct ChainIndex: Sendable {
    /// For each series, the first position of its rows, followed by the number of rows; `nil` for futures, which have
    /// no series.
    private let series: PackedNumbers?
    private let groups: PackedNumbers
    private let rows: PackedNumbers
    /// The number of rows of the catalog; other row numbers occur only in damaged files.
    private let limit: Int
    /// The type id of each row, and the id of the option type; `nil` for futures. Earlier versions also wrote rows of
    /// other types into the chains if they had an option's CFI code. In their files, `row(at:)` skips these rows.
    private let types: (ids: PackedNumbers, option: UInt32)?

    /// Returns the index of options that is grouped by one field.
    ///
    /// - Parameter field: The position of the field in the file's directory of fields.
    static func options(_ rows: CatalogRows, field: Int) -> ChainIndex {
        ChainIndex(rows, field, groups: .chainGroups, series: .chainSeries, rows: .chainRows)
    }

    /// Returns the index of futures that is grouped by one field.
    ///
    /// - Parameter field: The position of the field in the file's directory of fields.
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
        // Every row has a type, so type ids are never sparse.
        if series != nil, let types = all.column(.type), case .packed(let ids) = types.ids {
            self.types = (ids, types.id(of: OptionRows.type.utf8Span.span) ?? 0)
        } else {
            types = nil
        }
    }

    /// Calls `body` once per series of the value with `id`, with the positions of the series' rows; for futures, once
    /// with all positions. The ranges ascend without overlap and within bounds, even in a damaged file.
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

    /// Returns the series numbers of the value with `id`, in order; empty for futures.
    func series(ofValue id: UInt32) -> Range<Int> {
        guard let series, id > 0, Int(id) < groups.count else { return 0..<0 }
        let first = Int(groups[Int(id) - 1])
        let end = min(Int(groups[Int(id)]), series.count - 1)
        return first < end ? first..<end : 0..<0
    }

    /// Returns the positions of the options of a series. `number` is one of the numbers from `series(ofValue:)`.
    func positions(ofSeries number: Int) -> Range<Int> {
        guard let series else { return 0..<0 }
        let lower = Int(series[number])
        let upper = min(Int(series[number + 1]), rows.count)
        return lower < upper ? lower..<upper : 0..<0
    }

    /// Returns the row at a position; `nil` if the row is not an option (`types`), or does not exist because the file
    /// is damaged.
    @inline(__always)
    func row(at position: Int) -> Int? {
        let row = Int(rows[position])
        guard row < limit else { return nil }
        if let types, types.ids[row] != types.option { return nil }
        return row
    }
}

public import CIPF
internal import InstrumentCatalog
internal import MarketRules

/// A row of a table of differences.
private struct DifferenceRow {
    let symbol: String
    /// The kind of change, as an index into `added`, `removed`, `changed`.
    let change: Int8
    var field: String?
    var before: String?
    var after: String?

    static let words = ["added", "removed", "changed"]
}

extension Catalog {
    /// Returns a field as text; `nil` if it is not set.
    fileprivate func text(_ field: String, at row: Row) -> String? {
        withField(named: field, at: row) { bytes in
            bytes.isEmpty ? nil : String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }
}

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_difference(
    _ old: OpaquePointer?, _ new: OpaquePointer?, _ out: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let old = try unsafe CatalogObject.catalog(old)
        let new = try unsafe CatalogObject.catalog(new)
        var rows: [DifferenceRow] = []
        CatalogDifference(from: old, to: new).forEachChange { change in
            switch change {
            case .added(let row): rows.append(DifferenceRow(symbol: new.symbol(at: row), change: 0))
            case .removed(let row): rows.append(DifferenceRow(symbol: old.symbol(at: row), change: 1))
            case .changed(let oldRow, let newRow, let fields):
                for field in fields {
                    rows.append(
                        DifferenceRow(
                            symbol: new.symbol(at: newRow), change: 2, field: field,
                            before: old.text(field, at: oldRow), after: new.text(field, at: newRow)))
                }
            }
        }
        return ArrowTable(
            [
                ArrowField("symbol", "u"), ArrowField("change", "c", dictionary: .texts(DifferenceRow.words)),
                ArrowField("field", "u"), ArrowField("before", "u"), ArrowField("after", "u"),
            ], rows
        ) { rows in
            ArrowBatch(
                count: rows.count,
                columns: [
                    .texts(rows.map(\.symbol)), .numbers(rows.map(\.change)), .texts(rows.map(\.field)),
                    .texts(rows.map(\.before)), .texts(rows.map(\.after)),
                ])
        }
    }
}

/// SAFETY: see `Handle`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_history(
    _ catalog: OpaquePointer?, _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let history = try unsafe CatalogObject.catalog(catalog).history()
        let times = history.map { [$0.since] + $0.changes } ?? []
        return ArrowTable(
            [ArrowField("time", "tsu:UTC")],
            ArrowBatch(count: times.count, columns: [.numbers(times.map(\.microseconds))]))
    }
}

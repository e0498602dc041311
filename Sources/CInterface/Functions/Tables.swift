public import CIPF
internal import InstrumentCatalog

extension CatalogOrder {
    /// Creates an order from its number in C.
    ///
    /// - Throws: `CFailure` for an unknown number.
    init(_ order: ipf_order) throws {
        switch Int(order) {
        case IPF_BY_RANK: self = .rank
        case IPF_BY_SYMBOL: self = .symbol
        case IPF_BY_TYPE: self = .type
        default:
            throw CFailure(IPF_INVALID_ARGUMENT, "order \(order): expected IPF_BY_RANK, IPF_BY_SYMBOL or IPF_BY_TYPE")
        }
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_select(
    _ catalog: OpaquePointer?, _ filter: OpaquePointer?, _ order: ipf_order, _ offset: Int, _ limit: Int,
    _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let found = catalog.select(try unsafe FilterObject.filter(filter, in: catalog))
        return RowsObject(
            found.rows(in: try CatalogOrder(order), offset: Limit.count(offset), limit: Limit.count(limit)))
    }
}

/// SAFETY: see `Handle`; `count` is NULL or can be written.
@c @implementation
public func ipf_catalog_count_matches(
    _ catalog: OpaquePointer?, _ filter: OpaquePointer?, _ count: UnsafeMutablePointer<Int64>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        guard let count = unsafe count else { throw CFailure.missing("count") }
        unsafe count.pointee = Int64(catalog.select(try FilterObject.filter(filter, in: catalog)).count)
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_misses(
    _ catalog: OpaquePointer?, _ filter: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        return NamesObject(catalog.misses(of: unsafe FilterObject.filter(filter)).map(catalog.sentence))
    }
}

/// SAFETY: see `Handle` and `CText`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_counts(
    _ catalog: OpaquePointer?, _ filter: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int,
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let field = try unsafe CText.string(field, fieldSize, "field")
        try catalog.checkFields([field])
        let counts = catalog.select(try unsafe FilterObject.filter(filter, in: catalog)).allCounts(named: field)
        return ArrowTable(
            [ArrowField("value", "u"), ArrowField("count", "l")],
            ArrowBatch(
                count: counts.count,
                columns: [.texts(counts.map(\.name)), .numbers(counts.map { Int64($0.count) })]))
    }
}

/// SAFETY: see `Handle` and `CText`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_columns(
    _ catalog: OpaquePointer?, _ rows: OpaquePointer?, _ fields: UnsafePointer<ipf_text>?, _ fieldCount: Int,
    _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let object = try unsafe Handle.needed(catalog, "catalog", CatalogObject.self)
        let catalog = object.catalog
        let rows = try unsafe Handle.object(rows, RowsObject.self)?.rows(in: catalog)
        let fields = try unsafe fields == nil ? nil : CText.strings(fields, fieldCount, "fields")
        try catalog.checkFields(fields ?? [])
        return object.table(catalog.columnReader(rows: rows, fields: fields))
    }
}

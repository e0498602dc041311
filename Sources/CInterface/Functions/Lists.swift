public import CIPF
internal import InstrumentCatalog

/// The object of an `ipf_names`.
final class NamesObject: Sendable {
    let names: [KeptText]

    init(_ names: [String]) { self.names = names.map { KeptText($0) } }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_names_count(_ names: OpaquePointer?) -> Int {
    unsafe Handle.object(names, NamesObject.self)?.names.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_names_at(_ names: OpaquePointer?, _ index: Int) -> ipf_text {
    guard let names = unsafe Handle.object(names, NamesObject.self)?.names, names.indices.contains(index) else {
        return unsafe KeptText.none
    }
    return unsafe names[index].text
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_names_free(_ names: OpaquePointer?) { unsafe Handle.free(names, NamesObject.self) }

/// The object of an `ipf_rows`.
@safe final class RowsObject: Sendable {
    // SAFETY: only `init` writes the memory, and `deinit` frees it.
    nonisolated(unsafe) private let start: UnsafeMutablePointer<Int64>
    let count: Int

    init(_ rows: [Row]) {
        count = rows.count
        unsafe start = .allocate(capacity: max(1, rows.count))
        for (index, row) in rows.enumerated() { unsafe (start + index).initialize(to: Int64(row.number)) }
    }

    // SAFETY: see above.
    deinit { unsafe start.deallocate() }

    // SAFETY: see above.
    var data: UnsafePointer<Int64> { unsafe UnsafePointer(start) }

    /// Returns the rows, after checking that all of them are in the catalog.
    ///
    /// - Throws: `CFailure` for the first row that is not in the catalog.
    func rows(in catalog: Catalog) throws -> [Row] {
        // SAFETY: the memory contains `count` rows.
        try unsafe UnsafeBufferPointer(start: start, count: count).map { try catalog.check($0) }
    }
}

/// SAFETY: see `Handle` and `Numbers`.
@c @implementation
public func ipf_rows_create(
    _ rows: UnsafePointer<Int64>?, _ count: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        try unsafe Numbers.span(rows, count, "rows") { unsafe RowsObject($0.map { Row(Int($0)) }) }
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_rows_count(_ rows: OpaquePointer?) -> Int { unsafe Handle.object(rows, RowsObject.self)?.count ?? 0 }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_rows_data(_ rows: OpaquePointer?) -> UnsafePointer<Int64>? {
    unsafe Handle.object(rows, RowsObject.self)?.data
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_rows_free(_ rows: OpaquePointer?) { unsafe Handle.free(rows, RowsObject.self) }

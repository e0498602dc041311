public import CIPF
internal import CatalogHistory
internal import InstrumentCatalog
internal import ProfileFormat
internal import Scanning
internal import Synchronization

/// The object of an `ipf_catalog`.
final class CatalogObject: Sendable {
    let catalog: Catalog
    /// The dictionaries of the columns requested so far, by field, cached for later tables.
    private let lists = Mutex<[String: ColumnReader.List]>([:])

    init(_ catalog: Catalog) { self.catalog = catalog }

    /// Returns a table of columns of the catalog.
    func table(_ reader: ColumnReader) -> ArrowTable {
        ArrowTable(reader) { index in
            let name = reader.columns[index].name
            if let known = self.lists.withLock({ $0[name] }) { return known }
            let list = reader.values(of: index)
            self.lists.withLock { $0[name] = list }
            return list
        }
    }

    /// Returns the catalog of a handle.
    ///
    /// - Throws: `CFailure` for NULL.
    ///
    /// SAFETY: see `Handle`.
    @inline(__always)
    static func catalog(_ handle: OpaquePointer?) throws -> Catalog {
        try unsafe Handle.needed(handle, "catalog", CatalogObject.self).catalog
    }
}

extension Catalog {
    /// Converts a row from C.
    ///
    /// - Throws: `CFailure` if the catalog has no such row.
    func check(_ row: Int64) throws -> Row {
        guard hasRow(Row(Int(row))) else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "row \(row): the catalog has \(count) rows; expected a row that this catalog returned")
        }
        return Row(Int(row))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_open(
    _ path: UnsafePointer<CChar>?, _ pathSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) { CatalogObject(try Catalog.open(try unsafe CText.path(path, pathSize))) }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_free(_ catalog: OpaquePointer?) { unsafe Handle.free(catalog, CatalogObject.self) }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_count(_ catalog: OpaquePointer?) -> Int64 {
    unsafe Handle.object(catalog, CatalogObject.self).map { Int64($0.catalog.count) } ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_version(_ catalog: OpaquePointer?) -> UInt64 {
    unsafe Handle.object(catalog, CatalogObject.self)?.catalog.version ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_is_complete(_ catalog: OpaquePointer?) -> Bool {
    unsafe Handle.object(catalog, CatalogObject.self)?.catalog.isComplete ?? false
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_verify(_ catalog: OpaquePointer?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(error) { try unsafe CatalogObject.catalog(catalog).verify() }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_fields(_ catalog: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(out, error) { NamesObject(try unsafe CatalogObject.catalog(catalog).fieldNames) }
}

// MARK: The past

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_as_of(
    _ catalog: OpaquePointer?, _ moment: UnsafePointer<CChar>?, _ momentSize: Int, _ out: HandlePlace?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let text = try unsafe CText.string(moment, momentSize, "moment")
        guard let moment = PointInTime(text) else {
            throw CFailure(
                IPF_INVALID_ARGUMENT,
                "\"\(GrammarError.excerpt(text))\" is not a point in time, expected "
                    + "\(PointInTime.forms)")
        }
        return CatalogObject(try catalog.asOf(moment))
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_removed(_ catalog: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?) -> ipf_status {
    unsafe answer(out, error) { CatalogObject(try unsafe CatalogObject.catalog(catalog).knownRemovedInstruments()) }
}

// MARK: Rows

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_row(_ catalog: OpaquePointer?, _ symbol: UnsafePointer<CChar>?, _ symbolSize: Int) -> Int64 {
    guard let catalog = unsafe Handle.object(catalog, CatalogObject.self)?.catalog else { return -1 }
    let row = unsafe CText.withBytes(symbol, symbolSize) { catalog.row(forSymbol: $0) } ?? nil
    return row.map { Int64($0.number) } ?? -1
}

/// SAFETY: see `Handle`, `CText` and `Numbers`.
@c @implementation
public func ipf_catalog_rows(
    _ catalog: OpaquePointer?, _ symbols: UnsafePointer<ipf_text>?, _ count: Int, _ rows: UnsafeMutablePointer<Int64>?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let rows = try unsafe Numbers.mutable(rows, count, "rows")
        try unsafe Numbers.span(symbols, count, "symbols") { symbols in
            try Parallel.forEachRange(of: count) { range in
                try catalog.forEachRow(ofSymbols: range.count) { (index, group) throws in
                    let symbol = unsafe symbols[range.lowerBound + index]
                    guard unsafe CText.withBytes(symbol.data, Int(symbol.size), { group.append($0) }) != nil else {
                        throw CFailure.missing("symbol \(range.lowerBound + index)")
                    }
                } body: { index, row in
                    unsafe rows[range.lowerBound + index] = row.map { Int64($0.number) } ?? -1
                }
            }
        }
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_rows_of_identifier(
    _ catalog: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ text: UnsafePointer<CChar>?,
    _ textSize: Int, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let field = try unsafe CText.string(field, fieldSize, "field")
        let text = try unsafe CText.string(text, textSize, "text")
        return RowsObject(try catalog.lookup([Identifier(field: field, text)])[0].get())
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_identifier_fields(
    _ catalog: OpaquePointer?, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) { NamesObject(try unsafe CatalogObject.catalog(catalog).identifierFields) }
}

/// SAFETY: see `Handle`, `CText` and `Numbers`.
@c @implementation
public func ipf_catalog_rows_of_identifiers(
    _ catalog: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ texts: UnsafePointer<ipf_text>?,
    _ count: Int, _ rows: UnsafeMutablePointer<Int64>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let field = try unsafe CText.string(field, fieldSize, "field")
        let rows = try unsafe Numbers.mutable(rows, count, "rows")
        let isSymbol = ProfileField(name: field) == .symbol
        if !isSymbol, catalog.lacksIdentifiers(field) {
            throw IdentifierError.notIndexed(Identifier(field: field, ""), indexed: catalog.identifierFields)
        }
        try unsafe Numbers.span(texts, count, "texts") { texts in
            for index in texts.indices {
                let text = unsafe texts[index]
                var row: Row?
                do {
                    let text = try unsafe CText.string(text.data, Int(text.size), "text \(index)")
                    row = catalog.rows(of: Identifier(field: field, text)).first
                } catch let failure as CFailure where failure.code == ipf_status(IPF_INVALID_TEXT) {
                    // No instrument has this identifier, so the row remains -1.
                }
                unsafe rows[index] = row.map { Int64($0.number) } ?? -1
            }
        }
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_catalog_near(
    _ catalog: OpaquePointer?, _ symbol: UnsafePointer<CChar>?, _ symbolSize: Int, _ limit: Int, _ out: HandlePlace?,
    _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let symbol = try unsafe CText.string(symbol, symbolSize, "symbol")
        return RowsObject(catalog.suggestions(for: symbol, limit: Limit.count(limit)))
    }
}

/// Limits on the number of results, as passed from C.
enum Limit {
    /// Returns a limit. A negative number means no limit.
    static func count(_ limit: Int) -> Int { limit < 0 ? .max : limit }
}

// MARK: Fields

/// SAFETY: see `Handle`, `CText` and `Numbers`; `size` is NULL or can be written.
@c @implementation
public func ipf_catalog_field(
    _ catalog: OpaquePointer?, _ row: Int64, _ field: UnsafePointer<CChar>?, _ fieldSize: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ size: UnsafeMutablePointer<Int>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let row = try catalog.check(row)
        let field = try unsafe CText.string(field, fieldSize, "field")
        let buffer = try unsafe Numbers.mutable(buffer, capacity, "buffer")
        guard let size = unsafe size else { throw CFailure.missing("size") }
        try catalog.withField(named: field, at: row) { bytes throws in
            // Names of standard fields are always valid, so check only other names.
            if bytes.isEmpty, ProfileField(name: field) == nil { try catalog.checkFields([field]) }
            for index in 0..<min(bytes.count, buffer.count) { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
            unsafe size.pointee = bytes.count
        }
    }
}

/// The object of an `ipf_record`.
final class RecordObject: Sendable {
    let fields: [(name: KeptText, value: KeptText)]

    init(_ profile: InstrumentProfile) {
        var fields: [(name: KeptText, value: KeptText)] = []
        profile.forEachSetField { field, text in fields.append((KeptText(field.name), KeptText(text))) }
        for field in profile.customFields where !field.value.isEmpty {
            fields.append((KeptText(field.name), KeptText(field.value)))
        }
        self.fields = fields
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_catalog_record(
    _ catalog: OpaquePointer?, _ row: Int64, _ out: HandlePlace?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        return RecordObject(catalog.profile(at: try catalog.check(row)))
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_record_count(_ record: OpaquePointer?) -> Int {
    unsafe Handle.object(record, RecordObject.self)?.fields.count ?? 0
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_record_name(_ record: OpaquePointer?, _ index: Int) -> ipf_text {
    guard let fields = unsafe Handle.object(record, RecordObject.self)?.fields, fields.indices.contains(index) else {
        return unsafe KeptText.none
    }
    return unsafe fields[index].name.text
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_record_value(_ record: OpaquePointer?, _ index: Int) -> ipf_text {
    guard let fields = unsafe Handle.object(record, RecordObject.self)?.fields, fields.indices.contains(index) else {
        return unsafe KeptText.none
    }
    return unsafe fields[index].value.text
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_record_free(_ record: OpaquePointer?) { unsafe Handle.free(record, RecordObject.self) }

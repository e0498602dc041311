internal import Scanning

/// The fields of a row, without making a profile.
extension CatalogFile {
    /// A field of `row` as UTF-8 text in normal form, for the time of `body`; empty where it is not set. Nothing is
    /// copied that lies in the file as one piece.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(length), tens of nanoseconds.
    func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(field) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    func withField<Result, Failure: Error>(
        named name: String, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(named: name) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }

    /// The profile of `row`: every field exactly as it was imported, numbers and dates in normal form, the custom fields
    /// in the order of their names.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(bytes of the profile), a microsecond or two.
    func profile(at row: Int) -> InstrumentProfile {
        precondition(row >= 0 && row < count)
        var profile = InstrumentProfile()
        for column in rows.columns {
            let id = column.id(at: row)
            if id == 0 && column.rowTexts == nil { continue }
            guard let field = column.field else {
                let text = column.string(at: row)
                if !text.isEmpty { profile.customFields.append(.init(name: column.name, value: text)) }
                continue
            }
            switch column.kind {
            case .text: profile.set(field, text: column.string(at: row))
            case .integer: profile.set(field, integer: column.integer(ofValue: id))
            case .number: profile.set(field, number: column.number(ofValue: id))
            case .date: profile.set(field, date: column.date(ofValue: id))
            }
        }
        return profile
    }
}

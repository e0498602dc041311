internal import Scanning

/// From symbols to rows, and the fields of a row.
extension CatalogView {
    /// The row of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: O(1) expected, some hundred nanoseconds.
    public func row(forSymbol symbol: String) -> Int? { row(forSymbol: symbol.utf8Span.span) }

    /// The row of exactly this symbol, given as UTF-8; `nil` where there is none.
    public func row(forSymbol symbol: Span<UInt8>) -> Int? {
        if let overlay = storage.overlay, let number = overlay.number(of: symbol) {
            return overlay.log[number].isRemoval ? nil : base.count + number
        }
        return base.row(forSymbol: symbol)
    }

    /// The profile of exactly this symbol; `nil` where there is none.
    public subscript(symbol: String) -> InstrumentProfile? { row(forSymbol: symbol).map(profile(at:)) }

    /// The names of the fields that some instrument has: the standard ones in standard order, then the custom ones by name.
    ///
    /// - Complexity: O(fields); for a view with changes up to O(`count`) for a field that hardly any instrument has.
    public var fieldNames: [String] {
        guard let index = storage.index else { return base.fieldNames }
        var names: Set<String> = []
        for part in index.parts {
            for column in part.catalog.rows.columns where !names.contains(column.name) {
                if column.isSet(in: part) { names.insert(column.name) }
            }
        }
        return ProfileField.allCases.map(\.name).filter(names.contains)
            + names.filter { ProfileField(name: $0) == nil }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A field of `row` as UTF-8 text in normal form, for the time of `body`; empty where it is not set.
    ///
    /// - Precondition: `row` came from this view.
    public func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = storage.entry(at: row) else { return try base.withField(field, at: row, body) }
        return try EncodedProfile.withField(field, in: entry.bytes, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`.
    ///
    /// - Precondition: `row` came from this view.
    public func withField<Result, Failure: Error>(
        named name: String, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = storage.entry(at: row) else { return try base.withField(named: name, at: row, body) }
        return try EncodedProfile.withField(named: name, in: entry.bytes, body)
    }

    /// A standard field of `row` as text in normal form; empty where it is not set.
    public func string(_ field: ProfileField, at row: Int) -> String {
        withField(field, at: row) { String(decoding: $0) }
    }

    /// The symbol of `row`.
    public func symbol(at row: Int) -> String { string(.symbol, at: row) }

    /// The profile of `row`, its custom fields in the order of their names.
    ///
    /// - Precondition: `row` came from this view.
    /// - Complexity: O(bytes of the profile), a microsecond or two.
    public func profile(at row: Int) -> InstrumentProfile {
        storage.entry(at: row).map { EncodedProfile.profile($0.bytes) } ?? base.profile(at: row)
    }
}

extension CatalogColumn {
    /// Some instrument of a part that still stands has the field.
    fileprivate func isSet(in part: ViewPart) -> Bool {
        guard let hidden = part.hidden else { return true }
        if case .sparse(let numbers) = ids {
            return (0..<numbers.count).contains { numbers.number(at: $0) != 0 && !hidden.contains(numbers.row(at: $0)) }
        }
        var row = 0
        while row < part.catalog.count {
            if rowTexts == nil, case .packed(let numbers) = ids, row % PackedNumbers.blockRows == 0,
                numbers.constant(ofBlock: row / PackedNumbers.blockRows) == 0
            {
                row += PackedNumbers.blockRows
                continue
            }
            if !hidden.contains(row), withText(at: row, { !$0.isEmpty }) { return true }
            row += 1
        }
        return false
    }
}

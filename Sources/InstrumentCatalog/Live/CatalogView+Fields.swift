internal import Scanning

/// From symbols to rows, and the fields of a row.
extension CatalogView {
    /// The row of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: O(1) expected, some hundred nanoseconds.
    public func row(forSymbol symbol: String) -> Int? { base.row(forSymbol: symbol) }

    /// The row of exactly this symbol, given as UTF-8; `nil` where there is none.
    public func row(forSymbol symbol: Span<UInt8>) -> Int? { base.row(forSymbol: symbol) }

    /// The profile of exactly this symbol; `nil` where there is none.
    public subscript(symbol: String) -> InstrumentProfile? { row(forSymbol: symbol).map(profile(at:)) }

    /// The names of the fields that some instrument has: the standard ones in standard order, then the custom ones by name.
    public var fieldNames: [String] { base.fieldNames }

    /// A field of `row` as UTF-8 text in normal form, for the time of `body`; empty where it is not set.
    ///
    /// - Precondition: `row` came from this view.
    public func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try base.withField(field, at: row, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`.
    ///
    /// - Precondition: `row` came from this view.
    public func withField<Result, Failure: Error>(
        named name: String, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try base.withField(named: name, at: row, body)
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
    public func profile(at row: Int) -> InstrumentProfile { base.profile(at: row) }
}

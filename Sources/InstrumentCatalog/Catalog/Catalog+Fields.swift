internal import Scanning

/// Look-ups of rows by symbol, and the fields of a row.
extension Catalog {
    /// Returns the row of the instrument whose symbol equals `symbol`; `nil` if there is no such instrument.
    ///
    /// - Complexity: O(1) expected; no profile is created.
    public func row(forSymbol symbol: String) -> Row? { row(forSymbol: symbol.utf8Span.span) }

    /// Returns the row of the instrument whose symbol equals `symbol`, in UTF-8; `nil` if there is no such instrument.
    ///
    /// - Complexity: O(1) expected.
    package func row(forSymbol symbol: Span<UInt8>) -> Row? {
        if let overlay = changes?.overlay, let row = row(ofSymbol: symbol, changedIn: overlay) { return row }
        return file.rows.row(ofSymbol: symbol).map { Row($0) }
    }

    /// Prefetches the part of the file that `row(forSymbol:)` reads first.
    func fetchSlot(ofSymbol symbol: Span<UInt8>) { _ = file.rows.symbolSlots.fetchedLine(SymbolKey(symbol)) }

    /// Returns the rows of several symbols, in their order, with `nil` for each symbol that no instrument has.
    ///
    /// Looking up many symbols in one call is faster than one at a time, because their memory accesses overlap.
    ///
    /// ```swift
    /// let rows = catalog.rows(forSymbols: ["AAPL", "EUR/USD"])
    /// ```
    ///
    /// - Complexity: O(symbols) expected.
    public func rows(forSymbols symbols: [String]) -> [Row?] {
        var rows = [Row?](repeating: nil, count: symbols.count)
        forEachRow(ofSymbols: symbols.count) {
            $1.append(symbols[$0].utf8Span.span)
        } body: {
            rows[$0] = $1
        }
        return rows
    }

    /// Looks up `count` symbols in one batch.
    ///
    /// - Parameters:
    ///   - count: The number of symbols.
    ///   - symbol: A closure that receives a number below `count` and a buffer, and appends the symbol with that number
    ///     to the buffer.
    ///   - body: A closure that is called with each number, ascending, and the row of its symbol.
    /// - Throws: Errors of `symbol`.
    package func forEachRow<Failure: Error>(
        ofSymbols count: Int, symbol: (Int, inout SymbolGroup) throws(Failure) -> Void, body: (Int, Row?) -> Void
    ) throws(Failure) {
        let overlay = changes?.overlay
        var group = SymbolGroup()
        var first = 0
        while first < count {
            group.removeAll()
            let end = min(first + SymbolGroup.size, count)
            for number in first..<end { try symbol(number, &group) }
            let found = file.rows.rows(of: group)
            let rows = found.span
            for index in 0..<group.count {
                if let overlay, let row = row(ofSymbol: group[index], changedIn: overlay) {
                    body(first + index, row)
                } else {
                    body(first + index, rows[index] < 0 ? nil : Row(rows[index]))
                }
            }
            first = end
        }
    }

    /// Returns the row of a symbol that changed: `.some(nil)` if the symbol was removed. Returns `nil` if the symbol
    /// did not change.
    @inline(__always)
    private func row(ofSymbol symbol: Span<UInt8>, changedIn overlay: Overlay) -> Row?? {
        overlay.number(of: symbol).map { overlay.log[$0].isRemoval ? nil : Row(file.count + $0) }
    }

    /// The profile of the instrument with this symbol; `nil` if there is no such instrument.
    ///
    /// - Complexity: O(bytes of the profile).
    public subscript(symbol: String) -> InstrumentProfile? {
        if let overlay = changes?.overlay, let row = row(ofSymbol: symbol.utf8Span.span, changedIn: overlay) {
            guard let row else { return nil }
            return profile(at: row)
        }
        return file.profile(of: symbol)
    }

    /// The names of the fields that at least one instrument has: the standard fields in standard order, then the custom
    /// ones by name.
    ///
    /// - Complexity: O(fields). In a catalog with changes, up to O(`count`) for each field that hardly any instrument
    ///   has.
    public var fieldNames: [String] {
        guard let index else { return file.rows.columns.map(\.name) }
        var names: Set<String> = []
        for part in index.parts {
            for column in part.rows.columns where !names.contains(column.name) {
                if column.isSet(in: part) { names.insert(column.name) }
            }
        }
        return ProfileField.allCases.map(\.name).filter(names.contains)
            + names.filter { ProfileField(name: $0) == nil }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the overlay entry of a row; `nil` for a row of the file.
    @inline(__always)
    private func entry(at row: Row) -> OverlayEntry? {
        // Compare first: reading `changes` costs a retain and a release.
        if row.number < file.count { return nil }
        return changes.map { $0.overlay.log[row.number - file.count] }
    }

    /// Calls `body` with a field of `row` as UTF-8 text in normal form, which is empty if the field is not set.
    ///
    /// The text is not copied if it is contiguous in the file. It is valid only during the call.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Throws: Errors of `body`.
    /// - Complexity: O(length).
    public func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Row, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = entry(at: row) else { return try file.withField(field, at: row.number, body) }
        return try EncodedProfile.withField(field, in: entry.bytes, body)
    }

    /// Calls `body` with a field of `row`, standard or custom, as UTF-8 text in normal form, which is empty if the
    /// field is not set.
    ///
    /// The text is valid only during the call.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Throws: Errors of `body`.
    /// - Complexity: O(length).
    public func withField<Result, Failure: Error>(
        named name: String, at row: Row, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = entry(at: row) else { return try file.withField(named: name, at: row.number, body) }
        return try EncodedProfile.withField(named: name, in: entry.bytes, body)
    }

    /// Returns the profile of `row` in its encoded form (`EncodedProfile`).
    package func encodedProfile(at row: Row) -> [UInt8] {
        entry(at: row)?.bytes ?? EncodedProfile.bytes(of: row.number, in: file.rows)
    }

    /// Returns a standard field of `row` as text in normal form, which is empty if the field is not set.
    ///
    /// - Precondition: `row` came from this catalog.
    public func string(_ field: ProfileField, at row: Row) -> String {
        withField(field, at: row) { String(decoding: $0) }
    }

    /// Returns the symbol of `row`.
    ///
    /// - Precondition: `row` came from this catalog.
    public func symbol(at row: Row) -> String { string(.symbol, at: row) }

    /// Returns the profile of `row`.
    ///
    /// Every field is as imported, with numbers and dates in normal form and the custom fields ordered by name.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(bytes of the profile).
    public func profile(at row: Row) -> InstrumentProfile {
        guard let entry = entry(at: row) else { return file.profile(at: row.number) }
        return EncodedProfile.profile(entry.bytes)
    }
}

extension CatalogColumn {
    /// Returns whether at least one instrument of a part has the field.
    fileprivate func isSet(in part: CatalogPart) -> Bool {
        if part.hidden == nil { return true }
        if case .sparse(let numbers) = ids {
            return (0..<numbers.count).contains { numbers.number(at: $0) != 0 && part.isVisible(numbers.row(at: $0)) }
        }
        var row = 0
        while row < part.file.count {
            if rowTexts == nil, case .packed(let numbers) = ids, row % PackedNumbers.blockRows == 0,
                numbers.constant(ofBlock: row / PackedNumbers.blockRows) == 0
            {
                row += PackedNumbers.blockRows
                continue
            }
            if part.isVisible(row), withText(at: row, { !$0.isEmpty }) { return true }
            row += 1
        }
        return false
    }
}

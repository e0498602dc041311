internal import Scanning

/// From symbols to rows, and the fields of a row.
extension Catalog {
    /// The row of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: O(1) expected; a few hundred nanoseconds, and no profile is made.
    public func row(forSymbol symbol: String) -> Row? { row(forSymbol: symbol.utf8Span.span) }

    /// The row of exactly this symbol, given as UTF-8; `nil` where there is none.
    ///
    /// - Complexity: O(1) expected.
    package func row(forSymbol symbol: Span<UInt8>) -> Row? {
        if let overlay = changes?.overlay, let row = row(ofSymbol: symbol, changedIn: overlay) { return row }
        return file.rows.row(ofSymbol: symbol).map { Row($0) }
    }

    /// Lets the processor fetch what `row(forSymbol:)` reads of the file first.
    func fetchSlot(ofSymbol symbol: Span<UInt8>) { _ = file.rows.symbolSlots.fetchedLine(SymbolKey(symbol)) }

    /// The rows of exactly these symbols, in their order; `nil` where there is none. Many at once take a third of the time that each
    /// would take alone, since they wait for memory together.
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

    /// The same of `count` symbols.
    ///
    /// - Parameters:
    ///   - symbol: appends the symbol of a number below `count`.
    ///   - body: is called with each number, ascending, and the row of its symbol.
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

    /// The row of a symbol that changed, which is `nil` where it was removed; `nil` where it didn't change.
    @inline(__always)
    private func row(ofSymbol symbol: Span<UInt8>, changedIn overlay: Overlay) -> Row?? {
        overlay.number(of: symbol).map { overlay.log[$0].isRemoval ? nil : Row(file.count + $0) }
    }

    /// The profile of exactly this symbol; `nil` where there is none.
    ///
    /// - Complexity: O(bytes of the profile), a microsecond or two.
    public subscript(symbol: String) -> InstrumentProfile? {
        if let overlay = changes?.overlay, let row = row(ofSymbol: symbol.utf8Span.span, changedIn: overlay) {
            guard let row else { return nil }
            return profile(at: row)
        }
        return file.profile(of: symbol)
    }

    /// The names of the fields that some instrument has: the standard ones in standard order, then the custom ones by name.
    ///
    /// - Complexity: O(fields); for a catalog with changes up to O(`count`) for a field that hardly any instrument has.
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

    /// The change that a row stands for; `nil` for a row of the file.
    @inline(__always)
    private func entry(at row: Row) -> OverlayEntry? {
        // Asked first: the changes are counted as in use for the time of a question.
        if row.number < file.count { return nil }
        return changes.map { $0.overlay.log[row.number - file.count] }
    }

    /// A field of `row` as UTF-8 text in normal form, for the time of `body`; empty where it is not set. Nothing is copied that
    /// lies in the file as one piece.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(length), tens of nanoseconds.
    public func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Row, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = entry(at: row) else { return try file.withField(field, at: row.number, body) }
        return try EncodedProfile.withField(field, in: entry.bytes, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`; empty where it is not
    /// set.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(length), tens of nanoseconds.
    public func withField<Result, Failure: Error>(
        named name: String, at row: Row, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let entry = entry(at: row) else { return try file.withField(named: name, at: row.number, body) }
        return try EncodedProfile.withField(named: name, in: entry.bytes, body)
    }

    /// The profile of `row` as its bytes (`EncodedProfile`).
    func encodedProfile(at row: Row) -> [UInt8] {
        entry(at: row)?.bytes ?? EncodedProfile.bytes(of: row.number, in: file.rows)
    }

    /// A standard field of `row` as text in normal form; empty where it is not set.
    ///
    /// - Precondition: `row` came from this catalog.
    public func string(_ field: ProfileField, at row: Row) -> String {
        withField(field, at: row) { String(decoding: $0) }
    }

    /// The symbol of `row`.
    ///
    /// - Precondition: `row` came from this catalog.
    public func symbol(at row: Row) -> String { string(.symbol, at: row) }

    /// The profile of `row`: every field exactly as it was imported, numbers and dates in normal form, the custom fields in the
    /// order of their names.
    ///
    /// - Precondition: `row` came from this catalog.
    /// - Complexity: O(bytes of the profile), a microsecond or two.
    public func profile(at row: Row) -> InstrumentProfile {
        guard let entry = entry(at: row) else { return file.profile(at: row.number) }
        return EncodedProfile.profile(entry.bytes)
    }
}

extension CatalogColumn {
    /// Some instrument of a part has the field.
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

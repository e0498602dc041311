/// From identifiers to rows.
extension Catalog {
    /// The rows with this ISIN, best first; empty where there is none.
    ///
    /// - Complexity: O(rows found), some hundred nanoseconds for a few.
    public func rows(isin: String) -> [Int] { rows(.isin, isin) }

    /// The rows with this CUSIP, best first; empty where there is none.
    public func rows(cusip: String) -> [Int] { rows(.cusip, cusip) }

    /// The rows with this SEDOL, best first; empty where there is none.
    public func rows(sedol: String) -> [Int] { rows(.sedol, sedol) }

    /// The rows with this local symbol, best first; empty where there is none.
    public func rows(localSymbol: String) -> [Int] { rows(.localSymbol, localSymbol) }

    /// The rows of an identifier of any kind, best first; empty where there is none.
    ///
    /// - Complexity: O(rows found), some hundred nanoseconds for a few.
    public func rows(of identifier: Identifier) -> [Int] {
        if case .symbol(let symbol) = identifier { return row(forSymbol: symbol).map { [$0] } ?? [] }
        return rows(identifier.field, identifier.text)
    }

    /// The answer to each of several identifiers, of any kinds: the rows that have it, best first and never none, or why there
    /// are none.
    ///
    /// ```swift
    /// for answer in catalog.lookup([.isin("US0378331006"), .symbol("AAPL")]) {
    ///     switch answer {
    ///     case .success(let rows): print(rows.map(catalog.symbol(at:)))
    ///     case .failure(let error): print(error)  // ISIN US0378331006: the check digit is 6, expected 5: …
    ///     }
    /// }
    /// ```
    ///
    /// Check digits are looked at only where nothing was found: an instrument whose identifier came with a wrong one is found by
    /// it.
    ///
    /// - Complexity: O(identifiers).
    public func lookup(_ identifiers: [Identifier]) -> [Result<[Int], IdentifierError>] {
        identifiers.map { identifier in
            let rows = rows(of: identifier)
            if !rows.isEmpty { return .success(rows) }
            return .failure(IdentifierError(nobodyHas: identifier, wasRemoved: wasRemoved))
        }
    }

    private func rows(_ field: ProfileField, _ identifier: String) -> [Int] {
        guard let index = search.identifiers.first(where: { $0.column.field == field }) else { return [] }
        let text = identifier.utf8Span.span
        var found: [Int] = []
        var scratch = RawArray<UInt8>()
        TextFolding.withFolded(text, &scratch) { folded in
            index.forEachCandidate(folded) { row in
                if row < count, index.column.hasText(text, at: row) { found.append(row) }
                return true
            }
        }
        return found
    }
}

extension IdentifierError {
    /// Why nobody has `identifier`; `wasRemoved` knows which symbols were removed.
    init(nobodyHas identifier: Identifier, wasRemoved: (String) -> Bool) {
        let text = identifier.text.utf8Span.span
        let check: IdentifierCheck
        switch identifier {
        case .symbol(let symbol):
            self = wasRemoved(symbol) ? .removed(identifier) : .unknown(identifier)
            return
        case .localSymbol:
            self = .unknown(identifier)
            return
        case .isin: check = .isin(text)
        case .cusip: check = .cusip(text)
        case .sedol: check = .sedol(text)
        }
        switch check {
        case .valid: self = .unknown(identifier)
        case .wrongCheckDigit(let found, let expected):
            self = .wrongCheckDigit(identifier, found: found, expected: expected)
        case .malformed(let reason): self = .malformed(identifier, reason: reason)
        }
    }
}

extension CatalogColumn {
    /// The field of `row` is exactly `text`. Nothing is put together for it.
    func hasText(_ text: Span<UInt8>, at row: Int) -> Bool {
        if let rowTexts { return rowTexts.equals(row, text) }
        return valueTexts.equals(Int(id(at: row)) - 1, text)
    }
}

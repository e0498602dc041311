/// From identifiers to rows.
extension CatalogFile {
    /// The rows whose `field` is exactly `identifier`, best first.
    ///
    /// - Complexity: O(rows found), some hundred nanoseconds for a few.
    func rows(_ field: ProfileField, _ identifier: String) -> [Int] {
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

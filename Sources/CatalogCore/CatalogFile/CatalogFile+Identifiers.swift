/// Look-ups of rows by identifier.
extension CatalogFile {
    /// Returns the rows that have the identifier, best first.
    ///
    /// - Parameter query: The prepared text of `identifier`.
    /// - Complexity: O(rows found).
    package func rows(of identifier: Identifier, _ query: borrowing IdentifierQuery) -> [Int] {
        guard let index = search.identifiers[identifier] else { return [] }
        var found: [Int] = []
        var scratch = TrivialArray<UInt8>()
        index.forEachRow(query.key, hash: query.hash) { row, match in
            if row >= 0, row < count, query.accepts(match) || query.matches(index.column, at: row, &scratch) {
                found.append(row)
            }
            return true
        }
        return found
    }
}

extension IdentifierError {
    /// Creates the error for an identifier that no instrument has.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - wasRemoved: Returns whether the last import removed a symbol.
    ///   - indexed: The fields with an identifier index.
    package init(nobodyHas identifier: Identifier, wasRemoved: (String) -> Bool, indexed: IdentifierFields) {
        let text = Self.checked(identifier.text)
        let check: IdentifierCheck
        switch identifier {
        case .symbol(let symbol):
            self = wasRemoved(symbol) ? .removed(identifier) : .unknown(identifier)
            return
        case .localSymbol:
            self = .unknown(identifier)
            return
        case .field(let name, _):
            self =
                indexed.contains(name) ? .unknown(identifier) : .notIndexed(identifier, indexed: indexed.names)
            return
        case .isin: check = .isin(text.span)
        case .cusip: check = .cusip(text.span)
        case .sedol: check = .sedol(text.span)
        }
        switch check {
        case .valid: self = .unknown(identifier)
        case .wrongCheckDigit(let found, let expected):
            self = .wrongCheckDigit(identifier, found: found, expected: expected)
        case .malformed(let reason): self = .malformed(identifier, reason: reason)
        }
    }

    /// Returns the text in the form that its check digit is computed from: uppercase, without spaces and hyphens.
    private static func checked(_ text: String) -> [UInt8] {
        let capitals = text.utf8.map(\.asciiUppercased)
        return IdentifierText.joined(capitals.span) ?? capitals
    }
}

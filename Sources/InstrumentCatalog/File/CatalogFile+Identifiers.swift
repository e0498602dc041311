/// From identifiers to rows.
extension CatalogFile {
    /// The rows whose field of that name is the identifier, best first.
    ///
    /// - Complexity: O(rows found), some hundred nanoseconds for a few.
    func rows(
        _ field: String, _ query: borrowing IdentifierQuery, _ comparison: IdentifierComparison
    ) -> [Int] {
        guard let index = search.identifiers.first(where: { $0.column.name == field }),
            let folded = query.folded(comparison), !folded.isEmpty
        else { return [] }
        var found: [Int] = []
        var scratch = RawArray<UInt8>()
        index.forEachCandidate(folded.span) { row in
            if row < count, index.column.withText(at: row, { query.matches($0, folded, comparison, &scratch) }) {
                found.append(row)
            }
            return true
        }
        return found
    }
}

extension IdentifierError {
    /// Why nobody has `identifier`; `wasRemoved` knows which symbols were removed, `indexed` are the fields that are looked up by.
    init(nobodyHas identifier: Identifier, wasRemoved: (String) -> Bool, indexed: IdentifierFields) {
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

    /// The text as its check digit is reckoned: in capitals, without spaces and hyphens.
    private static func checked(_ text: String) -> [UInt8] {
        let capitals = text.utf8.map(\.asciiUppercased)
        return IdentifierText.joined(capitals.span) ?? capitals
    }
}

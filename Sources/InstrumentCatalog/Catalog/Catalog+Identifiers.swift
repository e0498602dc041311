/// Look-ups of rows by identifier.
extension Catalog {
    /// The fields by which instruments can be looked up: ISIN, CUSIP, SEDOL and LOCAL_SYMBOL, followed by those that
    /// the catalog was built with, by name (`CatalogBuilder.identifierFields`).
    ///
    /// - Complexity: O(fields).
    public var identifierFields: [String] { file.rows.identifierFields.names }

    /// The identifier fields that the catalog was built with, by name.
    ///
    /// - Complexity: O(1).
    package var furtherIdentifierFields: [String] { file.rows.identifierFields.further }

    /// Returns whether the named field is not one of `identifierFields`.
    package func lacksIdentifiers(_ field: String) -> Bool { !file.rows.identifierFields.contains(field) }

    /// Returns the rows with an identifier, best first. For example, `catalog.rows(of: .isin("US0378331005"))`.
    ///
    /// The result is empty if no instrument has the identifier, or if its field is not one of `identifierFields`.
    ///
    /// - Complexity: O(rows found).
    public func rows(of identifier: Identifier) -> [Row] {
        if case .symbol(let symbol) = identifier { return row(forSymbol: symbol).map { [$0] } ?? [] }
        let found = rows(of: identifier, .exact)
        if !found.isEmpty { return found.map { Row($0) } }
        if case .localSymbol = identifier { return [] }
        let folded = rows(of: identifier, .folded)
        return (folded.isEmpty ? rows(of: identifier, .joined) : folded).map { Row($0) }
    }

    private func rows(of identifier: Identifier, _ comparison: IdentifierComparison) -> [Int] {
        guard let query = IdentifierQuery(identifier.text, comparison) else { return [] }
        let found = file.rows(of: identifier, query)
        guard let overlay = changes?.overlay, overlay.log.count > 0 else { return found }
        let unchanged = found.filter { row in
            file.rows.symbols.withText(row) { overlay.number(of: $0) == nil }
        }
        var changed: [Int] = []
        overlay.forEachNumber(of: identifier.fieldName, query, found) { changed.append($0) }
        if changed.isEmpty { return unchanged }
        if unchanged.isEmpty, changed.count == 1 { return [file.count + changed[0]] }
        var rows: [(key: RankKey, row: Int)] = []
        let ranks = overlay.segments.ranks
        for row in unchanged { rows.append((ranks.key(row), row)) }
        for number in changed { rows.append((RankKey(overlay.log[number]), file.count + number)) }
        return rows.sorted { $0.key.compare($1.key) < 0 }.map(\.row)
    }

    /// Looks up several identifiers of any kinds.
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
    /// Check digits are verified only if nothing was found. So an instrument that was published with a wrong check
    /// digit can be found.
    ///
    /// Symbols are looked up in one batch (`rows(forSymbols:)`); other identifiers one at a time.
    ///
    /// - Returns: For each identifier, the rows that have it, best first and at least one, or the reason why no row has
    ///   it.
    /// - Complexity: O(identifiers).
    public func lookup(_ identifiers: [Identifier]) -> [Result<[Row], IdentifierError>] {
        var answers: [Result<[Row], IdentifierError>] = []
        answers.reserveCapacity(identifiers.count)
        /// The index in `identifiers` of each symbol.
        var places: [Int] = []
        for identifier in identifiers {
            if case .symbol = identifier {
                places.append(answers.count)
                answers.append(.success([]))
            } else {
                answers.append(answer(identifier, rows(of: identifier)))
            }
        }
        forEachRow(ofSymbols: places.count) {
            if case .symbol(let text) = identifiers[places[$0]] { $1.append(text.utf8Span.span) }
        } body: { number, row in
            answers[places[number]] = answer(identifiers[places[number]], row.map { [$0] } ?? [])
        }
        return answers
    }

    /// Returns the rows of an identifier, or the reason why nothing was found.
    private func answer(_ identifier: Identifier, _ rows: [Row]) -> Result<[Row], IdentifierError> {
        if !rows.isEmpty { return .success(rows) }
        return .failure(
            IdentifierError(nobodyHas: identifier, wasRemoved: wasRemoved, indexed: file.rows.identifierFields))
    }
}

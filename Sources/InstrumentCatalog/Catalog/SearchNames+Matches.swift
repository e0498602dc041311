extension SearchNames {
    /// What was found in the catalog as a whole, as far as it is in a part.
    init(_ notations: NotationMatches, _ aliases: AliasMatches, part: Int) {
        let rows = aliases.isEmpty ? [] : aliases.rows(inPart: part)
        let isWhole = { (row: Int) in aliases.order(part, row) < aliases.wholeCount }
        self.init(
            notations: notations.isEmpty
                ? .none : NamedRows(notations.rows(inPart: part)) { notations.order(part, $0) },
            aliases: rows.isEmpty ? .none : NamedRows(rows.filter(isWhole)) { aliases.order(part, $0) },
            aliasBeginnings: rows.isEmpty
                ? .none : NamedRows(rows.filter { !isWhole($0) }) { aliases.order(part, $0) })
    }
}

extension Catalog {
    /// The catalog, whose instruments search also finds by the aliases of `table`, besides those that the file holds.
    public func adding(_ table: AliasTable) -> Catalog {
        var catalog = self
        catalog.addedAliases = addedAliases?.merging(table) ?? table
        return catalog
    }

    /// The catalog with these aliases in place of those that were added.
    package func replacingAddedAliases(_ table: AliasTable?) -> Catalog {
        var catalog = self
        catalog.addedAliases = table
        return catalog
    }

    /// The aliases that the file was given.
    package var storedAliases: AliasTable { AliasTable(file.aliases) }

    /// The file has bundled aliases.
    package var hasBundledAliases: Bool { file.bundledAliases.count > 0 }

    /// The bundled aliases of the file are those of this program.
    package var hasCurrentBundledAliases: Bool { file.bundledAliases.equals(AliasTable.bundled.index) }

    /// The symbols and ISINs that no instrument of the catalog has, each once, in the order of the table.
    ///
    /// - Complexity: O(entries), a microsecond each.
    package func unknownInstruments(of table: AliasTable) -> [String] {
        var seen: Set<String> = []
        return table.entries.compactMap { entry in
            guard seen.insert(entry.instrument).inserted else { return nil }
            return rows(ofAliased: entry.instrument).isEmpty ? entry.instrument : nil
        }
    }

    /// Where aliases are looked for.
    var aliasIndexes: [AliasIndex] {
        var indexes: [AliasIndex] = []
        if let addedAliases, addedAliases.index.count > 0 { indexes.append(addedAliases.index) }
        if file.aliases.count > 0 { indexes.append(file.aliases) }
        if file.bundledAliases.count > 0 { indexes.append(file.bundledAliases) }
        return indexes
    }

    /// The rows of the instruments that an alias names by a symbol or an ISIN, best first.
    ///
    /// - Complexity: O(rows found), a microsecond for a few.
    func rows(ofAliased instrument: String) -> [Row] {
        if let row = row(forSymbol: instrument) { return [row] }
        return Self.isLikeISIN(instrument) ? rows(of: .isin(instrument)) : []
    }

    private static func isLikeISIN(_ text: String) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}

extension Catalog {
    /// Returns the catalog with the aliases of `table`, which search uses in addition to those in the file.
    public func adding(_ table: AliasTable) -> Catalog {
        var catalog = self
        catalog.addedAliases = addedAliases?.merging(table) ?? table
        return catalog
    }

    /// Returns the catalog with the aliases of `table` instead of those that `adding(_:)` added.
    package func replacingAddedAliases(_ table: AliasTable?) -> Catalog {
        var catalog = self
        catalog.addedAliases = table
        return catalog
    }

    /// The aliases that are stored in the file.
    package var storedAliases: AliasTable { AliasTable(file.aliases) }

    /// A Boolean value that indicates whether the file has bundled aliases.
    package var hasBundledAliases: Bool { file.bundledAliases.count > 0 }

    /// A Boolean value that indicates whether the file's bundled aliases equal those of this program.
    package var hasCurrentBundledAliases: Bool { file.bundledAliases.equals(AliasTable.bundled.index) }

    /// Returns the symbols and ISINs of the table that no instrument in the catalog has, each once, in table order.
    ///
    /// - Complexity: O(entries).
    package func unknownInstruments(of table: AliasTable) -> [String] {
        var seen: Set<String> = []
        return table.entries.compactMap { entry in
            guard seen.insert(entry.instrument).inserted else { return nil }
            return rows(ofAliased: entry.instrument).isEmpty ? entry.instrument : nil
        }
    }

    /// The alias indexes to search.
    var aliasIndexes: [AliasIndex] {
        var indexes: [AliasIndex] = []
        if let addedAliases, addedAliases.index.count > 0 { indexes.append(addedAliases.index) }
        if file.aliases.count > 0 { indexes.append(file.aliases) }
        if file.bundledAliases.count > 0 { indexes.append(file.bundledAliases) }
        return indexes
    }

    /// Returns the rows of the instruments that an alias names by symbol or ISIN, best first.
    ///
    /// - Complexity: O(rows found).
    func rows(ofAliased instrument: String) -> [Row] {
        if let row = row(forSymbol: instrument) { return [row] }
        return Self.isLikeISIN(instrument) ? rows(of: .isin(instrument)) : []
    }

    private static func isLikeISIN(_ text: String) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}

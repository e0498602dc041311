internal import MarketRules
internal import Scanning

extension Catalog {
    /// Returns the removed instruments in the file's history, with their last profiles, as a catalog in memory; `nil`
    /// if the file has no history. Search, lists and chains of removed instruments use this catalog. The field
    /// REMOVED_ON has the day, in UTC, on which an import removed the instrument.
    ///
    /// - Throws: `CatalogError`: `damaged`, `tooLarge`.
    /// - Complexity: O(n) in the changes of the history.
    package func removedInstruments() throws(CatalogError) -> Catalog? {
        guard let history = try knownHistory() else { return nil }
        return Catalog(try history.imageOfRemoved())
    }

    /// Returns the catalog of `removedInstruments()`, or throws if the file has no history.
    ///
    /// - Throws: `CatalogError`: as `removedInstruments()`, and `outOfHistory` if the file has no history.
    package func knownRemovedInstruments() throws(CatalogError) -> Catalog {
        guard let removed = try removedInstruments() else { throw withoutHistory }
        return removed
    }
}

extension HistorySections {
    /// Builds the catalog of removed instruments.
    fileprivate func imageOfRemoved() throws(CatalogError) -> CatalogFile {
        var builder = CatalogBuilder()
        builder.identifierFields = file.rows.identifierFields.further
        builder.includesBundledAliases = file.bundledAliases.count > 0
        // The last profile of a symbol counts. Symbols that were added again are in the file, and are skipped.
        for batch in batches.indices {
            let day = Array("\(TimeZoneRules.utc.date(at: Instant(milliseconds: batches[batch].time)))".utf8)
            try forEachChange(inBatch: batch) { symbol, change throws(CatalogError) in
                if case .removed(let profile) = change, file.rows.row(ofSymbol: symbol.span) == nil {
                    var fields = ProfileFields(profile)
                    fields[ProfileFields.Name(RemovedInstrument.field)] = day
                    try builder.append(encoded: fields.bytes.span)
                }
                return true
            }
        }
        return try builder.image(path: file.path, fingerprint: ~file.fingerprint)
    }
}

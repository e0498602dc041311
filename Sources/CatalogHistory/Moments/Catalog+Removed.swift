internal import MarketRules
internal import Scanning

extension Catalog {
    /// All instruments that the file's history knows and that are no more, as they were last, as a catalog in memory: what search,
    /// lists and chains show of them. Each has the day, in UTC, on which an import removed it, in the field REMOVED_ON. `nil` where the file keeps no history.
    ///
    /// - Throws: `CatalogError`: `damaged`, `tooLarge`.
    /// - Complexity: O(changes), some microseconds each.
    package func removedInstruments() throws(CatalogError) -> Catalog? {
        guard let history = try knownHistory() else { return nil }
        return Catalog(try history.imageOfRemoved())
    }

    /// Returns the catalog of `removedInstruments()`, or throws if the file keeps no history.
    ///
    /// - Throws: `CatalogError`: as above, and `outOfHistory` where the file keeps no history.
    package func knownRemovedInstruments() throws(CatalogError) -> Catalog {
        guard let removed = try removedInstruments() else { throw withoutHistory }
        return removed
    }
}

extension HistorySections {
    /// The instruments that are no more.
    fileprivate func imageOfRemoved() throws(CatalogError) -> CatalogFile {
        var builder = CatalogBuilder()
        builder.identifierFields = file.rows.identifierFields.further
        builder.includesBundledAliases = file.bundledAliases.count > 0
        // The last profile of a symbol wins, and one that came back is in the file.
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

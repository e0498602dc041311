package import MarketRules
internal import Scanning

extension Catalog {
    /// Returns the instruments that have or had a symbol, each with all its symbols, newest first. Empty if the file's
    /// history does not contain the symbol.
    ///
    /// Imports count as batches, from 1. The state before the first import of the history is batch 0. Changes of a
    /// `LiveCatalog` are included only after a compaction.
    ///
    /// - Throws: `CatalogError`: `outOfHistory` if the file has no history; `damaged`.
    /// - Complexity: O(imports) for each symbol of the instruments.
    package func lives(of symbol: String) throws(CatalogError) -> [InstrumentChain] {
        guard let history = try knownHistory() else { throw withoutHistory }
        let renames = try history.renames()
        let finder = ChainFinder(
            versions: { try history.versions(of: Array($0.utf8)) },
            renames: { symbol in
                renames.filter { $0.rename.old == symbol || $0.rename.new == symbol }.map { entry in
                    RecordedRename(
                        at: history.point(ofBatch: entry.batch), source: history.source(ofBatch: entry.batch),
                        rename: entry.rename)
                }
            })
        do {
            return try finder.chains(of: symbol)
        } catch let error as CatalogError {
            throw error
        } catch {
            preconditionFailure("the history throws only catalog errors: \(error)")
        }
    }

    /// Returns the last instrument that had a symbol, and the time of the import that removed it. Returns `nil` if the
    /// symbol exists, if the file's history does not contain it, or if the file has no history.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports).
    package func removal(of symbol: String) throws(CatalogError) -> (profile: InstrumentProfile, at: Instant)? {
        guard row(forSymbol: symbol) == nil, let history = try knownHistory() else { return nil }
        let symbol = Array(symbol.utf8)
        for batch in history.batches.indices.reversed() {
            guard let change = try history.change(of: symbol, inBatch: batch) else { continue }
            guard case .removed(let profile) = change else { return nil }
            return (EncodedProfile.profile(profile), Instant(milliseconds: history.batches[batch].time))
        }
        return nil
    }
}

extension HistorySections {
    /// Returns the `BatchID` of an import; that of the state before the first import if `batch` is `nil`.
    func point(ofBatch batch: Int?) -> BatchID {
        guard let batch else { return BatchID(epoch: 0, seq: 0, time: Int(since) * 1000) }
        return BatchID(epoch: 0, seq: batch + 1, time: Int(batches[batch].time) * 1000)
    }

    /// Returns all versions of a symbol, oldest first, by undoing the imports from the file's current profile.
    fileprivate func versions(of symbol: [UInt8]) throws(CatalogError) -> [SymbolVersion] {
        var profile = file.rows.row(ofSymbol: symbol.span).map { EncodedProfile.bytes(of: $0, in: file.rows) }
        var end: (to: BatchID?, wasRemoved: Bool) = (nil, false)
        var versions: [SymbolVersion] = []
        func add(_ profile: [UInt8], from batch: Int?) {
            versions.append(
                SymbolVersion(
                    symbol: String(decoding: symbol.span), source: batch.map(source(ofBatch:)) ?? "",
                    from: point(ofBatch: batch), to: end.to, wasRemoved: end.wasRemoved, profile: profile))
        }
        for (batch, change) in try changes(of: symbol).reversed() {
            switch (change, profile) {
            case (.added, let known?):
                add(known, from: batch)
                profile = nil
            case (.changed(let fields), let known?):
                add(known, from: batch)
                profile = ProfilePatch(fields).applied(to: known)
                end = (point(ofBatch: batch), false)
            case (.removed(let old), nil):
                profile = old
                end = (point(ofBatch: batch), true)
            default: throw contradiction(symbol)
            }
        }
        if let profile { add(profile, from: nil) }
        return versions.reversed()
    }
}

package import MarketRules
internal import Scanning

extension Catalog {
    /// The instruments that a symbol stands and stood for, each with all its symbols, the last one first; none where the file's
    /// history never had the symbol. Imports count as batches, from 1; what was true when history began is of batch 0. What a
    /// `LiveCatalog` has not compacted yet isn't part of it.
    ///
    /// - Throws: `CatalogError`: `outOfHistory` where the file keeps no history; `damaged`.
    /// - Complexity: O(imports) for each symbol of them, at most some ten microseconds an import.
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
            preconditionFailure("the history throws errors of catalogs alone: \(error)")
        }
    }

    /// The instrument that a symbol stood for last, and the moment at which an import removed it; `nil` where it is still there, and
    /// where the file's history doesn't know it, or there is none.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports), at most some ten microseconds each.
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
    /// An import, as a batch; `nil` for the time before the first one.
    func point(ofBatch batch: Int?) -> BatchID {
        guard let batch else { return BatchID(epoch: 0, seq: 0, time: Int(since) * 1000) }
        return BatchID(epoch: 0, seq: batch + 1, time: Int(batches[batch].time) * 1000)
    }

    /// All versions of a symbol, the oldest first: from the file's profile back through what imports did.
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

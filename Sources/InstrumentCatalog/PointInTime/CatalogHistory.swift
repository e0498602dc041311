public import MarketRules

/// How far back a catalog file can be asked (`Catalog.asOf(_:)`).
///
/// ```swift
/// var builder = CatalogBuilder()
/// builder.keepsHistory = true                    // begins it; every later file at that path goes on with it
/// // …
/// let march = try Catalog.open("all.catalog").asOf(Instant(milliseconds: 1_772_323_200_000))
/// ```
public struct CatalogHistory: Hashable, Sendable {
    /// The first moment that can be asked for: since then history is kept.
    public var since: Instant
    /// The moments after that at which the catalog became another one, ascending: when imports that changed something were made,
    /// or what they were given in its place (`CatalogBuilder.validFrom`).
    public var changes: [Instant]
}

extension Catalog {
    /// The file keeps its history.
    ///
    /// - Complexity: O(1).
    public var keepsHistory: Bool { file.keepsHistory && changes?.overlay.isPast != true }

    /// Whether a catalog file stands at `path` that keeps its history, damaged or not.
    package static func keepsHistory(at path: String) -> Bool {
        (try? CatalogFile.open(path, checking: 0))?.keepsHistory ?? false
    }

    /// How far back the catalog can be asked; `nil` where its file keeps no history.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports).
    public func history() throws(CatalogError) -> CatalogHistory? {
        guard let history = try knownHistory() else { return nil }
        return CatalogHistory(
            since: Instant(milliseconds: history.since),
            changes: history.batches.map { Instant(milliseconds: $0.time) })
    }

    /// The catalog as it was at a moment: every question to it is answered as then. The catalog itself for a moment after the last
    /// import, with what changed since.
    ///
    /// It has no notes, and lists as removed what the import before the moment removed of the instruments that were there.
    ///
    /// - Throws: `CatalogError`: `outOfHistory` for a moment before history begins, and where the file keeps none; `damaged`.
    /// - Complexity: O(changes since then), some microseconds each, up to some ten thousand of them; for more O(instruments), about two
    ///   microseconds each, and the memory of such a catalog.
    public func asOf(_ moment: Instant) throws(CatalogError) -> Catalog {
        try asOf(moment, overlaying: Self.mostOverlaid)
    }

    /// The same, as the file with changes over it where there are at most `limit` of them, and built anew otherwise.
    func asOf(_ moment: Instant, overlaying limit: Int) throws(CatalogError) -> Catalog {
        guard let history = try knownHistory() else { throw withoutHistory }
        guard let count = history.count(at: moment.milliseconds) else {
            throw CatalogError(
                .outOfHistory, path: path,
                "knows nothing of \(moment): its history begins at \(Instant(milliseconds: history.since))")
        }
        if count == history.batches.count { return self }
        let changes = history.batches[count...].reduce(0) { $0 + $1.changes }
        let then = changes <= limit ? try history.catalog(before: count) : try history.image(before: count)
        return addedAliases.map { then.adding($0) } ?? then
    }

    private static let mostOverlaid = 65_536

    /// The history of the file; `nil` where it keeps none, and where this is the past itself.
    package func knownHistory() throws(CatalogError) -> HistorySections? {
        keepsHistory ? try HistorySections(file) : nil
    }

    /// There is no past to be asked.
    package var withoutHistory: CatalogError {
        CatalogError(
            .outOfHistory, path: path,
            "knows only what is true now; a catalog that is imported with --keep-history knows what was true since then"
        )
    }
}

extension HistorySections {
    /// What was true before import number `count`, built anew in memory.
    fileprivate func image(before count: Int) throws(CatalogError) -> Catalog {
        var builder = CatalogBuilder()
        try builder.append(contentsOf: Catalog(file))
        builder.isComplete = file.header.isComplete
        try forEachSymbol(touchedFrom: count) { symbol, profile throws(CatalogError) in
            if let profile { try builder.append(encoded: profile.span) } else { try builder.drop(symbol.span) }
        }
        for symbol in try removedSymbols(before: count) {
            try builder.append(.removal(of: String(decoding: symbol.span)))
        }
        return Catalog(try builder.image(path: file.path, fingerprint: identity(before: count)))
    }
}

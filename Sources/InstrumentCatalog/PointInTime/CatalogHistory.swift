public import MarketRules

/// The times at which a catalog file can be queried (`Catalog.asOf(_:)`).
///
/// ```swift
/// var builder = CatalogBuilder()
/// builder.keepsHistory = true                    // starts it; later files at that path continue it
/// // …
/// let march = try Catalog.open("all.catalog").asOf(Instant(milliseconds: 1_772_323_200_000))
/// ```
public struct CatalogHistory: Hashable, Sendable {
    /// The start of the history: the first moment that can be queried.
    public var since: Instant
    /// The later moments at which the catalog changed, ascending. Each is the time of an import that changed something,
    /// or its effective date (`CatalogBuilder.validFrom`).
    public var changes: [Instant]
}

extension Catalog {
    /// A Boolean value that indicates whether the file keeps its history.
    ///
    /// - Complexity: O(1).
    public var keepsHistory: Bool { file.keepsHistory && changes?.overlay.isPast != true }

    /// Returns whether there is a catalog file at `path` that keeps its history, even if the file is damaged.
    package static func keepsHistory(at path: String) -> Bool {
        (try? CatalogFile.open(path, checking: 0))?.keepsHistory ?? false
    }

    /// Returns the times at which the catalog can be queried; `nil` if its file keeps no history.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports).
    public func history() throws(CatalogError) -> CatalogHistory? {
        guard let history = try knownHistory() else { return nil }
        return CatalogHistory(
            since: Instant(milliseconds: history.since),
            changes: history.batches.map { Instant(milliseconds: $0.time) })
    }

    /// Returns the catalog as it was at a point in time. All queries of the result are answered as of that time.
    ///
    /// For a moment after the last import, the result is the catalog itself, including the changes since then. An
    /// earlier state has no notes, and its `removedSymbols` are those of the last import before the moment.
    ///
    /// - Parameter moment: The point in time.
    /// - Throws: `CatalogError` of kind `outOfHistory` if the moment precedes the history, or if the file keeps none;
    ///   `damaged`.
    /// - Complexity: O(changes since then) up to some ten thousand changes. With more changes, O(instruments), and
    ///   memory for a complete catalog.
    public func asOf(_ moment: Instant) throws(CatalogError) -> Catalog {
        try asOf(moment, overlaying: Self.mostOverlaid)
    }

    /// Returns the catalog at a point in time. If there are at most `limit` changes since then, the result is the file
    /// with an overlay; otherwise the catalog is rebuilt.
    func asOf(_ moment: Instant, overlaying limit: Int) throws(CatalogError) -> Catalog {
        guard let history = try knownHistory() else { throw withoutHistory }
        guard let count = history.count(at: moment.milliseconds) else {
            throw CatalogError(
                .outOfHistory, path: path,
                "has no state at \(moment); its history starts at \(Instant(milliseconds: history.since))")
        }
        if count == history.batches.count { return self }
        let changes = history.batches[count...].reduce(0) { $0 + $1.changes }
        let then = changes <= limit ? try history.catalog(before: count) : try history.image(before: count)
        return addedAliases.map { then.adding($0) } ?? then
    }

    private static let mostOverlaid = 65_536

    /// Returns the history of the file; `nil` if it keeps none, or if this is already a past catalog.
    package func knownHistory() throws(CatalogError) -> HistorySections? {
        keepsHistory ? try HistorySections(file) : nil
    }

    /// The error for a catalog that has no history.
    package var withoutHistory: CatalogError {
        CatalogError(
            .outOfHistory, path: path,
            "has no history; import with --keep-history to be able to query earlier states"
        )
    }
}

extension HistorySections {
    /// Rebuilds in memory the catalog as it was before import number `count`.
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

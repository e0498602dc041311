internal import Scanning
internal import Synchronization

extension LiveCatalog {
    /// Why the snapshot that is going on should not be completed; `nil` where it should, and outside a snapshot. Nothing changes:
    /// whoever follows a source asks before `completeSnapshot`, and leaves that where there is a reason.
    ///
    /// - Parameters:
    ///   - rules: what it may take away of the instruments that were known when it began.
    ///   - profiles: what it brought and was not applied yet.
    ///   - isComplete: the source has said that this was all of it.
    /// - Complexity: O(instruments).
    package func refusal(
        by rules: SnapshotRules, bringing profiles: [InstrumentProfile] = [], isComplete: Bool = true
    ) -> SnapshotRefusal? {
        let (overlay, snapshot) = state.withLock { ($0.overlay, $0.snapshot) }
        guard let snapshot else { return nil }
        var brought: [UInt64: Bool] = [:]
        for profile in profiles where !profile.symbol.isEmpty && !profile.type.isEmpty {
            brought[ByteHash.hash(profile.symbol.utf8Span.span)] = profile.type != InstrumentType.removed.rawValue
        }
        var removed = 0
        overlay.forEachSymbol { symbol in
            let hash = ByteHash.hash(symbol)
            if !(brought[hash] ?? snapshot.seen.contains(hash)) { removed += 1 }
        }
        return rules.refusal(
            known: snapshot.known, removed: removed, brought: snapshot.seen.count + brought.values.count { $0 },
            isComplete: isComplete, cutOff: isComplete || !overlay.isComplete ? nil : [])
    }
}

internal import Scanning
internal import Synchronization

extension LiveCatalog {
    /// Returns the reason why the current snapshot should not be completed; `nil` if it may be completed, or if there
    /// is no snapshot.
    ///
    /// The catalog does not change. A follower calls this method before `completeSnapshot`, and does not complete the
    /// snapshot if there is a reason.
    ///
    /// - Parameters:
    ///   - rules: The limits on removing instruments that existed when the snapshot started.
    ///   - profiles: The profiles of the snapshot that have not been applied yet.
    ///   - isComplete: Whether the source reported that the snapshot is complete.
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

internal import Ingest
internal import InstrumentCatalog

/// Applies the events of a connection to a live catalog.
///
/// - What a live source sends is applied at once: each profile is true by itself.
/// - What a polled source sends is held until its snapshot is complete, so that half of one changes nothing. Only what differs
///   from the catalog is held: what is equal, nearly all of it, needs no memory.
/// - Only a complete snapshot removes anything, and only as far as the rules allow.
/// - After changes that could not be kept, the rest of the answer is skipped: what is missing comes with the next snapshot.
struct SnapshotApplier {
    /// What an event did to the catalog.
    struct Outcome {
        /// What changed, in order; kept already.
        var changes: [CatalogChange] = []
        /// Why further changes could not be kept; `nil` where all were.
        var error: CatalogError?
    }

    private let catalog: LiveCatalog
    private let rules: SnapshotRules
    /// Why the source's last snapshot was not taken; `nil` where it was, and before there was one.
    private(set) var refusal: SnapshotRefusal?
    /// The same for the last snapshot that was read to its end: it is what a source means that has not changed.
    private var refusalOfComplete: SnapshotRefusal?
    /// The snapshot that is coming is one of a source that is polled: it is held.
    private var isHolding = false
    /// What of it differs from the catalog, and the symbols of that.
    private var held: [InstrumentProfile] = []
    private var heldSymbols: Set<String> = []
    /// The catalog may still have the notes of an import.
    private var hasNotes = true
    /// Changes could not be kept: nothing is applied before the next snapshot.
    private(set) var isWaitingForSnapshot = false

    init(_ catalog: LiveCatalog, rules: SnapshotRules) {
        self.catalog = catalog
        self.rules = rules
    }

    /// Takes the next event of the connection.
    mutating func take(_ event: LiveEvent) -> Outcome {
        var outcome = Outcome()
        if case .snapshotBegan = event { isWaitingForSnapshot = false }
        if isWaitingForSnapshot { return outcome }
        do throws(CatalogError) {
            try take(event, &outcome.changes)
        } catch {
            outcome.error = error
            isWaitingForSnapshot = true
            release()
        }
        return outcome
    }

    private mutating func take(_ event: LiveEvent, _ changes: inout [CatalogChange]) throws(CatalogError) {
        switch event {
        case .snapshotBegan(let isLive):
            release()
            isHolding = !isLive
            catalog.beginSnapshot()
        case .profiles(let profiles): try take(profiles, &changes)
        case .snapshotComplete: try completeSnapshot(&changes)
        case .fault(let fault): try take(fault, &changes)
        case .notModified: refusal = refusalOfComplete
        case .state, .flushed, .heartbeat: break
        }
    }

    private mutating func take(
        _ profiles: [InstrumentProfile], _ changes: inout [CatalogChange]
    ) throws(CatalogError) {
        try removeImportNotes()
        guard isHolding else {
            changes = try catalog.apply(profiles)
            return
        }
        // Those that are known count as seen now, which changes nothing.
        let view = catalog.view
        var known: [InstrumentProfile] = []
        for profile in profiles {
            if !heldSymbols.contains(profile.symbol), view[profile.symbol] == profile {
                known.append(profile)
            } else {
                held.append(profile)
                heldSymbols.insert(profile.symbol)
            }
        }
        changes = try catalog.apply(known)
    }

    private mutating func completeSnapshot(_ changes: inout [CatalogChange]) throws(CatalogError) {
        refusalOfComplete = catalog.refusal(by: rules, bringing: held)
        refusal = refusalOfComplete
        defer { release() }
        if refusal != nil { return }
        changes = try catalog.apply(held)
        changes += try catalog.completeSnapshot()
    }

    private mutating func take(_ fault: LiveFault, _ changes: inout [CatalogChange]) throws(CatalogError) {
        // A snapshot that is whole but for some records is as good as any, for what it brought.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            changes = try catalog.apply(held)
            release()
            return
        }
        if fault.isOfIncompleteSnapshot {
            refusal = catalog.refusal(by: rules, bringing: held, isComplete: false)
        }
        if !fault.goesOn { release() }
    }

    private mutating func release() {
        isHolding = false
        (held, heldSymbols) = ([], [])
    }

    /// The notes of an import say which version of its sources the catalog is made of, so that the next import need not read them
    /// again: no longer true.
    private mutating func removeImportNotes() throws(CatalogError) {
        guard hasNotes else { return }
        let notes = catalog.view.notes
        let others = SourceNotes.others(in: notes)
        if others.count < notes.count { try catalog.setNotes(others) }
        hasNotes = false
    }
}

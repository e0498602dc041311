internal import Ingest
internal import InstrumentCatalog

/// A live catalog that a follower keeps current.
///
/// For a polled source, only profiles that differ from the catalog are stored in memory until the snapshot ends. Most
/// profiles do not differ.
struct CatalogTarget: SnapshotTarget {
    typealias Failure = CatalogError

    private let catalog: LiveCatalog
    private var changes: [CatalogChange] = []
    /// Whether the current snapshot comes from a polled source, so that its profiles are stored until its end.
    private var isHolding = false
    /// The profiles in the snapshot that differ from the catalog, and their symbols.
    private var held: [InstrumentProfile] = []
    private var heldSymbols: Set<String> = []
    /// Whether the catalog may still have the notes that an import stored.
    private var hasNotes = true

    init(_ catalog: LiveCatalog) { self.catalog = catalog }

    mutating func begin(isLive: Bool) {
        release()
        isHolding = !isLive
        catalog.beginSnapshot()
    }

    mutating func receive(_ profiles: [InstrumentProfile]) throws(CatalogError) {
        try removeImportNotes()
        guard isHolding else {
            changes += try catalog.apply(profiles)
            return
        }
        // Applying an unchanged profile has one effect: its symbol counts as part of this snapshot.
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
        changes += try catalog.apply(known)
    }

    func refusal(by rules: SnapshotRules, isComplete: Bool) -> SnapshotRefusal? {
        catalog.refusal(by: rules, bringing: held, isComplete: isComplete)
    }

    mutating func end(_ ending: SnapshotEnding) throws(CatalogError) {
        if ending != .dropped { changes += try catalog.apply(held) }
        if ending == .complete { changes += try catalog.completeSnapshot() }
        release()
    }

    mutating func keep(moreWait: Bool) -> [CatalogChange] {
        defer { changes = [] }
        return changes
    }

    mutating func abandon() -> [CatalogChange] {
        release()
        return keep(moreWait: false)
    }

    private mutating func release() {
        isHolding = false
        (held, heldSymbols) = ([], [])
    }

    /// Removes the notes that an import stored. They identify the versions of the sources from which the catalog was
    /// made, and are no longer correct. So the next import has to read the sources.
    private mutating func removeImportNotes() throws(CatalogError) {
        guard hasNotes else { return }
        let notes = catalog.view.notes
        let others = SourceNotes.others(in: notes)
        if others.count < notes.count { try catalog.setNotes(others) }
        hasNotes = false
    }
}

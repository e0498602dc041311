internal import CatalogSync
public import Ingest
public import InstrumentCatalog

/// Keeps a live catalog true to the events of a live connection.
///
/// ```swift
/// let catalog = try LiveCatalog.open(path: "all.catalog")
/// let connection = LiveConnection(address: try SourceAddress(parsing: "host:8080"))
/// var follower = CatalogFollower(catalog)
/// for await event in connection.events {
///     for change in try follower.take(event) { print(change) }
/// }
/// ```
///
/// A snapshot that would remove too much is refused (`rules`): what is known stays, and `refusal` says why.
///
/// What a live source sends is taken at once. What a source that is polled sends is taken when its snapshot is complete, so one
/// that was cut off changes nothing. Only a complete snapshot removes what came neither with it nor behind it.
public struct CatalogFollower: Sendable {
    /// What is kept true.
    public let catalog: LiveCatalog
    /// What a snapshot may take away. One that isn't complete takes nothing away in any case.
    public let rules: SnapshotRules
    /// Why the source's last snapshot was not taken; `nil` where it was, and before there was one.
    public private(set) var refusal: SnapshotRefusal?
    /// The same for the last one that was read to its end: what a source means that has not changed.
    private var refusalOfComplete: SnapshotRefusal?
    /// The snapshot that is coming is one of a source that is polled: it is taken as a whole.
    private var isHolding = false
    /// What of it differs from what is known, and the symbols of that.
    private var held: [InstrumentProfile] = []
    private var heldSymbols: Set<String> = []
    private var hasNotes = true

    public init(_ catalog: LiveCatalog, rules: SnapshotRules = SnapshotRules()) {
        self.catalog = catalog
        self.rules = rules
    }

    /// Takes the next event of the connection.
    ///
    /// - Returns: what changed, in order; kept already.
    /// - Throws: as `LiveCatalog.apply`. Ask the source again then (`LiveConnection.refresh`): its next snapshot brings what is
    ///   missing.
    public mutating func take(_ event: LiveEvent) throws(CatalogError) -> [CatalogChange] {
        switch event {
        case .snapshotBegan(let isLive):
            forget()
            isHolding = !isLive
            catalog.beginSnapshot()
            return []
        case .profiles(let profiles): return try take(profiles)
        case .snapshotComplete:
            refusalOfComplete = catalog.refusal(by: rules, bringing: held)
            refusal = refusalOfComplete
            defer { forget() }
            if refusal != nil { return [] }
            let changes = try catalog.apply(held)
            return try changes + catalog.completeSnapshot()
        case .fault(let fault): return try take(fault)
        case .notModified:
            refusal = refusalOfComplete
            return []
        case .state, .flushed, .heartbeat: return []
        }
    }

    private mutating func take(_ fault: LiveFault) throws(CatalogError) -> [CatalogChange] {
        // A snapshot that is whole but for some records is as good as any, for what it brought.
        if case .damagedSnapshot = fault.kind {
            (refusal, refusalOfComplete) = (nil, nil)
            let changes = try catalog.apply(held)
            forget()
            return changes
        }
        if fault.isOfIncompleteSnapshot {
            refusal = catalog.refusal(by: rules, bringing: held, isComplete: false)
        }
        if !fault.goesOn { forget() }
        return []
    }

    private mutating func take(_ profiles: [InstrumentProfile]) throws(CatalogError) -> [CatalogChange] {
        try forgetNotes()
        guard isHolding else { return try catalog.apply(profiles) }
        // Those that are known are taken now, which changes nothing, and need no memory.
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
        return try catalog.apply(known)
    }

    private mutating func forget() {
        isHolding = false
        (held, heldSymbols) = ([], [])
    }

    /// An import's notes say which version of its sources the catalog is made of, so that the next one need not read them again:
    /// no longer true.
    private mutating func forgetNotes() throws(CatalogError) {
        guard hasNotes else { return }
        hasNotes = false
        let notes = catalog.view.notes
        let others = SourceNotes.others(in: notes)
        if others.count < notes.count { try catalog.setNotes(others) }
    }
}

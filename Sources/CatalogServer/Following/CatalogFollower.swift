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
/// What a live source sends is taken at once. What a source that is polled sends is taken when its snapshot is complete, so one
/// that was cut off changes nothing. Only a complete snapshot removes what came neither with it nor behind it.
public struct CatalogFollower: Sendable {
    /// What is kept true.
    public let catalog: LiveCatalog
    /// The snapshot that is coming is one of a source that is polled: it is taken as a whole.
    private var isHolding = false
    /// What of it differs from what is known, and the symbols of that.
    private var held: [InstrumentProfile] = []
    private var heldSymbols: Set<String> = []
    private var hasNotes = true

    public init(_ catalog: LiveCatalog) { self.catalog = catalog }

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
            let changes = try catalog.apply(held)
            forget()
            return try changes + catalog.completeSnapshot()
        case .fault(let fault): return try take(fault)
        case .state, .flushed, .notModified, .heartbeat: return []
        }
    }

    private mutating func take(_ fault: LiveFault) throws(CatalogError) -> [CatalogChange] {
        // A snapshot that is whole but for some records is as good as any, for what it brought.
        if case .damagedSnapshot = fault.kind {
            let changes = try catalog.apply(held)
            forget()
            return changes
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
        let others = notes.filter { !$0.key.hasPrefix("source") }
        if others.count < notes.count { try catalog.setNotes(others) }
    }
}

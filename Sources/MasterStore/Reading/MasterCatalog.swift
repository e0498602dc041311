package import CatalogHistory
package import InstrumentCatalog
internal import Scanning

/// Builds catalog files from a store.
///
/// ```swift
/// let connection = try MasterConnection(.environment)
/// let built = try MasterCatalog(at: .latest).build(from: connection, to: "all.ipfc")
/// print(built.point.seq, built.summary?.instruments ?? 0)
/// ```
/// The file is byte for byte equal to one that `ipf import` builds from the same profiles in the order of their
/// symbols. Only the notes differ: they name the store, the epoch and the batch (`CatalogNotes`).
package struct MasterCatalog {
    /// The question that the catalog answers.
    package var moment: BitemporalSelector
    /// The instruments to include.
    package var filter = CatalogFilter()
    /// The fields for look-ups, in addition to those of every catalog.
    package var identifierFields: [String] = []
    /// Additional names of instruments; `nil` for none.
    package var aliases: AliasTable?
    /// Whether to include `AliasTable.bundled` as well.
    package var includesBundledAliases = true

    /// Creates a builder for all instruments at a moment.
    package init(at moment: BatchSelector = .latest, knownAt: BatchSelector? = nil) {
        self.moment = BitemporalSelector(moment, knownAt: knownAt)
    }

    /// Returns whether a catalog was built from a state of the store.
    package func isBuilt(_ catalog: Catalog, from connection: MasterConnection, of state: BitemporalState) -> Bool {
        catalog.notes == CatalogNotes.notes(of: connection.store, state)
    }

    /// Builds the catalog, and replaces any file at `path`.
    ///
    /// - Parameter state: The state to build; `nil` for that of `moment`.
    /// - Returns: The state, and a summary of the file. The summary is `nil` if no instrument matches the filter;
    ///   nothing is written then.
    /// - Throws: `MasterStoreError`; `CatalogError` if the file cannot be written.
    /// - Complexity: As `CatalogBuilder.write(to:)`. Rows are processed as they arrive.
    package func build(
        from connection: MasterConnection, of state: BitemporalState? = nil, to path: String
    ) throws -> (summary: CatalogBuildSummary?, state: BitemporalState) {
        var builder = CatalogBuilder()
        var fields = FilterFields(filter)
        let state = try connection.transaction(reading: true) {
            let state = try state ?? connection.state(at: moment)
            let matchesAll = filter.isEmpty
            try connection.copyProfiles(of: state) { bytes in
                if !matchesAll {
                    let profile = EncodedProfile.profile(Array(copying: bytes))
                    fields.see(profile)
                    if !filter.matches(profile) { return }
                }
                try builder.append(encoded: bytes)
            }
            return state
        }
        try fields.check(connection.store)
        if !filter.isEmpty, builder.recordCount == 0 { return (nil, state) }
        builder.identifierFields = identifierFields
        builder.aliases = aliases
        builder.includesBundledAliases = includesBundledAliases
        builder.isComplete = true
        builder.notes = CatalogNotes.notes(of: connection.store, state)
        return (try builder.write(to: path), state)
    }
}

/// The custom fields of a filter. A field that no instrument has is reported as misspelled.
private struct FilterFields {
    /// The fields that none of the instruments read so far has.
    private var unseen: [String]
    /// The custom fields of the instruments read so far, for suggestions. Collected only while `unseen` is not empty.
    private var known: Set<String> = []

    init(_ filter: CatalogFilter) {
        unseen = filter.conditions.map(\.field).filter { ProfileField(name: $0) == nil }
    }

    mutating func see(_ profile: InstrumentProfile) {
        if unseen.isEmpty { return }
        for field in profile.customFields where known.insert(field.name).inserted {
            unseen.removeAll { $0 == field.name }
        }
    }

    func check(_ store: String) throws(MasterStoreError) {
        guard let field = unseen.first else { return }
        let near = NearestNames.find(field, among: ProfileField.allNames + known.sorted())
        throw MasterStoreError(
            .invalidValue, store: store, "there is no field \(field)\(NearestNames.question(near))")
    }
}

/// The notes about the store that a catalog was built from (three of the names are in `SnapshotIdentity`):
/// ```
/// master         postgresql://db.example.org:5432/master      without the user
/// master.epoch   1763704800250000
/// master.seq     5123
/// master.mark    9f3a66d20c41b7e5
/// master.time    2026-11-22T06:00:00.250Z
/// ```
/// A catalog with corrections of later batches is no state of a batch. It has these notes instead of the last four:
/// ```
/// master.corrected   17,23 after 1763704800250000-5123-9f3a66d20c41b7e5
/// ```
enum CatalogNotes {
    static func notes(of store: String, _ state: BitemporalState) -> [String: String] {
        var notes = notes(of: store, state.batch)
        if state.corrections.isEmpty { return notes }
        let ids = state.correctionIDs.map(String.init).joined(separator: ",")
        notes = notes.filter { $0.key == "master" }
        notes["master.corrected"] = "\(ids) after \(state.batch.identity)"
        return notes
    }

    static func notes(of store: String, _ point: BatchID) -> [String: String] {
        let address = store.lastIndex(of: "@").map { "postgresql://" + store[store.index(after: $0)...] } ?? store
        var notes = [
            "master": address, SnapshotIdentity.epochNote: String(point.epoch),
            SnapshotIdentity.sequenceNote: String(point.seq),
            "master.time": Instant(microseconds: point.time).description,
        ]
        // A store without batches has no mark.
        if !point.identity.mark.isEmpty { notes[SnapshotIdentity.markNote] = point.identity.mark }
        return notes
    }
}

extension MasterConnection {
    /// Calls `body` with the encoded profiles of a state, in the order of their symbols. Call it within a transaction
    /// that sees the store at one moment.
    ///
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    func copyProfiles(of state: BitemporalState, _ body: (Span<UInt8>) throws -> Void) throws {
        let corrected = Set(state.corrections.map(\.symbol))
        if corrected.isEmpty { return try copyProfiles(at: state.batch, body) }
        try copyProfiles(at: state.batch) { bytes in
            let profile = Array(copying: bytes)
            let symbol = EncodedProfile.text(.symbol, in: profile)
            guard corrected.contains(symbol) else { return try body(bytes) }
            try body(state.corrected(profile, of: symbol).span)
        }
    }

    /// Calls `body` with the encoded profiles at a batch, in the order of their symbols. Call it within a transaction
    /// that sees the store at one moment.
    ///
    /// - Throws: `MasterStoreError`, or the error that `body` throws.
    package func copyProfiles(at point: BatchID, _ body: (Span<UInt8>) throws -> Void) throws {
        let isLast = try execute("SELECT seq = $1 FROM ipf.head", [.integer(point.seq)]).bool(0, 0) == true
        // The latest state does not need the history.
        let rows = isLast ? "ipf.instrument" : "ipf.as_of(\(point.seq))"
        try copy("SELECT profile FROM \(rows) ORDER BY symbol") { row in try body(row.bytes(0)) }
    }
}

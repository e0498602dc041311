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
/// The file is byte for byte what `ipf import` makes of the same profiles in the order of their symbols, but for its notes, which name
/// the store, the epoch and the batch (`CatalogNotes`).
package struct MasterCatalog {
    /// What is built.
    package var moment: BatchSelector
    /// Which instruments.
    package var filter = CatalogFilter()
    /// Fields by which instruments will be looked up, beside those of every catalog.
    package var identifierFields: [String] = []
    /// Further names of instruments; `nil` for none.
    package var aliases: AliasTable?
    /// `AliasTable.bundled` is kept beside them.
    package var includesBundledAliases = true

    /// All instruments of a moment.
    package init(at moment: BatchSelector = .latest) { self.moment = moment }

    /// Whether a catalog was built from the store at that batch.
    package func isBuilt(_ catalog: Catalog, from connection: MasterConnection, at point: BatchID) -> Bool {
        catalog.notes == CatalogNotes.notes(of: connection.store, point)
    }

    /// Builds the catalog, in place of what may be at `path`.
    ///
    /// - Returns: what was written, `nil` where the filter means no instrument, and nothing was; and the batch that was read.
    /// - Throws: `MasterStoreError`; `CatalogError` where the file can't be written.
    /// - Complexity: as `CatalogBuilder.write(to:)`; the rows are taken as they come.
    package func build(
        from connection: MasterConnection, to path: String
    ) throws -> (summary: CatalogBuildSummary?, point: BatchID) {
        var builder = CatalogBuilder()
        var fields = FilterFields(filter)
        let point = try connection.transaction(reading: true) {
            let point = try connection.point(at: moment)
            let matchesAll = filter.isEmpty
            try connection.copyProfiles(at: point) { bytes in
                if !matchesAll {
                    let profile = EncodedProfile.profile(Array(copying: bytes))
                    fields.see(profile)
                    if !filter.matches(profile) { return }
                }
                try builder.append(encoded: bytes)
            }
            return point
        }
        try fields.check(connection.store)
        if !filter.isEmpty, builder.recordCount == 0 { return (nil, point) }
        builder.identifierFields = identifierFields
        builder.aliases = aliases
        builder.includesBundledAliases = includesBundledAliases
        builder.isComplete = true
        builder.notes = CatalogNotes.notes(of: connection.store, point)
        return (try builder.write(to: path), point)
    }
}

/// The fields of a filter that aren't standard ones: some instrument must have each, or it is misspelled.
private struct FilterFields {
    /// Those that no instrument had so far.
    private var unseen: [String]
    /// The custom fields that instruments have, gathered while some is unseen.
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

/// The notes of a catalog about the store that it was built from (`SnapshotIdentity` has the names of three):
/// ```
/// master         postgresql://db.example.org:5432/master      the user isn't noted
/// master.epoch   1763704800250000
/// master.seq     5123
/// master.mark    9f3a66d20c41b7e5
/// master.time    2026-11-22T06:00:00.250Z
/// ```
enum CatalogNotes {
    static func notes(of store: String, _ point: BatchID) -> [String: String] {
        let address = store.lastIndex(of: "@").map { "postgresql://" + store[store.index(after: $0)...] } ?? store
        var notes = [
            "master": address, SnapshotIdentity.epochNote: String(point.epoch),
            SnapshotIdentity.sequenceNote: String(point.seq),
            "master.time": Instant(microseconds: point.time).description,
        ]
        // A store without a batch has no mark.
        if !point.identity.mark.isEmpty { notes[SnapshotIdentity.markNote] = point.identity.mark }
        return notes
    }
}

extension MasterConnection {
    /// Hands out the profiles that were true at a batch, as their bytes, in the order of their symbols. Within a transaction, which sees
    /// the store of one moment.
    ///
    /// - Throws: `MasterStoreError`; what `body` throws.
    package func copyProfiles(at point: BatchID, _ body: (Span<UInt8>) throws -> Void) throws {
        let isLast = try execute("SELECT seq = $1 FROM ipf.head", [.integer(point.seq)]).bool(0, 0) == true
        // What is true now is read without a look at the history.
        let rows = isLast ? "ipf.instrument" : "ipf.as_of(\(point.seq))"
        try copy("SELECT profile FROM \(rows) ORDER BY symbol") { row in try body(row.bytes(0)) }
    }
}

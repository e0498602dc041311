internal import InstrumentCatalog
internal import ProfileFormat

/// The first load of all. Nothing is true yet, so what the source brings goes straight into `ipf.instrument`, as it comes, and the indexes
/// are made from that: staged first, each row would be written twice.
///
/// Its batch begins before its first row, so other writers wait while the source is read: once in a store's life.
struct FirstLoad: ~Copyable {
    let batch: MasterBatch
    private let writer: MasterWriter
    /// `nil` while something is staged.
    private var copy: CopyIn?
    /// What comes again of a symbol, and removals. They wait, and are staged together.
    private var later: [(symbol: String, profile: [UInt8]?)] = []
    private var laterBytes = 0

    /// What waits at most, in bytes of profiles.
    private static let laterLimit = 4 << 20

    /// - Parameter batch: has just begun.
    init(_ writer: MasterWriter, _ batch: MasterBatch) throws(MasterStoreError) {
        (self.writer, self.batch) = (writer, batch)
        try writer.connection.execute("SELECT ipf.begin_first_load()")
    }

    /// Takes what the source says of a symbol.
    ///
    /// - Parameter isNew: nothing came of the symbol before.
    /// - Throws: `MasterStoreError`, of kind `invalidValue` for a symbol that the store can't hold.
    mutating func append(_ profile: consuming InstrumentProfile, isNew: Bool) throws(MasterStoreError) {
        try StageCopy.check(profile.symbol)
        profile.takeCatalogForm()
        let bytes = profile.isRemoval ? nil : EncodedProfile.bytes(of: profile)
        guard isNew, let bytes else {
            later.append((profile.symbol, bytes))
            laterBytes += (bytes?.count ?? 0) + profile.symbol.utf8.count + 64
            if laterBytes >= Self.laterLimit { try stageLater() }
            return
        }
        if copy == nil {
            copy = try CopyIn(writer.connection, into: "ipf.instrument (symbol, profile)")
        }
        try copy!.beginRow(columns: 2)
        copy!.append(text: profile.symbol)
        copy!.append(bytes.span)
    }

    private mutating func stageLater() throws(MasterStoreError) {
        if let copy = copy.take() { try copy.finish() }
        if later.isEmpty { return }
        var stage = try writer.beginStage()
        for (symbol, profile) in later { try stage.append(symbol, profile) }
        try writer.endStage(stage)
        (later, laterBytes) = ([], 0)
    }

    /// Makes the indexes, and applies what waited.
    ///
    /// - Returns: how many instruments there are.
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws(MasterStoreError) -> Int {
        try stageLater()
        return try writer.connection.endFirstLoad()
    }
}

internal import InstrumentCatalog
internal import ProfileFormat

/// The first load into an empty store. The rows go directly into `ipf.instrument` while the source is read, and the
/// indexes are created afterwards. Staging would write each row twice.
///
/// The batch begins before its first row, so other writers wait until the source is read. This happens once in a
/// store's life.
struct FirstLoad: ~Copyable {
    let batch: MasterBatch
    private let writer: MasterWriter
    /// The copy into `ipf.instrument`; `nil` before the first row and while other rows are staged.
    private var copy: CopyIn?
    /// Removals and repeated symbols, which are staged together later.
    private var later: [(symbol: String, profile: [UInt8]?)] = []
    private var laterBytes = 0

    /// The number of bytes in `later` at which it is staged.
    private static let laterLimit = 4 << 20

    /// - Parameter batch: A batch that has just begun.
    init(_ writer: MasterWriter, _ batch: MasterBatch) throws(MasterStoreError) {
        (self.writer, self.batch) = (writer, batch)
        try writer.connection.execute("SELECT ipf.begin_first_load()")
    }

    /// Adds a record of the source.
    ///
    /// - Parameter isNew: Whether this is the first record of the symbol.
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if the store cannot store the symbol.
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

    /// Creates the indexes, and applies the rows in `later`.
    ///
    /// - Returns: The number of instruments.
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws(MasterStoreError) -> Int {
        try stageLater()
        return try writer.connection.endFirstLoad()
    }
}

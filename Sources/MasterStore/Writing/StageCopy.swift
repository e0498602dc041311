internal import InstrumentCatalog
internal import ProfileFormat

/// A copy of rows into the stage.
struct StageCopy: ~Copyable {
    private var copy: CopyIn
    /// The number of the next row.
    private var ordinal: Int

    init(_ connection: MasterConnection, ordinal: Int) throws(MasterStoreError) {
        copy = try CopyIn(connection, into: "stage (ordinal, symbol, profile)")
        self.ordinal = ordinal
    }

    /// Stages a record of the source.
    ///
    /// - Parameter profile: The profile (`EncodedProfile`); `nil` to remove the symbol.
    /// - Throws: `MasterStoreError`; of kind `invalidValue` if the symbol contains a NUL character.
    mutating func append(_ symbol: String, _ profile: [UInt8]?) throws(MasterStoreError) {
        try Self.check(symbol)
        try copy.beginRow(columns: 3)
        copy.append(integer: ordinal)
        copy.append(text: symbol)
        if let profile { copy.append(profile.span) } else { copy.appendNull() }
        ordinal += 1
    }

    /// Stages a profile, or the removal of its symbol if the profile is of type REMOVED.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func append(_ profile: consuming InstrumentProfile) throws(MasterStoreError) {
        profile.takeCatalogForm()
        try append(profile.symbol, profile.isRemoval ? nil : EncodedProfile.bytes(of: profile))
    }

    /// Completes the copy.
    ///
    /// - Returns: The number of the next row.
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws(MasterStoreError) -> Int {
        let ordinal = ordinal
        try copy.finish()
        return ordinal
    }

    /// Checks that the store can store a symbol.
    ///
    /// - Throws: `MasterStoreError`, of kind `invalidValue`.
    static func check(_ symbol: String) throws(MasterStoreError) {
        guard symbol.utf8.contains(0) else { return }
        throw MasterStoreError(
            .invalidValue, "a symbol contains the character NUL, which PostgreSQL can't store; fix it at the source")
    }
}

extension InstrumentProfile {
    /// Whether the profile marks its symbol as removed.
    var isRemoval: Bool { type == InstrumentType.removed.rawValue }
}

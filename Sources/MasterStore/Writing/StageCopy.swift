internal import InstrumentCatalog
internal import ProfileFormat

/// Rows on their way into the stage.
struct StageCopy: ~Copyable {
    private var copy: CopyIn
    /// The number of the next row.
    private var ordinal: Int

    init(_ connection: MasterConnection, ordinal: Int) throws(MasterStoreError) {
        copy = try CopyIn(connection, into: "stage (ordinal, symbol, profile)")
        self.ordinal = ordinal
    }

    /// Stages what the source says of a symbol.
    ///
    /// - Parameter profile: an `EncodedProfile`; `nil` where it has the symbol no more.
    /// - Throws: `MasterStoreError`, of kind `invalidValue` for a symbol with a character NUL.
    mutating func append(_ symbol: String, _ profile: [UInt8]?) throws(MasterStoreError) {
        try Self.check(symbol)
        try copy.beginRow(columns: 3)
        copy.append(integer: ordinal)
        copy.append(text: symbol)
        if let profile { copy.append(profile.span) } else { copy.appendNull() }
        ordinal += 1
    }

    /// Stages a profile, or where it is of type REMOVED the removal of its symbol.
    ///
    /// - Throws: `MasterStoreError`.
    mutating func append(_ profile: InstrumentProfile) throws(MasterStoreError) {
        try append(profile.symbol, profile.isRemoval ? nil : EncodedProfile.bytes(of: profile.catalogForm))
    }

    /// Ends it.
    ///
    /// - Returns: the number of the next row.
    /// - Throws: `MasterStoreError`.
    consuming func finish() throws(MasterStoreError) -> Int {
        let ordinal = ordinal
        try copy.finish()
        return ordinal
    }

    /// Checks that the store can hold a symbol.
    ///
    /// - Throws: `MasterStoreError`, of kind `invalidValue`.
    static func check(_ symbol: String) throws(MasterStoreError) {
        guard symbol.utf8.contains(0) else { return }
        throw MasterStoreError(
            .invalidValue, "a symbol holds the character NUL, which PostgreSQL can't store; mend it at the source")
    }
}

extension InstrumentProfile {
    /// It says that its symbol is gone.
    var isRemoval: Bool { type == InstrumentType.removed.rawValue }
}

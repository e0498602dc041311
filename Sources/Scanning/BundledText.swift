internal import CBundledFiles

/// The text of a bundled table. The tables are embedded in the program, so that reading them needs no file system.
package enum BundledText: Sendable {
    /// The schedule defaults: `MarketRules/Bundled/bundled-schedule.properties`.
    case schedule
    /// The rules of futures and options: `MarketRules/Contracts/bundled-contracts.txt`.
    case contracts
    /// How others write places, indexes and products: `Symbology/Places/bundled-places.txt`.
    case places
    /// Aliases of well-known instruments: `InstrumentCatalog/Aliases/bundled-aliases.txt`.
    case aliases
    /// The names of columns in public lists: `Lists/bundled-lists.txt`.
    case lists

    /// The UTF-8 bytes.
    package var span: Span<UInt8> {
        @_lifetime(immortal)
        get {
            // SAFETY: The bytes are constant data of the program, valid as long as the process runs.
            let file =
                switch self {
                case .schedule: unsafe bundled_schedule()
                case .contracts: unsafe bundled_contracts()
                case .places: unsafe bundled_places()
                case .aliases: unsafe bundled_aliases()
                case .lists: unsafe bundled_lists()
                }
            let bytes = unsafe Span(_unsafeElements: UnsafeBufferPointer(start: file.bytes, count: file.size))
            return unsafe _overrideLifetime(bytes, copying: ())
        }
    }

    /// The text as a string.
    package var string: String { String(decoding: span) }
}

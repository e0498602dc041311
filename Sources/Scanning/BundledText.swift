internal import CBundledFiles

/// The text of a table that comes with the product. Its file is embedded in the program, so reading it needs no file system.
package enum BundledText: Sendable {
    /// The schedule defaults: `MarketRules/Bundled/bundled-schedule.properties`.
    case schedule
    /// How others write places, indexes and products: `Symbology/Places/bundled-places.txt`.
    case places
    /// Further names of well-known instruments: `InstrumentCatalog/Aliases/bundled-aliases.txt`.
    case aliases

    /// The UTF-8 bytes.
    package var span: Span<UInt8> {
        @_lifetime(immortal)
        get {
            // SAFETY: the bytes are constant data of the binary, alive and unchanged as long as the process.
            let file =
                switch self {
                case .schedule: unsafe bundled_schedule()
                case .places: unsafe bundled_places()
                case .aliases: unsafe bundled_aliases()
                }
            let bytes = unsafe Span(_unsafeElements: UnsafeBufferPointer(start: file.bytes, count: file.size))
            return unsafe _overrideLifetime(bytes, copying: ())
        }
    }

    /// A copy of the text.
    package var string: String { String(decoding: span) }
}

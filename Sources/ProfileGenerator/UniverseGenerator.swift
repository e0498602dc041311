/// A made-up universe of instruments as IPF text: the same count and seed give the same bytes on any machine.
///
/// Nine tenths are options, in chains over realistic strikes and expirations; the rest are stocks of a dozen countries,
/// funds, bonds, futures with their products and spreads, indexes, currencies and crypto currencies. Descriptions with
/// commas and quotes, names in other scripts, custom fields and rule texts appear as often, and fields are about as
/// long, as in real files. All arithmetic is on integers, and nothing depends on hashing, locale, time or the platform.
///
/// ```swift
/// import ProfileFormat
/// import ProfileGenerator
///
/// var reader = ProfileReader()
/// try UniverseGenerator(instruments: 1000, seed: 7).generate { piece in
///     try reader.read(piece) { event in
///         if case .profile(let profile) = event { print(profile.symbol) }
///     }
/// }
/// ```
public struct UniverseGenerator: Sendable {
    /// How many profiles, 0 or more.
    public let instruments: Int
    /// Another seed gives other prices, names and symbols, in the same proportions.
    public let seed: UInt64

    /// - Precondition: `instruments` isn't negative.
    public init(instruments: Int, seed: UInt64 = 1) {
        precondition(instruments >= 0)
        self.instruments = instruments
        self.seed = seed
    }

    /// Hands the text to `body` in order, in pieces of about a mebibyte that end with a record.
    ///
    /// - Throws: only what `body` throws, which ends the generating.
    /// - Complexity: O(bytes); some 10 bytes of memory for each instrument that isn't an option.
    public func generate(_ body: (Span<UInt8>) throws -> Void) throws {
        var universe = Universe(instruments: instruments, seed: seed)
        try universe.write(body)
    }
}

/// The generator's state while it writes.
struct Universe {
    typealias Sink = (Span<UInt8>) throws -> Void

    let counts: Composition
    var row = RecordWriter()
    var random: SeededGenerator
    var tickers: TickerSource
    var identifiers: IdentifierSource
    /// What options are written on, in the order of the file.
    var optionable: [Underlying] = []
    /// At most this many underlyings have options.
    let optionableLimit: Int

    init(instruments: Int, seed: UInt64) {
        counts = Composition(instruments: instruments)
        random = SeededGenerator(seed: seed)
        tickers = TickerSource(offset: Int(truncatingIfNeeded: random.next() >> 40))
        identifiers = IdentifierSource(offset: Int(truncatingIfNeeded: random.next() >> 40))
        optionableLimit = max(1, instruments / 280)
    }

    /// All types in the order of the standard, then those beyond it.
    mutating func write(_ sink: Sink) throws {
        try writeForex(sink)
        try writeBonds(sink)
        try writeIndexes(sink)
        try writeStocks(sink)
        try writeETFs(sink)
        try writeFunds(sink)
        try writeProducts(sink)
        try writeFutures(sink)
        try writeOptions(sink)
        try writeWarrants(sink)
        try writeSpreads(sink)
        try writeCrypto(sink)
        row.line("##COMPLETE")
        try row.flush(sink)
    }
}

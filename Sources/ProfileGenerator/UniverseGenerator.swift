/// A generator of a synthetic universe of instruments as IPF text. Equal counts and seeds give equal bytes on any
/// machine.
///
/// Nine tenths are options, in chains with realistic strikes and expirations. The rest are stocks of a dozen countries,
/// funds, bonds, futures with their products and spreads, indexes, currencies and cryptocurrencies.
///
/// Descriptions with commas and quotes, names in other scripts, custom fields and texts with rules are as frequent as
/// in real files, and fields are about as long. The generator uses only integer arithmetic. The result does not depend
/// on hashing, locale, time or platform.
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
    /// The number of profiles, 0 or more.
    public let instruments: Int
    /// The seed of the random numbers. Another seed gives other prices, names and symbols in the same proportions.
    public let seed: UInt64

    /// Creates a generator of `instruments` profiles.
    ///
    /// - Precondition: `instruments` is not negative.
    public init(instruments: Int, seed: UInt64 = 1) {
        precondition(instruments >= 0)
        self.instruments = instruments
        self.seed = seed
    }

    /// Passes the text to `body` in order, in pieces of about a mebibyte. Each piece ends with a complete record.
    ///
    /// - Throws: Only errors of `body`, which end the generation.
    /// - Complexity: O(bytes); about 10 bytes of memory for each instrument that is not an option.
    public func generate(_ body: (Span<UInt8>) throws -> Void) throws {
        var universe = Universe(instruments: instruments, seed: seed)
        try universe.write(body)
    }
}

/// The state of the generator while it writes a universe.
struct Universe {
    typealias Sink = (Span<UInt8>) throws -> Void

    let counts: Composition
    var row = RecordWriter()
    var random: SeededGenerator
    var tickers: TickerSource
    var identifiers: IdentifierSource
    /// The underlyings of options, in the order of the file.
    var optionable: [Underlying] = []
    /// The maximum number of underlyings that have options.
    let optionableLimit: Int

    init(instruments: Int, seed: UInt64) {
        counts = Composition(instruments: instruments)
        random = SeededGenerator(seed: seed)
        tickers = TickerSource(offset: Int(truncatingIfNeeded: random.next() >> 40))
        identifiers = IdentifierSource(offset: Int(truncatingIfNeeded: random.next() >> 40))
        optionableLimit = max(1, instruments / 280)
    }

    /// Writes all types: standard types in standard order, then other types.
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

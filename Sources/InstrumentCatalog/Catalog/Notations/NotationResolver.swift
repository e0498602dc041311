internal import Scanning

/// Finds the instruments of a catalog that texts denote. It caches products and reuses its memory across texts, so use
/// one resolver per thread.
///
/// Each reading of a text (`SymbolReader`) is looked up in the cheapest way for its kind. For most readings, the
/// resolver builds a symbol of this format and looks it up. It searches names and chains only if there is no such
/// symbol.
package struct NotationResolver {
    /// The maximum length of a text, in bytes of UTF-8.
    package static let lengthLimit = SearchQuery.lengthLimit

    /// The catalog to search.
    package let catalog: Catalog
    /// The reader that parses texts.
    package let reader: SymbolReader
    /// The writer of notations, for the reader's day.
    private let writer: SymbolWriter

    private var readings: [SymbolReading] = []
    /// The candidates found for the current text, best first.
    private(set) var found: [SymbolCandidate] = []
    /// The rows of `found`; empty for a single candidate.
    private var foundRows: Set<Row> = []
    /// A buffer in which a symbol is built.
    var symbol: [UInt8] = []
    /// The products looked up so far, by root.
    var products: [String: Product] = [:]

    /// The instruments of a root.
    struct Product {
        /// The product's instruments; empty if the catalog has only its futures.
        var rows: [Row]
        /// The futures that are active on the reader's day, front month first.
        var active: [Row]
        /// The venue codes at the end of the symbols of the product's futures.
        var suffixes: [[UInt8]]
    }

    /// Creates a resolver for the readings of a reader.
    package init(_ catalog: Catalog, _ reader: SymbolReader) {
        self.catalog = catalog
        self.reader = reader
        writer = SymbolWriter(places: reader.places, on: reader.day)
    }

    /// Returns the instruments that a text may mean, each once, best first.
    package mutating func candidates(of text: Span<UInt8>) -> [SymbolCandidate] {
        begin()
        let text = text.trimmed { $0 <= ASCII.space }
        if text.isEmpty || text.count > Self.lengthLimit { return [] }
        read(text)
        for reading in readings { resolve(reading) }
        if let row = catalog.row(forSymbol: text) { putFirst(row, text) }
        return found
    }

    /// Returns the row of the first of a text's ``candidates(of:)``; `nil` if the text denotes no instrument. If the
    /// text is a symbol of the catalog, it is not read in other notations.
    package mutating func firstRow(of text: Span<UInt8>) -> Row? {
        let text = text.trimmed { $0 <= ASCII.space }
        return catalog.row(forSymbol: text) ?? firstRow(ofForeign: text)
    }

    /// Returns the row of the first candidate for a text that is not a symbol of the catalog.
    private mutating func firstRow(ofForeign text: Span<UInt8>) -> Row? {
        begin()
        for reading in readings(of: text) {
            resolve(reading)
            // Later readings only append candidates.
            if let first = found.first { return first.row }
        }
        return nil
    }

    /// Returns the text of an instrument in a notation.
    ///
    /// - Parameter reference: The instrument's reference.
    /// - Throws: The reason why the notation has no text for the instrument.
    package mutating func text(
        of row: Row, _ reference: InstrumentReference, as notation: Notation
    ) throws(UnwrittenNotation) -> String {
        if notation == .ipf { return catalog.symbol(at: row) }
        let text = try writer.uncheckedText(of: reference, as: notation)
        // The text is rarely a symbol. While it is read, its entry in the table of symbols is prefetched.
        let bytes = text.utf8Span.span
        catalog.fetchSlot(ofSymbol: bytes)
        let foreign = firstRow(ofForeign: bytes)
        let best = catalog.row(forSymbol: bytes) ?? foreign
        guard best == row else { throw .readDifferently(text: text, reading: best.map { catalog.symbol(at: $0) }) }
        return text
    }

    /// Prefetches the part of the catalog that ``firstRow(of:)`` reads first.
    package func prefetch(_ text: Span<UInt8>) { catalog.fetchSlot(ofSymbol: text) }

    /// Returns the readings of a text, best first; empty if it has no known meaning.
    package mutating func readings(of text: Span<UInt8>) -> [SymbolReading] {
        let text = text.trimmed { $0 <= ASCII.space }
        if text.isEmpty || text.count > Self.lengthLimit { return [] }
        read(text)
        return readings
    }

    private mutating func read(_ text: Span<UInt8>) { reader.read(text, into: &readings) }

    /// Looks up a reading.
    mutating func resolve(_ reading: SymbolReading) {
        switch reading.reference {
        case .symbol(let symbol): add(catalog.row(forSymbol: symbol), reading)
        case .identifier(let identifier): addIdentifier(identifier, reading)
        case .option(let option): addOptions(option, reading)
        case .future(let future): addFutures(future, reading)
        case .product(let product): addProduct(product, reading)
        case .spread(let spread): addSpreads(spread, reading)
        case .cryptoDerivative(let contract): addCryptoDerivatives(contract, reading)
        case .share(let share): addShares(share, reading)
        case .pair(let pair): addPair(pair, reading)
        case .index(let index): addIndex(index, reading)
        }
    }

    /// Clears the results of the previous text.
    mutating func begin() {
        if found.isEmpty { return }
        found.removeAll(keepingCapacity: true)
        if !foundRows.isEmpty { foundRows.removeAll(keepingCapacity: true) }
    }

    // MARK: Candidates

    /// Adds an instrument unless it was already added.
    mutating func add(_ row: Row?, _ reading: SymbolReading) {
        guard let row else { return }
        if found.count == 1 { foundRows = [found[0].row] }
        if !found.isEmpty, !foundRows.insert(row).inserted { return }
        found.append(SymbolCandidate(row: row, reading: reading))
    }

    /// Adds instruments to an empty result. `rows` must not contain duplicates.
    mutating func add(all rows: [Row], _ reading: SymbolReading) {
        found = rows.map { SymbolCandidate(row: $0, reading: reading) }
        foundRows = Set(rows)
    }

    /// Moves an instrument to the front if the text is its symbol, because this reading precedes all others.
    private mutating func putFirst(_ row: Row, _ text: Span<UInt8>) {
        let known = found.firstIndex { $0.row == row }
        let candidate =
            known.map { found.remove(at: $0) }
            ?? SymbolCandidate(row: row, reading: SymbolReading(.symbol(String(decoding: text)), .ipf))
        found.insert(candidate, at: 0)
    }

    // MARK: Symbols

    /// Starts a new symbol in the buffer.
    mutating func beginSymbol() { symbol.removeAll(keepingCapacity: true) }

    mutating func append(_ text: String) { symbol.append(contentsOf: text.utf8) }

    mutating func append(_ byte: UInt8) { symbol.append(byte) }

    /// Appends a number below 100 as two digits.
    mutating func append(twoDigits number: Int) {
        symbol.append(ASCII.zero + UInt8(number / 10 % 10))
        symbol.append(ASCII.zero + UInt8(number % 10))
    }

    /// The row of the symbol in the buffer; `nil` if no instrument has that symbol.
    var symbolRow: Row? { catalog.row(forSymbol: symbol.span) }

    /// Returns the row of the symbol in the buffer followed by `more`; `nil` if no instrument has that symbol.
    mutating func symbolRow(followedBy more: some Sequence<UInt8>) -> Row? {
        let length = symbol.count
        defer { symbol.removeLast(symbol.count - length) }
        symbol.append(contentsOf: more)
        return symbolRow
    }

    /// Returns the rows whose symbol or, with `isLocal`, local symbol is the one in the buffer, optionally followed by
    /// a colon and a suffix. Rows are ordered best first and limited to some dozens by symbol and by local symbol.
    func rowsNamedSymbol() -> [Row] {
        let folded = TextFolding.folded(String(decoding: symbol, as: UTF8.self))
        var prefix = Array(copying: folded.span)
        let text = prefix
        prefix.append(ASCII.colon)
        return catalog.ranked { part, found in
            let names = part.file.search.names
            for range in [names.indices(of: text.span), names.indices(withPrefix: prefix.span)] {
                for position in range.prefix(Self.namesLimit) {
                    found.append(Int(part.file.search.nameRows.rows[position]))
                }
            }
        }
    }

    private static let namesLimit = 64
}

extension Catalog {
    /// Returns the rows that `find` appends for each part, best first, each once. Hidden rows are omitted, and rows
    /// that the part does not have, which occur only in a damaged file.
    func ranked(_ find: (CatalogPart, inout [Int]) -> Void) -> [Row] {
        func rows(_ part: CatalogPart) -> [Int] {
            var rows: [Int] = []
            find(part, &rows)
            rows.removeAll { $0 < 0 || $0 >= part.rows.count }
            return rows.count < 2 ? rows : rows.sortedAndUnique(by: <)
        }
        guard let index else { return rows(CatalogPart(file)).map { Row($0) } }
        var found: [OverlayIndex.Ranked] = []
        for (number, part) in index.parts.enumerated() {
            for row in rows(part) where part.isVisible(row) { found.append(index.ranked(number, row)) }
        }
        found.sort(by: OverlayIndex.Ranked.precedes)
        return found.map { index.row($0.part, $0.row) }
    }
}

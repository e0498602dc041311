internal import Scanning

/// Finds the instruments of a catalog that texts mean. One for each thread: it keeps what it has found out about products, and its
/// memory, from text to text.
///
/// Each reading of a text (`SymbolReader`) is looked up by the shortest way that its kind has: most readings are some symbol of this
/// format, which is put together and looked for, some tenths of a microsecond each; the names and chains are asked where no symbol is
/// found.
package struct NotationResolver {
    /// Longest text, in bytes of UTF-8.
    package static let lengthLimit = SearchQuery.lengthLimit

    /// Where it looks.
    package let catalog: Catalog
    /// How texts are read.
    package let reader: SymbolReader

    private var readings: [SymbolReading] = []
    /// What was found of the text that is being looked up, best first.
    private(set) var found: [SymbolCandidate] = []
    /// The rows of these.
    private var foundRows: Set<Row> = []
    /// The symbol that is put together.
    var symbol: [UInt8] = []
    /// The futures of products, by root.
    var products: [String: Product] = [:]

    /// What is known of a root.
    struct Product {
        /// The product's instruments: none where the catalog has only its futures.
        var rows: [Row]
        /// The futures that are active on the reader's day, the front month first.
        var active: [Row]
        /// The venues' codes that its futures' symbols end with.
        var suffixes: [[UInt8]]
    }

    /// A resolver of what a reader understands.
    package init(_ catalog: Catalog, _ reader: SymbolReader) {
        self.catalog = catalog
        self.reader = reader
    }

    /// The instruments that a text may mean, each once, the best first.
    package mutating func candidates(of text: Span<UInt8>) -> [SymbolCandidate] {
        begin()
        let text = text.trimmed { $0 <= ASCII.space }
        if text.isEmpty || text.count > Self.lengthLimit { return [] }
        read(text)
        for reading in readings { resolve(reading) }
        if let row = catalog.row(forSymbol: text) { putFirst(row, text) }
        return found
    }

    /// The readings of a text, best first; none where it is a name or a sentence.
    package mutating func readings(of text: Span<UInt8>) -> [SymbolReading] {
        let text = text.trimmed { $0 <= ASCII.space }
        if text.isEmpty || text.count > Self.lengthLimit { return [] }
        read(text)
        return readings
    }

    private mutating func read(_ text: Span<UInt8>) { reader.read(text, into: &readings) }

    /// Looks a reading up.
    mutating func resolve(_ reading: SymbolReading) {
        switch reading.reference {
        case .symbol(let symbol): add(catalog.row(forSymbol: symbol), reading)
        case .identifier(let identifier): addIdentifier(identifier, reading)
        case .option(let option): addOptions(option, reading)
        case .future(let future): addFutures(future, reading)
        case .product(let product): addProduct(product, reading)
        case .share(let share): addShares(share, reading)
        case .pair(let pair): addPair(pair, reading)
        case .index(let index): addIndex(index, reading)
        }
    }

    /// Forgets what was found of the text before.
    mutating func begin() {
        if found.isEmpty { return }
        found.removeAll(keepingCapacity: true)
        foundRows.removeAll(keepingCapacity: true)
    }

    // MARK: Candidates

    /// Adds an instrument unless it is there.
    mutating func add(_ row: Row?, _ reading: SymbolReading) {
        guard let row, foundRows.insert(row).inserted else { return }
        found.append(SymbolCandidate(row: row, reading: reading))
    }

    /// Adds instruments, each there once, where there are none yet.
    mutating func add(all rows: [Row], _ reading: SymbolReading) {
        found = rows.map { SymbolCandidate(row: $0, reading: reading) }
        foundRows = Set(rows)
    }

    /// The text is an instrument's own symbol, whatever else it may mean.
    private mutating func putFirst(_ row: Row, _ text: Span<UInt8>) {
        let known = found.firstIndex { $0.row == row }
        let candidate =
            known.map { found.remove(at: $0) }
            ?? SymbolCandidate(row: row, reading: SymbolReading(.symbol(String(decoding: text)), .ipf))
        found.insert(candidate, at: 0)
    }

    // MARK: Symbols

    /// Begins another symbol.
    mutating func beginSymbol() { symbol.removeAll(keepingCapacity: true) }

    mutating func append(_ text: String) { symbol.append(contentsOf: text.utf8) }

    mutating func append(_ byte: UInt8) { symbol.append(byte) }

    /// Appends a number below 100 as two digits.
    mutating func append(twoDigits number: Int) {
        symbol.append(ASCII.zero + UInt8(number / 10 % 10))
        symbol.append(ASCII.zero + UInt8(number % 10))
    }

    /// The row of the symbol that was put together; `nil` where there is none.
    var symbolRow: Row? { catalog.row(forSymbol: symbol.span) }

    /// The row of the symbol with more after it.
    mutating func symbolRow(followedBy more: some Sequence<UInt8>) -> Row? {
        let length = symbol.count
        defer { symbol.removeLast(symbol.count - length) }
        symbol.append(contentsOf: more)
        return symbolRow
    }

    /// The rows whose symbol, or with `isLocal` local symbol, is the one that was put together, or that and a colon and more; best
    /// first, and no more than some dozens of each.
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
    /// The rows that `find` appends for each part, best first, each once; without rows that a part does not have, which occur only in
    /// a damaged file, and without rows that no longer represent an instrument.
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

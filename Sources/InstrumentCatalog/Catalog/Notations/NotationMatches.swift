internal import Scanning

/// The instruments that a search text denotes if it is read as a notation. They are rows of the catalog's parts, best
/// first.
///
/// They are determined for the catalog as a whole. A front month, for example, is the first among the futures of all
/// parts.
struct NotationMatches {
    private var candidates: [SymbolCandidate] = []
    /// The part of each candidate, and its row in that part.
    private var places: [(part: Int, row: Int)] = []
    /// The index of each candidate, by its part and row.
    private var orders: [ChainParts.Place: Int] = [:]

    /// Finds the instruments of `catalog` that `text` denotes as a notation; none for plain words.
    ///
    /// - Parameter day: The day relative to which incomplete texts are resolved; `nil` for today in UTC.
    init(_ catalog: Catalog, _ text: String, on day: CalendarDate?) {
        var resolver = NotationResolver(catalog, SymbolReader(on: day ?? .today))
        candidates = resolver.candidates(ofSearch: text.utf8Span.span)
        if candidates.isEmpty { return }
        let index = catalog.index
        places = candidates.map { candidate in index?.place(of: candidate.row) ?? (0, candidate.row.number) }
        orders.reserveCapacity(places.count)
        for (order, place) in places.enumerated() { orders[.init(part: place.part, row: place.row)] = order }
    }

    /// A Boolean value that indicates whether the text has no reading, or the catalog has no instrument that a reading
    /// denotes.
    var isEmpty: Bool { candidates.isEmpty }

    /// Returns the matching rows of a part, ascending.
    func rows(inPart part: Int) -> [Int] { places.filter { $0.part == part }.map(\.row).sorted() }

    /// Returns the position of an instrument among all candidates, from 0, best first.
    ///
    /// - Precondition: The row is one of `rows(inPart:)`.
    func order(_ part: Int, _ row: Int) -> Int { orders[.init(part: part, row: row)]! }

    /// Returns the reading of the text for display: `option, 15 Jan 2027, 260, call`.
    ///
    /// - Precondition: The row is one of `rows(inPart:)`.
    func reason(_ part: Int, _ row: Int) -> String { candidates[order(part, row)].reading.description }
}

extension NotationResolver {
    /// Returns the instruments that a text denotes if it is read as a notation, without those that a search by symbol
    /// or word finds anyway.
    mutating func candidates(ofSearch text: Span<UInt8>) -> [SymbolCandidate] {
        begin()
        let readings = readings(of: text)
        // A word that is a currency or the usual ticker of an index more likely means these than a product with that
        // root, so the product comes last.
        let isKnown = readings.contains {
            switch $0.reference {
            case .index(let index): index.tickers.first == index.code
            case .pair: true
            default: false
            }
        }
        var word: ShareReference?
        for reading in readings {
            switch reading.reference {
            case .symbol where reading.notation == .ipf: continue
            case .share(let share) where share.isWord && reading.notation == .typed && !text.hasMark:
                word = share
                if !isKnown { resolve(word: share.ticker) }
            case .identifier(let number) where word != nil && number.isNationalNumber:
                // A ticker of the same digits is more common, so add its shares first.
                let rows = rows(of: number)
                if rows.isEmpty { continue }
                for row in shareRows(word!) { add(row, SymbolReading(.share(word!), .typed)) }
                for row in rows { add(row, reading) }
            case .share(let share) where share.place == nil && share.series != nil && !text.hasMark:
                for row in shareRows(share, asksNames: false) { add(row, reading) }
            default: resolve(reading)
            }
        }
        if isKnown, let word { resolve(word: word.ticker) }
        return found
    }

    /// Adds the product and the pair of a word, such as `BTC`, that may be a root or an asset unknown to the table of
    /// places. This takes two look-ups by symbol.
    private mutating func resolve(word: String) {
        if word.utf8.count > Self.wordLimit { return }
        // Builds both symbols in one buffer: `/BTC` and `BTC/USD`.
        beginSymbol()
        append(ASCII.slash)
        append(word)
        let productLength = symbol.count
        append("/USD")
        let rows = rows(ofProduct: productLength)
        if let row = rows.product, catalog.hasType(.product, at: row) {
            resolve(SymbolReading(.product(ProductReference(root: word)), .typed))
        }
        if let row = rows.pair { add(row, SymbolReading(.pair(PairReference(base: word, quote: "USD")), .typed)) }
    }

    /// Returns the rows of two symbols in the buffer: the product's symbol is its first `length` bytes, the pair's
    /// symbol is everything after the slash at its start.
    private func rows(ofProduct length: Int) -> (product: Row?, pair: Row?) {
        let pair = symbol.span.extracting(1..<symbol.count)
        // Prefetch, so that both cache misses overlap.
        catalog.fetchSlot(ofSymbol: pair)
        return (
            catalog.row(forSymbol: symbol.span.extracting(0..<length)), catalog.row(forSymbol: pair)
        )
    }

    /// The maximum length of a root or asset.
    private static let wordLimit = 8
}

extension ShareReference {
    /// Whether the reference is a ticker alone, which a search finds as a symbol.
    fileprivate var isWord: Bool { place == nil && series == nil && ticker.utf8.first != ASCII.zero }
}

extension IdentifierReference {
    /// A Boolean value that indicates whether the number has no check digit by which it could be distinguished from
    /// other numbers.
    fileprivate var isNationalNumber: Bool { kind == .wkn || kind == .valor }
}

extension Span<UInt8> {
    /// Whether the text contains anything other than letters and digits.
    fileprivate var hasMark: Bool {
        for index in indices where !self[index].isASCIILetter && !self[index].isASCIIDigit { return true }
        return false
    }
}

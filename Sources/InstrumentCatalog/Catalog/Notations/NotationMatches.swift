internal import Scanning

/// The instruments that the text of a search writes in a notation, best first, as rows of the catalog's parts.
///
/// They are found in the catalog as a whole: a front month, for example, is the first of the futures of all parts.
struct NotationMatches {
    private var candidates: [SymbolCandidate] = []
    /// The part and its row of each candidate.
    private var places: [(part: Int, row: Int)] = []
    /// The place of each among all.
    private var orders: [ChainParts.Place: Int] = [:]

    /// What `text` means in `catalog`; nothing for plain words.
    ///
    /// - Parameter day: what the text leaves open is told as of this day; `nil` for today, in UTC.
    /// - Complexity: a microsecond for plain words, some microseconds for notations.
    init(_ catalog: Catalog, _ text: String, on day: CalendarDate?) {
        var resolver = NotationResolver(catalog, SymbolReader(on: day ?? .today))
        candidates = resolver.candidates(ofSearch: text.utf8Span.span)
        if candidates.isEmpty { return }
        let index = catalog.index
        places = candidates.map { candidate in index?.place(of: candidate.row) ?? (0, candidate.row.number) }
        orders.reserveCapacity(places.count)
        for (order, place) in places.enumerated() { orders[.init(part: place.part, row: place.row)] = order }
    }

    /// The text means nothing, or nothing that is in the catalog.
    var isEmpty: Bool { candidates.isEmpty }

    /// The rows of a part, ascending.
    func rows(inPart part: Int) -> [Int] { places.filter { $0.part == part }.map(\.row).sorted() }

    /// The place of an instrument among all, from 0, the best one first.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    func order(_ part: Int, _ row: Int) -> Int { orders[.init(part: part, row: row)]! }

    /// How the text was understood, for people: `option, 15 Jan 2027, 260, call`.
    ///
    /// - Precondition: it is one of `rows(inPart:)`.
    func reason(_ part: Int, _ row: Int) -> String { candidates[order(part, row)].reading.description }
}

extension NotationResolver {
    /// The instruments that a text means as a notation, without those that a search finds by symbols and words anyway: a word
    /// alone means a product or an asset by it, and no ticker.
    mutating func candidates(ofSearch text: Span<UInt8>) -> [SymbolCandidate] {
        begin()
        let readings = readings(of: text)
        for reading in readings {
            switch reading.reference {
            case .symbol: continue
            case .share(let share) where share.isWord && reading.notation == .typed: resolve(word: share.ticker)
            case .share(let share) where share.place == nil && share.series != nil && !text.hasMark:
                for row in shareRows(share, asksNames: false) { add(row, reading) }
            default: resolve(reading)
            }
        }
        return found
    }

    /// A root or an asset that the table of places doesn't know: their symbols are two looks into the symbol table.
    private mutating func resolve(word: String) {
        if word.utf8.count > Self.wordLimit { return }
        // Both symbols in one: `/BTC` and `BTC/USD`.
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

    /// The row of the product, the first `length` bytes of what was put together, and that of the pair, all after the slash.
    private func rows(ofProduct length: Int) -> (product: Row?, pair: Row?) {
        let pair = symbol.span.extracting(1..<symbol.count)
        // Their slots are waited for at once.
        catalog.fetchSlot(ofSymbol: pair)
        return (
            catalog.row(forSymbol: symbol.span.extracting(0..<length)), catalog.row(forSymbol: pair)
        )
    }

    /// Longer words are no roots or assets.
    private static let wordLimit = 8
}

extension ShareReference {
    /// A ticker alone, which a search finds as a symbol.
    fileprivate var isWord: Bool { place == nil && series == nil && ticker.utf8.first != ASCII.zero }
}

extension Span<UInt8> {
    /// Something else than letters and digits.
    fileprivate var hasMark: Bool {
        for index in indices where !self[index].isASCIILetter && !self[index].isASCIIDigit { return true }
        return false
    }
}

import Scanning

extension SymbolText {
    // MARK: Names

    /// Reads the name of a currency, a crypto asset, an index or a product: `swiss franc`, `bitcoin`, `nikkei 225`,
    /// `crude oil`. Also reads two currencies: `euro dollar`, `usd yen`. Returns whether the part has such a meaning.
    ///
    /// A word such as `futures` or `price` may follow the name, and so may a venue of pairs: `bitcoin kraken`.
    ///
    /// - Parameter isSpot: Whether a metal means its price in dollars rather than its futures.
    @discardableResult
    func addName(
        _ range: Range<Int>, _ notation: Notation, isSpot: Bool = false, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard !range.isEmpty, shape.any(range, shape.letters), (shape.bits(range) & shape.spaces).nonzeroBitCount <= 6
        else { return false }
        let count = readings.count
        // `euro dollar` means two currencies rather than the future `Eurodollar`.
        if addCurrencies(range, notation, at: nil, &readings) { return true }
        addMeanings(range, notation, isSpot: isSpot, at: nil, &readings)
        if readings.count > count { return true }
        guard let space = shape.last(range, shape.spaces), space > range.lowerBound else { return false }
        let head = range.lowerBound..<space
        let last = space + 1..<range.upperBound
        if matches(last, "FUTURES") || matches(last, "FUTURE") || matches(last, "FUT") {
            for product in table.products(named: upper.extracting(head)) {
                add(.product(reference(product)), notation, &readings)
            }
            return readings.count > count
        }
        if matches(last, "SPOT") { return addName(head, notation, isSpot: true, &readings) }
        if matches(last, "PRICE") || matches(last, "RATE") || matches(last, "EXCHANGE") || matches(last, "INDEX") {
            return addName(head, notation, isSpot: isSpot, &readings)
        }
        // Codes of feeds with one letter are used only before a colon.
        guard last.count > 1, let venue = place(.cryptoFeed, last) ?? place(.currencyFeed, last) else { return false }
        if addCurrencies(head, notation, at: venue, &readings) { return true }
        if addPair(head, isOpen: false, notation, at: venue, &readings) { return true }
        addMeanings(head, notation, isSpot: true, at: venue, &readings)
        if readings.count > count { return true }
        guard let asset = table.asset(upper.extracting(head)) else { return false }
        addPrice(asset, notation, at: venue, &readings)
        return true
    }

    /// Adds each meaning of a name once: prices of currencies and crypto assets, then indexes, products, and prices of
    /// metals. If a venue is given, adds only prices.
    private func addMeanings(
        _ range: Range<Int>, _ notation: Notation, isSpot: Bool, at place: SymbolPlace?,
        _ readings: inout [SymbolReading]
    ) {
        var metals: [Int] = []
        var indexes: [Int] = []
        var products: [Int] = []
        table.forEachMeaning(upper.extracting(range)) { meaning in
            switch meaning {
            case .asset(let number) where Self.isMetal(table.assets[number]) && !isSpot: metals.append(number)
            case .asset(let number): addPrice(number, notation, at: place, &readings)
            case .pair(let base, let quote):
                let pair = PairReference(base: table.assets[base], quote: table.assets[quote], place: place)
                add(.pair(pair), notation, &readings)
            case .index(let number): indexes.append(number)
            case .product(let number): products.append(number)
            case .part, .future: break
            }
        }
        if place != nil { return }
        for number in indexes {
            let index = table.indexes[number]
            let isKnown = readings.contains {
                if case .index(let known) = $0.reference { known.tickers == index.tickers } else { false }
            }
            if isKnown { continue }
            add(
                .index(.init(code: index.tickers[0], tickers: index.tickers, country: index.country)), notation,
                &readings)
        }
        for number in products { add(.product(reference(table.products[number])), notation, &readings) }
        for number in metals { addPrice(number, notation, at: nil, &readings) }
    }

    /// Returns the reference of a product that was found by its name. A root of one letter means different products on
    /// different exchanges, so its reference includes the market.
    private func reference(_ product: PlaceTable.Product) -> ProductReference {
        ProductReference(root: product.root, place: product.root.utf8.count == 1 ? product.market : nil)
    }

    /// Adds a reading unless there is one with the same reference.
    func add(_ reference: InstrumentReference, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard !readings.contains(where: { $0.reference == reference }) else { return }
        readings.append(.init(reference, notation))
    }

    // MARK: Currencies

    /// For a currency, adds its usual pair with the dollar; for the dollar, its pair with the euro. For a crypto asset,
    /// adds its pairs with the dollar and with dollar tokens.
    private func addPrice(
        _ number: Int, _ notation: Notation, at place: SymbolPlace?, _ readings: inout [SymbolReading]
    ) {
        let code = table.assets[number]
        if !isCurrency(code) { return addQuotes(code, notation, at: place, &readings) }
        let (base, quote) = code == "USD" ? ("EUR", "USD") : dollarPair(number)
        add(.pair(.init(base: base, quote: quote, place: place)), notation, &readings)
    }

    /// Reads two currencies or crypto assets by name or code, separated by a space or a mark. If the mark is a slash,
    /// the pair has the order of the text; otherwise, the usual order comes first. Returns whether the part is a pair.
    private func addCurrencies(
        _ range: Range<Int>, _ notation: Notation, at place: SymbolPlace?, _ readings: inout [SymbolReading]
    ) -> Bool {
        var marks = shape.bits(range) & (shape.spaces | shape.slashes | shape.hyphens)
        while marks != 0 {
            let mark = marks.trailingZeroBitCount
            marks &= marks - 1
            let left = range.lowerBound..<mark
            let right = withoutPreposition(mark + 1..<range.upperBound)
            guard !left.isEmpty, let second = table.asset(named: upper.extracting(right)),
                let first = table.asset(named: upper.extracting(left)), first != second
            else { continue }
            let written = (table.assets[first], table.assets[second])
            let pair = upper[mark] == ASCII.slash ? written : inUsualOrder(written.0, written.1)
            add(.pair(.init(base: pair.0, quote: pair.1, place: place)), notation, &readings)
            add(.pair(.init(base: written.0, quote: written.1, place: place)), notation, &readings)
            return true
        }
        return false
    }

    /// Returns a part without `to`, `in`, `vs` or `versus` at its start.
    private func withoutPreposition(_ range: Range<Int>) -> Range<Int> {
        guard let space = shape.first(range, shape.spaces) else { return range }
        let word = range.lowerBound..<space
        let isPreposition =
            matches(word, "TO") || matches(word, "IN") || matches(word, "VS") || matches(word, "VERSUS")
        return isPreposition ? space + 1..<range.upperBound : range
    }

    /// Returns two codes in the order in which markets quote them: the base, then the quote.
    private func inUsualOrder(_ first: String, _ second: String) -> (String, String) {
        precedence(second) < precedence(first) ? (second, first) : (first, second)
    }

    /// Returns the precedence of an asset as the base of a pair, lowest first: metals, crypto assets, then currencies
    /// by convention.
    private func precedence(_ code: String) -> Int {
        if let place = Self.bases.firstIndex(of: code) { return place + (place < Self.metalCount ? 0 : 10) }
        if isCurrency(code) { return code == "JPY" ? 100 : 50 }
        // Tokens tied to a currency follow bitcoin and ether, because crypto assets are priced in all of these.
        if table.has(.quote, code.utf8Span.span) { return Self.metalCount + 4 }
        return Self.metalCount + (code == "BTC" ? 3 : code == "ETH" ? 2 : 1)
    }

    private static let metalCount = 4
    /// Metals and some currencies by precedence: in a pair, the one that is earlier in this list is the base.
    private static let bases = ["XAU", "XAG", "XPT", "XPD", "EUR", "GBP", "AUD", "NZD", "USD", "CAD", "CHF"]

    private static func isMetal(_ code: String) -> Bool { bases[..<metalCount].contains(code) }

    private func isCurrency(_ code: String) -> Bool { table.has(.currency, code.utf8Span.span) }
}

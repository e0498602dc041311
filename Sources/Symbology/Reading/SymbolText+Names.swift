import Scanning

extension SymbolText {
    // MARK: Names

    /// Reads the name of a currency, a crypto asset, an index or a product: `swiss franc`, `bitcoin`, `nikkei 225`,
    /// `crude oil`; or two currencies: `euro dollar`, `usd yen`. Returns whether it is one.
    ///
    /// Words such as `futures` or `price` may follow, and a venue of pairs: `bitcoin kraken`.
    ///
    /// - Parameter isSpot: Whether a metal means its price in dollars rather than its futures.
    @discardableResult
    func addName(
        _ range: Range<Int>, _ notation: Notation, isSpot: Bool = false, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard !range.isEmpty, shape.any(range, shape.letters), (shape.bits(range) & shape.spaces).nonzeroBitCount <= 6
        else { return false }
        let count = readings.count
        // `euro dollar` means two currencies rather than `Eurodollar`.
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
        // Feeds of one letter are used only before a colon.
        guard last.count > 1, let venue = place(.cryptoFeed, last) ?? place(.currencyFeed, last) else { return false }
        if addCurrencies(head, notation, at: venue, &readings) { return true }
        if addPair(head, isOpen: false, notation, at: venue, &readings) { return true }
        addMeanings(head, notation, isSpot: true, at: venue, &readings)
        if readings.count > count { return true }
        guard let asset = table.asset(upper.extracting(head)) else { return false }
        addPrice(asset, notation, at: venue, &readings)
        return true
    }

    /// Adds the meanings of a name, each once: prices of currencies and crypto assets, indexes, products, and prices of
    /// metals. A venue has only prices.
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

    /// Returns the reference of a product by its name. Roots of one letter differ between exchanges, so they include
    /// the market.
    private func reference(_ product: PlaceTable.Product) -> ProductReference {
        ProductReference(root: product.root, place: product.root.utf8.count == 1 ? product.market : nil)
    }

    /// Adds a reading unless there is one with the same reference.
    func add(_ reference: InstrumentReference, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard !readings.contains(where: { $0.reference == reference }) else { return }
        readings.append(.init(reference, notation))
    }

    // MARK: Currencies

    /// Adds the usual pair of a currency with the dollar, or the pairs of a crypto asset. For the dollar, adds the pair
    /// with the euro.
    private func addPrice(
        _ number: Int, _ notation: Notation, at place: SymbolPlace?, _ readings: inout [SymbolReading]
    ) {
        let code = table.assets[number]
        if !isCurrency(code) { return addQuotes(code, notation, at: place, &readings) }
        let (base, quote) = code == "USD" ? ("EUR", "USD") : dollarPair(number)
        add(.pair(.init(base: base, quote: quote, place: place)), notation, &readings)
    }

    /// Reads two currencies or crypto assets by name or code, separated by a space or a mark. After a slash, the
    /// currencies remain in this order; with other marks, they are in the usual order. Returns whether there are two.
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

    /// Returns a part without `to`, `in`, `vs` or `versus` at its beginning.
    private func withoutPreposition(_ range: Range<Int>) -> Range<Int> {
        guard let space = shape.first(range, shape.spaces) else { return range }
        let word = range.lowerBound..<space
        let isPreposition =
            matches(word, "TO") || matches(word, "IN") || matches(word, "VS") || matches(word, "VERSUS")
        return isPreposition ? space + 1..<range.upperBound : range
    }

    /// Returns two codes in the order in which markets quote them: the price of the first is in the second.
    private func inUsualOrder(_ first: String, _ second: String) -> (String, String) {
        precedence(second) < precedence(first) ? (second, first) : (first, second)
    }

    /// Returns the position of an asset in the order of bases: metals, crypto assets, then currencies by convention.
    private func precedence(_ code: String) -> Int {
        if let place = Self.bases.firstIndex(of: code) { return place + (place < Self.metalCount ? 0 : 10) }
        if isCurrency(code) { return code == "JPY" ? 100 : 50 }
        // Crypto assets are priced in tokens that follow a currency, in bitcoin and in ether.
        if table.has(.quote, code.utf8Span.span) { return Self.metalCount + 4 }
        return Self.metalCount + (code == "BTC" ? 3 : code == "ETH" ? 2 : 1)
    }

    private static let metalCount = 4
    /// Metals and currencies by precedence: in a pair of two of them, the earlier one is the base.
    private static let bases = ["XAU", "XAG", "XPT", "XPD", "EUR", "GBP", "AUD", "NZD", "USD", "CAD", "CHF"]

    private static func isMetal(_ code: String) -> Bool { bases[..<metalCount].contains(code) }

    private func isCurrency(_ code: String) -> Bool { table.has(.currency, code.utf8Span.span) }
}

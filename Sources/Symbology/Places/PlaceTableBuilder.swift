import Scanning

/// Parses the table's text line by line. The head of `bundled-places.txt` describes the format.
struct PlaceTableBuilder {
    /// A code, and the index of its meaning in the list for its kind.
    struct Entry: Sendable {
        let key: CodeKey
        let value: Int
    }

    private(set) var places: [SymbolPlace] = []
    private(set) var venues: [PlaceTable.Venues] = []
    private(set) var names: [PlaceName] = []
    /// The largest number of words in a name.
    private(set) var maxWords = 0
    private(set) var indexes: [PlaceTable.Index] = []
    private(set) var products: [PlaceTable.Product] = []
    private(set) var assets: [String] = []
    private(set) var bases: Set<Int> = []
    /// The country of each MIC, from the lines of markets and venues.
    private(set) var countryOfMIC: [String: String] = [:]
    private(set) var meanings: [NameMeaning] = []
    private(set) var sources: [String: String] = [:]
    /// The entries in the order in which readings use them: the entries of an extending file precede those of the
    /// extended table.
    private(set) var entries: [Entry] = []
    private(set) var codes = CodeTable()
    private var markets: [String: SymbolPlace] = [:]
    /// MICs by country, in line order.
    private var marketsOfCountry: [String: [String]] = [:]
    /// Indexes in `assets` by code.
    private var assetOfCode: [String: Int] = [:]
    /// The index in `indexes` of each ticker; the index in `products` of each root.
    private var indexOfTicker: [String: Int] = [:]
    private var productOfRoot: [String: Int] = [:]
    private var words: LineWords

    /// Parses `text`, which extends `table` unless that is `nil`.
    init(parsing text: String, extending table: PlaceTable?) throws(GrammarError) {
        words = LineWords(text)
        if let table { begin(with: table) }
        while words.nextLine() { try readLine() }
        entries += table?.entries ?? []
        for entry in entries { codes.insert(entry.value, for: entry.key) }
    }

    private mutating func begin(with table: PlaceTable) {
        places = table.places
        venues = table.venues
        names = table.names
        maxWords = table.maxWords
        indexes = table.indexes
        products = table.products
        assets = table.assets
        bases = table.bases
        countryOfMIC = table.countryOfMIC
        meanings = table.meanings
        sources = table.sources
        for place in places where place.scheme == .mic { note(market: place) }
        for (index, code) in assets.enumerated() { assetOfCode[code] = index }
        for (number, index) in indexes.enumerated() { note(index: index, number) }
        for (number, product) in products.enumerated() where productOfRoot[product.root] == nil {
            productOfRoot[product.root] = number
        }
    }

    private mutating func note(market: SymbolPlace) {
        markets[market.code] = market
        for country in market.countries { marketsOfCountry[country, default: []].append(market.code) }
    }

    private mutating func note(index: PlaceTable.Index, _ number: Int) {
        for ticker in index.tickers where indexOfTicker[ticker] == nil { indexOfTicker[ticker] = number }
    }

    /// Parses `line ::= [ "#" … | word … ]`, whose first word is the kind of line.
    private mutating func readLine() throws(GrammarError) {
        guard !words.isComment(), let first = words.next() else { return }
        switch first {
        case "source": try readSource()
        case "market": try readMarket()
        case "venues": try readVenues()
        case "country": try readCountries()
        case "place": try readPlace()
        case "feed": try readFeed()
        case "index": try readIndex()
        case "product": try readProduct()
        case "currency": try readCurrencies()
        case "base": try readBases()
        case "crypto": try readCrypto()
        case "quote": try readQuote()
        case "alias": try readAlias()
        case "name": try readName()
        default:
            throw words.fault(
                "unknown kind of line '\(first)'; expected source, market, venues, country, place, feed, index, product, currency,"
                    + " base, crypto, quote, alias, name or a comment after #")
        }
    }

    // MARK: The kinds of lines

    private mutating func readSource() throws(GrammarError) {
        let name = try words.need("a name")
        sources[name] = try words.need("a URL")
        try words.end()
    }

    private mutating func readMarket() throws(GrammarError) {
        let mic = try words.needCode("a MIC of 4 characters", count: 4...4)
        let country = try words.needCode("a country of 2 letters", count: 2...2)
        let source = try needSource()
        let title = try words.needRest("the market's name")
        let place = SymbolPlace(
            line: .init(scheme: .mic, code: mic, countries: [country], mics: [mic], source: source, title: title))
        add(.mic, mic, places.count)
        places.append(place)
        note(market: place)
        countryOfMIC[mic] = country
    }

    private mutating func readVenues() throws(GrammarError) {
        let classText = try words.need("a class")
        guard let venueClass = VenueClass(rawValue: classText) else {
            throw words.fault("unknown class '\(classText)'; expected main, secondary or regional")
        }
        let country = try words.needCode("a country of 2 letters", count: 2...2)
        _ = try needSource()
        var first: String?
        repeat {
            let mic = try words.needCode("a MIC of 4 characters", count: 4...4)
            add(.venue, mic, venues.count)
            countryOfMIC[mic] = country
            first = first ?? mic
        } while words.hasMore
        venues.append(.init(country: country, venueClass: venueClass, mic: first ?? ""))
    }

    private mutating func readCountries() throws(GrammarError) {
        let source = try needSource()
        while words.hasMore {
            let code = try words.needCode("a country of 2 letters", count: 2...2)
            let line = SymbolPlace.Line(
                scheme: .country, code: code, countries: [code], mics: marketsOfCountry[code] ?? [], source: source,
                title: code)
            add(.country, code, places.count)
            places.append(SymbolPlace(line: line))
        }
    }

    private mutating func readPlace() throws(GrammarError) {
        let schemeText = try words.need("a scheme")
        guard let scheme = SymbolPlace.Scheme(rawValue: schemeText), let writtenKind = scheme.writtenKind else {
            throw words.fault("unknown scheme '\(schemeText)'; expected terminal, ric, yahoo-like or chart")
        }
        let code = try words.needCode("a code of at most 15 characters, or -", count: 1...15)
        var mics: [String] = []
        var countries: [String] = []
        let markets = try words.needList("MICs, or a country")
        guard !markets.isEmpty else { throw words.fault("expected MICs, or a country, found '-'") }
        for word in markets {
            if word.utf8.count == 2 {
                guard let all = marketsOfCountry[word] else {
                    throw words.fault("no market line has the country \(word)")
                }
                mics += all
                countries.append(word)
            } else {
                guard let market = self.markets[word] else { throw words.fault("no market line has the MIC \(word)") }
                mics.append(word)
                for country in market.countries where !countries.contains(country) { countries.append(country) }
            }
        }
        let source = try needSource()
        try words.end()
        let isNothing = code == "-"
        let title = self.markets[mics[0]]?.title ?? code
        let place = SymbolPlace(
            line: .init(
                scheme: scheme, code: isNothing ? "" : code, countries: countries, mics: mics, source: source,
                title: title))
        if !isNothing { add(scheme.codeKind, code, places.count) }
        for mic in mics { add(writtenKind, mic, places.count) }
        places.append(place)
    }

    private mutating func readFeed() throws(GrammarError) {
        let kindText = try words.need("a kind")
        let kind: CodeKind
        switch kindText {
        case "currencies": kind = .currencyFeed
        case "crypto": kind = .cryptoFeed
        case "indexes": kind = .indexFeed
        default: throw words.fault("unknown kind '\(kindText)'; expected currencies, crypto or indexes")
        }
        let code = try words.needCode("a code of at most 15 characters", count: 1...15)
        let source = try needSource()
        try words.end()
        add(kind, code, places.count)
        places.append(
            SymbolPlace(line: .init(scheme: .chart, code: code, countries: [], mics: [], source: source, title: code)))
    }

    private mutating func readIndex() throws(GrammarError) {
        let country = try words.needCode("a country of 2 letters", count: 2...2)
        let own = try words.needList("tickers")
        let terminal = try words.needList("terminal codes, or -")
        let ric = try words.needList("RICs without the dot, or -")
        let yahooLike = try words.needList("finance-site codes without ^, or -")
        let chart = try words.needList("chart codes, or -")
        _ = try needSource()
        let title = try words.needRest("the index's name")
        var tickers: [String] = []
        for code in own + terminal + ric + yahooLike + chart {
            let ticker =
                code.utf8.lastIndex(of: ASCII.colon).map { String(code[code.utf8.index(after: $0)...]) } ?? code
            if !tickers.contains(ticker) { tickers.append(ticker) }
        }
        for ticker in tickers { add(.index, ticker, indexes.count) }
        add(name: title.utf8Span.span, .index(indexes.count))
        indexes.append(
            .init(
                country: country, tickers: tickers, terminal: terminal.first, ric: ric.first,
                yahooLike: yahooLike.first,
                chart: chart.first))
        note(index: indexes[indexes.count - 1], indexes.count - 1)
    }

    private mutating func readProduct() throws(GrammarError) {
        let root = try words.needCode("a root of at most 8 characters", count: 1...8)
        let mic = try words.needCode("a MIC of 4 characters", count: 4...4)
        guard let market = markets[mic] else { throw words.fault("no market line has the MIC \(mic)") }
        let terminal = try needTerminalRoot()
        let ric = try words.needList("the start of the RIC, or -").first
        let yahooLike = try words.needList("the finance-site code before =F, or -").first
        let chart = try words.needList("the chart code before the colon, or -").first
        let names = try words.needList("common names, or -")
        _ = try needSource()
        let title = try words.needRest("the product's name")
        let number = products.count
        add(name: title.utf8Span.span, .product(number))
        add(.root, root, number)
        if productOfRoot[root] == nil { productOfRoot[root] = number }
        if let terminal { add(terminal.sector.rootKind, terminal.root, number) }
        if let ric { add(.ricRoot, ric, number) }
        if let yahooLike { add(.yahooRoot, yahooLike, number) }
        for name in names { add(name: name.utf8Span.span, .product(number)) }
        add(.futuresMarket, mic, number)
        products.append(
            .init(
                root: root, market: market, terminal: terminal?.root, sector: terminal?.sector, ric: ric,
                yahooLike: yahooLike, chart: chart))
    }

    /// Parses `root ":" sector`, or `-`.
    private mutating func needTerminalRoot() throws(GrammarError) -> (root: String, sector: Sector)? {
        let word = try words.need("a terminal code with its sector, such as ES:Index, or -")
        if word == "-" { return nil }
        let parts = word.utf8.split(separator: ASCII.colon).map { String(Substring($0)) }
        guard parts.count == 2, let sector = Sector(rawValue: parts[1]), sector.mayHaveFutures else {
            throw words.fault(
                "expected a root and its sector, as in ES:Index, RX:Comdty or EC:Curncy, or -; found '\(word)'")
        }
        return (parts[0].asciiUppercased, sector)
    }

    private mutating func readCurrencies() throws(GrammarError) {
        _ = try needSource()
        while words.hasMore {
            let code = try words.needCode("a currency of 3 letters", count: 3...3)
            guard assetOfCode[code] == nil else { continue }
            assetOfCode[code] = assets.count
            add(.currency, code, assets.count)
            assets.append(code)
        }
    }

    private mutating func readBases() throws(GrammarError) {
        _ = try needSource()
        while words.hasMore {
            let code = try words.needCode("a currency of 3 letters", count: 3...3)
            guard let index = assetOfCode[code] else { throw words.fault("no currency line has the currency \(code)") }
            bases.insert(index)
        }
    }

    private mutating func readCrypto() throws(GrammarError) {
        let list = try words.needList("codes of 2 to 6 characters")
        _ = try needSource()
        let title = try words.needRest("the asset's name")
        guard let first = list.first else { throw words.fault("expected a code, found -") }
        let number = assetOfCode[first] ?? assets.count
        if number == assets.count {
            assets.append(first)
            assetOfCode[first] = number
        }
        for code in list { add(.crypto, code, number) }
        add(name: title.utf8Span.span, .asset(number))
    }

    private mutating func readQuote() throws(GrammarError) {
        let code = try words.needCode("a token", count: 2...6)
        let currency = try words.needCode("a currency of 3 letters", count: 3...3)
        _ = try needSource()
        try words.end()
        guard let index = assetOfCode[currency] else {
            throw words.fault("no currency line has the currency \(currency)")
        }
        add(.quote, code, index)
    }

    private mutating func readName() throws(GrammarError) {
        let kindText = try words.need("a kind")
        guard let kind = PlaceName.Kind(rawValue: kindText) else {
            throw words.fault("unknown kind '\(kindText)'; expected country, venue, currency, type or adr")
        }
        let codes = try needCodes(of: kind)
        var countries = kind == .country || kind == .depositaryReceipt ? codes : []
        for mic in kind == .venue ? codes : [] {
            guard let country = countryOfMIC[mic] else {
                throw words.fault("no market or venues line has the MIC \(mic)")
            }
            if !countries.contains(country) { countries.append(country) }
        }
        if kind == .type {
            let source = try words.need("-")
            guard source == "-" else {
                throw words.fault("expected - as the source of types, found '\(GrammarError.excerpt(source))'")
            }
        } else {
            _ = try needSource()
        }
        let title = try readNames()
        names.append(
            PlaceName(
                kind: kind, countries: countries, mics: kind == .venue ? codes : [],
                currency: kind == .currency ? codes.first : nil, types: kind == .type ? codes : [], title: title))
    }

    /// Parses `"alias" kind code source name (";" name)*`.
    private mutating func readAlias() throws(GrammarError) {
        let kind = try words.need("a kind")
        let code = try words.need("a code").asciiUppercased
        let meaning = try meaning(kind, code)
        _ = try needSource()
        let text = try words.needRest("names")
        let bytes = text.utf8Span.span
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ";") {
            add(name: bytes.extracting(start..<index), meaning)
            start = index + 1
        }
    }

    /// Returns the meaning of names of the given kind and code.
    private func meaning(_ kind: String, _ code: String) throws(GrammarError) -> NameMeaning {
        func number(_ numbers: [String: Int], _ code: String, _ what: String) throws(GrammarError) -> Int {
            guard let number = numbers[code] else { throw words.fault("no \(what) line has the code \(code)") }
            return number
        }
        let assets = "currency or crypto"
        switch kind {
        case "currency", "crypto": return .asset(try number(assetOfCode, code, assets))
        case "part": return .part(try number(assetOfCode, code, assets))
        case "pair":
            guard let slash = code.firstIndex(of: "/") else {
                throw words.fault("expected a pair such as GBP/USD, found '\(code)'")
            }
            return .pair(
                try number(assetOfCode, String(code[..<slash]), assets),
                try number(assetOfCode, String(code[code.index(after: slash)...]), assets))
        case "index": return .index(try number(indexOfTicker, code, "index"))
        case "product": return .product(try number(productOfRoot, code, "product"))
        case "future": return .future(try number(productOfRoot, code, "product"))
        default:
            throw words.fault(
                "unknown kind '\(kind)'; expected currency, part, crypto, pair, index, product or future")
        }
    }

    // MARK: Parts

    /// Parses the codes of a name: `code { "," code }`, or `-` for depositary receipts of any country.
    private mutating func needCodes(of kind: PlaceName.Kind) throws(GrammarError) -> [String] {
        let what: String
        let lengths: ClosedRange<Int>
        switch kind {
        case .country, .depositaryReceipt: (what, lengths) = ("countries of 2 letters", 2...2)
        case .venue: (what, lengths) = ("MICs of 4 characters", 4...4)
        case .currency: (what, lengths) = ("a currency of 3 letters", 3...3)
        case .type: (what, lengths) = ("types of instruments", 2...32)
        }
        let word = try words.need(what)
        if word == "-", kind == .depositaryReceipt { return [] }
        let codes = word.asciiUppercased.utf8.split(separator: ASCII.comma).map { String(Substring($0)) }
        let isValid = !codes.isEmpty && codes.allSatisfy { lengths.contains($0.utf8.count) }
        guard isValid, codes.count == 1 || kind != .currency else {
            throw words.fault("expected \(what), found '\(GrammarError.excerpt(word))'")
        }
        return codes
    }

    /// Parses `name { "," name }` and adds each name for the place name that is appended next. Returns the first name,
    /// as written.
    private mutating func readNames() throws(GrammarError) -> String {
        let what = "names, separated by commas"
        let text = try words.needRest(what)
        var title: String?
        var keys: [CodeKey] = []
        // The words of a name, once separated by spaces and once joined.
        var spaced: [UInt8] = []
        var joined: [UInt8] = []
        for byte in Array(text.utf8) + [ASCII.comma] {
            if byte != ASCII.comma {
                if byte != ASCII.space { joined.append(byte.asciiUppercased) }
                if byte != ASCII.space || spaced.last ?? ASCII.space != ASCII.space { spaced.append(byte) }
                continue
            }
            if spaced.last == ASCII.space { spaced.removeLast() }
            if title == nil { title = String(decoding: spaced, as: UTF8.self) }
            for index in spaced.indices { spaced[index] = spaced[index].asciiUppercased }
            guard let key = CodeKey(name: spaced.span), let joinedKey = CodeKey(name: joined.span) else {
                throw words.fault("expected \(what), found '\(GrammarError.excerpt(text))'")
            }
            maxWords = max(maxWords, spaced.count - joined.count + 1)
            if !keys.contains(key) { keys.append(key) }
            // Skip short joined names, because they could be other words: `u s a` would become `usa`.
            if joined.count >= 5, !keys.contains(joinedKey) { keys.append(joinedKey) }
            spaced.removeAll(keepingCapacity: true)
            joined.removeAll(keepingCapacity: true)
        }
        for key in keys { entries.append(Entry(key: key, value: names.count)) }
        return title ?? ""
    }

    /// Adds a meaning of a name. A name without letters and digits is ignored.
    private mutating func add(name: Span<UInt8>, _ meaning: NameMeaning) {
        guard let key = CodeKey(alias: name) else { return }
        entries.append(Entry(key: key, value: meanings.count))
        meanings.append(meaning)
    }

    /// Parses a URL, or the name of a source line.
    private mutating func needSource() throws(GrammarError) -> String {
        let word = try words.need("a source")
        if let url = sources[word] { return url }
        guard word.contains("://") else {
            throw words.fault("no source line has the name '\(word)'; write 'source \(word) URL' before, or a URL here")
        }
        return word
    }

    private mutating func add(_ kind: CodeKind, _ code: String, _ value: Int) {
        guard let key = CodeKey(kind, code) else { return }
        entries.append(Entry(key: key, value: value))
    }
}

import ProfileFormat
import Scanning
import Symbology

/// The symbol of a row, and all values that follow from it. It is reused from row to row. It is a class, because
/// copying its many values would be expensive.
final class SymbolDerivation {
    /// The types in the list for this row, most likely first; empty if the list gives none.
    var given: [String] = []
    /// Whether the name indicates that a row without a type, or with any kind of equity, is an exchange-traded fund.
    var isFund = false
    /// The symbol to write.
    private(set) var symbol: [UInt8] = []
    /// The type to write.
    private(set) var type: [UInt8] = []
    /// Whether the type was derived.
    private(set) var isTypeDerived = false
    /// Whether the symbol differs from the text in the list.
    private(set) var isSymbolDerived = false
    private(set) var venue: VenueFacts?
    private var currency: [UInt8] = []
    private var isPair = false
    /// Further values that the symbol contains.
    private var contents: [ProfileField: [UInt8]] = [:]
    private let reader: SymbolReader
    private let writer: SymbolWriter
    private var typeName = ""
    private var isListedType = true

    private static let stock = Array("STOCK".utf8)
    private static let fund = Array("ETF".utf8)

    init(today: CalendarDate) {
        reader = SymbolReader(on: today)
        writer = SymbolWriter(on: today)
    }

    /// Resets the values for a new row.
    func begin() {
        (given, isFund) = ([], false)
        symbol.removeAll(keepingCapacity: true)
        currency.removeAll(keepingCapacity: true)
        (isTypeDerived, isSymbolDerived) = (false, false)
        if !contents.isEmpty { contents.removeAll(keepingCapacity: true) }
        venue = nil
        isPair = false
    }

    /// Uses the text of the list as the symbol without changes.
    func keep(_ text: Span<UInt8>) {
        symbol.append(span: text)
        setType("STOCK")
    }

    /// Sets the currency that the list gives.
    func setCurrency(_ text: Span<UInt8>) { currency.append(span: text) }

    /// Appends the derived value of a field to a record.
    ///
    /// - Returns: Whether a value can be derived.
    func append(_ field: ProfileField, to record: inout [UInt8]) -> Bool {
        let start = record.count
        switch field {
        case .country: if let venue { record += venue.country }
        case .opol, .exchanges: if let venue, isListed { record += venue.mic }
        case .tradingHours: if let venue, !isPair, isListed { record += venue.tradingHours }
        case .priceIncrements:
            if let venue, type == Self.stock || type == Self.fund { record += venue.stockIncrements }
        default:
            if let value = contents[field] {
                ListText.append(value.span, to: &record)
            } else if field == .currency, let venue, !isPair, !isChineseBShare {
                record += venue.currency
            }
        }
        return record.count > start
    }

    /// Whether the instrument is listed on the known exchange. Indexes, bonds and the like of a country need not be.
    private var isListed: Bool { isListedType || venue?.isAssumed != true }

    private static let unlisted: Set<String> = ["INDEX", "BOND", "CERTIFICATE", "MUTUAL_FUND", "MONEY_MARKET_FUND"]

    /// Whether the symbol is the number of a Chinese B share, which trades in US or Hong Kong dollars.
    private var isChineseBShare: Bool {
        venue?.isChinese == true
            && (symbol.starts(with: "900".utf8) || symbol.starts(with: "200".utf8))
    }

    /// Sets the type: the given one or, if none is given, `likely`, which then counts as derived.
    private func setType(_ likely: String, amongGiven: Bool = false) {
        let name: String
        if isFund, given.first ?? likely == "STOCK" {
            (name, isTypeDerived) = ("ETF", true)
        } else if let first = given.first {
            name = amongGiven && given.contains(likely) ? likely : first
        } else {
            (name, isTypeDerived) = (likely, true)
        }
        if name == typeName { return }
        typeName = name
        isListedType = !Self.unlisted.contains(name)
        type = Array(name.utf8)
    }

    // MARK: Notations

    /// Reads the symbol of a row in a notation.
    ///
    /// - Parameters:
    ///   - form: The notation; `nil` for tickers whose place is in another column.
    ///   - market: The place in the list's column for OPOL; `nil` if it has none.
    ///   - country: The main exchange of the country in the list; `nil` if the list gives none.
    func read(
        _ text: Span<UInt8>, _ form: ListMap.Form?, market: VenueFacts?, country: VenueFacts?,
        _ venues: VenueTable
    ) {
        if text.isEmpty { return }
        venue = market ?? country
        // A symbol of this format stays unchanged.
        defer { if form != .ipf { spellNumber() } }
        switch form {
        case .yahoo: if readSuffix(text, market, venues) { return }
        case .chart: if readPrefix(text, venues) { return }
        case .ric, .terminal, .occ: break
        case .ipf, .mdy, .dmy: return keep(text)
        case nil: return readTicker(text, hasMarket: market != nil, venues)
        }
        guard let notation = form?.notation, readReference(text, notation, venues) else {
            return readTicker(text, hasMarket: market != nil, venues)
        }
    }

    /// Reads a ticker, and appends the code of the place that other columns give.
    private func readTicker(_ text: Span<UInt8>, hasMarket: Bool, _ venues: VenueTable) {
        if readPlacedTicker(text, venues) { return }
        if !hasMarket, let known = venue, given.first != "INDEX",
            let market = venues.market(ofNumber: text, in: known)
        {
            venue = market
        }
        symbol.append(span: text)
        switch given.first {
        case "FUTURE"?, "PRODUCT"?:
            // Contracts of crypto exchanges have the exchange's symbols: `BTC-27JUN25`.
            if given.first == "FUTURE", isCryptoContract(text) { return setType("FUTURE") }
            if text.first != ASCII.slash { symbol.insert(ASCII.slash, at: 0) }
            if given.first == "FUTURE", let mic = venue?.mic, !mic.isEmpty, !symbol.contains(ASCII.colon) {
                symbol += [ASCII.colon] + mic
            }
            setType("FUTURE")
            if text.first != ASCII.slash { isSymbolDerived = true }
        case "CRYPTO"?, "FOREX"?, "CURRENCY"?:
            if readPair(text) || readBase(text) { return }
            setType("CRYPTO")
        default:
            setType("STOCK")
            if let tail = venue?.tail, !tail.isEmpty, !Self.hasPlace(text) {
                symbol += tail
                isSymbolDerived = true
            } else if venue?.isAmerican == true {
                spellAsAmerican()
            }
        }
    }

    /// Reads a ticker that contains its place: `AAPL:xnas`, `600000.XSHG`, and China's `sh.600000` and `SZ000001`.
    ///
    /// - Returns: False if the text has another form.
    private func readPlacedTicker(_ text: Span<UInt8>, _ venues: VenueTable) -> Bool {
        let mark = text.count - 5
        guard mark > 0, text[0].isASCIIDigit || text[0].isASCIILetter else { return false }
        let isMarked = text[mark] == ASCII.colon || text[mark] == ASCII.period
        guard isMarked || text[text.count - 1].isASCIIDigit && (7...9).contains(text.count) else { return false }
        if let type = given.first, Self.placeless.contains(type) { return false }
        var ticker = text.extracting(0..<mark)
        if isMarked {
            guard let found = venues.place(text.extracting((mark + 1)...), .mic), !found.country.isEmpty else {
                return false
            }
            setPlace(found, venue)
        } else {
            let start = text[2] == ASCII.period ? 3 : 2
            ticker = text.extracting(start...)
            for index in ticker.indices where !ticker[index].isASCIIDigit { return false }
            guard
                let place = Self.prefixes.first(where: {
                    $0.digits == ticker.count && text.extracting(0..<2).elementsEqual($0.text.span, isCaseless: true)
                }), let found = venues.place(place.mic.utf8Span.span, .mic)
            else { return false }
            if let venue, venue.country != found.country { return false }
            venue = found
        }
        symbol.append(span: ticker)
        symbol += venue?.tail ?? []
        if venue?.isAmerican == true { spellAsAmerican() }
        isSymbolDerived = true
        setType("STOCK")
        return true
    }

    /// The types whose symbols do not contain a place in this way.
    private static let placeless: Set<String> = [
        "FUTURE", "PRODUCT", "OPTION", "WARRANT", "CRYPTO", "FOREX", "CURRENCY",
    ]

    /// The letters before numbers of Chinese exchanges and of Hong Kong, and the number of digits.
    private static let prefixes: [(text: [UInt8], digits: Int, mic: String)] = [
        (Array("sh".utf8), 6, "XSHG"), (Array("sz".utf8), 6, "XSHE"), (Array("bj".utf8), 6, "BJSE"),
        (Array("hk".utf8), 5, "XHKG"),
    ]

    /// Returns whether a text is a dated or perpetual contract of a crypto exchange.
    private func isCryptoContract(_ text: Span<UInt8>) -> Bool {
        guard text.indices.contains(where: { text[$0] == ASCII.minus || text[$0] == ASCII.underscore }) else {
            return false
        }
        return reader.read(String(decoding: text)).contains {
            switch $0.reference {
            case .cryptoDerivative, .pair: true
            default: false
            }
        }
    }

    /// Writes the codes of Hong Kong and Japan with four characters. Notations write Hong Kong's numbers with one to
    /// five digits, and lists may append a 0 to the codes of common shares of Japan: 13760.
    private func spellNumber() {
        guard let venue, venue.isInHongKong || venue.isJapanese else { return }
        let tail = venue.tail
        if venue.isJapanese {
            guard type == Self.stock || type == Self.fund, symbol.count == 5 + tail.count, symbol[0].isASCIIDigit,
                symbol[4] == ASCII.zero,
                symbol.dropFirst(5).elementsEqual(tail)
            else { return }
            symbol.remove(at: 4)
            isSymbolDerived = true
            return
        }
        let digits = symbol.prefix { $0.isASCIIDigit }.count
        guard digits > 0, symbol.dropFirst(digits).elementsEqual(tail) else { return }
        let spelled = symbol
        if digits < 4 { symbol.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits), at: 0) }
        if digits == 5, symbol[0] == UInt8(ascii: "0") { symbol.removeFirst() }
        if symbol != spelled { isSymbolDerived = true }
    }

    /// Replaces the separators of American exchanges and sites by those of this format: `BRK.B`, `BRK-B` and `BRK_B`
    /// become BRK/B; `ABR$D`, `ABR^D` and `ABR.PRD` become ABR-D; `OXY.WS` becomes OXY/WS.
    private func spellAsAmerican() {
        let mark = symbol.count - 2
        if mark > 1, symbol[mark - 1] == ASCII.period, symbol[mark] == UInt8(ascii: "W"),
            symbol[mark + 1] == UInt8(ascii: "S")
        {
            symbol[mark - 1] = ASCII.slash
            isSymbolDerived = true
            return
        }
        if mark > 2, symbol[mark - 2] == ASCII.period, symbol[mark - 1] == UInt8(ascii: "P"),
            symbol[mark] == UInt8(ascii: "R"), symbol[mark + 1].isASCIILetter
        {
            symbol[mark - 2] = ASCII.minus
            symbol.removeSubrange((mark - 1)...mark)
            isSymbolDerived = true
            return
        }
        // Sites write a series of preferred shares as BAC-PL.
        if mark > 1, symbol[mark - 1] == ASCII.minus, symbol[mark] == UInt8(ascii: "P"), symbol[mark + 1].isASCIILetter
        {
            symbol.remove(at: mark)
            isSymbolDerived = true
            return
        }
        guard mark > 0, symbol[mark + 1].isASCIILetter else { return }
        // RICs write the class of a share in a small letter: BRKb. Other small letters mean something else, such as
        // those of DDp and GMEw. Exchanges write preferred shares as ABRpD.
        if symbol.dropLast().allSatisfy({ $0.isASCIILetter && $0 < 0x60 }), symbol[mark + 1] > 0x60,
            symbol[mark + 1] <= UInt8(ascii: "k")
        {
            symbol[mark + 1] = symbol[mark + 1] - 0x20
            symbol.insert(ASCII.slash, at: mark + 1)
            isSymbolDerived = true
            return
        }
        switch symbol[mark] {
        case UInt8(ascii: "p") where symbol[mark - 1] < 0x60 && symbol[mark + 1] < 0x60: symbol[mark] = ASCII.minus
        case ASCII.period, ASCII.minus, ASCII.underscore:
            symbol[mark] = ASCII.slash
            symbol[mark + 1] = symbol[mark + 1].asciiUppercased
        case UInt8(ascii: "$"), UInt8(ascii: "^"): symbol[mark] = ASCII.minus
        default: return
        }
        isSymbolDerived = true
    }

    /// Returns whether a text is already a symbol of this format that either names its place or needs none.
    private static func hasPlace(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] == ASCII.colon || text[index] == ASCII.slash { return true }
        return text.first == ASCII.period || text.first == ASCII.equals || text.first == UInt8(ascii: "$")
    }

    /// Reads `ticker.PLACE` of finance sites.
    ///
    /// - Returns: False if the text has another form.
    private func readSuffix(_ text: Span<UInt8>, _ market: VenueFacts?, _ venues: VenueTable) -> Bool {
        var mark: Int?
        for index in text.indices {
            switch text[index] {
            case ASCII.period: mark = index
            case ASCII.equals, UInt8(ascii: "^"): return false
            default: break
            }
        }
        let ticker = text.extracting(0..<(mark ?? text.count))
        if ticker.isEmpty { return false }
        if let mark {
            guard let found = venues.place(text.extracting((mark + 1)...), .yahooLike), !found.country.isEmpty else {
                return false
            }
            setPlace(found, market)
        } else {
            if let mark = Self.currencyMark(text), given.first == "CRYPTO" || given.isEmpty && market == nil,
                isPairOfAssets(text, mark)
            {
                return false
            }
            // Without a suffix or a market in the list, the listing is in the United States.
            if venue == nil || venue?.isAmerican == false, market == nil {
                venue = venues.country("US".utf8Span.span)
            }
        }
        symbol.append(span: ticker)
        symbol += venue?.tail ?? []
        if mark != nil || venue?.tail.isEmpty == false { isSymbolDerived = true } else { spellAsAmerican() }
        setType("STOCK")
        return true
    }

    private static func currencyMark(_ text: Span<UInt8>) -> Int? {
        for index in text.indices.reversed() where text[index] == ASCII.minus { return index }
        return nil
    }

    /// Returns whether the parts around a hyphen are an asset and a currency: `BTC-USD`.
    private func isPairOfAssets(_ text: Span<UInt8>, _ mark: Int) -> Bool {
        text.count - mark > 3 && SymbolPlaces.bundled.isCurrency(String(decoding: text.extracting((mark + 1)...)))
    }

    /// Sets the place. The MIC in the list has priority if it belongs to the found place.
    private func setPlace(_ found: VenueFacts, _ market: VenueFacts?) {
        guard let market, found.mics.contains(where: { market.mic.elementsEqual($0.utf8) }) else {
            return venue = found
        }
        venue = market
    }

    /// Reads `EXCHANGE:ticker` of chart services. Returns whether the text has this form.
    private func readPrefix(_ text: Span<UInt8>, _ venues: VenueTable) -> Bool {
        guard let colon = text.indices.first(where: { text[$0] == ASCII.colon }), colon > 0, colon + 1 < text.count
        else { return false }
        let prefix = String(decoding: text.extracting(0..<colon))
        if SymbolPlaces.bundled.feed(prefix) != nil {
            let ticker = text.extracting((colon + 1)...)
            if given.first == "CFD" {
                symbol.append(span: ticker)
                symbol.append(ASCII.colon)
                symbol += prefix.uppercased().utf8
                setType("CFD")
                isSymbolDerived = true
                return true
            }
            return readPair(ticker)
        }
        guard given.isEmpty || !["FUTURE", "PRODUCT", "OPTION", "INDEX"].contains(given[0]),
            let found = venues.place(text.extracting(0..<colon), .chart), !found.country.isEmpty
        else { return false }
        venue = found
        let ticker = text.extracting((colon + 1)...)
        symbol.append(span: ticker)
        symbol += found.tail
        if found.isAmerican { spellAsAmerican() }
        isSymbolDerived = true
        setType("STOCK")
        return true
    }

    /// Reads a pair: with a separator between its parts, or with the currency of the list as its second part.
    private func readPair(_ text: Span<UInt8>) -> Bool {
        var base = text
        if let mark = text.indices.last(where: {
            text[$0] == ASCII.minus || text[$0] == ASCII.slash || text[$0] == ASCII.underscore
        }),
            mark > 0, mark + 1 < text.count
        {
            let quote = text.extracting((mark + 1)...)
            if Self.perpetuals.contains(where: { quote.elementsEqual($0.span, isCaseless: true) }) { return false }
            base = text.extracting(0..<mark)
            currency.removeAll()
            currency.append(span: quote)
        } else {
            guard !currency.isEmpty, text.count > currency.count,
                text.extracting((text.count - currency.count)...).elementsEqual(currency.span)
            else { return false }
            base = text.extracting(0..<text.count - currency.count)
        }
        write(base: String(decoding: base).uppercased(), quote: String(decoding: currency, as: UTF8.self).uppercased())
        return true
    }

    /// The words after a pair that mean a contract without an expiration.
    private static let perpetuals = ["SWAP", "PERP", "PERPETUAL"].map { Array($0.utf8) }

    /// Reads the base of a pair whose quote is the currency of the row: `EUR` or `BTC`, and `USD`.
    private func readBase(_ text: Span<UInt8>) -> Bool {
        let places = SymbolPlaces.bundled
        let (base, quote) = (
            String(decoding: text).uppercased(), String(decoding: currency, as: UTF8.self).uppercased()
        )
        guard base != quote, places.isCurrency(quote) else { return false }
        if given.first == "CRYPTO" {
            guard base.utf8.count < 6, base.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) else {
                return false
            }
        } else if given.first != "FOREX" || !places.isCurrency(base) {
            return false
        }
        write(base: base, quote: quote)
        return true
    }

    private func write(base: String, quote: String) {
        let places = SymbolPlaces.bundled
        symbol = Array("\(base)/\(quote)".utf8)
        contents[.baseCurrency] = Array(base.utf8)
        contents[.currency] = Array(quote.utf8)
        (venue, isPair) = (nil, true)
        isSymbolDerived = true
        // Lists of currencies contain pairs.
        if given.first == "CURRENCY" { given.removeAll() }
        setType(places.isCurrency(base) && places.isCurrency(quote) ? "FOREX" : "CRYPTO", amongGiven: true)
    }

    // MARK: Readings

    /// Reads a symbol by the grammar of its notation.
    private func readReference(_ text: Span<UInt8>, _ notation: Notation, _ venues: VenueTable) -> Bool {
        let readings = reader.read(String(decoding: text))
        guard
            let reading = readings.first(where: { $0.notation == notation })
                ?? readings.first(where: { $0.notation != .typed })
        else {
            return false
        }
        func set(_ place: SymbolPlace?) {
            guard let mic = place?.mics.first else { return }
            venue = venues.place(mic.utf8Span.span, .mic)
        }
        var likely = "STOCK"
        var reference = reading.reference
        switch reference {
        case .pair(let pair):
            write(base: pair.base, quote: pair.quote)
            return true
        case .share(let share): set(share.place)
        case .index: likely = "INDEX"
        case .product(let product):
            likely = "PRODUCT"
            set(product.place ?? reader.places.market(ofProduct: product.root))
        case .future(let future):
            set(future.place ?? reader.places.market(ofProduct: future.root))
            likely = "FUTURE"
            if case .continuous = future.contract {
                // A catalog has no instrument for a continuous contract, so the row means the product.
                likely = "PRODUCT"
                reference = .product(ProductReference(root: future.root, place: future.place))
            }
        case .option(let option):
            likely = "OPTION"
            readOption(option)
        case .symbol, .identifier, .spread, .cryptoDerivative: likely = "OTHER"
        }
        guard let written = try? writer.uncheckedText(of: reference, as: .ipf) else { return false }
        symbol = Array(written.utf8)
        if case .share = reference, let venue, !written.contains(":") { symbol += venue.tail }
        isSymbolDerived = true
        setType(likely, amongGiven: true)
        return true
    }

    private func readOption(_ option: OptionReference) {
        contents[.underlying] = Array((option.underlying ?? option.root).utf8)
        contents[.strike] = Array(option.strike.description.utf8)
        contents[.cfi] = Array((option.side == .call ? "OC" : "OP").utf8)
        if case .day(let day) = option.expiration { contents[.expiration] = Array(day.description.utf8) }
    }
}

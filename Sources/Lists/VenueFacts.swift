import MarketRules
import Scanning
import Symbology

/// The values that follow from a listing place, as the bytes that are written.
final class VenueFacts {
    /// The ISO 3166-1 alpha-2 code of the country; empty if the place has no country, such as a venue for currencies.
    let country: [UInt8]
    /// The MIC; empty if only the country is known.
    let mic: [UInt8]
    /// Whether the exchange is only the main one of the country that a list gives.
    let isAssumed: Bool
    /// All MICs of the place.
    let mics: [String]
    /// The text after a ticker in a symbol of this format: `:TR`, `:XBER`; empty in the United States.
    let tail: [UInt8]
    /// The currency in which all instruments of the country trade; empty if there are several.
    let currency: [UInt8]
    /// The trading hours: `XLON()`; empty if the bundled calendars do not have the venue.
    let tradingHours: [UInt8]
    /// The price increments of stocks, as set by a public rule; empty if there is no such rule.
    let stockIncrements: [UInt8]
    /// Whether the place is in the United States, in Hong Kong, in China, or in Japan.
    let isAmerican, isInHongKong, isChinese, isJapanese: Bool
    /// The markets of rows with this country, by the text in the list.
    fileprivate var markets = TextCache<VenueFacts?>(none: nil)

    /// Creates the facts of a place.
    ///
    /// - Parameters:
    ///   - mic: The MIC; `nil` if only the country is known.
    ///   - country: The ISO 3166-1 alpha-2 code of the country; `nil` if it is unknown.
    ///   - isAssumed: Whether the exchange is only the main one of the country that a list gives.
    init(mic: String?, mics: [String], country: String?, isAssumed: Bool = false) {
        let places = SymbolPlaces.bundled
        let isSecondary = mic.flatMap { places.venueClass(ofMIC: $0.utf8Span.span) }.map { $0 != .main } ?? false
        // Indexes of the euro area have the suffix `:EU`, but it is no country.
        self.country = Array((country == "EU" ? "" : country ?? "").utf8)
        self.mic = Array((mic ?? "").utf8)
        self.mics = mics
        self.isAssumed = isAssumed
        if let country, country != "US" {
            tail = Array((":" + (isSecondary ? mic ?? country : country)).utf8)
        } else {
            tail = []
        }
        (isAmerican, isInHongKong) = (country == "US", country == "HK")
        (isChinese, isJapanese) = (country == "CN", country == "JP")
        currency = Array((country.flatMap { ListFacts.bundled.currencies[$0] } ?? "").utf8)
        let hasHours = mic.map { ScheduleDefaults.bundled.venue($0) != nil } ?? false
        tradingHours = hasHours ? Array("\(mic ?? "")()".utf8) : []
        // Regulation NMS, rule 612: the increment is one cent, and 0.0001 for prices below one dollar. The tables of
        // MiFID II depend on the liquidity of each stock, which lists do not contain.
        stockIncrements = country == "US" ? Array("0.0001 1; 0.01".utf8) : []
    }
}

/// The places that texts in a list mean. Lists repeat few texts, so each text is looked up once.
final class VenueTable {
    private var codes: [SymbolPlace.Scheme: TextCache<VenueFacts?>] = [:]
    /// The markets of rows without a country, by the text in the list.
    private var markets = TextCache<VenueFacts?>(none: nil)
    private var countries = TextCache<VenueFacts?>(none: nil)

    private static var places: SymbolPlaces { .bundled }

    /// Returns the place of a code in a scheme; `nil` if the table of places does not have it.
    func place(_ code: Span<UInt8>, _ scheme: SymbolPlace.Scheme) -> VenueFacts? {
        codes[scheme, default: TextCache(none: nil)].value(of: code) {
            guard let place = Self.places.places(String(decoding: $0), in: scheme).first else { return nil }
            // The code of a country with several exchanges does not identify an exchange.
            let isCountry = place.mics.count > 2 && place.countries == [place.code]
            return VenueFacts(
                mic: isCountry ? nil : place.mics.first, mics: place.mics,
                country: place.countries.count == 1 ? place.countries[0] : nil)
        }
    }

    /// Returns the market that a text in a venue column denotes: by MIC, by a chart service's code, or by a name in any
    /// language of the table. Returns `nil` if the text is unknown.
    ///
    /// - Parameter country: The country in the list; `nil` if the list gives none. It distinguishes exchanges that have
    ///   the same name in several countries.
    func market(_ text: Span<UInt8>, in country: VenueFacts? = nil) -> VenueFacts? {
        guard let country else { return markets.value(of: text) { Self.findMarket(String(decoding: $0), "") } }
        return country.markets.value(of: text) {
            Self.findMarket(String(decoding: $0), String(decoding: country.country, as: UTF8.self))
        }
    }

    private static func findMarket(_ text: String, _ country: String) -> VenueFacts? {
        let facts = ListFacts.bundled
        var mic = places.market(text)?.mics.first
        let names = places.placeNames(inText: text).filter { $0.kind == .venue }
        if mic == nil { mic = names.first { $0.countries.contains(country) }?.mics.first }
        if let code = facts.codes[country]?[text] { mic = code }
        if mic == nil { mic = facts.codes["*"]?[text] }
        if mic == nil { mic = places.market(named: text)?.mics.first ?? names.first?.mics.first }
        let key = text.columnKey
        if mic == nil { mic = facts.markets.first { key.hasPrefix($0.text) }?.mic }
        if mic == nil {
            // A text may start with the name of an exchange and continue with that of its company or segment: `New York
            // Stock Exchange Inc.`
            let words = text.split(separator: " ")
            for end in words.indices.dropFirst().reversed() where mic == nil {
                let names = places.placeNames(inText: words[..<end].joined(separator: " "))
                mic = names.first { $0.kind == .venue }?.mics.first
            }
        }
        if mic == nil, text.utf8.count > 3 {
            // Lists also name an exchange after its country: `Switzerland`.
            let country = places.placeNames(inText: text).first { $0.kind == .country }?.countries.first
            mic = country.flatMap { mainMarket(ofCountry: $0) }
        }
        if mic == nil, text.utf8.count == 4, text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) {
            // The code may be a MIC that has no market in the table of places, but then it must be in capitals.
            guard text == text.uppercased(), places.venueCountry(ofMIC: text.utf8Span.span) != nil else { return nil }
            mic = text
        }
        guard let mic else { return nil }
        return VenueFacts(
            mic: facts.segments[mic] ?? mic, mics: [mic], country: places.venueCountry(ofMIC: mic.utf8Span.span))
    }

    /// Returns the MIC of the main exchange of a country; `nil` for the United States, which have several.
    private static func mainMarket(ofCountry code: String) -> String? {
        code == "US" ? nil : places.mainExchange(ofCountry: code)
    }

    /// Returns the main exchange of the country that a text denotes: by code, or by a name in any language of the
    /// table. A list may also name the city of an exchange, such as Dubai. Returns `nil` if the text is unknown. For
    /// the United States, and for countries without an exchange, the result has no exchange.
    func country(_ text: Span<UInt8>) -> VenueFacts? {
        countries.value(of: text) {
            let (places, text) = (Self.places, String(decoding: $0))
            var code = places.places(text, in: .country).first?.countries.first
            if code == nil { code = places.placeNames(inText: text).first { $0.kind == .country }?.countries.first }
            guard let code else {
                if let nation = ListFacts.bundled.nations[text.columnKey] {
                    return VenueFacts(mic: nil, mics: [], country: nation)
                }
                return places.placeNames(inText: text).contains { $0.kind == .venue } ? Self.findMarket(text, "") : nil
            }
            let mic = Self.mainMarket(ofCountry: code)
            return VenueFacts(
                mic: mic.map { ListFacts.bundled.segments[$0] ?? $0 }, mics: mic.map { [$0] } ?? [], country: code,
                isAssumed: true)
        }
    }

    /// Returns the exchange that a numeric ticker identifies in a country with several exchanges; `nil` if it
    /// identifies none.
    func market(ofNumber ticker: Span<UInt8>, in venue: VenueFacts) -> VenueFacts? {
        guard ticker.count == 6, let ranges = ListFacts.bundled.numbers[String(decoding: venue.country, as: UTF8.self)]
        else {
            return nil
        }
        for index in ticker.indices where !ticker[index].isASCIIDigit { return nil }
        guard
            let mic = ranges.first(where: { ticker.extracting(first: $0.first.count).elementsEqual($0.first.span) })?
                .mic
        else { return nil }
        return market(Array(mic.utf8).span)
    }
}

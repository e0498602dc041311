import ProfileFormat

extension Universe {
    static let usHours = Text("NewYorkETH()")
    static let otcHours = Text(
        "OOTC(name=OTC Other;tz=America/New_York;hd=US;sd=US;td=12345;de=+0000;rt=0300;0=p08000930r09301600a16002005)")
    static let usSteps = Text("0.0001 1; 0.01")

    private static let listedExchanges = [
        "ARCX;BATS;BATY;EDGA;EDGX;IEXG;LTSE;MEMX;MPRL;XADF;XASE;XBOS;XCHI;XCIS;XNAS;XNYS;XPSX",
        "ARCX;BATS;BATY;EDGA;EDGX;EPRL;IEXG;LTSE;MEMX;XADF;XASE;XBOS;XCHI;XCIS;XNAS;XNYS;XPSX",
        "ARCX;BATS;EDGX;IEXG;MEMX;XADF;XNAS;XNYS", "ARCX;BATS;XADF;XASE;XNAS",
    ].map { Text($0) }

    private static let listings = ["XNAS", "XNYS", "XNAS", "XASE"].map { Text($0) }

    /// Writes stocks: a fifth are listed in the United States, a third are traded over the counter there, and the rest
    /// are listed abroad.
    mutating func writeStocks(_ sink: Sink) throws {
        guard counts.stock > 0 else { return }
        row.define(
            "STOCK",
            [
                .symbol, .description, .localSymbol, .localDescription, .country, .opol, .exchanges, .currency, .cfi,
                .isin, .sedol, .cusip, .icb, .sic, .priceIncrements, .tradingHours,
            ],
            [
                .autocompleteWeight, .bitipSymbol, .industryCode, .naics, .otcPrimaryMarket, .otcSecurityType,
                .subtypes, .testInstrument,
            ])
        let listed = (counts.stock + 4) / 5
        let otc = counts.stock / 3
        for index in 0..<listed { try writeListedStock(index, sink) }
        for index in 0..<otc { try writeOTCStock(index, sink) }
        clearStockValues()
        let foreign = counts.stock - listed - otc
        var written = 0
        var share = 0
        for (index, market) in Market.foreign.enumerated() {
            share += market.share
            let end = index == Market.foreign.count - 1 ? foreign : foreign * share / 1000
            for number in 0..<(end - written) { try writeForeignStock(number, market, sink) }
            written = end
        }
    }

    private mutating func writeListedStock(_ index: Int, _ sink: Sink) throws {
        let known = index < KnownInstruments.stocks.count ? KnownInstruments.stocks[index] : nil
        let symbol = known.map { Text($0.0) } ?? tickers.next(letters: index < 6_000 && index % 4 == 0 ? 3 : 4)
        let price = known?.2 ?? (random.chance(1, of: 5) ? 20_000 : 4_000) * (5 + random.below(95)) / 50 + 100
        addOptionable(Underlying(symbol: symbol, price: price, kind: .stock, popularity: index))
        let venue = index % 4
        setUSValues(
            symbol: symbol, description: known.map { Text($0.1) } ?? random.company() + random.pick(Names.usForms),
            venue: Self.listings[venue],
            exchanges: index < 3_000 ? Self.listedExchanges[venue == 1 ? 1 : 0] : random.pick(Self.listedExchanges),
            hours: Self.usHours)
        row[.cfi] = Text("ESXXXX")
        setUSIdentifiers(hidden: known != nil, issue: Text("10"))
        setWeight(index)
        setIndustry()
        row[.subtypes] = Text(index % 9 == 8 ? "American Depositary Share;" : "Common Share;")
        row[.testInstrument] = index % 97 == 96 ? Text("true") : []
        row[.otcPrimaryMarket] = []
        row[.otcSecurityType] = []
        try row.write(sink)
    }

    private mutating func writeOTCStock(_ index: Int, _ sink: Sink) throws {
        let company = random.company()
        setUSValues(
            symbol: tickers.next(letters: 4, suffix: Text(index % 2 == 0 ? "F" : "Y")),
            description: company + random.pick(Names.otcForms) + company, venue: Text("OOTC"), exchanges: Text("OOTC"),
            hours: Self.otcHours)
        row[.cfi] = []
        setUSIdentifiers(hidden: random.chance(1, of: 3), issue: Text("20"))
        row[.autocompleteWeight] = []
        setIndustry()
        row[.subtypes] = []
        row[.testInstrument] = []
        row[.otcPrimaryMarket] = Text("OP")
        row[.otcSecurityType] = Text(index % 2 == 0 ? "FORDS" : "ADR")
        try row.write(sink)
    }

    private mutating func writeForeignStock(_ number: Int, _ market: Market, _ sink: Sink) throws {
        var local: Text = []
        switch market.symbolForm {
        case .letters(let letters): local = tickers.next(letters: letters)
        case .digits(let from, let width): local.append(from + number * 3, width: width)
        }
        row[.symbol] = local + Text(":") + market.country
        row[.localSymbol] = local
        row[.description] = random.company() + random.pick(market.forms)
        row[.localDescription] = market.localNames.isEmpty ? [] : random.pick(market.localNames)
        row[.country] = market.country
        row[.opol] = market.mic
        row[.exchanges] = market.mic
        row[.currency] = market.currency
        row[.priceIncrements] = market.priceIncrements
        row[.tradingHours] = market.tradingHours
        let sedol = identifiers.sedol()
        let prefix = market.isinPrefix
        var body = prefix + (prefix.count == 6 ? local.prefix(3) : sedol.prefix(9 - prefix.count))
        while body.count < 9 { body.append(ASCII.zero + UInt8(random.below(10))) }
        row[.isin] = IdentifierSource.isin(market.country, body)
        row[.sedol] = number % 3 == 0 ? [] : sedol
        row[.bitipSymbol] = market.mic == Text("XIST") ? local + Text(".E") : []
        setIndustry()
        try row.write(sink)
    }

    private mutating func clearStockValues() {
        for field in [ProfileField.cfi, .cusip] { row[field] = [] }
        for column in [
            CustomColumn.autocompleteWeight, .otcPrimaryMarket, .otcSecurityType, .subtypes, .testInstrument,
        ] {
            row[column] = []
        }
    }

    /// Sets the values that listings in the United States have in common.
    mutating func setUSValues(symbol: Text, description: Text, venue: Text, exchanges: Text, hours: Text) {
        row[.symbol] = symbol
        row[.description] = description
        row[.country] = Text("US")
        row[.opol] = venue
        row[.exchanges] = exchanges
        row[.currency] = Text("USD")
        row[.priceIncrements] = Self.usSteps
        row[.tradingHours] = hours
    }

    mutating func setUSIdentifiers(hidden: Bool, issue: Text) {
        let cusip = identifiers.cusip(issue: issue)
        row[.cusip] = hidden ? [] : cusip
        row[.isin] = hidden ? [] : IdentifierSource.isin(Text("US"), cusip)
    }

    /// Sets a weight that ranks popular stocks higher in search.
    mutating func setWeight(_ popularity: Int) {
        row[.autocompleteWeight] = []
        if popularity < 3_000 { row[.autocompleteWeight].append(30_000 / (popularity + 10)) }
    }

    private mutating func setIndustry() {
        let industry = random.below(10)
        row[.icb] = []
        row[.icb].append(1_000 + industry * 500 + random.below(9) * 10 + 3)
        row[.sic] = []
        row[.sic].append(1_000 + random.below(7_900))
        row[.industryCode] = []
        row[.industryCode].append(10_100_010 + industry * 1_000_000 + random.below(40) * 1_000)
        row[.naics] = []
        row[.naics].append(111_000 + random.below(700_000))
    }
}

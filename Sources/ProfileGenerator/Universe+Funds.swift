import ProfileFormat

extension Universe {
    mutating func writeETFs(_ sink: Sink) throws {
        guard counts.etf > 0 else { return }
        row.define(
            "ETF",
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .isin, .cusip, .priceIncrements,
                .tradingHours,
            ],
            [.autocompleteWeight, .subtypes])
        for index in 0..<counts.etf {
            let known = index < KnownInstruments.etfs.count ? KnownInstruments.etfs[index] : nil
            let symbol = known.map { Text($0.0) } ?? tickers.next(letters: 4)
            let price = known?.2 ?? 1_500 + random.below(12_000)
            addOptionable(Underlying(symbol: symbol, price: price, kind: .fund, popularity: index))
            setUSValues(
                symbol: symbol,
                description: known.map { Text($0.1) } ?? random.pick(Names.heads) + random.pick(Names.etfKinds),
                venue: Text(index % 3 == 0 ? "XNAS" : "ARCX"),
                exchanges: Text("ARCX;BATS;BATY;EDGA;EDGX;IEXG;LTSE;MEMX;MPRL;XADF;XASE;XBOS;XCHI;XCIS;XNAS;XNYS;XPSX"),
                hours: Self.usHours)
            row[.cfi] = Text("CEOXXX")
            setUSIdentifiers(hidden: known != nil, issue: Text("30"))
            setWeight(index * 4)
            row[.subtypes] = Text(index % 3 == 0 ? "Exchange Traded Fund;Leveraged;" : "Exchange Traded Fund;")
            try row.write(sink)
        }
    }

    mutating func writeFunds(_ sink: Sink) throws {
        try writeFunds(counts.mutualFund, "MUTUAL_FUND", suffix: "X", cfi: "CIOGES", issue: "40", sink)
        try writeFunds(counts.moneyMarketFund, "MONEY_MARKET_FUND", suffix: "XX", cfi: "CIOGMS", issue: "50", sink)
    }

    private mutating func writeFunds(
        _ count: Int, _ type: String, suffix: String, cfi: String, issue: String, _ sink: Sink
    ) throws {
        guard count > 0 else { return }
        row.define(
            type,
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .isin, .cusip, .priceIncrements,
                .tradingHours,
            ])
        row[.cfi] = Text(cfi)
        for _ in 0..<count {
            setUSValues(
                symbol: tickers.next(letters: 5 - suffix.utf8.count, suffix: Text(suffix)),
                description: random.pick(Names.heads) + random.pick(Names.middles) + random.pick(Names.funds)
                    + random.pick(Names.shareClasses),
                venue: Text("MFQS"), exchanges: Text("MFQS"),
                hours: Text("MFQS(tz=America/New_York;hd=US;de=+0000;0=17002000)"))
            row[.priceIncrements] = Text("0.01")
            setUSIdentifiers(hidden: false, issue: Text(issue))
            try row.write(sink)
        }
    }

    mutating func writeWarrants(_ sink: Sink) throws {
        guard counts.warrant > 0 else { return }
        row.define(
            "WARRANT",
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .isin, .underlying, .expiration,
                .strike, .priceIncrements, .tradingHours,
            ])
        row[.country] = Text("DE")
        row[.opol] = Text("XSTU")
        row[.exchanges] = Text("XFRA;XSTU")
        row[.currency] = Text("EUR")
        row[.priceIncrements] = Text("0.001")
        row[.tradingHours] = Text("XSTU(name=Stuttgart;tz=Europe/Berlin;hd=DE;td=12345;de=+0000;0=08002200)")
        for index in 0..<counts.warrant {
            let underlying = optionable[index % optionable.count]
            let isCall = random.chance(1, of: 2)
            let expiration = ExpirationCalendar.monthly(monthsAhead: 3 + random.below(24))
            let strike = underlying.price * (60 + random.below(80)) / 100 + 1
            let sedol = identifiers.sedol()
            let isin = IdentifierSource.isin(Text("DE"), Text("000") + sedol.prefix(6))
            row[.symbol] = isin + Text(":DE")
            row[.isin] = isin
            row[.description] = Text(isCall ? "Call-Optionsschein auf " : "Put-Optionsschein auf ") + underlying.symbol
            row[.cfi] = Text(isCall ? "RWSTCA" : "RWSTPA")
            row[.underlying] = underlying.symbol
            row[.expiration] = Text(expiration.description)
            row[.strike] = []
            row[.strike].appendDecimal(hundredths: strike)
            try row.write(sink)
        }
    }
}

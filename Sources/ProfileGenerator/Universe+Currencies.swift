import ProfileFormat

extension Universe {
    private static let currencies = [
        "EUR", "USD", "JPY", "GBP", "AUD", "CAD", "CHF", "NZD", "CNH", "SEK", "NOK", "MXN", "SGD", "HKD", "TRY", "ZAR",
        "PLN", "DKK", "INR", "KRW", "BRL", "CZK", "HUF", "ILS", "THB", "TWD", "IDR", "PHP", "MYR", "RON", "CLP", "COP",
        "PEN", "ARS", "EGP", "NGN", "KES", "MAD", "SAR", "AED", "QAR", "KWD", "BHD", "OMR", "JOD", "VND", "PKR", "LKR",
    ].map { Text($0) }

    private static let coins: [(String, String)] = [
        ("BTC", "Bitcoin"), ("ETH", "Ethereum"), ("SOL", "Solana"), ("XRP", "XRP"), ("ADA", "Cardano"),
        ("DOGE", "Dogecoin"), ("DOT", "Polkadot"), ("LTC", "Litecoin"), ("LINK", "Chainlink"), ("AVAX", "Avalanche"),
        ("BCH", "Bitcoin Cash"), ("XLM", "Stellar"), ("UNI", "Uniswap"), ("ATOM", "Cosmos"), ("XTZ", "Tezos"),
        ("ALGO", "Algorand"),
    ]

    mutating func writeForex(_ sink: Sink) throws {
        guard counts.forex > 0 else { return }
        row.define(
            "FOREX",
            [.symbol, .description, .currency, .baseCurrency, .cfi, .priceIncrements, .tradingHours],
            [.autocompleteWeight])
        row[.cfi] = Text("MRCXXX")
        row[.tradingHours] = Text("FOREX(name=Forex;tz=America/New_York;td=12345;de=1700;0=-17001700)")
        // Pairs of important currencies come first. If all pairs are used, they are used again with the next source.
        let ordered = Self.currencies.indices
        let pairs = ordered.flatMap { a in ordered.filter { $0 != a }.map { (a, $0) } }
            .sorted { ($0.0 + $0.1, $0.0) < ($1.0 + $1.1, $1.0) }
        for index in 0..<counts.forex {
            let (base, quote) = pairs[index % pairs.count]
            let pair = Self.currencies[base] + Text("/") + Self.currencies[quote]
            row[.symbol] = pair
            if index >= pairs.count {
                row[.symbol] += Text(":S")
                row[.symbol].append(index / pairs.count)
            }
            row[.description] = pair + Text(" Spot")
            row[.currency] = Self.currencies[quote]
            row[.baseCurrency] = Self.currencies[base]
            row[.priceIncrements] = Text(Self.currencies[quote] == Text("JPY") ? "0.001" : "0.00001")
            setWeight(index * 20)
            try row.write(sink)
        }
    }

    mutating func writeCrypto(_ sink: Sink) throws {
        guard counts.crypto > 0 else { return }
        row.define(
            "CRYPTO",
            [.symbol, .description, .opol, .exchanges, .currency, .baseCurrency, .priceIncrements, .tradingHours],
            [.autocompleteWeight])
        row[.tradingHours] = Text("GDAX(name=24x7;tz=UTC;td=1234567;de=+0000;0=0000+0000)")
        let quotes = ["USD", "EUR", "USDT", "BTC"].map { Text($0) }
        let venues = ["GDAX", "KRKN", "BNCE", "BTSP"].map { Text($0) }
        for index in 0..<counts.crypto {
            let coin = index / 16
            let quote = quotes[index % 4]
            let venue = venues[index / 4 % 4]
            let known = coin < Self.coins.count ? Self.coins[coin] : nil
            var base = known.map { Text($0.0) } ?? Text("C")
            if known == nil { base.append(coin, width: 4) }
            if base == quote { base += Text("W") }
            row[.symbol] = base + Text("/") + quote + Text(":") + venue
            row[.description] = (known.map { Text($0.1) } ?? base + Text(" Token")) + Text(" / ") + quote
            row[.opol] = venue
            row[.exchanges] = venue
            row[.currency] = quote
            row[.baseCurrency] = base
            row[.priceIncrements] = Text(coin % 5 == 0 ? "0.01" : "0.00000001")
            setWeight(index * 10)
            try row.write(sink)
        }
    }
}

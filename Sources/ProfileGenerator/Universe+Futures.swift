import ProfileFormat

extension Universe {
    /// The number of futures products with spreads and options: the number in the composition, but at least the number
    /// of known products.
    private var productCount: Int { max(counts.product, FutureProduct.known.count) }

    private func product(_ index: Int) -> FutureProduct {
        if index < FutureProduct.known.count { return FutureProduct.known[index] }
        let made = index - FutureProduct.known.count
        return FutureProduct(
            made: made,
            name: Names.heads[made % Names.heads.count] + Names.middles[made / Names.heads.count % Names.middles.count])
    }

    mutating func writeProducts(_ sink: Sink) throws {
        guard counts.product > 0 else { return }
        row.define(
            "PRODUCT",
            [.symbol, .description, .country, .opol, .currency, .cfi, .multiplier, .priceIncrements, .tradingHours])
        for index in 0..<counts.product {
            let product = product(index)
            setProductValues(product)
            row[.symbol] = product.symbol
            row[.description] = product.name
            try row.write(sink)
        }
    }

    private mutating func setProductValues(_ product: FutureProduct) {
        row[.country] = product.country
        row[.opol] = product.venue
        row[.currency] = product.currency
        row[.cfi] = product.cfi
        row[.multiplier] = product.multiplier
        row[.priceIncrements] = product.steps
        row[.tradingHours] = product.hours
    }

    mutating func writeFutures(_ sink: Sink) throws {
        guard counts.future > 0 else { return }
        row.define(
            "FUTURE",
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .multiplier, .product, .mmy,
                .expiration, .lastTrade, .settlementStyle, .priceIncrements, .tradingHours,
            ],
            [.autocompleteWeight, .lastTradeTime])
        row[.settlementStyle] = Text("Close")
        let products = productCount
        for index in 0..<products {
            let product = product(index)
            setProductValues(product)
            row[.exchanges] = product.venue
            row[.product] = product.symbol
            for number in 0..<Self.part(counts.future, index, of: products) {
                let contract = product.contract(number)
                row[.symbol] = contract.symbol
                row[.description] = product.name + Text(",") + Names.months[contract.month - 1] + Text("-")
                row[.description].append(contract.year)
                row[.mmy] = contract.mmy
                row[.expiration] = Text(contract.expiration.description)
                row[.lastTrade] = Text(contract.lastTrade.description)
                row[.lastTradeTime] = row[.lastTrade] + Text("T16:00:00-06:00")
                row[.autocompleteWeight] = []
                if index < FutureProduct.known.count, number < 4 {
                    row[.autocompleteWeight].append(2_000 / (index + 1) / (number + 1))
                }
                try row.write(sink)
            }
        }
    }

    /// Writes calendar spreads between neighboring contracts.
    mutating func writeSpreads(_ sink: Sink) throws {
        guard counts.spread > 0 else { return }
        row.define(
            "SPREAD",
            [
                .symbol, .description, .country, .opol, .currency, .cfi, .product, .mmy, .expiration, .lastTrade,
                .priceIncrements, .tradingHours,
            ])
        let products = productCount
        for index in 0..<products {
            let product = product(index)
            setProductValues(product)
            row[.product] = product.symbol
            for number in 0..<Self.part(counts.spread, index, of: products) {
                let near = product.contract(number / 6)
                let far = product.contract(number / 6 + 1 + number % 6)
                row[.symbol] = Text("=") + near.symbol + Text("-") + far.symbol
                row[.description] =
                    product.name + Text(" Calendar Spread, ") + near.symbol.dropFirst().prefix { $0 != ASCII.colon }
                    + Text("-") + far.symbol.dropFirst().prefix { $0 != ASCII.colon }
                row[.mmy] = near.mmy
                row[.expiration] = Text(near.expiration.description)
                row[.lastTrade] = Text(near.lastTrade.description)
                try row.write(sink)
            }
        }
    }

    /// Writes option chains on the next six contracts of the known products.
    mutating func writeFutureOptions(_ count: Int, _ sink: Sink) throws {
        let contracts = 6
        let chains = FutureProduct.known.count * contracts
        row[.exchanges] = []
        row[.additionalUnderlyings] = []
        row[.settlementStyle] = Text("Close")
        row[.optionType] = Text("STAN")
        row[.expirationStyle] = []
        for chain in 0..<chains {
            let product = FutureProduct.known[chain / contracts]
            let contract = product.contract(chain % contracts)
            let underlying = contract.symbol
            row[.country] = product.country
            row[.opol] = product.venue
            row[.currency] = product.currency
            row[.multiplier] = product.multiplier
            row[.product] = product.symbol
            row[.underlying] = underlying
            row[.spc] = Text("1")
            row[.mmy] = contract.mmy
            row[.expiration] = Text(contract.expiration.description)
            row[.lastTrade] = Text(contract.lastTrade.description)
            row[.lastTradeTime] = row[.lastTrade] + Text("T16:00:00-06:00")
            row[.priceIncrements] = product.steps
            row[.tradingHours] = product.hours
            try writeFutureChain(product, contract, Self.part(count, chain, of: chains), sink)
        }
    }

    private mutating func writeFutureChain(
        _ product: FutureProduct, _ contract: FutureProduct.Contract, _ count: Int, _ sink: Sink
    ) throws {
        let stem = Text(".") + contract.symbol.prefix { $0 != ASCII.colon }
        var title = product.name + Text(" ") + Names.months[contract.month - 1] + Text(" ")
        title.append(contract.year)
        title += Text(" ")
        let lowest = max(1, product.price / product.strikeStep - (count + 1) / 4)
        for number in 0..<count {
            let isCall = number % 2 == 0
            setOption(
                stem, title, strike: (lowest + number / 2) * product.strikeStep, isCall: isCall,
                isCall ? Self.futureCall : Self.futurePut)
            row[.symbol] += Text(":") + product.venue
            try row.write(sink)
        }
    }

    private static let futureCall = Text("OCAFPS")
    private static let futurePut = Text("OPAFPS")

    /// Returns the size of the part with index `index` when `count` items are divided into `parts` parts.
    private static func part(_ count: Int, _ index: Int, of parts: Int) -> Int {
        count / parts + (index < count % parts ? 1 : 0)
    }
}

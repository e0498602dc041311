import ProfileFormat

extension Universe {
    /// Writes option chains on indexes, stocks and funds, then on futures. Options on futures are a twelfth of all
    /// options.
    mutating func writeOptions(_ sink: Sink) throws {
        if optionable.isEmpty {
            optionable = [Underlying(symbol: Text("AAPL"), price: 23_000, kind: .stock, popularity: 0)]
        }
        guard counts.option > 0 else { return }
        row.define(
            "OPTION",
            [
                .symbol, .description, .country, .opol, .exchanges, .currency, .cfi, .multiplier, .product, .underlying,
                .spc, .additionalUnderlyings, .mmy, .expiration, .lastTrade, .strike, .optionType, .expirationStyle,
                .settlementStyle, .priceIncrements, .tradingHours,
            ],
            [.lastTradeTime])
        let onFutures = counts.option / 12
        let onShares = counts.option - onFutures
        let natural = optionable.reduce(0) { $0 + $1.naturalCount }
        // Use running sums, so that the sizes of the chains add up to the total.
        var naturalSum = 0
        var written = 0
        for (index, underlying) in optionable.enumerated() {
            naturalSum += underlying.naturalCount
            let end = Self.scaled(onShares, naturalSum, natural)
            if end > written { try writeChain(on: underlying, index, count: end - written, sink) }
            written = end
        }
        try writeFutureOptions(onFutures, sink)
    }

    /// Returns `whole` × `part` / `all`, without overflow.
    private static func scaled(_ whole: Int, _ part: Int, _ all: Int) -> Int {
        let product = whole.multipliedFullWidth(by: part)
        return all.dividingFullWidth(product).quotient
    }

    private mutating func writeChain(on underlying: Underlying, _ index: Int, count: Int, _ sink: Sink) throws {
        let isIndex = underlying.kind == .index
        let isAdjusted = underlying.kind == .stock && underlying.popularity % 89 == 17
        var root = underlying.symbol.filter { $0.isASCIILetter }
        if isAdjusted { root.append(UInt8(ascii: "1")) }
        row[.country] = Text("US")
        row[.opol] = []
        row[.exchanges] = underlying.exchanges
        row[.currency] = Text("USD")
        row[.multiplier] = Text("100")
        row[.product] = []
        row[.underlying] = isAdjusted ? root : underlying.symbol
        row[.spc] = Text(isAdjusted ? "53" : "100")
        row[.additionalUnderlyings] = isAdjusted ? underlying.symbol + Text(" 53; US$ 45.46") : []
        row[.settlementStyle] = Text(isIndex ? "Open" : "Close")
        row[.priceIncrements] = Text(index % 7 == 0 ? "0.05 3; 0.1" : index % 3 == 0 ? "0.01" : "0.01 3; 0.05")
        row[.tradingHours] = Text(underlying.kind == .stock ? "OPRA()" : "OPRA15()")

        let expirations = ExpirationCalendar.expirations(min(40, max(2, Self.squareRoot(count) / 2)))
        var left = count
        for (index, expiration) in expirations.enumerated() where left > 0 {
            let fair = left / (expirations.count - index)
            // The number of strikes varies at random by up to an eighth. The last expiration gets the rest of the
            // chain.
            let share =
                index == expirations.count - 1 ? left : min(left, max(1, fair + random.below(fair / 4 + 1) - fair / 8))
            left -= share
            let weekly = isIndex && !expiration.style.isEmpty
            try writeSeries(
                root: weekly ? root + Text("W") : root, underlying, expiration, cfi: isIndex ? "OCEICS" : "OCASPS",
                share, sink)
        }
    }

    /// Writes calls and puts at neighboring strikes around the price.
    private mutating func writeSeries(
        root: Text, _ underlying: Underlying, _ expiration: ExpirationCalendar.Expiration, cfi: String, _ count: Int,
        _ sink: Sink
    ) throws {
        let date = expiration.date
        let compact = Text(date.compactDescription)
        row[.mmy] = compact
        row[.expiration] = Text(date.description)
        row[.lastTrade] = row[.expiration]
        row[.lastTradeTime] = row[.expiration] + Text(cfi == "OCEICS" ? "T16:15:00-05:00" : "T16:00:00-05:00")
        row[.optionType] = expiration.optionType
        row[.expirationStyle] = expiration.style
        let symbolStart = Text(".") + root + compact.dropFirst(2)
        var title = root + Text(" ") + Names.months[date.month - 1] + Text(" ")
        title.append(date.day)
        title += Text(" ")
        title.append(date.year)
        title += Text(" ")
        let call = Text(cfi)
        var put = call
        put[1] = UInt8(ascii: "P")

        let step = underlying.strikeStep
        let lowest = max(1, underlying.price / step - (count + 1) / 4)
        for number in 0..<count {
            let isCall = number % 2 == 0
            let strike = (lowest + number / 2) * step
            setOption(symbolStart, title, strike: strike, isCall: isCall, isCall ? call : put)
            try row.write(sink)
        }
    }

    /// Sets the values that differ between the rows of a series, in place.
    mutating func setOption(_ symbolStart: Text, _ title: Text, strike: Int, isCall: Bool, _ cfi: Text) {
        Self.replace(&row[.symbol]) {
            $0 += symbolStart
            $0.append(isCall ? UInt8(ascii: "C") : UInt8(ascii: "P"))
            $0.appendDecimal(hundredths: strike)
        }
        Self.replace(&row[.description]) {
            $0 += title
            $0.appendFixed(hundredths: strike)
            $0 += isCall ? Self.callWord : Self.putWord
        }
        Self.replace(&row[.strike]) { $0.appendDecimal(hundredths: strike) }
        row[.cfi] = cfi
    }

    static func replace(_ value: inout Text, _ write: (inout Text) -> Void) {
        value.removeAll(keepingCapacity: true)
        write(&value)
    }

    private static let callWord = Text(" Call")
    private static let putWord = Text(" Put")

    /// Returns the square root, rounded down.
    static func squareRoot(_ number: Int) -> Int {
        var root = 0
        while (root + 1) * (root + 1) <= number { root += 1 }
        return root
    }
}

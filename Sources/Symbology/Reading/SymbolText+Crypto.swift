import Scanning

/// Reads dated futures and options of crypto exchanges.
///
/// ```
/// contract   ::= pair mark date [ mark strike mark side [ mark asset ] ]      BTC-27JUN25, BTC-USD-260130-50000-C
///              | side mark pair mark strike mark date                         C-BTC-50000-300126
///              | pair month-code                                              XBTM25, BTCUSDTH26
/// pair       ::= asset [ mark asset [ ":" asset ] ] | asset joined to a quote  BTC/USDT:USDT, BTC_USDC, BTCUSDT
/// date       ::= DMMMYY | YYMMDD | YYYYMMDD
/// ```
extension SymbolText {
    /// Adds the contract that a part denotes. Returns whether there is one.
    func addCryptoDerivative(
        _ range: Range<Int>, at place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        let marks = shape.hyphens | shape.underscores | shape.slashes | shape.colons
        guard shape.bits(range) & ~(alphanumerics | marks | shape.periods) == 0 else { return false }
        if !shape.any(range, marks) { return addCryptoCode(range, at: place, notation, &readings) }
        // A colon may only precede the settlement currency.
        guard shape.any(range, marks & ~shape.colons), var parts = CryptoParts(self, range, marks) else { return false }
        guard let contract = parts.contract(self, at: place) else { return false }
        readings.append(.init(.cryptoDerivative(contract), notation))
        return true
    }

    /// Reads `XBTM25` and `BTCUSDTH26`: an asset and a month. The asset must not be the root of an exchange's product.
    private func addCryptoCode(
        _ range: Range<Int>, at place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard let code = contract(range), code.yearDigits == 2, !isRoot(code.root),
            let (base, quote) = joinedPair(code.root), quote != nil || matches(code.root, "XBT")
        else { return false }
        readings.append(
            .init(
                .cryptoDerivative(
                    .init(base: base, quote: quote, expiration: .month(code.month), contract: .future, place: place)),
                notation))
        return true
    }

    /// Splits `BTCUSDT` into a known asset and its quote; `quote` is `nil` if the part is only an asset. Returns `nil`
    /// for other parts.
    func joinedPair(_ range: Range<Int>) -> (base: String, quote: String?)? {
        if let base = cryptoAsset(range) { return (base, nil) }
        for count in [4, 3] where range.count - count >= 2 {
            let middle = range.upperBound - count
            if let base = cryptoAsset(range.lowerBound..<middle), let quote = cryptoQuote(middle..<range.upperBound) {
                return (base, quote)
            }
        }
        return nil
    }

    /// Returns the usual code of a crypto asset; `nil` if the table does not contain it.
    func cryptoAsset(_ range: Range<Int>) -> String? {
        guard let key = CodeKey(.crypto, upper.extracting(range)), let number = table.codes.first(key) else {
            return nil
        }
        return table.assets[number]
    }

    /// Returns the code in which contracts are priced or settled: of a currency, of a token tied to a currency, or of a
    /// crypto asset.
    func cryptoQuote(_ range: Range<Int>) -> String? {
        let text = upper.extracting(range)
        return table.has(.quote, text) || has(.currency, range) ? string(range) : cryptoAsset(range)
    }
}

/// The parts of a contract between marks.
private struct CryptoParts {
    private var parts: [Range<Int>] = []
    private var index = 0

    init?(_ text: borrowing SymbolText, _ range: Range<Int>, _ marks: UInt64) {
        var start = range.lowerBound
        while true {
            let end = text.shape.first(start..<range.upperBound, marks) ?? range.upperBound
            guard end > start, parts.count < 7 else { return nil }
            parts.append(start..<end)
            if end == range.upperBound { break }
            start = end + 1
        }
        guard parts.count >= 2 else { return nil }
    }

    /// Returns the contract if the parts have the form of one and name a crypto asset; otherwise `nil`.
    mutating func contract(
        _ text: borrowing SymbolText, at place: SymbolPlace?
    ) -> CryptoDerivativeReference? {
        // In FI_XBTUSD_250627, the kind of contract comes first.
        if text.matches(parts[0], "FI") || text.matches(parts[0], "FF") { index = 1 }
        let leading = parts.count == 4 ? side(text, parts[0]) : nil
        if leading != nil { index = 1 }
        guard let pair = pair(text), index < parts.count else { return nil }
        var strike: StrikePrice?
        if leading != nil {
            strike = self.strike(text, parts[index])
            guard strike != nil, index + 1 < parts.count else { return nil }
            index += 1
        }
        guard let date = date(text, parts[index], isDayFirst: leading != nil) else { return nil }
        index += 1
        var side = leading
        if leading == nil, index + 1 < parts.count {
            strike = self.strike(text, parts[index])
            side = self.side(text, parts[index + 1])
            guard strike != nil, side != nil else { return nil }
            index += 2
        }
        var settlement = pair.settlement
        if index < parts.count, let asset = text.cryptoQuote(parts[index]) {
            settlement = asset
            index += 1
        }
        guard index == parts.count else { return nil }
        let contract: CryptoDerivativeReference.Contract =
            if let strike, let side { .option(strike, side) } else { .future }
        return CryptoDerivativeReference(
            base: pair.base, quote: pair.quote, settlement: settlement, expiration: .day(date), contract: contract,
            place: place)
    }

    /// Reads the asset with its quote and settlement. An unknown asset is accepted only if the quote is a token.
    private mutating func pair(
        _ text: borrowing SymbolText
    ) -> (base: String, quote: String?, settlement: String?)? {
        let first = parts[index]
        index += 1
        let known = text.joinedPair(first)
        var quotes: [String] = []
        while index < parts.count, quotes.count < 2, text.shape.all(parts[index], text.shape.letters),
            let quote = text.cryptoQuote(parts[index])
        {
            quotes.append(quote)
            index += 1
        }
        if let (base, quote) = known {
            return (base, quote ?? quotes.first, quote == nil ? quotes.dropFirst().first : quotes.first)
        }
        guard let quote = quotes.first, text.table.has(.quote, quote.utf8Span.span),
            text.shape.any(first, text.shape.letters),
            first.count <= 10
        else { return nil }
        return (text.string(first), quote, quotes.dropFirst().first)
    }

    private func side(_ text: borrowing SymbolText, _ range: Range<Int>) -> OptionReference.Side? {
        if range.count == 1 { return text.side(text.upper[range.lowerBound]) }
        return text.matches(range, "CALL") ? .call : text.matches(range, "PUT") ? .put : nil
    }

    /// Reads a strike, in which `d` may replace the decimal point: `2d5`.
    private func strike(_ text: borrowing SymbolText, _ range: Range<Int>) -> StrikePrice? {
        guard let mark = text.shape.first(range, text.shape.letters) else { return text.strike(range) }
        guard text.upper[mark] == UInt8(ascii: "D"), let whole = text.number(range.lowerBound..<mark),
            let part = text.number(mark + 1..<range.upperBound)
        else { return nil }
        let decimals = range.upperBound - mark - 1
        let scale = (0..<decimals).reduce(Int64(1)) { value, _ in value * 10 }
        return StrikePrice(digits: Int64(whole) * scale + Int64(part), decimals: decimals)
    }

    /// Reads `27JUN25`, `250627`, `20250627`, or, with `isDayFirst`, `270625`.
    private func date(_ text: borrowing SymbolText, _ range: Range<Int>, isDayFirst: Bool) -> CalendarDate? {
        if text.shape.all(range, text.shape.digits) {
            if range.count == 8 { return CalendarDate(compact: text.upper.extracting(range)) }
            guard range.count == 6 else { return nil }
            return isDayFirst ? text.dayMonthYear(range.lowerBound) : text.yearMonthDay(range.lowerBound)
        }
        guard let letters = text.shape.first(range, text.shape.letters), letters + 3 <= range.upperBound,
            let day = text.number(range.lowerBound..<letters),
            let month = FreeFormParser.monthNumber(text, letters..<letters + 3),
            let year = text.number(letters + 3..<range.upperBound), range.upperBound - letters == 5
        else { return nil }
        return CalendarDate(year: text.clock.year(ofTwoDigits: year), month: month, day: day)
    }
}

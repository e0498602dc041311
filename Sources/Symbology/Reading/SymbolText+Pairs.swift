import Scanning

extension SymbolText {
    /// Reads `pair ::= code [ "/" | "." | "-" | "_" | " " ] code`, two currencies or crypto assets. Returns whether the
    /// part is a pair.
    ///
    /// - Parameter isOpen: Whether an unknown first code counts as an asset if a currency follows it.
    @discardableResult
    func addPair(
        _ range: Range<Int>, isOpen: Bool, _ notation: Notation, at place: SymbolPlace? = nil,
        _ readings: inout [SymbolReading]
    ) -> Bool {
        guard range.count >= (isOpen ? 5 : 6), range.count <= 15 else { return false }
        let marks = shape.bits(range) & ~alphanumerics
        if marks != 0 {
            guard marks.nonzeroBitCount == 1 else { return false }
            let mark = marks.trailingZeroBitCount
            return addPair(range.lowerBound..<mark, mark + 1..<range.upperBound, isOpen, notation, place, &readings)
        }
        guard range.count <= 12 else { return false }
        for count in 3...5 where range.count - count >= 3 && range.count - count <= 5 {
            let middle = range.lowerBound + count
            if addPair(range.lowerBound..<middle, middle..<range.upperBound, false, notation, place, &readings) {
                return true
            }
        }
        guard isOpen else { return false }
        // Several splits may be possible: DNTUSD is DNT in dollars rather than DN in the token TUSD, and PEPEBUSD is
        // PEPE in BUSD.
        let count = readings.count
        for length in range.count >= 7 ? [4, 3] : [3, 4] where range.count - length >= 2 {
            let middle = range.upperBound - length
            _ = addPair(range.lowerBound..<middle, middle..<range.upperBound, true, notation, place, &readings)
        }
        return readings.count > count
    }

    private func addPair(
        _ left: Range<Int>, _ right: Range<Int>, _ isOpen: Bool, _ notation: Notation, _ place: SymbolPlace?,
        _ readings: inout [SymbolReading]
    ) -> Bool {
        let quote = table.asset(upper.extracting(right))
        let followed = CodeKey(.quote, upper.extracting(right)).flatMap { table.codes.first($0) }
        guard quote != nil || followed != nil else { return false }
        let base: String
        if let number = table.asset(upper.extracting(left)) {
            base = table.assets[number]
        } else if isOpen, shape.all(left, alphanumerics), left.count <= 10 {
            base = string(left)
        } else {
            return false
        }
        if let quote, table.assets[quote] != base {
            readings.append(.init(.pair(.init(base: base, quote: table.assets[quote], place: place)), notation))
        }
        if let followed, table.assets[followed] != base {
            readings.append(.init(.pair(.init(base: base, quote: table.assets[followed], place: place)), notation))
        }
        return true
    }

    /// Reads a single crypto asset as its price in dollars, and a single currency as its usual pair with the dollar.
    func addAsset(_ range: Range<Int>, _ notation: Notation, _ readings: inout [SymbolReading]) {
        guard range.count >= 3, range.count <= 6 else { return }
        let text = upper.extracting(range)
        if let key = CodeKey(.currency, text), let number = table.codes.first(key) {
            guard table.assets[number] != "USD" else { return }
            let (base, quote) = dollarPair(number)
            readings.append(.init(.pair(.init(base: base, quote: quote)), notation))
        } else if let key = CodeKey(.crypto, text), let number = table.codes.first(key) {
            readings.append(.init(.pair(.init(base: table.assets[number], quote: "USD")), notation))
        }
    }

    /// Returns the usual pair of a currency with the dollar.
    func dollarPair(_ number: Int) -> (base: String, quote: String) {
        let code = table.assets[number]
        return table.bases.contains(number) ? (code, "USD") : ("USD", code)
    }

    // MARK: Perpetual contracts

    /// Reads `BTC-PERP`, `BTCUSDT.P`, `BTCPERP`, `BTC-USDT-SWAP`, `BTC PERPETUAL`: a perpetual contract on a pair or an
    /// asset. Returns whether the part is one.
    @discardableResult
    func addPerpetual(
        _ range: Range<Int>, _ notation: Notation, at place: SymbolPlace? = nil, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard let head = perpetualHead(range) else { return false }
        if addPair(head, isOpen: false, notation, at: place, &readings) { return true }
        guard head.count <= 10, shape.all(head, alphanumerics), shape.any(head, shape.letters) else { return false }
        // In `SPY.P`, the P is more likely a place.
        if matches(range.upperBound - 2..<range.upperBound, ".P") { return false }
        let isMarked = !shape.all(range, alphanumerics)
        guard let number = table.asset(named: upper.extracting(head)) else {
            guard isMarked else { return false }
            addQuotes(string(head), notation, at: place, &readings)
            return true
        }
        addQuotes(table.assets[number], notation, at: place, &readings)
        return true
    }

    /// Returns the part before the mark of a perpetual contract; `nil` if the part has no such mark.
    private func perpetualHead(_ range: Range<Int>) -> Range<Int>? {
        func head(_ suffix: StaticString) -> Range<Int>? {
            let start = range.upperBound - suffix.utf8CodeUnitCount
            guard start > range.lowerBound + 1, matches(start..<range.upperBound, suffix) else { return nil }
            let isMark = !shape.all(start - 1..<start, alphanumerics)
            return range.lowerBound..<(isMark ? start - 1 : start)
        }
        switch upper[range.upperBound - 1] {
        case UInt8(ascii: "P"): return head("PERP") ?? head(".P") ?? head("-SWAP")
        case UInt8(ascii: "L"): return head("PERPETUAL")
        default: return nil
        }
    }

    /// Adds the pairs of an asset with the dollar and with dollar tokens; for a dollar token, only the pair with the
    /// dollar.
    func addQuotes(
        _ base: String, _ notation: Notation, at place: SymbolPlace? = nil, _ readings: inout [SymbolReading]
    ) {
        let isToken = table.has(.quote, base.utf8Span.span)
        for quote in ["USD", "USDT", "USDC"] where quote == "USD" || !isToken {
            add(.pair(.init(base: base, quote: quote, place: place)), notation, &readings)
        }
    }

    /// Reads `ES=F`, `EURUSD=X`, `JPY=X` of finance sites, and `EUR=`, `EURGBP=`, `EUR=R` of RICs.
    func readEquals(_ readings: inout [SymbolReading]) {
        guard let mark = shape.first(whole, shape.equals), mark > 0 else { return }
        let head = 0..<mark
        let tail = mark + 1..<shape.count
        guard shape.all(head, alphanumerics) else { return }
        if matches(tail, "F") { return readSiteFuture(head, &readings) }
        if matches(tail, "X") {
            if head.count == 3, let number = table.asset(upper.extracting(head)), table.assets[number] != "USD" {
                // On finance sites, a single currency means the price of the dollar in that currency.
                readings.append(.init(.pair(.init(base: "USD", quote: table.assets[number])), .yahooLike))
            } else {
                addPair(head, isOpen: false, .yahooLike, &readings)
            }
            return
        }
        guard tail.isEmpty || shape.all(tail, alphanumerics) && tail.count <= 4 else { return }
        if !addPair(head, isOpen: false, .ric, &readings) { addAsset(head, .ric, &readings) }
    }
}

import Scanning

extension SymbolText {
    // MARK: A colon

    /// Reads `place ":" ticker`, `ticker ":" place`, and codes of currency, crypto and index feeds before a colon.
    func readColon(_ colon: Int, _ readings: inout [SymbolReading]) {
        let head = 0..<colon
        let tail = colon + 1..<shape.count
        guard !head.isEmpty, !tail.isEmpty else { return }
        if addPrefixedOption(colon, &readings) { return }
        let count = readings.count
        // Before the colon, a short word may be a ticker. In `ICE:US`, the country after the colon decides; in
        // `NYSE:DE`, the exchange.
        if colon <= 3, tail.count == 2 {
            readPlaceAfter(head, tail, &readings)
            readPlaceBefore(head, tail, &readings)
        } else {
            readPlaceBefore(head, tail, &readings)
            readPlaceAfter(head, tail, &readings)
        }
        if readings.count == count { addSymbol(&readings) }
        // Some codes, such as CBOE, denote both an exchange and an index feed, so a reading may have been added twice.
        for index in readings.indices.reversed() where readings[..<index].contains(readings[index]) {
            readings.remove(at: index)
        }
    }

    /// Reads `O:AAPL270115C00260000`, with or without the OCC's padding. Returns whether the text is one.
    func addPrefixedOption(_ colon: Int, _ readings: inout [SymbolReading]) -> Bool {
        let isOfClearingHouse = matches(0..<colon, "O")
        guard isOfClearingHouse || matches(0..<colon, "OPRA"), let option = compactOption(colon + 1..<shape.count)
        else { return false }
        readings.append(.init(.option(option), isOfClearingHouse ? .occ : .chart))
        return true
    }

    /// Returns whether the table contains a product that is traded at a place.
    private func hasFutures(_ place: SymbolPlace) -> Bool {
        place.mics.first.map { table.has(.futuresMarket, $0.utf8Span.span) } ?? false
    }

    /// Reads `NASDAQ:AAPL`, `XNAS:AAPL`, `CME_MINI:ES1!`, `OANDA:EURUSD`, `TVC:SPX`.
    private func readPlaceBefore(_ head: Range<Int>, _ tail: Range<Int>, _ readings: inout [SymbolReading]) {
        let code = upper.extracting(head)
        if table.has(.indexFeed, code) {
            let isMarked = upper[tail.lowerBound] == ASCII.period || upper[tail.lowerBound] == UInt8(ascii: "^")
            let name = tail.lowerBound + (isMarked ? 1 : 0)..<tail.upperBound
            if table.has(.chart, code) {
                // An index feed that is also an exchange has shares as well, so continue.
                addKnownIndex(name, .chart, &readings)
            } else {
                // Index feeds also have prices of metals: TVC:GOLD.
                addName(name, .chart, isSpot: true, &readings)
                addIndex(name, .chart, &readings)
            }
        }
        if let feed = table.place(.currencyFeed, code), !addPair(tail, isOpen: false, .chart, at: feed, &readings) {
            // Contracts for difference have their own symbols in catalogs: OANDA:BCO_USD is `BCOUSD:OANDA`.
            let symbol = string(tail).filter { $0 != "_" } + ":" + string(head)
            readings.append(.init(.symbol(symbol), .chart))
        }
        if let feed = table.place(.cryptoFeed, code), !addCryptoDerivative(tail, at: feed, .chart, &readings),
            !addPerpetual(tail, .chart, at: feed, &readings)
        {
            addPair(tail, isOpen: true, .chart, at: feed, &readings)
        }
        if let key = CodeKey(.chart, code), table.codes.first(key) != nil {
            addAll(key, tail, &readings)
        } else if head.count == 4, let key = CodeKey(.mic, code) {
            addAll(key, tail, &readings)
        }
    }

    /// Adds the readings of a ticker at each place of a code.
    private func addAll(_ key: CodeKey, _ tail: Range<Int>, _ readings: inout [SymbolReading]) {
        var numbers: (Int?, Int?) = (nil, nil)
        table.codes.forEach(key) { number in
            if numbers.0 == nil { numbers.0 = number } else if numbers.1 == nil { numbers.1 = number }
        }
        if upper[tail.upperBound - 1] == UInt8(ascii: "!"), let second = numbers.1, hasFutures(table.places[second]) {
            // Before `!`, a code that denotes both a stock exchange and a futures exchange means the futures exchange:
            // CBOE:VX1!.
            return addTraded(tail, table.places[second], .chart, &readings)
        }
        if let number = numbers.0 { addTraded(tail, table.places[number], .chart, &readings) }
        if let number = numbers.1 { addTraded(tail, table.places[number], .chart, &readings) }
    }

    /// Adds the readings of a text at a place: an option, a future, a product, an index or a share.
    private func addTraded(
        _ range: Range<Int>, _ place: SymbolPlace, _ notation: Notation, _ readings: inout [SymbolReading]
    ) {
        if upper[range.upperBound - 1] == UInt8(ascii: "!") {
            return readContinuous(range, place, notation, &readings)
        }
        if place.countries == ["IN"], addIndianContract(range, place, &readings) { return }
        if let option = compactOption(range, place.mics.first == "OPRA" ? nil : place) {
            readings.append(.init(.option(option), notation))
            return
        }
        let isFutures = hasFutures(place)
        if let option = futureOption(range, notation, place) {
            readings.append(option)
            return
        }
        if let contract = contract(range), isFutures || isRoot(contract.root) {
            addFuture(contract, place, notation, &readings)
            if isFutures { return }
        }
        if isFutures, shape.all(range, alphanumerics), range.count <= 8 {
            readings.append(.init(.product(.init(root: string(range), place: place)), notation))
        }
        addListed(range, place, notation, &readings)
    }

    /// Reads `THYAO:TR` of this format, `VOD:LN` of a terminal's site, `AAPL:XNAS`, `VOD:LSE`, `SPX:IND`, `EURUSD:CUR`.
    private func readPlaceAfter(_ head: Range<Int>, _ tail: Range<Int>, _ readings: inout [SymbolReading]) {
        switch tail.count {
        case 2:
            let country = place(.country, tail)
            if let country { addListed(head, country, .ipf, &readings) }
            if let code = place(.terminal, tail), code.countries != country?.countries {
                addListed(head, code, .terminal, &readings)
            }
        case 3...:
            if matches(tail, "IND") { return addIndex(head, .terminal, &readings) }
            if matches(tail, "CUR") {
                if !addPair(head, isOpen: false, .terminal, &readings) { addAsset(head, .terminal, &readings) }
                return
            }
            if tail.count == 4, let place = place(.mic, tail) {
                if let contract = contract(head), isRoot(contract.root) {
                    addFuture(contract, place, .ipf, &readings)
                }
                addListed(head, place, .ipf, &readings)
            } else if let place = place(.chart, tail) {
                addListed(head, place, .chart, &readings)
            }
        default: break
        }
    }

    // MARK: A period

    /// Reads `.AAPL270115C260` and `./ESZ26C6600:XCME` of this format, and `.SPX` of RICs.
    func readDotted(_ readings: inout [SymbolReading]) {
        guard shape.count > 2 else { return }
        if shape.spaces != 0 { return addSpacedFutureOption(&readings) }
        let body = 1..<shape.count
        if upper[1] == ASCII.slash {
            let (name, place) = withoutMarket(2..<shape.count)
            if let option = futureOption(name, .ipf, place) { readings.append(option) }
            return
        }
        if shape.digits != 0 {
            let (name, place) = withoutMarket(body)
            if let option = compactOption(name, place) {
                readings.append(.init(.option(option), .ipf))
                return
            }
        }
        addIndex(body, .ric, &readings)
    }

    /// Reads `./ZBU5 OZBN5 250620C142.5` of brokers: the future, the option's own root and month, and the option's
    /// expiration.
    private func addSpacedFutureOption(_ readings: inout [SymbolReading]) {
        let end = token(at: 0).upperBound
        guard end > 2 else { return }
        let future = 2..<end
        let option = token(at: min(end + 1, shape.count))
        let rest = min(option.upperBound + 1, shape.count)..<shape.count
        guard upper[1] == ASCII.slash, rest.count >= 8, shape.first(rest, shape.spaces) == nil,
            let underlying = contract(future), let code = contract(option),
            let date = yearMonthDay(rest.lowerBound), let side = side(upper[rest.lowerBound + 6]),
            let strike = strike(rest.lowerBound + 7..<rest.upperBound)
        else { return }
        // The expiration resolves a one-digit year, because the contract month is never before the expiration.
        let dated = ReadingClock(date, country: "US")
        let digits = code.root.upperBound + 1..<option.upperBound
        let year =
            code.yearDigits == 1 ? dated.year(ofLastDigit: number(digits) ?? 0, code.month.month) : code.month.year
        readings.append(
            .init(
                .option(
                    .init(
                        root: string(code.root), future: ContractMonth(code.month.month, year), expiration: .withFuture,
                        strike: strike, side: side,
                        place: table.product(.root, upper.extracting(underlying.root))?.market)), .broker))
    }

    /// Splits off the `:MIC` at the end of a symbol, and returns its place; the place is `nil` if the symbol has no
    /// such end.
    func withoutMarket(_ range: Range<Int>) -> (Range<Int>, SymbolPlace?) {
        guard let colon = shape.last(range, shape.colons),
            let place = place(.mic, colon + 1..<range.upperBound) ?? place(.country, colon + 1..<range.upperBound)
        else { return (range, nil) }
        return (range.lowerBound..<colon, place)
    }

    /// Reads `ticker "." place`, `BRK.B`, `EUR.USD`, `BP.`, and option RICs such as `AAPLA152726000.U`.
    func readPeriods(_ readings: inout [SymbolReading]) {
        let mark = shape.last(whole, shape.periods)!
        let head = 0..<mark
        let tail = mark + 1..<shape.count
        guard !head.isEmpty else { return }
        if tail.isEmpty {
            addShare(whole, nil, .typed, &readings)
            return
        }
        let count = readings.count
        if addKnownIndex(whole, .yahooLike, &readings) { return }
        if addPair(whole, isOpen: false, .typed, &readings) { return }
        if let option = ricOption(head, tail: tail) {
            readings.append(.init(.option(option), .ric))
            return
        }
        if addPrefixed(head, tail, &readings) { return }
        // In BAC.PR.L and XYZ.U, the letter is a series, although L also denotes London, and U the options feed.
        if isSeries(head, tail) {
            addShare(whole, nil, .typed, &readings)
            return
        }
        // VIX.X is an index on some platforms, and BTCUSD.P a perpetual contract.
        if matches(tail, "X") { addKnownIndex(head, .typed, &readings) }
        if addPerpetual(whole, .chart, &readings) { return }
        let isLetter = tail.count == 1 && shape.all(tail, shape.letters)
        // A and B are share classes rather than places: BRK.A.
        let isClass = isLetter && upper[tail.lowerBound] <= UInt8(ascii: "B")
        if isClass { addShare(whole, nil, .typed, &readings) }
        readPlaceSuffix(head, tail, &readings)
        if readings.count == count { addShare(whole, nil, .typed, &readings) }
    }

    /// Reads `HK.00700`, `US.TSLA`, `SH.600519` and `US.AAPL260116C260000` of brokers: the country or exchange precedes
    /// the ticker, and strikes are in thousandths. Returns whether the text is one.
    private func addPrefixed(_ head: Range<Int>, _ tail: Range<Int>, _ readings: inout [SymbolReading]) -> Bool {
        guard head.count == 2, shape.all(head, shape.letters), tail.count > 1 else { return false }
        let exchange = matches(head, "SH") || matches(head, "SZ") ? place(.ric, head) : nil
        guard let place = exchange ?? place(.country, head), shape.any(tail, alphanumerics) else { return false }
        let isAmerican = matches(head, "US")
        if isAmerican, shape.first(tail, ~alphanumerics) == nil, let option = compactOption(tail, thousandths: true) {
            readings.append(.init(.option(option), .broker))
            return true
        }
        let isNumber = shape.all(tail, shape.digits)
        guard exchange == nil || isNumber, isNumber || isAmerican || matches(head, "HK") else { return false }
        // US.TO is the ticker US in Toronto.
        if self.place(.yahooLike, tail) != nil || self.place(.ric, tail) != nil { return false }
        addListed(tail, place, .broker, &readings)
        return true
    }

    /// Returns whether the last part is a series of a company's securities, although it is also the code of a place:
    /// `BAC.PR.L`, `XYZ.U`.
    private func isSeries(_ head: Range<Int>, _ tail: Range<Int>) -> Bool {
        guard tail.count == 1, shape.all(tail, shape.letters) else { return false }
        if upper[tail.lowerBound] == UInt8(ascii: "U") { return shape.all(head, shape.letters) }
        guard let mark = shape.last(head, shape.periods | shape.hyphens) else { return false }
        return matches(mark + 1..<head.upperBound, "PR")
    }

    private func readPlaceSuffix(_ head: Range<Int>, _ tail: Range<Int>, _ readings: inout [SymbolReading]) {
        let site = place(.yahooLike, tail)
        let ric = place(.ric, tail)
        if let site {
            if hasFutures(site), let contract = contract(head) {
                addFuture(contract, site, .yahooLike, &readings)
            }
            // If RICs and finance sites use the same suffix for different spellings, a lowercase class letter without a
            // hyphen before it indicates a RIC.
            let isRic =
                ric.map { $0.mics == site.mics } ?? false && shape.small.nonzeroBitCount == 1
                && shape.any(mark(before: tail), shape.small)
            if !isRic { addListed(head, site, .yahooLike, &readings) }
            if let ric, isRic || ric.mics != site.mics { addListed(head, ric, .ric, &readings) }
        } else if let ric {
            addListed(head, ric, .ric, &readings)
        } else if tail.count <= 3, share(whole, nil)?.series != nil {
            // OXY.WS is a warrant, although WS is also the country code of Samoa.
            return
        } else if let place = tail.count == 4 ? place(.mic, tail) : place(.chart, tail) ?? place(.country, tail) {
            addListed(head, place, tail.count == 4 ? .ipf : .yahooLike, &readings)
        } else if matches(tail, "FOREX") || matches(tail, "CC") {
            addPair(head, isOpen: false, .yahooLike, &readings)
        } else if matches(tail, "INDX") {
            addIndex(head, .yahooLike, &readings)
        }
    }

    /// Returns the range of the byte before the point of a suffix.
    private func mark(before tail: Range<Int>) -> Range<Int> { tail.lowerBound - 2..<tail.lowerBound - 1 }

    // MARK: Other marks

    /// Reads `BTC-USD`, `EUR/USD`, `BRK-B`, `NOVO_B`, `BAC-PL`.
    func readParted(_ readings: inout [SymbolReading]) {
        // Accept unknown assets, because on sites only a currency follows a hyphen or slash.
        let marks = shape.hyphens | shape.slashes | shape.underscores
        let mark = shape.last(whole, marks)!
        let isOpen = shape.count - mark > 3 && mark >= 2
        if addPerpetual(whole, .chart, &readings) { return }
        if addSuffixedCountry(mark, &readings) { return }
        if addPair(whole, isOpen: isOpen, shape.hyphens != 0 ? .yahooLike : .typed, &readings) { return }
        if shape.digits != 0, let typed = FreeFormParser(self) {
            if typed.addOptions(self, .typed, &readings) || typed.addFutures(self, &readings) { return }
        }
        if addSpread(whole, &readings) || addName(whole, .typed, &readings) { return }
        addShare(whole, nil, shape.hyphens != 0 ? .yahooLike : .typed, &readings)
    }

    /// Reads `TSLA-US` and `700-HK` of data services: the country follows the ticker. Returns whether the text is one.
    private func addSuffixedCountry(_ mark: Int, _ readings: inout [SymbolReading]) -> Bool {
        let tail = mark + 1..<shape.count
        guard upper[mark] == ASCII.minus, tail.count == 2, shape.all(tail, shape.letters), mark > 0,
            let country = place(.country, tail)
        else { return false }
        // BAC-PL is a series of preferred shares rather than a ticker in Poland, and HOM-UN are units.
        if share(whole, nil)?.series != nil { return false }
        addListed(0..<mark, country, .broker, &readings)
        return true
    }
}

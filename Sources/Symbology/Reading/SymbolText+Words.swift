import Scanning

extension SymbolText {
    /// Reads `text ::= spread | dotted | slashed | marked | word | words`. The first character decides.
    func read(_ readings: inout [SymbolReading]) {
        if addLabeledIdentifier(&readings) { return }
        switch upper[0] {
        case ASCII.equals: addSymbol(&readings)
        case ASCII.period: readDotted(&readings)
        case ASCII.slash: readSlashed(&readings)
        case UInt8(ascii: "^"): addIndex(1..<shape.count, .yahooLike, &readings)
        case UInt8(ascii: "$"), ASCII.hash: readTag(&readings)
        case UInt8(ascii: "@"): readAt(&readings)
        case ASCII.minus, ASCII.plus:
            if let option = compactOption(1..<shape.count) { readings.append(.init(.option(option), .broker)) }
        default:
            if shape.spaces == 0 { readWord(&readings) } else { readWords(&readings) }
        }
        addEmbeddedIdentifier(&readings)
    }

    /// Reads the text, in its original case, as a symbol of this format.
    func addSymbol(_ readings: inout [SymbolReading]) {
        readings.append(.init(.symbol(String(decoding: written)), .ipf))
    }

    /// Reads a text without spaces.
    private func readWord(_ readings: inout [SymbolReading]) {
        if shape.count > 4, addExpiredFuture(&readings) { return }
        if shape.digits.nonzeroBitCount >= 2 {
            if addCryptoDerivative(whole, at: nil, .exchange, &readings) { return }
            if addIndianContract(whole, nil, &readings) { return }
        }
        if let colon = shape.first(whole, shape.colons) { return readColon(colon, &readings) }
        if shape.equals != 0 { return readEquals(&readings) }
        if upper[shape.count - 1] == UInt8(ascii: "!") { return readContinuous(whole, nil, .chart, &readings) }
        if shape.digits != 0 {
            if shape.digits.nonzeroBitCount >= 6, let option = compactOption(whole) {
                readings.append(.init(.option(option), optionNotation(option)))
                return
            }
            if addIdentifier(whole, &readings) { return }
        }
        if shape.periods != 0 { return readPeriods(&readings) }
        if shape.hyphens | shape.slashes | shape.underscores != 0 { return readParted(&readings) }
        readPlain(&readings)
    }

    /// Reads a word of letters and digits: as a ticker, and in its other possible meanings.
    private func readPlain(_ readings: inout [SymbolReading]) {
        let notAlphanumeric = shape.bits(whole) & ~alphanumerics
        if notAlphanumeric != 0 {
            addShare(whole, nil, .typed, &readings)
            addName(whole, .typed, &readings)
            return
        }
        let contract = shape.digits == 0 ? nil : self.contract(whole)
        // If the digit as a year would be far ahead, it is part of a ticker: HEN3 is a share rather than lean hogs of
        // 2033.
        let isNear = contract.map { $0.yearDigits > 1 || $0.month.year < clock.year + 5 } ?? false
        let isFutureFirst = isNear && isRoot(contract!.root)
        if let contract, isFutureFirst { addFuture(contract, nil, .exchange, &readings) }
        if let contract, isNear { addRicFuture(contract, &readings) }
        if let (root, number) = ricContinuous() {
            readings.append(.init(.future(.init(root: root, contract: .continuous(number))), .ric))
        }
        if shape.digits != 0, let option = futureOption(whole, .exchange) {
            readings.append(option)
            return
        }
        if shape.count >= 6, !addPair(whole, isOpen: false, .typed, &readings) {
            addPerpetual(whole, .chart, &readings)
        }
        addShare(whole, nil, .typed, &readings)
        addNumberedFuture(whole, whole.upperBound, &readings)
        addAsset(whole, .typed, &readings)
        addKnownIndex(whole, .typed, &readings)
        if shape.count <= 6, let product = table.product(.root, upper) {
            readings.append(.init(.product(.init(root: product.root)), .exchange))
        }
        if let contract, !isNear { addRicFuture(contract, &readings) }
        if let contract, !isFutureFirst { addFuture(contract, nil, .exchange, &readings) }
        addName(whole, .typed, &readings)
        addBeginning(&readings)
        addUnlabeledNumber(&readings)
    }

    /// Reads `$SPX`, `$SPX.X`, `$TOP10`, `$AAPL`, `#AAPL`: a symbol of this format, an index or a ticker.
    private func readTag(_ readings: inout [SymbolReading]) {
        guard shape.spaces == 0, shape.count > 1 else { return }
        if upper[0] != ASCII.hash { addSymbol(&readings) }
        let isMarked = shape.count > 3 && matches(shape.count - 2..<shape.count, ".X")
        let code = 1..<(isMarked ? shape.count - 2 : shape.count)
        addKnownIndex(code, .typed, &readings)
        if !isMarked { addShare(code, nil, .typed, &readings) }
    }

    /// Reads the futures notations `@ESZ26`, `@ES#` and `@ES` of some platforms.
    private func readAt(_ readings: inout [SymbolReading]) {
        guard shape.spaces == 0, shape.count > 1 else { return }
        if let contract = contract(1..<shape.count) { return addFuture(contract, nil, .exchange, &readings) }
        let isMarked = upper[shape.count - 1] == ASCII.hash
        let root = 1..<(isMarked ? shape.count - 1 : shape.count)
        guard shape.all(root, alphanumerics), root.count <= 6 else { return }
        readings.append(.init(.future(.init(root: string(root), contract: .continuous(1))), .exchange))
    }

    /// Reads several words: a terminal's text, an identifier, an option, a future, a pair, or a ticker with a place or
    /// class.
    private func readWords(_ readings: inout [SymbolReading]) {
        let firstEnd = token(at: 0).upperBound
        if let colon = shape.first(0..<firstEnd, shape.colons), addPrefixedOption(colon, &readings) { return }
        let lastStart = shape.last(whole, shape.spaces)! + 1
        if let sector = Sector(self, lastStart..<shape.count) {
            return readTerminal(0..<lastStart - 1, sector, &readings)
        }
        let isTwo = firstEnd == lastStart - 1
        if shape.digits.nonzeroBitCount >= 6 {
            if let option = compactOption(whole) {
                readings.append(.init(.option(option), optionNotation(option)))
                return
            }
            if addIdentifier(whole, &readings) { return }
        }
        if let typed = FreeFormParser(self) {
            if typed.addOptions(self, .typed, &readings) { return }
            if typed.addFutures(self, &readings) { return }
        }
        if addContinuousWords(&readings) || addSpread(whole, &readings) || addPerpetual(whole, .chart, &readings) {
            return
        }
        if addName(whole, .typed, &readings) { return }
        if isTwo, addPair(whole, isOpen: false, .typed, &readings) { return }
        readPlacedWords(0..<lastStart - 1, lastStart..<shape.count, &readings)
    }

    /// Reads `ticker [class] place` or `ticker class`.
    private func readPlacedWords(_ head: Range<Int>, _ last: Range<Int>, _ readings: inout [SymbolReading]) {
        let headSpaces = (shape.bits(head) & shape.spaces).nonzeroBitCount
        if headSpaces <= 1, last.count == 2, let place = place(.terminal, last) {
            // If two words precede the place, the second is a class: `NOVO B DC`.
            if headSpaces == 0 || share(head, nil)?.series != nil { addListed(head, place, .terminal, &readings) }
        }
        if headSpaces <= 1, let share = share(head.lowerBound..<last.upperBound, nil), share.series != nil {
            readings.append(.init(.share(share), .typed))
        }
    }
}

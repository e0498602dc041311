import Scanning

extension Sector {
    /// Creates the sector that a word denotes; `nil` for other words.
    init?(_ text: borrowing SymbolText, _ word: Range<Int>) {
        switch word.count {
        case 4 where text.matches(word, "CORP") || text.matches(word, "GOVT") || text.matches(word, "MUNI"):
            self = .bond
        case 4 where text.matches(word, "MTGE"): self = .bond
        case 5 where text.matches(word, "INDEX"): self = .index
        case 6 where text.matches(word, "EQUITY"): self = .equity
        case 6 where text.matches(word, "COMDTY"): self = .commodity
        case 6 where text.matches(word, "CURNCY"): self = .currency
        default: return nil
        }
    }
}

extension SymbolText {
    /// Reads a terminal's text without its sector.
    func readTerminal(_ body: Range<Int>, _ sector: Sector, _ readings: inout [SymbolReading]) {
        guard !body.isEmpty else { return }
        let isOneWord = shape.first(body, shape.spaces) == nil
        let count = readings.count
        switch sector {
        case .bond:
            _ = addIdentifier(body, &readings)
            return
        case .currency:
            if readTerminalFuture(body, sector, &readings) { return }
            // The price source may follow the code: EURUSD BGN Curncy.
            let code = isOneWord ? body : body.lowerBound..<shape.first(body, shape.spaces)!
            if !addPair(code, isOpen: false, .terminal, &readings) { addAsset(code, .terminal, &readings) }
            return
        case .index:
            if isOneWord, addKnownIndex(body, .terminal, &readings) { return }
            // `hang seng index` is a name rather than a terminal's code.
            if shape.digits == 0, addName(body, .typed, &readings) || addName(whole, .typed, &readings) { return }
            if readTerminalFuture(body, sector, &readings) { return }
        case .commodity:
            if readTerminalFuture(body, sector, &readings) { return }
        case .equity: break
        }
        if !isOneWord || shape.any(body, shape.digits), let typed = FreeFormParser(self, body, isRootFirst: true),
            typed.addOptions(self, .terminal, &readings)
        {
            return
        }
        switch sector {
        case .index: if isOneWord { addIndex(body, .terminal, &readings) }
        case .equity:
            guard let space = shape.last(body, shape.spaces) else {
                addShare(body, nil, .terminal, &readings)
                return
            }
            if let place = place(.terminal, space + 1..<body.upperBound) {
                addShare(body.lowerBound..<space, place, .terminal, &readings)
            }
            if readings.count == count { addShare(body, nil, .terminal, &readings) }
        default: break
        }
    }

    /// Reads `ESZ6`, `ES1`, `ESA`, `C Z6`, `ESZ6C 6600`. Terminals have their own roots: `C` is corn.
    private func readTerminalFuture(_ body: Range<Int>, _ sector: Sector, _ readings: inout [SymbolReading]) -> Bool {
        // A one-letter root is followed by a space.
        let space = shape.first(body, shape.spaces)
        let rootEnd: Int
        let code: Range<Int>
        if let space, space - body.lowerBound <= 2, shape.last(body, shape.spaces) == space,
            shape.all(body.lowerBound..<space, alphanumerics)
        {
            rootEnd = space
            code = space + 1..<body.upperBound
        } else if space == nil {
            let start = shape.digitsStart(body)
            if start == body.upperBound {
                // The A in ESA denotes the active contract.
                guard body.count >= 2, upper[start - 1] == UInt8(ascii: "A"),
                    let product = table.product(sector.rootKind, upper.extracting(body.lowerBound..<start - 1))
                else { return false }
                readings.append(.init(.future(.init(root: product.root, contract: .continuous(1))), .terminal))
                return true
            }
            // In ESZ6, the letter before the year is the month. In ES1, all letters belong to the root.
            let isMonth = start - 1 > body.lowerBound && DeliveryMonth(letter: upper[start - 1]) != nil
            let isNumber = has(sector.rootKind, body.lowerBound..<start)
            rootEnd = isMonth && !isNumber ? start - 1 : start
            code = rootEnd..<body.upperBound
        } else if let space, let last = shape.last(body, shape.spaces), last == space {
            return readTerminalFutureOption(
                body.lowerBound..<space, space + 1..<body.upperBound, sector, &readings)
        } else {
            return false
        }
        let rootRange = body.lowerBound..<rootEnd
        let root = table.product(sector.rootKind, upper.extracting(rootRange))?.root ?? string(rootRange)
        if let number = number(code), code.count <= 2, number > 0 {
            readings.append(.init(.future(.init(root: root, contract: .continuous(number))), .terminal))
            return true
        }
        guard code.count >= 2, shape.letters >> UInt64(code.lowerBound) & 1 == 1,
            let letter = DeliveryMonth(letter: upper[code.lowerBound]),
            let year = year(code.lowerBound + 1..<code.upperBound, letter)
        else { return false }
        let contract = ContractCode(
            root: rootRange, month: ContractMonth(letter, year), yearDigits: code.count - 1)
        addFuture(root, contract, nil, .terminal, &readings)
        return true
    }

    /// Reads `ESZ6C 6600`: an option on a future.
    private func readTerminalFutureOption(
        _ head: Range<Int>, _ strikeRange: Range<Int>, _ sector: Sector, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard head.count >= 4, let side = side(upper[head.upperBound - 1]),
            let contract = contract(head.lowerBound..<head.upperBound - 1), let strike = strike(strikeRange)
        else { return false }
        let root = table.product(sector.rootKind, upper.extracting(contract.root))?.root ?? string(contract.root)
        readings.append(
            .init(
                .option(.init(root: root, future: contract.month, expiration: .withFuture, strike: strike, side: side)),
                .terminal))
        return true
    }
}

import Scanning

/// A future's code in parts.
struct ContractCode {
    let root: Range<Int>
    let month: ContractMonth
}

extension SymbolText {
    /// `root letter year`: `ESZ6`, `ESZ26`, `ESZ2026`; a year of one digit is the nearest whose month has not passed.
    func contract(_ range: Range<Int>) -> ContractCode? {
        let start = shape.digitsStart(range)
        guard start - range.lowerBound >= 2, start - range.lowerBound <= 9, start < range.upperBound,
            let month = DeliveryMonth(letter: upper[start - 1]), let year = year(start..<range.upperBound, month)
        else { return nil }
        let root = range.lowerBound..<start - 1
        guard shape.all(root, alphanumerics) else { return nil }
        return ContractCode(root: root, month: ContractMonth(month, year))
    }

    /// A year of one, two or four digits.
    func year(_ range: Range<Int>, _ month: DeliveryMonth) -> Int? {
        guard let value = number(range) else { return nil }
        switch range.count {
        case 1: return clock.year(ofLastDigit: value, month)
        case 2: return clock.year(ofTwoDigits: value)
        case 4: return (1970...2199).contains(value) ? value : nil
        default: return nil
        }
    }

    /// Whether a part is the root of a product, as its exchange has it.
    func isRoot(_ range: Range<Int>) -> Bool { has(.root, range) }

    func addFuture(
        _ contract: ContractCode, _ place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) {
        readings.append(
            .init(
                .future(.init(root: string(contract.root), contract: .month(contract.month), place: place)), notation))
    }

    /// `ES1!`: the n-th future from the front.
    func readContinuous(
        _ range: Range<Int>, _ place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) {
        let body = range.lowerBound..<range.upperBound - 1
        let start = shape.digitsStart(body)
        // Roots may end with digits of their own: of SR31! only the last is the number.
        let isRootShort = body.upperBound - start <= 2 && start > body.lowerBound && isRoot(body.lowerBound..<start)
        let numberStart = isRootShort ? start : max(start, body.upperBound - 1)
        guard let number = number(numberStart..<body.upperBound), number > 0, numberStart > body.lowerBound,
            shape.all(body, alphanumerics)
        else { return }
        let root = string(body.lowerBound..<numberStart)
        readings.append(.init(.future(.init(root: root, contract: .continuous(number), place: place)), notation))
    }

    /// `ESc1`, `LCOc12` of RICs: capitals, a small c, and the number from the front.
    func ricContinuous() -> (root: String, number: Int)? {
        guard shape.small.nonzeroBitCount == 1, shape.digits != 0 else { return nil }
        let mark = shape.small.trailingZeroBitCount
        let tail = mark + 1..<shape.count
        guard mark > 0, mark <= 7, upper[mark] == UInt8(ascii: "C"), tail.count <= 2, let number = number(tail),
            number > 0
        else { return nil }
        let root = table.product(.ricRoot, upper.extracting(0..<mark))?.root ?? string(0..<mark)
        return (root, number)
    }

    /// RICs have roots of their own: `CZ6` is corn. Nothing where the root is the exchange's.
    func addRicFuture(_ contract: ContractCode, _ readings: inout [SymbolReading]) {
        guard let product = table.product(.ricRoot, upper.extracting(contract.root)),
            product.root != string(contract.root)
        else { return }
        readings.append(.init(.future(.init(root: product.root, contract: .month(contract.month))), .ric))
    }

    /// `ES=F` of finance sites is the front month; `ESZ26=F` a month's.
    func readSiteFuture(_ head: Range<Int>, _ readings: inout [SymbolReading]) {
        if let product = table.product(.yahooRoot, upper.extracting(head)) {
            readings.append(.init(.future(.init(root: product.root, contract: .continuous(1))), .yahooLike))
        } else if let contract = contract(head) {
            addFuture(contract, nil, .yahooLike, &readings)
        } else if head.count <= 6 {
            readings.append(.init(.future(.init(root: string(head), contract: .continuous(1))), .yahooLike))
        }
    }

    /// `/ES`, `/ESZ26`, `/ESZ26:XCME`, `/ES Z26`, `/ES DEC26`, `/ES1!`: this format's mark of futures before any of their forms.
    func readSlashed(_ readings: inout [SymbolReading]) {
        guard shape.count > 1 else { return }
        if shape.spaces != 0 {
            if let typed = FreeFormParser(self) { _ = typed.addFutures(self, &readings) }
            return
        }
        let (name, place) = withoutMarket(1..<shape.count)
        guard !name.isEmpty else { return }
        if upper[name.upperBound - 1] == UInt8(ascii: "!") { return readContinuous(name, place, .typed, &readings) }
        if let contract = contract(name) {
            addFuture(contract, place, .ipf, &readings)
            if isRoot(contract.root) { return }
        }
        if let option = futureOption(name, .ipf, place) { readings.append(option) }
        if shape.all(name, alphanumerics), name.count <= 8 {
            readings.append(.init(.product(.init(root: string(name), place: place)), .ipf))
        }
    }
}

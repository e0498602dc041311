import Scanning

/// The parts of a future's code, such as `ESZ26`.
struct ContractCode {
    let root: Range<Int>
    let month: ContractMonth
    /// The number of digits of the year: 1, 2 or 4.
    let yearDigits: Int
}

extension SymbolText {
    /// Reads `root letter year`: `ESZ6`, `ESZ26`, `ESZ2026`. A one-digit year means the next such month that has not
    /// passed.
    func contract(_ range: Range<Int>) -> ContractCode? {
        let start = shape.digitsStart(range)
        guard start - range.lowerBound >= 2, start - range.lowerBound <= 9, start < range.upperBound,
            let month = DeliveryMonth(letter: upper[start - 1]), let year = year(start..<range.upperBound, month)
        else { return nil }
        let root = range.lowerBound..<start - 1
        guard shape.all(root, alphanumerics) else { return nil }
        return ContractCode(
            root: root, month: ContractMonth(month, year), yearDigits: range.upperBound - start)
    }

    /// Returns a year of one, two or four digits.
    func year(_ range: Range<Int>, _ month: DeliveryMonth) -> Int? {
        guard let value = number(range) else { return nil }
        switch range.count {
        case 1: return clock.year(ofLastDigit: value, month)
        case 2: return clock.year(ofTwoDigits: value)
        case 4: return (1970...2199).contains(value) ? value : nil
        default: return nil
        }
    }

    /// Returns whether a part is the exchange's root of a product.
    func isRoot(_ range: Range<Int>) -> Bool { has(.root, range) }

    func addFuture(
        _ contract: ContractCode, _ place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) {
        addFuture(string(contract.root), contract, place, notation, &readings)
    }

    /// Adds the future of a month. If the text has one digit for the year and could also mean a month that has just
    /// passed, adds that future as a second reading.
    func addFuture(
        _ root: String, _ contract: ContractCode, _ place: SymbolPlace?, _ notation: Notation,
        _ readings: inout [SymbolReading]
    ) {
        readings.append(.init(.future(.init(root: root, contract: .month(contract.month), place: place)), notation))
        if contract.yearDigits == 1, let passed = clock.justPassed(contract.month) {
            readings.append(.init(.future(.init(root: root, contract: .month(passed), place: place)), notation))
        }
    }

    /// Reads `ES1!`: a root and the position among the futures, from the front.
    func readContinuous(
        _ range: Range<Int>, _ place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) {
        let body = range.lowerBound..<range.upperBound - 1
        let start = shape.digitsStart(body)
        // A root may end in a digit: in SR31! only the last digit is the position.
        let isRootShort = body.upperBound - start <= 2 && start > body.lowerBound && isRoot(body.lowerBound..<start)
        let numberStart = isRootShort ? start : max(start, body.upperBound - 1)
        guard let number = number(numberStart..<body.upperBound), number > 0, numberStart > body.lowerBound,
            shape.all(body, alphanumerics)
        else { return }
        let root = string(body.lowerBound..<numberStart)
        readings.append(.init(.future(.init(root: root, contract: .continuous(number), place: place)), notation))
    }

    /// Reads `ES1` and `NQ12`: a known root of letters, and the position from the front. If the two are separated,
    /// `rootEnd` is the end of the root; otherwise, it is the end of the range.
    @discardableResult
    func addNumberedFuture(_ range: Range<Int>, _ rootEnd: Int, _ readings: inout [SymbolReading]) -> Bool {
        let start = shape.digitsStart(range)
        let root = range.lowerBound..<min(rootEnd, start)
        guard range.upperBound - start <= 2, root.count >= 2, shape.any(root, shape.letters), isRoot(root),
            let number = number(start..<range.upperBound), number > 0, upper[start] != ASCII.zero
        else { return false }
        readings.append(.init(.future(.init(root: string(root), contract: .continuous(number))), .typed))
        return true
    }

    /// Reads `ES 1`, `ES 1!`, `es front month`, `crude oil continuous`. Returns whether the text has such a form.
    func addContinuousWords(_ readings: inout [SymbolReading]) -> Bool {
        let first = token(at: 0)
        let lastStart = shape.last(whole, shape.spaces)! + 1
        if first.upperBound == lastStart - 1 {
            let isMarked = upper[shape.count - 1] == UInt8(ascii: "!")
            let end = shape.count - (isMarked ? 1 : 0)
            if shape.all(lastStart..<end, shape.digits) {
                return addNumberedFuture(0..<end, first.upperBound, &readings)
            }
        }
        var end = lastStart - 1
        var word = lastStart..<shape.count
        if matches(word, "MONTH"), let space = shape.last(0..<end, shape.spaces) {
            word = space + 1..<end
            end = space
        }
        guard matches(word, "FRONT") || matches(word, "CONTINUOUS"),
            case let products = table.products(named: upper.extracting(0..<end)), !products.isEmpty
        else { return false }
        for product in products {
            readings.append(.init(.future(.init(root: product.root, contract: .continuous(1))), .typed))
        }
        return true
    }

    /// Reads the RICs `ESc1` and `LCOc12`: a root in capitals, a lowercase c, and the position from the front.
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

    /// Reads a future whose root in RICs differs from the exchange's root: `CZ6` is corn.
    func addRicFuture(_ contract: ContractCode, _ readings: inout [SymbolReading]) {
        guard let product = table.product(.ricRoot, upper.extracting(contract.root)),
            product.root != string(contract.root)
        else { return }
        addFuture(product.root, contract, nil, .ric, &readings)
    }

    /// Reads the RICs `CLZ6^1` and `CLZ25^2`: an expired future, followed by the digit of its decade. Returns whether
    /// the text is one.
    func addExpiredFuture(_ readings: inout [SymbolReading]) -> Bool {
        let code = 0..<shape.count - 2
        guard upper[shape.count - 2] == UInt8(ascii: "^"), upper[shape.count - 1].isASCIIDigit,
            let contract = contract(code), contract.yearDigits <= 2
        else { return false }
        let decade = upper[shape.count - 1].digitValue
        // The digit means the most recent decade with this digit that has begun.
        let current = clock.year / 10
        let year = (current - (current - decade) % 10) * 10 + contract.month.year % 10
        guard contract.yearDigits == 1 || year % 100 == contract.month.year % 100 else { return false }
        let root = table.product(.ricRoot, upper.extracting(contract.root))?.root ?? string(contract.root)
        let month = ContractMonth(contract.month.month, year)
        readings.append(.init(.future(.init(root: root, contract: .month(month))), .ric))
        return true
    }

    /// Reads `ES=F` of finance sites, which is the front month, and `ESZ26=F`, which is a given month.
    func readSiteFuture(_ head: Range<Int>, _ readings: inout [SymbolReading]) {
        if let product = table.product(.yahooRoot, upper.extracting(head)) {
            readings.append(.init(.future(.init(root: product.root, contract: .continuous(1))), .yahooLike))
        } else if let contract = contract(head) {
            addFuture(contract, nil, .yahooLike, &readings)
        } else if head.count <= 6 {
            readings.append(.init(.future(.init(root: string(head), contract: .continuous(1))), .yahooLike))
        }
    }

    /// Reads futures after the slash of this format: `/ES`, `/ESZ26`, `/ESZ26:XCME`, `/ES Z26`, `/ES DEC26`, `/ES1!`.
    func readSlashed(_ readings: inout [SymbolReading]) {
        guard shape.count > 1 else { return }
        if shape.spaces != 0 {
            if let typed = FreeFormParser(self) { _ = typed.addFutures(self, &readings) }
            if readings.isEmpty { _ = addSpread(1..<shape.count, &readings) }
            return
        }
        if shape.hyphens | shape.slashes & ~1 != 0, addSpread(1..<shape.count, &readings) { return }
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

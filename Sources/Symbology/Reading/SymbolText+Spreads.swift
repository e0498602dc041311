import Scanning

extension SymbolText {
    /// Reads a calendar spread: `ESZ6-ESH7`, `ESZ6-H7`, `es z6 h7`, `es dec mar`, `es calendar spread`. Returns whether
    /// the part is one.
    func addSpread(_ range: Range<Int>, _ readings: inout [SymbolReading]) -> Bool {
        guard isSpreadLikely(range) else { return false }
        var words = CalendarSpreadWords(self, range)
        guard let spread = words.spread(self) else { return false }
        readings.append(.init(.spread(spread), .typed))
        return true
    }

    /// Returns whether a part may be a spread, because it contains a month or the word `spread`.
    private func isSpreadLikely(_ range: Range<Int>) -> Bool {
        if FreeFormParser.mayBe(self, range) { return true }
        let last = (shape.last(range, shape.spaces) ?? range.lowerBound - 1) + 1..<range.upperBound
        return matches(last, "SPREAD") || matches(last, "SPREADS")
    }
}

/// The words of a calendar spread: a product, months, and `calendar` or `spread`.
private struct CalendarSpreadWords {
    private var tokens: [Range<Int>] = []
    private var index = 0
    private var root: String?
    private var months: [ContractMonth] = []
    private var isNamed = false

    init(_ text: borrowing SymbolText, _ range: Range<Int>) {
        var start = range.lowerBound
        while let first = text.shape.first(start..<range.upperBound, text.alphanumerics), tokens.count < 10 {
            let end = text.shape.first(first..<range.upperBound, ~text.alphanumerics) ?? range.upperBound
            tokens.append(first..<end)
            start = end
        }
    }

    mutating func spread(_ text: borrowing SymbolText) -> CalendarSpreadReference? {
        guard tokens.count >= 2, takeRoot(text), let root else { return nil }
        while index < tokens.count {
            guard takeWord(text) else { return nil }
        }
        if months.count == 2 {
            return months[0] == months[1] ? nil : .init(root: root, near: months[0], far: months[1])
        }
        return isNamed && months.count < 2 ? .init(root: root, near: months.first) : nil
    }

    /// Reads the product from the first tokens: `ESZ6`, `es`, `crude oil`.
    private mutating func takeRoot(_ text: borrowing SymbolText) -> Bool {
        if let contract = text.contract(tokens[0]), text.isRoot(contract.root) {
            root = text.string(contract.root)
            months = [contract.month]
            index = 1
            return true
        }
        for count in (1...min(4, tokens.count)).reversed() {
            let name = tokens[0].lowerBound..<tokens[count - 1].upperBound
            guard let product = text.table.products(named: text.upper.extracting(name)).first else { continue }
            root = product.root
            index = count
            return true
        }
        return false
    }

    /// Reads a month, a second contract, or a word that denotes spreads.
    private mutating func takeWord(_ text: borrowing SymbolText) -> Bool {
        let token = tokens[index]
        index += 1
        if text.matches(token, "SPREAD") || text.matches(token, "SPREADS") || text.matches(token, "CALENDAR") {
            isNamed = true
            return true
        }
        if text.matches(token, "FUTURES") || text.matches(token, "FUTURE") { return true }
        guard months.count < 2 else { return false }
        if let contract = text.contract(token), text.string(contract.root) == root {
            months.append(contract.month)
            return true
        }
        let letters = token.lowerBound..<text.shape.digitsStart(token)
        if let month = FreeFormParser.monthNumber(text, letters).flatMap({ DeliveryMonth($0) }) {
            return takeMonth(month, text, letters.upperBound..<token.upperBound)
        }
        guard letters.count == 1, let month = DeliveryMonth(letter: text.upper[token.lowerBound]),
            letters.upperBound < token.upperBound
        else { return false }
        return takeMonth(month, text, letters.upperBound..<token.upperBound)
    }

    /// Adds a month, which a year may follow: `DEC26`, `dec 26`, `Z6`, `dec`.
    private mutating func takeMonth(
        _ month: DeliveryMonth, _ text: borrowing SymbolText, _ digits: Range<Int>
    ) -> Bool {
        var digits = digits
        if digits.isEmpty, index < tokens.count, tokens[index].count != 1,
            text.shape.all(tokens[index], text.shape.digits)
        {
            digits = tokens[index]
            index += 1
        }
        if digits.isEmpty {
            var value = text.clock.next(month)
            // The second month must be later than the first.
            if let first = months.first, value < first { value = ContractMonth(month, value.year + 1) }
            months.append(value)
            return true
        }
        guard let year = text.year(digits, month) else { return false }
        months.append(ContractMonth(month, year))
        return true
    }
}

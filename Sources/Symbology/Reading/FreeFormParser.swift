import Scanning

/// Reads options and futures as people type them: a root, a day or month, a strike and a side, in any order.
///
/// The text is split into terms: numbers, months and sides. To decide which number is the day, the year and the
/// strike, the parser tries all assignments that use each number once. Each assignment is a reading:
/// `aapl jan 15 2027 260 c` has one, and `aapl jan 27 260 c` has two (27 as day or year).
struct FreeFormParser {
    enum Kind { case number, month, side }

    struct Term {
        var kind: Kind
        var range: Range<Int>
        /// The value of a number without decimals; 1…12 for a month; 0 (call) or 1 (put) for a side.
        var value: Int
        /// Whether a number cannot be part of a date, because it has decimals, follows $, or is joined to a side.
        var isStrike: Bool
        /// The single character between the previous term and this one: a mark or a space; 0 if the terms are joined.
        var mark: UInt8
    }

    /// The terms without the root.
    private var terms: [Term] = []
    private(set) var root: Range<Int> = 0..<0
    /// Whether the root is the name of the underlying: several words, or a word that is too long for a root.
    private var isName = false
    /// The month of a future, if the root contains it: `ESZ6 6600 C`, `ES Z26`.
    private var contractMonth: ContractMonth?
    /// The place after the root: `AAPL US 1/15/27 C260`.
    private var place: SymbolPlace?
    private var hasFutureWord = false
    /// Whether the first word is always the root, as in terminals' texts.
    private let isRootFirst: Bool
    private var month: Int?
    private var side: Int?

    /// Splits a text into terms; `nil` if a word is neither a term nor part of the root, or if there is no day, month
    /// or strike.
    init?(_ text: borrowing SymbolText) { self.init(text, text.whole, isRootFirst: false) }

    /// Splits a part of a text into terms.
    init?(_ text: borrowing SymbolText, _ range: Range<Int>, isRootFirst: Bool) {
        self.isRootFirst = isRootFirst
        guard Self.mayBe(text, range) else { return nil }
        terms.reserveCapacity(10)
        var start = range.lowerBound
        var isFirst = true
        while start < range.upperBound {
            let end = text.shape.first(start..<range.upperBound, text.shape.spaces) ?? range.upperBound
            guard addWord(text, start..<end, isFirst: isFirst, rest: end..<range.upperBound) else { return nil }
            isFirst = false
            start = end + 1
        }
        guard !root.isEmpty, terms.count <= 10 else { return nil }
    }

    /// Returns whether a part contains a number or the name of a month. Without either, it is no option or future.
    static func mayBe(_ text: borrowing SymbolText, _ range: Range<Int>) -> Bool {
        if text.shape.any(range, text.shape.digits) { return true }
        guard text.shape.spaces != 0 else { return false }
        var start = range.lowerBound
        while start < range.upperBound {
            let end = text.shape.first(start..<range.upperBound, text.shape.spaces) ?? range.upperBound
            if monthNumber(text, start..<end) != nil { return true }
            start = end + 1
        }
        return false
    }

    // MARK: Words

    /// Adds a word: the root, a place after it, a filler word, or terms.
    private mutating func addWord(
        _ text: borrowing SymbolText, _ word: Range<Int>, isFirst: Bool, rest: Range<Int>
    ) -> Bool {
        guard !word.isEmpty else { return true }
        if isFirst, isRootFirst {
            root = word
            return true
        }
        if Self.isFiller(text, word) { return true }
        if Self.isFuture(text, word) {
            hasFutureWord = true
            return true
        }
        if root.isEmpty, takeRoot(text, word, isFirst: isFirst, rest: rest) { return true }
        if !root.isEmpty, place == nil, terms.isEmpty, word.count == 2, let place = text.place(.terminal, word) {
            self.place = place
            return true
        }
        if !root.isEmpty, contractMonth == nil, word.count <= 5,
            let letter = DeliveryMonth(letter: text.upper[word.lowerBound]),
            text.shape.letters >> UInt64(word.lowerBound) & 1 == 1,
            let year = text.year(word.lowerBound + 1..<word.upperBound, letter)
        {
            contractMonth = ContractMonth(letter, year)
            return true
        }
        let saved = (terms, month, side)
        if addTerms(text, word) { return true }
        // Read further words of a name: `natural gas jan 27`, `260 call bank of america jan`.
        guard !root.isEmpty, root.upperBound + 1 == word.lowerBound, contractMonth == nil, place == nil else {
            return false
        }
        (terms, month, side) = saved
        root = root.lowerBound..<word.upperBound
        isName = true
        return true
    }

    /// Uses a word as the root if it cannot be a term: `AAPL`, `BRK/B`, `/ES`, `ESZ6`. A side such as `C` is the root
    /// if another side follows.
    private mutating func takeRoot(
        _ text: borrowing SymbolText, _ word: Range<Int>, isFirst: Bool, rest: Range<Int>
    ) -> Bool {
        let isSlashed = text.upper[word.lowerBound] == ASCII.slash
        let body = word.lowerBound + (isSlashed ? 1 : 0)..<word.upperBound
        guard !body.isEmpty else { return false }
        if let contract = text.contract(body), isSlashed || text.isRoot(contract.root) || contract.root.count <= 2 {
            root = contract.root
            contractMonth = contract.month
            return true
        }
        guard text.shape.letters >> UInt64(body.lowerBound) & 1 == 1 || text.isRoot(body) else { return false }
        let lettersEnd = text.shape.first(body, ~text.shape.letters) ?? body.upperBound
        let letters = body.lowerBound..<lettersEnd
        if Self.monthNumber(text, letters) != nil { return false }
        if lettersEnd == body.upperBound {
            // A word that is a side, such as `C`, is the root only if another side follows.
            if Self.sideNumber(text, letters) != nil {
                guard isFirst, letters.count == 2 || Self.hasSide(text, rest) else { return false }
            }
        } else if letters.count == 1, Self.sideNumber(text, letters) != nil {
            guard !text.shape.all(lettersEnd..<body.upperBound, text.shape.digits | text.shape.periods) else {
                return false
            }
        }
        let marks = text.shape.bits(body) & ~text.alphanumerics
        guard marks & ~(text.shape.slashes | text.shape.periods | text.shape.hyphens) == 0, marks.nonzeroBitCount <= 1
        else {
            return takeRootBeforeMark(text, body)
        }
        if marks != 0 {
            // `BRK.B` as a whole is a root, but of `BTC-26DEC26-100000-C` only the beginning is one.
            let mark = marks.trailingZeroBitCount
            guard body.upperBound - mark == 2, text.shape.letters >> UInt64(mark + 1) & 1 == 1 else {
                return takeRootBeforeMark(text, body)
            }
        }
        isName = body.count > 10
        root = body
        return true
    }

    /// Reads `BTC-26DEC26-100000-C`: the root ends at the first hyphen, and terms follow.
    private mutating func takeRootBeforeMark(_ text: borrowing SymbolText, _ word: Range<Int>) -> Bool {
        guard let mark = text.shape.first(word, text.shape.hyphens | text.shape.underscores), mark > word.lowerBound,
            text.shape.all(word.lowerBound..<mark, text.alphanumerics)
        else { return false }
        root = word.lowerBound..<mark
        return addTerms(text, mark + 1..<word.upperBound)
    }

    private static func hasSide(_ text: borrowing SymbolText, _ range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while let first = text.shape.first(start..<range.upperBound, text.shape.letters) {
            let end = text.shape.first(first..<range.upperBound, ~text.shape.letters) ?? range.upperBound
            if sideNumber(text, first..<end) != nil { return true }
            start = end
        }
        return false
    }

    // MARK: Terms

    /// Parses `word ::= ( number | month | side | ordinal | mark )…` and adds its terms.
    private mutating func addTerms(_ text: borrowing SymbolText, _ word: Range<Int>) -> Bool {
        var index = word.lowerBound
        var mark: UInt8 = index == 0 ? 0 : ASCII.space
        var isPrice = false
        while index < word.upperBound {
            let byte = text.upper[index]
            if byte.isASCIIDigit {
                let end = numberEnd(text, index, word.upperBound)
                let range = index..<end
                let value = text.number(range)
                terms.append(
                    .init(
                        kind: .number, range: range, value: value ?? -1,
                        isStrike: isPrice || value == nil
                            || mark == 0 && terms.last?.kind == .side && index > word.lowerBound,
                        mark: mark))
                isPrice = false
                index = end
                mark = 0
            } else if byte.isASCIILetter {
                let end = text.shape.first(index..<word.upperBound, ~text.shape.letters) ?? word.upperBound
                guard addLetters(text, index..<end, mark: mark, isFirst: index == word.lowerBound) else { return false }
                index = end
                mark = 0
            } else {
                switch byte {
                case UInt8(ascii: "$"), UInt8(ascii: "@"): isPrice = true
                case ASCII.slash, ASCII.minus, ASCII.period, ASCII.comma, UInt8(ascii: "'"): mark = byte
                default: return false
                }
                index += 1
            }
        }
        return true
    }

    /// Returns the end of the number at `start`. A second point ends a number, so `15.01.27` is three numbers.
    private func numberEnd(_ text: borrowing SymbolText, _ start: Int, _ limit: Int) -> Int {
        let end = text.shape.first(start..<limit, ~text.shape.digits) ?? limit
        guard end + 1 < limit, text.upper[end] == ASCII.period, text.upper[end + 1].isASCIIDigit else { return end }
        let second = text.shape.first(end + 1..<limit, ~text.shape.digits) ?? limit
        let isDate = second < limit && text.upper[second] == ASCII.period
        let isAfterDate =
            terms.last.map { $0.kind == .number } ?? false && start > 0 && text.upper[start - 1] == ASCII.period
        return isDate || isAfterDate ? end : second
    }

    private mutating func addLetters(
        _ text: borrowing SymbolText, _ range: Range<Int>, mark: UInt8, isFirst: Bool
    ) -> Bool {
        if let number = Self.monthNumber(text, range) {
            guard month == nil else { return false }
            month = number
            terms.append(.init(kind: .month, range: range, value: number, isStrike: false, mark: mark))
            return true
        }
        if let number = Self.sideNumber(text, range) {
            guard side == nil else { return false }
            side = number
            if range.count == 2, place == nil { place = text.table.place(.country, "IN".utf8Span.span) }
            // In `260C`, the number before the side is the strike, unless the number belongs to a date.
            if !isFirst, mark == 0, let last = terms.indices.last, terms[last].kind == .number,
                terms[last].range.count != 6, terms[last].range.count != 8, !Self.isDatePart(terms[last].mark)
            {
                terms[last].isStrike = true
            }
            terms.append(.init(kind: .side, range: range, value: number, isStrike: false, mark: mark))
            return true
        }
        // The ending of an ordinal: 15th, 1st, 2nd, 3rd.
        let isOrdinal =
            mark == 0 && terms.last?.kind == .number
            && (text.matches(range, "TH") || text.matches(range, "ST") || text.matches(range, "ND")
                || text.matches(range, "RD"))
        return isOrdinal
    }

    /// Returns whether a mark may separate the parts of a date.
    private static func isDatePart(_ mark: UInt8) -> Bool {
        mark == ASCII.slash || mark == ASCII.minus || mark == ASCII.period
    }

    // MARK: Vocabulary

    /// Returns 0 for call, 1 for put; `nil` for other words.
    private static func sideNumber(_ text: borrowing SymbolText, _ range: Range<Int>) -> Int? {
        switch range.count {
        case 1: text.matches(range, "C") ? 0 : text.matches(range, "P") ? 1 : nil
        // Brokers write CE and PE for Indian options, which are European.
        case 2: text.matches(range, "CE") ? 0 : text.matches(range, "PE") ? 1 : nil
        case 3: text.matches(range, "PUT") ? 1 : nil
        case 4: text.matches(range, "CALL") ? 0 : text.matches(range, "PUTS") ? 1 : nil
        case 5: text.matches(range, "CALLS") ? 0 : nil
        default: nil
        }
    }

    private static let months: [StaticString] = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
    ]

    /// Returns 1…12 for an English month, its first three letters, or `SEPT`; `nil` for other words.
    static func monthNumber(_ text: borrowing SymbolText, _ range: Range<Int>) -> Int? {
        guard range.count >= 3, range.count <= 9 else { return nil }
        let number: Int
        switch (text.upper[range.lowerBound], text.upper[range.lowerBound + 1], text.upper[range.lowerBound + 2]) {
        case (0x4A, 0x41, 0x4E): number = 1
        case (0x46, 0x45, 0x42): number = 2
        case (0x4D, 0x41, 0x52): number = 3
        case (0x41, 0x50, 0x52): number = 4
        case (0x4D, 0x41, 0x59): number = 5
        case (0x4A, 0x55, 0x4E): number = 6
        case (0x4A, 0x55, 0x4C): number = 7
        case (0x41, 0x55, 0x47): number = 8
        case (0x53, 0x45, 0x50): number = 9
        case (0x4F, 0x43, 0x54): number = 10
        case (0x4E, 0x4F, 0x56): number = 11
        case (0x44, 0x45, 0x43): number = 12
        default: return nil
        }
        if range.count == 3 || text.matches(range, months[number - 1]) || text.matches(range, "SEPT") { return number }
        return nil
    }

    /// Returns whether a word can be ignored.
    private static func isFiller(_ text: borrowing SymbolText, _ word: Range<Int>) -> Bool {
        switch word.count {
        case 2: text.matches(word, "AT") || text.matches(word, "ON")
        case 3: text.matches(word, "EXP") || text.matches(word, "OPT")
        case 6:
            text.matches(word, "STRIKE") || text.matches(word, "OPTION") || text.matches(word, "EXPIRY")
                || text.matches(word, "WEEKLY")
        case 7: text.matches(word, "OPTIONS") || text.matches(word, "MONTHLY")
        case 8: text.matches(word, "EXPIRING")
        default: false
        }
    }

    private static func isFuture(_ text: borrowing SymbolText, _ word: Range<Int>) -> Bool {
        text.matches(word, "FUTURE") || text.matches(word, "FUTURES") || text.matches(word, "FUT")
            || text.matches(word, "CONTRACT")
    }
}

extension FreeFormParser {
    // MARK: Options

    /// Appends the readings as options, best first. Returns whether any were appended.
    func addOptions(
        _ text: borrowing SymbolText, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        let count = readings.count
        // Names of companies may contain words that are months or numbers, but rarely sides. So if the root is a name,
        // require a side.
        if isName, side == nil { return false }
        let isWritten = notation == .typed && text.shape.small == 0 && sideIsLetter
        let written: Notation = contractMonth == nil ? .broker : .exchange
        let used = Options(terms: self, notation: isWritten ? written : notation)
        if let contractMonth {
            if month == nil { used.add(text, .future(contractMonth), dateTerms: 0..<0, &readings) }
        } else if month != nil {
            used.addWithMonth(text, &readings)
        } else {
            used.addNumeric(text, &readings)
        }
        return readings.count > count
    }

    private var sideIsLetter: Bool { terms.contains { $0.kind == .side && $0.range.count == 1 } }

    /// Tries to read terms as a date. The strike is the one remaining number.
    private struct Options {
        enum When {
            case day(CalendarDate)
            case month(ContractMonth)
            case future(ContractMonth)
        }

        let terms: FreeFormParser
        let notation: Notation
        private var list: [Term] { terms.terms }

        init(terms: FreeFormParser, notation: Notation) {
            self.terms = terms
            self.notation = notation
        }

        /// Appends the option with a date if exactly one number is left besides the date's terms. If the text has no
        /// side, appends a call and a put.
        func add(
            _ text: borrowing SymbolText, _ when: When, dateTerms: Range<Int>, hasYear: Bool = true,
            _ readings: inout [SymbolReading]
        ) {
            // Without a side, only a full date distinguishes an option from a future or a company's name.
            guard terms.side != nil || hasYear else { return }
            var strikeTerm: Term?
            for (index, term) in list.enumerated() where term.kind == .number {
                if dateTerms.contains(index) {
                    if term.isStrike { return }
                    continue
                }
                guard strikeTerm == nil else { return }
                strikeTerm = term
            }
            guard let strikeTerm else { return }
            // In 270115C00260000, the strike has eight digits and is in thousandths.
            let isThousandths = strikeTerm.range.count == 8 && strikeTerm.value >= 0
            guard let strike = text.strike(strikeTerm.range, thousandths: isThousandths) else { return }
            let root = text.string(terms.root)
            for side in OptionReference.Side.allCases where terms.side == nil || terms.side == (side == .call ? 0 : 1) {
                switch when {
                case .day(let date):
                    append(
                        .init(root: root, expiration: .day(date), strike: strike, side: side, place: terms.place),
                        &readings)
                case .month(let month):
                    if text.isRoot(terms.root), terms.place == nil {
                        append(
                            .init(root: root, future: month, expiration: .withFuture, strike: strike, side: side),
                            &readings)
                    }
                    append(
                        .init(root: root, expiration: .month(month), strike: strike, side: side, place: terms.place),
                        &readings)
                case .future(let month):
                    append(
                        .init(
                            root: root, future: month, expiration: .withFuture, strike: strike, side: side,
                            place: terms.place), &readings)
                }
            }
        }

        private func append(_ option: OptionReference, _ readings: inout [SymbolReading]) {
            readings.append(.init(.option(option), notation))
        }

        /// Tries a month's name with a day, a year, both or neither. The day may precede or follow the month.
        func addWithMonth(_ text: borrowing SymbolText, _ readings: inout [SymbolReading]) {
            guard let place = list.firstIndex(where: { $0.kind == .month }),
                let month = DeliveryMonth(list[place].value)
            else { return }
            let clock = text.clock
            let before = place > 0 && list[place - 1].kind == .number ? place - 1 : nil
            let after = place + 1 < list.count && list[place + 1].kind == .number ? place + 1 : nil
            let second = after.flatMap { $0 + 1 < list.count && list[$0 + 1].kind == .number ? $0 + 1 : nil }
            // 15 Jan 27, Jan 15 27
            if let before, let day = day(before), let after, let year = year(after, clock) {
                // In 27JAN15, the year comes first if day, month and year in this order would give a date long past.
                if year < clock.year - 1, let first = self.year(before, clock), first >= clock.year,
                    let last = self.day(after)
                {
                    addDay(text, first, month, last, before..<after + 1, &readings)
                }
                addDay(text, year, month, day, before..<after + 1, &readings)
            }
            if let after, let day = day(after), let second, let year = year(second, clock) {
                addDay(text, year, month, day, after..<second + 1, &readings)
            }
            // Jan 2027, Jan 27, Jan '27
            if let after, let year = year(after, clock),
                list[after].range.count == 4 || list[after].mark == UInt8(ascii: "'")
                    || (clock.year...clock.year + 15).contains(year)
            {
                add(text, .month(ContractMonth(month, year)), dateTerms: after..<after + 1, &readings)
            }
            // Jan 15, 15 Jan
            if let after, let day = day(after), let date = clock.next(month: month.month, day: day) {
                add(text, .day(date), dateTerms: after..<after + 1, hasYear: false, &readings)
            }
            if let before, let day = day(before), let date = clock.next(month: month.month, day: day) {
                add(text, .day(date), dateTerms: before..<before + 1, hasYear: false, &readings)
            }
            add(text, .month(clock.next(month)), dateTerms: 0..<0, hasYear: false, &readings)
        }

        private func addDay(
            _ text: borrowing SymbolText, _ year: Int, _ month: DeliveryMonth, _ day: Int, _ used: Range<Int>,
            _ readings: inout [SymbolReading]
        ) {
            guard let date = CalendarDate(year: year, month: month.month, day: day) else { return }
            add(text, .day(date), dateTerms: used, &readings)
        }

        /// Returns the day, 1…31, in a term of one or two digits.
        private func day(_ index: Int) -> Int? {
            let term = list[index]
            return term.range.count <= 2 && (1...31).contains(term.value) && !term.isStrike ? term.value : nil
        }

        /// Returns the year in a term of two or four digits.
        private func year(_ index: Int, _ clock: ReadingClock) -> Int? {
            let term = list[index]
            guard !term.isStrike else { return nil }
            switch term.range.count {
            case 2: return clock.year(ofTwoDigits: term.value)
            case 4: return (1970...2199).contains(term.value) ? term.value : nil
            default: return nil
            }
        }

        /// Tries dates without a month's name: `1/15/27`, `2027-01-15`, `270115`, `20270115`, `1/15`, `1/27`.
        func addNumeric(_ text: borrowing SymbolText, _ readings: inout [SymbolReading]) {
            let clock = text.clock
            for index in list.indices where list[index].kind == .number && !list[index].isStrike {
                let term = list[index]
                if term.range.count == 8, let date = CalendarDate(compact: text.upper.extracting(term.range)) {
                    return add(text, .day(date), dateTerms: index..<index + 1, &readings)
                }
                if term.range.count == 6,
                    let date = text.yearMonthDay(term.range.lowerBound) ?? text.monthDayYear(term.range.lowerBound)
                {
                    return add(text, .day(date), dateTerms: index..<index + 1, &readings)
                }
                guard index + 1 < list.count, list[index + 1].kind == .number, isDatePart(list[index + 1].mark) else {
                    continue
                }
                if index + 2 < list.count, list[index + 2].kind == .number, list[index + 2].mark == list[index + 1].mark
                {
                    return addTriple(text, index, clock, &readings)
                }
                return addPair(text, index, clock, &readings)
            }
        }

        private func addTriple(
            _ text: borrowing SymbolText, _ index: Int, _ clock: ReadingClock, _ readings: inout [SymbolReading]
        ) {
            let used = index..<index + 3
            let (first, second) = (list[index].value, list[index + 1].value)
            if list[index].range.count == 4 {
                guard let date = CalendarDate(year: first, month: second, day: list[index + 2].value) else { return }
                return add(text, .day(date), dateTerms: used, &readings)
            }
            guard let year = year(index + 2, clock) else { return }
            // Terminals write the month first in every country. If both orders give a date, there is a second reading.
            let isMonthFirst = clock.isMonthFirst || notation == .terminal
            let orders = isMonthFirst ? [(first, second), (second, first)] : [(second, first), (first, second)]
            for (number, order) in orders.enumerated() where number == 0 || first != second {
                if notation == .terminal, number == 1, !readings.isEmpty { continue }
                guard let date = CalendarDate(year: year, month: order.0, day: order.1) else { continue }
                add(text, .day(date), dateTerms: used, &readings)
            }
        }

        private func addPair(
            _ text: borrowing SymbolText, _ index: Int, _ clock: ReadingClock, _ readings: inout [SymbolReading]
        ) {
            let used = index..<index + 2
            let (first, second) = (list[index].value, list[index + 1].value)
            let (month, day) = clock.isMonthFirst || second > 12 ? (first, second) : (second, first)
            if let date = clock.next(month: month, day: day) {
                add(text, .day(date), dateTerms: used, hasYear: false, &readings)
            }
            if let month = DeliveryMonth(first), let year = year(index + 1, clock),
                (clock.year...clock.year + 15).contains(year)
            {
                add(text, .month(ContractMonth(month, year)), dateTerms: used, &readings)
            }
        }
    }
}

extension FreeFormParser {
    // MARK: Futures

    /// Reads `root month [ year ]`: `es dec`, `ES DEC26`, `ES Z26`, `ES 202612`, `ES 12-26`, `gold dec 26`. Returns
    /// whether the text is a future.
    func addFutures(_ text: borrowing SymbolText, _ readings: inout [SymbolReading]) -> Bool {
        guard side == nil, let (month, isYearSaid) = delivery(text) else { return false }
        let products = text.table.products(named: text.upper.extracting(root))
        // An unknown word before a month is a root if it is short and a year follows, or if the text has a word for
        // futures.
        let isRoot = !isName && (root.count <= 4 && isYearSaid || hasFutureWord)
        guard !products.isEmpty || isRoot || root.lowerBound == 1 else { return false }
        for root in products.isEmpty ? [text.string(root)] : products.map(\.root) {
            readings.append(.init(.future(.init(root: root, contract: .month(month), place: place)), .typed))
        }
        return true
    }

    /// Returns the delivery month, and whether the text contains its year; `nil` if the terms are no delivery month.
    private func delivery(_ text: borrowing SymbolText) -> (ContractMonth, isYearSaid: Bool)? {
        if let contractMonth { return terms.isEmpty ? (contractMonth, true) : nil }
        let clock = text.clock
        switch (terms.count, month) {
        case (1, let number?):
            return DeliveryMonth(number).map { (clock.next($0), false) }
        case (2, let number?):
            guard let month = DeliveryMonth(number), let year = terms.first(where: { $0.kind == .number }),
                !year.isStrike,
                terms[0].kind == .month || year.range.count == 4,
                let value = text.year(year.range, month)
            else { return nil }
            return (ContractMonth(month, value), true)
        case (1, nil):
            // 202612
            let range = terms[0].range
            guard terms[0].kind == .number, range.count == 6,
                let year = text.number(range.lowerBound..<range.lowerBound + 4),
                let number = text.number(range.lowerBound + 4..<range.upperBound), let month = DeliveryMonth(number),
                (1970...2199).contains(year)
            else { return nil }
            return (ContractMonth(month, year), true)
        case (2, nil):
            // 12-26, 12/2026, 2026-12
            guard terms[0].kind == .number, terms[1].kind == .number, Self.isDatePart(terms[1].mark) else { return nil }
            let isYearFirst = terms[0].range.count == 4
            guard let month = DeliveryMonth(terms[isYearFirst ? 1 : 0].value),
                let year = text.year(terms[isYearFirst ? 0 : 1].range, month)
            else { return nil }
            return (ContractMonth(month, year), true)
        default: return nil
        }
    }
}

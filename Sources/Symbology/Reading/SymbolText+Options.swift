import Scanning

extension SymbolText {
    /// Reads `root date side strike`, in which spaces occur only as padding of the root: the OCC's 21 characters,
    /// symbols of this format, and notations of brokers.
    ///
    /// A date is `YYMMDD` or `YYYYMMDD`, or `MMDDYY` after an underscore. A strike of eight digits is in thousandths.
    ///
    /// - Parameter thousandths: Whether strikes without a point are always in thousandths.
    func compactOption(
        _ range: Range<Int>, _ place: SymbolPlace? = nil, thousandths: Bool = false
    ) -> OptionReference? {
        guard range.count >= 9, let last = shape.last(range, ~(shape.digits | shape.periods)),
            last + 1 < range.upperBound, let side = side(upper[last])
        else { return nil }
        let strikeRange = last + 1..<range.upperBound
        let start = shape.digitsStart(range.lowerBound..<last)
        let digits = last - start
        guard digits >= 6 else { return nil }
        var dateStart = last - 6
        var date: CalendarDate?
        if digits == 8, upper[start] == UInt8(ascii: "2"), upper[start + 1] == ASCII.zero {
            dateStart = start
            date = CalendarDate(compact: upper.extracting(start..<last))
        }
        if date == nil {
            dateStart = last - 6
            let isMonthFirst = dateStart > range.lowerBound && upper[dateStart - 1] == ASCII.underscore
            date = isMonthFirst ? monthDayYear(dateStart) ?? yearMonthDay(dateStart) : yearMonthDay(dateStart)
        }
        guard let date else { return nil }
        // Roots are padded with spaces; some brokers use hyphens or an underscore instead.
        var rootEnd = dateStart
        let padding = shape.spaces | shape.hyphens | shape.underscores
        while rootEnd > range.lowerBound, (padding >> UInt64(rootEnd - 1)) & 1 == 1 { rootEnd -= 1 }
        let root = range.lowerBound..<rootEnd
        guard !root.isEmpty, root.count <= 10, shape.any(root, shape.letters), isOptionRoot(root) else { return nil }
        let isThousandths = (thousandths || strikeRange.count == 8) && shape.all(strikeRange, shape.digits)
        guard let strike = strike(strikeRange, thousandths: isThousandths) else { return nil }
        return OptionReference(root: string(root), expiration: .day(date), strike: strike, side: side, place: place)
    }

    /// Returns the notation of a compact option without a mark at its start.
    func optionNotation(_ option: OptionReference) -> Notation {
        if shape.underscores != 0 { return .broker }
        let strikeStart = shape.last(whole, shape.letters)! + 1
        return shape.count - strikeStart == 8 && shape.periods == 0 ? .occ : .broker
    }

    /// Returns whether a part is a root: letters and digits, of which the last letter may be a class of shares after a
    /// mark, as in `BRK/B` and `BRK B`.
    private func isOptionRoot(_ range: Range<Int>) -> Bool {
        if shape.all(range, alphanumerics) { return true }
        let marks = shape.bits(range) & ~alphanumerics
        guard marks.nonzeroBitCount == 1,
            marks & (shape.slashes | shape.periods | shape.hyphens | shape.spaces) != 0
        else { return false }
        let mark = marks.trailingZeroBitCount
        return mark > range.lowerBound && range.upperBound - mark == 2 && shape.letters >> UInt64(mark + 1) & 1 == 1
    }

    /// Reads the RIC `AAPLA152726000`: the root, a letter for month and side, day, year, and the strike in hundredths.
    ///
    /// If the letter is lowercase, the strike is 1000 or more and has one decimal. `tail` is the part after the point.
    /// For an expired option, it ends with `^`, the letter of the month and the year.
    func ricOption(_ range: Range<Int>, tail: Range<Int>) -> OptionReference? {
        guard range.count >= 11, upper[tail.lowerBound] == UInt8(ascii: "U"),
            let letterPlace = shape.last(range, ~shape.digits), letterPlace > range.lowerBound,
            range.upperBound - letterPlace == 10
        else { return nil }
        let letter = Int(upper[letterPlace]) - 0x41
        guard (0...23).contains(letter), let day = number(letterPlace + 1..<letterPlace + 3),
            let year = number(letterPlace + 3..<letterPlace + 5),
            let date = CalendarDate(year: clock.year(ofTwoDigits: year), month: letter % 12 + 1, day: day),
            let digits = number(letterPlace + 5..<range.upperBound),
            isExpiration(tail, month: letter % 12, year: year),
            shape.all(range.lowerBound..<letterPlace, alphanumerics)
        else { return nil }
        // A lowercase letter among capitals is significant. If the whole text is lowercase, no letter is.
        let isHigh = shape.small == 1 << UInt64(letterPlace)
        guard let strike = StrikePrice(digits: Int64(digits), decimals: isHigh ? 1 : 2) else { return nil }
        return OptionReference(
            root: string(range.lowerBound..<letterPlace), expiration: .day(date), strike: strike,
            side: letter < 12 ? .call : .put, place: nil)
    }

    /// Returns whether a part is `U`, or `U^L24` with the month and the year of an expired option.
    private func isExpiration(_ tail: Range<Int>, month: Int, year: Int) -> Bool {
        if tail.count == 1 { return true }
        let start = tail.lowerBound
        return tail.count == 5 && upper[start + 1] == UInt8(ascii: "^") && Int(upper[start + 2]) == 0x41 + month
            && number(start + 3..<start + 5) == year
    }

    /// Reads `ESZ26C6600`: an option that expires together with its future.
    func futureOption(_ range: Range<Int>, _ notation: Notation, _ place: SymbolPlace? = nil) -> SymbolReading? {
        guard range.count >= 5, let last = shape.last(range, ~(shape.digits | shape.periods)),
            last + 1 < range.upperBound, let side = side(upper[last]),
            let contract = contract(range.lowerBound..<last), let strike = strike(last + 1..<range.upperBound)
        else { return nil }
        return SymbolReading(
            .option(
                .init(
                    root: string(contract.root), future: contract.month, expiration: .withFuture, strike: strike,
                    side: side, place: place)), notation)
    }

    // MARK: Parts

    func side(_ byte: UInt8) -> OptionReference.Side? {
        switch byte {
        case UInt8(ascii: "C"): .call
        case UInt8(ascii: "P"): .put
        default: nil
        }
    }

    /// Reads `strike ::= digits [ "." digits ]` as an exact number.
    func strike(_ range: Range<Int>, thousandths: Bool = false) -> StrikePrice? {
        guard !range.isEmpty, range.count <= 18 else { return nil }
        var digits: Int64 = 0
        var decimals = 0
        var hasPoint = false
        for index in range {
            let byte = upper[index]
            if byte == ASCII.period, !hasPoint {
                hasPoint = true
                continue
            }
            guard byte.isASCIIDigit else { return nil }
            digits = digits * 10 + Int64(byte.digitValue)
            if hasPoint { decimals += 1 }
        }
        guard range.count > (hasPoint ? 1 : 0) else { return nil }
        return StrikePrice(digits: digits, decimals: thousandths ? 3 : decimals)
    }

    /// Reads six digits as year, month and day; `nil` if there is no such date.
    func yearMonthDay(_ start: Int) -> CalendarDate? { date(year: start, month: start + 2, day: start + 4) }

    /// Reads six digits as month, day and year; `nil` if there is no such date.
    func monthDayYear(_ start: Int) -> CalendarDate? { date(year: start + 4, month: start, day: start + 2) }

    /// Reads six digits as day, month and year; `nil` if there is no such date.
    func dayMonthYear(_ start: Int) -> CalendarDate? { date(year: start + 4, month: start + 2, day: start) }

    private func date(year: Int, month: Int, day: Int) -> CalendarDate? {
        func two(_ place: Int) -> Int { upper[place].digitValue * 10 + upper[place + 1].digitValue }
        return CalendarDate(year: clock.year(ofTwoDigits: two(year)), month: two(month), day: two(day))
    }
}

import Scanning

/// Reads the contracts of Indian exchanges as brokers write them.
///
/// ```
/// future   ::= root YY MMM "FUT" | root DD MMM YY "FUT"                 NIFTY25OCTFUT, NIFTY28OCT25FUT
/// option   ::= root date strike ( "CE" | "PE" )                         NIFTY25OCT25000CE, BANKNIFTY2270733700PE
/// date     ::= YY MMM                                                   the month's standard day
///            | YY M DD                                                  M is 1…9, O, N or D
///            | DD MMM YY
/// ```
extension SymbolText {
    /// Adds the contract that a part denotes. Returns whether there is one.
    func addIndianContract(
        _ range: Range<Int>, _ place: SymbolPlace?, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard range.count >= 9, shape.letters >> UInt64(range.upperBound - 1) & 1 == 1 else { return false }
        let isFuture = matches(range.upperBound - 3..<range.upperBound, "FUT")
        let suffix = range.upperBound - 2..<range.upperBound
        let side: OptionReference.Side? = matches(suffix, "CE") ? .call : matches(suffix, "PE") ? .put : nil
        guard isFuture || side != nil else { return false }
        let body = range.lowerBound..<range.upperBound - (isFuture ? 3 : 2)
        guard let dates = indianDates(body) else { return false }
        let name = range.lowerBound..<dates.start
        guard !shape.any(name, shape.colons | shape.periods | shape.slashes | shape.underscores) else { return false }
        let root = string(name)
        let count = readings.count
        for date in dates.found {
            guard let side else {
                guard date.end == body.upperBound, let month = DeliveryMonth(date.month) else { continue }
                let future = FutureReference(
                    root: root, contract: .month(ContractMonth(month, date.year)), place: place)
                readings.append(.init(.future(future), .broker))
                continue
            }
            guard let strike = strike(date.end..<body.upperBound), upper[date.end] != ASCII.zero else { continue }
            let expiration: OptionReference.Expiration
            if let day = date.day {
                guard let date = CalendarDate(year: date.year, month: date.month, day: day) else { continue }
                expiration = .day(date)
            } else {
                guard let month = DeliveryMonth(date.month) else { continue }
                expiration = .month(ContractMonth(month, date.year))
            }
            let option = OptionReference(
                root: root, expiration: expiration, strike: strike, side: side,
                place: place ?? table.place(.country, "IN".utf8Span.span))
            readings.append(.init(.option(option), .broker))
        }
        return readings.count > count
    }

    private struct IndianDate {
        var year, month: Int
        var day: Int?
        /// The position after the date, where the strike begins.
        var end: Int
    }

    /// Returns the possible dates after a root, most likely first; `nil` if no date follows the root.
    ///
    /// `28OCT251400` may mean October 2028 with strike 251400, or 28 October 2025 with strike 1400. The month is more
    /// likely, unless its year is far ahead or its strike would have seven digits, because no underlying has such
    /// strikes.
    private func indianDates(_ body: Range<Int>) -> (start: Int, found: [IndianDate])? {
        // A root may begin with digits: 360ONE25OCTFUT.
        guard let letter = shape.first(body, shape.letters),
            let start = shape.first(letter..<body.upperBound, shape.digits),
            body.upperBound - start >= 5, let first = number(start..<start + 2), start - body.lowerBound <= 12
        else { return nil }
        var found: [IndianDate] = []
        let name = start + 2..<start + 5
        if let month = FreeFormParser.monthNumber(self, name) {
            let year = clock.year(ofTwoDigits: first)
            found.append(IndianDate(year: year, month: month, day: nil, end: name.upperBound))
            if body.upperBound >= name.upperBound + 2, let digits = number(name.upperBound..<name.upperBound + 2) {
                let dated = clock.year(ofTwoDigits: digits)
                let date = IndianDate(year: dated, month: month, day: first, end: name.upperBound + 2)
                let isFar = year > clock.year + 1 && dated <= clock.year + 1
                found.insert(date, at: isFar || body.upperBound - name.upperBound >= 7 ? 0 : 1)
            }
            return (start, found)
        }
        guard let month = indianMonth(upper[start + 2]), let day = number(start + 3..<start + 5) else { return nil }
        found.append(IndianDate(year: clock.year(ofTwoDigits: first), month: month, day: day, end: start + 5))
        return (start, found)
    }

    /// Returns the month that one character denotes: `1`…`9`, `O`, `N`, `D`.
    private func indianMonth(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "1")...UInt8(ascii: "9"): byte.digitValue
        case UInt8(ascii: "O"): 10
        case UInt8(ascii: "N"): 11
        case UInt8(ascii: "D"): 12
        default: nil
        }
    }
}

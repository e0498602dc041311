import Scanning

extension SymbolText {
    /// The separators between a ticker and its series.
    private var parting: UInt64 { shape.periods | shape.hyphens | shape.slashes | shape.underscores | shape.spaces }

    /// Reads `ticker ::= base [ ( "." | "-" | "/" | "_" | " " ) series ] | base "." | base "/"`. Also reads the RICs
    /// `base^L`, `base+` and `BRKb`.
    ///
    /// Returns `nil` if the part contains characters that do not occur in tickers.
    func share(_ range: Range<Int>, _ place: SymbolPlace?) -> ShareReference? {
        guard !range.isEmpty, range.count <= 20, shape.any(range, alphanumerics), isTicker(range) else { return nil }
        let last = range.upperBound - 1
        if let mark = shape.last(range, parting), mark > range.lowerBound {
            if mark == last {
                // In London, tickers of two letters are padded: BP. or BP/ on terminals. Without a place, padding
                // indicates London.
                let isPadding = upper[mark] == ASCII.period || upper[mark] == ASCII.slash
                guard isPadding else { return ShareReference(ticker: string(range), place: place) }
                let base = string(range.lowerBound..<mark)
                return ShareReference(ticker: place == nil ? base + "." : base, place: place)
            }
            if let (series, base) = series(mark, range) {
                return ShareReference(ticker: string(base), series: series, place: place)
            }
            return ShareReference(ticker: string(range), place: place)
        }
        if range.count > 1, upper[last] == ASCII.plus {
            return ShareReference(ticker: string(range.lowerBound..<last), series: .warrants, place: place)
        }
        if range.count > 2, upper[last - 1] == UInt8(ascii: "^"), shape.letters >> UInt64(last) & 1 == 1 {
            return ShareReference(
                ticker: string(range.lowerBound..<last - 1), series: .preferred(upper[last]), place: place)
        }
        if let series = smallSeries(range) {
            return ShareReference(ticker: string(range.lowerBound..<last), series: series, place: place)
        }
        return ShareReference(ticker: string(range), place: place)
    }

    /// Returns whether a part consists of ticker characters only.
    private func isTicker(_ range: Range<Int>) -> Bool {
        var other = shape.bits(range) & ~(alphanumerics | parting)
        while other != 0 {
            switch upper[other.trailingZeroBitCount] {
            case ASCII.plus, UInt8(ascii: "^"), UInt8(ascii: "&"), ASCII.asterisk: break
            default: return false
            }
            other &= other - 1
        }
        return true
    }

    /// Returns the series after a mark, and the range of the ticker before it; `nil` if no series follows the mark.
    private func series(_ mark: Int, _ range: Range<Int>) -> (ShareReference.Series, base: Range<Int>)? {
        let tail = mark + 1..<range.upperBound
        var base = range.lowerBound..<mark
        guard shape.all(tail, shape.letters) else { return nil }
        switch tail.count {
        case 1:
            let letter = upper[tail.lowerBound]
            if let before = shape.last(base, parting), before > base.lowerBound {
                let word = before + 1..<mark
                base = base.lowerBound..<before
                if matches(word, "PR") || matches(word, "P") { return (.preferred(letter), base) }
                if matches(word, "CLASS") || matches(word, "CL") { return (.shareClass(letter), base) }
                return nil
            }
            if letter == UInt8(ascii: "W"), upper[mark] == ASCII.slash { return (.warrants, base) }
            if letter == UInt8(ascii: "U") { return (.units, base) }
            return (.shareClass(letter), base)
        case 2, 3:
            if matches(tail, "WS") || matches(tail, "WT") || matches(tail, "WTS") { return (.warrants, base) }
            if matches(tail, "RT") || matches(tail, "RI") || matches(tail, "RTS") { return (.rights, base) }
            if matches(tail, "UN") || matches(tail, "UT") { return (.units, base) }
            if matches(tail, "PR") || matches(tail, "PFD") { return (.preferred(nil), base) }
            let isPreferred =
                tail.count == 2
                ? upper[tail.lowerBound] == UInt8(ascii: "P") : matches(tail.lowerBound..<tail.upperBound - 1, "PR")
            return isPreferred ? (.preferred(upper[tail.upperBound - 1]), base) : nil
        default: return nil
        }
    }

    /// Reads the RIC `BRKb`: a ticker in capitals, and a lowercase letter for its class.
    private func smallSeries(_ range: Range<Int>) -> ShareReference.Series? {
        let last = range.upperBound - 1
        guard range.count > 1, shape.bits(range) & shape.small == 1 << UInt64(last),
            shape.any(range.lowerBound..<last, shape.letters)
        else { return nil }
        return .shareClass(upper[last])
    }

    /// Adds the reading as a share, and further readings: a class that follows without a mark, as in `BRKB` and `NOVOB
    /// DC`.
    @discardableResult
    func addShare(
        _ range: Range<Int>, _ place: SymbolPlace?, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        guard let share = share(range, place) else { return false }
        let series = share.series
        readings.append(.init(.share(share), notation))
        // Class W may also mean warrants, and class R rights.
        let further: ShareReference.Series? =
            switch series {
            case .shareClass(UInt8(ascii: "W"))?: .warrants
            case .shareClass(UInt8(ascii: "R"))?: .rights
            default: nil
            }
        if let further {
            readings.append(.init(.share(.init(ticker: share.ticker, series: further, place: place)), notation))
        }
        let last = upper[range.upperBound - 1]
        if series == nil, last >= UInt8(ascii: "A"), last <= UInt8(ascii: "D"), range.count >= (place == nil ? 4 : 3),
            range.count <= 6,
            shape.all(range, shape.letters)
        {
            let base = string(range.lowerBound..<range.upperBound - 1)
            readings.append(.init(.share(.init(ticker: base, series: .shareClass(last), place: place)), notation))
        }
        return true
    }

    /// Reads a ticker at a place: a known index of that place, then a share. For a number, the share comes first,
    /// unless the number denotes an index at this place.
    @discardableResult
    func addListed(
        _ range: Range<Int>, _ place: SymbolPlace, _ notation: Notation, _ readings: inout [SymbolReading]
    ) -> Bool {
        if shape.all(range, shape.digits), !hasIndex(range, at: place) {
            let isShare = addShare(range, place, notation, &readings)
            return addKnownIndex(range, at: place, notation, &readings) || isShare
        }
        let isIndex = addKnownIndex(range, at: place, notation, &readings)
        return addShare(range, place, notation, &readings) || isIndex
    }
}

extension ShareReference {
    /// Creates a reference from a spelling: `BRK/B`, `BT.A`, `NOVO-B`, `BP.`; `nil` if the spelling contains characters
    /// that do not occur in tickers.
    ///
    /// - Parameters:
    ///   - spelling: The spelling in any case, without a place code.
    ///   - place: The listing place; `nil` if it is unknown.
    /// - Complexity: O(`spelling.utf8.count`).
    public init?(spelling: String, place: SymbolPlace? = nil) {
        var upper = InlineArray<64, UInt8>(repeating: 0)
        var written = InlineArray<64, UInt8>(repeating: 0)
        var upperBytes = upper.mutableSpan
        var writtenBytes = written.mutableSpan
        guard let shape = TextShape(spelling.utf8Span.span, upper: &upperBytes, written: &writtenBytes) else {
            return nil
        }
        let text = SymbolText(
            upper: upper.span.extracting(0..<shape.count), written: written.span.extracting(0..<shape.count),
            shape: shape,
            table: SymbolPlaces.bundled.table, clock: ReadingClock(CalendarDate(dayNumber: 0), country: "US"))
        guard let share = text.share(text.whole, place) else { return nil }
        self = share
    }
}

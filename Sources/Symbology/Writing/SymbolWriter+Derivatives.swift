import Scanning

extension SymbolWriter {
    // MARK: Options

    func write(_ option: OptionReference, _ notation: Notation) -> String? {
        if let future = option.future { return writeOnFuture(option, future, notation) }
        let date: CalendarDate
        switch option.expiration {
        case .day(let day): date = day
        case .month(let month): date = month.thirdFriday
        case .withFuture: return nil
        }
        let letter = option.side == .call ? "C" : "P"
        let strike = option.strike.description
        var compact: String { (date.year % 100).twoDigits + date.month.twoDigits + date.day.twoDigits }
        // Outside the US, roots belong to other exchanges: the option SAP in Frankfurt is not the root SAP of the OCC.
        let isAmerican = option.place.map { $0.countries == ["US"] } ?? true
        if !isAmerican, option.expiration != .day(date) { return nil }
        switch notation {
        case .ipf: return "." + option.root + compact + letter + strike
        case .occ: return isAmerican && option.root.utf8.count <= 6 ? Self.occ(option, compact, rootLength: 6) : nil
        case .terminal:
            let sector = isIndex(option.root) ? Sector.index : .equity
            let day = "\(date.month.twoDigits)/\(date.day.twoDigits)/\((date.year % 100).twoDigits)"
            let code = place(option.place, .terminal)?.code ?? "US"
            return "\(option.underlying ?? option.root) \(code) \(day) \(letter)\(strike) \(sector.rawValue)"
        case .ric: return isAmerican ? writeRic(option, date) : nil
        case .chart:
            // The chart service writes strikes with at least one decimal: OPRA:AAPL261218C260.0.
            let decimals = option.strike.decimals == 0 ? ".0" : ""
            if isAmerican { return "OPRA:" + option.root + compact + letter + strike + decimals }
            guard let prefix = chartPrefix(option.place, nil) else { return nil }
            return "\(prefix):\(option.root)\(compact)\(letter)\(strike)"
        case .yahooLike: return isAmerican ? Self.occ(option, compact, rootLength: 0) : nil
        case .broker, .exchange, .identifier, .typed: return nil
        }
    }

    /// Returns the root, padded with spaces, the day, the letter of the side, and the strike in thousandths with eight
    /// digits; `nil` if the strike does not fit into eight digits.
    private static func occ(_ option: OptionReference, _ day: String, rootLength: Int) -> String? {
        guard let strike = scaled(option.strike, decimals: 3), strike <= 99_999_999 else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(32)
        text += option.root.utf8
        while text.count < rootLength { text.append(ASCII.space) }
        text += day.utf8
        text.append(option.side == .call ? UInt8(ascii: "C") : UInt8(ascii: "P"))
        text += CalendarDate.padded(Int(strike), 8).utf8
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a strike, scaled to an integer with the given number of decimals; `nil` if it is negative or has more
    /// decimals.
    private static func scaled(_ strike: StrikePrice, decimals: Int) -> Int64? {
        guard strike.digits >= 0, strike.decimals <= decimals else { return nil }
        var digits = strike.digits
        for _ in strike.decimals..<decimals {
            let (product, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
            if isTooLarge { return nil }
            digits = product
        }
        return digits
    }

    /// Writes `AAPLA152726000.U`: the root, a letter for month and side, day, year, and the strike in five digits. If
    /// the option expired before the writer's day, `^`, the month and the year follow: `AAPLL182426000.U^L24`.
    private func writeRic(_ option: OptionReference, _ date: CalendarDate) -> String? {
        guard let (strike, isHigh) = Self.ricStrike(option.strike) else { return nil }
        let month = UInt8(0x41 + date.month - 1)
        let mark = month + (option.side == .call ? 0 : 12) | (isHigh ? 0x20 : 0)
        let year = (date.year % 100).twoDigits
        let text = "\(option.root)\(Self.letter(mark))\(date.day.twoDigits)\(year)\(strike).U"
        guard let day, date < day else { return text }
        return "\(text)^\(Self.letter(month))\(year)"
    }

    /// Returns the strike in a RIC as five digits: with two decimals below 1000, and with one decimal below 10,000.
    /// `isHigh` indicates that the strike has one decimal, which a lowercase letter of the month expresses.
    private static func ricStrike(_ strike: StrikePrice) -> (digits: String, isHigh: Bool)? {
        let limits: [(decimals: Int, isHigh: Bool)] = [(2, false), (1, true)]
        for limit in limits {
            guard let digits = scaled(strike, decimals: limit.decimals), digits <= 99_999 else { continue }
            return (ShareReference.padded(String(digits), to: 5), limit.isHigh)
        }
        return nil
    }

    static func letter(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

    private func isIndex(_ root: String) -> Bool {
        // Weekly options on an index have its root followed by a W.
        places.table.has(.index, root.utf8Span.span)
            || root.utf8.last == UInt8(ascii: "W") && places.table.has(.index, String(root.dropLast()).utf8Span.span)
    }

    private func writeOnFuture(_ option: OptionReference, _ month: ContractMonth, _ notation: Notation) -> String? {
        guard option.expiration == .withFuture else { return nil }
        let letter = option.side == .call ? "C" : "P"
        let product = product(option.root)
        switch notation {
        case .ipf:
            let suffix = market(option.place, product).map { ":" + $0.code } ?? ""
            return "./\(option.root)\(Self.code(month, digits: 2))\(letter)\(option.strike)\(suffix)"
        case .terminal:
            guard let product, let root = product.terminal, let sector = product.sector else { return nil }
            return "\(root)\(shortCode(month))\(letter) \(option.strike) \(sector.rawValue)"
        case .chart:
            guard let prefix = chartPrefix(option.place, product) else { return nil }
            return "\(prefix):\(option.root)\(Self.code(month, digits: 4))\(letter)\(option.strike)"
        case .occ, .ric, .yahooLike, .broker, .exchange, .identifier, .typed: return nil
        }
    }

    // MARK: Futures

    func write(_ future: FutureReference, _ notation: Notation) -> String? {
        let product = product(future.root)
        switch (future.contract, notation) {
        case (.month(let month), .ipf):
            let suffix = market(future.place, product).map { ":" + $0.code } ?? ""
            return "/" + future.root + Self.code(month, digits: 2) + suffix
        case (.month(let month), .terminal):
            guard let product, let root = product.terminal, let sector = product.sector else { return nil }
            return "\(root)\(root.utf8.count == 1 ? " " : "")\(shortCode(month)) \(sector.rawValue)"
        case (.month(let month), .ric):
            return product?.ric.map { $0 + ricCode(month) }
        case (.month(let month), .chart):
            guard let prefix = chartPrefix(future.place, product) else { return nil }
            return "\(prefix):\(future.root)\(Self.code(month, digits: 4))"
        case (.month(let month), .yahooLike):
            guard let product, let root = product.yahooLike, let place = ownPlace(product.market, .writtenYahooLike)
            else {
                return nil
            }
            return "\(root)\(Self.code(month, digits: 2)).\(place.code)"
        case (.continuous(let number), .terminal):
            guard let product, let root = product.terminal, let sector = product.sector else { return nil }
            return "\(root)\(root.utf8.count == 1 ? " " : "")\(number) \(sector.rawValue)"
        case (.continuous(let number), .ric):
            guard let root = product?.ric else { return nil }
            return "\(root)c\(number)"
        case (.continuous(let number), .chart):
            guard let prefix = chartPrefix(future.place, product) else { return nil }
            return "\(prefix):\(future.root)\(number)!"
        case (.continuous(1), .yahooLike):
            return product?.yahooLike.map { $0 + "=F" }
        default: return nil
        }
    }

    /// Returns the month in a RIC: `Z26`. For a month before the writer's day, `^` and the digit of its decade follow:
    /// `Z26^2`, or `Z6^1` for a month before 2024.
    ///
    /// In 2024, venues changed from one digit of the year to two.
    private func ricCode(_ month: ContractMonth) -> String {
        guard let day, (month.year, month.month.month) < (day.year, day.month) else {
            return Self.code(month, digits: 2)
        }
        let code = Self.code(month, digits: month.year < Self.yearOfTwoDigits ? 1 : 2)
        return "\(code)^\(month.year / 10 % 10)"
    }

    private static let yearOfTwoDigits = 2024

    /// Returns the place in a scheme that denotes only this market; `nil` if the scheme has no such place.
    private func ownPlace(_ market: SymbolPlace, _ kind: CodeKind) -> SymbolPlace? {
        guard let key = CodeKey(kind, market.code) else { return nil }
        var found: SymbolPlace?
        places.table.codes.forEach(key) { number in
            let place = places.table.places[number]
            if found == nil, place.mics == market.mics { found = place }
        }
        return found
    }

    func write(_ product: ProductReference, _ notation: Notation) -> String? {
        notation == .ipf ? "/" + product.root : nil
    }

    /// Returns the prefix that chart services write before a product or a ticker at a place.
    private func chartPrefix(_ place: SymbolPlace?, _ product: PlaceTable.Product?) -> String? {
        if let place, place.scheme == .chart { return place.code }
        return product?.chart ?? self.place(place, .chart)?.code
    }
}

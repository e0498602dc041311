internal import Scanning

extension NotationResolver {
    /// Adds the options that a reference denotes.
    mutating func addOptions(_ option: OptionReference, _ reading: SymbolReading) {
        let days = option.days(from: reader.day)
        if option.future != nil { return addOptionsOnFuture(option, days, reading) }
        for day in days.exact {
            beginSymbol()
            append(ASCII.period)
            append(option.root)
            append(twoDigits: day.year % 100)
            append(twoDigits: day.month)
            append(twoDigits: day.day)
            append(option.side == .call ? UInt8(ascii: "C") : UInt8(ascii: "P"))
            append(option.strike.description)
            if let row = symbolRow, isListed(row, at: option.place) != .elsewhere { return add(row, reading) }
        }
        for (name, isStem) in underlyings(of: option) {
            if addOptions(option, on: name, isStem: isStem, days, reading) { return }
        }
        for name in symbols(named: option) {
            if addOptions(option, on: name, isStem: false, days, reading) { return }
        }
    }

    /// Returns the possible names of the underlying of an option with this root, best first. `isStem` marks a name that
    /// is only a prefix of the root.
    private mutating func underlyings(of option: OptionReference) -> [(name: String, isStem: Bool)] {
        var names: [(name: String, isStem: Bool)] = []
        if option.place == nil { names.append((option.root, false)) }
        let ticker = option.underlying ?? option.root
        for row in ShareReference(spelling: ticker, place: option.place).map({ shareRows($0) }) ?? [] {
            let name = catalog.symbol(at: row)
            if name != option.root || option.place != nil { names.append((name, false)) }
        }
        // BRKB is also the root of a class of shares.
        if names.count <= 1, let last = option.root.utf8.last, last.isASCIILetter, option.root.utf8.count > 2 {
            let share = ShareReference(
                ticker: String(option.root.dropLast()), series: .shareClass(last), place: option.place)
            for row in shareRows(share, asksNames: false) { names.append((catalog.symbol(at: row), false)) }
        }
        // Adjusted options have a digit after the root, weekly index options a W.
        if let last = option.root.utf8.last, last.isASCIIDigit || last == UInt8(ascii: "W") {
            names.append((String(option.root.dropLast()), true))
        }
        return names
    }

    /// Returns the symbols of the instruments that the root of an option names in words and that have options, best
    /// first. For example, the root `bank of america` names `BAC`.
    private func symbols(named option: OptionReference) -> [String] {
        guard option.future == nil, option.root.utf8.count >= Self.shortestName else { return [] }
        var filter = CatalogFilter()
        filter.require(.type, anyOf: ["STOCK", "ETF", "INDEX"])
        let hits = (try? catalog.search(option.root, filter: filter, on: reader.day, limit: Self.nameLimit).hits) ?? []
        return hits.map(\.row).filter { isListed($0, at: option.place) != .elsewhere }.map(catalog.symbol(at:))
            .filter(catalog.hasOptions(underlying:))
    }

    /// The minimum length of a root that is searched as a name.
    private static let shortestName = 4
    /// The maximum number of search hits that are considered as underlyings.
    private static let nameLimit = 50

    /// Adds the options on an underlying, preferring those with the reference's own root. Returns whether any were
    /// found.
    private mutating func addOptions(
        _ option: OptionReference, on name: String, isStem: Bool, _ days: ExpirationDays, _ reading: SymbolReading
    ) -> Bool {
        let rows = optionRows(on: name, days, option)
        let own = rows.filter { hasRoot($0, option.root) }
        let meant = own.isEmpty && !isStem ? rows.filter { !hasAdjustedRoot($0, option.root) } : own
        for row in meant { add(row, reading) }
        return !meant.isEmpty
    }

    /// Returns the rows of the options on an underlying that expire on one of the given days, ordered by the likelihood
    /// of the day.
    private func optionRows(on name: String, _ days: ExpirationDays, _ option: OptionReference) -> [Row] {
        let side = option.side
        let strike = option.strike.value
        for range in days.ranges {
            let rows = catalog.ranked { part, found in
                part.forEachOption(on: name, expiring: range, strike: strike, isPut: side == .put) { found.append($0) }
            }
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// Returns whether an option's symbol has this root: `.AAPL1` followed by a digit of the date.
    private func hasRoot(_ row: Row, _ root: String) -> Bool {
        catalog.withField(.symbol, at: row) { $0.isOption(ofRoot: root.utf8Span.span) }
    }

    /// Returns whether an option's symbol has this root with an adjustment digit. Adjusted options deliver something
    /// other than standard ones.
    private func hasAdjustedRoot(_ row: Row, _ root: String) -> Bool {
        (1...9).contains { hasRoot(row, "\(root)\($0)") }
    }

    /// Adds the options on a future: `./ESZ26C6600:XCME`.
    private mutating func addOptionsOnFuture(
        _ option: OptionReference, _ days: ExpirationDays, _ reading: SymbolReading
    ) {
        guard let month = option.future else { return }
        let futures = futureRows(FutureReference(root: option.root, contract: .month(month), place: option.place))
        let suffixes = product(option.root).suffixes
        beginSymbol()
        append("./")
        append(option.root)
        append(month.month.letter)
        append(twoDigits: month.year % 100)
        append(option.side == .call ? UInt8(ascii: "C") : UInt8(ascii: "P"))
        append(option.strike.description)
        for suffix in [[]] + suffixes {
            if let row = symbolRow(followedBy: suffix), isDerivativeListed(row, at: option.place) {
                return add(row, reading)
            }
        }
        for future in futures {
            let name = catalog.symbol(at: future)
            if addOptions(option, on: name, isStem: false, days, reading) { return }
        }
    }
}

/// The days on which an option may expire.
struct ExpirationDays {
    /// The exact days, most likely first; empty if the text names none.
    var exact: [CalendarDate]
    /// All possible days, most likely first.
    var ranges: [ClosedRange<CalendarDate>]
}

extension OptionReference {
    /// Returns the possible expiration days. For a month, these are the third Friday, then the Thursday before (if
    /// Friday is a holiday), then the Saturday after (in data before 2015), then all other days of the month.
    func days(from today: CalendarDate) -> ExpirationDays {
        switch expiration {
        case .day(let day): return ExpirationDays(exact: [day], ranges: [day...day])
        case .month(let month):
            let friday = month.thirdFriday
            let thursday = CalendarDate(dayNumber: friday.dayNumber - 1)
            let saturday = CalendarDate(dayNumber: friday.dayNumber + 1)
            let first = CalendarDate(dayNumber: friday.dayNumber - friday.day + 1)
            let last = CalendarDate(dayNumber: first.dayNumber + 30)
            let end = last.month == first.month ? last : CalendarDate(dayNumber: last.dayNumber - last.day)
            return ExpirationDays(
                exact: [friday, thursday, saturday], ranges: [friday...friday, thursday...saturday, first...end])
        case .withFuture:
            // Options on a future expire in the years around the future's expiration. The first one that has not
            // expired is meant.
            let future = self.future?.thirdFriday ?? today
            return ExpirationDays(
                exact: [],
                ranges: [
                    CalendarDate(dayNumber: future.dayNumber - 366)...CalendarDate(dayNumber: future.dayNumber + 31)
                ])
        }
    }
}

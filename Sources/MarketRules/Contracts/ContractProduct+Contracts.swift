public import Scanning

extension ContractProduct {
    /// Returns the contracts of the months of a year, in order. If contracts are named by days, returns those that
    /// expire in the year.
    ///
    /// - Parameters:
    ///   - year: A year that schedules cover: 3…9997; other years have no contracts.
    ///   - defaults: The schedule defaults from which business days are determined.
    /// - Throws: `GrammarError` if the defaults lack a venue of the product.
    public func contracts(
        in year: Int, defaults: ScheduleDefaults = .bundled
    ) throws(GrammarError) -> [Contract] {
        var contracts: [Contract] = []
        for month in 1...12 { contracts += try self.contracts(year: year, month: month, defaults) }
        return contracts
    }

    /// Returns the front contract of a day: among the contracts that are not yet rolled, the one that stops trading
    /// first. Months in which few contracts trade, such as January for gold, are skipped.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - position: 1 for the front contract, 2 for the contract after it, and so on.
    ///   - rollDays: A contract is rolled after the day that is this number of business days before its last trading
    ///     day or, if that is earlier, before its first notice day. If `nil`, it is rolled after its last trading day.
    ///   - defaults: The schedule defaults from which business days are determined.
    /// - Returns: The contract; `nil` if the rules list none.
    /// - Throws: `GrammarError` if the defaults lack a venue of the product.
    public func frontContract(
        on date: CalendarDate, position: Int = 1, rollDays: Int? = nil, defaults: ScheduleDefaults = .bundled
    ) throws(GrammarError) -> Contract? {
        guard position > 0 else { return nil }
        let contracts = try upcoming(on: date, count: position, rollDays: rollDays, defaults: defaults)
        return contracts.count == position ? contracts.last : nil
    }

    /// Returns the next `count` contracts that are not yet rolled on a day; see `frontContract`.
    package func upcoming(
        on date: CalendarDate, count: Int, rollDays: Int? = nil, defaults: ScheduleDefaults = .bundled
    ) throws(GrammarError) -> [Contract] {
        var found: [Contract] = []
        // Start early, because a contract may stop trading up to four months after its month. Search `count` + 1 years,
        // because a product may have only one contract a year.
        let first = date.year * 12 + date.month - 1 - Self.reach
        for index in first...first + 12 * (count + 1) + 2 * Self.reach where found.count < count + Self.spare {
            for contract in try contracts(year: index / 12, month: index % 12 + 1, defaults, withThinMonths: false)
            where try rollDay(of: contract, rollDays, defaults) >= date {
                found.append(contract)
            }
        }
        found.sort { ($0.lastTradingDay, $0.expiration) < ($1.lastTradingDay, $1.expiration) }
        return Array(found.prefix(count))
    }

    /// The maximum number of months between a contract's month and its last trading day.
    private static let reach = 4
    /// How many more contracts than requested are computed, because a contract of a later month may stop trading first.
    private static let spare = 4

    /// Returns the contract of a month; `nil` if the rules list none.
    package func contract(
        year: Int, month: Int, defaults: ScheduleDefaults = .bundled
    ) throws(GrammarError) -> Contract? {
        guard listings.allSatisfy(\.weekdays.isEmpty) else { return nil }
        return try contracts(year: year, month: month, defaults).first
    }

    /// Returns the delivery month of a value of the field MMY, such as `202612`; `nil` if the value is a week or a day.
    package static func month(ofMMY text: Span<UInt8>) -> (year: Int, month: Int)? {
        guard text.count == 6, let year = CalendarDate.digits(text, 0, 4), let month = CalendarDate.digits(text, 4, 2),
            1...12 ~= month
        else { return nil }
        return (year, month)
    }

    /// Returns whether the rules say that few contracts of a month trade.
    package func isThin(year: Int, month: Int) -> Bool {
        listings.contains { $0.period ~= year * 100 + month && $0.thinMonths.contains(month) }
    }

    /// Returns the last day before a contract is rolled.
    private func rollDay(
        of contract: Contract, _ days: Int?, _ defaults: ScheduleDefaults
    ) throws(GrammarError) -> CalendarDate {
        guard let days else { return contract.lastTradingDay }
        let end = contract.firstNotice.map { min($0, contract.lastTradingDay) } ?? contract.lastTradingDay
        var calendar = try BusinessCalendar(listings[0].calendar, defaults: defaults)
        return CalendarDate(dayNumber: calendar.day(-days, from: end.dayNumber))
    }

    /// Returns the contracts of a month.
    private func contracts(
        year: Int, month: Int, _ defaults: ScheduleDefaults, withThinMonths: Bool = true
    ) throws(GrammarError) -> [Contract] {
        guard 3...9997 ~= year else { return [] }
        let number = year * 100 + month
        var contracts: [Contract] = []
        for listing in listings where listing.period ~= number {
            if listing.months.contains(month), withThinMonths || !listing.thinMonths.contains(month) {
                contracts += try contract(listing, .init(year: year, month: month), defaults).map { [$0] } ?? []
            }
            guard !listing.weekdays.isEmpty else { continue }
            let first = CalendarDate.dayNumber(year: year, month: month, day: 1)
            var calendar = try BusinessCalendar(listing.calendar, defaults: defaults)
            for day in first..<first + CalendarDate.days(inMonth: month, ofYear: year)
            where listing.weekdays.contains(CalendarDate.weekday(ofDayNumber: day)) {
                // If a week has several contracts, a closed day has no contract. A week's only contract expires on
                // another day instead.
                guard listing.weekdays.count == 1 || calendar.isOpen(day) else { continue }
                let base = DayRule.Base(year: year, month: month, day: day)
                contracts += try contract(listing, base, defaults).map { [$0] } ?? []
            }
        }
        return contracts
    }

    private func contract(
        _ listing: Listing, _ base: DayRule.Base, _ defaults: ScheduleDefaults
    ) throws(GrammarError) -> Contract? {
        var calendar = try BusinessCalendar(listing.calendar, defaults: defaults)
        var base = base
        // For some options, such as those on the VIX, the last trading day is derived from the expiration.
        if listing.lastTradingDay.rule.start == .expiration {
            base.expiration = listing.expiration?.rule.day(base, &calendar)
            base.lastTradingDay = listing.lastTradingDay.rule.day(base, &calendar)
        } else {
            base.lastTradingDay = listing.lastTradingDay.rule.day(base, &calendar)
            base.expiration = listing.expiration?.rule.day(base, &calendar) ?? base.lastTradingDay
        }
        guard let last = base.lastTradingDay, let expiration = base.expiration else { return nil }
        let settlement = listing.settlement?.rule.day(base, &calendar)
        let notice = listing.firstNotice?.rule.day(base, &calendar)
        return Contract(
            name: name(base, expiration), year: base.year, month: base.month,
            lastTradingDay: CalendarDate(dayNumber: last), expiration: CalendarDate(dayNumber: expiration),
            settlement: settlement.map { CalendarDate(dayNumber: $0) },
            firstNotice: notice.map { CalendarDate(dayNumber: $0) }, isBeyondCoverage: calendar.isBeyondCoverage)
    }

    private func name(_ base: DayRule.Base, _ expiration: Int) -> String {
        if base.day != nil { return "\(root) \(CalendarDate(dayNumber: expiration))" }
        let letter = Character(UnicodeScalar(Self.letters[base.month - 1]))
        return "\(root)\(letter)\((base.year % 100).twoDigits)"
    }
}

import MarketRules
import ProfileFormat

extension TransformProgram {
    // MARK: Comparisons

    func compare(
        _ comparison: Comparison, _ a: NodeID, _ b: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Bool {
        switch type(a) {
        case .boolean:
            let (a, b) = (try boolean(a, &profile, &state), try boolean(b, &profile, &state))
            return comparison.holds(equal: a == b, less: !a && b)
        case .date:
            let (a, b) = (try day(a, &profile, &state), try day(b, &profile, &state))
            return comparison.holds(equal: a == b, less: a < b)
        case .number:
            let (a, b) = (try number(a, &profile, &state), try number(b, &profile, &state))
            return comparison.holds(equal: a.isSame(as: b), less: a.precedes(b))
        case .string:
            let (a, b) = (try text(a, &profile, &state), try text(b, &profile, &state))
            return comparison.holds(equal: TextOrder.areEqual(a, b), less: TextOrder.precedes(a, b))
        }
    }

    /// Returns whether a value is in a list. The constants are examined first, then the other members in order.
    func isOneOf(
        _ operand: NodeID, _ list: Int, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Bool {
        let isConstant =
            switch type(operand) {
            case .boolean: lists[list].booleans.contains(try boolean(operand, &profile, &state))
            case .date: lists[list].days.contains(try day(operand, &profile, &state))
            case .number: lists[list].numbers.contains(Selection.key(try number(operand, &profile, &state)))
            case .string: lists[list].texts.contains(TextBytes(text: try text(operand, &profile, &state)))
            }
        if isConstant { return true }
        for comparison in lists[list].comparisons where try boolean(comparison, &profile, &state) { return true }
        return false
    }

    // MARK: Days

    func isTrading(_ operand: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState) throws(Fault) -> Bool
    {
        let day = try day(operand, &profile, &state)
        let schedule = try state.schedule(profile.tradingHours)
        do {
            return try schedule.day(CalendarDate(dayNumber: day)).isTrading
        } catch {
            throw Fault("\(error)")
        }
    }

    func setWeekday(
        _ operand: NodeID, _ number: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Int {
        let day = try day(operand, &profile, &state)
        let count = try self.number(number, &profile, &state).whole32
        _ = try state.schedule(profile.tradingHours)
        return try Days.checked(day - CalendarDate.weekday(ofDayNumber: day) + count)
    }

    func setDayOfMonth(
        _ operand: NodeID, _ number: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Int {
        let day = try day(operand, &profile, &state)
        let count = try self.number(number, &profile, &state).whole32
        _ = try state.schedule(profile.tradingHours)
        let date = CalendarDate(dayNumber: day)
        let before = day - date.day
        // A negative number counts from the end of the month: -1 is its last day.
        let base = count < 0 ? before + CalendarDate.days(inMonth: date.month, ofYear: date.year) + 1 : before
        return try Days.checked(base + count)
    }

    func findTrading(
        _ operand: NodeID, _ number: NodeID, _ profile: inout InstrumentProfile, _ state: inout RunState
    ) throws(Fault) -> Int {
        let day = try day(operand, &profile, &state)
        let count = try self.number(number, &profile, &state).whole32
        let schedule = try state.schedule(profile.tradingHours)
        if state.isTrial { return try Days.checked(day + count) }
        let date = CalendarDate(dayNumber: day)
        guard let found = schedule.date(after: date, tradingDays: count) else {
            throw Fault("\(count) trading days from \(date): no trading day within 366 days of a step")
        }
        return found.dayNumber
    }
}

extension Comparison {
    /// Compares two values. `less` and `equal` are evaluated only if the result depends on them.
    @inline(__always)
    func holds(equal: @autoclosure () -> Bool, less: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .equal: equal()
        case .notEqual: !equal()
        case .less: less()
        case .lessOrEqual: less() || equal()
        case .greater: !less() && !equal()
        case .greaterOrEqual: !less()
        }
    }
}

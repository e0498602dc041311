extension Trading.Schedule {
    /// Returns the day of a date, given in days since 1970-01-01.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    package func day(_ number: Int) throws(Trading.RangeError) -> Trading.Day {
        guard Trading.RangeError.answeredDays ~= number else { throw Trading.RangeError(dayNumber: number) }
        return DayCursor(compiled, day: number).day
    }

    /// Returns the day of a date.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    /// - Complexity: O(1) after its block of 32 days is built.
    public func day(_ date: CalendarDate) throws(Trading.RangeError) -> Trading.Day { try day(date.dayNumber) }

    /// Returns the day to which a session belongs.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    package func day(of session: Trading.Session) throws(Trading.RangeError) -> Trading.Day {
        try day(session.dayNumber)
    }

    /// Returns the day that contains an instant; `nil` if the instant is in a gap that the definitions leave between
    /// days.
    ///
    /// - Throws: `RangeError` outside 0001-01-02…9999-12-30.
    public func day(containing instant: Instant) throws(Trading.RangeError) -> Trading.Day? {
        let day = try cursor(toward: instant).day
        return day.contains(instant) ? day : nil
    }

    /// Returns the next accepted day after a date; `nil` if the next 366 dates have no such day.
    public func nextDay(after date: CalendarDate, _ filter: Trading.DayFilter = .trading) -> Trading.Day? {
        find(filter, after: date.dayNumber, step: 1)
    }

    /// Returns the last accepted day before a date; `nil` if the previous 366 dates have no such day.
    public func previousDay(before date: CalendarDate, _ filter: Trading.DayFilter = .trading) -> Trading.Day? {
        find(filter, after: date.dayNumber, step: -1)
    }

    /// Returns a lazy sequence of the days of a range of dates, in order. It omits dates outside 0001-01-02…9999-12-30.
    public func days(_ dates: ClosedRange<CalendarDate>) -> some Sequence<Trading.Day> & Sendable {
        let answered = Trading.RangeError.answeredDays
        let first = max(dates.lowerBound.dayNumber, answered.lowerBound)
        let last = min(dates.upperBound.dayNumber, answered.upperBound)
        return Days(compiled: compiled, numbers: first..<max(first, last + 1))
    }

    /// Returns the date that is `count` trading days after a date, or before it if `count` is negative. For 0, returns
    /// the date itself. Returns `nil` if a step finds no trading day within 366 dates.
    ///
    /// - Complexity: O(1) for the dates from 1950 to 2076, and O(*n*) in the number of dates for others.
    package func date(after date: CalendarDate, tradingDays count: Int) -> CalendarDate? {
        dayNumber(after: date.dayNumber, tradingDays: count).map { CalendarDate(dayNumber: $0) }
    }

    /// Returns the day that is `count` trading days after another, in days since 1970-01-01; see
    /// `date(after:tradingDays:)`.
    package func dayNumber(after number: Int, tradingDays count: Int) -> Int? {
        if let day = compiled.rankedDay(after: number, tradingDays: count) { return day }
        let answered = Trading.RangeError.answeredDays
        guard answered ~= number else { return nil }
        var cursor = DayCursor(compiled, day: number)
        for _ in 0..<count.magnitude {
            var passed = 0
            repeat {
                cursor.move(by: count.signum())
                passed += 1
                guard passed <= Self.searchedDays, answered ~= cursor.number else { return nil }
            } while !cursor.day.isTrading
        }
        return cursor.number
    }

    /// The maximum number of days that a search for a next or previous day or session covers.
    static let searchedDays = 366

    private func find(_ filter: Trading.DayFilter, after number: Int, step: Int) -> Trading.Day? {
        let answered = Trading.RangeError.answeredDays
        guard answered ~= number else { return nil }
        var cursor = DayCursor(compiled, day: number)
        for _ in 0..<Self.searchedDays {
            cursor.move(by: step)
            guard answered ~= cursor.number else { return nil }
            if filter.accepts(cursor.day) { return cursor.day }
        }
        return nil
    }

    /// Finds the day for an instant (section 8). Starts at the instant's local date, goes back while the day starts
    /// after the instant, then forward while the day ends at or before it. If that day starts after the instant,
    /// returns the nearest day that contains the instant, if any.
    func cursor(toward instant: Instant) throws(Trading.RangeError) -> DayCursor {
        let answered = Trading.RangeError.answeredDays
        let date = compiled.rules.dayNumber(at: instant)
        guard answered ~= date else { throw Trading.RangeError(dayNumber: date) }
        var cursor = DayCursor(compiled, day: date)
        while cursor.day.start > instant {
            cursor.move(by: -1)
            guard answered ~= cursor.number else { throw Trading.RangeError(dayNumber: cursor.number) }
        }
        while cursor.day.end <= instant {
            cursor.move(by: 1)
            guard answered ~= cursor.number else { throw Trading.RangeError(dayNumber: cursor.number) }
        }
        return cursor.day.contains(instant) ? cursor : holder(of: instant, near: cursor) ?? cursor
    }

    /// Returns the day that contains an instant and is nearest to another day, preferring the later of two; `nil` if no
    /// day contains the instant.
    private func holder(of instant: Instant, near place: DayCursor) -> DayCursor? {
        let answered = Trading.RangeError.answeredDays
        // Both days are within `searchReach` of the instant's date.
        for distance in 1...2 * compiled.rules.searchReach {
            for step in [distance, -distance] where answered ~= place.number + step {
                var cursor = place
                cursor.move(by: step)
                if cursor.day.contains(instant) { return cursor }
            }
        }
        return nil
    }
}

/// A lazy sequence of the days of a range of dates, in order.
private struct Days: Sequence, Sendable {
    let compiled: CompiledSchedule
    let numbers: Range<Int>

    var underestimatedCount: Int { numbers.count }

    func makeIterator() -> Iterator { Iterator(compiled: compiled, numbers: numbers) }

    struct Iterator: IteratorProtocol {
        let compiled: CompiledSchedule
        let numbers: Range<Int>
        private var cursor: DayCursor?

        init(compiled: CompiledSchedule, numbers: Range<Int>) {
            self.compiled = compiled
            self.numbers = numbers
        }

        mutating func next() -> Trading.Day? {
            if cursor == nil {
                guard !numbers.isEmpty else { return nil }
                cursor = DayCursor(compiled, day: numbers.lowerBound)
            } else {
                guard cursor!.number + 1 < numbers.upperBound else { return nil }
                cursor!.move(by: 1)
            }
            return cursor!.day
        }
    }
}

package import MarketRules
package import Scanning

// Arithmetic of trading time. Each answer is a value, whose members of JSON `ipf schedule` and `/v1/schedules/{symbol}` share.

/// The moment that follows another by an amount of trading time.
package struct AddedTime {
    package let time: Instant
    package let added: Duration
    /// `nil` if no session comes for 366 days.
    package let result: Instant?
    /// A Boolean value that indicates whether the holidays of the first or the last day are unknown.
    package let isBeyondCoverage: Bool

    package init(
        _ schedule: Trading.Schedule, adding added: Duration, to time: Instant, _ filter: Trading.SessionFilter
    ) throws(Trading.RangeError) {
        (self.time, self.added) = (time, added)
        result = try schedule.instant(adding: added, to: time, filter)
        var isBeyondCoverage = try schedule.day(containing: time)?.isBeyondCoverage ?? false
        if let result, try schedule.day(containing: result)?.isBeyondCoverage == true { isBeyondCoverage = true }
        self.isBeyondCoverage = isBeyondCoverage
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("time", time.description)
        json.member(seconds: added)
        json.optional("result", result?.description)
    }
}

/// The date that follows another by a number of trading days.
package struct OffsetDate {
    package let date: CalendarDate
    /// Below 0 for dates before.
    package let days: Int
    /// `nil` if no trading day comes for 366 days.
    package let result: CalendarDate?
    /// A Boolean value that indicates whether the holidays of one of the two dates are unknown.
    package let isBeyondCoverage: Bool

    /// The days that may be counted.
    package static let bounds = -100_000...100_000

    package init(
        _ schedule: Trading.Schedule, _ date: CalendarDate, tradingDays days: Int
    ) throws(Trading.RangeError) {
        // Also where no days are to be counted the date must be one that schedules answer for.
        _ = try schedule.day(date.dayNumber)
        (self.date, self.days) = (date, days)
        result = schedule.date(after: date, tradingDays: days)
        isBeyondCoverage = [date, result].contains { $0.map(schedule.isBeyondCoverage) ?? false }
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("date", date.description)
        json.member("days", days)
        json.optional("result", result?.description)
    }
}

/// The date on which a trade settles.
package struct SettlementDate {
    package let date: CalendarDate
    package let plus: Int
    package let kind: Trading.SettlementDays.Kind
    /// The venues and payment systems whose days count.
    package let calendars: [String]
    /// `nil` if no such day comes for 366 days.
    package let result: CalendarDate?
    /// The schedules whose holidays of one of the two dates are unknown.
    package let uncovered: [Trading.Schedule]

    /// The days after a trade that may be asked for.
    package static let bounds = 0...1000

    /// - Parameters:
    ///   - schedules: those of the venues, the first of which has the trade.
    ///   - defaults: have the payment systems.
    /// - Throws: `GrammarError` where a payment system can't be read.
    package init(
        _ schedules: [Trading.Schedule], ofTradeOn date: CalendarDate, plus: Int,
        _ kind: Trading.SettlementDays.Kind, defaults: ScheduleDefaults
    ) throws(GrammarError) {
        let days = try Trading.SettlementDays(schedules, kind, defaults: defaults)
        (self.date, self.plus, self.kind, calendars) = (date, plus, kind, days.calendars)
        result = days.date(ofTradeOn: date, plus: plus)
        uncovered = days.beyondCoverage(date) + (result.map(days.beyondCoverage) ?? [])
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("date", date.description)
        json.member("plus", plus)
        json.member("days", kind.rawValue)
        json.member("calendars", strings: calendars)
        json.optional("result", result?.description)
    }
}

extension TradingSpan {
    /// - Parameter interval: the one whose span this is.
    package func writeMembers(of interval: Range<Instant>, to json: inout JSONWriter) {
        json.members(of: interval)
        json.member(seconds: tradingTime)
        json.member("sessions", sessionCount)
        json.member("days", dayCount)
    }
}

extension Trading.Schedule {
    /// The bars of one length that share time with an interval; `nil` for more than `limit` of them.
    package func bars(
        of length: Duration, in interval: Range<Instant>, _ filter: Trading.SessionFilter, limit: Int
    ) -> [Trading.Bar]? {
        let bars = Array(bars(of: length, in: interval, filter).prefix(limit + 1))
        return bars.count > limit ? nil : bars
    }
}

extension JSONWriter {
    /// The members `from` and `to`.
    package mutating func members(of interval: Range<Instant>) {
        member("from", interval.lowerBound.description)
        member("to", interval.upperBound.description)
    }

    /// A value: an array of bars.
    package mutating func bars(_ bars: [Trading.Bar]) {
        array { json in
            for bar in bars {
                json.object { json in
                    json.member("date", bar.session.date.description)
                    json.members(bar.session.type, bar.start, bar.end)
                }
            }
        }
    }

    /// The member `seconds`, to the millisecond: the quotient of durations is off by its last digits.
    fileprivate mutating func member(seconds duration: Duration) {
        member("seconds", (duration / .milliseconds(1)).rounded() / 1000)
    }
}

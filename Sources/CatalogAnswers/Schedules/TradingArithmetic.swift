package import MarketRules
package import Scanning

// Arithmetic of trading time. Each type of result writes its JSON members, which `ipf schedule` and
// `/v1/schedules/{symbol}` share.

/// The result of adding trading time to a moment.
package struct AddedTime {
    package let time: Instant
    package let added: Duration
    /// The resulting moment; `nil` if no session follows within 366 days.
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

/// The result of adding trading days to a date.
package struct OffsetDate {
    package let date: CalendarDate
    /// The number of trading days; negative for earlier dates.
    package let days: Int
    /// The resulting date; `nil` if no trading day follows within 366 days.
    package let result: CalendarDate?
    /// A Boolean value that indicates whether the holidays of one of the two dates are unknown.
    package let isBeyondCoverage: Bool

    /// The numbers of trading days that are accepted.
    package static let bounds = -100_000...100_000

    package init(
        _ schedule: Trading.Schedule, _ date: CalendarDate, tradingDays days: Int
    ) throws(Trading.RangeError) {
        // Check that schedules cover the date even if `days` is 0.
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

/// The settlement date of a trade.
package struct SettlementDate {
    package let date: CalendarDate
    package let plus: Int
    package let kind: Trading.SettlementDays.Kind
    /// The venues and payment systems whose holidays are not business days.
    package let calendars: [String]
    /// The settlement date; `nil` if no such day follows within 366 days.
    package let result: CalendarDate?
    /// The schedules for which it is unknown whether one of the two dates is a holiday.
    package let uncovered: [Trading.Schedule]

    /// The numbers of days between trade and settlement that are accepted.
    package static let bounds = 0...1000

    /// Computes a settlement date.
    ///
    /// - Parameters:
    ///   - schedules: The schedules of the venues, starting with the venue of the trade.
    ///   - defaults: The schedule defaults that contain the payment systems.
    /// - Throws: `GrammarError` if the definition of a payment system is not valid.
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
    /// Writes the members of the result.
    ///
    /// - Parameter interval: The interval for which the result was computed.
    package func writeMembers(of interval: Range<Instant>, to json: inout JSONWriter) {
        json.members(of: interval)
        json.member(seconds: tradingTime)
        json.member("sessions", sessionCount)
        json.member("days", dayCount)
    }
}

extension Trading.Schedule {
    /// Returns the bars of a given length that overlap an interval; `nil` if there are more than `limit` bars.
    package func bars(
        of length: Duration, in interval: Range<Instant>, _ filter: Trading.SessionFilter, limit: Int
    ) -> [Trading.Bar]? {
        let bars = Array(bars(of: length, in: interval, filter).prefix(limit + 1))
        return bars.count > limit ? nil : bars
    }
}

extension JSONWriter {
    /// Writes the ends of an interval as the members `from` and `to`.
    package mutating func members(of interval: Range<Instant>) {
        member("from", interval.lowerBound.description)
        member("to", interval.upperBound.description)
    }

    /// Writes an array of bars, as a value.
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

    /// Writes the member `seconds`, rounded to a millisecond because the quotient of durations is inexact.
    fileprivate mutating func member(seconds duration: Duration) {
        member("seconds", (duration / .milliseconds(1)).rounded() / 1000)
    }
}

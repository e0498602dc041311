import CatalogAnswers
import MarketRules
import Scanning

// The JSON output of schedules.

extension JSONWriter {
    /// Writes the members of a session.
    mutating func write(_ session: Trading.Session) {
        members(of: session)
        member("trading", session.isTrading)
        member("beyondCoverage", session.isBeyondCoverage)
    }

    /// Writes the member `reason`: the name of a day; null if it has no name.
    mutating func member(reason: Trading.DayReason?) {
        key("reason")
        if let reason { self.reason(reason) } else { null() }
    }

    /// Writes the members of a day.
    mutating func write(_ day: Trading.Day, of schedule: Trading.Schedule) {
        member("date", day.date.description)
        member("trading", day.isTrading)
        member("holiday", day.isHoliday)
        member("shortDay", day.isShortDay)
        member(reason: schedule.reason(of: day))
        member("beyondCoverage", day.isBeyondCoverage)
        members(ofTimesOf: day)
    }
}

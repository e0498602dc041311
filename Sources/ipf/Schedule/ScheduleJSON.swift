import CatalogAnswers
import MarketRules
import Scanning

// Schedules in answers for programs.

extension JSON {
    init(_ session: Trading.Session) {
        self = .members { json in
            json.members(of: session)
            json.member("trading", session.isTrading)
            json.member("beyondCoverage", session.isBeyondCoverage)
        }
    }

    /// What a day is called; null where it has no name.
    init(_ reason: Trading.DayReason?) { self = reason.map { reason in .written { $0.reason(reason) } } ?? .null }

    init(_ day: Trading.Day, of schedule: Trading.Schedule) {
        self = .members { json in
            json.member("date", day.date.description)
            json.member("trading", day.isTrading)
            json.member("holiday", day.isHoliday)
            json.member("shortDay", day.isShortDay)
            json.key("reason")
            JSON(schedule.reason(of: day)).write(to: &json)
            json.member("beyondCoverage", day.isBeyondCoverage)
            json.members(ofTimesOf: day)
        }
    }
}

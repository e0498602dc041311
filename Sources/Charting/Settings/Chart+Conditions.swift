internal import Scanning

extension Chart.Conditions {
    /// What an instrument's schedule says: extended hours and pauses, in the four weeks before the last date that its holiday
    /// lists speak of, so that the answer doesn't depend on today. `nil` makes everything possible.
    mutating func take(_ instrument: Instrument?) {
        guard let instrument else {
            (hasExtendedHours, hasSessionBreaks) = (true, true)
            return
        }
        (hasExtendedHours, hasSessionBreaks) = (false, false)
        guard let schedule = instrument.schedule else { return }
        let last = schedule.coverageEnd ?? CalendarDate(dayNumber: 20_500)
        for day in schedule.days(CalendarDate(dayNumber: last.dayNumber - 27)...last) {
            for session in day.sessions where !session.isEmpty {
                switch session.type {
                case .preMarket, .afterMarket, .overnight: hasExtendedHours = true
                case .noTrading: hasSessionBreaks = true
                case .regular: break
                }
            }
        }
    }
}

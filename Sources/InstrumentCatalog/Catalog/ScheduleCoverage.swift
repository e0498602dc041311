package import Scanning

/// How far ahead the schedules of a catalog know their holidays.
package struct ScheduleCoverage: Hashable, Sendable {
    /// One distinct TRADING_HOURS text.
    package struct Rule: Hashable, Sendable {
        /// The text.
        package var tradingHours: String
        /// Instruments that have it.
        package var instruments: Int
        /// The last date that the holiday lists of all its schedules speak of; `nil` where none of them has a list, or it can't
        /// be read.
        package var end: CalendarDate?
        /// Why the text gives no schedule; `nil` where it does.
        package var fault: GrammarError?
    }

    /// The texts, those that end first in front; then those without holiday lists, then those that can't be read; the
    /// commonest first among those that are alike, then by text.
    package var rules: [Rule]

    /// The date that the holiday lists of all schedules reach; `nil` where no schedule has one.
    package var horizon: CalendarDate? { rules.first?.end }

    /// The texts that give no schedule.
    package var unreadable: [Rule] { rules.filter { $0.fault != nil } }
}

extension ScheduleCoverage {
    /// The coverage of texts that so many instruments have.
    init(_ counts: [CatalogFacets.Entry], defaults: ScheduleDefaults) {
        rules = counts.map { Rule($0.name, instruments: $0.count, defaults: defaults) }.sorted(by: Rule.precedes)
    }
}

extension ScheduleCoverage.Rule {
    /// Looks at every schedule of a text.
    fileprivate init(_ text: String, instruments: Int, defaults: ScheduleDefaults) {
        self.init(tradingHours: text, instruments: instruments)
        do throws(GrammarError) {
            for venue in try Trading.Schedule.venues(in: text) {
                let schedule = try Trading.Schedule(text, venue: venue, defaults: defaults)
                guard let reached = schedule.coverageEnd else { continue }
                end = min(end ?? reached, reached)
            }
        } catch {
            end = nil
            fault = error
        }
    }

    fileprivate static func precedes(_ a: Self, _ b: Self) -> Bool {
        let key = { (rule: Self) in (rule.fault == nil ? 0 : 1, rule.end?.dayNumber ?? .max) }
        if key(a) != key(b) { return key(a) < key(b) }
        return a.instruments != b.instruments ? a.instruments > b.instruments : a.tradingHours < b.tradingHours
    }
}

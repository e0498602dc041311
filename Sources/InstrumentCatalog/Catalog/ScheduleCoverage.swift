package import Scanning

/// The periods for which the schedules of a catalog have holiday lists.
package struct ScheduleCoverage: Hashable, Sendable {
    /// One distinct TRADING_HOURS text.
    package struct Rule: Hashable, Sendable {
        /// The TRADING_HOURS text.
        package var tradingHours: String
        /// The number of instruments that have the text.
        package var instruments: Int
        /// The last date that the holiday lists of all the text's schedules cover; `nil` if none of the schedules has a
        /// list, or if `fault` is set.
        package var end: CalendarDate?
        /// The first and last dates that the holiday lists cover, by venue.
        package var venueCoverage: [String: ClosedRange<CalendarDate>] = [:]
        /// The reason why instruments with the text have no schedule: the error of its first venue. `nil` if they have
        /// a schedule.
        package var fault: GrammarError?
        /// The reason why a further venue of the text has no schedule; `nil` if all venues have one, or if `fault` is
        /// set.
        package var furtherFault: GrammarError?
    }

    /// The texts, those with the earliest end first, followed by those without holiday lists and those that cannot be
    /// parsed. Ties are ordered by frequency, then by text.
    package var rules: [Rule]

    /// The date up to which the holiday lists of all schedules extend; `nil` if no schedule has a list.
    package var horizon: CalendarDate? { rules.first?.end }

    /// The period for which the holidays of a venue are listed.
    package struct Horizon: Hashable, Sendable {
        /// The name of the venue in definitions.
        package var venue: String
        /// The first date that the venue's holiday lists cover. If texts that name the venue differ, it is the latest
        /// of their first dates.
        package var start: CalendarDate
        /// The last date that the venue's holiday lists cover: the earliest of the last dates of these texts.
        package var end: CalendarDate
    }

    /// The venues that have holiday lists, those with the earliest end first, then by name.
    package var horizons: [Horizon] {
        var horizons: [String: Horizon] = [:]
        for rule in rules {
            for (venue, days) in rule.venueCoverage {
                var horizon = horizons[venue] ?? Horizon(venue: venue, start: days.lowerBound, end: days.upperBound)
                horizon.start = max(horizon.start, days.lowerBound)
                horizon.end = min(horizon.end, days.upperBound)
                horizons[venue] = horizon
            }
        }
        return horizons.values.sorted { ($0.end, $0.venue) < ($1.end, $1.venue) }
    }

    /// Returns the venues whose holiday lists end within `days` days of `today`.
    package func horizons(endingWithin days: Int, of today: CalendarDate) -> [Horizon] {
        horizons.filter { $0.end.dayNumber < today.dayNumber + days }
    }

    /// The number of days ahead at which a warning about missing holidays is due.
    package static let warnedDays = 90

    /// The texts that have no schedule.
    package var unreadable: [Rule] { rules.filter { $0.fault != nil } }

    /// The texts that have a schedule, but not for all of their venues.
    package var partlyUnreadable: [Rule] { rules.filter { $0.furtherFault != nil } }
}

extension ScheduleCoverage {
    /// Computes the coverage of texts from their counts.
    init(_ counts: [CatalogFacets.Entry], defaults: ScheduleDefaults) {
        rules = counts.map { Rule($0.name, instruments: $0.count, defaults: defaults) }.sorted(by: Rule.precedes)
    }
}

extension ScheduleCoverage.Rule {
    /// Examines every schedule of a text.
    fileprivate init(_ text: String, instruments: Int, defaults: ScheduleDefaults) {
        self.init(tradingHours: text, instruments: instruments)
        do throws(GrammarError) {
            let venues = try Trading.Schedule.venues(in: text)
            include(try Trading.Schedule(text, defaults: defaults))
            for venue in venues.dropFirst() {
                do throws(GrammarError) {
                    include(try Trading.Schedule(text, venue: venue, defaults: defaults))
                } catch {
                    furtherFault = furtherFault ?? error
                }
            }
        } catch {
            fault = error
        }
    }

    private mutating func include(_ schedule: Trading.Schedule) {
        guard let first = schedule.coverageStart, let last = schedule.coverageEnd else { return }
        venueCoverage[schedule.venue] = first...last
        end = min(end ?? last, last)
    }

    fileprivate static func precedes(_ a: Self, _ b: Self) -> Bool {
        let key = { (rule: Self) in (rule.fault == nil ? 0 : 1, rule.end?.dayNumber ?? .max) }
        if key(a) != key(b) { return key(a) < key(b) }
        return a.instruments != b.instruments ? a.instruments > b.instruments : a.tradingHours < b.tradingHours
    }
}

package import Scanning

/// How far ahead the schedules of a catalog know their holidays.
package struct ScheduleCoverage: Hashable, Sendable {
    /// One distinct TRADING_HOURS text.
    package struct Rule: Hashable, Sendable {
        /// The text.
        package var tradingHours: String
        /// Instruments that have it.
        package var instruments: Int
        /// The last date that the holiday lists of all its schedules speak of; `nil` where none of them has a list, or `fault` is
        /// set.
        package var end: CalendarDate?
        /// The first and the last date that the holiday lists of each of its venues speak of.
        package var venueCoverage: [String: ClosedRange<CalendarDate>] = [:]
        /// Why instruments with the text have no schedule, which is that of its first venue; `nil` where they have one.
        package var fault: GrammarError?
        /// Why a further venue of the text gives none; `nil` where all do, or `fault` is set.
        package var furtherFault: GrammarError?
    }

    /// The texts, those that end first in front; then those without holiday lists, then those that can't be read; the
    /// commonest first among those that are alike, then by text.
    package var rules: [Rule]

    /// The date that the holiday lists of all schedules reach; `nil` where no schedule has one.
    package var horizon: CalendarDate? { rules.first?.end }

    /// From when until when the holidays of a venue are known.
    package struct Horizon: Hashable, Sendable {
        /// Its name in definitions.
        package var venue: String
        /// The first date that its holiday lists speak of: the latest such date of the texts that name it.
        package var start: CalendarDate
        /// The last date that they speak of: the earliest such date of these texts.
        package var end: CalendarDate
    }

    /// The venues of all texts that have holiday lists; those that end first in front, then by name.
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

    /// The venues whose holidays are known for less than so many days after a date.
    package func horizons(endingWithin days: Int, of today: CalendarDate) -> [Horizon] {
        horizons.filter { $0.end.dayNumber < today.dayNumber + days }
    }

    /// How long ahead a missing year of holidays is warned of, in days.
    package static let warnedDays = 90

    /// The texts that give no schedule.
    package var unreadable: [Rule] { rules.filter { $0.fault != nil } }

    /// The texts that give one, but none for a further venue.
    package var partlyUnreadable: [Rule] { rules.filter { $0.furtherFault != nil } }
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

extension Trading {
    /// When an instrument trades on a venue: rules read from its TRADING_HOURS text, and the days they make.
    ///
    /// ```swift
    /// let schedule = try Trading.Schedule("BIST(tz=Asia/Istanbul;0=10001800)")
    /// let session = try schedule.session(at: Instant(seconds: 1_709_632_800))   // R:1709622000-1709650800
    /// ```
    ///
    /// A schedule is an immutable value, one reference wide. Equal texts under the same defaults share one compiled form, so
    /// making the schedule of another instrument of the same venue is a dictionary look-up. Days are made when they are first
    /// asked for, 32 at a time, and those of 1950 to 2076 are kept: half a megabyte for a schedule at most. Questions take no lock,
    /// from any number of threads.
    ///
    /// Schedules are equal where their definitions and what the defaults add to them mean the same: such schedules have the same
    /// days. Only the names of lists, and the text that the rules came in, may differ.
    public struct Schedule: Hashable, Sendable {
        let compiled: CompiledSchedule

        init(_ compiled: CompiledSchedule) { self.compiled = compiled }

        /// The schedule of an instrument, from its TRADING_HOURS text.
        ///
        /// - Parameters:
        ///   - venue: which of the text's definitions; `nil` for the first.
        ///   - defaults: lists of holidays that the definition names, and what it leaves to its venue. `.empty` where it stands for
        ///     itself alone.
        /// - Throws: `GrammarError` where the text, the definition, a list or a rule of it is wrong, a zone is missing, a weekday that
        ///   trades has no hours, or no definition is of exactly that venue.
        /// - Complexity: a look-up, when the same text was asked for before; else microseconds. The bundled defaults are parsed when
        ///   they are first asked for, which takes some milliseconds.
        public init(
            _ tradingHours: borrowing String, venue: String? = nil, defaults: borrowing ScheduleDefaults = .bundled
        ) throws(GrammarError) {
            // `borrowing`, for counting references would take longer than the look-up.
            compiled = try defaults.storage.schedule(tradingHours, venue: venue)
        }

        /// The venues of a TRADING_HOURS text, in order, `""` for a definition without one.
        ///
        /// - Throws: `GrammarError` where there is no definition, or the text isn't a list of them. What the definitions say isn't
        ///   looked at.
        public static func venues(in tradingHours: String) throws(GrammarError) -> [String] {
            let bytes = tradingHours.utf8Span.span
            do throws(RuleFault) {
                return try TradingHoursText.definitions(bytes).map { bytes.text($0.venue) }
            } catch {
                throw RuleSourceText(text: tradingHours, ownOffset: 0).error(error)
            }
        }

        /// `VENUE(properties)` as it stands in the text, without the defaults.
        public var definition: String { compiled.definition }
        /// The venue's name in the definition; may be empty.
        public var venue: String { compiled.venue }
        /// The display name: `name`, or the venue.
        public var name: String { compiled.rules.name }
        /// The time zone of the venue's clock.
        public var zone: TimeZoneRules { compiled.rules.zone }
        /// What was noticed and went on after: unknown parts, contradictory rules, `2400`.
        public var warnings: [GrammarError] { compiled.warnings }
        /// The first date whose holidays are known: January 1 of the first year that the holiday lists have completely; `nil` for a
        /// schedule without holiday lists. Earlier days may have had holidays that are not listed.
        public var coverageStart: CalendarDate? { coverage?.lowerBound }
        /// The last date whose holidays are known: December 31 of the last year that was announced, or follows from rules, when the
        /// holiday lists were written; `nil` for a schedule without holiday lists. Later days may have holidays that are not listed.
        public var coverageEnd: CalendarDate? { coverage?.upperBound }
        /// The dates whose holidays are known; `nil` for a schedule without holiday lists.
        package var coverage: ClosedRange<CalendarDate>? {
            compiled.rules.coverage.map {
                CalendarDate(dayNumber: Int($0.lowerBound))...CalendarDate(dayNumber: Int($0.upperBound))
            }
        }

        /// A Boolean value that indicates whether the holidays of a date are unknown: it is before the coverage of the holiday lists, or
        /// after it.
        package func isBeyondCoverage(_ date: CalendarDate) -> Bool { coverage.map { !$0.contains(date) } ?? false }

        /// In words, why the holidays of a date are unknown: it is before the coverage of the holiday lists, or after it. `nil` where
        /// they are known.
        package func unknownHolidays(of date: CalendarDate) -> String? {
            guard let coverage, !coverage.contains(date) else { return nil }
            return date < coverage.lowerBound ? "holidays not listed" : "holidays not announced"
        }
    }

    /// A date or an instant that schedules give no answers for.
    public struct RangeError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Days since 1970-01-01.
        public var dayNumber: Int

        package init(dayNumber: Int) { self.dayNumber = dayNumber }

        /// Days are answered for from 0001-01-02 to 9999-12-30.
        package static let answeredDays = -719_161...2_932_895

        public var description: String {
            "day \(dayNumber) since 1970-01-01: schedules answer for 0001-01-02 to 9999-12-30"
        }
    }
}

extension Trading.Schedule: CustomStringConvertible {
    /// The definition.
    public var description: String { definition }
}

extension Trading {
    /// The trading schedule of an instrument on a venue: the rules of its TRADING_HOURS text, and the days that result
    /// from them.
    ///
    /// ```swift
    /// let schedule = try Trading.Schedule("BIST(tz=Asia/Istanbul;0=10001800)")
    /// let session = try schedule.session(at: Instant(seconds: 1_709_632_800))   // R:1709622000-1709650800
    /// ```
    ///
    /// A schedule is an immutable value that consists of one reference. Equal texts under equal defaults share one
    /// compiled form. So creating a schedule for another instrument of the same venue is a dictionary look-up. Days are
    /// built on demand in blocks of 32, and those from 1950 to 2076 are cached. Queries take no lock and may run on any
    /// number of threads.
    ///
    /// Schedules are equal if their definitions, completed with the defaults, mean the same, so that their days are
    /// equal. The names of lists and the source texts may differ.
    public struct Schedule: Hashable, Sendable {
        let compiled: CompiledSchedule

        init(_ compiled: CompiledSchedule) { self.compiled = compiled }

        /// Compiles the schedule of an instrument from its TRADING_HOURS text.
        ///
        /// - Parameters:
        ///   - venue: The venue of the definition to use; `nil` for the first definition.
        ///   - defaults: The holiday lists and venue properties that the definition refers to; `.empty` for a
        ///   self-contained definition.
        /// - Throws: `GrammarError` if the text or one of its lists or rules is invalid, a zone is missing, a trading
        ///   weekday has no hours, or the text has no definition for `venue`.
        /// - Complexity: A look-up for a text that was used before. The first use of the bundled defaults parses them.
        public init(
            _ tradingHours: borrowing String, venue: String? = nil, defaults: borrowing ScheduleDefaults = .bundled
        ) throws(GrammarError) {
            // `borrowing`, because reference counting would take longer than the look-up.
            compiled = try defaults.storage.schedule(tradingHours, venue: venue)
        }

        /// Returns the venues of a TRADING_HOURS text, in order. The venue is `""` for a definition without one. The
        /// properties of the definitions are not validated.
        ///
        /// - Throws: `GrammarError` if there is no definition or the text is not a list of definitions.
        public static func venues(in tradingHours: String) throws(GrammarError) -> [String] {
            let bytes = tradingHours.utf8Span.span
            do throws(RuleFault) {
                return try TradingHoursText.definitions(bytes).map { bytes.text($0.venue) }
            } catch {
                throw RuleSourceText(text: tradingHours, ownOffset: 0).error(error)
            }
        }

        /// `VENUE(properties)` as written in the text, without the defaults.
        public var definition: String { compiled.definition }
        /// The name of the venue in the definition; may be empty.
        public var venue: String { compiled.venue }
        /// The display name: the property `name`, or else the name of the venue.
        public var name: String { compiled.rules.name }
        /// The time zone of the venue's clock.
        public var zone: TimeZoneRules { compiled.rules.zone }
        /// Returns the date that the venue's clock shows at an instant, in days since 1970-01-01. Unlike reading
        /// `zone`, this needs no reference counting, which is slow if several threads do it.
        package func dayNumber(at instant: Instant) -> Int { compiled.rules.zone.dayNumber(at: instant) }
        /// The warnings of the compiler, about unknown parts, contradictory rules and `2400`.
        public var warnings: [GrammarError] { compiled.warnings }
        /// The first date for which holidays are known: January 1 of the first year that the holiday lists contain
        /// completely. Earlier holidays may be missing. `nil` for a schedule without holiday lists.
        public var coverageStart: CalendarDate? { coverage?.lowerBound }
        /// The last date for which holidays are known. It is December 31 of the last year whose holidays were
        /// announced, or follow from rules, when the lists were written. Later holidays may be missing. `nil` for a
        /// schedule without holiday lists.
        public var coverageEnd: CalendarDate? { coverage?.upperBound }
        /// The dates for which holidays are known; `nil` for a schedule without holiday lists.
        package var coverage: ClosedRange<CalendarDate>? {
            compiled.rules.coverage.map {
                CalendarDate(dayNumber: Int($0.lowerBound))...CalendarDate(dayNumber: Int($0.upperBound))
            }
        }

        /// Returns whether the holidays of a date are unknown because it is outside the coverage of the holiday lists.
        package func isBeyondCoverage(_ date: CalendarDate) -> Bool { coverage.map { !$0.contains(date) } ?? false }

        /// Returns a sentence that explains that the holidays of a date are unknown, because the date is outside the
        /// coverage of the holiday lists. `nil` if the holidays are known.
        package func unknownHolidays(of date: CalendarDate) -> String? {
            guard let coverage, !coverage.contains(date) else { return nil }
            return date < coverage.lowerBound ? "holidays not listed" : "holidays not announced"
        }
    }

    /// An error for a date or an instant outside the supported range.
    public struct RangeError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The day that is out of range, in days since 1970-01-01.
        public var dayNumber: Int

        package init(dayNumber: Int) { self.dayNumber = dayNumber }

        /// The supported days: 0001-01-02 to 9999-12-30.
        package static let answeredDays = -719_161...2_932_895

        public var description: String {
            "day \(dayNumber) since 1970-01-01: schedules cover 0001-01-02 to 9999-12-30"
        }
    }
}

extension Trading.Schedule: CustomStringConvertible {
    /// The definition.
    public var description: String { definition }
}

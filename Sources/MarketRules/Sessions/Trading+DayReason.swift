extension Trading {
    /// The reason that a day is unusual: the name of its holiday, short day or special day, and how certain the date
    /// is.
    public struct DayReason: Hashable, Sendable {
        /// The English name, such as `Thanksgiving Day`.
        public let name: String
        /// The name in the local language, such as `海の日`; `nil` if that is English or the defaults have no local name.
        public let localName: String?
        /// The BCP 47 language tag of `localName`, such as `ja`; `nil` if there is no local name.
        public let language: String?
        /// The kind of reason.
        public let kind: Kind
        /// The certainty of the date.
        public let certainty: Certainty

        /// A kind of reason.
        public enum Kind: String, Hashable, Sendable {
            /// A public or bank holiday.
            case publicHoliday = "public"
            /// A decision of the exchange, such as for eves, half days and the end of the year.
            case exchange
            /// A general or local election.
            case election
            /// A day of mourning.
            case mourning
            /// A storm, snow or an earthquake.
            case weather
            /// A coronation, a wedding or a jubilee.
            case ceremony
            /// A failure of the trading system.
            case system
            /// A war, an attack, an epidemic or a currency crisis.
            case emergency
            /// Another reason, or an unspecified one.
            case other
        }

        /// How certain a date is, and why.
        public enum Certainty: String, Hashable, Sendable {
            /// The date follows from a law or a rule.
            case rule
            /// The exchange or the government has published the date.
            case announced
            /// The date is computed, for example from the moon, and not yet published.
            case computed
            /// The date is assumed, based on earlier years.
            case assumed
        }
    }
}

extension Trading.Schedule {
    /// Returns the reason of a day. Searches the holiday lists first, then the lists of short days, and last the list
    /// of the rule that makes the day special. The last day of a joined span has the reason of the days that are joined
    /// to it.
    ///
    /// - Returns: The reason; `nil` for ordinary days and for dates without a name in the defaults. If a definition
    ///   lists dates itself, their names come from the lists of its venue.
    /// - Complexity: O(log *n*) for each list that is searched, where *n* is its number of dates.
    public func reason(of day: Trading.Day) -> Trading.DayReason? { compiled.reason(ofDay: day.number) }
}

extension Trading {
    /// Why a day is no ordinary one: what its holiday, short day or special day is called, and how sure that is.
    public struct DayReason: Hashable, Sendable {
        /// In English: `Thanksgiving Day`.
        public let name: String
        /// As it is called where it is kept, `海の日`; `nil` where the defaults don't tell, or that is English.
        public let localName: String?
        /// The language of `localName`, by BCP 47: `ja`; `nil` where there is none.
        public let language: String?
        /// Whose reason it is.
        public let kind: Kind
        /// How the date is known.
        public let certainty: Certainty

        /// Whose reason a day has.
        public enum Kind: String, Hashable, Sendable {
            /// A public or bank holiday.
            case publicHoliday = "public"
            /// The exchange's own: eves, half days, the end of the year.
            case exchange
            /// A general or local election.
            case election
            /// For somebody who died.
            case mourning
            /// A storm, snow, an earthquake.
            case weather
            /// A coronation, a wedding, a jubilee.
            case ceremony
            /// The trading system failed.
            case system
            /// War, an attack, an epidemic, a currency crisis.
            case emergency
            /// None of these, or not told.
            case other
        }

        /// How a date is known.
        public enum Certainty: String, Hashable, Sendable {
            /// A law or a rule gives it.
            case rule
            /// The exchange or the government has published it.
            case announced
            /// Calculated, as by the moon, and not published yet.
            case computed
            /// Expected to be as in other years.
            case assumed
        }
    }
}

extension Trading.Schedule {
    /// What a day is called: a holiday by its holiday list, else a short day, else a special day by the list whose rule makes it so. The
    /// last day of joined ones has the reason of those that it joins.
    ///
    /// - Returns: `nil` for ordinary days, and where the defaults have no name for the date. A definition that writes
    ///   its dates out has those of its venue's lists.
    /// - Complexity: O(log *n*) in the dates of each list that the venue's lists name.
    public func reason(of day: Trading.Day) -> Trading.DayReason? { compiled.reason(ofDay: day.number) }
}

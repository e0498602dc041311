extension Trading {
    /// The days on which all or any of several venues trade, or on which their trades settle.
    package struct SettlementDays: Sendable {
        /// The condition by which a day belongs to the settlement days.
        package enum Kind: String, Sendable, CaseIterable {
            /// Trades settle on every venue.
            case allSettle = "all-settle"
            /// Trades settle on at least one venue.
            case anySettles = "any-settles"
            /// Every venue trades.
            case allTrade = "all-trade"
            /// At least one venue trades.
            case anyTrades = "any-trades"

            var isOfAll: Bool { self == .allSettle || self == .allTrade }
            var isOfSettlement: Bool { self == .allSettle || self == .anySettles }

            /// The accepted values of `kind`, for messages.
            package static let words = "all-settle, any-settles, all-trade or any-trades"
        }

        /// The condition by which a day belongs to the settlement days.
        package let kind: Kind
        /// For each venue, the schedules that must all be open: its own and, for settlement, those of its payment
        /// systems.
        private let groups: [[Schedule]]

        /// - Parameter defaults: The schedule defaults that contain the payment systems.
        /// - Throws: `GrammarError` if the defaults lack a payment system or its properties are invalid.
        package init(_ schedules: [Schedule], _ kind: Kind, defaults: ScheduleDefaults) throws(GrammarError) {
            self.kind = kind
            var groups: [[Schedule]] = []
            for schedule in schedules {
                var group = [schedule]
                for name in kind.isOfSettlement ? schedule.paymentSystems : [] {
                    group.append(try Schedule("\(name)()", defaults: defaults))
                }
                groups.append(group)
            }
            self.groups = groups
        }

        /// The venues and payment systems involved, without duplicates.
        package var calendars: [String] {
            groups.joined().map(\.venue).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        /// Returns whether a day is one of the settlement days.
        ///
        /// - Parameter day: A supported day, in days since 1970-01-01.
        private func contains(_ day: Int) -> Bool {
            func isOpen(_ group: [Schedule]) -> Bool {
                group.allSatisfy { DayCursor($0.compiled, day: day).day.isTrading }
            }
            return kind.isOfAll ? groups.allSatisfy(isOpen) : groups.contains(where: isOpen)
        }

        /// Returns the date that is `count` settlement days after a trade. For 0, returns the trade's date if it is a
        /// settlement day, otherwise the next one.
        package func date(ofTradeOn date: CalendarDate, plus count: Int) -> CalendarDate? {
            var number = date.dayNumber
            if count == 0 { number -= 1 }
            for _ in 0..<max(count, 1) {
                guard
                    let next = (number + 1...number + Schedule.searchedDays).first(where: {
                        RangeError.answeredDays ~= $0 && contains($0)
                    })
                else { return nil }
                number = next
            }
            return CalendarDate(dayNumber: number)
        }

        /// Returns the schedules for which the holidays of a date are unknown.
        package func beyondCoverage(_ date: CalendarDate) -> [Schedule] {
            groups.joined().filter { $0.isBeyondCoverage(date) }
        }
    }
}

extension Trading.Schedule {
    /// The payment systems, as venues, that must also be open for trades to settle. They come from the `settle`
    /// property; empty if unknown.
    package var paymentSystems: [String] { compiled.rules.settlement }
}

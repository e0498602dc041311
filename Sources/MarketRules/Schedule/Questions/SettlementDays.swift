extension Trading {
    /// Days that several schedules have in common, or any of them has: on which they trade, or on which their trades settle.
    package struct SettlementDays: Sendable {
        /// Which days count.
        package enum Kind: String, Sendable, CaseIterable {
            /// Every venue settles.
            case allSettle = "all-settle"
            /// A venue settles.
            case anySettles = "any-settles"
            /// Every venue trades.
            case allTrade = "all-trade"
            /// A venue trades.
            case anyTrades = "any-trades"

            var isOfAll: Bool { self == .allSettle || self == .allTrade }
            var isOfSettlement: Bool { self == .allSettle || self == .anySettles }

            /// The words, for messages.
            package static let words = "all-settle, any-settles, all-trade or any-trades"
        }

        /// Which days count.
        package let kind: Kind
        /// The schedules that must be open together, venue by venue: its own and, where settlement counts, those of its payment systems.
        private let groups: [[Schedule]]

        /// - Parameter defaults: have the payment systems that venues name.
        /// - Throws: `GrammarError` where one of them can't be read, or isn't there.
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

        /// The venues and payment systems whose days are looked at, each once.
        package var calendars: [String] {
            groups.joined().map(\.venue).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        /// Whether a day counts.
        ///
        /// - Parameter day: days since 1970-01-01, one that schedules answer for.
        private func contains(_ day: Int) -> Bool {
            func isOpen(_ group: [Schedule]) -> Bool {
                group.allSatisfy { DayCursor($0.compiled, day: day).day.isTrading }
            }
            return kind.isOfAll ? groups.allSatisfy(isOpen) : groups.contains(where: isOpen)
        }

        /// The date `count` of these days after a trade's; for 0 the trade's date itself, or the first of these days after it. `nil`
        /// where one of the steps finds none within 366 dates.
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

        /// The schedules whose holidays of a date are unknown.
        package func beyondCoverage(_ date: CalendarDate) -> [Schedule] {
            groups.joined().filter { $0.isBeyondCoverage(date) }
        }
    }
}

extension Trading.Schedule {
    /// The venues of payment systems that must be open for trades to settle, beside the venue itself: `settle` of its properties. None
    /// where it isn't known.
    package var paymentSystems: [String] { compiled.rules.settlement }
}

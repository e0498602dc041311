import ArgumentParser
import MarketRules

/// How filters are said on the command line and in tables.
enum ScheduleWords {
    /// `regular`, `pre-market`, …, also as tables write them: `PRE_MARKET`.
    static func sessionFilter(_ word: String) throws -> Trading.SessionFilter {
        guard let filter = knownSessionFilter(word.uppercased().replacing("-", with: "_")) else {
            throw ValidationError("\"\(word)\" is no kind of session, expected \(sessionKinds).")
        }
        return filter
    }

    static let sessionKinds = "any, trading, no-trading, pre-market, regular or after-market"

    /// A filter by the word of the tables; `nil` for any other word.
    static func knownSessionFilter(_ word: String) -> Trading.SessionFilter? {
        switch word {
        case "ANY": .any
        case "TRADING": .trading
        case "NON_TRADING", "NO_TRADING": .noTrading
        case "PRE_MARKET": .preMarket
        case "REGULAR": .regular
        case "AFTER_MARKET": .afterMarket
        default: nil
        }
    }

    /// A filter by the word of the tables; `nil` for any other word.
    static func knownDayFilter(_ word: String) -> Trading.DayFilter? {
        switch word {
        case "ANY": .any
        case "TRADING": .trading
        case "NON_TRADING": .nonTrading
        case "HOLIDAY": .holiday
        case "SHORT_DAY": .shortDay
        case "WEEK_DAY": .weekdays
        case "WEEK_END": .weekends
        default: weekdays.firstIndex(of: word).map { .weekday($0 + 1) }
        }
    }

    private static let weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
}

// MARK: - Answers for programs

extension JSON {
    init(_ session: Trading.Session) {
        self = .object([
            ("date", .string(session.date.description)), ("type", .string(session.type.description)),
            ("start", .string(session.start.description)), ("end", .string(session.end.description)),
            ("trading", .bool(session.isTrading)), ("beyondCoverage", .bool(session.isBeyondCoverage)),
        ])
    }

    init(_ day: Trading.Day) {
        self = .object([
            ("date", .string(day.date.description)), ("trading", .bool(day.isTrading)),
            ("holiday", .bool(day.isHoliday)), ("shortDay", .bool(day.isShortDay)),
            ("beyondCoverage", .bool(day.isBeyondCoverage)), ("start", .string(day.start.description)),
            ("end", .string(day.end.description)), ("reset", .string(day.resetTime.description)),
            (
                "sessions",
                .array(
                    day.sessions.map { session in
                        .object([
                            ("type", .string(session.type.description)),
                            ("start", .string(session.start.description)), ("end", .string(session.end.description)),
                        ])
                    })
            ),
        ])
    }
}

// The words for session types and day filters: codes in tables (`PRE_MARKET`), and words that users type
// (`pre-market`).

extension Trading.SessionType {
    /// The code in tables and in answers of the service: `NO_TRADING`, `PRE_MARKET`, `REGULAR`, `AFTER_MARKET` or
    /// `OVERNIGHT`.
    package var code: String {
        switch self {
        case .noTrading: "NO_TRADING"
        case .preMarket: "PRE_MARKET"
        case .regular: "REGULAR"
        case .afterMarket: "AFTER_MARKET"
        case .overnight: "OVERNIGHT"
        }
    }
}

extension Trading.SessionFilter {
    /// The accepted words, for messages.
    package static let words = "any, trading, no-trading, pre-market, regular, after-market or overnight"

    /// Creates a filter from the letters `o`, `p`, `r` and `a` (overnight, pre-market, regular, after-market), each at
    /// most once, or from a word; `nil` for other texts.
    package init?(lettersOrWord text: String) {
        guard let filter = Self.letters(text) ?? Self(word: text) else { return nil }
        self = filter
    }

    /// The forms that `init(lettersOrWord:)` accepts, for messages.
    package static let lettersOrWords =
        "letters of overnight, pre-market, regular and after-market, such as r or pra, or \(words)"

    private static func letters(_ text: String) -> Trading.SessionFilter? {
        let types: [Character: Trading.SessionType] = [
            "o": .overnight, "p": .preMarket, "r": .regular, "a": .afterMarket,
        ]
        var filter: Trading.SessionFilter = []
        for letter in text {
            guard let type = types[letter], filter.insert(Trading.SessionFilter(type)).inserted else { return nil }
        }
        return filter.isEmpty ? nil : filter
    }

    /// Creates a filter from a word in upper or lower case, with `-` or `_`; `nil` for any other word.
    package init?(word: String) { self.init(code: word.uppercased().replacing("-", with: "_")) }

    /// Creates a filter from its code: `ANY`, `TRADING`, `NON_TRADING`, or the code of a type; `nil` for other texts.
    package init?(code: String) {
        switch code {
        case "ANY": self = .any
        case "TRADING": self = .trading
        case "NON_TRADING": self = .noTrading
        default:
            guard let type = Trading.SessionType.allCases.first(where: { $0.code == code }) else { return nil }
            self.init(type)
        }
    }
}

extension Trading.DayFilter {
    /// Creates a filter from its code: `ANY`, `TRADING`, `NON_TRADING`, `HOLIDAY`, `SHORT_DAY`, `WEEK_DAY`, `WEEK_END`,
    /// or `MONDAY` … `SUNDAY`; `nil` for other texts.
    package init?(code: String) {
        switch code {
        case "ANY": self = .any
        case "TRADING": self = .trading
        case "NON_TRADING": self = .nonTrading
        case "HOLIDAY": self = .holiday
        case "SHORT_DAY": self = .shortDay
        case "WEEK_DAY": self = .weekdays
        case "WEEK_END": self = .weekends
        default:
            guard let place = CalendarDate.weekdayNames.firstIndex(where: { $0.uppercased() == code }) else {
                return nil
            }
            self = .weekday(place + 1)
        }
    }
}

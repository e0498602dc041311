import Scanning

extension DayRule {
    /// Parses a rule.
    ///
    /// - Throws: `GrammarError` with the position of the first step that is not understood.
    init(parsing text: String, grammar: String) throws(GrammarError) {
        var steps: [Step] = []
        var head: (Start, Int)?
        var offset = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: " ").map(String.init)
            if head == nil {
                head = Self.start(words)
            } else if let step = Self.step(words) {
                steps.append(step)
            } else {
                head = nil
            }
            guard head != nil else {
                throw GrammarError(
                    grammar: grammar, reason: "found no known step; the table's first lines list them", text: text,
                    byteOffset: offset + part.prefix { $0 == " " }.utf8.count)
            }
            offset += part.utf8.count + 1
        }
        start = head!.0
        months = head!.1
        self.steps = steps
    }

    private static let months = [
        "of the month before": -1, "of the second month before": -2, "of the month after": 1,
        "of the third month after": 3,
    ]

    private static func start(_ words: [String]) -> (Start, Int)? {
        let of = words.firstIndex(of: "of") ?? words.count
        let distance = of == words.count ? 0 : months[words[of...].joined(separator: " ")]
        guard let distance else { return nil }
        let words = words[..<of]
        let start: Start
        switch words.joined(separator: " ") {
        case "last trading day": start = .lastTradingDay
        case "expiration": start = .expiration
        case "that day": start = .thatDay
        case "last day": start = .day(31)
        default:
            var n = words.first.flatMap(ordinal)
            var rest = words.dropFirst()
            if words.first == "last" {
                n = -1
            } else if rest.first == "last" {
                n = n.map { -$0 }
                rest = rest.dropFirst()
            }
            guard let n else { return nil }
            if rest.isEmpty, n > 0 {
                start = .day(n)
            } else if rest.elementsEqual(["business", "day"]) {
                start = .businessDay(n: n)
            } else if rest.count == 1, let weekday = weekday(rest.first!), n >= -1, n <= 4 {
                start = .weekday(n: n, weekday)
            } else {
                return nil
            }
        }
        return (start, distance)
    }

    private static func step(_ words: [String]) -> Step? {
        let text = words.joined(separator: " ")
        switch text {
        case "before it if closed": return .ifClosed(direction: -1)
        case "after it if closed": return .ifClosed(direction: 1)
        case "a business day before it if a Friday or before a closed weekday": return .awayFromFridayAndClosed
        default: break
        }
        if words.first == "a", words.count == 16, let count = Int(words[8]) {
            for (side, sign) in [("before", 1), ("after", -1)]
            where text == "a week before it while any of the \(count) weekdays \(side) it or itself is closed" {
                return .weeksUntilOpen(weekdays: sign * count)
            }
        }
        guard let first = words.first else { return nil }
        if let weekday = weekday(first) {
            switch words.dropFirst().joined(separator: " ") {
            case "before it": return .weekdayBefore(weekday)
            case "on or before it": return .weekdayOnOrBefore(weekday)
            case "nearest it": return .weekdayNearest(weekday)
            default: return nil
            }
        }
        guard let count = Int(first) else { return nil }
        switch words.dropFirst().joined(separator: " ") {
        case "business day before it", "business days before it": return .businessDays(-count)
        case "business day after it", "business days after it": return .businessDays(count)
        case "days before it": return .days(-count)
        case "days after it": return .days(count)
        default: return nil
        }
    }

    private static let ordinals = ["first", "second", "third", "fourth"]

    /// Returns the number of `third` or `17th`; `nil` for other words.
    private static func ordinal(_ word: String) -> Int? {
        if let index = ordinals.firstIndex(of: word) { return index + 1 }
        guard ["st", "nd", "rd", "th"].contains(where: word.hasSuffix) else { return nil }
        return Int(word.dropLast(2)).flatMap { (1...31).contains($0) ? $0 : nil }
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

    /// Returns the number of a weekday, 1 = Monday, by its name; `nil` for other words.
    private static func weekday(_ word: String) -> Int? { weekdays.firstIndex(of: word).map { $0 + 1 } }

    /// Returns the number of a weekday, 1 = Monday, by three letters; `nil` for other words.
    static func weekday(abbreviation word: some StringProtocol) -> Int? {
        weekdays.firstIndex { $0.prefix(3) == word }.map { $0 + 1 }
    }
}

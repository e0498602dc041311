/// The dates of HTTP headers (RFC 9110, section 5.6.7), in seconds since 1970 UTC.
package enum HTTPDate {
    /// Returns the date in the form `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        let second = Int((seconds % 86_400 + 86_400) % 86_400)
        let date = CalendarDate(dayNumber: Int(seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)))
        let weekday = CalendarDate.shortWeekdayNames[date.weekday - 1]
        return "\(weekday), \(date.day.twoDigits) \(CalendarDate.shortMonthNames[date.month - 1]) \(date.year) "
            + "\((second / 3600).twoDigits):\((second / 60 % 60).twoDigits):\((second % 60).twoDigits) GMT"
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` and the obsolete forms `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`; `nil` for any other text.
    ///
    /// Each part is recognized by its form. `UTC` and offsets such as `+0100` are also accepted as zones.
    package static func seconds(_ text: String) -> Int64? {
        var parts = Parts()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
            guard parts.take(word) else { return nil }
        }
        guard let day = parts.day, let month = parts.month, let year = parts.year, let clock = parts.clock,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        return Int64(date.dayNumber) * 86_400 + Int64(clock - (parts.offset ?? 0))
    }

    /// The parts of a date that were found so far. Each part may occur only once.
    private struct Parts {
        var day: Int?
        var month: Int?
        var year: Int?
        /// The time of day, in seconds since midnight.
        var clock: Int?
        /// The offset of the zone, in seconds east of Greenwich.
        var offset: Int?

        /// Interprets the next word. Returns `false` if the word is not part of a date.
        mutating func take(_ word: Substring) -> Bool {
            if let first = word.first, "+-".contains(first) { return takeOffset(word) }
            if word.contains(":") { return takeClock(word) }
            let words = word.split(separator: "-", omittingEmptySubsequences: false)
            if words.count == 3 { return takeDay(words[0]) && takeMonth(words[1]) && takeYear(words[2]) }
            if word.first?.isNumber == true { return day == nil ? takeDay(word) : takeYear(word) }
            if ["GMT", "UTC", "UT", "Z"].contains(word), offset == nil {
                offset = 0
                return true
            }
            return CalendarDate.shortWeekdayNames.contains(String(word.prefix(3))) || takeMonth(word)
        }

        private mutating func takeDay(_ word: Substring) -> Bool {
            guard day == nil, word.utf8.count <= 2, let number = digits(word) else { return false }
            day = number
            return true
        }

        private mutating func takeMonth(_ word: Substring) -> Bool {
            guard month == nil, let index = CalendarDate.shortMonthNames.firstIndex(of: String(word)) else {
                return false
            }
            month = index + 1
            return true
        }

        /// Parses a year of four digits, or of two digits, which mean 1970 to 2069.
        private mutating func takeYear(_ word: Substring) -> Bool {
            guard year == nil, [2, 4].contains(word.utf8.count), let number = digits(word) else { return false }
            year = word.utf8.count == 4 ? number : number < 70 ? number + 2000 : number + 1900
            return true
        }

        /// Parses `HH:MM:SS`. A leap second is accepted.
        private mutating func takeClock(_ word: Substring) -> Bool {
            let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map(digits)
            guard clock == nil, numbers.count == 3, let hour = numbers[0], let minute = numbers[1],
                let second = numbers[2], hour < 24, minute < 60, second < 61
            else { return false }
            clock = hour * 3600 + minute * 60 + second
            return true
        }

        /// Parses `+HHMM`.
        private mutating func takeOffset(_ word: Substring) -> Bool {
            let time = word.dropFirst()
            guard offset == nil, time.utf8.count == 4, let number = digits(time), number % 100 < 60 else {
                return false
            }
            let seconds = number / 100 * 3600 + number % 100 * 60
            offset = word.first == "-" ? -seconds : seconds
            return true
        }

        /// Returns the number that a word of digits means; `nil` for other words.
        private func digits(_ word: Substring) -> Int? {
            word.utf8.allSatisfy(\.isASCIIDigit) ? Int(word) : nil
        }
    }
}

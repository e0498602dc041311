internal import InstrumentCatalog

/// The dates of HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDateText {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ seconds: Int64) -> String {
        let instant = Instant(seconds: seconds).description
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let date = CalendarDate(dayNumber: day)
        let number = date.day < 10 ? "0\(date.day)" : "\(date.day)"
        return "\(weekdays[date.weekday - 1]), \(number) \(months[date.month - 1]) \(date.year) "
            + "\(instant.dropFirst(11).prefix(8)) GMT"
    }

    /// Seconds since 1970; `nil` for another form.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), let date = CalendarDate(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] < 61 else { return nil }
        return Int64(date.dayNumber) * 86_400 + Int64(clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
}

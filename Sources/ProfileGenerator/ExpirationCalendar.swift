import MarketRules
import ProfileFormat

/// The expiration days of options and futures, relative to the fixed day of the universe.
enum ExpirationCalendar {
    /// The day on which the universe is set, a Friday.
    static let today = CalendarDate(year: 2026, month: 11, day: 20)!

    /// An expiration day of options.
    struct Expiration {
        let date: CalendarDate
        /// The expiration style; empty for standard monthly expirations.
        let style: Text
        /// The option type: `LEAP` if the expiration is more than nine months ahead, otherwise `STAN`.
        let optionType: Text
    }

    /// Returns the expiration day of monthly options `monthsAhead` months ahead: the third Friday, or the day before if
    /// that is a holiday.
    static func monthly(monthsAhead: Int) -> CalendarDate {
        let month = today.month - 1 + monthsAhead
        let year = today.year + month / 12
        guard let contract = try? ContractProduct.option("EQUITY")?.contract(year: year, month: month % 12 + 1) else {
            fatalError("The bundled rules list no monthly options for \(month % 12 + 1)/\(year)")
        }
        return contract.expiration
    }

    /// Returns the `count` most important expirations in chronological order. The most important are the next monthly
    /// and weekly ones and a distant one, followed by further ones of these kinds, quarterly ones, and daily ones.
    static func expirations(_ count: Int) -> [Expiration] {
        candidates.prefix(count).sorted { $0.date < $1.date }
    }

    private static let candidates: [Expiration] = {
        let first = [monthly(1), weekly(1), monthly(2), monthly(14), weekly(2), monthly(4), monthly(7)]
        let second = [26, 3, 10, 5, 6, 19, 13].map { monthly($0) } + [3, 5, 6, 7].map { weekly($0) }
        let quarterly = [(2026, 12, 31), (2027, 3, 31), (2027, 6, 30), (2027, 9, 30)].map {
            expiration(CalendarDate(year: $0.0, month: $0.1, day: $0.2)!, "Quarterlys")
        }
        let daily = days(of: "SPXW", 20).map { expiration($0, "Weeklys") }
        let dates = first + second + quarterly + daily
        // If several rules give the same day, use the first one.
        return dates.enumerated().filter { index, one in !dates[..<index].contains { $0.date == one.date } }.map(
            \.element)
    }()

    private static func monthly(_ ahead: Int) -> Expiration { expiration(monthly(monthsAhead: ahead), "") }

    private static func weekly(_ ahead: Int) -> Expiration { expiration(fridays[ahead], "Weeklys") }

    /// The next expiration days of weekly options, starting with the day of the universe.
    private static let fridays = days(of: "EQUITYW", 8)

    /// Returns the next `count` days on which options with a root expire.
    private static func days(of root: String, _ count: Int) -> [CalendarDate] {
        guard let days = try? ContractProduct.option(root)?.upcoming(on: today, count: count) else {
            fatalError("The bundled rules list no options \(root)")
        }
        return days.map(\.expiration)
    }

    private static func expiration(_ date: CalendarDate, _ style: String) -> Expiration {
        Expiration(
            date: date, style: Text(style), optionType: Text(date.dayNumber - today.dayNumber > 270 ? "LEAP" : "STAN"))
    }
}

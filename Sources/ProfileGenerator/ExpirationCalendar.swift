import MarketRules
import ProfileFormat

/// The expiration days of options and futures, relative to the fixed day of the universe.
enum ExpirationCalendar {
    /// The day of the universe, a Friday.
    static let today = CalendarDate(year: 2026, month: 11, day: 20)!

    /// An expiration day of options.
    struct Expiration {
        let date: CalendarDate
        /// Empty for the standard, monthly expirations.
        let style: Text
        /// `LEAP` if more than nine months ahead, otherwise `STAN`.
        let optionType: Text
    }

    /// Returns the day of monthly options that is `monthsAhead` months ahead: the third Friday, or the day before a
    /// holiday.
    static func monthly(monthsAhead: Int) -> CalendarDate {
        let month = today.month - 1 + monthsAhead
        let year = today.year + month / 12
        guard let contract = try? ContractProduct.option("EQUITY")?.contract(year: year, month: month % 12 + 1) else {
            fatalError("The bundled rules list no monthly options for \(month % 12 + 1)/\(year)")
        }
        return contract.expiration
    }

    /// Returns the `count` most important expirations in chronological order: the next monthly and weekly ones and a
    /// distant one, then more of these, and finally those on every weekday.
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
        // If two rules yield one day, the first rule counts.
        return dates.enumerated().filter { index, one in !dates[..<index].contains { $0.date == one.date } }.map(
            \.element)
    }()

    private static func monthly(_ ahead: Int) -> Expiration { expiration(monthly(monthsAhead: ahead), "") }

    private static func weekly(_ ahead: Int) -> Expiration { expiration(fridays[ahead], "Weeklys") }

    /// The next days of weekly options, from the day of the universe on.
    private static let fridays = days(of: "EQUITYW", 8)

    /// Returns the next days on which options expire.
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

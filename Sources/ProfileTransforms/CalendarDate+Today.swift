public import ProfileFormat
import SystemFiles

extension CalendarDate {
    /// The date now in the machine's local zone.
    public static var localToday: CalendarDate {
        let now = LocalDay.now
        return CalendarDate(dayNumber: dayNumber(year: now.year, month: now.month, day: now.day))
    }
}

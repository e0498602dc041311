public import ProfileFormat

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CalendarDate {
    /// The date in the local zone.
    public static var localToday: CalendarDate {
        var seconds = time(nil)
        var parts = unsafe tm()
        // SAFETY: both pointers are to variables of this function, used within the call.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return CalendarDate(dayNumber: Int(seconds) / 86_400) }
        return CalendarDate(
            dayNumber: CalendarDate.dayNumber(
                year: unsafe Int(parts.tm_year) + 1900, month: unsafe Int(parts.tm_mon) + 1,
                day: unsafe Int(parts.tm_mday)))
    }
}

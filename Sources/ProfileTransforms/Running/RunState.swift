import MarketRules
public import ProfileFormat
import SystemFiles

/// The state of a run, without the current profile.
struct RunState {
    /// The value of `sysdate` as a day number.
    let today: Int
    let defaults: ScheduleDefaults
    /// The number of changes, by counter of a line.
    var counts: [Int]
    /// The line of the current statement.
    var line = 0
    /// The undo log of the current profile.
    var before = ProfileBefore()
    /// Whether evaluation has read a field, a category, `sysdate` or trading hours. If it has, the value is not
    /// constant.
    var touched = false
    /// In the trial, the trading hours of all profiles; otherwise `nil`, because each profile has its own.
    private let fixedHours: Trading.Schedule?
    /// The trading hours that were used last. They are cached, because neighboring profiles mostly have the same hours.
    private var hoursText = ""
    private var hours: Trading.Schedule?

    init(_ program: TransformProgram, today: Int, defaults: ScheduleDefaults) {
        self.today = today
        self.defaults = defaults
        counts = Array(repeating: 0, count: program.lines.count)
        fixedHours = nil
    }

    /// Creates the state for the trial during compilation, in which each profile has these trading hours.
    init(trialHours: Trading.Schedule) {
        today = CalendarDate.dayNumber(year: 2025, month: 4, day: 2)
        defaults = .empty
        counts = []
        fixedHours = trialHours
    }

    /// Whether this is the trial, in which every day is a trading day.
    var isTrial: Bool { fixedHours != nil }

    /// Returns the schedule for the trading hours of a profile.
    mutating func schedule(_ tradingHours: String) throws(Fault) -> Trading.Schedule {
        touched = true
        if let fixedHours { return fixedHours }
        if let hours, hoursText == tradingHours { return hours }
        if tradingHours.isEmpty { throw Fault("TRADING_HOURS is not set, but day functions need it") }
        do {
            let made = try Trading.Schedule(tradingHours, defaults: defaults)
            hours = made
            hoursText = tradingHours
            return made
        } catch {
            throw Fault("TRADING_HOURS can't be used: \(error.reason)")
        }
    }
}

extension CalendarDate {
    /// The current date in the local time zone of the machine.
    public static var localToday: CalendarDate {
        let now = LocalDay.now
        return CalendarDate(dayNumber: dayNumber(year: now.year, month: now.month, day: now.day))
    }
}

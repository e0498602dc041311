import MarketRules
public import ProfileFormat
import SystemFiles

/// The state of a run besides the profile.
struct RunState {
    /// The day number of `sysdate`.
    let today: Int
    let defaults: ScheduleDefaults
    /// The number of changes by each counted line.
    var counts: [Int]
    /// The line of the current statement.
    var line = 0
    /// The undo log for failures.
    var before = ProfileBefore()
    /// Whether the evaluation read a field, a category, `sysdate` or a day function, so that it is not constant.
    var touched = false
    /// The trading hours of all profiles in the trial; `nil` if each profile has its own.
    private let fixedHours: Trading.Schedule?
    /// The trading hours used last, cached since neighboring profiles mostly share them.
    private var hoursText = ""
    private var hours: Trading.Schedule?

    init(_ program: TransformProgram, today: Int, defaults: ScheduleDefaults) {
        self.today = today
        self.defaults = defaults
        counts = Array(repeating: 0, count: program.lines.count)
        fixedHours = nil
    }

    /// Creates the state of the compiler's trial, in which the profile has valid hours.
    init(trialHours: Trading.Schedule) {
        today = CalendarDate.dayNumber(year: 2025, month: 4, day: 2)
        defaults = .empty
        counts = []
        fixedHours = trialHours
    }

    /// Whether this is the trial, where every day is a trading day.
    var isTrial: Bool { fixedHours != nil }

    /// Returns the schedule of a profile.
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
    /// The current date in the machine's local zone.
    public static var localToday: CalendarDate {
        let now = LocalDay.now
        return CalendarDate(dayNumber: dayNumber(year: now.year, month: now.month, day: now.day))
    }
}

import MarketRules
public import ProfileFormat
import SystemFiles

/// What a run of a program carries beside the profile.
struct RunState {
    /// Day number of `sysdate`.
    let today: Int
    let defaults: ScheduleDefaults
    /// How often each counted line changed something.
    var counts: [Int]
    /// The line of the statement that runs.
    var line = 0
    /// For a failure.
    var before = ProfileBefore()
    /// What is evaluated has read a field, a category, `sysdate` or a day function: it is no constant.
    var touched = false
    /// The hours of all profiles, for the trial; `nil`: each has its own.
    private let fixedHours: Trading.Schedule?
    /// The hours asked for last: neighbours mostly share theirs.
    private var hoursText = ""
    private var hours: Trading.Schedule?

    init(_ program: TransformProgram, today: Int, defaults: ScheduleDefaults) {
        self.today = today
        self.defaults = defaults
        counts = Array(repeating: 0, count: program.lines.count)
        fixedHours = nil
    }

    /// For the trial of what is compiled: a profile has usable hours there.
    init(trialHours: Trading.Schedule) {
        today = CalendarDate.dayNumber(year: 2025, month: 4, day: 2)
        defaults = .empty
        counts = []
        fixedHours = trialHours
    }

    /// It is the trial, where every day trades.
    var isTrial: Bool { fixedHours != nil }

    /// The schedule of a profile.
    mutating func schedule(_ tradingHours: String) throws(Fault) -> Trading.Schedule {
        touched = true
        if let fixedHours { return fixedHours }
        if let hours, hoursText == tradingHours { return hours }
        if tradingHours.isEmpty { throw Fault("TRADING_HOURS isn't set, and day functions need it") }
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
    /// The date now in the machine's local zone.
    public static var localToday: CalendarDate {
        let now = LocalDay.now
        return CalendarDate(dayNumber: dayNumber(year: now.year, month: now.month, day: now.day))
    }
}

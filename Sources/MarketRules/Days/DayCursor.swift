/// Walks from day to day, remembering days that no store keeps.
struct DayCursor {
    let compiled: CompiledSchedule
    private(set) var day: Trading.Day
    private var far: UncachedDays?

    /// At a day, which is within the range of answers, or some days beyond it.
    init(_ compiled: CompiledSchedule, day number: Int) {
        self.compiled = compiled
        day = Trading.Day(view: compiled.day(number, &far))
    }

    var number: Int { day.number }

    mutating func move(by days: Int) {
        day = Trading.Day(view: compiled.day(number + days, &far))
    }
}

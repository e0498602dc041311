/// What a TRADING_HOURS text says of an instrument.
struct InstrumentHours {
    /// `nil` where there are no hours, or none that can be read.
    private(set) var schedule: Trading.Schedule?
    /// Why the hours can't be read; `nil` where they can, and where there are none.
    private(set) var fault: GrammarError?
    /// The schedule's zone; of hours that can't be read, the zone that they name. `Instrument.defaultTimezone` where there is none.
    private(set) var timezone = Instrument.defaultTimezone

    init(_ text: String, _ defaults: ScheduleDefaults) {
        if text.isEmpty { return }
        do throws(GrammarError) {
            let schedule = try Trading.Schedule(text, defaults: defaults)
            self.schedule = schedule
            timezone = schedule.zone.id
        } catch {
            fault = error
            timezone = Trading.Schedule.zoneName(in: text, defaults: defaults) ?? Instrument.defaultTimezone
        }
    }
}

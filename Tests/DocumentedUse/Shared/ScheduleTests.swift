import Charting
import Testing

/// Trading hours from the article about the provider, read with the bundled schedule defaults.
struct ScheduleTests {
    @Test func aDefinitionUsesTheBundledHolidayLists() throws {
        let schedule = try Trading.Schedule(
            "XIST(name=Istanbul;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;de=+0000;0=10001800)")
        let republicDay = try #require(CalendarDate(year: 2024, month: 10, day: 29))
        let day = try schedule.day(republicDay)
        #expect(day.isHoliday && !day.isTrading)
        let instrument = Instrument(
            type: "STOCK", symbol: "THYAO", description: "Türk Hava Yolları", schedule: schedule)
        #expect(instrument.timezone == "Asia/Istanbul" && instrument.scheduleFault == nil)
    }

    @Test func anInstrumentWithoutHoursHasTheZoneOfNewYork() {
        let instrument = Instrument(type: "INDEX", symbol: "SPX", description: "S&P 500", priceIncrements: "0.01")
        #expect(instrument.timezone == "America/New_York" && instrument.schedule == nil)
    }
}

import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@Suite struct InstrumentTests {
    private static let defaultsText = """
        hd.US=20240704
        tv.MadeUp=name=US ETH;hd=US;0=p04000930r09301600a16002000;tz=America/New_York
        tv.GLBX=name=CME;tz=America/Chicago;de=1600;0=-17001600
        """

    private func defaults() throws -> ScheduleDefaults { try ScheduleDefaults(parsing: Self.defaultsText) }

    private func profile(_ hours: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "AAPL"
        profile.description = "Apple, Inc."
        profile.priceIncrements = "0.0001 1; 0.01"
        profile.tradingHours = hours
        return profile
    }

    @Test(arguments: [
        // The zone is that of a venue in the defaults, also with overrides, or that of `tz` in any position.
        ("MadeUp()", "America/New_York"), ("GLBX(0=-17001600)", "America/Chicago"),
        ("BIST(tz=Asia/Istanbul;0=10001800)", "Asia/Istanbul"), ("X(td=12345;tz=GMT-05:30;0=10001800)", "GMT-05:30"),
        ("BIST(name=BIST;0=10001800;tz=Asia/Istanbul)", "Asia/Istanbul"),
        ("MadeUp(tz=Europe/London)", "Europe/London"), ("MadeUp();GLBX()", "America/New_York"),
        // Without hours, the default zone is used.
        ("", "America/New_York"),
    ])
    func theTimeZoneIsThatOfTheSchedule(hours: String, zone: String) throws {
        let instrument = try Instrument(profile(hours), defaults: defaults())
        #expect(instrument.timezone == zone)
        #expect(instrument.tradingZone?.id == zone && instrument.scheduleFault == nil)
        #expect((instrument.schedule == nil) == hours.isEmpty)
    }

    @Test func theCodedFormIsThatOfChartingClients() throws {
        let instrument = try Instrument(profile("BIST(name=BIST;tz=Asia/Istanbul;0=10001800)"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(instrument)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"description":"Apple, Inc.","priceIncrements":"0.0001 1; 0.01",\
                "schedule":"BIST(name=BIST;tz=Asia/Istanbul;0=10001800)","symbol":"AAPL",\
                "timezone":"Asia/Istanbul","type":"STOCK"}
                """)
        let decoded = try JSONDecoder().decode(Instrument.self, from: data)
        #expect(decoded == instrument && decoded.hashValue == instrument.hashValue)
        let session = try #require(decoded.schedule).session(at: Instant(seconds: 1_709_632_800))
        #expect(session?.description == "R:1709622000-1709650800")
    }

    @Test func aMissingScheduleIsNotCoded() throws {
        let instrument = Instrument(type: "INDEX", symbol: "SPX", timezone: "America/New_York")
        let data = try JSONEncoder().encode(instrument)
        #expect(!String(decoding: data, as: UTF8.self).contains("schedule"))
        #expect(try JSONDecoder().decode(Instrument.self, from: data) == instrument)
        #expect(instrument.tradingZone?.id == "America/New_York")
        #expect(Instrument(type: "INDEX", symbol: "SPX", timezone: "Nowhere/Zone").tradingZone == nil)
    }

    @Test func schedulesAreDecodedWithTheirDefaults() throws {
        let defaults = try defaults()
        let instrument = try Instrument(profile("MadeUp()"), defaults: defaults)
        let encoder = JSONEncoder()
        encoder.userInfo[Trading.Schedule.defaultsKey] = defaults
        let data = try encoder.encode(instrument)
        let decoder = JSONDecoder()
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Instrument.self, from: data) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription == """
                trading hours: no time zone: expected tz=ZONE
                  MadeUp()
                         ^
                """)
        decoder.userInfo[Trading.Schedule.defaultsKey] = defaults
        let decoded = try decoder.decode(Instrument.self, from: data)
        #expect(decoded == instrument)
        let day = try #require(decoded.schedule).day(CalendarDate(year: 2024, month: 7, day: 4)!)
        #expect(day.isHoliday && !day.isTrading)
    }

    @Test func schedulesAreDecodedWithoutTheirDefaults() throws {
        let instrument = try Instrument(profile("MadeUp()"), defaults: defaults())
        let decoded = try JSONDecoder().decode(Instrument.self, from: JSONEncoder().encode(instrument))
        #expect(decoded == instrument && decoded.hashValue == instrument.hashValue)
        let day = try #require(decoded.schedule).day(CalendarDate(year: 2024, month: 7, day: 4)!)
        #expect(day.isHoliday && !day.isTrading)
    }

    @Test func schedulesAreEqualIfTheirDaysAre() throws {
        let (first, second) = (try defaults(), try defaults())
        let other = try ScheduleDefaults(parsing: Self.defaultsText.replacing("20240704", with: "20240705"))
        let schedule = try Trading.Schedule("MadeUp()", defaults: first)
        #expect(try schedule == Trading.Schedule("MadeUp()", defaults: second))
        #expect(try schedule != Trading.Schedule("MadeUp()", defaults: other))
        #expect(try schedule != Trading.Schedule("MadeUp(td=1)", defaults: first))
    }

    @Test func rulesAreParsedOnAccess() throws {
        let instrument = try Instrument(profile("MadeUp()"), defaults: defaults())
        #expect(try instrument.priceRules.round(227.1249) == 227.12)
        var broken = instrument
        broken.priceIncrements = "0.01 "
        #expect(throws: GrammarError.self) { try broken.priceRules }
    }

    @Test func wellKnownVenuesNeedNoDefaults() throws {
        let instrument = try Instrument(profile("NewYorkETH()"))
        #expect(instrument.timezone == "America/New_York")
        let decoded = try JSONDecoder().decode(Instrument.self, from: JSONEncoder().encode(instrument))
        #expect(decoded == instrument)
        let independenceDay = try #require(decoded.schedule).day(CalendarDate(year: 2024, month: 7, day: 4)!)
        #expect(independenceDay.isHoliday && !independenceDay.isTrading)
    }

    @Test func unreadableHoursAreAnError() {
        let error = #expect(throws: GrammarError.self) { try Instrument(profile("X(0=10001800)")) }
        #expect(error?.reason == "no time zone: expected tz=ZONE")
    }
}

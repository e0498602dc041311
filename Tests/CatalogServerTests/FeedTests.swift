import InstrumentCatalog
import Testing

@testable import CatalogServer

/// Schedules and price increments in the form of the UDF convention.
@Suite struct FeedTests {
    private static let today = CalendarDate(year: 2026, month: 11, day: 2)!

    @Test(arguments: [
        ("(tz=UTC;0=0000+0000;td=1234567)", "24x7", "", ""),
        ("(tz=UTC;0=09301600)", "0930-1600:23456", "", ""),
        ("(tz=UTC;0=0900120013001500;6=09001200)", "0900-1200,1300-1500:23456|0900-1200:7", "", ""),
        ("(tz=UTC;de=1700;0=-17001600)", "1700-1600:23456", "", ""),
        ("(tz=UTC;de=1700;0=-17001700)", "1700-1700:23456", "", ""),
        ("(tz=UTC;0=10001800;hd=20261225)", "1000-1800:23456", "20261225", ""),
        ("(tz=UTC;0=10001800;sd=20261224;sds=ec0300)", "1000-1800:23456", "", "1000-1500:20261224"),
        // A day whose hours end at midnight is listed under the date on which they end.
        ("(tz=UTC;0=1000+0000)", "1000-0000:34567", "", ""),
        // Seconds are rounded outward.
        ("(tz=UTC;0=093010160010)", "0930-1601:23456", "", ""),
    ]) func schedulesBecomeSessionTexts(
        _ definition: String, _ session: String, _ holidays: String, _ corrections: String
    ) throws {
        let schedule = try Trading.Schedule(definition)
        let sessions = FeedSessions(schedule, today: Self.today)
        #expect(sessions.regular.session == session)
        #expect(sessions.holidays == holidays)
        #expect(sessions.regular.corrections == corrections)
    }

    @Test func sessionKindsHaveSeparateSubsessions() throws {
        let sessions = FeedSessions(try Trading.Schedule(ServiceFixture.hours), today: Self.today)
        #expect(sessions.regular.session == "0930-1600:23456")
        #expect(sessions.preMarket.session == "0400-0930:23456")
        #expect(sessions.postMarket.session == "1600-2000:23456")
        #expect(sessions.extended.session == "0400-2000:23456")
        #expect(sessions.regular.corrections == "0930-1300:20261127")
        #expect(sessions.holidays == "20261126,20261225")
    }

    @Test func overnightTradingIsASeparateSubsession() throws {
        let own = FeedSessions(try Trading.Schedule(ServiceFixture.hours), today: Self.today)
        let sessions = FeedSessions(try Trading.Schedule(ServiceFixture.hours).withOvernight(), today: Self.today)
        #expect(sessions.overnight.session == "2000-0400:23456")
        #expect(sessions.regular == own.regular && sessions.extended == own.extended)
        #expect(sessions.preMarket == own.preMarket && sessions.postMarket == own.postMarket)
        #expect(sessions.holidays == own.holidays && sessions.mainSessions == .regular)
        #expect(own.overnight.isEmpty)
        // If a schedule has only overnight hours, the feed shows them as regular hours.
        let night = FeedSessions(try Trading.Schedule("OCEA()"), today: Self.today)
        #expect(night.regular.session == "2000-0400:23456" && night.mainSessions == .overnight)
    }

    @Test func joinedDaysBecomeCorrections() throws {
        let schedule = try Trading.Schedule("(tz=UTC;de=1700;0=-17001600;hd=20261126;hds=jntd1)")
        let sessions = FeedSessions(schedule, today: Self.today)
        #expect(sessions.holidays == "20261126")
        #expect(sessions.regular.corrections.contains(":20261127"))
    }

    @Test(arguments: [
        ("0.01", 1.0, 100.0, 0, false, ""), ("0.25", 25, 100, 0, false, ""), ("5", 5, 1, 0, false, ""),
        ("0.0001 1; 0.01", 1, 10_000, 0, false, "0.0001 1 0.01"), ("0.03125", 1, 32, 0, true, ""),
        ("0.015625", 1, 64, 2, true, ""), ("0.0078125", 1, 128, 4, true, ""), ("", 1, 100, 0, false, ""),
        ("0.00001", 1, 100_000, 0, false, ""), ("0.125", 125, 1000, 0, false, ""),
    ]) func priceIncrementsBecomeScales(
        _ text: String, _ minmov: Double, _ scale: Double, _ second: Int, _ fractional: Bool, _ variable: String
    ) throws {
        let prices = FeedPrices(try PriceIncrements(text))
        #expect(prices.minmov == minmov && prices.pricescale == scale && prices.minmove2 == second)
        #expect(prices.fractional == fractional && prices.variableTickSize == variable)
    }

    /// Corn has an increment of 2/8, options on corn have 1/8. Increments that are no multiples of 1/8 remain decimal.
    @Test(arguments: [("0.25", 2.0, 8.0, true), ("0.125", 1, 8, true), ("0.005", 5, 1000, false), ("1", 1, 1, false)])
    func grainsAreQuotedInEighths(_ text: String, _ minmov: Double, _ scale: Double, _ isFractional: Bool) throws {
        let prices = FeedPrices(try PriceIncrements(text), isInEighths: true)
        #expect(prices.minmov == minmov && prices.pricescale == scale && prices.fractional == isFractional)
        #expect(prices.minmove2 == 0)
    }
}

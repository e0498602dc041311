import TestSupport
import Testing

@testable import InstrumentCatalog

struct StatisticsTests {
    private static let text = """
        #STOCK::=TYPE,SYMBOL,OPOL,TRADING_HOURS,PRICE_INCREMENTS
        STOCK,A,XNYS,NYSE(),0.01
        STOCK,B,XNYS,NYSE(),0.01
        STOCK,C,XLON,LSE();NYSE(),0.05
        STOCK,D,,LSE(),
        STOCK,E,,PLAIN(tz=Europe/Paris;0=09001730),
        STOCK,F,,NOWHERE(),
        STOCK,G,,,
        #ETF::=TYPE,SYMBOL,OPOL
        ETF,H,XNYS
        ##COMPLETE

        """

    private static let defaults = """
        date=20260101-000000+0000
        hd.US=20260101,20271225
        hd.GB=20260101,20281225
        tv.NYSE=tz=America/New_York;hd=US;0=09301600
        tv.LSE=tz=Europe/London;hd=GB;0=08001630

        """

    @Test func typesVenuesRulesAndSectionsAreCounted() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.text, in: folder).catalog
        let statistics = catalog.statistics
        #expect(statistics.types == [.init(name: "STOCK", count: 7), .init(name: "ETF", count: 1)])
        #expect(statistics.venues == [.init(name: "XNYS", count: 3), .init(name: "XLON", count: 1)])
        #expect(statistics.tradingHours == 5)
        #expect(statistics.priceIncrements == 2)
        #expect(statistics.sections.contains { $0.name == "value ids of OPOL" && $0.bytes > 0 })
        let bytes = statistics.sections.reduce(0) { $0 + $1.bytes }
        #expect(bytes < statistics.fileLength && bytes > statistics.fileLength / 4)
    }

    @Test func theCoverageOfSchedulesIsReported() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.text, in: folder).catalog
        let coverage = catalog.scheduleCoverage(defaults: try ScheduleDefaults(parsing: Self.defaults))
        #expect(coverage.horizon == CalendarDate(year: 2027, month: 12, day: 31))
        #expect(coverage.unreadable == [try #require(coverage.rules.last)])
        #expect(
            coverage.rules.map { "\($0.instruments) \($0.tradingHours) \($0.end?.description ?? "–")" } == [
                "2 NYSE() 2027-12-31", "1 LSE();NYSE() 2027-12-31", "1 LSE() 2028-12-31",
                "1 PLAIN(tz=Europe/Paris;0=09001730) –", "1 NOWHERE() –",
            ])
        #expect(coverage.rules.last?.fault?.grammar == "trading hours")
        #expect(coverage.horizons.map { "\($0.venue) \($0.end)" } == ["NYSE 2027-12-31", "LSE 2028-12-31"])
        // Venues are reported if their holidays are known for less than 90 more days, here from one day to the next.
        for (day, venues) in [(2, []), (3, ["NYSE"])] {
            let today = try #require(CalendarDate(year: 2027, month: 10, day: day))
            #expect(coverage.horizons(endingWithin: 90, of: today).map(\.venue) == venues)
        }
        #expect(coverage.partlyUnreadable == [])
        let none = try Building.catalog("#A::=TYPE,SYMBOL\nA,B\n", in: folder, name: "none").catalog
        #expect(none.scheduleCoverage(defaults: .empty) == ScheduleCoverage(rules: []))
        #expect(none.scheduleCoverage(defaults: .empty).horizon == nil)
    }

    /// Instruments have the schedule of the first venue in their text; the other venues don't matter.
    @Test func theFirstVenueDeterminesTheSchedule() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(
            "#STOCK::=TYPE,SYMBOL,TRADING_HOURS\nSTOCK,A,NYSE();NOWHERE()\nSTOCK,B,NOWHERE();NYSE()\n", in: folder
        ).catalog
        let defaults = try ScheduleDefaults(parsing: Self.defaults)
        let coverage = catalog.scheduleCoverage(defaults: defaults)
        #expect(coverage.unreadable.map(\.tradingHours) == ["NOWHERE();NYSE()"])
        #expect(coverage.partlyUnreadable.map(\.tradingHours) == ["NYSE();NOWHERE()"])
        #expect(coverage.horizon == CalendarDate(year: 2027, month: 12, day: 31))
        for rule in coverage.rules {
            let instrument = try #require(catalog.instrument(rule.fault == nil ? "A" : "B", defaults: defaults))
            #expect((instrument.schedule == nil) == (rule.fault != nil) && instrument.scheduleFault == rule.fault)
            #expect((rule.furtherFault == nil) == (rule.fault != nil))
        }
    }
}

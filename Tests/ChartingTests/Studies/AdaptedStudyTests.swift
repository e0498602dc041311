import Charting
import Testing

@Suite struct AdaptedStudyTests {
    private func instrument(_ type: String, _ increments: String = "", _ hours: String? = nil) throws -> Instrument {
        Instrument(
            type: type, symbol: "X", priceIncrements: increments,
            schedule: try hours.map { try Trading.Schedule($0, defaults: .bundled) })
    }

    @Test(arguments: [
        ("0.01", 2), ("0.0001 1; 0.01", 4), ("0.01 3; 0.05", 2), ("5", 0), ("0.015625", 6),
        ("0.5 10; 0.25 20; 0.125", 3),
        ("", 2), ("0", 2), ("nonsense", 2),
    ]) func digitsComeFromThePriceSteps(_ increments: String, _ digits: Int) throws {
        let instrument = try instrument("STOCK", increments)
        #expect(instrument.pricePrecision == digits)
        #expect(StudySettings.sma.adapted(to: instrument).precision == digits)
        #expect(StudySettings.atr.adapted(to: instrument).precision == digits)
        #expect(StudySettings.relativeStrengthIndex.adapted(to: instrument).precision == 2)
        #expect(StudySettings.volume.adapted(to: instrument).precision == 0)
    }

    @Test func volumeStudiesMakeNoSenseOnAnIndex() throws {
        let index = try instrument("INDEX", "0.01", "NewYorkETH()")
        #expect(
            StudySettings.onBalanceVolume.adapted(to: index).objection
                == "“On-balance volume” needs volume, and an index has none")
        #expect(StudySettings.vwap.adapted(to: index).objection != nil)
        #expect(StudySettings.sma.adapted(to: index).objection == nil)
        #expect(StudySettings.pivotPoints.adapted(to: index).objection == nil)
        let stock = try instrument("STOCK", "0.01", "NewYorkETH()")
        #expect(StudySettings.defaultStudiesSettings.allSatisfy { $0.adapted(to: stock).objection == nil })
        let without = try instrument("STOCK")
        #expect(
            StudySettings.pivotPoints.adapted(to: without).objection
                == "“Pivot points” begins anew with each day of trading, and the trading hours of X aren't known")
        // Whatever is drawn below with volume in its name needs it; the list of those that do knows only built-in ones.
        let objected = StudySettings.defaultStudiesSettings.filter { $0.adapted(to: index).objection != nil }
        #expect(objected.count == 18)
        for study in StudySettings.defaultStudiesSettings where study.title.contains("olume") {
            #expect(objected.contains(study), "\(study.id)")
        }
    }

    // 2024-03-05, a Tuesday, and the Friday before; New York is 5 hours behind.
    static let tuesdayNoon = Instant(seconds: 1_709_658_000)  // 12:00
    static let mondayClose = Instant(seconds: 1_709_586_000)  // 16:00 on the 4th
    static let mondayOpen = mondayClose + .seconds(-23_400)

    @Test func sessionsComeFromTheSchedule() throws {
        let stock = try instrument("STOCK", "0.01", "NewYorkETH()")
        let anchors = try #require(StudySettings.vwap.adapted(to: stock).anchors)
        #expect(StudySettings.sma.adapted(to: stock).anchors == nil)
        #expect(StudySettings.vwap.adapted(to: try instrument("STOCK")).anchors == nil)
        let noon = Self.tuesdayNoon
        // Pre-market begins at 4:00, regular hours at 9:30.
        #expect(try anchors.start(of: .day, at: noon) == noon + .seconds(-8 * 3600))
        #expect(try anchors.start(of: .day, at: noon, .regular) == noon + .seconds(-2 * 3600 - 1800))
        #expect(try anchors.start(of: .day, at: noon + .seconds(-9 * 3600)) == nil)
        #expect(try anchors.start(of: .week, at: noon, .regular) == Self.mondayOpen)
        // The first of March is a Friday.
        #expect(try anchors.start(of: .month, at: noon, .regular) == Self.mondayOpen + .seconds(-3 * 86_400))
        #expect(try anchors.previous(.day, before: noon) == Self.mondayOpen..<Self.mondayClose)
        // Before Monday there was Friday, not Sunday.
        #expect(
            try anchors.previous(.day, before: Self.mondayOpen)?.upperBound == Self.mondayClose + .seconds(-3 * 86_400))
        let week = try #require(try anchors.previous(.week, before: noon))
        #expect(week == Self.mondayOpen + .seconds(-7 * 86_400)..<Self.mondayClose + .seconds(-3 * 86_400))
        #expect(try anchors.openAndClose(at: noon) == noon + .seconds(-9000)..<noon + .seconds(14_400))
        // On a Sunday, Friday's.
        #expect(
            try anchors.openAndClose(at: Self.mondayOpen + .seconds(-86_400))?.upperBound == Self.mondayClose
                + .seconds(-3 * 86_400))
    }

    /// Wednesdays last for no time: an instant of one is of no day, and comes after Tuesday.
    @Test func anInstantThatNoDayHolds() throws {
        let anchors = SessionAnchors(try Trading.Schedule("W(tz=UTC;0=09001700;3=d+0000+0000)"))
        let wednesday = Instant(seconds: 1_709_726_400)  // 2024-03-06, 12:00
        let tuesday = wednesday + .seconds(-27 * 3600)..<wednesday + .seconds(-19 * 3600)
        #expect(try anchors.openAndClose(at: wednesday) == tuesday)
        #expect(try anchors.previous(.day, before: wednesday) == tuesday)
        #expect(try anchors.start(of: .day, at: wednesday) == nil)
        #expect(try anchors.start(of: .week, at: wednesday) == tuesday.lowerBound + .seconds(-86_400))
    }

    @Test(
        arguments: [
            ("1d", .day), ("1w", .week), ("7d", .week), ("1mo", .month), ("5m", nil), ("2d", nil), ("1y", nil),
        ] as [(String, SessionAnchors.Period?)])
    func periodsOfBars(_ aggregation: String, _ period: SessionAnchors.Period?) throws {
        #expect(SessionAnchors.Period(try #require(Aggregation(aggregation))) == period)
    }
}

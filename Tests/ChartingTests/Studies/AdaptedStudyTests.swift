import Charting
import Testing

@Suite struct AdaptedStudyTests {
    private func instrument(_ type: String, _ increments: String = "", _ hours: String? = nil) throws -> Instrument {
        Instrument(
            type: type, symbol: "X", priceIncrements: increments,
            schedule: try hours.map { try Trading.Schedule($0) })
    }

    @Test(arguments: [
        ("0.01", 2), ("0.0001 1; 0.01", 4), ("0.01 3; 0.05", 2), ("5", 0), ("0.015625", 6),
        ("0.5 10; 0.25 20; 0.125", 3),
        ("", 2), ("0", 2), ("nonsense", 2),
    ]) func digitsFollowFromThePriceIncrements(_ increments: String, _ digits: Int) throws {
        let instrument = try instrument("STOCK", increments)
        #expect(StudySettings.sma.adapted(to: instrument).precision == digits)
        #expect(StudySettings.atr.adapted(to: instrument).precision == digits)
        #expect(StudySettings.relativeStrengthIndex.adapted(to: instrument).precision == 2)
        #expect(StudySettings.volume.adapted(to: instrument).precision == 0)
    }

    @Test func volumeStudiesAreUnsuitableForAnIndex() throws {
        let index = try instrument("INDEX", "0.01", "NewYorkETH()")
        #expect(
            StudySettings.onBalanceVolume.adapted(to: index).objection
                == "“On-balance volume” needs volume, and an index has none")
        #expect(StudySettings.vwap.adapted(to: index).objection != nil)
        let pair = try instrument("FOREX", "0.00001", "NewYorkETH()")
        #expect(StudySettings.vwap.adapted(to: pair).objection?.hasSuffix("needs volume, and spot FX has none") == true)
        #expect(StudySettings.sma.adapted(to: index).objection == nil)
        #expect(StudySettings.pivotPoints.adapted(to: index).objection == nil)
        let stock = try instrument("STOCK", "0.01", "NewYorkETH()")
        #expect(StudySettings.builtIn.allSatisfy { $0.adapted(to: stock).objection == nil })
        let without = try instrument("STOCK")
        #expect(
            StudySettings.pivotPoints.adapted(to: without).objection
                == "“Pivot points” restarts on each trading day, and the trading hours of X are unknown")
        // An index has no volume, so the studies of volume don't apply to it.
        let objected = StudySettings.builtIn.filter { $0.adapted(to: index).objection != nil }
        #expect(objected.count == 18)
        for study in StudySettings.builtIn where study.title.contains("olume") {
            #expect(objected.contains(study), "\(study.id)")
        }
    }

    /// The price increments of AAPL: 0.0001 for prices up to 1 dollar, and 0.01 for higher prices.
    @Test(arguments: [(0.5, 4), (1, 4), (1.0001, 2), (187.3, 2), (.nan, 4)] as [(Double, Int)])
    func digitsFollowFromTheRangeOfTheLastPrice(_ price: Double, _ digits: Int) throws {
        let instrument = try instrument("STOCK", "0.0001 1; 0.01")
        #expect(StudySettings.sma.adapted(to: instrument, lastPrice: price).precision == digits)
        #expect(StudySettings.relativeStrengthIndex.adapted(to: instrument, lastPrice: price).precision == 2)
    }

    @Test func sessionsFollowFromTheSchedule() throws {
        let stock = try instrument("STOCK", "0.01", "NewYorkETH()")
        #expect(StudySettings.vwap.adapted(to: stock).anchors == stock.schedule.map { SessionAnchors($0) })
        #expect(StudySettings.sma.adapted(to: stock).anchors == nil)
        #expect(StudySettings.vwap.adapted(to: try instrument("STOCK")).anchors == nil)
    }
}

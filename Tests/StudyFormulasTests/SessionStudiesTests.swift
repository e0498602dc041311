import MarketRules
import StudyFormulas
import Testing

/// Studies that restart with trading days, on bars of half an hour from 4:00 to 20:00 in New York.
@Suite struct SessionStudiesTests {
    static let anchors = SessionAnchors(try! Trading.Schedule("NewYorkETH()"))
    /// Midnight in New York on Monday, 2024-03-04.
    static let monday = Instant(seconds: 1_709_528_400)

    private static func time(_ day: Int, _ hour: Double) -> Instant {
        monday + .seconds(Int64(day) * 86_400 + Int64(hour * 3600))
    }

    /// Bars of Monday to Wednesday. Prices of regular trading are 100 × day + 5…15, all others are in a wider range.
    static let bars: SampleBars = {
        var bars = SampleBars()
        for day in 0..<3 {
            for half in 8..<40 {
                let base = 100.0 * Double(day + 1)
                let isRegular = 19..<32 ~= half
                let step = Double(half - 19)
                bars.add(
                    time(day, Double(half) / 2), base + 10, base + (isRegular ? 12 + step / 4 : 50),
                    base + (isRegular ? 8 - step / 4 : -50), base + (isRegular ? 10 + step / 10 : 0), Double(half))
            }
        }
        return bars
    }()

    private static func index(_ day: Int, _ hour: Double) -> Int { day * 32 + Int(hour * 2) - 8 }

    private static func values(_ study: String, _ parameters: [String: String] = [:]) throws -> StudyLines {
        try bars.values(study, parameters, anchors: anchors)
    }

    @Test func theOpeningRangeIsThatOfRegularTrading() throws {
        let lines = try Self.values("OpeningRange")
        let (high, low) = (try #require(lines["High"]), try #require(lines["Low"]))
        // From 10:00 to the end of the after-market, the values are the range of 9:30 to 10:00.
        for hour in [10, 12.5, 16, 19.5] {
            #expect(high[Self.index(1, hour)] == 212 && low[Self.index(1, hour)] == 208)
        }
        for hour in [4, 9, 9.5] { #expect(high[Self.index(1, hour)].isNaN) }
        let hour = try #require(try Self.values("OpeningRange", ["minutes": "60"])["High"])
        #expect(hour[Self.index(1, 10)].isNaN && hour[Self.index(1, 10.5)] == 212.25)
        #expect(try StudyFormula("OpeningRange").columns == [.high, .low, .time])
    }

    @Test func levelsComeFromRegularTradingOfTheDayBefore() throws {
        let lines = try Self.values("PreviousDayRange")
        // From the first bar of Tuesday's pre-market on, the range is that of Monday, 9:30 to 16:00.
        for hour in [4, 9.5, 19.5] {
            #expect(try #require(lines["High"])[Self.index(1, hour)] == 115)
            #expect(try #require(lines["Low"])[Self.index(1, hour)] == 105)
            #expect(try #require(lines["Middle"])[Self.index(1, hour)] == 110)
        }
        #expect(try #require(lines["High"])[..<32].allSatisfy { $0.isNaN })
        let pivots = try Self.values("PivotPoints")
        let pivot = (115 + 105 + 111.2) / 3
        let expected = [
            "P": pivot, "R1": 2 * pivot - 105, "R2": pivot + 10, "R3": 115 + 2 * (pivot - 105), "S1": 2 * pivot - 115,
            "S2": pivot - 10, "S3": 105 - 2 * (115 - pivot),
        ]
        for (title, value) in expected {
            #expect(abs(try #require(pivots[title])[Self.index(1, 12)] - value) < 1e-9, "\(title)")
        }
        let others = [
            ("FibonacciPivots", "R2", pivot + 6.18), ("FibonacciPivots", "S3", pivot - 10),
            ("CamarillaPivots", "R1", 111.2 + 11.0 / 12), ("CamarillaPivots", "S4", 111.2 - 5.5),
            ("WoodiesPivots", "P", (115 + 105 + 222.4) / 4),
        ]
        for (study, title, value) in others {
            #expect(abs(try #require(try Self.values(study)[title])[Self.index(1, 12)] - value) < 1e-9, "\(study)")
        }
        // Monday to Wednesday are in one week, so there is no previous week.
        let week = try Self.values("PreviousDayRange", ["aggregation": "1w"])
        #expect(week.columns.allSatisfy { $0.allSatisfy { $0.isNaN } })
    }

    @Test func theDaysOpenIsThatOfRegularTrading() throws {
        let lines = try Self.values("DayOpenClose")
        let (open, close) = (try #require(lines["Open"]), try #require(lines["Close"]))
        #expect(open[Self.index(1, 9)].isNaN && open[Self.index(1, 9.5)] == 210 && open[Self.index(1, 19)] == 210)
        #expect(close[Self.index(1, 4)] == 111.2 && close[Self.index(0, 15)].isNaN)
        let own = try #require(try Self.values("DayOpenClose", ["previous": "false"])["Close"])
        #expect(own[Self.index(1, 9)].isNaN && own[Self.index(1, 10)] == 210.1 && own[Self.index(1, 19)] == 211.2)
    }

    @Test(arguments: ["1d", "1w"]) func theAveragePriceRestartsWithThePeriod(_ period: String) throws {
        let lines = try Self.values("VWAP", ["aggregation": period])
        let (middle, upper) = (try #require(lines["VWAP"]), try #require(lines["Upper"]))
        let bars = Self.bars
        for end in [0, 5, 31, 32, 40, 95] {
            let part = (period == "1d" ? end / 32 * 32 : 0)...end
            let price = { (index: Int) in (bars.high[index] + bars.low[index] + bars.close[index]) / 3 }
            let volume = part.reduce(0) { $0 + bars.volume[$1] }
            let mean = part.reduce(0) { $0 + price($1) * bars.volume[$1] } / volume
            let square = part.reduce(0) { $0 + (price($1) - mean) * (price($1) - mean) * bars.volume[$1] } / volume
            #expect(abs(middle[end] - mean) < 1e-9)
            #expect(abs(upper[end] - mean - 2 * square.squareRoot()) < 1e-9)
        }
    }

    @Test func theAveragePriceStartsWithTheFirstKnownPrice() throws {
        var bars = SampleBars.waves(5)
        bars.close[0] = .nan
        let values = try #require(try bars.values("VWAP")["VWAP"])
        #expect(values[0].isNaN)
        #expect(abs(values[1] - (bars.high[1] + bars.low[1] + bars.close[1]) / 3) < 1e-9)
    }

    /// Without a schedule, days begin at midnight UTC, and each daily bar is one day.
    @Test func daysOfTheCalendarNeedNoSchedule() throws {
        var bars = SampleBars()
        for day in 0..<70 {
            let price = Double(day)
            bars.add(Instant(seconds: Int64(day) * 86_400), price, price + 1, price - 1, price, day == 5 ? 0 : 1)
        }
        let before = try #require(try bars.values("PreviousDayRange")["High"])
        #expect(before[0].isNaN && (1..<70).allSatisfy { before[$0] == Double($0) })
        // 1970-01-01 was a Thursday: the first week has four days. January has 31 days, February 28.
        let week = try #require(try bars.values("PreviousDayRange", ["aggregation": "1w"])["High"])
        #expect(week[3].isNaN && week[4] == 4 && week[10] == 4 && week[11] == 11)
        let month = try #require(try bars.values("PreviousDayRange", ["aggregation": "1mo"])["Low"])
        #expect(month[30].isNaN && month[31] == -1 && month[58] == -1 && month[59] == 30)
        // A day without volume has no volume-weighted average price.
        let price = try #require(try bars.values("VWAP")["VWAP"])
        #expect(price[4] == 4 && price[5].isNaN && price[6] == 6)
    }
}

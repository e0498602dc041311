import Foundation
import MarketRules
import StudyFormulas
import Testing

/// Compares studies that no library has with their definitions, which are written here for one bar at a time.
@Suite struct NaiveTests {
    static let bars = SampleBars.waves(420)
    static var close: [Double] { bars.close }
    static var high: [Double] { bars.high }
    static var low: [Double] { bars.low }

    /// Expects equal values. An undefined value is `nil` in the naive form.
    private static func expect(
        _ study: String, _ line: String, _ parameters: [String: String] = [:], tolerance: Double = 1e-9,
        _ naive: (Int) -> Double?
    ) throws {
        let values = try #require(try bars.values(study, parameters)[line])
        for index in values.indices {
            let (value, wanted) = (values[index], naive(index) ?? .nan)
            let isEqual = value.isNaN && wanted.isNaN || abs(value - wanted) <= tolerance * max(1, abs(wanted))
            #expect(isEqual, "\(study) \(line) \(index): \(value), expected \(wanted)")
            if !isEqual { return }
        }
    }

    private static func window(_ a: [Double], _ end: Int, _ length: Int) -> ArraySlice<Double>? {
        guard end + 1 >= length else { return nil }
        let part = a[end + 1 - length...end]
        return part.contains { $0.isNaN } ? nil : part
    }

    private static func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }

    private static func line(_ part: ArraySlice<Double>) -> (at: (Int) -> Double, slope: Double) {
        let (n, y) = (Double(part.count), mean(part))
        let x = (n - 1) / 2
        let slope =
            part.enumerated().reduce(0) { $0 + (Double($1.offset) - x) * ($1.element - y) }
            / part.indices.enumerated().reduce(0) { $0 + (Double($1.offset) - x) * (Double($1.offset) - x) }
        return ({ y + slope * (Double($0) - x) }, slope)
    }

    private static func smoothed(_ a: [Double], _ part: Double, seeds: Int) -> [Double] {
        var (first, last): ([Double], Double?) = ([], nil)
        return a.map { value in
            if value.isNaN { return .nan }
            if let old = last {
                last = old + part * (value - old)
            } else {
                first.append(value)
                if first.count == seeds { last = mean(first[...]) }
            }
            return last ?? .nan
        }
    }

    private static func ema(_ a: [Double], _ n: Int) -> [Double] { smoothed(a, 2 / Double(n + 1), seeds: n) }

    private static var trueRange: [Double] {
        bars.close.indices.map { index in
            index == 0 ? .nan : max(high[index], close[index - 1]) - min(low[index], close[index - 1])
        }
    }

    @Test func regressionLinesEndAtTheLastBar() throws {
        for length in [30, 1000] {
            let n = min(length, Self.close.count)
            let part = Self.close.suffix(n)
            let (at, _) = Self.line(part)
            let start = Self.close.count - n
            let distances = part.enumerated().map { abs($0.element - at($0.offset)) }
            let deviation = (distances.reduce(0) { $0 + $1 * $1 } / Double(n)).squareRoot()
            let own = { (index: Int) in index < start ? nil : at(index - start) }
            let parameters = ["length": "\(length)"]
            try Self.expect("LinearRegression", "LinReg", parameters) { own($0) }
            try Self.expect("LinearRegressionChannel", "Upper", parameters) { own($0).map { $0 + distances.max()! } }
            try Self.expect("LinearRegressionChannel", "Middle", parameters) { own($0) }
            try Self.expect("StandardDevChannel", "Lower", parameters) { own($0).map { $0 - 2 * deviation } }
        }
    }

    @Test func standardErrorBandsAreAveragedErrors() throws {
        let ends = Self.close.indices.map { Self.window(Self.close, $0, 21).map { Self.line($0).at(20) } ?? .nan }
        let errors = Self.close.indices.map { index in
            Self.window(Self.close, index, 21).map { part in
                let (at, _) = Self.line(part)
                let squares = part.enumerated().reduce(0.0) { $0 + pow($1.element - at($1.offset), 2) }
                return (squares / 19).squareRoot()
            } ?? .nan
        }
        // Prices on a line have an error of 0 by definition. Computed from sums, rounding errors remain.
        try Self.expect("StandardErrorBands", "Upper", tolerance: 1e-7) { index in
            Self.window(ends, index, 3).flatMap { end in
                Self.window(errors, index, 3).map { Self.mean(end) + 2 * Self.mean($0) }
            }
        }
    }

    @Test func arrowsMarkCrossings() throws {
        let lines = try Self.bars.values("MACrossover")
        let (fast, slow) = (try #require(lines["Fast"]), try #require(lines["Slow"]))
        try Self.expect("MACrossover", "Up") { index in
            index > 0 && fast[index - 1] <= slow[index - 1] && fast[index] > slow[index] ? Self.low[index] : nil
        }
        try Self.expect("MACrossover", "Down") { index in
            index > 0 && fast[index - 1] >= slow[index - 1] && fast[index] < slow[index] ? Self.high[index] : nil
        }
    }

    @Test func extremesOfTheBandwidthAreThoseOfItsWindow() throws {
        let width = try #require(try Self.bars.values("BollingerBandwidth")["Bandwidth"])
        try Self.expect("BollingerBandwidth", "Bulge") { Self.window(width, $0, 150)?.max() }
        try Self.expect("BollingerBandwidth", "Squeeze", ["squeezeLength": "7"]) { Self.window(width, $0, 7)?.min() }
    }

    @Test func trailingStopsFollowTheClose() throws {
        let range = Self.smoothed(Self.trueRange, 1.0 / 5, seeds: 5)
        var (stop, isLong): (Double?, Bool) = (nil, true)
        let stops = Self.close.indices.map { index -> Double? in
            let distance = 3.5 * range[index]
            if distance.isNaN { return nil }
            let (close, below, above) = (Self.close[index], Self.close[index] - distance, Self.close[index] + distance)
            guard let old = stop else {
                stop = below
                return stop
            }
            if isLong ? close < old : close > old {
                isLong.toggle()
                stop = isLong ? below : above
            } else {
                stop = isLong ? max(old, below) : min(old, above)
            }
            return stop
        }
        try Self.expect("ATRTrailingStop", "Stop") { stops[$0] }
    }

    @Test func fractalsAreHigherThanBothSides() throws {
        for sides in [1, 2, 5] {
            let isTop = { (index: Int) in
                index >= sides && index + sides < Self.high.count
                    && (index - sides...index + sides).allSatisfy { $0 == index || Self.high[$0] < Self.high[index] }
            }
            try Self.expect("WilliamsFractal", "Up", ["sequenceCount": "\(sides)"]) { isTop($0) ? Self.high[$0] : nil }
        }
    }

    @Test func theGatorIsTheDistanceOfTheAlligatorsLines() throws {
        let alligator = try Self.bars.values("Alligator")
        let (teeth, lips) = (try #require(alligator["Teeth"]), try #require(alligator["Lips"]))
        try Self.expect("GatorOscillator", "Lower") { index in
            let distance = -abs(teeth[index] - lips[index])
            return distance.isNaN ? nil : distance
        }
    }

    @Test func theCloudIsRisingOrFalling() throws {
        let lines = try Self.bars.values("Ichimoku")
        let (a, b) = (try #require(lines["Senkou A"]), try #require(lines["Senkou B"]))
        try Self.expect("Ichimoku", "Kumo rising") { a[$0] >= b[$0] ? a[$0] : nil }
        try Self.expect("Ichimoku", "Kumo falling") { a[$0] < b[$0] ? a[$0] : nil }
    }

    @Test func stochasticMomentumIsSmoothedTwice() throws {
        let spans = Self.close.indices.map { index -> (Double, Double) in
            guard let top = Self.window(Self.high, index, 10)?.max(),
                let bottom = Self.window(Self.low, index, 10)?.min()
            else { return (.nan, .nan) }
            return (Self.close[index] - (top + bottom) / 2, top - bottom)
        }
        let distance = Self.ema(Self.ema(spans.map(\.0), 3), 3)
        let range = Self.ema(Self.ema(spans.map(\.1), 3), 3)
        let index = distance.indices.map { 200 * distance[$0] / range[$0] }
        try Self.expect("SMI", "SMI") { index[$0].isNaN ? nil : index[$0] }
        let average = Self.ema(index, 3)
        try Self.expect("SMI", "Average") { average[$0].isNaN ? nil : average[$0] }
    }

    @Test func relativeVolatilitySplitsDeviationsByDirection() throws {
        let deviations = Self.close.indices.map { index in
            Self.window(Self.close, index, 10).map { part in
                let mean = Self.mean(part)
                return (part.reduce(0) { $0 + pow($1 - mean, 2) } / 10).squareRoot()
            } ?? .nan
        }
        func part(_ isUp: Bool) -> [Double] {
            let own = deviations.indices.map { index -> Double in
                if deviations[index].isNaN { return .nan }
                let change = Self.close[index] - Self.close[index - 1]
                return (isUp ? change > 0 : change < 0) ? deviations[index] : 0
            }
            return Self.smoothed(own, 1.0 / 14, seeds: 14)
        }
        let (ups, downs) = (part(true), part(false))
        try Self.expect("RelativeVolatilityIndex", "RVI") { index in
            ups[index].isNaN ? nil : 100 * ups[index] / (ups[index] + downs[index])
        }
    }

    @Test func theTrendCycleIsAStochasticOfAStochastic() throws {
        let (fast, slow) = (Self.ema(Self.close, 23), Self.ema(Self.close, 50))
        func half(_ a: [Double]) -> [Double] {
            let place = a.indices.map { index -> Double in
                guard let part = Self.window(a, index, 10), let top = part.max(), let bottom = part.min() else {
                    return .nan
                }
                return top == bottom ? 50 : 100 * (a[index] - bottom) / (top - bottom)
            }
            return Self.smoothed(place, 0.5, seeds: 1)
        }
        let cycle = half(half(zip(fast, slow).map { $0 - $1 }))
        try Self.expect("SchaffTrendCycle", "STC", tolerance: 1e-7) { cycle[$0].isNaN ? nil : cycle[$0] }
    }

    @Test func theRandomWalkIndexIsTheGreatestMovement() throws {
        let range = Self.trueRange
        try Self.expect("RandomWalkIndex", "High") { index in
            guard index > 14 else { return nil }
            return (2...14).map { length in
                let mean = Self.mean(range[index - length..<index])
                return mean == 0
                    ? 0 : (Self.high[index] - Self.low[index - length]) / (mean * Double(length).squareRoot())
            }.max()
        }
    }

    @Test func theVigorsSignalIsSymmetric() throws {
        let index = try #require(try Self.bars.values("RVI")["RVI"])
        try Self.expect("RVI", "Signal") { bar in
            guard let part = Self.window(index, bar, 4) else { return nil }
            let all = Array(part)
            return (all[0] + 2 * all[1] + 2 * all[2] + all[3]) / 6
        }
    }

    /// Zigzags with turns of at least 5 %, on prices whose turns are known.
    @Test func zigzagsConnectTurns() throws {
        var bars = SampleBars()
        for (place, price) in [100.0, 103, 108, 106, 101, 97, 99, 104, 107, 105, 104].enumerated() {
            bars.add(Instant(seconds: Int64(place) * 60), price, price, price, price, 1)
        }
        // The start is the first turn. 108 is a turn because 101 is at least 5 % lower, and 97 because 104 is at least
        // 5 % higher.
        let legs = try #require(try bars.values("ZigZag")["Zigzag"])
        let expected: [Double] = [100, 104, 108, 108 - 11.0 / 3, 108 - 22.0 / 3, 97]
        for (place, value) in expected.enumerated() { #expect(abs(legs[place] - value) < 1e-9) }
        #expect(legs[6...].allSatisfy { $0.isNaN })
        let last = try #require(try bars.values("ZigZag", ["showLast": "true"])["Zigzag"])
        #expect(abs(last[8] - 107) < 1e-9 && abs(last[7] - (97 + 20.0 / 3)) < 1e-9 && last[9].isNaN)
        // The first leg goes down.
        let mirrored = SampleBars(
            open: bars.open, high: bars.high.map { 200 - $0 }, low: bars.low.map { 200 - $0 }, close: bars.close,
            volume: bars.volume, time: bars.time)
        let down = try #require(try mirrored.values("ZigZag")["Zigzag"])
        #expect(down[0] == 100 && abs(down[2] - 92) < 1e-9 && abs(down[5] - 103) < 1e-9)
    }

    /// Equal prices have no deviation. Infinite or missing prices affect only the windows that contain them.
    @Test func missingValuesLeaveNoTrace() throws {
        var bars = SampleBars.waves(200)
        bars.close[50] = .infinity
        bars.close[120] = .nan
        for (study, length) in [("SMA", 9), ("WMA", 9), ("StandardDeviation", 20), ("LinearRegrCurve", 9)] {
            let whole = try SampleBars.waves(200).values(study).columns[0]
            let part = try bars.values(study).columns[0]
            for index in part.indices {
                let isHit = 50..<50 + length ~= index || 120..<120 + length ~= index
                #expect(
                    isHit
                        ? part[index].isNaN
                        : areSame([part[index]], [whole[index]]) || abs(part[index] - whole[index]) < 1e-9)
            }
        }
        let flat = SampleBars.waves(420)
        let deviation = try flat.values("StandardDeviation").columns[0]
        #expect(deviation[319...338].allSatisfy { $0 == 0 })
    }
}

internal import SystemFiles

/// A small chart that is ready to be drawn. Positions are in a unit square with its origin at the top left.
///
/// Prices have a margin of 5 % at the upper and the lower edge. Volume is in the lowest fifth.
public struct ChartPreview: Hashable, Sendable, Encodable {
    /// A bar of the chart.
    public struct Bar: Hashable, Sendable, Encodable {
        /// The horizontal center, and half of the bar's width.
        public var x, halfWidth: Double
        /// The vertical positions of the prices, 0 at the top.
        public var open, high, low, close: Double
        /// The height of the volume column; 0 if volume is not shown.
        public var volume: Double
        /// A Boolean value that indicates whether the close is at or above the open.
        public var isRising: Bool
    }

    /// A marked price.
    public struct Mark: Hashable, Sendable, Encodable {
        /// The position and the price.
        public var x, y, price: Double
    }

    /// How prices are drawn.
    public var candleStyle: Chart.CandleStyle
    /// The bars from left to right.
    public var bars: [Bar]
    /// The positions of the grid lines.
    public var verticalGrid, horizontalGrid: [Double]
    /// A Boolean value that indicates whether candles have wicks.
    public var wicks: Bool
    /// The marks of the highest and the lowest price; `nil` if these prices are not marked.
    public var high, low: Mark?
    /// The vertical position of the line in a baseline chart: the middle of the range of closes.
    public var baseline: Double
    /// The text of the watermark; `nil` if the watermark is off.
    public var watermark: String?
    /// The colors of the parts by name.
    public var colors: [String: ChartColor]

    /// Creates a preview of the candles, ignoring invalid ones; `nil` if no candle is valid.
    init?(_ candles: [Candle], _ settings: Chart.Settings, watermark: String?) {
        let sound = candles.filter { $0.isSound && (settings.scaleType != .logarithmic || $0.low > 0) }
        let drawn = settings.candleStyle == .heikinAshi ? Self.heikinAshi(sound) : sound
        guard let axis = PriceAxis(drawn, settings) else { return nil }
        candleStyle = settings.candleStyle
        let volumes = drawn.map { $0.volume.isFinite ? max($0.volume, 0) : 0 }
        let widths = Self.widths(volumes, isByVolume: settings.candleStyle == .equivolume)
        let mostVolume = settings.volume ? volumes.max() ?? 0 : 0
        var left = 0.0
        bars = zip(drawn.indices, drawn).map { index, candle in
            defer { left += widths[index] }
            return Bar(
                x: left + widths[index] / 2, halfWidth: widths[index] * 0.4, open: axis.y(candle.open),
                high: axis.y(candle.high), low: axis.y(candle.low), close: axis.y(candle.close),
                volume: mostVolume > 0 ? volumes[index] / mostVolume * 0.2 : 0, isRising: candle.close >= candle.open)
        }
        let quarters = [0.2, 0.4, 0.6, 0.8]
        verticalGrid = settings.verticalGrid ? quarters : []
        horizontalGrid = settings.horizontalGrid ? quarters : []
        wicks = settings.wicks
        let closes = drawn.map(\.close).sorted()
        baseline = axis.y(closes[closes.count / 2])
        self.watermark = watermark
        colors = [:]
        for part in Chart.ThemeColors.Part.allCases {
            colors[part.rawValue] = settings.colors.color(of: part, in: settings.theme)
        }
        guard settings.highLow else { return }
        let highest = drawn.indices.max { drawn[$0].high < drawn[$1].high }!
        let lowest = drawn.indices.min { drawn[$0].low < drawn[$1].low }!
        high = Mark(x: bars[highest].x, y: bars[highest].high, price: drawn[highest].high)
        low = Mark(x: bars[lowest].x, y: bars[lowest].low, price: drawn[lowest].low)
    }

    /// Returns the bars in Heikin-Ashi form: each closes at the mean of its prices and opens in the middle of the
    /// previous bar.
    private static func heikinAshi(_ candles: [Candle]) -> [Candle] {
        var before: Candle?
        return candles.map { candle in
            var new = candle
            new.close = candle.open / 4 + candle.high / 4 + candle.low / 4 + candle.close / 4
            new.open = before.map { $0.open / 2 + $0.close / 2 } ?? (candle.open / 2 + candle.close / 2)
            new.high = max(candle.high, new.open, new.close)
            new.low = min(candle.low, new.open, new.close)
            before = new
            return new
        }
    }

    /// Returns the widths of the bars, either equal or proportional to volume.
    private static func widths(_ volumes: [Double], isByVolume: Bool) -> [Double] {
        let sum = volumes.reduce(0, +)
        guard isByVolume, sum > 0, sum.isFinite else { return volumes.map { _ in 1 / Double(volumes.count) } }
        return volumes.map { $0 / sum }
    }
}

/// Maps prices to vertical positions.
private struct PriceAxis {
    private let low: Double
    private let high: Double
    private let isLogarithmic: Bool
    private let isInverted: Bool

    init?(_ candles: [Candle], _ settings: Chart.Settings) {
        guard let low = candles.map(\.low).min(), let high = candles.map(\.high).max() else { return nil }
        // The percent scale differs from the regular scale only in its labels.
        isLogarithmic = settings.scaleType == .logarithmic
        isInverted = settings.invertScale
        (self.low, self.high) = isLogarithmic ? (RealFunctions.log(low), RealFunctions.log(high)) : (low, high)
    }

    /// Returns a position between 0.05 for the highest price and 0.95 for the lowest, or reversed for an inverted axis.
    /// Returns the middle if all prices are equal.
    func y(_ price: Double) -> Double {
        let value = isLogarithmic ? RealFunctions.log(price) : price
        let part = high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5
        return 0.05 + 0.9 * (isInverted ? part : 1 - part)
    }
}

internal import SystemFiles

/// A chart in small, ready to be drawn: shapes in a field of 1 by 1 whose origin is at the top left.
///
/// Prices keep 5 % away from the upper and the lower edge; volume takes the lowest fifth.
package struct ChartPreview: Hashable, Sendable, Encodable {
    /// A bar of the chart.
    package struct Bar: Hashable, Sendable, Encodable {
        /// The middle, and half of the width.
        package var x, halfWidth: Double
        /// The heights of the prices, 0 at the top.
        package var open, high, low, close: Double
        /// The height of its volume; 0 where volume isn't shown.
        package var volume: Double
        /// It closed where it opened, or higher.
        package var isRising: Bool
    }

    /// A marked price.
    package struct Mark: Hashable, Sendable, Encodable {
        /// Where it is, and what it is.
        package var x, y, price: Double
    }

    /// How prices are drawn.
    package var chartType: Chart.ChartType
    /// The bars from left to right.
    package var bars: [Bar]
    /// Where grid lines stand.
    package var verticalGrid, horizontalGrid: [Double]
    /// Candles have wicks.
    package var wicks: Bool
    /// The highest and the lowest price; both `nil` where they aren't marked.
    package var high, low: Mark?
    /// The height of the line that a baseline chart rises above and falls below: the middle of its closes.
    package var baseline: Double
    /// The watermark's lines; `nil` where there is none.
    package var watermark: String?
    /// Colours as hex text, by the names of the parts.
    package var colors: [String: ChartColor]

    /// The candles by the settings; candles that aren't sound are left out, and `nil` is the answer where none is left.
    init?(_ candles: [Candle], _ settings: Chart.Settings, watermark: String?) {
        let sound = candles.filter { $0.isSound && (settings.scaleType != .logarithmic || $0.low > 0) }
        let drawn = settings.chartType == .heikinAshi ? Self.heikinAshi(sound) : sound
        guard let axis = PriceAxis(drawn, settings) else { return nil }
        chartType = settings.chartType
        let volumes = drawn.map { $0.volume.isFinite ? max($0.volume, 0) : 0 }
        let widths = Self.widths(volumes, isByVolume: settings.chartType == .equivolume)
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
            colors[part.rawValue] = settings.themeColors.color(of: part, in: settings.theme)
        }
        guard settings.highLow else { return }
        let highest = drawn.indices.max { drawn[$0].high < drawn[$1].high }!
        let lowest = drawn.indices.min { drawn[$0].low < drawn[$1].low }!
        high = Mark(x: bars[highest].x, y: bars[highest].high, price: drawn[highest].high)
        low = Mark(x: bars[lowest].x, y: bars[lowest].low, price: drawn[lowest].low)
    }

    /// Each bar closes at its mean price and opens in the middle of the one before.
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

    /// All equal, or by volume.
    private static func widths(_ volumes: [Double], isByVolume: Bool) -> [Double] {
        let sum = volumes.reduce(0, +)
        guard isByVolume, sum > 0, sum.isFinite else { return volumes.map { _ in 1 / Double(volumes.count) } }
        return volumes.map { $0 / sum }
    }
}

/// From a price to a height.
private struct PriceAxis {
    private let low: Double
    private let high: Double
    private let isLogarithmic: Bool
    private let isInverted: Bool

    init?(_ candles: [Candle], _ settings: Chart.Settings) {
        guard let low = candles.map(\.low).min(), let high = candles.map(\.high).max() else { return nil }
        // Percent of the first price is the regular axis with other words on it.
        isLogarithmic = settings.scaleType == .logarithmic
        isInverted = settings.invertScale
        (self.low, self.high) = isLogarithmic ? (RealFunctions.log(low), RealFunctions.log(high)) : (low, high)
    }

    /// 0.05 for the highest price to 0.95 for the lowest, or the other way round; the middle where there is one price only.
    func y(_ price: Double) -> Double {
        let value = isLogarithmic ? RealFunctions.log(price) : price
        let part = high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5
        return 0.05 + 0.9 * (isInverted ? part : 1 - part)
    }
}

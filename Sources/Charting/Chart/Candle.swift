/// A bar of a chart: prices and volume of a stretch of time.
public struct Candle: Hashable, Sendable, Codable {
    /// When it begins.
    public var time: Instant
    /// The first price.
    public var open: Double
    /// The highest price.
    public var high: Double
    /// The lowest price.
    public var low: Double
    /// The last price.
    public var close: Double
    /// What was traded, in units of the instrument.
    public var volume: Double

    /// A bar of prices and volume.
    public init(time: Instant, open: Double, high: Double, low: Double, close: Double, volume: Double = 0) {
        self.time = time
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
    }

    /// All prices are finite, and none lies outside low…high.
    package var isSound: Bool {
        [open, high, low, close].allSatisfy(\.isFinite) && low <= min(open, close) && max(open, close) <= high
    }
}

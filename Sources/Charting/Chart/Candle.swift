/// A bar of a chart: the prices and the volume of an interval.
public struct Candle: Hashable, Sendable, Codable {
    /// The start of the interval.
    public var time: Instant
    /// The first price.
    public var open: Double
    /// The highest price.
    public var high: Double
    /// The lowest price.
    public var low: Double
    /// The last price.
    public var close: Double
    /// The traded volume, in units of the instrument.
    public var volume: Double

    /// Creates a bar.
    public init(time: Instant, open: Double, high: Double, low: Double, close: Double, volume: Double = 0) {
        self.time = time
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
    }

    /// A Boolean value that indicates whether all prices are finite, and open and close are within low…high.
    package var isSound: Bool {
        [open, high, low, close].allSatisfy(\.isFinite) && low <= min(open, close) && max(open, close) <= high
    }
}

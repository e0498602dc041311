/// A bar of a chart: prices and volume of a stretch of time.
public struct Candle: Hashable, Sendable, Codable {
    /// When it begins.
    public var time: Instant
    public var open: Double
    public var high: Double
    public var low: Double
    public var close: Double
    public var volume: Double

    public init(time: Instant, open: Double, high: Double, low: Double, close: Double, volume: Double = 0) {
        self.time = time
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
    }

    /// All prices are numbers, and no price lies outside low…high.
    public var isSound: Bool {
        [open, high, low, close].allSatisfy(\.isFinite) && low <= min(open, close) && max(open, close) <= high
    }
}

/// Measured values in ascending order.
public struct Samples: Sendable {
    private let sorted: [Double]

    /// - Precondition: There is at least one value.
    public init(_ values: [Double]) {
        precondition(!values.isEmpty)
        sorted = values.sorted()
    }

    public var count: Int { sorted.count }
    public var median: Double { percentile(50) }
    public var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
    public var smallest: Double { sorted[0] }
    public var largest: Double { sorted[sorted.count - 1] }

    /// The minimum and maximum of a few values, or the quartiles of eight or more; `nil` for one value.
    public var spread: ClosedRange<Double>? {
        count < 2 ? nil : count < 8 ? smallest...largest : percentile(25)...percentile(75)
    }

    /// Returns the value that `percent` of the values do not exceed.
    public func percentile(_ percent: Double) -> Double {
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }

    public func map(_ body: (Double) -> Double) -> Samples { Samples(sorted.map(body)) }

    /// Returns the values in another unit.
    public static func / (samples: Samples, divisor: Double) -> Samples { samples.map { $0 / divisor } }
    public static func * (samples: Samples, factor: Double) -> Samples { samples.map { $0 * factor } }
}

/// The times of many calls, each measured in several rounds.
public struct Rounds: Sendable {
    private let rounds: [Samples]

    init(_ rounds: [Samples]) { self.rounds = rounds }

    /// Returns the percentile of each round.
    public func percentile(_ percent: Double) -> Samples { Samples(rounds.map { $0.percentile(percent) }) }

    public var median: Samples { percentile(50) }
    public var largest: Samples { percentile(100) }
}

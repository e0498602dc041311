/// How much of the market one bar of a chart holds: `5m`, `1h`, `1d`, `100t`.
public struct Aggregation: Hashable, Sendable {
    /// What is counted.
    public enum Unit: String, Hashable, Sendable, CaseIterable, Codable {
        /// A trade or quote.
        case tick = "t"
        /// A second.
        case second = "s"
        /// A minute.
        case minute = "m"
        /// An hour.
        case hour = "h"
        /// A day of trading.
        case day = "d"
        /// A week, from Monday.
        case week = "w"
        /// A calendar month.
        case month = "mo"
        /// A calendar year.
        case year = "y"

        /// Milliseconds of one; `nil` for ticks, and for months and years, which aren't equally long.
        var milliseconds: Int64? {
            switch self {
            case .second: 1000
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            case .week: 604_800_000
            case .tick, .month, .year: nil
            }
        }
    }

    /// How many units, 1 or more.
    public let count: Int
    /// What is counted.
    public let unit: Unit

    /// Bars of some units.
    ///
    /// - Parameter count: less than 1 counts as 1.
    public init(_ count: Int, _ unit: Unit) {
        self.count = max(count, 1)
        self.unit = unit
    }

    /// A bar holds a day or more, so that the time of the day has no meaning.
    public var isDayOrMore: Bool {
        switch unit {
        case .day, .week, .month, .year: true
        case .tick: false
        case .second, .minute, .hour: count >= 86_400_000 / Int(unit.milliseconds ?? 1)
        }
    }
}

extension Aggregation: LosslessStringConvertible, Codable {
    /// The aggregation of `5m`, `d` (as `1d`), `3mo`; `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = Unit(rawValue: String(text.dropFirst(digits.count))) else { return nil }
        guard let count = digits.isEmpty ? 1 : Int(digits), count > 0 else { return nil }
        self.init(count, unit)
    }

    /// `5m`
    public var description: String { "\(count)\(unit.rawValue)" }

    /// From its text.
    ///
    /// - Throws: `DecodingError` for anything but the text of an aggregation.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let aggregation = Aggregation(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found “\(text)”, expected an aggregation such as 5m, 1h, 1d or 100t")
        }
        self = aggregation
    }

    /// As its text.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The namespace of a chart's settings, its bars and their length.
public enum Chart {}

public import StudyFormulas

/// The length of a chart's bars, such as `5m`, `1h`, `1d` or `100t`.
public struct Aggregation: Hashable, Sendable {
    /// The unit of the length.
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

        /// The length in milliseconds; `nil` for ticks, and for months and years, whose lengths vary.
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

    /// The number of units, 1 or more.
    public let count: Int
    /// The unit.
    public let unit: Unit

    /// Creates a length of `count` units.
    ///
    /// - Parameter count: The number of units; values below 1 count as 1.
    public init(_ count: Int, _ unit: Unit) {
        self.count = max(count, 1)
        self.unit = unit
    }

    /// A Boolean value that indicates whether a bar lasts at least a day, so that the time of day does not matter.
    public var isDayOrMore: Bool {
        switch unit {
        case .day, .week, .month, .year: true
        case .tick: false
        case .second, .minute, .hour: count >= 86_400_000 / Int(unit.milliseconds ?? 1)
        }
    }

    /// The length as a duration, such as that of an opening range; `nil` for ticks, and for months and years, whose
    /// lengths vary.
    public var duration: Duration? { unit.milliseconds.map { .milliseconds($0) * count } }

    /// The period after which a study with this parameter restarts, for the lengths `1d`, `1w` and `1mo`; `nil` for
    /// others.
    public var anchorPeriod: SessionAnchors.Period? {
        switch (count, unit) {
        case (1, .day): .day
        case (1, .week): .week
        case (1, .month): .month
        default: nil
        }
    }
}

extension Aggregation: LosslessStringConvertible, Codable {
    /// Parses texts such as `5m`, `d` (equal to `1d`) and `3mo`; `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = Unit(rawValue: String(text.dropFirst(digits.count))) else { return nil }
        guard let count = digits.isEmpty ? 1 : Int(digits), count > 0 else { return nil }
        self.init(count, unit)
    }

    /// The text form, such as `5m`.
    public var description: String { "\(count)\(unit.rawValue)" }

    /// Decodes the text form.
    ///
    /// - Throws: `DecodingError` if the value is not the text of an aggregation.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let aggregation = Aggregation(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found “\(text)”, expected an aggregation such as 5m, 1h, 1d or 100t")
        }
        self = aggregation
    }

    /// Encodes the text form.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The namespace of a chart's settings.
public enum Chart {}

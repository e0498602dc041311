/// Kinds of averages. `StudyFormula` documents how each of them starts.
public enum StudyAverage: String, Codable, Hashable, Sendable, CaseIterable {
    /// The arithmetic mean.
    case simple = "SIMPLE"
    /// An exponential average whose new values have the weight 2 / (length + 1).
    case exponential = "EXPONENTIAL"
    /// An average whose weights fall linearly with age.
    case weighted = "WEIGHTED"
    /// An exponential average whose new values have the weight 1 / length.
    case wilders = "WILDERS"
    /// Hull's average: a weighted average of weighted averages, with less lag.
    case hull = "HULL"
    /// A mean of means, whose weights have the form of a triangle.
    case triangular = "TRIANGULAR"
    /// A combination of two exponential averages, with less lag.
    case doubleExponential = "DOUBLE_EXPONENTIAL"
    /// A combination of three exponential averages, with less lag.
    case tripleExponential = "TRIPLE_EXPONENTIAL"
}

/// Prices of a bar and means of such prices.
public enum StudyPrice: String, Codable, Hashable, Sendable, CaseIterable {
    /// The first price.
    case open = "OPEN"
    /// The highest price.
    case high = "HIGH"
    /// The lowest price.
    case low = "LOW"
    /// The last price.
    case close = "CLOSE"
    /// (high + low) / 2
    case hl2 = "HL2"
    /// (high + low + close) / 3
    case hlc3 = "HLC3"
    /// (open + high + low + close) / 4
    case ohlc4 = "OHLC4"
}

/// A parameter of a formula.
public struct StudyParameter: Hashable, Sendable {
    /// The type of a parameter. Values are texts.
    public enum Kind: String, Hashable, Sendable {
        /// A whole number, such as `14`.
        case wholeNumber
        /// A number, such as `0.02`.
        case number
        /// `true` or `false`.
        case boolean
        /// A kind of average, such as `SIMPLE`.
        case average
        /// A price of a bar, such as `CLOSE`.
        case price
        /// A trading period: `1d`, `1w` or `1mo`.
        case aggregation
    }

    /// The identifier, such as `length`.
    public let id: String
    /// The type of the value.
    public let kind: Kind
    /// The default value.
    public let value: String
}

/// The reason that a study, or a change of it, is invalid.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the parameter; empty if the error concerns the whole study.
    public var parameter: String
    /// A one-sentence message with what was found and what was expected.
    package var reason: String

    /// Creates an error of a parameter or of the whole study.
    package init(parameter: String = "", reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// The message, such as `Length: found “0”, expected a whole number from 1 to 500`.
    public var description: String { reason }
}

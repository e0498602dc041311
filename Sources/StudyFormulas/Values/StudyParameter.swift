/// Kinds of averages. `StudyFormula` documents how each begins.
public enum StudyAverage: String, Codable, Hashable, Sendable, CaseIterable {
    /// The mean.
    case simple = "SIMPLE"
    /// Weights that fall exponentially, by 2 / (length + 1).
    case exponential = "EXPONENTIAL"
    /// Weights that fall linearly.
    case weighted = "WEIGHTED"
    /// Exponential, by 1 / length.
    case wilders = "WILDERS"
    /// Hull: a weighted average of weighted averages, with less lag.
    case hull = "HULL"
    /// A mean of means.
    case triangular = "TRIANGULAR"
    /// Two exponential averages, with less lag.
    case doubleExponential = "DOUBLE_EXPONENTIAL"
    /// Three exponential averages, with less lag.
    case tripleExponential = "TRIPLE_EXPONENTIAL"
}

/// Prices of a bar, and means of them.
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
    /// The type of a value, which is written as text.
    public enum Kind: String, Hashable, Sendable {
        /// A whole number: `14`.
        case wholeNumber
        /// A number: `0.02`.
        case number
        /// `true` or `false`.
        case boolean
        /// A kind of average: `SIMPLE`.
        case average
        /// A price of a bar: `CLOSE`.
        case price
        /// A period of trading: `1d`, `1w` or `1mo`.
        case aggregation
    }

    /// The identifier: `length`.
    public let id: String
    /// The type of the value.
    public let kind: Kind
    /// The default value.
    public let value: String
}

/// The reason why a study, or a change of it, is not valid.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id of the parameter; empty if the error concerns the whole study.
    public var parameter: String
    /// A one-sentence message with the finding and the expectation.
    package var reason: String

    /// Creates an error of a parameter or of the whole study.
    package init(parameter: String = "", reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// The message, such as `Length: found “0”, expected a whole number from 1 to 500`.
    public var description: String { reason }
}

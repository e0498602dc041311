package import MarketRules

extension PriceDirection {
    /// The accepted words, for error messages.
    package static let words = "down, nearest or up"

    /// Parses `down`, `nearest` or `up`, or the direction's number (-1, 0 or 1); `nil` for other text.
    package init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) ?? Int(word).flatMap(Self.init(rawValue:))
        else { return nil }
        self = found
    }

    /// The word for the direction: `down`, `nearest` or `up`.
    package var word: String {
        switch self {
        case .down: "down"
        case .nearest: "nearest"
        case .up: "up"
        }
    }
}

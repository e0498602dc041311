import ArgumentParser
import CatalogAnswers
import InstrumentCatalog

/// The argument for price increments: the text of rules or, with `--catalog`, a symbol.
struct PriceRulesArgument: ParsableArguments {
    @Argument(help: "Price increments, such as \"0.01 3; 0.05\"; with --catalog, a symbol.")
    var rules: String

    @Option(help: ArgumentHelp("A catalog; RULES is then one of its symbols.", valueName: "file"))
    var catalog: String?

    @Option(help: "The output format.")
    var format: AnswerFormat = .text

    func resolved() throws -> PriceIncrements {
        try PriceIncrements(catalog.map { try CatalogSubject.profile(rules, in: $0).priceIncrements } ?? rules)
    }
}

/// A price on the command line or in a batch.
struct PriceValue: ExpressibleByArgument {
    let value: Double

    init(_ value: Double) { self.value = value }

    /// The text of the default value in the help.
    var defaultValueDescription: String { Self.text(value) }

    /// Parses a decimal number, or `NaN`, `Infinity`, `inf` and `-Infinity` in any case.
    init?(argument: String) {
        if let value = DecimalNumber.parse(argument.utf8Span.span) {
            self.value = value
            return
        }
        switch argument.lowercased() {
        case "nan": value = .nan
        case "infinity", "+infinity", "inf", "+inf": value = .infinity
        case "-infinity", "-inf": value = -.infinity
        default: return nil
        }
    }

    /// Formats a price as a plain decimal, or as `NaN`, `Infinity`, `-Infinity`.
    static func text(_ price: Double) -> String { PriceIncrements.none.format(price) }
}

extension JSONWriter {
    /// Writes a price as a number. NaN and infinities are written as strings, because JSON numbers can't express them.
    mutating func price(_ price: Double) {
        if price.isFinite { number(price) } else { string(PriceValue.text(price)) }
    }

    /// Writes a member that is a price.
    mutating func member(_ name: StaticString, price: Double) {
        key(name)
        self.price(price)
    }
}

/// The words for directions and modes on the command line.
enum PriceWords {
    /// Parses `down`, `nearest` or `up`, or -1, 0 or 1.
    static func direction(_ word: String) throws -> PriceDirection {
        guard let direction = PriceDirection(word: word) else {
            throw ValidationError("\"\(word)\" is not a direction, expected \(PriceDirection.words).")
        }
        return direction
    }

    /// Parses a rounding mode such as `HALF_EVEN` or `half-even`.
    static func mode(_ word: String) throws -> PriceRoundingMode {
        guard let mode = PriceRoundingMode(rawValue: word.uppercased().replacing("-", with: "_")) else {
            throw ValidationError("\"\(word)\" is not a rounding mode, expected one of \(modes).")
        }
        return mode
    }

    static let modes = PriceRoundingMode.allCases.map(\.rawValue).joined(separator: ", ")
}

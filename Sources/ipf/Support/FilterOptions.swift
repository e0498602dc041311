import ArgumentParser
import InstrumentCatalog

/// Which instruments a command is about: the options that every command over a catalog's instruments has.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Type of instrument: STOCK, FUTURE, ….", valueName: "type"))
    var type: [ValueList] = []

    @Option(help: ArgumentHelp("Official place of listing, a MIC.", valueName: "mic"))
    var opol: [ValueList] = []

    @Option(help: ArgumentHelp("An exchange among those that list it, a MIC.", valueName: "mic"))
    var exchange: [ValueList] = []

    @Option(help: ArgumentHelp("Country of the listing.", valueName: "country"))
    var country: [ValueList] = []

    @Option(help: ArgumentHelp("Currency of prices.", valueName: "currency"))
    var currency: [ValueList] = []

    @Option(help: ArgumentHelp("Symbol of the underlying.", valueName: "symbol"))
    var underlying: [ValueList] = []

    @Option(help: ArgumentHelp("Product.", valueName: "product"))
    var product: [ValueList] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Any field, standard or custom: SYMBOL=/YGM??:IFUS.", valueName: "field=value"))
    var conditions: [FieldCondition] = []

    @Option(help: ArgumentHelp("Day of expiration: a date, or FROM..THROUGH.", valueName: "dates"))
    var expiration: DateRange?

    @Option(help: ArgumentHelp("Last day of trading: a date, or FROM..THROUGH.", valueName: "dates"))
    var lastTrade: DateRange?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Strike price: a number, or FROM..THROUGH.", valueName: "prices"))
    var strike: PriceRange?

    @Option(help: ArgumentHelp("Not expired on that day.", valueName: "date"))
    var activeOn: DateArgument?

    /// The filter that was asked for.
    var filter: CatalogFilter {
        var filter = CatalogFilter()
        let lists: [(ProfileField, [ValueList])] = [
            (.type, type), (.opol, opol), (.country, country), (.currency, currency), (.underlying, underlying),
            (.product, product),
        ]
        for (field, values) in lists where !values.isEmpty {
            filter.require(field, anyOf: values.flatMap(\.patterns))
        }
        if !exchange.isEmpty { filter.requireExchange(anyOf: exchange.flatMap(\.patterns)) }
        // Several conditions on one field are several values of it.
        var fields: [String] = []
        for condition in conditions where !fields.contains(condition.field) { fields.append(condition.field) }
        for field in fields {
            filter.require(named: field, anyOf: conditions.filter { $0.field == field }.map(\.pattern))
        }
        filter.expiration = expiration?.bounds ?? filter.expiration
        filter.lastTrade = lastTrade?.bounds ?? filter.lastTrade
        filter.strike = strike?.bounds ?? filter.strike
        filter.activeOn = activeOn?.date
        return filter
    }

    /// What the help of such a command says about values.
    static let help = """
        Several values of one option, separated by commas or by giving it again, are alternatives; several options must all \
        hold. In values "*" stands for any characters and "?" for one; upper and lower case differ.
        """
}

/// `A,B`: values that may hold wildcards.
struct ValueList: ExpressibleByArgument {
    let patterns: [FieldPattern]

    init(argument: String) {
        patterns = argument.split(separator: ",", omittingEmptySubsequences: false).map { FieldPattern(String($0)) }
    }
}

/// `FIELD=VALUE`.
struct FieldCondition: ExpressibleByArgument {
    let field: String
    let pattern: FieldPattern

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        field = String(argument[..<equals])
        pattern = FieldPattern(String(argument[argument.index(after: equals)...]))
    }
}

/// `YYYY-MM-DD` or `YYYYMMDD`.
struct DateArgument: ExpressibleByArgument {
    let date: CalendarDate

    init?(argument: String) {
        let bytes = argument.utf8Span.span
        guard let date = CalendarDate(dashed: bytes) ?? CalendarDate(compact: bytes) else { return nil }
        self.date = date
    }
}

/// A date, or two around `..`, of which one may be left out.
struct DateRange: ExpressibleByArgument {
    let bounds: CatalogFilter.Bounds<CalendarDate>

    init?(argument: String) {
        guard let bounds = RangeText.bounds(argument, { DateArgument(argument: $0)?.date }) else { return nil }
        self.bounds = bounds
    }
}

/// A number, or two around `..`, of which one may be left out.
struct PriceRange: ExpressibleByArgument {
    let bounds: CatalogFilter.Bounds<Double>

    init?(argument: String) {
        guard let bounds = RangeText.bounds(argument, { DecimalNumber.parse($0.utf8Span.span) }) else { return nil }
        self.bounds = bounds
    }
}

private enum RangeText {
    /// The bounds that `X`, `X..Y`, `X..` or `..Y` means; `nil` where an end isn't a value, or both are left out.
    static func bounds<Value>(_ text: String, _ value: (String) -> Value?) -> CatalogFilter.Bounds<Value>? {
        guard let dots = text.firstRange(of: "..") else {
            return value(text).map { CatalogFilter.Bounds(from: $0, through: $0) }
        }
        let ends = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
        let values = ends.map { $0.isEmpty ? nil : value($0) }
        for (end, value) in zip(ends, values) where !end.isEmpty && value == nil { return nil }
        return ends == ["", ""] ? nil : CatalogFilter.Bounds(from: values[0], through: values[1])
    }
}

import ArgumentParser
import CatalogAnswers
import CatalogHistory
import InstrumentCatalog

/// The options of commands that select instruments of a catalog.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Instrument type, such as STOCK or FUTURE.", valueName: "type"))
    var type: [String] = []

    @Option(help: ArgumentHelp("Official place of listing (MIC).", valueName: "mic"))
    var opol: [String] = []

    @Option(help: ArgumentHelp("An exchange that lists the instrument (MIC).", valueName: "mic"))
    var exchange: [String] = []

    @Option(help: ArgumentHelp("Country of the listing.", valueName: "country"))
    var country: [String] = []

    @Option(help: ArgumentHelp("Currency of prices.", valueName: "currency"))
    var currency: [String] = []

    @Option(help: ArgumentHelp("Symbol of the underlying.", valueName: "symbol"))
    var underlying: [String] = []

    @Option(help: ArgumentHelp("Product.", valueName: "product"))
    var product: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Value of any field, standard or custom: SYMBOL=/YGM??:IFUS.", valueName: "field=value"))
    var conditions: [FieldCondition] = []

    @Option(help: ArgumentHelp("Expiration: a date or FROM..THROUGH.", valueName: "dates"))
    var expiration: DateRange?

    @Option(help: ArgumentHelp("Last trading day: a date or FROM..THROUGH.", valueName: "dates"))
    var lastTrade: DateRange?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Strike price: a number or FROM..THROUGH.", valueName: "prices"))
    var strike: NumberRange?

    @Option(help: ArgumentHelp("Only instruments that are not expired on this day.", valueName: "date"))
    var activeOn: DateArgument?

    /// The filter that the options define.
    var filter: CatalogFilter {
        var filter = CatalogFilter()
        let lists: [(ProfileField, [String])] = [
            (.type, type), (.opol, opol), (.country, country), (.currency, currency), (.underlying, underlying),
            (.product, product),
        ]
        for (field, values) in lists where !values.isEmpty {
            filter.require(field, anyOf: FilterText.patterns(values))
        }
        if !exchange.isEmpty { filter.requireExchange(anyOf: FilterText.patterns(exchange)) }
        filter.require(conditions.map { ($0.field, [$0.pattern]) })
        filter.expiration = expiration?.bounds ?? filter.expiration
        filter.lastTrade = lastTrade?.bounds ?? filter.lastTrade
        filter.strike = strike?.bounds ?? filter.strike
        filter.activeOn = activeOn?.date
        return filter
    }

    /// The help text about values.
    static let help = """
        Several values of one option are alternatives; separate them by commas or repeat the option. An instrument \
        must match all given options. In values, "*" matches any characters and "?" matches one. Case matters.
        """

    /// The help text about fields and values that the catalog does not have.
    static let missesHelp = """
        A value that no instrument has is reported on standard error, with suggestions. A field that is neither \
        standard nor used in the catalog is an error (exit code 2).
        """
}

/// A condition of the form `FIELD=VALUE`.
struct FieldCondition: ExpressibleByArgument {
    let field: String
    let pattern: FieldPattern

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        field = String(argument[..<equals])
        pattern = FieldPattern(String(argument[argument.index(after: equals)...]))
    }
}

/// A date of the form `YYYY-MM-DD` or `YYYYMMDD`.
struct DateArgument: ExpressibleByArgument {
    let date: CalendarDate

    init?(argument: String) {
        guard let date = CalendarDate(text: argument) else { return nil }
        self.date = date
    }
}

/// A date, or a range of two dates separated by `..`. One of the two may be omitted.
struct DateRange: ExpressibleByArgument {
    let bounds: CatalogFilter.Bounds<CalendarDate>

    init?(argument: String) {
        guard let bounds = readBounds(argument, CalendarDate.init(text:)) else { return nil }
        self.bounds = bounds
    }
}

/// A number, or a range of two numbers separated by `..`. One of the two may be omitted.
struct NumberRange: ExpressibleByArgument {
    let bounds: CatalogFilter.Bounds<Double>

    init?(argument: String) {
        guard let bounds = readBounds(argument, FilterText.number) else { return nil }
        self.bounds = bounds
    }
}

/// Parses bounds; `nil` if an end is not a value, or both ends are omitted.
private func readBounds<Value>(_ text: String, _ value: (String) -> Value?) -> CatalogFilter.Bounds<Value>? {
    let bounds = try? FilterText.bounds(text) { end throws(NotAValue) in
        guard let value = value(end) else { throw NotAValue() }
        return value
    }
    return bounds?.isOpen == false ? bounds : nil
}

private struct NotAValue: Error {}

/// Notes on standard error about fields and values of a query that the catalog does not have, so that no part of a
/// query is ignored silently.
extension SegmentedCatalog {
    /// Reports the fields and values of a query that no instrument has. The query can still be answered.
    ///
    /// - Throws: `Failure` for an unknown field.
    func check(_ filter: CatalogFilter, _ fields: FieldSelection = .all) throws {
        let misses = misses(of: filter, fields: fields.names ?? [])
        let unknown = misses.filter(\.isUnknownField)
        for miss in unknown.isEmpty ? misses : unknown.dropLast() {
            StandardError.write("ipf: \(live.sentence(of: miss))\n")
        }
        if let last = unknown.last { throw Failure(.usage, "\(live.sentence(of: last))") }
    }
}

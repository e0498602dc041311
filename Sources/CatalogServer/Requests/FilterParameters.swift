internal import CatalogAnswers
internal import CatalogHistory
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The filter of a query: `type=STOCK,ETF&country=US&expiration=2027-01-01..`, and any field by its IPF name:
/// `UNDERLYING=AAPL`.
enum FilterParameters {
    static let common: Set<String> = ["type", "country", "currency", "opol", "exchange"]
    static let all: Set<String> = common.union(FilterText.fields.map(\.camelCaseName))
        .union(["expiration", "lastTrade", "strike", "activeOn"])

    /// The maximum number of patterns in a request. It is limited, because each pattern costs time.
    private static let patternLimit = 200

    static func filter(_ query: QueryParameters) throws(Problem) -> CatalogFilter {
        var filter = CatalogFilter()
        var count = 0
        func patterns(_ name: String) throws(Problem) -> [FieldPattern]? {
            let texts = query.all(name)
            if texts.isEmpty { return nil }
            let patterns = FilterText.patterns(texts)
            count += patterns.count
            guard count <= patternLimit else {
                throw .tooManyFilters(patternLimit)
            }
            return patterns
        }
        for field in FilterText.fields {
            if let patterns = try patterns(field.camelCaseName) { filter.require(field, anyOf: patterns) }
        }
        if let patterns = try patterns("exchange") { filter.requireExchange(anyOf: patterns) }
        var seen: Set<String> = []
        for item in query.items where FilterText.isFieldName(item.name) && seen.insert(item.name).inserted {
            if let patterns = try patterns(item.name) { filter.require(named: item.name, anyOf: patterns) }
        }
        if let text = query["expiration"] { filter.expiration = try dates("expiration", text) }
        if let text = query["lastTrade"] { filter.lastTrade = try dates("lastTrade", text) }
        if let text = query["strike"] { filter.strike = try numbers("strike", text) }
        if let text = query["activeOn"] { filter.activeOn = try date("activeOn", text) }
        return filter
    }

    /// Returns sentences about values and fields of the request that no instrument has; empty if all of them occur.
    ///
    /// - Parameter fields: The fields of the answer; `nil` for all.
    /// - Throws: `Problem` for an unknown field.
    static func notes(
        on filter: CatalogFilter, fields: [String]? = nil, _ catalogs: SegmentedCatalog
    ) throws(Problem) -> [String] {
        let misses = catalogs.misses(of: filter, fields: fields ?? [])
        if let unknown = misses.first(where: \.isUnknownField) {
            throw Problem(.badRequest, sentence: catalogs.live.sentence(of: unknown))
        }
        let rest = misses.count - noteLimit
        return misses.prefix(noteLimit).map { Problem.sentence(catalogs.live.sentence(of: $0)) }
            + (rest > 0 ? ["No instrument with \(rest) more values."] : [])
    }

    /// The maximum number of notes. It is limited, because some answers contain the notes in their header.
    private static let noteLimit = 10

    static func date(_ name: String, _ text: String) throws(Problem) -> CalendarDate {
        if let date = CalendarDate(text: text) { return date }
        throw .unexpected(name, text, Problem.Expected.date)
    }

    static func number(_ name: String, _ text: String) throws(Problem) -> Double {
        if let number = FilterText.number(text) { return number }
        throw .unexpected(name, text, Problem.Expected.number)
    }

    static func dates(_ name: String, _ text: String) throws(Problem) -> CatalogFilter.Bounds<CalendarDate> {
        try FilterText.bounds(text) { (end) throws(Problem) in try date(name, end) }
    }

    static func numbers(_ name: String, _ text: String) throws(Problem) -> CatalogFilter.Bounds<Double> {
        try FilterText.bounds(text) { (end) throws(Problem) in try number(name, end) }
    }

    static func cursor(_ query: QueryParameters) throws -> CatalogCursor? {
        guard let text = query["cursor"], !text.isEmpty else { return nil }
        return try CatalogCursor(parsing: text)
    }
}

extension QueryParameters {
    /// Returns the first value of a parameter.
    ///
    /// - Throws: `Problem` with `hint` if the parameter is missing.
    func required(_ name: String, _ hint: String) throws(Problem) -> String {
        if let text = self[name] { return text }
        throw .missing(name, hint)
    }
}

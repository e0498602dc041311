internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// The filter that a query's parameters mean: `type=STOCK,ETF&country=US&expiration=2027-01-01..`, and any field by its IPF
/// name: `UNDERLYING=AAPL`.
enum FilterParameters {
    /// Parameters in lower case, and the fields that they are about.
    private static let fields: [(name: String, field: ProfileField)] = [
        ("type", .type), ("country", .country), ("currency", .currency), ("opol", .opol), ("product", .product),
        ("underlying", .underlying), ("cfi", .cfi), ("isin", .isin), ("optionType", .optionType),
        ("expirationStyle", .expirationStyle),
    ]

    static let common: Set<String> = ["type", "country", "currency", "opol", "exchange"]
    static let all: Set<String> = common.union(fields.map(\.name))
        .union(["expiration", "lastTrade", "strike", "activeOn"])

    /// Whether a parameter names a field: by convention, fields are in upper case.
    static func isField(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// Patterns that a request may ask for: each costs time.
    private static let patternLimit = 200

    static func filter(_ query: QueryParameters) throws(Problem) -> CatalogFilter {
        var filter = CatalogFilter()
        var patterns = 0
        func values(_ name: String) throws(Problem) -> [FieldPattern]? {
            guard query[name] != nil else { return nil }
            let values = query.all(name).flatMap { text in
                text.split(separator: ",", omittingEmptySubsequences: false).map { FieldPattern(String($0)) }
            }
            patterns += values.count
            guard patterns <= patternLimit else {
                throw Problem(.badRequest, "The filters have more than \(patternLimit) values; ask for fewer at once.")
            }
            return values
        }
        for (name, field) in fields {
            if let values = try values(name) { filter.require(field, anyOf: values) }
        }
        if let values = try values("exchange") { filter.requireExchange(anyOf: values) }
        var seen: Set<String> = []
        for item in query.items where isField(item.name) && seen.insert(item.name).inserted {
            if let values = try values(item.name) { filter.require(named: item.name, anyOf: values) }
        }
        if let text = query["expiration"] { filter.expiration = try bounds("expiration", text, date) }
        if let text = query["lastTrade"] { filter.lastTrade = try bounds("lastTrade", text, date) }
        if let text = query["strike"] { filter.strike = try bounds("strike", text, number) }
        if let text = query["activeOn"] { filter.activeOn = try date("activeOn", text) }
        return filter
    }

    static func date(_ name: String, _ text: String) throws(Problem) -> CalendarDate {
        let bytes = text.utf8Span.span
        if let date = CalendarDate(dashed: bytes) ?? CalendarDate(compact: bytes) { return date }
        throw Problem(.badRequest, "'\(name)' is '\(Problem.excerpt(text))', expected a date such as 2026-03-06.")
    }

    static func number(_ name: String, _ text: String) throws(Problem) -> Double {
        if let number = DecimalNumber.parse(text.utf8Span.span) { return number }
        throw Problem(.badRequest, "'\(name)' is '\(Problem.excerpt(text))', expected a number such as 227.5.")
    }

    /// `X`, `X..Y`, `X..` or `..Y`.
    static func bounds<Value: Comparable & Hashable & Sendable>(
        _ name: String, _ text: String, _ value: (String, String) throws(Problem) -> Value
    ) throws(Problem) -> CatalogFilter.Bounds<Value> {
        guard let dots = text.firstRange(of: "..") else {
            let value = try value(name, text)
            return .init(from: value, through: value)
        }
        let low = text[..<dots.lowerBound]
        let high = text[dots.upperBound...]
        return .init(
            from: low.isEmpty ? nil : try value(name, String(low)),
            through: high.isEmpty ? nil : try value(name, String(high)))
    }

    static func cursor(_ query: QueryParameters) throws -> CatalogCursor? {
        guard let text = query["cursor"], !text.isEmpty else { return nil }
        return try CatalogCursor(parsing: text)
    }
}

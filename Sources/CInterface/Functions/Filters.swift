public import CIPF
internal import CatalogAnswers
internal import InstrumentCatalog

/// The object of an `ipf_filter`. One thread adds the conditions; afterwards the object is immutable.
final class FilterObject {
    var conditions: [(field: String, patterns: [FieldPattern])] = []
    var exchanges: [FieldPattern] = []
    /// The conditions that are bounds, such as a range of strikes.
    var bounds = CatalogFilter()

    /// Returns the filter of a handle; for NULL, the filter that matches everything.
    ///
    /// SAFETY: see `Handle`.
    static func filter(_ handle: OpaquePointer?) -> CatalogFilter {
        guard let object = unsafe Handle.object(handle, FilterObject.self) else { return CatalogFilter() }
        var filter = object.bounds
        filter.require(object.conditions)
        if !object.exchanges.isEmpty { filter.requireExchange(anyOf: object.exchanges) }
        return filter
    }

    /// Returns the filter of a handle, after checking the names of its fields.
    ///
    /// - Throws: `CFailure` for the first unknown field.
    ///
    /// SAFETY: see `Handle`.
    static func filter(_ handle: OpaquePointer?, in catalog: Catalog) throws -> CatalogFilter {
        let filter = unsafe filter(handle)
        try catalog.checkFields(filter.conditions.map(\.field))
        return filter
    }
}

extension Catalog {
    /// Checks that fields are standard or occur in the catalog.
    ///
    /// - Throws: `CFailure` for the first unknown field.
    func checkFields(_ names: [String]) throws {
        if let miss = misses(ofFields: names).first(where: \.isUnknownField) {
            throw CFailure(IPF_UNKNOWN_FIELD, sentence(of: miss))
        }
    }
}

extension CatalogFilter.Bounds<CalendarDate> {
    /// Creates bounds from two days; IPF_NO_DAY means that an end is open.
    init(days from: Int32, through: Int32) throws {
        self.init(from: try Self.date(from), through: try Self.date(through))
    }

    private static func date(_ day: Int32) throws -> CalendarDate? {
        day == .min ? nil : try CalendarDate(checking: day)
    }
}

extension CalendarDate {
    /// Creates the date with a day number from C.
    ///
    /// - Throws: `CFailure` if the date is outside the years 0 to 9999, which files can represent.
    init(checking day: Int32) throws {
        guard (-719_528...2_932_896).contains(day) else {
            throw CFailure(IPF_OUT_OF_RANGE, "day \(day) since 1970-01-01: expected one of the years 0 to 9999")
        }
        self.init(dayNumber: Int(day))
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_create() -> OpaquePointer? { unsafe Handle.make(FilterObject()) }

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_free(_ filter: OpaquePointer?) { unsafe Handle.free(filter, FilterObject.self) }

/// Runs `body`, which changes a filter, and returns a C status code.
///
/// SAFETY: see `Handle`.
private func change(
    _ filter: OpaquePointer?, _ error: HandlePlace?, _ body: (FilterObject) throws -> Void
) -> ipf_status {
    unsafe answer(error) { try body(try unsafe Handle.needed(filter, "filter")) }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_filter_require(
    _ filter: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ pattern: UnsafePointer<CChar>?,
    _ patternSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { filter in
        let field = try unsafe CText.string(field, fieldSize, "field")
        filter.conditions.append((field, [FieldPattern(try unsafe CText.string(pattern, patternSize, "pattern"))]))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_filter_require_any(
    _ filter: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ patterns: UnsafePointer<ipf_text>?,
    _ count: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { filter in
        let field = try unsafe CText.string(field, fieldSize, "field")
        let patterns = try unsafe CText.strings(patterns, count, "patterns")
        filter.conditions.append((field, patterns.map { FieldPattern($0) }))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_filter_require_exactly(
    _ filter: OpaquePointer?, _ field: UnsafePointer<CChar>?, _ fieldSize: Int, _ text: UnsafePointer<CChar>?,
    _ textSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { filter in
        let field = try unsafe CText.string(field, fieldSize, "field")
        let text = try unsafe CText.string(text, textSize, "text")
        filter.conditions.append((field, [FieldPattern(exactly: text)]))
    }
}

/// SAFETY: see `Handle` and `CText`.
@c @implementation
public func ipf_filter_require_exchange(
    _ filter: OpaquePointer?, _ pattern: UnsafePointer<CChar>?, _ patternSize: Int, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { filter in
        filter.exchanges.append(FieldPattern(try unsafe CText.string(pattern, patternSize, "pattern")))
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_require_expiration(
    _ filter: OpaquePointer?, _ from: Int32, _ through: Int32, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { $0.bounds.expiration = try .init(days: from, through: through) }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_require_last_trade(
    _ filter: OpaquePointer?, _ from: Int32, _ through: Int32, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { $0.bounds.lastTrade = try .init(days: from, through: through) }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_require_strike(
    _ filter: OpaquePointer?, _ from: Double, _ through: Double, _ error: HandlePlace?
) -> ipf_status {
    unsafe change(filter, error) { $0.bounds.strike = .init(numbers: from, through: through) }
}

extension CatalogFilter.Bounds<Double> {
    /// Creates bounds from two numbers; NaN means that an end is open.
    init(numbers from: Double, through: Double) {
        self.init(from: from.isNaN ? nil : from, through: through.isNaN ? nil : through)
    }
}

/// SAFETY: see `Handle`.
@c @implementation
public func ipf_filter_require_active_on(_ filter: OpaquePointer?, _ day: Int32, _ error: HandlePlace?) -> ipf_status {
    unsafe change(filter, error) { $0.bounds.activeOn = try CalendarDate(checking: day) }
}

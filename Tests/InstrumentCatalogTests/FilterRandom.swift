import InstrumentCatalog
import TestSupport

/// Random filters, mostly with values that a universe has.
enum RandomFilter {
    static func filter(
        of profiles: [InstrumentProfile], using generator: inout SeededGenerator
    ) -> CatalogFilter {
        var filter = CatalogFilter()
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let field = (ProfileField.allCases.map(\.name) + ["SYMBOL", "TYPE", "MY_FIELD", "ZZ", "NONE"])
                .randomElement(using: &generator)!
            let patterns = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                pattern(like: profiles.randomElement(using: &generator)?[field] ?? "", &generator)
            }
            if Int.random(in: 0..<5, using: &generator) == 0 {
                filter.require(partOf: field, anyOf: patterns)
            } else {
                filter.require(named: field, anyOf: patterns)
            }
        }
        if Int.random(in: 0..<6, using: &generator) == 0 { filter.expiration = dates(&generator) }
        if Int.random(in: 0..<6, using: &generator) == 0 { filter.lastTrade = dates(&generator) }
        if Int.random(in: 0..<6, using: &generator) == 0 {
            filter.strike = .init(from: strike(&generator), through: strike(&generator))
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { filter.activeOn = date(&generator) }
        return filter
    }

    /// The value itself, the value with a wildcard for a part, or another pattern.
    private static func pattern(like value: String, _ generator: inout SeededGenerator) -> FieldPattern {
        var scalars = Array(value.unicodeScalars)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return FieldPattern(exactly: value)
        case 1: return FieldPattern(value)
        case 2:
            if let index = scalars.indices.randomElement(using: &generator) { scalars[index] = "?" }
        case 3:
            let start = Int.random(in: 0...scalars.count, using: &generator)
            scalars.replaceSubrange(start..<Int.random(in: start...scalars.count, using: &generator), with: ["*"])
        case 4: return ["", "*", "?*", "*A*", "1*", "2027-0*", "/ES*", "nothing"].randomElement(using: &generator)!
        default:
            let middle = scalars.count / 2
            scalars = ["*"] + scalars[..<middle] + ["*"]
        }
        return FieldPattern(String(String.UnicodeScalarView(scalars)))
    }

    private static func dates(_ generator: inout SeededGenerator) -> CatalogFilter.Bounds<CalendarDate> {
        .init(from: date(&generator), through: date(&generator))
    }

    private static func date(_ generator: inout SeededGenerator) -> CalendarDate? {
        let days = [nil, -719_468, -1, 0, 1, 20833, 20834, 20835, 2_932_896]
        return days.randomElement(using: &generator)!.map { CalendarDate(dayNumber: $0) }
    }

    private static func strike(_ generator: inout SeededGenerator) -> Double? {
        [nil, -5, -1, 0, 1e-7, 1, 150, 151, .infinity, .nan].randomElement(using: &generator)!
    }
}

internal import InstrumentCatalog
internal import ProfileFormat
internal import Scanning

/// The price increments of an instrument in the form of the UDF convention.
///
/// An increment is `minmov / pricescale`: 0.25 is 25 / 100. Increments of 1/32 and its binary fractions are shown as
/// fractions: 1/64 has a `pricescale` of 64 and a `minmove2` of 2, which means halves of 1/32. Grains are quoted in
/// eighths, so an increment of 1/4 is written as 2/8.
struct FeedPrices: Equatable {
    var minmov = 1.0
    var pricescale = 100.0
    var minmove2 = 0
    var fractional = false
    /// Increments with their upper price bounds, such as `0.01 10 0.02 25 0.05`.
    var variableTickSize = ""

    /// - Parameter isInEighths: Whether prices are quoted in eighths, as for grains.
    init(_ rules: PriceIncrements, isInEighths: Bool = false) {
        let numbers = rules.numbers
        let steps = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
        guard rules.hasRule, let smallest = steps.min(), smallest > 0 else { return }
        if isInEighths, smallest < 1, steps.allSatisfy({ Self.isMultiple($0, of: 0.125) }) {
            pricescale = 8
            minmov = smallest * 8
            fractional = true
            return
        }
        if let parts = Self.fraction(smallest), steps.allSatisfy({ Self.isMultiple($0, of: smallest) }) {
            pricescale = Double(parts)
            fractional = true
            minmove2 = parts > 32 ? parts / 32 : 0
            return
        }
        var decimals = 0
        for step in steps { decimals = max(decimals, Self.decimals(step)) }
        pricescale = Double("1e\(decimals)") ?? 1
        minmov = (smallest * pricescale).rounded()
        if steps.count > 1 { variableTickSize = numbers.map(DecimalNumber.format).joined(separator: " ") }
    }

    /// Returns the denominator if the increment is 1/32, 1/64, 1/128, …; `nil` otherwise.
    private static func fraction(_ step: Double) -> Int? {
        var parts = 32
        while parts <= 4096 {
            if step * Double(parts) == 1 { return parts }
            parts *= 2
        }
        return nil
    }

    private static func isMultiple(_ step: Double, of smallest: Double) -> Bool {
        (step / smallest).rounded() * smallest == step
    }

    private static func decimals(_ step: Double) -> Int {
        let text = DecimalNumber.format(step)
        guard let point = text.utf8.firstIndex(of: ASCII.period) else { return 0 }
        return min(18, text.utf8.distance(from: point, to: text.utf8.endIndex) - 1)
    }
}

/// The names of instrument types in the UDF convention.
enum FeedTypes {
    static func name(_ type: String) -> String { InstrumentType(rawValue: type)?.chartName ?? type.lowercased() }

    /// Returns the types of instruments that have a UDF name. If the name is unknown, returns it in upper case as a
    /// type.
    static func types(_ name: String) -> [String] {
        let types = InstrumentType.allCases.filter { $0.chartName == name.lowercased() }.map(\.rawValue)
        return types.isEmpty ? [name.uppercased()] : types
    }

    /// Returns a UDF name as a title: `money_market` as `Money market`. Names of up to three letters are abbreviations,
    /// so they become upper case.
    static func title(_ name: String) -> String {
        if name.count <= 3 { return name.uppercased() }
        return name.prefix(1).uppercased() + name.dropFirst().replacing("_", with: " ")
    }

    /// Returns the distinct UDF names of the types, in order.
    static func names(_ types: [String]) -> [String] {
        var found: [String] = []
        for type in types where !found.contains(name(type)) { found.append(name(type)) }
        return found
    }
}

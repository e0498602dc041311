internal import InstrumentCatalog
internal import ProfileFormat
internal import Scanning

/// The price steps of an instrument as charts of the UDF convention know them.
///
/// A step is `minmov / pricescale`: 0.25 is 25 / 100. Steps of 32nds and finer halves of them are shown as fractions: a 64th is 1 /
/// 64 with `minmove2` 2, half a 32nd.
struct FeedPrices: Equatable {
    var minmov = 1.0
    var pricescale = 100.0
    var minmove2 = 0
    var fractional = false
    /// `0.01 10 0.02 25 0.05`: steps with the prices up to which they hold.
    var variableTickSize = ""

    init(_ rules: PriceIncrements) {
        let numbers = rules.numbers
        let steps = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
        guard rules.hasRule, let smallest = steps.min(), smallest > 0 else { return }
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

    /// 32, 64, 128, …, where a step is one such part; nil for any other, quarters and eighths among them: those are shown in
    /// decimals.
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

/// Types of instruments as charts of the UDF convention name them.
enum FeedTypes {
    static func name(_ type: String) -> String { InstrumentType(rawValue: type)?.chartName ?? type.lowercased() }

    /// The types of a name; the name in upper case where it is unknown.
    static func types(_ name: String) -> [String] {
        let types = InstrumentType.allCases.filter { $0.chartName == name.lowercased() }.map(\.rawValue)
        return types.isEmpty ? [name.uppercased()] : types
    }

    /// Each name once, of the types given.
    static func names(_ types: [String]) -> [String] {
        var found: [String] = []
        for type in types where !found.contains(name(type)) { found.append(name(type)) }
        return found
    }
}

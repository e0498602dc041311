import InstrumentCatalog
import TestSupport

/// Random IPF texts: everything varies, symbols repeat, some are removed, formats change midway.
enum RandomUniverse {
    private static let types = [
        "STOCK", "ETF", "INDEX", "FOREX", "CRYPTO", "PRODUCT", "FUTURE", "MUTUAL_FUND", "BOND", "OPTION", "MINE",
    ]
    private static let columns =
        ProfileField.allCases.map(\.name).filter { $0 != "TYPE" && $0 != "SYMBOL" } + [
            "AUTOCOMPLETE_WEIGHT", "MY_FIELD", "ZZ", "SUBTYPES", "a",
        ]

    /// Format lines and records; occasionally a REMOVED record or one without a symbol.
    static func text(records: Int, using generator: inout SeededGenerator) -> [UInt8] {
        var text = "#REMOVED::=TYPE,SYMBOL\n"
        var formats: [String: [String]] = [:]
        for _ in 0..<records {
            let type = types.randomElement(using: &generator)!
            if formats[type] == nil || Int.random(in: 0..<200, using: &generator) == 0 {
                var names = columns.shuffled(using: &generator).prefix(Int.random(in: 0...20, using: &generator)).map(
                    \.self)
                names.insert("SYMBOL", at: Int.random(in: 0...names.count, using: &generator))
                // Sometimes adds a duplicate column. The last value that isn't empty applies.
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    names.append(names.randomElement(using: &generator)!)
                }
                if Int.random(in: 0..<30, using: &generator) == 0 { names.append("TYPE") }
                formats[type] = names
                text += "#\(type)::=TYPE,\(names.joined(separator: ","))\n"
            }
            if Int.random(in: 0..<20, using: &generator) == 0 {
                text += "REMOVED,\(symbol(&generator))\n"
                continue
            }
            let values = formats[type]!.map { value($0, &generator) }
            text += "\(type),\(values.joined(separator: ","))\n"
        }
        return Array(text.utf8)
    }

    private static func symbol(_ generator: inout SeededGenerator) -> String {
        if Int.random(in: 0..<100, using: &generator) == 0 { return "" }
        let alphabet = ["A", "B", "ZZ", "/ES", ".", "270115", "Ü", "C1"]
        return (0..<Int.random(in: 1...5, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
            .joined()
    }

    private static func value(_ name: String, _ generator: inout SeededGenerator) -> String {
        if name == "SYMBOL" { return symbol(&generator) }
        if name == "TYPE" { return Bool.random(using: &generator) ? "" : types.randomElement(using: &generator)! }
        if Int.random(in: 0..<3, using: &generator) == 0 { return "" }
        switch ProfileField(name: name)?.kind ?? .text {
        case .integer: return ["0", "9535", "9535.7", "-3", "1e3"].randomElement(using: &generator)!
        case .number:
            return ["0", "-0", "150", "150.0", "1e-7", "\(Double.random(in: -5...5, using: &generator))"]
                .randomElement(using: &generator)!
        case .date: return ["1970-01-01", "2027-01-15", "0000-02-29", "9999-12-31"].randomElement(using: &generator)!
        case .text:
            if name == "AUTOCOMPLETE_WEIGHT", Bool.random(using: &generator) {
                return ["0", "7", "-2", "7.9", "12345678901"].randomElement(using: &generator)!
            }
            let words = ["Big", "Blue", "\"\"Inc\"\"", "Ünal", " ", "x,y", "long long long", "\n", "2027"]
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                words.randomElement(using: &generator)!
            }
            return "\"" + text.joined(separator: " ") + "\""
        }
    }
}

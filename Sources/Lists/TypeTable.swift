import ProfileFormat
import Scanning
import Symbology

/// Determines the types of instruments that texts in a list mean.
struct TypeTable {
    private var known = TextCache<[String]>(none: [])

    /// Returns the types that a text may mean, most likely first. If the text has no known meaning, returns the text in
    /// capitals. Returns an empty array if the text is empty or long, or has neither letters nor digits.
    mutating func types(of text: Span<UInt8>) -> [String] {
        if text.isEmpty { return [] }
        return known.value(of: text) { Self.find(String(decoding: $0)) }
    }

    /// Returns whether a text only means any kind of equity, which includes funds: `Equity`, `us_equity`.
    static func isAnyEquity(_ text: Span<UInt8>) -> Bool {
        equities.contains { text.elementsEqual($0.span, isCaseless: true) }
    }

    private static let equities = ["EQUITY", "EQUITIES", "US_EQUITY"].map { Array($0.utf8) }

    private static func find(_ text: String) -> [String] {
        if InstrumentType(rawValue: text.uppercased()) != nil, text.uppercased() == text, text != "REMOVED" {
            return [text]
        }
        let places = SymbolPlaces.bundled
        if let name = places.placeNames(inText: text).first(where: { $0.kind == .type || $0.kind == .depositaryReceipt }
        ) {
            return name.kind == .type ? name.types : ["STOCK"]
        }
        if let type = ListFacts.bundled.exactTypes[text.columnKey] { return [type] }
        // The kind is usually in the last words of a text: `Preferred Stock`, `Closed-end Fund`. Otherwise, try its
        // first words: `ETF (UCITS)`.
        let words = text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for start in words.indices {
            guard let types = types(Array(words[start...])) else { continue }
            // `ETF EQUITIES` and `Bond ETF` are funds, but an `ETF Option` is an option.
            let isContent = ["STOCK", "BOND", "INDEX", "PRODUCT", "MUTUAL_FUND"].contains(types[0])
            return isContent && words.contains { $0 == "ETF" || $0 == "ETFS" } ? ["ETF"] : types
        }
        for end in words.indices.reversed() {
            if let types = types(Array(words[..<end])) { return types }
        }
        for word in words { if let types = types([word]) { return types } }
        let key = text.columnKey
        if let type = ListFacts.bundled.types.first(where: { key.contains($0.text) })?.type { return [type] }
        // In a list of instruments, `REMOVED` cannot mean that a symbol is removed.
        let name = words.joined(separator: "_")
        return name.isEmpty || name == "REMOVED" ? [] : [name]
    }

    private static func types(_ words: [String]) -> [String]? {
        let names = SymbolPlaces.bundled.placeNames(of: words)
        if let name = names.first(where: { $0.kind == .type }) { return name.types }
        // Codes of two letters, such as CE and PS, have a meaning only alone.
        let key = words.joined().columnKey
        return key.utf8.count > 2 ? ListFacts.bundled.exactTypes[key].map { [$0] } : nil
    }

    /// Returns the types of a CFI code (ISO 10962); an empty array if its first letters denote no type.
    static func types(ofCFI code: Span<UInt8>) -> [String] {
        guard code.count >= 1 else { return [] }
        let second = code.count > 1 ? code[1] : 0
        switch code[0] {
        case UInt8(ascii: "E"): return ["STOCK"]
        case UInt8(ascii: "C"): return second == UInt8(ascii: "E") ? ["ETF"] : ["MUTUAL_FUND"]
        case UInt8(ascii: "D"): return ["BOND"]
        case UInt8(ascii: "R"): return second == UInt8(ascii: "W") ? ["WARRANT"] : ["OTHER"]
        case UInt8(ascii: "O"): return ["OPTION"]
        case UInt8(ascii: "F"): return ["FUTURE", "PRODUCT"]
        case UInt8(ascii: "T"):
            return second == UInt8(ascii: "I") ? ["INDEX"] : second == UInt8(ascii: "C") ? ["CURRENCY"] : []
        case UInt8(ascii: "K"): return ["SPREAD"]
        // Swaps, options that are not standard, spot and forward contracts, financing, and others.
        case UInt8(ascii: "S"), UInt8(ascii: "H"), UInt8(ascii: "I"), UInt8(ascii: "J"), UInt8(ascii: "L"),
            UInt8(ascii: "M"):
            return ["OTHER"]
        default: return []
        }
    }
}

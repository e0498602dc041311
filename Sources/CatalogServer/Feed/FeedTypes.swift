/// Types of instruments as charts of the UDF convention name them.
enum FeedTypes {
    private static let names: [(type: String, name: String)] = [
        ("STOCK", "stock"), ("ETF", "fund"), ("MUTUAL_FUND", "fund"), ("MONEY_MARKET_FUND", "fund"), ("INDEX", "index"),
        ("FOREX", "forex"), ("CURRENCY", "forex"), ("FUTURE", "futures"), ("OPTION", "option"), ("BOND", "bond"),
        ("CRYPTO", "crypto"), ("CFD", "cfd"), ("SPREAD", "spread"), ("WARRANT", "warrant"),
        ("CERTIFICATE", "structured"),
    ]

    static func name(_ type: String) -> String { names.first { $0.type == type }?.name ?? type.lowercased() }

    /// The types of a name; the name in upper case, where it is none of those known.
    static func types(_ name: String) -> [String] {
        let types = names.filter { $0.name == name.lowercased() }.map(\.type)
        return types.isEmpty ? [name.uppercased()] : types
    }

    /// Each name once, of the types given.
    static func names(_ types: [String]) -> [String] {
        var found: [String] = []
        for type in types where !found.contains(name(type)) { found.append(name(type)) }
        return found
    }
}

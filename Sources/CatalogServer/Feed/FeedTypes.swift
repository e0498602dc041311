internal import ProfileFormat

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

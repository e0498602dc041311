extension Chart.Settings: Codable {
    private enum Key: String, CodingKey {
        case chartType, timeZone, theme, themeColors, scaleType, priceType, flags, conditions, heldBack
    }

    /// From an object of an older version, or a damaged one: what can be read counts, the defaults for the rest, and rules
    /// are kept. Anything but an object counts as the default.
    ///
    /// - Throws: nothing.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else { return }
        func read<Value: Decodable>(_ key: Key, _ value: inout Value) {
            if let found = try? container.decode(Value.self, forKey: key) { value = found }
        }
        read(.chartType, &chartType)
        read(.timeZone, &timeZone)
        read(.theme, &theme)
        read(.themeColors, &themeColors)
        read(.scaleType, &scaleType)
        read(.priceType, &priceType)
        read(.conditions, &conditions)
        read(.heldBack, &heldBack)
        if let found = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: .flags) {
            for flag in Chart.Flag.allCases {
                guard let isOn = try? found.decode(Bool.self, forKey: NamedKey(flag.rawValue)) else { continue }
                if isOn { flags.insert(flag) } else { flags.remove(flag) }
            }
        }
        settle()
    }

    /// As an object: each choice under its name, the flags as an object of booleans.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(chartType, forKey: .chartType)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(theme, forKey: .theme)
        try container.encode(themeColors, forKey: .themeColors)
        try container.encode(scaleType, forKey: .scaleType)
        try container.encode(priceType, forKey: .priceType)
        if conditions != Chart.Conditions() { try container.encode(conditions, forKey: .conditions) }
        if heldBack != Chart.HeldBack() { try container.encode(heldBack, forKey: .heldBack) }
        // All of them, so that a default that changes one day changes nobody's settings.
        var switches = container.nestedContainer(keyedBy: NamedKey.self, forKey: .flags)
        for flag in Chart.Flag.allCases { try switches.encode(self[flag], forKey: NamedKey(flag.rawValue)) }
    }
}

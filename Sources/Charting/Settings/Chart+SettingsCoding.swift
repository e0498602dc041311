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
        read(.chartType, &values.chartType)
        read(.timeZone, &values.timeZone)
        read(.theme, &values.theme)
        read(.themeColors, &values.themeColors)
        read(.scaleType, &values.scaleType)
        read(.priceType, &values.priceType)
        read(.conditions, &values.conditions)
        read(.heldBack, &values.heldBack)
        if let found = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: .flags) {
            for flag in Chart.Flag.allCases {
                guard let isOn = try? found.decode(Bool.self, forKey: NamedKey(flag.rawValue)) else { continue }
                if isOn { values.flags.insert(flag) } else { values.flags.remove(flag) }
            }
        }
        settle()
    }

    /// As an object: each choice under its name, the flags as an object of booleans.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(values.chartType, forKey: .chartType)
        try container.encode(values.timeZone, forKey: .timeZone)
        try container.encode(values.theme, forKey: .theme)
        try container.encode(values.themeColors, forKey: .themeColors)
        try container.encode(values.scaleType, forKey: .scaleType)
        try container.encode(values.priceType, forKey: .priceType)
        if values.conditions != Chart.Conditions() { try container.encode(values.conditions, forKey: .conditions) }
        if values.heldBack != Chart.HeldBack() { try container.encode(values.heldBack, forKey: .heldBack) }
        // All of them, so that a default that changes one day changes nobody's settings.
        var switches = container.nestedContainer(keyedBy: NamedKey.self, forKey: .flags)
        for flag in Chart.Flag.allCases { try switches.encode(self[flag], forKey: NamedKey(flag.rawValue)) }
    }
}

extension Chart.Settings: Codable {
    /// From an object of another version, or a damaged one: the parts that can be read count, the defaults for the rest, and rules
    /// are kept. Anything but an object counts as the default. `ChartSettingsStore` reports the parts that can't be read.
    ///
    /// - Throws: nothing.
    public init(from decoder: any Decoder) throws {
        guard let reader = try? SettingsReader(decoder) else { return }
        self = reader.settings
    }

    /// As an object: each choice under its name, the flags as an object of booleans.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, with: [:]) }

    /// As `encode(to:)`, with the members of other versions in their objects.
    func encode(to encoder: any Encoder, with others: OtherMembers) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        func write(_ value: some Encodable, _ key: SettingsKey, _ isNeeded: Bool = true) throws {
            let members = others[key] ?? [:]
            guard isNeeded || !members.isEmpty else { return }
            try container.encode(WithMembers(value: value, members: members), forKey: NamedKey(key.rawValue))
        }
        try write(values.chartType, .chartType)
        try write(values.timeZone, .timeZone)
        try write(values.theme, .theme)
        try write(values.themeColors, .themeColors)
        try write(values.scaleType, .scaleType)
        try write(values.priceType, .priceType)
        try write(values.conditions, .conditions, values.conditions != Chart.Conditions())
        try write(values.heldBack, .heldBack, values.heldBack != Chart.HeldBack())
        // All of them, so that a default that changes one day changes nobody's settings.
        try write(Dictionary(uniqueKeysWithValues: Chart.Flag.allCases.map { ($0.rawValue, self[$0]) }), .flags)
        for (name, value) in others[nil] ?? [:] { try container.encode(value, forKey: NamedKey(name)) }
    }
}

/// The members of the object that settings are coded as.
enum SettingsKey: String, CaseIterable {
    case chartType, timeZone, theme, themeColors, scaleType, priceType, flags, conditions, heldBack

    /// The names that this version knows in a member that is an object; `nil` for other members.
    fileprivate var knownNames: Set<String>? {
        switch self {
        case .flags: Set(Chart.Flag.allCases.map(\.rawValue))
        case .themeColors: Set(Chart.ThemeColors.Part.allCases.map(\.rawValue))
        case .conditions: ["isDayOrMore", "hasExtendedHours", "hasSessionBreaks"]
        case .heldBack: ["timeZone", "extendedHours", "sessionBreaks"]
        default: nil
        }
    }
}

/// Members that this version doesn't know, by the object that they are in; `nil` is the outermost one.
typealias OtherMembers = [SettingsKey?: [String: JSONValue]]

/// Chart settings as a store has them: with the members that another version wrote, and a note of the parts that can't be read.
struct KeptChartSettings: Codable, Equatable, Sendable, PartlyReadable {
    var settings: Chart.Settings
    private var others: OtherMembers = [:]
    var unreadable: String?

    init(_ settings: Chart.Settings) { self.settings = settings }

    /// These with other settings. The members of other versions stay; so does everything if the settings are the same.
    func with(_ settings: Chart.Settings) -> KeptChartSettings {
        guard settings != self.settings else { return self }
        var new = self
        new.settings = settings
        new.unreadable = nil
        return new
    }

    /// - Throws: `DecodingError` for anything but an object.
    init(from decoder: any Decoder) throws {
        let reader = try SettingsReader(decoder)
        (settings, others) = (reader.settings, reader.others)
        guard !reader.unreadable.isEmpty else { return }
        let found = reader.unreadable.prefix(5).joined(separator: ", ") + (reader.unreadable.count > 5 ? ", …" : "")
        unreadable =
            "found \(found), expected values that this version knows; the defaults count for them, and the text is set aside "
            + "before a change is kept: mend it, or set the values anew"
    }

    func encode(to encoder: any Encoder) throws { try settings.encode(to: encoder, with: others) }
}

/// Reads settings as far as they can be read.
private struct SettingsReader {
    private(set) var settings = Chart.Settings()
    private(set) var others: OtherMembers = [:]
    /// The members that can't be read, with what was found: `“pie” for chartType`.
    private(set) var unreadable: [String] = []
    private let container: KeyedDecodingContainer<NamedKey>

    /// - Throws: `DecodingError` for anything but an object.
    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: NamedKey.self)
        readOthers(in: container, of: nil, known: Set(SettingsKey.allCases.map(\.rawValue)))
        read(.chartType, \.chartType)
        read(.timeZone, \.timeZone) { $0.isKnown }
        read(.theme, \.theme)
        read(.scaleType, \.scaleType)
        read(.priceType, \.priceType)
        read(.conditions, \.conditions)
        read(.heldBack, \.heldBack) { $0.timeZone?.isKnown ?? true }
        readParts(.themeColors, Chart.ThemeColors.Part.allCases) { values, part, color in
            values.themeColors.chosen[part] = color
        }
        readParts(.flags, Chart.Flag.allCases) { values, flag, isOn in
            if isOn { values.flags.insert(flag) } else { values.flags.remove(flag) }
        }
        settings.settle()
    }

    private mutating func read<Value: Decodable>(
        _ key: SettingsKey, _ path: WritableKeyPath<Chart.Values, Value>, isKnown: (Value) -> Bool = { _ in true }
    ) {
        let name = NamedKey(key.rawValue)
        guard container.has(name) else { return }
        if let known = key.knownNames, let object = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: name)
        {
            readOthers(in: object, of: key, known: known)
        }
        guard let found = try? container.decode(Value.self, forKey: name), isKnown(found) else {
            return note(container, name, key.rawValue)
        }
        settings.values[keyPath: path] = found
    }

    /// Reads an object with a value for each part.
    private mutating func readParts<Part: RawRepresentable<String>, Value: Decodable>(
        _ key: SettingsKey, _ parts: [Part], _ take: (inout Chart.Values, Part, Value) -> Void
    ) {
        let name = NamedKey(key.rawValue)
        guard container.has(name) else { return }
        guard let object = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: name) else {
            return note(container, name, key.rawValue)
        }
        readOthers(in: object, of: key, known: key.knownNames ?? [])
        for part in parts {
            let place = NamedKey(part.rawValue)
            guard object.has(place) else { continue }
            if let found = try? object.decode(Value.self, forKey: place) {
                take(&settings.values, part, found)
            } else {
                note(object, place, "\(key.rawValue).\(part.rawValue)")
            }
        }
    }

    private mutating func readOthers(
        in object: KeyedDecodingContainer<NamedKey>, of key: SettingsKey?, known: Set<String>
    ) {
        for name in object.allKeys where !known.contains(name.stringValue) {
            if let value = try? object.decode(JSONValue.self, forKey: name) {
                others[key, default: [:]][name.stringValue] = value
            } else {
                note(object, name, name.stringValue)
            }
        }
    }

    private mutating func note(_ object: KeyedDecodingContainer<NamedKey>, _ key: NamedKey, _ name: String) {
        let found = try? object.decode(JSONValue.self, forKey: key)
        unreadable.append("\(found?.excerpt ?? "a value") for \(name)")
    }
}

extension KeyedDecodingContainer<NamedKey> {
    /// A Boolean value that indicates whether there is a value other than `null`.
    fileprivate func has(_ key: NamedKey) -> Bool { (try? decodeNil(forKey: key)) == false }
}

/// A value that is coded as an object, with more members in that object. A value of another form has none.
struct WithMembers<Value: Encodable>: Encodable {
    let value: Value
    let members: [String: JSONValue]

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        guard !members.isEmpty else { return }
        var container = encoder.container(keyedBy: NamedKey.self)
        for (name, member) in members { try container.encode(member, forKey: NamedKey(name)) }
    }
}

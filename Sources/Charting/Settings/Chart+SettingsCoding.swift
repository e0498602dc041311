extension Chart.Settings: Codable {
    /// Decodes settings, even those of another version or of a damaged object. Unreadable parts are replaced by
    /// defaults, and the rules are enforced. A value that is not an object is decoded as the default settings.
    /// `ChartSettingsStore` reports the unreadable parts.
    ///
    /// - Throws: No errors.
    public init(from decoder: any Decoder) throws {
        guard let reader = try? SettingsReader(decoder) else { return }
        self = reader.settings
    }

    /// Encodes the settings as an object with a member for each choice and an object of Booleans for the flags.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, with: [:]) }

    /// Encodes the settings, together with members of other versions.
    func encode(to encoder: any Encoder, with others: OtherMembers) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        func write(_ value: some Encodable, _ key: SettingsKey, _ isNeeded: Bool = true) throws {
            let members = others[key] ?? [:]
            guard isNeeded || !members.isEmpty else { return }
            try container.encode(WithMembers(value: value, members: members), forKey: NamedKey(key.rawValue))
        }
        try write(values.candleStyle, .candleStyle)
        try write(values.timezone, .timezone)
        try write(values.theme, .theme)
        try write(values.colors, .colors)
        try write(values.scaleType, .scaleType)
        try write(values.priceType, .priceType)
        try write(values.conditions, .conditions, values.conditions != Chart.Conditions())
        try write(values.heldBack, .heldBack, values.heldBack != Chart.HeldBack())
        // All flags are written, so that a default that changes in a later version does not change existing settings.
        try write(Dictionary(uniqueKeysWithValues: Chart.Flag.allCases.map { ($0.rawValue, self[$0]) }), .flags)
        for (name, value) in others[nil] ?? [:] { try container.encode(value, forKey: NamedKey(name)) }
    }
}

/// The members of the coded object.
enum SettingsKey: String, CaseIterable {
    case candleStyle, timezone, theme, colors, scaleType, priceType, flags, conditions, heldBack

    /// The names that this version supports within a member that is an object; `nil` for other members.
    fileprivate var knownNames: Set<String>? {
        switch self {
        case .flags: Set(Chart.Flag.allCases.map(\.rawValue))
        case .colors: Set(Chart.ThemeColors.Part.allCases.map(\.rawValue))
        case .conditions: ["hasExtendedHours", "hasSessionBreaks"]
        case .heldBack: ["extendedHours", "sessionBreaks"]
        default: nil
        }
    }
}

/// The members that this version does not support, by the member that contains them; `nil` for those of the outermost
/// object.
typealias OtherMembers = [SettingsKey?: [String: JSONValue]]

/// Stored chart settings, with members of other versions and a list of the unreadable parts.
struct KeptChartSettings: Codable, Equatable, Sendable, PartlyReadable {
    var settings: Chart.Settings
    private var others: OtherMembers = [:]
    var unreadable: String?

    init(_ settings: Chart.Settings) { self.settings = settings }

    /// Returns a copy with other settings and the same members of other versions. Returns an unchanged copy if the
    /// settings are equal.
    func with(_ settings: Chart.Settings) -> KeptChartSettings {
        guard settings != self.settings else { return self }
        var new = self
        new.settings = settings
        new.unreadable = nil
        return new
    }

    /// - Throws: `DecodingError` if the value is not an object.
    init(from decoder: any Decoder) throws {
        let reader = try SettingsReader(decoder)
        (settings, others) = (reader.settings, reader.others)
        guard !reader.unreadable.isEmpty else { return }
        let found = reader.unreadable.prefix(5).joined(separator: ", ") + (reader.unreadable.count > 5 ? ", …" : "")
        unreadable =
            "found \(found), expected values that this version supports; the defaults are used instead, and the text is set "
            + "aside before the next change is stored: correct it, or set the values again"
    }

    func encode(to encoder: any Encoder) throws { try settings.encode(to: encoder, with: others) }
}

/// Decodes the readable parts of settings.
private struct SettingsReader {
    private(set) var settings = Chart.Settings()
    private(set) var others: OtherMembers = [:]
    /// The unreadable members with their values, such as `“pie” for candleStyle`.
    private(set) var unreadable: [String] = []
    private let container: KeyedDecodingContainer<NamedKey>

    /// - Throws: `DecodingError` if the value is not an object.
    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: NamedKey.self)
        readOthers(in: container, of: nil, known: Set(SettingsKey.allCases.map(\.rawValue)))
        read(.candleStyle, \.candleStyle)
        read(.timezone, \.timezone) { $0.isKnown }
        read(.theme, \.theme)
        read(.scaleType, \.scaleType)
        read(.priceType, \.priceType)
        read(.conditions, \.conditions)
        read(.heldBack, \.heldBack)
        readParts(.colors, Chart.ThemeColors.Part.allCases) { values, part, color in
            values.colors.chosen[part] = color
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

    /// Decodes an object with a value for each part.
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
    /// Returns whether a key has a value other than `null`.
    fileprivate func has(_ key: NamedKey) -> Bool { (try? decodeNil(forKey: key)) == false }
}

/// A value, and additional members that are encoded in the same object. If the value is not encoded as an object, the
/// members are omitted.
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

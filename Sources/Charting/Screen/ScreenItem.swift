extension ChartSettings {
    /// A section of a screen.
    public struct ItemSection: Hashable, Sendable, Encodable {
        /// As people read it.
        public var title: String
        /// The settings in their order.
        public var items: [Item]
    }

    /// A setting on a screen.
    public struct Item: Hashable, Sendable, Encodable {
        /// Which setting it is.
        public var content: SettingsContent
        /// As people read it.
        public var title: String
        /// What it is changed with.
        public var control: Control
        /// What it is set to, as text: `true`, `candle`, `Europe/Berlin`; for colours those that were chosen,
        /// `up=#00AA00;down=#AA0000`.
        public var value: String
        /// It can be changed.
        public var isEnabled: Bool
        /// Why it can't be changed, for people; empty where it can.
        public var reason: String
    }

    /// What a setting is changed with.
    public enum Control: Hashable, Sendable {
        /// A switch.
        case toggle
        /// One of several; other texts are allowed where `isOpen`.
        case choice([Option], isOpen: Bool = false)
        /// A colour for each of several parts.
        case colors([Option])
    }

    /// Something to choose.
    public struct Option: Hashable, Sendable, Encodable {
        /// The value's text.
        public var id: String
        /// As people read it.
        public var title: String
    }
}

extension ChartSettings.Item {
    init(_ content: SettingsContent, _ settings: Chart.Settings) {
        self.content = content
        title = content.title
        reason = Self.reason(content, settings)
        isEnabled = reason.isEmpty
        control = .toggle
        switch content {
        case .candleStyle:
            (value, control) = (settings.chartType.rawValue, .choice(Self.options(Chart.ChartType.allCases)))
        case .scaleType:
            (value, control) = (settings.scaleType.rawValue, .choice(Self.options(Chart.ScaleType.allCases)))
        case .priceType:
            (value, control) = (settings.priceType.rawValue, .choice(Self.options(Chart.PriceType.allCases)))
        case .theme: (value, control) = (settings.theme.rawValue, .choice(Self.options(Chart.Theme.allCases)))
        case .timezone: (value, control) = (settings.timeZone.rawValue, .choice(Self.zones, isOpen: true))
        case .colors:
            let chosen = settings.themeColors.chosen.sorted { $0.key.rawValue < $1.key.rawValue }
            value = chosen.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: ";")
            control = .colors(Chart.ThemeColors.Part.allCases.map { .init(id: $0.rawValue, title: $0.title) })
        default: value = content.flags.allSatisfy { settings[$0] } ? "true" : "false"
        }
    }

    private static let zones: [ChartSettings.Option] = [
        .init(id: "exchange", title: "Exchange"), .init(id: "device", title: "Device"), .init(id: "UTC", title: "UTC"),
    ]

    /// `heikinAshi` is titled `Heikin ashi`.
    private static func options<Choice: RawRepresentable<String>>(_ choices: [Choice]) -> [ChartSettings.Option] {
        choices.map { choice in
            var title = ""
            for character in choice.rawValue {
                title +=
                    title.isEmpty
                    ? character.uppercased() : character.isUppercase ? " " + character.lowercased() : "\(character)"
            }
            return .init(id: choice.rawValue, title: title)
        }
    }

    private static func reason(_ content: SettingsContent, _ settings: Chart.Settings) -> String {
        if content == .timezone {
            return settings.isTimeZoneEnabled ? "" : "bars of a day or more have no time of the day: the axis is in UTC"
        }
        guard let flag = content.flags.first, !settings.isEnabled(flag) else { return "" }
        if let parent = flag.parent, let above = SettingsContent(rawValue: parent.rawValue) {
            return "turn on “\(above.title)” first"
        }
        return switch flag {
        case .autoScale, .lockScale: "not with the scale type “\(settings.scaleType.rawValue)”"
        case .extendedHours: "the instrument has no extended hours"
        case .sessionBreaks: "the instrument's trading has no pauses"
        case .alignWithSessionStart: "turn off “\(SettingsContent.extendedHours.title)” first"
        default: "not possible now"
        }
    }
}

extension ChartSettings.Control: Encodable {
    private enum Key: String, CodingKey { case kind, options, isOpen }

    /// As `{"kind": "choice", "options": [{"id", "title"}], "isOpen": false}`; a toggle has its kind only.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .toggle: try container.encode("toggle", forKey: .kind)
        case .choice(let options, let isOpen):
            try container.encode("choice", forKey: .kind)
            try container.encode(options, forKey: .options)
            try container.encode(isOpen, forKey: .isOpen)
        case .colors(let options):
            try container.encode("colors", forKey: .kind)
            try container.encode(options, forKey: .options)
        }
    }
}

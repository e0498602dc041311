extension ChartSettings {
    /// A section of a screen.
    public struct ItemSection: Hashable, Sendable, Encodable {
        /// The title for display.
        public var title: String
        /// The settings in order.
        public var items: [Item]
    }

    /// A setting on a screen.
    public struct Item: Hashable, Sendable, Encodable {
        /// The identity of the setting.
        public var content: SettingsContent
        /// The title for display.
        public var title: String
        /// The control that changes the setting.
        public var control: Control
        /// The value as text, such as `true`, `candle` or `Europe/Berlin`. For colors, contains only those that replace
        /// a color of the theme, such as `up=#00AA00;down=#AA0000`.
        public var value: String
        /// A Boolean value that indicates whether the setting can be changed.
        public var isEnabled: Bool
        /// The reason that the setting cannot be changed, for display; empty if it can be changed.
        public var reason: String
    }

    /// A control that changes a setting.
    public enum Control: Hashable, Sendable {
        /// A switch.
        case toggle
        /// One of several options; if `isOpen`, other texts are also allowed.
        case choice([Option], isOpen: Bool = false)
        /// A color for each of several parts of the chart.
        case colors([Option])
    }

    /// An option of a choice.
    public struct Option: Hashable, Sendable, Encodable {
        /// The text that identifies the value.
        public var id: String
        /// The title for display.
        public var title: String
    }
}

extension ChartSettings.Item {
    init(_ content: SettingsContent, _ settings: Chart.Settings) {
        self.content = content
        title = content.title
        reason = content.flags.first.flatMap(settings.reason) ?? ""
        isEnabled = reason.isEmpty
        control = .toggle
        switch content {
        case .candleStyle:
            (value, control) = (settings.candleStyle.rawValue, .choice(Self.options(Chart.CandleStyle.allCases)))
        case .scaleType:
            (value, control) = (settings.scaleType.rawValue, .choice(Self.options(Chart.ScaleType.allCases)))
        case .priceType:
            (value, control) = (settings.priceType.rawValue, .choice(Self.options(Chart.PriceType.allCases)))
        case .theme: (value, control) = (settings.theme.rawValue, .choice(Self.options(Chart.Theme.allCases)))
        case .timezone: (value, control) = (settings.timezone.rawValue, .choice(Self.zones, isOpen: true))
        case .colors:
            let chosen = settings.colors.chosen.sorted { $0.key.rawValue < $1.key.rawValue }
            value = chosen.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: ";")
            control = .colors(Chart.ThemeColors.Part.allCases.map { .init(id: $0.rawValue, title: $0.title) })
        default: value = content.flags.allSatisfy { settings[$0] } ? "true" : "false"
        }
    }

    private static let zones: [ChartSettings.Option] = [
        .init(id: "exchange", title: "Exchange"), .init(id: "device", title: "Device"), .init(id: "UTC", title: "UTC"),
    ]

    /// Returns options with titles derived from the names: `heikinAshi` becomes `Heikin ashi`.
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

}

extension Chart.Settings {
    /// Returns the error that explains why a change has no effect; `nil` if the settings allow the change.
    ///
    /// ```swift
    /// if let refusal = settings.refusal(of: .flag(.orders, true)) {
    ///     print(refusal)         // Show active orders can't be changed now: turn on “Trading from chart” first
    /// }
    /// ```
    public func refusal(of change: Change) -> SettingError? {
        switch change {
        case .flag(let flag, let isOn) where isOn != self[flag]:
            guard let content = SettingsContent(rawValue: flag.rawValue), let reason = reason(flag) else { return nil }
            return SettingError(content, "\(content.title) can't be changed now", reason)
        case .timezone(let mode) where !mode.isKnown: return .unknownZone(mode.rawValue)
        default: return nil
        }
    }

    /// Returns the reason that a flag is disabled; `nil` if it is enabled.
    func reason(_ flag: Chart.Flag) -> String? {
        guard !isEnabled(flag) else { return nil }
        if let parent = flag.parent, let above = SettingsContent(rawValue: parent.rawValue) {
            return "turn on “\(above.title)” first"
        }
        return switch flag {
        case .autoScale, .lockScale: "unavailable with scale type “\(scaleType.rawValue)”"
        case .extendedHours: "the instrument has no extended hours"
        case .sessionBreaks: "the instrument's trading has no breaks"
        case .alignWithSessionStart: "turn off “\(SettingsContent.extendedHours.title)” first"
        default: "unavailable now"
        }
    }
}

extension ChartSettings.Control: Encodable {
    private enum Key: String, CodingKey { case kind, options, isOpen }

    /// Encodes `{"kind": "choice", "options": [{"id", "title"}], "isOpen": false}`; for a toggle, only the kind.
    ///
    /// - Throws: The errors of the encoder.
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

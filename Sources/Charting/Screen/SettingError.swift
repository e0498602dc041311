/// The error if a text is invalid for a setting, or the setting is disabled.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting.
    public var content: SettingsContent
    /// A one-line message with what was found and what was expected.
    public var reason: String

    init(_ content: SettingsContent, _ words: String, _ expected: String) {
        self.content = content
        reason = "\(words): \(expected)"
    }

    init(found text: String, for content: SettingsContent, expected: String) {
        self.init(content, "found “\(text)” for “\(content.title)”", "expected \(expected)")
    }

    static func unknownZone(_ name: String) -> SettingError {
        SettingError(
            found: name, for: .timezone, expected: "exchange, device, UTC, or a time zone such as Europe/Berlin")
    }

    /// The message, such as `found “maybe” for “Volume”: expected true or false`.
    public var description: String { reason }
}

extension Chart.Settings.Change {
    /// Parses the text of a value to changes. For a flag, the text is `true` or `false`; for a choice or a time zone,
    /// its name. For colors, it names a part and its color (`up=#00AA00`), or no color to restore that of the theme
    /// (`up=`).
    ///
    /// - Throws: `SettingError` if the text is invalid for the setting.
    static func all(_ content: SettingsContent, _ text: String) throws(SettingError) -> [Self] {
        let fault = { (expected: String) in
            SettingError(found: text, for: content, expected: expected)
        }
        func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) throws(SettingError) -> Choice {
            guard let choice = Choice(rawValue: text) else {
                throw fault("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return choice
        }
        switch content {
        case .candleStyle: return [.candleStyle(try choice(Chart.CandleStyle.self))]
        case .scaleType: return [.scaleType(try choice(Chart.ScaleType.self))]
        case .priceType: return [.priceType(try choice(Chart.PriceType.self))]
        case .theme: return [.theme(try choice(Chart.Theme.self))]
        case .timezone:
            let mode = Chart.TimeZoneMode(rawValue: text)
            guard mode.isKnown else { throw .unknownZone(text) }
            return [.timezone(mode)]
        case .colors:
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let part = Chart.ThemeColors.Part(rawValue: parts[0]) else {
                throw fault("a part and a color, such as up=#00AA00")
            }
            let color = ChartColor(parts[1])
            guard color != nil || parts[1].isEmpty else {
                throw fault("a color such as #RRGGBB or #RRGGBBAA, or nothing")
            }
            return [.color(part, color)]
        default:
            guard let isOn = Bool(text) else { throw fault("true or false") }
            return content.flags.map { .flag($0, isOn) }
        }
    }
}

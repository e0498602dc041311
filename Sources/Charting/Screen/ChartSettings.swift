/// The settings screen of a chart, without its looks: what stands where, what it is set to, what can be changed, and what a
/// change brings with it.
///
/// ```swift
/// let screen = ChartSettings.makeScreen(delegate: owner, dataSource: owner)
/// for section in screen.sections {
///     print(section.title)
///     for item in section.items { print(item.title, item.value, item.isEnabled) }
/// }
/// try screen.set(.scaleType, to: "percent")      // owner.settingsDidChanged(…) is called once
/// ```
public enum ChartSettings {
    /// Says what the screen is about. Only `settings` must be given.
    public protocol DataSource: AnyObject {
        /// The settings as they are kept.
        var settings: Chart.Settings { get }
        /// The settings to show, in their order; `nil` for `defaultContent`. What isn't shown keeps its effect.
        var settingsContent: [Section]? { get }
        /// There is something to reset.
        var settingsIsChanged: Bool { get }
        /// Bars for the preview, oldest first.
        var candles: [Candle] { get }
        /// What the chart is of; `nil` where that isn't known.
        var instrument: Instrument? { get }
        /// The length of the chart's bars; `nil` where that isn't known.
        var aggregation: Aggregation? { get }
    }

    /// Is told what was changed.
    public protocol Delegate: AnyObject {
        /// The settings were changed: all of them, as they are now.
        func settingsDidChanged(_ settings: Chart.Settings)
        /// The settings are to be the default ones again.
        func resetSettings()
    }

    /// Settings that stand together under a title.
    public struct Section: Hashable, Sendable, Codable {
        public var title: String
        public var items: [SettingsContent]

        public init(title: String, items: [SettingsContent]) {
            self.title = title
            self.items = items
        }
    }

    /// A screen that asks `dataSource` and tells `delegate`. It holds neither of them.
    public static func makeScreen(delegate: (any Delegate)?, dataSource: any DataSource) -> Screen {
        Screen(delegate: delegate, dataSource: dataSource)
    }
}

extension ChartSettings.DataSource {
    public var settingsContent: [ChartSettings.Section]? { nil }
    public var settingsIsChanged: Bool { settings.isChanged }
    public var candles: [Candle] { [] }
    public var instrument: Instrument? { nil }
    public var aggregation: Aggregation? { nil }
}

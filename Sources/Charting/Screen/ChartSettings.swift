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

    /// Called with what was changed.
    public protocol Delegate: AnyObject {
        /// The settings were changed: all of them, as they are now.
        func settingsDidChanged(_ settings: Chart.Settings)
        /// The settings are to be the default ones again.
        func resetSettings()
    }

    /// Settings that stand together under a title.
    public struct Section: Hashable, Sendable, Codable {
        /// As people read it.
        public var title: String
        /// The settings in their order.
        public var items: [SettingsContent]

        /// A section of settings.
        public init(title: String, items: [SettingsContent]) {
            self.title = title
            self.items = items
        }
    }

    /// A screen that reads from `dataSource` and reports to `delegate`. It holds neither of them.
    public static func makeScreen(delegate: (any Delegate)?, dataSource: any DataSource) -> Screen {
        Screen(delegate: delegate, dataSource: dataSource)
    }
}

extension ChartSettings.DataSource {
    /// `nil`: the default content.
    public var settingsContent: [ChartSettings.Section]? { nil }
    /// The settings differ from the default.
    public var settingsIsChanged: Bool { settings.isChanged }
    /// No preview.
    public var candles: [Candle] { [] }
    /// `nil`: it isn't known, so everything is possible.
    public var instrument: Instrument? { nil }
    /// `nil`: it isn't known.
    public var aggregation: Aggregation? { nil }
}

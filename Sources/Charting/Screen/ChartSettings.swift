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
    /// Says what the screen is about. `ChartSettingsStore` is one, for applications that have no other place for settings.
    public protocol DataSource: AnyObject {
        /// The length of the chart's bars, for the watermark, and for the time zone: bars of a day or more have none.
        var aggregation: Aggregation { get }
        /// What the chart is of, for the watermark, and for what its hours allow. One without a symbol is one that isn't known: then
        /// everything is possible.
        var instrument: Instrument { get }
        /// Bars for the preview, oldest first.
        var candles: [Candle] { get }
        /// The settings as they are kept: what the screen shows.
        var settings: Chart.Settings { get }
        /// The settings that a reset leads to.
        var defaultSettings: Chart.Settings { get }
        /// There is something to reset.
        var settingsIsChanged: Bool { get }
        /// The settings to show, in their order; `nil` for `defaultContent`. What isn't shown keeps its effect.
        var settingsContent: [Section]? { get }
    }

    /// Called with what was changed.
    public protocol Delegate: AnyObject {
        /// The settings were changed: all of them, as they are now.
        func settingsDidChanged(_ newSettings: Chart.Settings)
        /// The settings are to be the default ones again. The screen shows what its data source has afterwards.
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

    /// A screen that reads from `dataSource` and reports to `delegate`.
    ///
    /// It holds both until it goes, so they may be made for it. An owner that is one of them, and keeps the screen in a property,
    /// sets that to `nil` when it is done with it.
    ///
    /// Both are called on the thread that uses the screen: on the main thread for a main-actor class whose conformances are, such
    /// as `final class Owner: @MainActor ChartSettings.Delegate`.
    public static func makeScreen(delegate: any Delegate, dataSource: any DataSource) -> Screen {
        Screen(delegate: delegate, dataSource: dataSource)
    }
}

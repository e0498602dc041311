/// The model of a chart's settings screen: the layout, the values, and the effects of changes, but not the appearance.
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
    /// Provides the data of the screen. Applications without other storage for settings can use `ChartSettingsStore`.
    public protocol DataSource: AnyObject {
        /// The length of the chart's bars, for the watermark.
        var aggregation: Aggregation { get }
        /// The instrument of the chart, for the watermark and its trading hours. An instrument without a symbol counts
        /// as unknown, so that all settings are enabled.
        var instrument: Instrument { get }
        /// Bars for the preview, oldest first.
        var candles: [Candle] { get }
        /// The stored settings, which the screen displays.
        var settings: Chart.Settings { get }
        /// The settings that a reset restores.
        var defaultSettings: Chart.Settings { get }
        /// A Boolean value that indicates whether the settings can be reset.
        var settingsIsChanged: Bool { get }
        /// The settings to show, in order; `nil` for `defaultContent`. Settings that are not shown remain in effect.
        var settingsContent: [Section]? { get }
    }

    /// Receives the changes that the user makes on the screen.
    public protocol Delegate: AnyObject {
        /// Receives all settings after a change.
        func settingsDidChanged(_ newSettings: Chart.Settings)
        /// Resets the settings to the defaults. Afterwards, the screen reads them from its data source.
        func resetSettings()
    }

    /// A group of settings with a title.
    public struct Section: Hashable, Sendable, Codable {
        /// The title for display.
        public var title: String
        /// The settings in order.
        public var items: [SettingsContent]

        /// Creates a section of settings.
        public init(title: String, items: [SettingsContent]) {
            self.title = title
            self.items = items
        }
    }

    /// Creates a screen that reads from `dataSource` and reports to `delegate`.
    ///
    /// The screen retains both objects. If one of them owns the screen, it must set its reference to `nil` when it no
    /// longer needs the screen.
    ///
    /// Both objects are called on the thread that uses the screen. For a main-actor class with isolated conformances,
    /// such as `final class Owner: @MainActor ChartSettings.Delegate`, this must be the main thread.
    public static func makeScreen(delegate: any Delegate, dataSource: any DataSource) -> Screen {
        Screen(delegate: delegate, dataSource: dataSource)
    }
}

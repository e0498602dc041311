internal import Synchronization

/// Settings of a chart kept in a store: data source and delegate of a screen at once, for applications that have no other
/// place for them.
///
/// ```swift
/// let store = ChartSettingsStore(storage: storage)
/// let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
/// ```
///
/// A damaged store gives legal settings, and is kept when new ones are written.
public final class ChartSettingsStore: ChartSettings.DataSource, ChartSettings.Delegate, Sendable {
    /// What the chart is of, and what is shown.
    public struct Subject: Sendable {
        /// The settings to show, in their order; `nil` for `ChartSettings.defaultContent`.
        public var content: [ChartSettings.Section]?
        /// Bars for the preview, oldest first.
        public var candles: [Candle] = []
        /// What the chart is of; `nil` where that isn't known.
        public var instrument: Instrument?
        /// The length of the chart's bars; `nil` where that isn't known.
        public var aggregation: Aggregation?

        /// Nothing is known, and everything is shown.
        public init() {}
    }

    private let kept: StoredSetting<Chart.Settings>
    private let about: Mutex<Subject>

    /// The settings kept in `storage` under `key`.
    public init(storage: any StorageManager, key: String = "chart.settings", subject: Subject = Subject()) {
        kept = StoredSetting(key: key, titleString: "Chart", defaultValue: .default, storage: storage)
        about = Mutex(subject)
    }

    /// What the chart is of, and what is shown. A screen sees it when it is made or reloaded.
    public var subject: Subject {
        get { about.withLock { $0 } }
        set { about.withLock { $0 = newValue } }
    }

    /// The settings at once, then whenever they change.
    public var settingsChanged: AnyPublisher<Chart.Settings, Never> { kept.valueChanged }

    /// Why the store could not read or keep the settings; `nil` where it did.
    public var storageFault: StorageError? { kept.storageFault }

    /// The settings as they are kept.
    public var settings: Chart.Settings { kept.value }
    /// As `subject` says; `nil` for the default content.
    public var settingsContent: [ChartSettings.Section]? { subject.content }
    /// As `subject` says.
    public var candles: [Candle] { subject.candles }
    /// As `subject` says; `nil` where that isn't known.
    public var instrument: Instrument? { subject.instrument }
    /// As `subject` says; `nil` where that isn't known.
    public var aggregation: Aggregation? { subject.aggregation }

    /// Keeps the settings.
    public func settingsDidChanged(_ settings: Chart.Settings) { kept.value = settings }
    /// Keeps the default settings, under the conditions of those there are.
    public func resetSettings() { kept.update { $0.reset } }
}

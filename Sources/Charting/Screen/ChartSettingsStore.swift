internal import Synchronization

/// The stored settings of a chart. The object can be both the data source and the delegate of a screen.
///
/// ```swift
/// let store = ChartSettingsStore(storage: storage)
/// let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
/// ```
///
/// Several stores may share a key, even in different processes. Each change is applied to the settings as currently
/// stored, so no change is lost.
///
/// If the stored text is damaged, the readable parts are used, and `storageFault` names the others. Before new settings
/// replace such a text, it is moved to another key. Members that another version wrote are preserved. The store is
/// thread-safe.
public final class ChartSettingsStore: ChartSettings.DataSource, ChartSettings.Delegate, Sendable {
    private struct Subject {
        var instrument: Instrument
        var aggregation: Aggregation
        var candles: [Candle] = []
        var content: [ChartSettings.Section]?
        /// The settings after the last change that was made through this object.
        var own: Chart.Settings
    }

    private let kept: StoredSetting<KeptChartSettings>
    private let subject: Mutex<Subject>
    private let isOnMainThread: Bool

    /// Creates settings in a store.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - key: The key in the store.
    ///   - defaultSettings: The settings to use if none are stored, and after a reset.
    ///   - instrument: The instrument of the chart. The default has no symbol, so all settings are enabled.
    ///   - aggregation: The length of the chart's bars.
    ///   - onMainThread: Whether `settingsChanged` sends on the main thread, as main-actor classes require, instead of
    ///     the thread that makes a change.
    public init(
        storage: any StorageManager & Sendable, key: String = "chart.settings",
        defaultSettings: Chart.Settings = .default,
        instrument: Instrument = Instrument(type: "", symbol: ""), aggregation: Aggregation = Aggregation(5, .minute),
        onMainThread: Bool = true
    ) {
        kept = StoredSetting(
            titleString: "Chart", key: key, defaultValue: KeptChartSettings(defaultSettings), storage: storage)
        subject = Mutex(Subject(instrument: instrument, aggregation: aggregation, own: kept.value.settings))
        isOnMainThread = onMainThread
    }

    // MARK: Settings

    /// The stored settings.
    public var settings: Chart.Settings { kept.value.settings }

    /// Publishes the current settings, then every change, by this object or others. Sends on the main thread, unless
    /// the store was created with `onMainThread` `false`.
    public var settingsChanged: AnyPublisher<Chart.Settings, Never> {
        let settings = kept.valueChanged.map(\.settings).removeDuplicates().eraseToAnyPublisher()
        return isOnMainThread ? settings.onMainThread() : settings
    }

    /// The settings to use if none are stored, and after a reset.
    public var defaultSettings: Chart.Settings { kept.defaultValue.settings }

    /// A Boolean value that indicates whether the settings differ from the defaults.
    public var settingsIsChanged: Bool { settings.differs(from: defaultSettings) }

    /// Atomically replaces the settings with the result of `body`. Reads the store first, so that changes by other
    /// objects and processes are preserved.
    ///
    /// ```swift
    /// store.update { $0.applying(.candleStyle(.line)) }
    /// ```
    ///
    /// `body` must not change this store.
    public func update(_ body: (Chart.Settings) -> Chart.Settings) {
        kept.update { latest in latest.with(body(latest.settings)) }
        subject.withLock { $0.own = settings }
    }

    /// Stores the differences between `newSettings` and the settings on which they are based. That base is a guess: the
    /// current settings, or the settings after this object's last change, whichever is closer to `newSettings`.
    /// `update(_:)` needs no guess.
    public func settingsDidChanged(_ newSettings: Chart.Settings) {
        let base = newSettings.nearest(settings, subject.withLock { $0.own })
        update { latest in latest.taking(newSettings, since: base) }
    }

    /// Stores the default settings, adapted to the chart's instrument and bar length.
    public func resetSettings() {
        kept.update { latest in
            var new = latest.with(defaultSettings.adapted(as: latest.settings))
            new.unreadable = nil
            return new
        }
        subject.withLock { $0.own = settings }
    }

    /// Reads the settings from the store again.
    public func reload() {
        kept.reload()
        subject.withLock { $0.own = settings }
    }

    /// The reason that the settings could not be read or written completely; `nil` if there is no fault.
    public var storageFault: StorageError? { kept.storageFault }

    // MARK: The chart. A screen reads these properties when it is created or reloaded.

    /// The instrument of the chart. An instrument without a symbol counts as unknown.
    public var instrument: Instrument {
        get { subject.withLock { $0.instrument } }
        set { subject.withLock { $0.instrument = newValue } }
    }

    /// The length of the chart's bars.
    public var aggregation: Aggregation {
        get { subject.withLock { $0.aggregation } }
        set { subject.withLock { $0.aggregation = newValue } }
    }

    /// Bars for the preview, oldest first.
    public var candles: [Candle] {
        get { subject.withLock { $0.candles } }
        set { subject.withLock { $0.candles = newValue } }
    }

    /// The settings to show, in order; `nil` for `ChartSettings.defaultContent`.
    public var settingsContent: [ChartSettings.Section]? {
        get { subject.withLock { $0.content } }
        set { subject.withLock { $0.content = newValue } }
    }
}

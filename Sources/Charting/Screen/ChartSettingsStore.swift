internal import Publishers
internal import Synchronization

/// Settings of a chart kept in a store: data source and delegate of a screen at once, for applications that have no other
/// place for them.
///
/// ```swift
/// let store = ChartSettingsStore(storage: storage)
/// let screen = ChartSettings.makeScreen(delegate: store, dataSource: store)
/// ```
///
/// Several of them may have one key, in this process and in others: each change is made to what is kept then, so that none
/// undoes another's. A damaged store gives legal settings, and is kept when new ones are written. It may be used from any thread.
public final class ChartSettingsStore: ChartSettings.DataSource, ChartSettings.Delegate, Sendable {
    private struct Subject {
        var instrument: Instrument
        var aggregation: Aggregation
        var candles: [Candle] = []
        var content: [ChartSettings.Section]?
        /// What `settings` was when somebody last asked: what was changed is changed since then.
        var asked: Chart.Settings?
    }

    private let kept: StoredSetting<Chart.Settings>
    private let subject: Mutex<Subject>
    private let isOnMainThread: Bool

    /// The settings kept in a store.
    ///
    /// - Parameters:
    ///   - storage: where they are kept.
    ///   - key: what they are kept under.
    ///   - defaultSettings: the settings where none are kept, and after a reset.
    ///   - instrument: what the chart is of; one without a symbol if left out, so that everything is possible.
    ///   - aggregation: the length of the chart's bars.
    ///   - onMainThread: `settingsChanged` sends on the main thread, as main-actor classes need it; else on the thread of
    ///     the change.
    public init(
        storage: any StorageManager & Sendable, key: String = "chart.settings",
        defaultSettings: Chart.Settings = .default,
        instrument: Instrument = Instrument(type: "", symbol: ""), aggregation: Aggregation = Aggregation(5, .minute),
        onMainThread: Bool = true
    ) {
        kept = StoredSetting(titleString: "Chart", key: key, defaultValue: defaultSettings, storage: storage)
        subject = Mutex(Subject(instrument: instrument, aggregation: aggregation))
        isOnMainThread = onMainThread
    }

    // MARK: Settings

    /// The settings as they are kept.
    public var settings: Chart.Settings {
        let settings = kept.value
        subject.withLock { $0.asked = settings }
        return settings
    }

    /// The settings at once, then whenever they change, also by others.
    public var settingsChanged: AnyPublisher<Chart.Settings, Never> {
        isOnMainThread ? kept.valueChanged.onMainThread() : kept.valueChanged
    }

    /// The settings where none are kept, and after a reset.
    public var defaultSettings: Chart.Settings { kept.defaultValue }

    /// The settings differ from the default ones.
    public var settingsIsChanged: Bool { kept.value.differs(from: kept.defaultValue) }

    /// Keeps what was changed about the settings since `settings` was asked for.
    public func settingsDidChanged(_ newSettings: Chart.Settings) {
        let base = subject.withLock { $0.asked }
        kept.update { latest in latest.taking(newSettings, since: base ?? latest) }
    }

    /// Keeps the default settings, for what the chart is of.
    public func resetSettings() { kept.update { [kept] latest in kept.defaultValue.adapted(as: latest) } }

    /// Takes the settings from the store, where something else may have set them.
    public func reload() { kept.reload() }

    /// Why the store could not read or keep the settings; `nil` where it did.
    public var storageFault: StorageError? { kept.storageFault }

    // MARK: What the chart is of. A screen sees it when it is made or reloaded.

    /// What the chart is of; one without a symbol is one that isn't known.
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

    /// The settings to show, in their order; `nil` for `ChartSettings.defaultContent`.
    public var settingsContent: [ChartSettings.Section]? {
        get { subject.withLock { $0.content } }
        set { subject.withLock { $0.content = newValue } }
    }
}

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
/// undoes another's. From a damaged text the parts that can be read count; `storageFault` names the rest, and the text is set aside
/// before new settings are written. Members that another version has written stay. It may be used from any thread.
public final class ChartSettingsStore: ChartSettings.DataSource, ChartSettings.Delegate, Sendable {
    private struct Subject {
        var instrument: Instrument
        var aggregation: Aggregation
        var candles: [Candle] = []
        var content: [ChartSettings.Section]?
        /// The settings after this store's own last change.
        var own: Chart.Settings
    }

    private let kept: StoredSetting<KeptChartSettings>
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
        kept = StoredSetting(
            titleString: "Chart", key: key, defaultValue: KeptChartSettings(defaultSettings), storage: storage)
        subject = Mutex(Subject(instrument: instrument, aggregation: aggregation, own: kept.value.settings))
        isOnMainThread = onMainThread
    }

    // MARK: Settings

    /// The settings as they are kept.
    public var settings: Chart.Settings { kept.value.settings }

    /// The settings at once, then whenever they change, also by others; sent on the main thread, unless the store was made otherwise.
    public var settingsChanged: AnyPublisher<Chart.Settings, Never> {
        let settings = kept.valueChanged.map(\.settings).removeDuplicates().eraseToAnyPublisher()
        return isOnMainThread ? settings.onMainThread() : settings
    }

    /// The settings where none are kept, and after a reset.
    public var defaultSettings: Chart.Settings { kept.defaultValue.settings }

    /// The settings differ from the default ones.
    public var settingsIsChanged: Bool { settings.differs(from: defaultSettings) }

    /// Replaces the settings by what `body` returns for them, in one step: the store is read again first, so that changes by other
    /// stores and processes stay.
    ///
    /// ```swift
    /// store.update { $0.applying(.chartType(.line)) }
    /// ```
    ///
    /// `body` must not change this store.
    public func update(_ body: (Chart.Settings) -> Chart.Settings) {
        kept.update { latest in latest.with(body(latest.settings)) }
        subject.withLock { $0.own = settings }
    }

    /// Keeps the differences between `newSettings` and the settings that they were made of. These are the present ones, or the ones
    /// after this store's own last change, whichever have fewer differences. `update(_:)` needs no such guess.
    public func settingsDidChanged(_ newSettings: Chart.Settings) {
        let base = newSettings.nearest(settings, subject.withLock { $0.own })
        update { latest in latest.taking(newSettings, since: base) }
    }

    /// Keeps the default settings, for what the chart is of.
    public func resetSettings() {
        kept.update { latest in
            var new = latest.with(defaultSettings.adapted(as: latest.settings))
            new.unreadable = nil
            return new
        }
        subject.withLock { $0.own = settings }
    }

    /// Takes the settings from the store, where something else may have set them.
    public func reload() {
        kept.reload()
        subject.withLock { $0.own = settings }
    }

    /// Why the store could not read or keep all of the settings; `nil` where it did.
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

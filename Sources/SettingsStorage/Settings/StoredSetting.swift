import Synchronization

/// A setting whose value is stored.
///
/// ```swift
/// let theme = StoredSetting(key: "theme", defaultValue: "dark", storage: storage)
/// let subscription = theme.valueChanged.sink { @Sendable value in print(value) }   // dark
/// theme.value = "light"                                                            // light
/// ```
///
/// Several settings may share a key, even in different processes. Each change starts from the stored value, so no
/// change is lost. Settings of the same process notice changes immediately. They notice changes by other processes soon
/// after, if the store can observe such changes (`FileStorage`). `reload()` always reads the store.
///
/// If the store has no value of this type, the default applies. An unreadable value is reported as `storageFault`, and
/// moved to another key before a new value is written. If the store cannot write a value, the value applies until the
/// program ends, and `storageFault` contains the reason.
///
/// Settings can be used on any thread. They publish on the thread that makes the change, so the closure of a `sink`
/// must be `@Sendable`. Changes by other processes are published on a thread of the store. Subclasses may limit and
/// format values; their code must be thread-safe.
open class StoredSetting<Value: Codable & Equatable & Sendable>: PersistenceSetting, @unchecked Sendable {
    // All properties are constant and `Sendable`; the attribute is needed only because the class can have subclasses.

    /// The key in the store.
    public let key: String
    /// The title.
    public let titleString: String
    /// A description of the setting's purpose; may be empty.
    public let infoString: String
    /// The value that applies if none is stored.
    public let defaultValue: Value
    private let storage: any StorageManager & Sendable
    private let keeper: SettingCoordinator<Value>
    private let shown: ReplayedValue<SettingCoordinator<Value>.Numbered>
    private let formatter: (@Sendable (Value) -> String)?
    private let listening = Mutex<(here: SettingListeners.Ticket?, elsewhere: (any Sendable)?)>((nil, nil))

    /// Creates a setting for a key.
    ///
    /// - Parameters:
    ///   - titleString: The title; `nil` to use the key.
    ///   - formatter: Formats values for display. If `nil`, shows `On` or `Off`, numbers without unnecessary digits,
    ///     and the description of other values.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value,
        storage: any StorageManager & Sendable, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        self.key = key
        self.titleString = titleString ?? key
        self.infoString = infoString
        self.defaultValue = defaultValue
        self.formatter = formatter
        self.storage = storage
        keeper = SettingCoordinator(key: key, storage: storage, defaultValue: defaultValue)
        shown = ReplayedValue(keeper.latest)
        reload()
        let changed: @Sendable () -> Void = { [weak self] in self?.notice() }
        let here = SettingListeners.shared.listen(key, at: storage.sharedPlace, changed)
        let elsewhere = (storage as? any SharedStorage)?.watch(key, changed)
        listening.withLock { $0 = (here, elsewhere) }
    }

    // MARK: Value

    /// The value. A new value is limited to the allowed values and stored.
    public var value: Value {
        get { keeper.latest.value }
        set { update { _ in newValue } }
    }

    /// Publishes the current `value`, then every change, on the thread that makes the change.
    public var valueChanged: AnyPublisher<Value, Never> { shown.publisher.map(\.value).eraseToAnyPublisher() }

    /// Returns the allowed value that is nearest to a new value. The default implementation returns the value
    /// unchanged; subclasses may limit it.
    open func limited(_ value: Value) -> Value { value }

    /// Atomically replaces the value by the result of `body`. The argument of `body` is the latest value, even if it
    /// was changed elsewhere.
    ///
    /// `body` must not change this setting.
    public func update(_ body: (Value) -> Value) {
        let change = keeper.change(allowed, body)
        show(change.taken)
        if change.isKept { storage.tell(key, but: listening.withLock { $0.here }) }
    }

    /// Reads the value from the store again. Uses the default if there is no readable value.
    public func reload() { show(keeper.reload(allowed)) }

    /// Moves the stored value to another key and stores the result of `body` instead, for values that are partly
    /// unreadable. `storageFault` remains unchanged.
    ///
    /// - Parameter body: Returns the replacement. If `nil`, no replacement is stored.
    /// - Returns: The new location of the old value; `nil` if there was no value or the store cannot move it.
    @discardableResult
    package func setAside(_ body: ((Value) -> Value)?) -> String? {
        let result = keeper.setAside(allowed, body)
        show(result.taken)
        return result.place
    }

    private func notice() { show(keeper.notice(allowed)) }

    /// Publishes a value that this thread has set, unless another thread has already published a newer one. Each thread
    /// publishes its own values, so a value that is set on the main thread is received on the main thread.
    private func show(_ taken: SettingCoordinator<Value>.Numbered?) {
        guard let taken else { return }
        shown.change { shown in
            guard taken.number > shown.number else { return false }
            shown = taken
            return true
        }
    }

    // MARK: Faults of the store

    /// The reason that the store could not read or write the value; `nil` if there is no fault.
    public var storageFault: StorageError? { keeper.fault.value }

    /// Publishes the current `storageFault`, then every change, on the thread that uses the store.
    public var storageFaultChanged: AnyPublisher<StorageError?, Never> { keeper.fault.publisher }

    // MARK: Numbers

    /// The bounds and steps of the value; `nil` if it is not numeric.
    var steps: NumberSteps<Value>? { nil }

    private func allowed(_ value: Value) -> Value {
        let value = limited(value)
        return steps.map { $0.bounded(value) ?? defaultValue } ?? value
    }

    /// A Boolean value that indicates whether the value is a number that `increase()` and `decrease()` can change.
    open var isNumeric: Bool { steps != nil }
    /// A Boolean value that indicates whether the value is the minimum; `false` if it is not numeric.
    open var isAtMin: Bool { steps?.isAtMin(value) ?? false }
    /// A Boolean value that indicates whether the value is the maximum; `false` if it is not numeric.
    open var isAtMax: Bool { steps?.isAtMax(value) ?? false }
    /// Adds a step, up to the maximum; has no effect if the value is not numeric.
    open func increase() { if let steps { update(steps.up) } }
    /// Subtracts a step, down to the minimum; has no effect if the value is not numeric.
    open func decrease() { if let steps { update(steps.down) } }

    // MARK: For lists of settings

    /// Returns a value formatted for display.
    open func format(value: Value) -> String {
        if let formatter { return formatter(value) }
        if let isOn = value as? Bool { return isOn ? "On" : "Off" }
        return steps?.text(value) ?? String(describing: value)
    }

    /// The value, formatted by `format(value:)`.
    public var formattedValueString: String { format(value: value) }

    /// Publishes the current `formattedValueString`, then every change, on the thread that makes the change.
    public var formattedValueChanged: AnyPublisher<String, Never> {
        valueChanged.map { @Sendable value in self.format(value: value) }.removeDuplicates().eraseToAnyPublisher()
    }
}

/// A Boolean setting.
public typealias FlagSetting = StoredSetting<Bool>

extension StoredSetting: PersistenceSettingFlag where Value == Bool {
    /// Inverts the setting atomically.
    public func toggle() { update { !$0 } }
}

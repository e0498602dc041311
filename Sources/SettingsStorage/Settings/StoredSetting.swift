import Synchronization

/// A setting kept in a store.
///
/// ```swift
/// let theme = StoredSetting(key: "theme", defaultValue: "dark", storage: storage)
/// let subscription = theme.valueChanged.sink { @Sendable value in print(value) }   // dark
/// theme.value = "light"                                                            // light
/// ```
///
/// Several settings may have one key, in this process and in others. Each change begins with what is kept, so that none
/// undoes another's. Settings of this process notice each other's changes at once, those of other processes soon after where
/// the store can tell (`FileStorage`); `reload()` reads again in any case.
///
/// Where the store has no value, or none of this type, the default is used; what can't be read is reported as `storageFault`, and
/// set aside before a new value is written. A value that the store can't keep is used until the program ends, and `storageFault` says why.
///
/// Settings may be used from any thread, and publish on the thread of the change, not on the main thread: the closure of a `sink` is
/// written `@Sendable`. Changes by other processes arrive on a thread of the store. Subclasses may limit and format values; what they
/// add must be safe to use from any thread as well.
open class StoredSetting<Value: Codable & Equatable & Sendable>: PersistenceSetting, @unchecked Sendable {
    // All properties are constant and `Sendable`; only subclasses make the attribute necessary.

    /// What the value is kept under.
    public let key: String
    /// What it is called.
    public let titleString: String
    /// What it is for; may be empty.
    public let infoString: String
    /// The value where none was set.
    public let defaultValue: Value
    private let storage: any StorageManager & Sendable
    private let keeper: SettingCoordinator<Value>
    private let shown: ReplayedValue<SettingCoordinator<Value>.Numbered>
    private let formatter: (@Sendable (Value) -> String)?
    private let listening = Mutex<(here: SettingListeners.Ticket?, elsewhere: (any Sendable)?)>((nil, nil))

    /// A setting of a key.
    ///
    /// - Parameters:
    ///   - titleString: what it is called; `nil`: as its key.
    ///   - formatter: writes values for people; `nil`: `On` and `Off`, numbers without needless digits, else the description.
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

    /// The value. What is set is limited to what is allowed, and kept in the store.
    public var value: Value {
        get { keeper.latest.value }
        set { update { _ in newValue } }
    }

    /// `value` at once, then whenever it changes; sent on the thread of the change.
    public var valueChanged: AnyPublisher<Value, Never> { shown.publisher.map(\.value).eraseToAnyPublisher() }

    /// The value that is taken when `value` is set: the same, unless a subclass has limits.
    open func limited(_ value: Value) -> Value { value }

    /// Replaces the value by what `body` returns for it, in one step: what others have set meanwhile is what `body` gets.
    ///
    /// `body` must not change this setting.
    public func update(_ body: (Value) -> Value) {
        let change = keeper.change(allowed, body)
        show(change.taken)
        if change.isKept { storage.tell(key, but: listening.withLock { $0.here }) }
    }

    /// Takes the value from the store, where something else may have set it; the default where there is none that can be read.
    public func reload() { show(keeper.reload(allowed)) }

    /// Sets aside what is kept under the key, and keeps what `body` makes of the value in its place: for values of which a part
    /// could not be read. `storageFault` stays what it was.
    ///
    /// - Parameter body: `nil`: nothing takes its place.
    /// - Returns: where it is now, for people; `nil` where there is nothing, or the store can't set it aside.
    @discardableResult
    package func setAside(_ body: ((Value) -> Value)?) -> String? {
        let result = keeper.setAside(allowed, body)
        show(result.taken)
        return result.place
    }

    private func notice() { show(keeper.notice(allowed)) }

    /// Publishes a value that this thread has taken, unless another has published a newer one. Each thread publishes its own
    /// values: who sets one on the main thread has it received there, though others may look at the setting meanwhile.
    private func show(_ taken: SettingCoordinator<Value>.Numbered?) {
        guard let taken else { return }
        shown.change { shown in
            guard taken.number > shown.number else { return false }
            shown = taken
            return true
        }
    }

    // MARK: Faults of the store

    /// Why the store could not read or keep the value; `nil` where it could.
    public var storageFault: StorageError? { keeper.fault.value }

    /// `storageFault` at once, then whenever it changes; sent on the thread that uses the store.
    public var storageFaultChanged: AnyPublisher<StorageError?, Never> { keeper.fault.publisher }

    // MARK: Numbers

    /// How the value is bounded and stepped; `nil` where it isn't numeric.
    var steps: NumberSteps<Value>? { nil }

    private func allowed(_ value: Value) -> Value {
        let value = limited(value)
        return steps.map { $0.bounded(value) ?? defaultValue } ?? value
    }

    /// The value is a number, which `increase()` and `decrease()` change.
    open var isNumeric: Bool { steps != nil }
    /// The value is the least there is; false where it isn't numeric.
    open var isAtMin: Bool { steps?.isAtMin(value) ?? false }
    /// The value is the greatest there is; false where it isn't numeric.
    open var isAtMax: Bool { steps?.isAtMax(value) ?? false }
    /// Adds a step, at most up to the greatest value; does nothing where the value isn't numeric.
    open func increase() { if let steps { update(steps.up) } }
    /// Subtracts a step, at most down to the least value; does nothing where the value isn't numeric.
    open func decrease() { if let steps { update(steps.down) } }

    // MARK: For lists of settings

    /// A value as people read it.
    open func format(value: Value) -> String {
        if let formatter { return formatter(value) }
        if let isOn = value as? Bool { return isOn ? "On" : "Off" }
        return steps?.text(value) ?? String(describing: value)
    }

    /// The value as `format(value:)` writes it.
    public var formattedValueString: String { format(value: value) }

    /// `formattedValueString` at once, then whenever it changes; sent on the thread of the change.
    public var formattedValueChanged: AnyPublisher<String, Never> {
        valueChanged.map { @Sendable value in self.format(value: value) }.removeDuplicates().eraseToAnyPublisher()
    }
}

/// A setting that is on or off.
public typealias FlagSetting = StoredSetting<Bool>

extension StoredSetting: PersistenceSettingFlag where Value == Bool {
    /// Turns it on where it is off, and off where it is on, in one step.
    public func toggle() { update { !$0 } }
}

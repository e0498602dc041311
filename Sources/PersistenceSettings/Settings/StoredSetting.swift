/// A setting kept in a store.
///
/// ```swift
/// let theme = StoredSetting(key: "theme", defaultValue: "dark", storage: storage)
/// let subscription = theme.valueChanged.sink { @Sendable value in print(value) }   // dark
/// theme.value = "light"                                                            // light
/// ```
///
/// The value is read once, when the setting is made; `reload()` reads it again. Where the store has no value, or none of this
/// type, the default is used; what can't be read is set aside before a new value is written. Settings may be used from any
/// thread. A value that the store can't keep is used until the program ends, and `storageFault` says why.
///
/// Subclasses may limit and format values; what they add must be safe to use from any thread as well.
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
    /// Where the value is kept.
    public let storage: any StorageManager
    private let current: ReplayedValue<Numbered>
    private let keeper: ValueKeeper<Value>
    private let formatter: (@Sendable (Value) -> String)?

    /// A value, and how many came before it: so that a thread notices that another one was quicker.
    private struct Numbered {
        var value: Value
        var number = 0

        mutating func take(_ new: Value) -> Bool {
            guard new != value else { return false }
            value = new
            number += 1
            return true
        }
    }

    /// A setting that is called by its key.
    public convenience init(key: String, defaultValue: Value, storage: any StorageManager) {
        self.init(key: key, titleString: key, defaultValue: defaultValue, storage: storage)
    }

    /// A setting with all that people read.
    ///
    /// - Parameter formatter: writes values for people; as their description if left out.
    public init(
        key: String, titleString: String, infoString: String = "", defaultValue: Value, storage: any StorageManager,
        formatter: (@Sendable (Value) -> String)? = nil
    ) {
        self.key = key
        self.titleString = titleString
        self.infoString = infoString
        self.defaultValue = defaultValue
        self.storage = storage
        self.formatter = formatter
        current = ReplayedValue(Numbered(value: defaultValue))
        keeper = ValueKeeper(key: key, storage: storage)
        reload()
    }

    // MARK: Value

    /// The value. What is set is limited to what is allowed, and kept in the store.
    public var value: Value {
        get { current.value.value }
        set { update { _ in newValue } }
    }

    /// `value` at once, then whenever it changes.
    public var valueChanged: AnyPublisher<Value, Never> { current.publisher.map(\.value).eraseToAnyPublisher() }

    /// The value that is taken when `value` is set: the same, unless a subclass has limits.
    open func limited(_ value: Value) -> Value { value }

    /// Replaces the value by what `body` returns for it. `body` is called again where another thread has set a value meanwhile.
    public func update(_ body: (Value) -> Value) {
        var isSettled = false
        var isNew = false
        while !isSettled {
            let old = current.value
            let new = limited(body(old.value))
            isNew = current.change { latest in
                guard latest.number == old.number else { return false }
                isSettled = true
                return latest.take(new)
            }
        }
        // The last thread here keeps the latest value, whatever the order in which they arrive.
        if isNew { keeper.keep { self.value } }
    }

    /// Takes the value from the store, where something else may have set it.
    public func reload() {
        let kept: Value = keeper.read() ?? defaultValue
        let new = limited(kept)
        current.change { $0.take(new) }
    }

    // MARK: Faults of the store

    /// Why the store could not read or keep the value; `nil` where it could.
    public var storageFault: StorageError? { keeper.fault.value }

    /// `storageFault` at once, then whenever it changes.
    public var storageFaultChanged: AnyPublisher<StorageError?, Never> { keeper.fault.publisher }

    // MARK: For lists of settings

    /// A value as people read it.
    open func format(value: Value) -> String { formatter?(value) ?? String(describing: value) }

    /// The value as `format(value:)` writes it.
    public var formattedValueString: String { format(value: value) }

    /// `formattedValueString` at once, then whenever it changes.
    public var formattedValueChanged: AnyPublisher<String, Never> {
        valueChanged.map { @Sendable value in self.format(value: value) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// The value is a number, which `increase()` and `decrease()` change; false here.
    open var isNumeric: Bool { false }
    /// The value is the least there is; false where it isn't numeric.
    open var isAtMin: Bool { false }
    /// The value is the greatest there is; false where it isn't numeric.
    open var isAtMax: Bool { false }
    /// Adds a step; does nothing where the value isn't numeric.
    open func increase() {}
    /// Subtracts a step; does nothing where the value isn't numeric.
    open func decrease() {}
}

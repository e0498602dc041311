/// A setting kept in a store.
///
/// ```swift
/// let theme = StoredSetting(key: "theme", defaultValue: "dark", storage: storage)
/// let subscription = theme.valueChanged.sink { @Sendable value in print(value) }   // dark
/// theme.value = "light"                                                            // light
/// ```
///
/// The value is read once, when the setting is made; `reload()` reads it again. Nothing there, or something that is no such
/// value, means the default; what can't be read is set aside before a new value is written. Settings may be used from any
/// thread. A value that the store refuses counts until the program ends, and `storageFault` says why.
///
/// Subclasses may limit values, and write them their way; what they add must be safe to use from any thread as well.
open class StoredSetting<Value: Codable & Equatable & Sendable>: PersistenceSetting, @unchecked Sendable {
    // All properties are constant and `Sendable`; only subclasses make the attribute necessary.

    /// What the value is kept under.
    public let key: String
    public let titleString: String
    public let infoString: String
    public let defaultValue: Value
    /// Where the value is kept.
    public let storage: any StorageManager
    private let current: ReplayedValue<Numbered>
    private let keeper: ValueKeeper<Value>
    private let formatter: (@Sendable (Value) -> String)?

    /// A value, and how many came before it: so that one thread sees that another was quicker.
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

    public var value: Value {
        get { current.value.value }
        set { update { _ in newValue } }
    }

    public var valueChanged: AnyPublisher<Value, Never> { current.publisher.map(\.value).eraseToAnyPublisher() }

    /// The value that counts when `value` was asked for: itself, unless a subclass has limits.
    open func limited(_ value: Value) -> Value { value }

    /// Sets what `body` makes of the value, which may be called again where another thread sets a value meanwhile.
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
        // Whoever comes last keeps the latest value, in whatever order threads arrive here.
        if isNew { keeper.keep { self.value } }
    }

    /// Takes the value from the store, where something else may have set it.
    public func reload() {
        let kept: Value = keeper.read() ?? defaultValue
        let new = limited(kept)
        current.change { $0.take(new) }
    }

    // MARK: What the store said

    /// Why the store could not read or keep the value; `nil` where it did.
    public var storageFault: StorageError? { keeper.fault.value }

    /// `storageFault` at once, then whenever it changes.
    public var storageFaultChanged: AnyPublisher<StorageError?, Never> { keeper.fault.publisher }

    // MARK: For lists of settings

    open func format(value: Value) -> String { formatter?(value) ?? String(describing: value) }

    public var formattedValueString: String { format(value: value) }

    public var formattedValueChanged: AnyPublisher<String, Never> {
        valueChanged.map { @Sendable value in self.format(value: value) }.removeDuplicates().eraseToAnyPublisher()
    }

    open var isNumeric: Bool { false }
    open var isAtMin: Bool { false }
    open var isAtMax: Bool { false }
    open func increase() {}
    open func decrease() {}
}

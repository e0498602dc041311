import Synchronization

/// A number kept in a store, from `min` to `max` on every path: set, stepped, or found in the store.
///
/// ```swift
/// let length = NumericStoredSetting(key: "length", defaultValue: 14, min: 1, max: 20, step: 5, storage: storage)
/// length.increase()      // 19
/// length.increase()      // 20
/// length.value = 99      // 20
/// ```
open class NumericStoredSetting<Value: SettingNumber>: StoredSetting<Value>, @unchecked Sendable {
    // As `StoredSetting`: constant properties, and one under a lock.

    /// The least value.
    public let min: Value
    /// The greatest value.
    public let max: Value
    private let heldStep: Mutex<Value>

    /// What `increase()` adds and `decrease()` subtracts.
    ///
    /// - Precondition: above 0.
    public var step: Value {
        get { heldStep.withLock { $0 } }
        set {
            precondition(newValue > .zero, "\(key): expected a step above 0")
            heldStep.withLock { $0 = newValue }
        }
    }

    /// A number under a key.
    ///
    /// - Parameters:
    ///   - titleString: what it is called; `nil`: as its key.
    ///   - formatter: writes values for people; `nil`: the number without needless digits.
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value, min: Value, max: Value,
        step: Value, storage: any StorageManager & Sendable, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        precondition(min <= max && step > .zero, "\(key): expected min ≤ max and a step above 0")
        self.min = min
        self.max = max
        heldStep = Mutex(step)
        super.init(
            titleString: titleString, infoString: infoString, key: key,
            defaultValue: NumberSteps.bounded(defaultValue, min, max) ?? min, storage: storage, formatter: formatter)
    }

    override var steps: NumberSteps<Value>? { NumberSteps(min: min, max: max, step: step) }
}

import Synchronization

/// A stored number that is always clamped to `min`…`max`: when it is set, stepped or read from the store.
///
/// ```swift
/// let length = NumericStoredSetting(key: "length", defaultValue: 14, min: 1, max: 20, step: 5, storage: storage)
/// length.increase()      // 19
/// length.increase()      // 20
/// length.value = 99      // 20
/// ```
open class NumericStoredSetting<Value: SettingNumber>: StoredSetting<Value>, @unchecked Sendable {
    // `@unchecked Sendable` as for `StoredSetting`: all properties are constant, except one that a lock guards.

    /// The minimum value.
    public let min: Value
    /// The maximum value.
    public let max: Value
    private let heldStep: Mutex<Value>

    /// The amount by which `increase()` and `decrease()` change the value.
    ///
    /// - Precondition: Greater than 0.
    public var step: Value {
        get { heldStep.withLock { $0 } }
        set {
            precondition(newValue > .zero, "\(key): expected a step above 0")
            heldStep.withLock { $0 = newValue }
        }
    }

    /// Creates a numeric setting for a key.
    ///
    /// - Parameters:
    ///   - titleString: The title; `nil` to use the key.
    ///   - formatter: Formats values for display; `nil` for numbers without unnecessary digits.
    /// - Precondition: `min` ≤ `max`, and `step` is greater than 0. A default value out of range is clamped.
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

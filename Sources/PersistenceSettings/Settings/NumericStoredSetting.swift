/// A number kept in a store, from `min` to `max` on every path: set, stepped, or found in the store.
///
/// ```swift
/// let length = NumericStoredSetting(key: "length", defaultValue: 14, step: 5, min: 1, max: 20, storage: storage)
/// length.increase()      // 19
/// length.increase()      // 20
/// length.value = 99      // 20
/// ```
open class NumericStoredSetting<Value: SettingNumber>: StoredSetting<Value>, @unchecked Sendable {
    // As `StoredSetting`: constant properties.

    /// What `increase()` adds and `decrease()` subtracts.
    public let step: Value
    /// The least value.
    public let min: Value
    /// The greatest value.
    public let max: Value

    /// A setting that is called by its key.
    ///
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public convenience init(
        key: String, defaultValue: Value, step: Value, min: Value, max: Value, storage: any StorageManager
    ) {
        self.init(
            key: key, titleString: key, defaultValue: defaultValue, step: step, min: min, max: max, storage: storage)
    }

    /// A setting with all that people read.
    ///
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public init(
        key: String, titleString: String, infoString: String = "", defaultValue: Value, step: Value, min: Value,
        max: Value, storage: any StorageManager, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        precondition(min <= max && step > .zero, "\(key): expected min ≤ max and a step above 0")
        self.step = step
        self.min = min
        self.max = max
        super.init(
            key: key, titleString: titleString, infoString: infoString,
            defaultValue: Self.clamped(defaultValue, min, max) ?? min, storage: storage,
            formatter: formatter ?? { @Sendable value in value.settingText })
    }

    /// The nearest value from `min` to `max`; the default for NaN.
    open override func limited(_ value: Value) -> Value { Self.clamped(value, min, max) ?? defaultValue }

    /// True.
    open override var isNumeric: Bool { true }
    /// The value is `min`.
    open override var isAtMin: Bool { value <= min }
    /// The value is `max`.
    open override var isAtMax: Bool { value >= max }
    /// Adds `step` to the value, at most up to `max`.
    open override func increase() { update { $0.steppedUp(by: step) } }
    /// Subtracts `step` from the value, at most down to `min`.
    open override func decrease() { update { $0.steppedDown(by: step) } }

    private static func clamped(_ value: Value, _ min: Value, _ max: Value) -> Value? {
        value.isOrdered ? Swift.min(Swift.max(value, min), max) : nil
    }
}

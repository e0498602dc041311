/// A setting of any value type, with the parts that a list of settings displays.
public protocol PersistenceSettingBase: AnyObject {
    /// The title.
    var titleString: String { get }
    /// A description of the setting's purpose; may be empty.
    var infoString: String { get }
    /// The value, formatted by `format(value:)`.
    var formattedValueString: String { get }
    /// A Boolean value that indicates whether the value is a number that `increase()` and `decrease()` can change.
    var isNumeric: Bool { get }
    /// A Boolean value that indicates whether the value is the minimum; `false` if it is not numeric.
    var isAtMin: Bool { get }
    /// A Boolean value that indicates whether the value is the maximum; `false` if it is not numeric.
    var isAtMax: Bool { get }
    /// Adds a step, up to the maximum; has no effect if the value is not numeric.
    func increase()
    /// Subtracts a step, down to the minimum; has no effect if the value is not numeric.
    func decrease()
    /// Publishes the current `formattedValueString`, then every change.
    var formattedValueChanged: AnyPublisher<String, Never> { get }
}

/// A setting with a value.
public protocol PersistenceSetting<T>: PersistenceSettingBase {
    /// The type of the value.
    associatedtype T

    /// The value that applies if none is stored.
    var defaultValue: T { get }
    /// The value. A new value is clamped to the allowed range and stored.
    var value: T { get set }
    /// Publishes the current `value`, then every change.
    var valueChanged: AnyPublisher<T, Never> { get }
    /// Returns a value formatted for display.
    func format(value: T) -> String
}

/// A Boolean setting.
public protocol PersistenceSettingFlag: PersistenceSetting where T == Bool {
    /// A Boolean value that indicates whether the setting is on; equal to `value`.
    var isSet: Bool { get set }
    /// Inverts the setting.
    func toggle()
}

extension PersistenceSettingFlag {
    /// A Boolean value that indicates whether the setting is on; equal to `value`.
    public var isSet: Bool {
        get { value }
        set { value = newValue }
    }

    /// Inverts the setting.
    public func toggle() { value = !value }
}

/// A setting that is stored under a key of the user defaults.
public protocol UserDefaultsSettingBase: PersistenceSettingBase {
    /// The key of the user defaults.
    var key: String { get }
}

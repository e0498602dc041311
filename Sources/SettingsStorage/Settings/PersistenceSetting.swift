/// A setting as a list of settings shows it, whatever the type of its value: texts, steps, and their changes.
public protocol PersistenceSettingBase: AnyObject {
    /// What it is called.
    var titleString: String { get }
    /// What it is for; may be empty.
    var infoString: String { get }
    /// The value as `format(value:)` writes it.
    var formattedValueString: String { get }
    /// The value is a number, which `increase()` and `decrease()` change.
    var isNumeric: Bool { get }
    /// The value is the least there is; false for what isn't numeric.
    var isAtMin: Bool { get }
    /// The value is the greatest there is; false for what isn't numeric.
    var isAtMax: Bool { get }
    /// Adds a step, at most up to the greatest value; does nothing where the value isn't numeric.
    func increase()
    /// Subtracts a step, at most down to the least value; does nothing where the value isn't numeric.
    func decrease()
    /// `formattedValueString` at once, then whenever it changes.
    var formattedValueChanged: AnyPublisher<String, Never> { get }
}

/// A setting with its value.
public protocol PersistenceSetting<T>: PersistenceSettingBase {
    /// The type of the value.
    associatedtype T

    /// The value where none was set.
    var defaultValue: T { get }
    /// The value. What is set is limited to what is allowed, and kept.
    var value: T { get set }
    /// `value` at once, then whenever it changes.
    var valueChanged: AnyPublisher<T, Never> { get }
    /// A value as people read it.
    func format(value: T) -> String
}

/// A setting that is on or off.
public protocol PersistenceSettingFlag: PersistenceSetting where T == Bool {
    /// The setting is on; the same as `value`.
    var isSet: Bool { get set }
    /// Turns it on where it is off, and off where it is on.
    func toggle()
}

extension PersistenceSettingFlag {
    /// The setting is on; the same as `value`.
    public var isSet: Bool {
        get { value }
        set { value = newValue }
    }

    /// Turns it on where it is off, and off where it is on.
    public func toggle() { value = !value }
}

/// A setting that is kept under a key of the user defaults.
public protocol UserDefaultsSettingBase: PersistenceSettingBase {
    /// The key of the user defaults.
    var key: String { get }
}

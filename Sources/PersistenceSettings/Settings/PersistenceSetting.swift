/// A setting as a list of settings shows it, whatever its value is: words, steps, and news of both.
public protocol PersistenceSettingBase: AnyObject {
    /// What it is called.
    var titleString: String { get }
    /// What it is for; may be empty.
    var infoString: String { get }
    /// The value as `format(value:)` writes it.
    var formattedValueString: String { get }
    /// The value is a number, so that `increase()` and `decrease()` mean something.
    var isNumeric: Bool { get }
    /// The value is the least there is; false for what isn't numeric.
    var isAtMin: Bool { get }
    /// The value is the greatest there is; false for what isn't numeric.
    var isAtMax: Bool { get }
    /// Goes a step up, at most to the greatest value; nothing happens to what isn't numeric.
    func increase()
    /// Goes a step down, at most to the least value; nothing happens to what isn't numeric.
    func decrease()
    /// `formattedValueString` at once, then whenever it changes.
    var formattedValueChanged: AnyPublisher<String, Never> { get }
}

/// A setting with its value.
public protocol PersistenceSetting<Value>: PersistenceSettingBase {
    associatedtype Value: Equatable

    /// The value where none was set.
    var defaultValue: Value { get }
    /// The value. What is set is limited to what is allowed, and kept.
    var value: Value { get set }
    /// `value` at once, then whenever it changes.
    var valueChanged: AnyPublisher<Value, Never> { get }
    /// A value as people read it.
    func format(value: Value) -> String
}

/// A setting that is on or off.
public protocol PersistenceSettingFlag: PersistenceSettingBase {
    /// On.
    var isSet: Bool { get set }
    /// Makes it what it isn't.
    func toggle()
}

/// A setting that is kept under a key of the user defaults.
public protocol UserDefaultsSettingBase: PersistenceSettingBase {
    var key: String { get }
}

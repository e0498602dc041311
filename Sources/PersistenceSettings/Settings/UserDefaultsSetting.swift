public import Foundation

/// A setting kept in the user defaults (`UserDefaultsStorage`).
///
/// ```swift
/// let theme = UserDefaultsSetting(key: "theme", defaultValue: "dark")
/// ```
open class UserDefaultsSetting<Value: Codable & Equatable & Sendable>: StoredSetting<Value>, UserDefaultsSettingBase,
    @unchecked Sendable
{
    // As `StoredSetting`: constant properties.

    /// A setting that is called by its key.
    public convenience init(key: String, defaultValue: Value, userDefaults: UserDefaults = .standard) {
        self.init(key: key, titleString: key, defaultValue: defaultValue, userDefaults: userDefaults)
    }

    /// A setting with all that people read.
    ///
    /// - Parameter formatter: writes values for people; as their description if left out.
    public init(
        key: String, titleString: String, infoString: String = "", defaultValue: Value,
        userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            key: key, titleString: titleString, infoString: infoString, defaultValue: defaultValue,
            storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

/// A number kept in the user defaults, from `min` to `max` on every path.
///
/// ```swift
/// let length = NumericUserDefaultsSetting(key: "length", defaultValue: 14, step: 1, min: 1, max: 200)
/// ```
open class NumericUserDefaultsSetting<Value: SettingNumber>: NumericStoredSetting<Value>, UserDefaultsSettingBase,
    @unchecked Sendable
{
    // As `StoredSetting`: constant properties.

    /// A setting that is called by its key.
    ///
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public convenience init(
        key: String, defaultValue: Value, step: Value, min: Value, max: Value, userDefaults: UserDefaults = .standard
    ) {
        self.init(
            key: key, titleString: key, defaultValue: defaultValue, step: step, min: min, max: max,
            userDefaults: userDefaults)
    }

    /// A setting with all that people read.
    ///
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public init(
        key: String, titleString: String, infoString: String = "", defaultValue: Value, step: Value, min: Value,
        max: Value, userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            key: key, titleString: titleString, infoString: infoString, defaultValue: defaultValue, step: step,
            min: min, max: max, storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

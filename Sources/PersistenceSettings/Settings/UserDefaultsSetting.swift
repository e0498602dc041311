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

    /// A setting of a key of the user defaults.
    ///
    /// - Parameters:
    ///   - titleString: what it is called; `nil`: as its key.
    ///   - formatter: writes values for people; `nil`: as `StoredSetting` does.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value,
        userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            titleString: titleString, infoString: infoString, key: key, defaultValue: defaultValue,
            storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

/// A number kept in the user defaults, from `min` to `max` on every path.
///
/// ```swift
/// let length = NumericUserDefaultsSetting(key: "length", defaultValue: 14, min: 1, max: 200, step: 1)
/// ```
open class NumericUserDefaultsSetting<Value: SettingNumber>: NumericStoredSetting<Value>, UserDefaultsSettingBase,
    @unchecked Sendable
{
    // As `StoredSetting`: constant properties.

    /// A number under a key of the user defaults.
    ///
    /// - Parameters:
    ///   - titleString: what it is called; `nil`: as its key.
    ///   - formatter: writes values for people; `nil`: the number without needless digits.
    /// - Precondition: `min` ≤ `max`, and `step` is above 0. A default outside counts as the nearest value inside.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value, min: Value, max: Value,
        step: Value, userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            titleString: titleString, infoString: infoString, key: key, defaultValue: defaultValue, min: min, max: max,
            step: step, storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

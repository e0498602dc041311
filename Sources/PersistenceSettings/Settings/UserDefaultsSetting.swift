public import Foundation

/// A setting stored in the user defaults (`UserDefaultsStorage`).
///
/// ```swift
/// let theme = UserDefaultsSetting(key: "theme", defaultValue: "dark")
/// ```
open class UserDefaultsSetting<Value: Codable & Equatable & Sendable>: StoredSetting<Value>, UserDefaultsSettingBase,
    @unchecked Sendable
{
    // `@unchecked Sendable` as for `StoredSetting`: all properties are constant.

    /// Creates a setting for a key of the user defaults.
    ///
    /// - Parameters:
    ///   - titleString: The title; `nil` to use the key.
    ///   - formatter: Formats values for display; `nil` for the format of `StoredSetting`.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value,
        userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            titleString: titleString, infoString: infoString, key: key, defaultValue: defaultValue,
            storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

/// A number in the user defaults that is always clamped to `min`…`max`.
///
/// ```swift
/// let length = NumericUserDefaultsSetting(key: "length", defaultValue: 14, min: 1, max: 200, step: 1)
/// ```
open class NumericUserDefaultsSetting<Value: SettingNumber>: NumericStoredSetting<Value>, UserDefaultsSettingBase,
    @unchecked Sendable
{
    // `@unchecked Sendable` as for `StoredSetting`: all properties are constant.

    /// Creates a numeric setting for a key of the user defaults.
    ///
    /// - Parameters:
    ///   - titleString: The title; `nil` to use the key.
    ///   - formatter: Formats values for display; `nil` for numbers without unnecessary digits.
    /// - Precondition: `min` ≤ `max`, and `step` is greater than 0. A default value out of range is clamped.
    public init(
        titleString: String? = nil, infoString: String = "", key: String, defaultValue: Value, min: Value, max: Value,
        step: Value, userDefaults: UserDefaults = .standard, formatter: (@Sendable (Value) -> String)? = nil
    ) {
        super.init(
            titleString: titleString, infoString: infoString, key: key, defaultValue: defaultValue, min: min, max: max,
            step: step, storage: UserDefaultsStorage(userDefaults), formatter: formatter)
    }
}

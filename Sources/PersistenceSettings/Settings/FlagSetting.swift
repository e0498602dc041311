/// Something on or off, kept in a store.
open class FlagSetting: StoredSetting<Bool>, PersistenceSettingFlag, @unchecked Sendable {
    // As `StoredSetting`: constant properties.

    public var isSet: Bool {
        get { value }
        set { value = newValue }
    }

    public func toggle() { update { !$0 } }

    /// `On` or `Off`, unless the setting was made with words of its own.
    public override init(
        key: String, titleString: String, infoString: String = "", defaultValue: Bool, storage: any StorageManager,
        formatter: (@Sendable (Bool) -> String)? = nil
    ) {
        super.init(
            key: key, titleString: titleString, infoString: infoString, defaultValue: defaultValue, storage: storage,
            formatter: formatter ?? { @Sendable isSet in isSet ? "On" : "Off" })
    }
}

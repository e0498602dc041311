/// A setting that is on or off, kept in a store.
open class FlagSetting: StoredSetting<Bool>, PersistenceSettingFlag, @unchecked Sendable {
    // As `StoredSetting`: constant properties.

    /// The setting is on; the same as `value`.
    public var isSet: Bool {
        get { value }
        set { value = newValue }
    }

    /// Turns it on where it is off, and off where it is on.
    public func toggle() { update { !$0 } }

    /// A setting with all that people read.
    ///
    /// - Parameter formatter: writes values for people; as `On` and `Off` if left out.
    public override init(
        key: String, titleString: String, infoString: String = "", defaultValue: Bool, storage: any StorageManager,
        formatter: (@Sendable (Bool) -> String)? = nil
    ) {
        super.init(
            key: key, titleString: titleString, infoString: infoString, defaultValue: defaultValue, storage: storage,
            formatter: formatter ?? { @Sendable isSet in isSet ? "On" : "Off" })
    }
}

// Settings, and the stores in files and memory, are a separate module. So programs that do not use user defaults, such
// as `ipf`, do not link all of Foundation.
@_exported public import SettingsStorage

// Settings and the stores in files and memory are a separate module. So programs without user defaults, such as `ipf`,
// do not need all of Foundation.
@_exported public import SettingsStorage

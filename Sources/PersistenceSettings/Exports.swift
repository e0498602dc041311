// Settings and the stores of files and memory are a module of their own: a program that keeps no user defaults, as `ipf`, does without
// all of Foundation by it.
@_exported public import SettingsStorage

// Reading a source creates profiles, so this module re-exports `ProfileFormat`. The compressors of `Packing` are
// `package` declarations, so users of the package do not see them.
@_exported public import Packing
@_exported public import ProfileFormat

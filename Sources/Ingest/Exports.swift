// Reading a source yields profiles, so this module re-exports `ProfileFormat`. The compressors of `Packing` are
// `package`, so clients do not see them.
@_exported public import Packing
@_exported public import ProfileFormat

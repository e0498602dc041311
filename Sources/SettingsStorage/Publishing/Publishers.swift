// The only import of publishers: Combine if it exists, otherwise OpenCombine. Other modules import them from this
// module.
#if canImport(Combine)
    @_exported public import Combine
#else
    @_exported public import OpenCombine
    @_exported public import OpenCombineDispatch
#endif

// The only import of Combine or, if that does not exist, of OpenCombine. Other modules use publishers through this
// module.
#if canImport(Combine)
    @_exported public import Combine
#else
    @_exported public import OpenCombine
    @_exported public import OpenCombineDispatch
#endif

/// The one import of publishers: Combine where it exists, else OpenCombine. Every other module imports this one.
#if canImport(Combine)
    @_exported public import Combine
#else
    @_exported public import OpenCombine
    @_exported public import OpenCombineDispatch
#endif

// The one import of publishers: Combine where it exists, else OpenCombine. Other modules import this module, which exports them.
#if canImport(Combine)
    @_exported public import Combine
#else
    @_exported public import OpenCombine
    @_exported public import OpenCombineDispatch
#endif

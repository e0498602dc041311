/// The one import of publishers: Combine where it exists, else OpenCombine. Every other room imports this one.
@_exported public import OpenCombineShim

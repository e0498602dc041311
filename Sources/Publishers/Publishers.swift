/// The one import of publishers: Combine where it exists, else OpenCombine. Every other module imports this one.
@_exported public import OpenCombineShim

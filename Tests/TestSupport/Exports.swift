// Tests draw their random numbers from the generator's own source.
@_exported public import ProfileGenerator

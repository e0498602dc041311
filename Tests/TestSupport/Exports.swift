// Tests use the random number generator of ProfileGenerator.
@_exported public import ProfileGenerator

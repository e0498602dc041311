#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Functions of real numbers in the C library, for modules that import neither the C library nor Foundation.
package enum RealFunctions {
    /// Returns the natural logarithm of `x`.
    package static func log(_ x: Double) -> Double { systemLog(x) }

    /// Returns e to the power of `x`.
    package static func exp(_ x: Double) -> Double { systemExp(x) }

    /// Returns the sine of an angle in radians.
    package static func sin(_ x: Double) -> Double { systemSin(x) }
}

// The functions of the system, under names that no method of this type shadows.

private func systemLog(_ x: Double) -> Double { log(x) }

private func systemExp(_ x: Double) -> Double { exp(x) }

private func systemSin(_ x: Double) -> Double { sin(x) }

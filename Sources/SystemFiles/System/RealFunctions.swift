#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The C library's functions of real numbers, for modules that import neither it nor Foundation.
package enum RealFunctions {
    /// The natural logarithm.
    package static func log(_ x: Double) -> Double { systemLog(x) }

    /// e to the power of x.
    package static func exp(_ x: Double) -> Double { systemExp(x) }

    /// The sine of an angle in radians.
    package static func sin(_ x: Double) -> Double { systemSin(x) }
}

// The system's calls, under names that no method shadows.

private func systemLog(_ x: Double) -> Double { log(x) }

private func systemExp(_ x: Double) -> Double { exp(x) }

private func systemSin(_ x: Double) -> Double { sin(x) }

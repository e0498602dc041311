#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// An instant has the size of an `Int64`. It can be converted from and to Foundation's `Date`.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var milliseconds: Int64

    /// Creates the instant `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates the instant `seconds` after 1970-01-01T00:00:00Z, clamped to the range of `Int64` milliseconds.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// The seconds since 1970-01-01T00:00:00Z, rounded down.
    public var seconds: Int64 { Self.floorDivide(milliseconds, by: 1000) }

    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// Returns the instant `duration` later, clamped to the range of `Int64` milliseconds. Drops fractions of a
    /// millisecond.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Instant(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the time from `b` to `a`; negative if `a` is before `b`.
    public static func - (a: Instant, b: Instant) -> Duration {
        .milliseconds(a.milliseconds) - .milliseconds(b.milliseconds)
    }

    /// The text in ISO 8601: `2024-03-05T14:30:00Z`, or `2024-03-05T14:30:00.123Z` if the milliseconds are not 0.
    public var description: String {
        let days = Self.floorDivide(milliseconds, by: 86_400_000)
        // Subtracting the midnight would overflow for the earliest instants.
        let rest = Int((milliseconds % 86_400_000 + 86_400_000) % 86_400_000)
        return "\(CalendarDate(dayNumber: Int(days)))T\(ClockTime(second: rest / 1000))"
            + (rest % 1000 == 0 ? "Z" : ".\(String(1000 + rest % 1000).dropFirst())Z")
    }

    static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}

extension Instant: Codable {
    /// Decodes the number of milliseconds.
    ///
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the number of milliseconds.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded toward zero and clamped to `Int64`.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }
}

/// A time of day for messages.
struct ClockTime: CustomStringConvertible {
    /// Seconds since midnight, 0…86399.
    let second: Int

    /// The text `HH:MM:SS`.
    var description: String {
        (second / 3600).twoDigits + ":" + (second / 60 % 60).twoDigits + ":" + (second % 60).twoDigits
    }
}

// MARK: - Dates

extension Instant {
    /// Creates an instant from a `Date`, rounded down to a millisecond and clamped to the range of `Int64`
    /// milliseconds.
    public init(_ date: Date) {
        // A `Date` stores binary fractions of a second, which usually differ by a few nanoseconds from the intended
        // millisecond. Therefore, round to microseconds first.
        let milliseconds = ((date.timeIntervalSince1970 * 1_000_000).rounded() / 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Date {
    /// Creates a date from an `Instant`.
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
}

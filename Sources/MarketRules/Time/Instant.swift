#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// One word, compared and hashed as one; `Date` converts both ways where Foundation is at hand.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
    public var milliseconds: Int64

    /// The moment `milliseconds` after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment `seconds` after 1970-01-01T00:00:00Z; what no `Int64` of milliseconds holds becomes the farthest
    /// moment.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var seconds: Int64 { Self.floorDivide(milliseconds, by: 1000) }

    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// The moment `duration` later, fractions of a millisecond dropped; clamped to the farthest moment.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Instant(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from `b` to `a`, negative where `a` is earlier.
    public static func - (a: Instant, b: Instant) -> Duration {
        .milliseconds(a.milliseconds) - .milliseconds(b.milliseconds)
    }

    /// `2024-03-05T14:30:00Z`, with `.123` before the `Z` where milliseconds are left over.
    public var description: String {
        let days = Self.floorDivide(milliseconds, by: 86_400_000)
        // Not the difference to that midnight, which the farthest moments can't hold.
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
    /// Reads the number of milliseconds.
    ///
    /// - Throws: what the decoder throws.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the number of milliseconds.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Duration {
    /// Rounded towards zero, clamped to `Int64`.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }
}

/// A time of the wall clock for messages: `09:30` or `09:30:15`.
struct ClockTime: CustomStringConvertible {
    /// 0…86399.
    let second: Int

    /// Always `HH:MM:SS`.
    var description: String {
        (second / 3600).twoDigits + ":" + (second / 60 % 60).twoDigits + ":" + (second % 60).twoDigits
    }
}

// MARK: - Dates

extension Instant {
    /// The moment of a `Date`, rounded down to a millisecond; a date beyond what milliseconds hold becomes the
    /// farthest moment.
    public init(_ date: Date) {
        // A date counts in binary fractions of a second, mostly some nanoseconds beside the millisecond that was meant.
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

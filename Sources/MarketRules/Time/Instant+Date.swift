#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Instant {
    /// The moment of a `Date`, rounded down to a millisecond; a date beyond what milliseconds hold becomes the farthest moment.
    public init(_ date: Date) {
        // A date counts in binary fractions of a second, mostly some nanoseconds beside the millisecond that was meant.
        let milliseconds = ((date.timeIntervalSince1970 * 1_000_000).rounded() / 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Date {
    /// The same moment as an `Instant`.
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
}

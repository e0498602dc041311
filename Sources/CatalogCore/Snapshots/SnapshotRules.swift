internal import Scanning

/// What a snapshot may take away from the catalog that it is to take the place of.
///
/// A source that was cut off looks like one whose other instruments are gone, and so does a server that went wrong. So a snapshot is
/// refused, and what is known stays, if that is anything,
/// - where it lacks `##COMPLETE` and what is known is complete,
/// - where it brings no instruments at all,
/// - where it would remove more than a share of the known instruments.
///
/// An import (`CatalogBuilder.rules`) and the follower of `CatalogSync` decide by the same rules.
public struct SnapshotRules: Hashable, Sendable {
    /// A snapshot without `##COMPLETE` is taken, in place of a complete one too, whatever it removes.
    public var allowsIncomplete = false
    /// A complete snapshot is taken whatever it removes.
    public var allowsShrink = false
    /// The most that a snapshot may remove of the known instruments: a share, 0 to 1.
    public var mostRemoved = 0.5

    /// The rules that suit nearly every source: at most half of the instruments go at once.
    public init() {}

    /// Why a snapshot is refused; `nil` where it is taken.
    ///
    /// - Parameters:
    ///   - known: the instruments before it.
    ///   - removed: those of them that it would remove.
    ///   - brought: the instruments that it brought, known or not.
    ///   - isComplete: all of it ended with `##COMPLETE`.
    ///   - cutOff: the sources that had to be complete and are not, as far as they have names; `nil` where there is none.
    package func refusal(
        known: Int, removed: Int, brought: Int, isComplete: Bool, cutOff: [String]?
    ) -> SnapshotRefusal? {
        if known == 0 || !isComplete && allowsIncomplete { return nil }
        let loss = "would have removed \(removed) of \(known) instruments"
        if let cutOff {
            let sources = cutOff.isEmpty ? "" : cutOff.joined(separator: ", ") + ": "
            return SnapshotRefusal(
                cause: .incomplete, instruments: known, removed: removed, sources: cutOff,
                description: "\(sources)no ##COMPLETE was seen: it may have been cut off, and \(loss)")
        }
        if allowsShrink || removed == 0 { return nil }
        if brought == 0 {
            return SnapshotRefusal(
                cause: .empty, instruments: known, removed: removed, sources: [],
                description: "it brought no instruments, and \(loss)")
        }
        guard Double(removed) > Double(known) * mostRemoved else { return nil }
        let share = DecimalNumber.format((mostRemoved * 1e6).rounded() / 1e4)
        return SnapshotRefusal(
            cause: .shrink, instruments: known, removed: removed, sources: [],
            description: "it \(loss), more than \(share)%"
        )
    }
}

/// Why a snapshot was not taken (`SnapshotRules`).
public struct SnapshotRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The rule that it broke.
    public enum Cause: String, Hashable, Sendable {
        /// It lacks `##COMPLETE`, and what is known is complete.
        case incomplete
        /// It brought no instruments.
        case empty
        /// It would have removed more than `SnapshotRules.mostRemoved` allows.
        case shrink
    }

    /// The rule that it broke.
    public var cause: Cause
    /// The instruments that are known, and stay.
    public var instruments: Int
    /// How many of them it would have removed.
    public var removed: Int
    /// The sources that lack `##COMPLETE`, as far as they have names.
    package var sources: [String]
    /// What was found and what it would have done, one line for people: `it would have removed 24 of 31 instruments, more than 50%`.
    public let description: String
}

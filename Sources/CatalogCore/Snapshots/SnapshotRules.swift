internal import Scanning

/// The rules that decide whether a snapshot may remove instruments from the catalog that it replaces.
///
/// A truncated source, or a faulty server, looks like a source whose other instruments were removed. A non-empty
/// catalog therefore refuses a snapshot and stays unchanged if the snapshot
/// - lacks `##COMPLETE` although the catalog is complete,
/// - contains no instruments, or
/// - would remove more than a given share of the instruments.
///
/// An import (`CatalogBuilder.rules`) and the follower of `CatalogSync` use the same rules.
public struct SnapshotRules: Hashable, Sendable {
    /// A Boolean value that indicates whether a snapshot without `##COMPLETE` is accepted, whatever it removes.
    public var allowsIncomplete = false
    /// A Boolean value that indicates whether a complete snapshot is accepted, whatever it removes.
    public var allowsShrink = false
    /// The largest share of the instruments that a snapshot may remove, from 0 to 1.
    public var mostRemoved = 0.5

    /// Creates the default rules: a snapshot may remove at most half of the instruments.
    public init() {}

    /// Returns the reason why a snapshot is refused; `nil` if it is accepted.
    ///
    /// - Parameters:
    ///   - known: The number of instruments before the snapshot.
    ///   - removed: The number of known instruments that the snapshot would remove.
    ///   - brought: The number of instruments in the snapshot, known or new.
    ///   - isComplete: Whether the whole snapshot ended with `##COMPLETE`.
    ///   - cutOff: The names, if known, of the sources that should be complete and are not; `nil` if there are no such
    ///     sources.
    package func refusal(
        known: Int, removed: Int, brought: Int, isComplete: Bool, cutOff: [String]?
    ) -> SnapshotRefusal? {
        if known == 0 || !isComplete && allowsIncomplete { return nil }
        let loss = "would have removed \(removed) of \(known) instruments"
        if let cutOff {
            let sources = cutOff.isEmpty ? "" : cutOff.joined(separator: ", ") + ": "
            return SnapshotRefusal(
                cause: .incomplete, instruments: known, removed: removed, sources: cutOff,
                description: "\(sources)no ##COMPLETE was found, so the source may be truncated; it \(loss)")
        }
        if allowsShrink || removed == 0 { return nil }
        if brought == 0 {
            return SnapshotRefusal(
                cause: .empty, instruments: known, removed: removed, sources: [],
                description: "it has no instruments, and \(loss)")
        }
        guard Double(removed) > Double(known) * mostRemoved else { return nil }
        let share = DecimalNumber.format((mostRemoved * 1e6).rounded() / 1e4)
        return SnapshotRefusal(
            cause: .shrink, instruments: known, removed: removed, sources: [],
            description: "it \(loss), more than \(share)%"
        )
    }
}

/// A refused snapshot and the reason (`SnapshotRules`).
public struct SnapshotRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The rule that a snapshot violates.
    public enum Cause: String, Hashable, Sendable {
        /// The snapshot lacks `##COMPLETE`, but the catalog is complete.
        case incomplete
        /// The snapshot contains no instruments.
        case empty
        /// The snapshot would have removed more than `SnapshotRules.mostRemoved` allows.
        case shrink
    }

    /// The violated rule.
    public var cause: Cause
    /// The number of instruments in the catalog, which is unchanged.
    public var instruments: Int
    /// The number of instruments that the snapshot would have removed.
    public var removed: Int
    /// The names, if known, of the sources that lack `##COMPLETE`.
    package var sources: [String]
    /// The message, on one line: `it would have removed 24 of 31 instruments, more than 50%`.
    public let description: String
}

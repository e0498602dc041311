public import ProfileFormat

/// A fault of a live connection, and its consequence. No fault removes instruments.
public struct LiveFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, which programs can distinguish.
    public enum Kind: Hashable, Sendable {
        /// The request failed, the response was interrupted, or it could not be inflated.
        case source(IngestError)
        /// Nothing arrived for longer than `LiveOptions.silence`, not even a heartbeat.
        case silent
        /// A record is malformed. It is skipped, and the snapshot that contains it does not count as complete.
        case malformed(ProfileFormatError)
        /// Input was read or skipped that is probably a mistake. This is reported once per kind and response.
        case warning(ProfileWarning)
        /// More than 1,000 records are malformed.
        case tooManyMalformed
        /// The snapshot was marked as complete, but `records` of its records were malformed. Nothing is removed,
        /// because each of these records may be a known instrument.
        case damagedSnapshot(records: Int)
        /// The response does not contain profiles; it may be an error page of a proxy.
        case notProfiles
        /// The response has no body.
        case empty
        /// The snapshot ended after `profiles` profiles without `##COMPLETE`, so it may have been cut off.
        case incomplete(profiles: Int)
        /// A live source ended its response.
        case ended
    }

    /// The kind of fault.
    public var kind: Kind
    /// One line for users: what was found and the consequence, without credentials.
    public var reason: String
    /// The time until the next attempt; `nil` if the connection continues or is closed.
    public var retryIn: Duration?

    package init(kind: Kind, reason: String, retryIn: Duration? = nil) {
        self.kind = kind
        self.reason = reason
        self.retryIn = retryIn
    }

    /// A Boolean value that indicates whether the response continues. If it continues, the fault is about a record or
    /// delays removals.
    package var goesOn: Bool {
        switch kind {
        case .malformed, .warning, .damagedSnapshot: true
        case .source, .silent, .tooManyMalformed, .notProfiles, .empty, .incomplete, .ended: false
        }
    }

    /// Whether the response ended without an error, but the source did not mark the snapshot as complete.
    package var isOfIncompleteSnapshot: Bool {
        switch kind {
        case .incomplete, .empty: true
        default: false
        }
    }

    /// The reason and the time of the next attempt, such as `https://host/ipf: no connection (…); next try in 2.0 s`.
    public var description: String {
        guard let retryIn else { return reason }
        let tenths = (retryIn.milliseconds + 50) / 100
        return "\(reason); next try in \(tenths / 10).\(tenths % 10) s"
    }
}

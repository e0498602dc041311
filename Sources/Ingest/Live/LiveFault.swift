public import ProfileFormat

/// A fault of a live connection, and its consequence. No fault removes instruments.
public struct LiveFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault, for programs to distinguish.
    public enum Kind: Hashable, Sendable {
        /// The request failed, the response broke off, or it could not be inflated.
        case source(IngestError)
        /// Nothing arrived for longer than `LiveOptions.silence`, not even a heartbeat.
        case silent
        /// A record is malformed. It is skipped, and its snapshot does not count as complete.
        case malformed(ProfileFormatError)
        /// Input that was read or skipped, but is probably a mistake; reported once per kind and response.
        case warning(ProfileWarning)
        /// More than 1,000 records are malformed.
        case tooManyMalformed
        /// The snapshot was reported complete, but this many of its records were malformed. Nothing is removed, because
        /// each of them may be a known instrument.
        case damagedSnapshot(records: Int)
        /// The response does not contain profiles; it may be a page from a proxy.
        case notProfiles
        /// The response has no body.
        case empty
        /// The snapshot ended after this many profiles without `##COMPLETE`, so it may have been cut off.
        case incomplete(profiles: Int)
        /// A live source ended its response.
        case ended
    }

    /// The kind of fault.
    public var kind: Kind
    /// One line for people: what was found and its consequence, without credentials.
    public var reason: String
    /// The time until the next attempt; `nil` if the connection continues or is closed.
    public var retryIn: Duration?

    package init(kind: Kind, reason: String, retryIn: Duration? = nil) {
        self.kind = kind
        self.reason = reason
        self.retryIn = retryIn
    }

    /// A Boolean value that indicates whether the response continues. If so, the fault concerns a record or delays
    /// removals; if not, the response has ended.
    package var goesOn: Bool {
        switch kind {
        case .malformed, .warning, .damagedSnapshot: true
        case .source, .silent, .tooManyMalformed, .notProfiles, .empty, .incomplete, .ended: false
        }
    }

    /// Whether the response ended regularly, but the source had not marked the snapshot as complete.
    package var isOfIncompleteSnapshot: Bool {
        switch kind {
        case .incomplete, .empty: true
        default: false
        }
    }

    /// The reason and the next attempt: `https://host/ipf: no connection (…); next try in 2.0 s`.
    public var description: String {
        guard let retryIn else { return reason }
        let tenths = (retryIn.milliseconds + 50) / 100
        return "\(reason); next try in \(tenths / 10).\(tenths % 10) s"
    }
}

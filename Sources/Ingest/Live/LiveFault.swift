public import ProfileFormat

/// What went wrong in a live connection, and what becomes of it. None of them removes anything.
public struct LiveFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: Hashable, Sendable {
        /// The source could not be asked, or the answer broke off or can't be inflated.
        case source(IngestError)
        /// Nothing came for longer than `LiveOptions.silence`, heartbeats neither.
        case silent
        /// A record can't be read. It is left out, and a snapshot that it belongs to does not count as complete.
        case malformed(ProfileFormatError)
        /// Something is hardly what was meant, though it was read, or passed over: the first of its kind in an answer.
        case warning(ProfileWarning)
        /// More than 1,000 records can't be read.
        case tooManyMalformed
        /// The snapshot was reported complete, but this many of its records could not be read: any of them may be one that is
        /// known, so nothing is removed.
        case damagedSnapshot(records: Int)
        /// The answer is something else than instrument profiles: a page of a proxy, say.
        case notProfiles
        /// The answer has no body.
        case empty
        /// The snapshot ended without `##COMPLETE`, after this many profiles: it may have been cut off.
        case incomplete(profiles: Int)
        /// A live source ended its answer.
        case ended
    }

    /// The kind of fault.
    public var kind: Kind
    /// What was found and what becomes of it: one line, for people, without credentials.
    public var reason: String
    /// The time to the next try; `nil` where the connection goes on as it is, or is over.
    public var retryIn: Duration?

    package init(kind: Kind, reason: String, retryIn: Duration? = nil) {
        self.kind = kind
        self.reason = reason
        self.retryIn = retryIn
    }

    /// The answer goes on: only a record is missing or in question, or a removal put off. Else it is over, and what of a snapshot came is all of it.
    package var goesOn: Bool {
        switch kind {
        case .malformed, .warning, .damagedSnapshot: true
        case .source, .silent, .tooManyMalformed, .notProfiles, .empty, .incomplete, .ended: false
        }
    }

    /// The answer ended as if it were whole, but the source had not said that it was.
    package var isOfIncompleteSnapshot: Bool {
        switch kind {
        case .incomplete, .empty: true
        default: false
        }
    }

    /// `https://host/ipf: no connection (…); next try in 2.0 s`
    public var description: String {
        guard let retryIn else { return reason }
        let tenths = (retryIn.milliseconds + 50) / 100
        return "\(reason); next try in \(tenths / 10).\(tenths % 10) s"
    }
}

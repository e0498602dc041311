internal import Ingest

/// The reason that the last load brought no new instruments, with the position of the error.
///
/// ```swift
/// if let fault = provider.loadFault {
///     print(fault)                               // all.ipf: line 3, column 9: …
///     print(fault.position?.line ?? 0)           // 3
/// }
/// ```
public struct LoadFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, as the provider publishes it.
    public let kind: ServerError
    /// A one-line message with what was found, what was expected and a suggestion, without credentials.
    public let reason: String
    /// The position of the unreadable record; `nil` for other faults, and for damage outside of records.
    public let position: SourcePosition?

    init(_ kind: ServerError, reason: String, position: SourcePosition? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
    }

    /// Creates a fault from an error that occurred when reading a source or building a catalog.
    package init(_ cause: any Error) {
        switch cause {
        case let fault as LoadFault: self = fault
        case let fault as LiveFault:
            self.init(ServerError(fault), reason: fault.description, position: fault.kind.position)
        case let error as ProfileFormatError:
            self.init(.parseError, reason: error.description, position: error.position)
        default: self.init(ServerError(cause), reason: "\(cause)")
        }
    }

    /// Creates a fault for a refused snapshot.
    init(_ refusal: SnapshotRefusal, at address: SourceAddress) {
        let found = refusal.sources.isEmpty ? "\(address): \(refusal)" : refusal.description
        self.init(.unknown, reason: "\(found); the current instruments remain")
    }

    /// The message; equal to `reason`.
    public var description: String { reason }
}

extension LiveFault.Kind {
    /// The position of the unreadable record; `nil` for other faults.
    fileprivate var position: SourcePosition? {
        switch self {
        case .malformed(let error): error.position
        case .warning(let warning): warning.position
        default: nil
        }
    }
}

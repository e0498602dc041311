internal import Ingest

/// Why the last load brought no new instruments: what was found, and where.
///
/// ```swift
/// if let fault = provider.loadFault {
///     print(fault)                               // all.ipf: line 3, column 9: …
///     print(fault.position?.line ?? 0)           // 3
/// }
/// ```
public struct LoadFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, as it is sent.
    public let kind: ServerError
    /// What was found, what was expected, how to go on: one line, for people; without credentials.
    public let reason: String
    /// The record that can't be read; `nil` for other faults, and for damage that isn't in a record.
    public let position: SourcePosition?

    init(_ kind: ServerError, reason: String, position: SourcePosition? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
    }

    /// The fault of a cause, as it comes from reading a source or building a catalog.
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

    /// The fault of a snapshot that was not taken.
    init(_ refusal: SnapshotRefusal, at address: SourceAddress) {
        let found = refusal.sources.isEmpty ? "\(address): \(refusal)" : refusal.description
        self.init(.unknown, reason: "\(found); what is known stays")
    }

    /// `reason`
    public var description: String { reason }
}

extension LiveFault.Kind {
    /// The record that can't be read; `nil` for other faults.
    fileprivate var position: SourcePosition? {
        switch self {
        case .malformed(let error): error.position
        case .warning(let warning): warning.position
        default: nil
        }
    }
}

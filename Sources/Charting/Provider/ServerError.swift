internal import Ingest

/// Why there are no instruments.
///
/// ```swift
/// switch ServerError(error) {
/// case .tooManyRequests: print("later")
/// case .parseError: print("line \(error.position?.line ?? 0)")
/// default: print(error)
/// }
/// ```
///
/// Two errors are equal where their kinds are, whatever the reasons.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Something else: no connection, no permission, a full disk, ….
        case unknown
        /// There is nothing at the address (404), or no instrument in what is there.
        case noData
        /// What is there can't be read.
        case parseError
        /// The address is invalid.
        case urlError
        /// The server was asked too often (429).
        case tooManyRequests
    }

    /// The kind of fault.
    public var kind: Kind
    /// What was found, what was expected, how to go on: one line, for people; without credentials.
    public var reason: String
    /// The record that can't be read; `nil` for other faults, and for damage that isn't in a record.
    public var position: SourcePosition?

    /// An error of a kind.
    public init(_ kind: Kind, reason: String, position: SourcePosition? = nil) {
        self.kind = kind
        self.reason = reason
        self.position = position
    }

    /// `reason`
    public var description: String { reason }

    /// An error of kind `unknown`.
    public static let unknown = ServerError(.unknown, reason: "loading failed; try again")
    /// An error of kind `noData`.
    public static let noData = ServerError(.noData, reason: "there are no instruments; check the address")
    /// An error of kind `parseError`.
    public static let parseError = ServerError(.parseError, reason: "what is there can't be read; check the address")
    /// An error of kind `urlError`.
    public static let urlError = ServerError(.urlError, reason: "the address is none; check it")
    /// An error of kind `tooManyRequests`.
    public static let tooManyRequests = ServerError(
        .tooManyRequests, reason: "the server was asked too often; try again later")
}

extension ServerError: Hashable {
    /// The same kind.
    public static func == (a: ServerError, b: ServerError) -> Bool { a.kind == b.kind }
    /// By the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension ServerError {
    /// The error of a cause, as it comes from reading a source or building a catalog.
    public init(_ cause: any Error) {
        switch cause {
        case let error as ServerError: self = error
        case let error as IngestError: self.init(Self.kind(error.kind), reason: error.description)
        case let fault as LiveFault:
            switch fault.kind {
            case .source(let error): self.init(Self.kind(error.kind), reason: fault.description)
            case .malformed(let error): self.init(.parseError, reason: fault.description, position: error.position)
            case .warning(let warning):
                self.init(.parseError, reason: fault.description, position: warning.position)
            case .tooManyMalformed, .damagedSnapshot, .notProfiles: self.init(.parseError, reason: fault.description)
            case .empty: self.init(.noData, reason: fault.description)
            case .silent, .incomplete, .ended: self.init(.unknown, reason: fault.description)
            }
        case let error as ProfileFormatError:
            self.init(.parseError, reason: error.description, position: error.position)
        case let error as CatalogError: self.init(Self.kind(error.kind), reason: error.description)
        default: self.init(.unknown, reason: "\(cause)")
        }
    }

    /// The error of a snapshot that was not taken.
    init(_ refusal: SnapshotRefusal, at address: SourceAddress) {
        let found = refusal.sources.isEmpty ? "\(address): \(refusal.reason)" : refusal.reason
        self.init(.unknown, reason: "\(found); what is known stays")
    }

    private static func kind(_ kind: IngestError.Kind) -> Kind {
        switch kind {
        case .invalidAddress: .urlError
        case .notFound, .emptyArchive: .noData
        case .httpStatus(429): .tooManyRequests
        case .httpStatus(204): .noData
        case .corrupt, .truncated, .trailingData, .encryptedArchive, .unsupportedArchive, .limitExceeded, .severalFiles,
            .notProfiles:
            .parseError
        default: .unknown
        }
    }

    private static func kind(_ kind: CatalogError.Kind) -> Kind {
        switch kind {
        case .foreign, .newerVersion, .truncated, .damaged: .parseError
        case .io, .inUse, .refused, .tooLarge, .invalidValue, .cursor: .unknown
        }
    }
}

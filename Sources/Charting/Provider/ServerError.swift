internal import Ingest

/// Why there are no instruments, as kinds to switch over.
///
/// ```swift
/// do {
///     show(try result.get())
/// } catch ServerError.tooManyRequests {
///     tryLater()
/// } catch {
///     print(error)                    // the address is invalid; check it
/// }
/// ```
///
/// What was found and where stands in the `LoadFault` of a `CatalogIPFDataProvider`.
public enum ServerError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Something else: no connection, no permission, a full disk, ….
    case unknown
    /// There is nothing at the address (404, no such file), or no instrument in what is there.
    case noData
    /// What is there can't be read.
    case parseError
    /// The address is invalid.
    case urlError
    /// The server was asked too often (429).
    case tooManyRequests

    /// The kind of any error that reading a source or opening a catalog throws; `unknown` for errors of other origin.
    public init(_ cause: any Error) {
        switch cause {
        case let error as ServerError: self = error
        case let fault as LoadFault: self = fault.kind
        case let error as IngestError: self.init(error.kind)
        case let fault as LiveFault: self.init(fault.kind)
        case is ProfileFormatError: self = .parseError
        case let error as CatalogError where error.isMissingFile: self = .noData
        case let error as CatalogError: self.init(error.kind)
        default: self = .unknown
        }
    }

    /// What is wrong and how to go on: one line, for people.
    public var description: String {
        switch self {
        case .unknown: "loading failed; try again"
        case .noData: "there are no instruments; check the address"
        case .parseError: "what is there can't be read; check the address"
        case .urlError: "the address is invalid; check it"
        case .tooManyRequests: "the server was asked too often; try again later"
        }
    }

    private init(_ kind: IngestError.Kind) {
        self =
            switch kind {
            case .invalidAddress: .urlError
            case .notFound, .emptyArchive: .noData
            case .httpStatus(429): .tooManyRequests
            case .httpStatus(204): .noData
            case .corrupt, .truncated, .trailingData, .encryptedArchive, .unsupportedArchive, .limitExceeded,
                .severalFiles, .notProfiles, .notRewritten:
                .parseError
            default: .unknown
            }
    }

    private init(_ kind: LiveFault.Kind) {
        switch kind {
        case .source(let error): self.init(error.kind)
        case .malformed, .warning, .tooManyMalformed, .damagedSnapshot, .notProfiles: self = .parseError
        case .empty: self = .noData
        case .silent, .incomplete, .ended: self = .unknown
        }
    }

    private init(_ kind: CatalogError.Kind) {
        self =
            switch kind {
            case .foreign, .newerVersion, .truncated, .damaged: .parseError
            case .io, .inUse, .refused, .tooLarge, .invalidValue, .cursor, .outOfHistory: .unknown
            }
    }
}

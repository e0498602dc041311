internal import Ingest

/// The reason that there are no instruments, as a case for `switch` and `catch`.
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
/// The `LoadFault` of a `CatalogIPFDataProvider` contains the details.
public enum ServerError: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Any other fault, such as no connection, no permission or a full disk.
    case unknown
    /// There is no content at the address (404, no such file), or the content has no instruments.
    case noData
    /// The content cannot be parsed.
    case parseError
    /// The address is invalid.
    case urlError
    /// The server received too many requests (429).
    case tooManyRequests

    /// Creates the case for an error that occurred when reading a source or opening a catalog; `unknown` for any other
    /// error.
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

    /// A one-line message with the problem and a suggestion.
    public var description: String {
        switch self {
        case .unknown: "loading failed; try again"
        case .noData: "found no instruments; check the address"
        case .parseError: "the content can't be read; check the address"
        case .urlError: "the address is invalid; check it"
        case .tooManyRequests: "the server received too many requests; try again later"
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

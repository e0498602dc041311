public import Ingest

/// Why sources were not brought into a catalog, apart from what reading and writing throw.
public struct CatalogSyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Kind: String, Hashable, Sendable {
        /// A source lacks `##COMPLETE` where each must have it (`CatalogImportOptions.requiresComplete`).
        case incomplete
    }

    /// The kind of error, for programs.
    public var kind: Kind
    /// The source.
    public var address: SourceAddress
    /// What was found and what becomes of the catalog: one line, for people, without credentials.
    public var reason: String

    /// `reason`
    public var description: String { reason }

    static func incomplete(_ address: SourceAddress, leaving path: String) -> CatalogSyncError {
        CatalogSyncError(
            kind: .incomplete, address: address,
            reason: "\(address): no ##COMPLETE was seen: it may have been cut off; \(path) is left as it was")
    }
}

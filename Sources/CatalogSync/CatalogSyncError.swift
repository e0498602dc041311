public import Ingest

/// A source lacks `##COMPLETE` where each must have it (`CatalogImportOptions.requiresComplete`); the catalog is as it was.
///
/// What reading a source and writing a catalog throw, `IngestError` and `CatalogError` say.
public struct CatalogSyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source.
    public let address: SourceAddress
    /// What was found and what becomes of the catalog: one line, for people, without credentials.
    public let description: String

    package init(incomplete address: SourceAddress, leaving path: String) {
        self.address = address
        description = "\(address): no ##COMPLETE was seen: it may have been cut off; \(path) is left as it was"
    }
}

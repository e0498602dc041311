public import Ingest
public import InstrumentCatalog

/// What an importer tells while it works, on its thread. Each call has a default that does nothing. What a call throws ends the
/// import, and the catalog stays as it was.
public protocol CatalogImportObserver: AnyObject {
    /// The catalog that is to be replaced can't be read, and has nothing to say.
    func replacesDamaged(_ error: CatalogError)

    /// A source is asked next. `options` may be changed, for example to show how far it is (`IngestOptions.progress`).
    func willRead(_ address: SourceAddress, _ options: inout IngestOptions)

    /// A source was read, or has not changed (`SnapshotReport.notModified`).
    func didRead(_ report: SnapshotReport) throws

    /// A record can't be read. `text` is the whole record, and lives as long as the call.
    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws

    /// A source changed while it was read, and is read again from its beginning: its records that couldn't be read so far are void.
    func startsOver(_ address: SourceAddress) throws

    /// All sources were read; the catalog is written next.
    func willWrite() throws
}

extension CatalogImportObserver {
    public func replacesDamaged(_ error: CatalogError) {}
    public func willRead(_ address: SourceAddress, _ options: inout IngestOptions) {}
    public func didRead(_ report: SnapshotReport) throws {}
    public func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws {}
    public func startsOver(_ address: SourceAddress) throws {}
    public func willWrite() throws {}
}

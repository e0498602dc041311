package import Ingest
internal import InstrumentCatalog

/// Called by an importer while it works, on its thread. Some methods have a default that does nothing. An error that is thrown ends the
/// import, and the catalog stays as it was.
package protocol CatalogImportObserver: AnyObject {
    /// The catalog at the path is damaged, and is replaced without being compared.
    func replacesDamaged(_ error: CatalogError)

    /// A source is asked next. `options` may be changed, for example to show how far it is (`IngestOptions.progress`).
    func willRead(_ address: SourceAddress, _ options: inout IngestOptions)

    /// A source was read, or has not changed (`SnapshotReport.notModified`).
    ///
    /// - Throws: anything, to end the import.
    func didRead(_ report: SnapshotReport) throws

    /// A record can't be read. `text` is the whole record, valid during the call.
    ///
    /// - Throws: anything, to end the import.
    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws

    /// A source changed while it was read, and is read again from its beginning: its malformed records so far are void.
    ///
    /// - Throws: anything, to end the import.
    func startsOver(_ address: SourceAddress) throws

    /// All sources were read; the catalog is written next.
    ///
    /// - Throws: anything, to end the import.
    func willWrite() throws
}

extension CatalogImportObserver {
    /// Does nothing.
    package func replacesDamaged(_ error: CatalogError) {}
    /// Does nothing.
    ///
    /// - Throws: nothing.
    package func didRead(_ report: SnapshotReport) throws {}
    /// Does nothing.
    ///
    /// - Throws: nothing.
    package func startsOver(_ address: SourceAddress) throws {}
}

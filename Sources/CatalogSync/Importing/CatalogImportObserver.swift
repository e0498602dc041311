package import Ingest
internal import InstrumentCatalog

/// Observes an import. The methods are called on the thread of the import; some have a default implementation that does
/// nothing. If a method throws, the import ends, and the catalog is unchanged.
package protocol CatalogImportObserver: AnyObject {
    /// Called if the existing catalog is damaged, and is therefore replaced without comparing it with the new one.
    func replacesDamaged(_ error: CatalogError)

    /// Called before a source is read. The observer may change `options`, for example to report progress
    /// (`IngestOptions.progress`).
    func willRead(_ address: SourceAddress, _ options: inout IngestOptions)

    /// Called after a source was read, or was found unchanged (`SnapshotReport.notModified`).
    ///
    /// - Throws: Any error, to end the import.
    func didRead(_ report: SnapshotReport) throws

    /// Called for a malformed record. `text` is the whole record, valid during the call.
    ///
    /// - Throws: Any error, to end the import.
    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws

    /// Called if a source changed while it was read, and is read again from its beginning. Malformed records of the
    /// source that were reported before must not be counted.
    ///
    /// - Throws: Any error, to end the import.
    func startsOver(_ address: SourceAddress) throws

    /// Called after all sources were read, before the catalog is written.
    ///
    /// - Throws: Any error, to end the import.
    func willWrite() throws
}

extension CatalogImportObserver {
    /// Does nothing.
    package func replacesDamaged(_ error: CatalogError) {}
    /// Does nothing.
    ///
    /// - Throws: Nothing.
    package func didRead(_ report: SnapshotReport) throws {}
    /// Does nothing.
    ///
    /// - Throws: Nothing.
    package func startsOver(_ address: SourceAddress) throws {}
}

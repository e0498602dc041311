package import Ingest
internal import InstrumentCatalog

/// Observes an import, on its thread. Some methods have a default implementation that does nothing. An error thrown by
/// a method ends the import and leaves the catalog unchanged.
package protocol CatalogImportObserver: AnyObject {
    /// The existing catalog is damaged, and is replaced without comparison.
    func replacesDamaged(_ error: CatalogError)

    /// A source is read next. The observer may change `options`, for example to report progress
    /// (`IngestOptions.progress`).
    func willRead(_ address: SourceAddress, _ options: inout IngestOptions)

    /// A source was read, or has not changed (`SnapshotReport.notModified`).
    ///
    /// - Throws: Any error, to end the import.
    func didRead(_ report: SnapshotReport) throws

    /// A record is malformed. `text` is the whole record, valid during the call.
    ///
    /// - Throws: Any error, to end the import.
    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws

    /// A source changed while it was read, and is read again from its beginning. Malformed records reported so far no
    /// longer count.
    ///
    /// - Throws: Any error, to end the import.
    func startsOver(_ address: SourceAddress) throws

    /// All sources were read; the catalog is written next.
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

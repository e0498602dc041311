import CatalogSync

/// Shows the progress of an import, prints warnings, and stores the rejected records.
final class ReadingLog: CatalogImportObserver {
    private let path: String
    private let rejects: RejectLog?
    private var address = SourceAddress.standardInput
    private var bar: ProgressBar?

    private init(_ path: String, _ rejects: RejectLog?) {
        self.path = path
        self.rejects = rejects
    }

    /// Runs an import or merge that writes the catalog at `path`.
    ///
    /// - Throws: `Failure` with the address of the source instead of the error of a record.
    static func run<Result>(
        _ path: String, _ rejects: RejectLog? = nil, _ work: (ReadingLog) throws -> Result
    ) throws -> Result {
        let log = ReadingLog(path, rejects)
        defer { log.bar?.clear() }
        do {
            return try work(log)
        } catch let error as ProfileFormatError {
            throw Failure(.badInput, "\(log.address): \(error)")
        } catch let error as CatalogSyncError {
            throw Failure(.badInput, "\(error.address.incompleteWarning); \(path) was not changed")
        }
    }

    func replacesDamaged(_ error: CatalogError) {
        StandardError.warn("\(path): \(error.reason); replacing it")
    }

    func willRead(_ address: SourceAddress, _ options: inout IngestOptions) {
        self.address = address
        bar?.clear()
        let bar = ProgressBar(address.description)
        self.bar = bar
        options.progress = bar.callback
    }

    func didRead(_ report: SnapshotReport) {
        bar?.clear()
        bar = nil
        for warning in report.warnings { StandardError.warn("\(report.address): \(warning)") }
    }

    func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws {
        try rejects?.add(error, text: text, of: address)
    }

    func startsOver(_ address: SourceAddress) throws { try rejects?.startOver() }

    func willWrite() throws { try rejects?.finish() }
}

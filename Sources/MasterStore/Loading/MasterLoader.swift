internal import ProfileFormat

/// Loads snapshots of sources into a master store.
///
/// ```swift
/// let loader = MasterLoader([try SourceAddress(parsing: "all.ipf.gz")], as: "exchange", to: .environment)
/// let summary = try loader.run()
/// if let refusal = summary.refusal { print(refusal) }
/// ```
///
/// The addresses are read in order, as by `CatalogImporter`: a symbol's last profile replaces its earlier profiles, and
/// a profile of type REMOVED removes the symbol. All differences from the source's earlier records become one batch,
/// which becomes visible when it is committed. Only a complete snapshot removes the instruments that it does not
/// contain.
///
/// - **Unchanged**: Digests identify unchanged records while they are read. Loading the same snapshot again only adds a
///   row to the log of batches.
/// - **Refused**: Nothing is written if the snapshot would remove too many instruments (`MasterLoadOptions.rules`), or
///   was cut off although the previous one was complete.
public struct MasterLoader {
    private let addresses: [SourceAddress]
    private let source: String
    private let store: MasterAddress
    private let options: MasterLoadOptions

    /// The kind of a loader's batches in the log.
    static let note = "load"

    /// Creates a loader of addresses as one source.
    ///
    /// - Parameter source: The name of the source: 1 to 64 letters, digits, dots, underscores and hyphens.
    public init(
        _ addresses: [SourceAddress], as source: String, to store: MasterAddress,
        options: MasterLoadOptions = MasterLoadOptions()
    ) {
        self.addresses = addresses
        self.source = source
        self.store = store
        self.options = options
    }

    /// Reads the addresses and writes a batch, on the caller's thread.
    ///
    /// - Returns: The result. If the rules refused the snapshot, nothing was written (`MasterLoadSummary.refusal`).
    /// - Throws: `IngestError` if an address cannot be read; `ProfileFormatError` if a record cannot be read, unless
    ///   such records are skipped; `CatalogSyncError` if an address is incomplete but must be complete;
    ///   `MasterStoreError`.
    /// - Complexity: O(bytes) for reading, O(d log n) for d differing instruments out of n.
    public func run() throws -> MasterLoadSummary { try run(nil) }

    /// Runs the load, and reports its progress to an observer.
    ///
    /// - Throws: The errors of `run()`, or the error that the observer throws.
    package func run(_ observer: (any CatalogImportObserver)?) throws -> MasterLoadSummary {
        let writer = try MasterWriter(store, source: source, cancellation: options.ingest.cancellation)
        writer.connection.author = options.author
        writer.validFrom = options.validFrom
        let before = writer.source
        let known = SourceNotes(before.notes)
        var consumer = try StagedSnapshot(writer)
        let reader = SourceReader(
            ingest: options.ingest, skipsMalformed: options.skipsMalformed, observer)
        var summary = MasterLoadSummary(store: writer.connection.store)
        let asked = known.sources(addresses, read: options.ingest)
        let hasValidators = asked?.allSatisfy { !$0.validators.isEmpty } ?? false
        guard let reports = try reader.readAll(addresses, known: hasValidators ? asked : nil, into: &consumer) else {
            summary.isUnchanged = true
            var counts = BatchCounts()
            counts.isComplete = before.isComplete
            counts.notes = before.notes
            return try commit(counts, hasRepeated: false, by: writer, nil, &summary)
        }
        summary.sources = reports
        let isComplete = reports.allSatisfy { $0.isComplete == true }
        if options.requiresComplete, let report = reports.first(where: { $0.isComplete != true }) {
            throw CatalogSyncError(incomplete: report.address, leaving: writer.connection.store)
        }
        try observer?.willWrite()
        let snapshot = try consumer.finish()
        summary.counts.records = snapshot.records
        summary.counts.rejected = reader.malformed
        summary.counts.isComplete = isComplete
        let found = SourceNotes(reports.map { SourceNotes.Source($0) }, read: options.ingest)
        summary.counts.notes = found.notes
        let cutOff = found.cutOff(isComplete: isComplete, over: known, wasComplete: before.isComplete)
        summary.refusal = options.rules.refusal(
            known: before.instruments, removed: isComplete || cutOff != nil ? try snapshot.missing(writer) : 0,
            brought: snapshot.brought, isComplete: isComplete, cutOff: cutOff)
        if summary.refusal != nil { return summary }
        if isComplete { try snapshot.stageRemovals(writer) }
        return try commit(summary.counts, hasRepeated: snapshot.hasRepeated, by: writer, snapshot, &summary)
    }

    private func commit(
        _ counts: BatchCounts, hasRepeated: Bool, by writer: MasterWriter, _ snapshot: ReadSnapshot?,
        _ summary: inout MasterLoadSummary
    ) throws -> MasterLoadSummary {
        let done: (batch: MasterBatch, counts: BatchCounts)
        let isComplete = counts.isComplete == true
        if let snapshot, let first = snapshot.first.take() {
            done = try writer.commit(first, counts) { try snapshot.writeDigests(isComplete: isComplete) }
        } else {
            done = try writer.commit(
                note: Self.note, counts, hasRepeated: hasRepeated,
                removesRest: snapshot?.removesRest == true && isComplete
            ) { try snapshot?.writeDigests(isComplete: isComplete) }
        }
        summary.batch = done.batch
        summary.counts = done.counts
        summary.instruments = writer.source.instruments
        return summary
    }
}

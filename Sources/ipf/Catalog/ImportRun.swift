import CatalogSync
import Ingest
import InstrumentCatalog

/// One import: reads the sources, writes the catalog, sums up.
struct ImportRun {
    let addresses: [SourceAddress]
    let path: String
    let source: SourceOptions
    /// What becomes of records that can't be read.
    let rejects: RejectLog
    let requiresComplete: Bool
    /// What may go of the catalog that is there.
    let rules: SnapshotRules

    /// Imports; where the rules forbid that, the summary says so (`ImportSummary.refusal`), and the catalog is left as it was.
    ///
    /// - Parameter lock: taken once it is known that nothing would be written over what is read, and held to the end.
    /// - Throws: `Failure` of wrong usage where the catalog or the rejected records would be written over what is read.
    func run(lock: () throws -> CatalogWriteLock? = { nil }) throws -> ImportSummary {
        let start = ContinuousClock.now
        var uses = FileUses(reading: addresses)
        try uses.replaceCatalog(at: path, as: "-o")
        if let path = rejects.path { try uses.writeText(to: path, as: "--rejects") }
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        try rejects.begin()
        let previous = Self.previous(path)
        var summary = ImportSummary(path: path)
        do {
            try importSources(previous, &summary)
        } catch let error as CatalogError where error.kind == .refused {
            (summary.refusal, summary.unchanged) = (error.refusal, previous)
        } catch {
            rejects.finishFailed()
            throw error
        }
        summary.rejected = rejects.count
        summary.seconds = (ContinuousClock.now - start) / .seconds(1)
        return summary
    }

    /// The catalog that is to be replaced. One that can't be read has nothing to say, and is just replaced.
    private static func previous(_ path: String) -> Catalog? {
        do throws(CatalogError) {
            let catalog = try Catalog.open(path)
            try catalog.verify()
            return catalog
        } catch {
            if error.kind == .damaged { StandardError.warn("\(path): \(error.reason); it is replaced now") }
            return nil
        }
    }

    private func importSources(_ previous: Catalog?, _ summary: inout ImportSummary) throws {
        var builder = makeBuilder()
        let before = previous.map { SourceNotes($0.notes) }
        let known = before?.validators(of: addresses, isLenient: source.lenient)
        guard let reports = try readSources(known, into: &builder) else {
            summary.unchanged = previous
            return
        }
        summary.sources = reports
        try checkComplete(reports)
        try rejects.finish()
        builder.previous = previous
        builder.rules = rules
        builder.isComplete = reports.allSatisfy { $0.isComplete == true }
        let notes = SourceNotes(reports.map { SourceNotes.Source($0) }, isLenient: source.lenient)
        builder.notes = notes.notes
        if let before, let previous {
            builder.cutOffSources = notes.cutOff(
                isComplete: builder.isComplete, over: before, wasComplete: previous.isComplete)
        }
        summary.records = builder.recordCount
        summary.build = try builder.write(to: path)
    }

    private func makeBuilder() -> CatalogBuilder {
        var builder = CatalogBuilder()
        let rejects = rejects
        builder.onMalformed = { try rejects.add($0, text: $1) }
        return builder
    }

    /// Reads the sources in order.
    ///
    /// While all before it were unchanged, a source is asked whether it changed as well. The first one that did makes
    /// those before it to be read after all, since the catalog is built from all of them.
    ///
    /// - Returns: a report for each source; `nil` where none of them has changed.
    private func readSources(_ known: [Validators]?, into builder: inout CatalogBuilder) throws -> [SnapshotReport]? {
        var reports: [SnapshotReport] = []
        var next = 0
        if let known {
            let first = try read(0, validators: known[0], into: &builder)
            if first.notModified {
                var unchanged = 1
                while unchanged < addresses.count, try isUnchanged(addresses[unchanged], known[unchanged]) {
                    unchanged += 1
                }
                if unchanged == addresses.count { return nil }
            } else {
                reports.append(first)
                next = 1
            }
        }
        while next < addresses.count {
            reports.append(try read(next, validators: nil, into: &builder))
            next += 1
        }
        return reports
    }

    private func read(
        _ index: Int, validators: Validators?, into builder: inout CatalogBuilder
    ) throws -> SnapshotReport {
        let address = addresses[index]
        rejects.address = address
        // Only what the first source brought can be taken back: later ones are merged onto what came before.
        guard index == 0 else { return try source.read(address, validators: validators, into: &builder) }
        return try source.read(address, validators: validators, into: &builder) { builder in
            try rejects.startOver()
            builder = makeBuilder()
        }
    }

    private func isUnchanged(_ address: SourceAddress, _ validators: Validators) throws -> Bool {
        var probe = Probe()
        do {
            return try source.read(address, validators: validators, into: &probe).notModified
        } catch is Probe.Changed {
            return false
        }
    }

    private func checkComplete(_ reports: [SnapshotReport]) throws {
        guard requiresComplete, let report = reports.first(where: { $0.isComplete != true }) else { return }
        throw Failure(.badInput, "\(report.address.incompleteWarning); \(path) is left as it was")
    }
}

/// Stops at the first sign of a source that has changed.
private struct Probe: RecordConsumer {
    struct Changed: Error {}

    mutating func consume(_ record: borrowing ProfileRecord) throws { throw Changed() }
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw Changed() }
    mutating func flush() throws { throw Changed() }
    mutating func complete() throws { throw Changed() }
}

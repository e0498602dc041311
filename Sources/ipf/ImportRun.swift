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

    func run() throws -> ImportSummary {
        let start = ContinuousClock.now
        let previous = Self.previous(path)
        var summary = ImportSummary(path: path)
        try importSources(previous, &summary)
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
        let known = previous.flatMap { ImportNotes.validators($0.notes, of: addresses) }
        guard let reports = try readSources(known, into: &builder) else {
            summary.unchanged = previous
            return
        }
        summary.sources = reports
        try checkComplete(reports)
        try rejects.finish()
        builder.previous = previous
        builder.isComplete = reports.allSatisfy { $0.isComplete == true }
        builder.notes = ImportNotes.notes(reports)
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

/// What an import keeps in its catalog about its sources, so that the next one can ask whether they changed.
enum ImportNotes {
    static func notes(_ reports: [SnapshotReport]) -> [String: String] {
        var notes = ["sources": String(reports.count)]
        for (index, report) in reports.enumerated() {
            notes["source.\(index).address"] = report.address.description
            notes["source.\(index).etag"] = report.validators?.etag
            notes["source.\(index).last-modified"] = report.validators?.lastModified
        }
        return notes
    }

    /// The validators of just these sources in just this order; `nil` where the catalog was made from others, or a
    /// source has none.
    static func validators(_ notes: [String: String], of addresses: [SourceAddress]) -> [Validators]? {
        guard notes["sources"] == String(addresses.count) else { return nil }
        var all: [Validators] = []
        for (index, address) in addresses.enumerated() {
            let validators = Validators(
                etag: notes["source.\(index).etag"], lastModified: notes["source.\(index).last-modified"])
            guard notes["source.\(index).address"] == address.description, !validators.isEmpty else { return nil }
            all.append(validators)
        }
        return all
    }
}

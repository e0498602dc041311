package import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// What sources are read into.
package protocol SourceConsumer: RecordConsumer, ~Copyable {
    /// Called for each record that can't be read, with its text; throw from it to stop.
    var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void { get set }

    /// Forgets all that came.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func startOver() throws

    /// Reads a snapshot.
    ///
    /// - Throws: as `readSnapshot(from:options:into:startingOver:)`.
    mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout Self) throws -> Void)?
    ) throws -> SnapshotReport
}

extension SourceConsumer where Self: ~Copyable {
    /// Reads a snapshot, record by record.
    package mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout Self) throws -> Void)?
    ) throws -> SnapshotReport {
        try readSnapshot(from: address, options: options, into: &self, startingOver: startingOver)
    }
}

extension CatalogBuilder: SourceConsumer {
    /// Forgets all that came.
    package mutating func startOver() { self = CatalogBuilder() }

    /// Reads a snapshot by several threads.
    package mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout CatalogBuilder) throws -> Void)?
    ) throws -> SnapshotReport {
        try readSnapshot(from: address, options: options, merging: &self, startingOver: startingOver)
    }
}

/// Reads sources into a consumer, one after the other, and calls an observer.
package struct SourceReader {
    private let ingest: IngestOptions
    private let skipsMalformed: Bool
    private let observer: (any CatalogImportObserver)?
    private let count = MalformedCount()

    /// The consumer's handler counts.
    private final class MalformedCount {
        var value = 0
    }

    /// - Parameter skipsMalformed: records that can't be read are counted and left out; else the first one ends the reading.
    package init(ingest: IngestOptions, skipsMalformed: Bool, _ observer: (any CatalogImportObserver)?) {
        self.ingest = ingest
        self.skipsMalformed = skipsMalformed
        self.observer = observer
    }

    /// The records that could not be read, so far.
    package var malformed: Int { count.value }

    /// Reads sources in order into a consumer that has nothing yet.
    ///
    /// While all before it were unchanged, a source is asked whether it changed as well. The first one that did makes those before it
    /// be read after all, since the consumer needs all of them.
    ///
    /// - Parameters:
    ///   - known: what is known of the sources; `nil` reads all of them.
    ///   - isSame: the source of this number is a file that has not changed.
    /// - Returns: what was read; `nil` where none of them has changed.
    /// - Throws: `IngestError`; what the consumer and the observer throw.
    package func readAll<Consumer: SourceConsumer & ~Copyable>(
        _ sources: [SourceAddress], known: [SourceNotes.Source]?, into consumer: inout Consumer,
        isSame: (Int) -> Bool = { _ in false }
    ) throws -> [SnapshotReport]? {
        var reports: [SnapshotReport] = []
        if let known, let first = known.first {
            let report = try isSame(0) ? nil : readFirst(sources[0], first.validators, into: &consumer)
            if let report, !report.notModified {
                reports = [report]
            } else {
                let haveChanged = try sources.indices.dropFirst().contains { index in
                    if isSame(index) { return false }
                    return try hasChanged(sources[index], known[index].validators)
                }
                if !haveChanged { return nil }
            }
        }
        for index in reports.count..<sources.count {
            let address = sources[index]
            reports.append(
                index == 0 ? try readFirst(address, nil, into: &consumer) : try read(address, into: &consumer))
        }
        return reports
    }

    /// Reads a source into a consumer that has nothing yet.
    ///
    /// A source that changes while it is read is read again from its beginning: of the first source, what came so far can be taken
    /// back. Later ones are merged onto what came before, so there that is an error.
    private func readFirst<Consumer: SourceConsumer & ~Copyable>(
        _ address: SourceAddress, _ validators: Validators?, into consumer: inout Consumer
    ) throws -> SnapshotReport {
        try read(address, validators, into: &consumer) { [self] consumer in
            count.value = 0
            try observer?.startsOver(address)
            try consumer.startOver()
            prepare(&consumer, address)
        }
    }

    /// Reads a source onto what a consumer has.
    ///
    /// - Throws: `IngestError`; what the consumer and the observer throw.
    package func read<Consumer: SourceConsumer & ~Copyable>(
        _ address: SourceAddress, into consumer: inout Consumer
    ) throws -> SnapshotReport {
        try read(address, nil, into: &consumer, startingOver: nil)
    }

    private func read<Consumer: SourceConsumer & ~Copyable>(
        _ address: SourceAddress, _ validators: Validators?, into consumer: inout Consumer,
        startingOver: ((inout Consumer) throws -> Void)?
    ) throws -> SnapshotReport {
        prepare(&consumer, address)
        let report = try consumer.read(
            address, options: ingestOptions(address, validators), startingOver: startingOver)
        try observer?.didRead(report)
        return report
    }

    /// Whether a source is another one than the validators name; its bytes are not taken.
    private func hasChanged(_ address: SourceAddress, _ validators: Validators) throws -> Bool {
        var probe = Probe()
        do {
            var options = ingestOptions(address, validators)
            // Whatever comes is a change, and nothing to be counted.
            options.rewriter = nil
            let report = try readSnapshot(from: address, options: options, into: &probe)
            try observer?.didRead(report)
            return !report.notModified
        } catch is Probe.Changed {
            return true
        }
    }

    private func ingestOptions(_ address: SourceAddress, _ validators: Validators?) -> IngestOptions {
        var options = ingest
        options.validators = validators.flatMap { $0.isEmpty ? nil : $0 }
        observer?.willRead(address, &options)
        return options
    }

    private func prepare<Consumer: SourceConsumer & ~Copyable>(_ consumer: inout Consumer, _ address: SourceAddress) {
        consumer.onMalformed = { [count, skipsMalformed, observer] error, text in
            count.value += 1
            try observer?.malformed(error, text: text, of: address)
            if !skipsMalformed { throw error }
        }
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

/// Distinguishes a local file that has changed from one that has not, without reading all of it: its device, inode, size and time, and a
/// checksum of its beginning and of its end.
///
/// The checksums find a change that left the time as it was, as programs do that set it back. Such a change in the middle of a large file, of
/// the same length and in the same file, is not found.
package enum SourceStamp {
    /// Bytes of the beginning, and of the end.
    private static let edgeBytes = 64 << 10

    /// The stamp of the file at an address; `nil` for all but regular files, and for one that cannot be read.
    ///
    /// - Complexity: O(1), some ten microseconds.
    package static func of(_ address: SourceAddress) -> String? {
        guard let path = address.path, let stamp = FileStamp(path), stamp.kind == .file,
            let file = try? OpenFile(path, for: .reading),
            let beginning = try? file.bytes(at: 0, limit: edgeBytes),
            let end = try? file.bytes(at: max(edgeBytes, stamp.size - edgeBytes), limit: edgeBytes)
        else { return nil }
        let sums = [beginning, end].map { String(Checksum.of($0.span), radix: 16) }
        return "\(stamp.text), checksums of its ends \(sums.joined(separator: " "))"
    }
}

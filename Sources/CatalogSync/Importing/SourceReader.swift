package import Ingest
internal import InstrumentCatalog
internal import SystemFiles

/// A consumer into which sources are read.
package protocol SourceConsumer: RecordConsumer, ~Copyable {
    /// A closure that is called for each malformed record with its text. If it throws, reading stops.
    var onMalformed: (ProfileFormatError, Span<UInt8>) throws -> Void { get set }

    /// Discards everything received so far.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func startOver() throws

    /// Reads a snapshot.
    ///
    /// - Throws: Errors as for `readSnapshot(from:options:into:startingOver:)`.
    mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout Self) throws -> Void)?
    ) throws -> SnapshotReport
}

extension SourceConsumer where Self: ~Copyable {
    /// Reads a snapshot record by record.
    package mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout Self) throws -> Void)?
    ) throws -> SnapshotReport {
        try readSnapshot(from: address, options: options, into: &self, startingOver: startingOver)
    }
}

extension CatalogBuilder: SourceConsumer {
    /// Discards everything received so far.
    package mutating func startOver() { self = CatalogBuilder() }

    /// Reads a snapshot on several threads.
    package mutating func read(
        _ address: SourceAddress, options: IngestOptions, startingOver: ((inout CatalogBuilder) throws -> Void)?
    ) throws -> SnapshotReport {
        try readSnapshot(from: address, options: options, merging: &self, startingOver: startingOver)
    }
}

/// Reads sources into a consumer one after another, and informs an observer.
package struct SourceReader {
    private let ingest: IngestOptions
    private let skipsMalformed: Bool
    private let observer: (any CatalogImportObserver)?
    private let count = MalformedCount()

    /// The number of malformed records. It is a class, because the closure of the consumer updates it.
    private final class MalformedCount {
        var value = 0
    }

    /// Creates a reader.
    ///
    /// - Parameter skipsMalformed: Whether malformed records are skipped and counted. If not, the first one ends the
    ///   reading.
    package init(ingest: IngestOptions, skipsMalformed: Bool, _ observer: (any CatalogImportObserver)?) {
        self.ingest = ingest
        self.skipsMalformed = skipsMalformed
        self.observer = observer
    }

    /// The number of malformed records so far.
    package var malformed: Int { count.value }

    /// Reads sources in order into an empty consumer.
    ///
    /// First, sources are only checked for changes, in order. If one has changed, the sources before it are read as
    /// well, because the consumer requires all sources.
    ///
    /// - Parameters:
    ///   - known: The notes on the sources from the last import; `nil` to read all sources.
    ///   - isSame: A closure that returns whether the source with a number is a file that has not changed.
    /// - Returns: The reports; `nil` if no source has changed.
    /// - Throws: `IngestError`, or errors of the consumer and the observer.
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

    /// Reads the first source into an empty consumer.
    ///
    /// If the source changes while it is read, everything is discarded, and the source is read again. For later
    /// sources, such a change is an error, because their profiles are already merged with earlier ones.
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

    /// Reads a source in addition to the content that the consumer already has.
    ///
    /// - Throws: `IngestError`, or errors of the consumer and the observer.
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

    /// Returns whether a source has changed since the version with the given validators. Its content is not read.
    private func hasChanged(_ address: SourceAddress, _ validators: Validators) throws -> Bool {
        var probe = Probe()
        do {
            var options = ingestOptions(address, validators)
            // The probe stops at the first record. The transform must not count that record.
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

/// A consumer that stops the reader at the first record, which shows that the source has changed.
private struct Probe: RecordConsumer {
    struct Changed: Error {}

    mutating func consume(_ record: borrowing ProfileRecord) throws { throw Changed() }
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw Changed() }
    mutating func flush() throws { throw Changed() }
    mutating func complete() throws { throw Changed() }
}

/// A stamp by which changes of a local file are detected without reading the whole file: device, inode, size, time, and
/// checksums of the beginning and the end.
///
/// The checksums detect most changes by programs that restore the modification time. They do not detect a change in the
/// middle of a large file, if size and time are the same.
package enum SourceStamp {
    /// The number of bytes at the beginning, and at the end, that the checksums cover.
    private static let edgeBytes = 64 << 10

    /// Returns the stamp of the file at an address; `nil` if it is not a regular file or cannot be read.
    ///
    /// - Complexity: O(1).
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

internal import Ingest
internal import InstrumentCatalog
internal import Synchronization

/// Reads sources into a builder, one after the other, and calls an observer.
struct SourceReader {
    private let options: CatalogImportOptions
    private let observer: (any CatalogImportObserver)?
    private let count = MalformedCount()

    /// The builder's handler counts.
    private final class MalformedCount {
        var value = 0
    }

    init(_ options: CatalogImportOptions, _ observer: (any CatalogImportObserver)?) {
        self.options = options
        self.observer = observer
    }

    /// The records that could not be read, so far.
    var malformed: Int { count.value }

    /// Reads a source into a builder that has nothing yet.
    ///
    /// A source that changes while it is read is read again from its beginning: of the first source, what came so far can be taken
    /// back. Later ones are merged onto what came before, so there that is an error.
    func readFirst(
        _ address: SourceAddress, _ validators: Validators?, into builder: inout CatalogBuilder
    ) throws -> SnapshotReport {
        try read(address, validators, into: &builder) { [self] builder in
            count.value = 0
            try observer?.startsOver(address)
            builder = CatalogBuilder()
            prepare(&builder, address)
        }
    }

    /// Reads a source onto what a builder has.
    func read(_ address: SourceAddress, into builder: inout CatalogBuilder) throws -> SnapshotReport {
        try read(address, nil, into: &builder, startingOver: nil)
    }

    private func read(
        _ address: SourceAddress, _ validators: Validators?, into builder: inout CatalogBuilder,
        startingOver: ((inout CatalogBuilder) throws -> Void)?
    ) throws -> SnapshotReport {
        prepare(&builder, address)
        let report = try readSnapshot(
            from: address, options: ingestOptions(address, validators), into: &builder, startingOver: startingOver)
        try observer?.didRead(report)
        return report
    }

    /// Whether a source is another one than the validators name; its bytes are not taken.
    func hasChanged(_ address: SourceAddress, _ validators: Validators) throws -> Bool {
        var probe = Probe()
        do {
            let report = try readSnapshot(from: address, options: ingestOptions(address, validators), into: &probe)
            try observer?.didRead(report)
            return !report.notModified
        } catch is Probe.Changed {
            return true
        }
    }

    private func ingestOptions(_ address: SourceAddress, _ validators: Validators?) -> IngestOptions {
        var options = options.ingest
        options.validators = validators.flatMap { $0.isEmpty ? nil : $0 }
        observer?.willRead(address, &options)
        return options
    }

    private func prepare(_ builder: inout CatalogBuilder, _ address: SourceAddress) {
        builder.onMalformed = { [count, options, observer] error, text in
            count.value += 1
            try observer?.malformed(error, text: text, of: address)
            if !options.skipsMalformed { throw error }
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

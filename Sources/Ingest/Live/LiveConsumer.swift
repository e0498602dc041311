/// Converts the records of a response into events.
struct LiveConsumer: RecordConsumer {
    /// An error that stops reading the current response.
    struct Stop: Error {
        let kind: LiveFault.Kind
        let found: String
    }

    let hub: LiveHub
    let address: SourceAddress
    let options: LiveOptions
    /// A closure that is called at the first `##COMPLETE` of a live stream, with the number of malformed records.
    let completed: (Int) throws -> Void
    /// Whether changes follow the snapshot. If not, the snapshot is complete only when the response ends.
    var isLive = false
    /// Whether the text ended without `##COMPLETE`. If so, a last record without line end may be cut off, so it is
    /// ignored.
    var isCutOff = false
    /// Whether `##COMPLETE` was read.
    private(set) var isComplete = false
    /// The number of profiles and the number of malformed records so far.
    private(set) var profiles = 0
    private(set) var malformed = 0

    private var batch: [InstrumentProfile] = []
    /// Whether profiles have arrived since the last line that begins with `##`.
    private var isUnflushed = false
    /// Checks whether the text begins like IPF.
    private var beginning = ProfileTextCheck()
    /// The current file of an archive; `nil` if the source is not an archive.
    private var file: String?

    init(
        _ hub: LiveHub, _ address: SourceAddress, _ options: LiveOptions, completed: @escaping (Int) throws -> Void
    ) {
        self.hub = hub
        self.address = address
        self.options = options
        self.completed = completed
    }

    /// Checks the next bytes before they are read. So other kinds of text cause one fault instead of one per line.
    mutating func check(_ bytes: Span<UInt8>) throws {
        guard let found = beginning.fault(bytes) else { return }
        if let file { throw Stop(kind: .notProfiles, found: IngestError.notProfiles(file, found).reason) }
        throw Stop(
            kind: .notProfiles, found: "this is not a list of instrument profiles: \(found); check the address")
    }

    /// Sends the profiles that were collected.
    mutating func handOver() throws {
        guard !batch.isEmpty else { return }
        var full: [InstrumentProfile] = []
        swap(&full, &batch)
        try hub.send(.profiles(full))
    }

    // MARK: Records

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        if isCutOff { return }
        var profile = InstrumentProfile(record)
        profiles += 1
        isUnflushed = true
        if let rewriter = options.ingest.rewriter, try !rewriter.rewrite(&profile, of: address) { return }
        batch.append(profile)
        if batch.count >= options.batchProfiles { try handOver() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        if isCutOff { return }
        try handOver()
        malformed += 1
        guard malformed <= options.malformedRecords else {
            throw Stop(
                kind: .tooManyMalformed,
                found: "more than \(options.malformedRecords) records can't be read; check the source")
        }
        try hub.send(.fault(LiveFault(kind: .malformed(error), reason: "\(error)")))
    }

    mutating func begin(file name: String) {
        file = name
        beginning = ProfileTextCheck()
    }

    mutating func warning(_ warning: ProfileWarning) throws {
        try handOver()
        try hub.send(.fault(LiveFault(kind: .warning(warning), reason: "\(warning)")))
    }

    mutating func flush() throws {
        try handOver()
        try hub.send(isUnflushed ? .flushed : .heartbeat)
        isUnflushed = false
    }

    mutating func complete() throws {
        try handOver()
        let isFirst = !isComplete
        isComplete = true
        isUnflushed = false
        if isLive, isFirst { try completed(malformed) }
    }
}

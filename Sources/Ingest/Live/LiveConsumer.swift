/// Makes events of an answer's records.
struct LiveConsumer: RecordConsumer {
    /// Ends the answer that is being read.
    struct Stop: Error {
        let kind: LiveFault.Kind
        let found: String
    }

    let hub: LiveHub
    let address: SourceAddress
    let options: LiveOptions
    /// Called once, with the first `##COMPLETE` of a live stream and the number of records that could not be read.
    let completed: (Int) throws -> Void
    /// Changes follow after the snapshot; else only the end of the answer shows that it is whole.
    var isLive = false
    /// The text is over without having said so: what comes now had no line end, and may be half of a record.
    var isCutOff = false
    /// `##COMPLETE` was seen.
    private(set) var isComplete = false
    /// Profiles and records that can't be read, so far.
    private(set) var profiles = 0
    private(set) var malformed = 0

    private var batch: [InstrumentProfile] = []
    /// Profiles came since the last `##`.
    private var isUnflushed = false
    /// Whether the text begins as one of profiles has to.
    private var beginning = ProfileTextCheck()
    /// The current file, where the source holds several.
    private var file: String?

    init(
        _ hub: LiveHub, _ address: SourceAddress, _ options: LiveOptions, completed: @escaping (Int) throws -> Void
    ) {
        self.hub = hub
        self.address = address
        self.options = options
        self.completed = completed
    }

    /// Looks at the next bytes before they are read: the lines of another kind of text are not worth a fault each.
    mutating func check(_ bytes: Span<UInt8>) throws {
        guard let found = beginning.fault(bytes) else { return }
        if let file { throw Stop(kind: .notProfiles, found: IngestError.notProfiles(file, found).reason) }
        throw Stop(
            kind: .notProfiles, found: "this is no list of instrument profiles: \(found); check the address")
    }

    /// Hands on what there is.
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
                found: "more than \(options.malformedRecords) records that can't be read; check the source")
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

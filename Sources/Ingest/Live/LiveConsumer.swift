/// Makes events of an answer's records.
struct LiveConsumer: RecordConsumer {
    /// Ends the answer that is being read.
    struct Stop: Error {
        let kind: LiveFault.Kind
        let found: String
    }

    let hub: LiveHub
    let options: LiveOptions
    /// Told once, with the first `##COMPLETE` of a live stream and the number of records that could not be read.
    let completed: (Int) throws -> Void
    /// Changes follow behind the snapshot; else only the end of the answer shows that it is whole.
    var isLive = false
    /// The text is over: what comes now had no line end, and is whole only where the source has said so.
    var isAtEnd = false
    /// `##COMPLETE` was seen.
    private(set) var isComplete = false
    /// Profiles and records that can't be read, so far.
    private(set) var profiles = 0
    private(set) var malformed = 0

    private var batch: [InstrumentProfile] = []
    /// Profiles came since the last `##`.
    private var isUnflushed = false
    /// The text begins as one of profiles has to: with a comment or a definition.
    private var beginsWell: Bool?

    init(_ hub: LiveHub, _ options: LiveOptions, completed: @escaping (Int) throws -> Void) {
        self.hub = hub
        self.options = options
        self.completed = completed
    }

    /// Looks at the next bytes before they are read: text that begins with anything but a comment or a definition can't hold a
    /// profile, and its lines are not worth a fault each.
    mutating func check(_ bytes: Span<UInt8>) throws {
        guard beginsWell == nil else { return }
        for index in bytes.indices {
            let byte = bytes[index]
            if [0xEF, 0xBB, 0xBF, ASCII.lineFeed, ASCII.carriageReturn].contains(byte) { continue }
            beginsWell = byte == UInt8(ascii: "#") || byte == ASCII.quote
            guard beginsWell == false else { return }
            let line = String(decoding: bytes.extracting(index..<min(index + 60, bytes.count)))
            throw Stop(
                kind: .notProfiles,
                found:
                    "this is no list of instrument profiles: it begins with “\(GrammarError.excerpt(line))”; check the address"
            )
        }
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
        if isAtEnd, !isComplete { return }
        batch.append(InstrumentProfile(record))
        profiles += 1
        isUnflushed = true
        if batch.count >= options.batchProfiles { try handOver() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        if isAtEnd, !isComplete { return }
        try handOver()
        malformed += 1
        guard malformed <= options.malformedRecords else {
            throw Stop(
                kind: .tooManyMalformed,
                found: "more than \(options.malformedRecords) records that can't be read; check the source")
        }
        try hub.send(.fault(LiveFault(kind: .malformed(error), reason: "\(error)")))
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

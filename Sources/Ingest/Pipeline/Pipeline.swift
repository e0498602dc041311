import SystemFiles

/// One reading of a source: from its address to the chunks that the body receives on the caller's thread.
///
/// ```
/// mapped, plain     file ─────────────────────────────────────────► body      no copy
/// mapped, packed    file ──────────────────► inflate ══ ring ══► body      gzip in parts: GzipPartStage
/// pipe              file ── read ──────────► inflate ══ ring ══► body
/// web, object       curl ══ ring ══► inflate or copy ══ ring ══► body          ══ between two threads
/// plain, in parts   file ── windows ═════════════════════ ring ══► body      if the file is guarded
///                   file ── read ════════════════════════ ring ══► body      otherwise
/// ```
/// A mapped file is guarded against overwriting if the system grants a lease (`MappingGuard`). If the body accepts
/// parsed parts (`ParallelChunkReader`), threads that wait, and on larger machines further threads, parse ahead. Before
/// `run` returns or throws, it waits for all threads.
struct Pipeline {
    /// The number of buffers between two threads. One is being filled and one is being read. The others compensate for
    /// differences in speed.
    static let ringBuffers = 4
    /// The number of buffers for each thread, if the body accepts parsed parts.
    static let ringBuffersOfThread = 4
    /// The size of a buffer for inflated bytes. At the end of each buffer, the inflater copies a window of 32 KiB.
    static let decodedBufferBytes = 512 << 10
    /// The size of a buffer if the body accepts parsed parts. The text and the parsed records then fit into a core's
    /// cache.
    static let partBufferBytes = 256 << 10
    /// The size of a window of a mapped file if the body accepts parsed parts.
    static let windowBytes = 512 << 10
    static let storedBufferBytes = 256 << 10
    /// The size of a chunk of a mapped file. Progress and cancellation are handled between chunks.
    static let mappedChunkBytes = 4 << 20

    let address: SourceAddress
    let options: IngestOptions
    /// The queue in which the body posts how to parse ahead; `nil` if the body parses everything itself.
    let board: ChunkQueue?
    let counters = PipelineCounters()
    let outcome: DownloadOutcome
    let start = MonotonicTime.now

    /// Prepares a reading, which `run` then performs.
    ///
    /// - Parameters:
    ///   - inParts: Whether the body accepts parsed parts.
    ///   - began: Called with the head of each response, before its body, on the download's thread.
    init(
        _ address: SourceAddress, _ options: IngestOptions, inParts: Bool = false,
        began: @escaping @Sendable (ResponseHead) -> Void = { _ in }
    ) {
        self.address = address
        self.options = options
        board = inParts && options.threads > 1 ? ChunkQueue() : nil
        outcome = DownloadOutcome(began: began)
    }

    /// A chunk of the source's content.
    struct Chunk: ~Escapable {
        let bytes: Span<UInt8>
        /// Whether the source starts over with this chunk, so that earlier chunks are invalid.
        let startsOver: Bool
        /// The number of texts before this one. A text begins whenever the source starts over, and with each file of an
        /// archive.
        let text: Int
        /// The result if a thread has parsed this chunk ahead; otherwise `nil`.
        let part: (any Sendable)?
        /// The name of the archive's file that begins with this chunk; `nil` if none begins here. The chunk may be
        /// empty.
        let file: String?

        @_lifetime(copy bytes)
        init(
            _ bytes: Span<UInt8>, startsOver: Bool = false, file: String? = nil, text: Int = 0,
            part: (any Sendable)? = nil
        ) {
            self.bytes = bytes
            self.startsOver = startsOver
            self.file = file
            self.text = text
            self.part = part
        }
    }

    /// A closure that receives a chunk and returns the number of lines read so far; `nil` if it does not count lines.
    typealias Body = (borrowing Chunk) throws -> Int?

    /// Reads the whole source.
    ///
    /// - Throws: `IngestError` with the address, or the errors of `body`.
    func run(_ body: Body) throws -> SnapshotReport {
        do {
            try options.check(for: address)
            if options.cancellation?.isCancelled == true { throw IngestError.cancelled }
            switch address.place {
            case .web(let url): return try readWeb(.web(url: url), body)
            case .object(let object): return try readWeb(.object(object, try options.objectAccess), body)
            case .file(let path): return try read(OpenFile.source(path), isOurs: true, body)
            case .standardInput: return try read(.standardInput, isOurs: false, body)
            }
        } catch let error as IngestError {
            throw error.at(address)
        }
    }

    // MARK: Kinds of sources

    /// - Parameter isOurs: Whether this reading opened the file, so that nothing else shares its file descriptor.
    private func read(_ file: OpenFile, isOurs: Bool, _ body: Body) throws -> SnapshotReport {
        let status = try file.sourceStatus()
        // Files without a size, such as those in /proc, are read like a pipe, and so is input of which a part was
        // already read.
        guard status.isFile, status.size > 0, file.isAtStart else {
            let waker = try IngestError.reading("a pair of sockets") { () throws(FileFault) in try PollWaker() }
            return try decoding(stopping: [], waker.wake, body) { ring in
                decode(PipeSource(file, waker, counters), into: ring, options, counters) {
                    Double(counters.transferMicroseconds.load()) / 1e6
                }
            }
        }
        let mapped = try IngestError.reading { () throws(FileFault) in try MappedFile(file) }
        mapped.willBeReadOnce()
        let guarded = isOurs ? MappingGuard(mapped, of: file) : nil
        counters.total = mapped.count
        let report = try read(mapped, file, isGuarded: guarded != nil, body)
        if guarded?.end() == true {
            throw IngestError(.unfit("changed while it was read; read it again when it is complete"))
        }
        return report
    }

    private func read(_ mapped: MappedFile, _ file: OpenFile, isGuarded: Bool, _ body: Body) throws -> SnapshotReport {
        let head = mapped.bytes(0..<min(Compression.recognisedBytes, mapped.count))
        guard Compression.recognise(head) == .none else {
            return try decoding(stopping: [], {}, body) { ring in decode(mapped, into: ring, options, counters) }
        }
        guard board != nil else { return try readInPlace(mapped, body) }
        guard isGuarded else {
            return try decoding(stopping: [], {}, body) { ring in copy(file, mapped.count, into: ring, counters) }
        }
        return try decoding(inMemory: false, stopping: [], {}, body) { ring in
            show(mapped, by: Self.windowBytes, in: ring, counters)
        }
    }

    private func readInPlace(_ file: MappedFile, _ body: Body) throws -> SnapshotReport {
        var meter = ProgressMeter(options, counters, since: start)
        var position = 0
        while position < file.count {
            if options.cancellation?.isCancelled == true { throw IngestError.cancelled }
            let range = position..<min(position + Self.mappedChunkBytes, file.count)
            let lines = try body(Chunk(file.bytes(range)))
            file.release(range)
            position = range.upperBound
            counters.bytesIn.store(position)
            meter.tick(inflated: position, lines)
        }
        meter.end()
        return report(meter, consume: start.secondsSince)
    }

    private func readWeb(_ target: DownloadTarget, _ body: Body) throws -> SnapshotReport {
        let transfer = try options.transferType.init()
        let stored = BlockingRing(buffers: Self.ringBuffers, of: Self.storedBufferBytes)
        let worker = try WorkerThread.start { [self] in
            Download(
                address, target, options, by: transfer, into: stored, counting: counters, outcome: outcome
            ).run()
        }
        let result = Result {
            try decoding(stopping: [stored], transfer.stop, body) { ring in
                decode(RingSource(stored), into: ring, options, counters) {
                    stored.waits.reader
                } upstream: {
                    stored.abandon()
                    transfer.stop()
                }
            }
        }
        stored.abandon()
        transfer.stop()
        worker.join()
        var report = try result.get()
        // The threads update their counters until they end, which is after the last chunk.
        finish(&report)
        return report
    }

    // MARK: Decoding on a second thread

    /// Runs `work` on a thread that fills a ring, and passes the bytes of the ring to the body.
    ///
    /// - Parameter inMemory: Whether the buffers of the ring have their own memory.
    private func decoding(
        inMemory: Bool = true, stopping rings: [BlockingRing], _ wake: @escaping @Sendable () -> Void, _ body: Body,
        _ work: @escaping @Sendable (BlockingRing) -> Void
    ) throws -> SnapshotReport {
        let threads = board == nil ? 1 : options.threads
        let ring =
            threads == 1
            ? BlockingRing(buffers: Self.ringBuffers, of: Self.decodedBufferBytes)
            : BlockingRing(
                buffers: Self.ringBuffersOfThread * threads, of: inMemory ? Self.partBufferBytes : 0, helping: board)
        let stop: @Sendable () -> Void = {
            for ring in rings + [ring] { ring.abandon() }
            wake()
        }
        let key = options.cancellation?.onCancel(stop)
        defer { if let key { options.cancellation?.remove(key) } }
        let worker = try WorkerThread.start { work(ring) }
        // The thread that fills the ring and the calling thread are already two of the threads.
        let result = WorkerThread.run(max(0, threads - 2)) { _ in
            ring.help()
        } beside: { _ in
            defer { stop() }
            return Result { try consume(ring, body) }
        }
        worker.join()
        var report = try result.get()
        finish(&report)
        return report
    }

    private func consume(_ ring: BlockingRing, _ body: Body) throws -> SnapshotReport {
        var meter = ProgressMeter(options, counters, since: start)
        var text = 0
        while true {
            switch try ring.next(before: meter.nextCall) {
            case .buffer(let buffer):
                if buffer.startsOver { meter.startOver() }
                if buffer.beginsText { text += 1 }
                let lines = try body(
                    Chunk(
                        buffer.bytes, startsOver: buffer.startsOver, file: buffer.file, text: text, part: buffer.part))
                let count = buffer.count
                ring.recycle()
                meter.tick(adding: count, lines)
            case .nothingYet: meter.tick(adding: 0, meter.lines)
            case .end:
                meter.end()
                return report(meter, consume: start.secondsSince - ring.waits.reader)
            }
        }
    }
}

extension Pipeline {
    /// Creates the report after the last chunk.
    func report(_ meter: ProgressMeter, consume: Double) -> SnapshotReport {
        var report = SnapshotReport(address: address)
        report.inflatedBytes = meter.inflated
        report.lines = meter.lines
        report.seconds.consume = consume
        finish(&report)
        return report
    }

    /// Copies the counters of the threads to the report. This is done again after the threads have ended, to get their
    /// last values.
    func finish(_ report: inout SnapshotReport) {
        let facts = outcome.facts
        report.compression = counters.compression
        report.inflatedBy = report.compression == .none ? nil : options.inflating
        report.bytesIn = counters.bytesIn.load()
        report.notModified = facts.notModified
        report.validators = facts.validators.isEmpty ? nil : facts.validators
        report.sha256 = facts.sha256
        report.requests = facts.requests
        report.seconds.transfer = Double(counters.transferMicroseconds.load()) / 1e6
        report.seconds.inflate = report.compression == .none ? 0 : Double(counters.decodeMicroseconds.load()) / 1e6
        report.seconds.wall = start.secondsSince
    }
}

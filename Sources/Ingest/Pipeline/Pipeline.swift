import SystemFiles

/// One reading of a source, from its address to the chunks that a body takes on the caller's thread.
///
/// ```
/// mapped, plain     file ─────────────────────────────────────────► body      no copy
/// mapped, packed    file ──────────────────► inflate ══ ring ══► body      gzip in parts: GzipPartStage
/// pipe              file ── read ──────────► inflate ══ ring ══► body
/// web, object       curl ══ ring ══► inflate or copy ══ ring ══► body          ══ between two threads
/// plain, in parts   file ── windows ═════════════════════ ring ══► body      where the file is guarded
///                   file ── read ════════════════════════ ring ══► body      else
/// ```
/// What is mapped is guarded against being written over, if the system gives a lease (`MappingGuard`).
/// Where the body takes parts of the text (`ParallelChunkReader`), threads that would wait for it read them, and so do further ones on larger machines.
/// All threads are waited for before `run` returns, however it ends.
struct Pipeline {
    /// Buffers between two threads: while one is filled and one is read, the others take up what speeds differ.
    static let ringBuffers = 4
    /// The same for each thread of a body that takes parts.
    static let ringBuffersOfThread = 4
    /// At the end of each the inflater copies what it may refer to later, 32 KiB.
    static let decodedBufferBytes = 512 << 10
    /// The same of a body that takes parts: text and what a thread makes of it lie in its core's cache.
    static let partBufferBytes = 256 << 10
    /// What such a body gets at a time of a file that stays where it is mapped.
    static let windowBytes = 512 << 10
    static let storedBufferBytes = 256 << 10
    /// Bytes of a mapped file that the body gets at a time: progress and cancelling have their turn in between.
    static let mappedChunkBytes = 4 << 20

    let address: SourceAddress
    let options: IngestOptions
    /// Where the body says how parts are read before their turn comes; `nil` where it reads all by itself.
    let board: ChunkQueue?
    let counters = PipelineCounters()
    let outcome: DownloadOutcome
    let start = MonotonicTime.now

    /// - Parameters:
    ///   - inParts: the body takes parts of the text.
    ///   - began: called with the head of each response, on the download's thread, before its body.
    init(
        _ address: SourceAddress, _ options: IngestOptions, inParts: Bool = false,
        began: @escaping @Sendable (ResponseHead) -> Void = { _ in }
    ) {
        self.address = address
        self.options = options
        board = inParts && options.threads > 1 ? ChunkQueue() : nil
        outcome = DownloadOutcome(began: began)
    }

    /// A chunk for the body.
    struct Chunk: ~Escapable {
        let bytes: Span<UInt8>
        /// What came before is void: the source starts over with this chunk.
        let startsOver: Bool
        /// How many texts began before: by starting over, or as files of an archive.
        let text: Int
        /// What another thread made of it; `nil` for nothing.
        let part: (any Sendable)?
        /// The file of an archive that begins with this chunk, which may be empty; `nil` where none begins.
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

    /// Takes a chunk and returns the lines read so far; `nil` where they aren't counted.
    typealias Body = (borrowing Chunk) throws -> Int?

    /// Reads the whole source.
    ///
    /// - Throws: `IngestError` that names the address, or what `body` throws.
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

    // MARK: Ways

    /// - Parameter isOurs: nobody else has it by the same descriptor.
    private func read(_ file: OpenFile, isOurs: Bool, _ body: Body) throws -> SnapshotReport {
        let status = try file.sourceStatus()
        // What has no size, as files under /proc, is read like a pipe, and so is an input that was read in part.
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
            throw IngestError(.unfit("was written to while it was read; read it again once it is written"))
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
        // The threads' last words come after the last chunk.
        finish(&report)
        return report
    }

    // MARK: Decoding beside the body

    /// Runs `work` on a thread that fills a ring, and the body on what comes out of it.
    ///
    /// - Parameter inMemory: the ring's buffers have memory.
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
        // The thread that fills the ring and this one are two already.
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
    /// The results that are known after the last chunk.
    func report(_ meter: ProgressMeter, consume: Double) -> SnapshotReport {
        var report = SnapshotReport(address: address)
        report.inflatedBytes = meter.inflated
        report.lines = meter.lines
        report.seconds.consume = consume
        finish(&report)
        return report
    }

    /// Adds what the threads counted; again when they have ended, for what they count last.
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

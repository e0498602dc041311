import SystemFiles

/// Decodes a mapped file into a ring, on the thread that calls it: gzip by several threads, where it can be cut.
func decode(
    _ file: MappedFile, into ring: BlockingRing, _ options: IngestOptions, _ counters: PipelineCounters,
    partBytes: Int = GzipParts.partBytes
) {
    let start = MonotonicTime.now
    var handedOn = 0
    if options.threads > 1, !options.keepsPacking,
        Compression.recognise(file.bytes(0..<min(Compression.recognisedBytes, file.count))) == .gzip,
        !Compression.isPackedTwice(file.bytes(0..<min(MappedSource.pieceBytes, file.count))),
        let parts = GzipParts(file, partBytes: partBytes)
    {
        counters.compression = .gzip
        switch GzipPartStage(file, parts, options, counting: counters, bufferBytes: ring.bufferBytes).run(into: ring) {
        case .byOneThread(let count): handedOn = count
        case .abandoned: return ring.fail(.cancelled)
        case .whole:
            counters.decodeMicroseconds.store(Int(clamping: (start.secondsSince - ring.waits.filler) * 1e6))
            return ring.finish()
        }
    }
    decode(
        MappedSource(file, counters), into: ring, options, counters, after: handedOn,
        again: { MappedSource(file, counters) })
}

/// Decodes a source into a ring, on the thread that calls it, to the end or to the error that the ring then ends with. Data that is
/// packed twice is decoded twice, by a second thread.
///
/// - Parameters:
///   - handedOn: bytes that the ring's reader has had, which are passed over.
///   - isInner: the source was packed inside gzip data.
///   - waited: seconds that the source has spent waiting, which are not the decoder's.
///   - upstream: stops whoever fills the source; called where the decoder wants no more of it.
///   - again: the source from its beginning, where it can be read once more. zlib then says what is wrong with gzip data that
///     another library refuses, so that the error and what comes before it don't depend on the library.
func decode<Source: ByteSource & ~Copyable>(
    _ source: consuming Source, into ring: BlockingRing, _ options: IngestOptions, _ counters: PipelineCounters,
    after handedOn: Int = 0, isInner: Bool = false, waited: () -> Double = { 0 }, upstream: () -> Void = {},
    again: () -> Source? = { nil }
) {
    let start = MonotonicTime.now
    let limits = options.limits
    var ring = ring
    var inner: WorkerThread?
    var mayHoldPacked = !isInner && !options.keepsPacking
    var decoder = Decoder(source, RingWriter(ring, passingOver: handedOn), limits, by: options.inflating)
    var mustStartOver = false
    while true {
        do throws(PipelineStop) {
            if mustStartOver {
                decoder.startOver(limits)
                try decoder.output.startOver()
                mustStartOver = false
            }
            if mayHoldPacked, try decoder.isPackedTwice() {
                decoder.output.flush()
                let packed = BlockingRing(buffers: Pipeline.ringBuffers, of: Pipeline.storedBufferBytes)
                inner = try decodeInner(from: packed, into: ring, options)
                decoder.output = RingWriter(packed)
                (ring, mayHoldPacked) = (packed, false)
            }
            try decoder.run(asStored: options.keepsPacking) { counters.compression = $0 }
            ring.finish()
        } catch {
            switch error {
            case .startsOver:
                mustStartOver = true
                continue
            case .abandoned: ring.fail(.cancelled)
            case .failed(let error):
                if decoder.library != .zlib, counters.compression == .gzip, error.kind != .limitExceeded,
                    let source = again()
                {
                    decoder.output.flush()
                    let writer = RingWriter(ring, passingOver: decoder.output.handedOn)
                    decoder = Decoder(source, writer, limits, by: .zlib)
                    continue
                }
                // What was whole before the fault is handed on; what passed a limit is not.
                if error.kind != .limitExceeded { decoder.output.flush() }
                ring.fail(error)
            }
        }
        break
    }
    upstream()
    if let inner = inner.take() { inner.join() }
    counters.decodeMicroseconds.store(Int(clamping: (start.secondsSince - ring.waits.filler - waited()) * 1e6))
}

/// Starts a thread that decodes once more what another decoder writes into a ring.
private func decodeInner(
    from packed: BlockingRing, into ring: BlockingRing, _ options: IngestOptions
) throws(PipelineStop) -> WorkerThread {
    do throws(IngestError) {
        return try WorkerThread.start {
            decode(
                RingSource(packed), into: ring, options, PipelineCounters(), isInner: true, upstream: packed.abandon)
        }
    } catch {
        throw .failed(error)
    }
}

/// Shows the windows of a mapped file, which isn't packed, in a ring whose buffers need no memory of their own.
///
/// - Parameter windowBytes: a multiple of `MappedFile.pageBytes`.
func show(_ file: MappedFile, by windowBytes: Int, in ring: BlockingRing, _ counters: PipelineCounters) {
    var (position, released) = (0, 0)
    while position < file.count {
        guard let buffer = ring.acquire() else { return ring.fail(.cancelled) }
        // All but what the other buffers show was read.
        let read = position - ring.bufferCount * windowBytes
        if read - released >= Pipeline.mappedChunkBytes {
            file.release(released..<read)
            released = read
        }
        let window = position..<min(position + windowBytes, file.count)
        buffer.show(window, of: file)
        ring.publish()
        position = window.upperBound
        counters.bytesIn.store(position)
    }
    ring.finish()
}

/// Copies a file of so many bytes, which isn't packed, into a ring.
func copy(_ file: OpenFile, _ count: Int, into ring: BlockingRing, _ counters: PipelineCounters) {
    var writer = RingWriter(ring)
    var isAtEnd = false
    do throws(PipelineStop) {
        while !isAtEnd, writer.handedOn < count {
            isAtEnd = try writer.write { (output) throws(PipelineStop) in
                do throws(FileFault) { return try file.read(into: &output) == 0 } catch {
                    throw .failed(IngestError(error))
                }
            }
            counters.bytesIn.store(writer.handedOn)
        }
        guard writer.handedOn >= count else {
            let found = "has become shorter while it was read: \(writer.handedOn) of \(count) bytes"
            throw .failed(IngestError(.unfit("\(found); read it again once it is written")))
        }
        writer.flush()
        ring.finish()
    } catch {
        switch error {
        case .failed(let error):
            writer.flush()
            ring.fail(error)
        case .abandoned, .startsOver: ring.fail(.cancelled)
        }
    }
}

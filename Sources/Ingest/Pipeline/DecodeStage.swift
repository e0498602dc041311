import SystemFiles

/// Decodes a mapped file into a ring, on the calling thread. If a gzip file has suitable cuts, several threads inflate
/// it.
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

/// Decodes a source into a ring, on the calling thread. The end of the source, or an error, ends the ring.
///
/// If data was compressed twice, a second thread inflates the result.
///
/// - Parameters:
///   - handedOn: The number of bytes that the reader has already received, which are skipped.
///   - isInner: Whether the source is itself the content of gzip data.
///   - waited: Returns the seconds for which the source waited. They are subtracted from the decoder's time.
///   - upstream: Called when the decoder needs no more of the source, to stop its producer.
///   - again: Returns the source from its beginning, if it can be read again. If another library rejects gzip data,
///     zlib decodes it again, so that the error and the bytes before it do not depend on the library.
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
                // Deliver the valid bytes before a fault, except if a limit was exceeded.
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

/// Starts a thread that decodes the output of another decoder.
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

/// Publishes windows of an uncompressed mapped file, using a ring whose buffers have no memory of their own.
///
/// - Parameter windowBytes: The size of a window in bytes, a multiple of `MappedFile.pageBytes`.
func show(_ file: MappedFile, by windowBytes: Int, in ring: BlockingRing, _ counters: PipelineCounters) {
    var (position, released) = (0, 0)
    while position < file.count {
        guard let buffer = ring.acquire() else { return ring.fail(.cancelled) }
        // The other buffers contain the windows just before `position`. Everything before those has been read.
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

/// Copies the first `count` bytes of an uncompressed file into a ring.
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
            let found = "became shorter while it was read, after \(writer.handedOn) of \(count) bytes"
            throw .failed(IngestError(.unfit("\(found); read it again when it is complete")))
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

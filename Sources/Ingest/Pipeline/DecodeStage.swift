import SystemFiles

/// Decodes a source into a ring, on the thread that calls it, to the end or to the error that the ring then ends with.
///
/// - Parameters:
///   - waited: seconds that the source has spent waiting, which are not the decoder's.
///   - upstream: stops whoever fills the source; called where the decoder wants no more of it.
///   - again: the source from its beginning, where it can be read once more. zlib then says what is wrong with gzip data that
///     another library refuses, so that the error and what comes before it don't depend on the library.
func decode<Source: ByteSource & ~Copyable>(
    _ source: consuming Source, into ring: BlockingRing, _ options: IngestOptions, _ counters: PipelineCounters,
    waited: () -> Double = { 0 }, upstream: () -> Void = {}, again: () -> Source? = { nil }
) {
    let start = MonotonicTime.now
    let limits = options.limits
    var decoder = Decoder(source, RingWriter(ring), limits, options.inflating)
    var mustStartOver = false
    while true {
        do throws(PipelineStop) {
            if mustStartOver {
                decoder.startOver(limits)
                try decoder.output.startOver()
                mustStartOver = false
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
                    let writer = RingWriter(ring, passingOver: decoder.output.written)
                    decoder = Decoder(source, writer, limits, .zlib)
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
    counters.decodeMicroseconds.store(Int((start.secondsSince - ring.waits.filler - waited()) * 1e6))
}

/// Decodes the stored bytes of a source. It recognizes the compression, and then inflates gzip or zip data, or copies
/// plain data.
///
/// The decoder pulls its input and pushes its output, so the code for each format can follow the format's
/// specification. It runs on its own thread, because both input and output may block.
struct Decoder<Source: ByteSource & ~Copyable, Output: DecodedOutput & ~Copyable>: ~Copyable {
    var input: ByteInput<Source>
    var output: Output
    var tally: DecodeTally
    let library: InflateLibrary
    /// Whether to discard the output, as for entries of an archive that are skipped.
    var isPassingOver = false
    private var nowhere = DiscardingOutput(64 << 10)

    init(
        _ source: consuming Source, _ output: consuming Output, _ limits: IngestLimits,
        by library: InflateLibrary = .fastest
    ) {
        input = ByteInput(source)
        self.output = output
        tally = DecodeTally(limits)
        self.library = library
    }

    /// Decodes until the end of the source.
    ///
    /// - Parameter asStored: Whether to copy compressed data without inflating it.
    mutating func run(asStored: Bool = false, recognised: (Compression) -> Void) throws(PipelineStop) {
        _ = try input.fill(Compression.recognisedBytes)
        let compression = asStored ? .none : Compression.recognise(input.rest)
        recognised(compression)
        switch compression {
        case .none: try copyToEnd()
        case .gzip: try inflateMembers()
        case .zip: try readEntries()
        }
        output.flush()
    }

    /// Returns whether the source begins with data that was compressed twice, as far as the available bytes show.
    /// Consumes nothing.
    mutating func isPackedTwice() throws(PipelineStop) -> Bool {
        _ = try input.fill(Compression.recognisedBytes)
        return Compression.isPackedTwice(input.rest)
    }

    /// Resets the decoder, because the source has started over.
    mutating func startOver(_ limits: IngestLimits) {
        input.startOver()
        tally = DecodeTally(limits)
        isPassingOver = false
    }

    private mutating func copyToEnd() throws(PipelineStop) {
        var checksum: CRC32?
        while try input.fill() {
            _ = try copy(upTo: .max, &checksum)
            if input.wouldWait { output.flush() }
        }
    }

    // MARK: Shared by the formats

    /// Copies at most `limit` of the current bytes, and returns their number.
    mutating func copy(upTo limit: Int, _ checksum: inout CRC32?) throws(PipelineStop) -> Int {
        let count =
            isPassingOver
            ? try Self.copy(input.rest, limit, to: &nowhere, &checksum)
            : try Self.copy(input.rest, limit, to: &output, &checksum)
        input.take(count)
        try tally.count(count, taken: input.taken)
        return count
    }

    /// Inflates one compressed stream up to its end.
    mutating func inflateStream<Engine: Inflater & ~Copyable>(
        _ inflater: inout Engine, _ checksum: inout CRC32?, what: String
    ) throws(PipelineStop) {
        // If the last call has filled its output, the inflater may have more to write. Get that before reading further
        // input.
        var mayHoldBack = false
        while true {
            var isAtSourceEnd = false
            if !mayHoldBack {
                if input.wouldWait { output.flush() }
                isAtSourceEnd = try !input.fill()
            }
            let step: InflateStep
            let outcome =
                isPassingOver
                ? try Self.inflate(input.rest, &inflater, to: &nowhere, &checksum, isOutputFull: &mayHoldBack)
                : try Self.inflate(input.rest, &inflater, to: &output, &checksum, isOutputFull: &mayHoldBack)
            switch outcome {
            case .success(let done): step = done
            case .failure(.outOfMemory): throw .failed(Self.outOfMemory)
            case .failure(.damaged(let words, let done)):
                take(done)
                try tally.count(done.written, taken: input.taken)
                throw .failed(corrupt("\(what) can't be inflated (\(words))"))
            }
            take(step)
            try tally.count(step.written, taken: input.taken)
            if step.isAtEnd { return }
            if isAtSourceEnd, step.written == 0 { throw .failed(truncated("in the middle of \(what)")) }
        }
    }

    private mutating func take(_ step: InflateStep) {
        input.take(step.taken)
        input.putBack(step.unused, step.unusedBytes)
    }

    // These functions are static, because they borrow the input while they write to the output.

    private static func copy<Sink: DecodedOutput & ~Copyable>(
        _ bytes: Span<UInt8>, _ limit: Int, to output: inout Sink, _ checksum: inout CRC32?
    ) throws(PipelineStop) -> Int {
        try output.write { (output) throws(PipelineStop) in
            let part = bytes.extracting(first: min(bytes.count, output.freeCapacity, limit))
            checksum?.add(part)
            output.append(copying: part)
            return part.count
        }
    }

    private static func inflate<Engine: Inflater & ~Copyable, Sink: DecodedOutput & ~Copyable>(
        _ bytes: Span<UInt8>, _ inflater: inout Engine, to output: inout Sink, _ checksum: inout CRC32?,
        isOutputFull: inout Bool
    ) throws(PipelineStop) -> Result<InflateStep, InflateFault> {
        try output.write { (output) throws(PipelineStop) in
            let start = output.count
            do throws(InflateFault) {
                let step = try inflater.inflate(bytes, into: &output)
                checksum?.add(output.span.extracting(start...))
                isOutputFull = output.isFull
                return .success(step)
            } catch {
                return .failure(error)
            }
        }
    }

    // MARK: Errors

    func truncated(_ place: String) -> IngestError {
        IngestError(
            kind: .truncated,
            reason:
                "it is truncated \(place), after \(input.taken) bytes (\(tally.written) inflated); fetch it again")
    }

    func corrupt(_ found: String) -> IngestError {
        IngestError(
            kind: .corrupt,
            reason:
                "it is damaged: \(found), at byte \(input.taken) (\(tally.written) inflated); fetch it again")
    }

    /// - Parameter end: The offset at which the valid data ends.
    func trailing(from end: Int, after what: String, expected: String) -> IngestError {
        IngestError(
            kind: .trailingData,
            reason:
                "the \(what) ends at byte \(end) (\(tally.written) inflated), but other data follows; expected "
                + "\(expected); fetch it again, or truncate it there")
    }

    static func inflater<Engine: Inflater & ~Copyable>(
        _ make: () throws(InflateFault) -> Engine
    ) throws(PipelineStop) -> Engine {
        do throws(InflateFault) { return try make() } catch { throw .failed(outOfMemory) }
    }

    private static var outOfMemory: IngestError {
        IngestError(kind: .unreadable, reason: "out of memory while inflating; free some memory and try again")
    }
}

/// Counts decoded bytes and checks the limits.
struct DecodeTally {
    private let limits: IngestLimits
    /// The number of decoded bytes.
    private(set) var written = 0

    init(_ limits: IngestLimits) { self.limits = limits }

    /// Adds `count` decoded bytes.
    ///
    /// - Parameter taken: The number of stored bytes that were consumed so far.
    mutating func count(_ count: Int, taken: Int) throws(PipelineStop) {
        written += count
        if written > limits.inflatedBytes {
            throw .failed(
                IngestError(
                    kind: .limitExceeded,
                    reason: "it inflates to more than \(limits.inflatedBytes) bytes, the limit; raise the limit if "
                        + "you trust this source"))
        }
        if written > limits.ratioFreeBytes, Double(written) > Double(taken) * Double(limits.ratio) {
            throw .failed(
                IngestError(
                    kind: .limitExceeded,
                    reason: "\(taken) bytes inflate to more than \(limits.ratio) times as many, which suggests an "
                        + "attack; raise the limit if you trust this source"))
        }
    }
}

/// An output that discards its bytes. It reuses a single buffer.
struct DiscardingOutput: DecodedOutput, ~Copyable {
    private let capacity: Int
    /// The buffer; `nil` before the first write.
    private var buffer: RingBuffer?

    init(_ capacity: Int) { self.capacity = capacity }

    mutating func write<Result>(
        _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
    ) throws(PipelineStop) -> Result {
        let buffer = buffer ?? RingBuffer(capacity: capacity)
        self.buffer = buffer
        if buffer.isFull { buffer.clear() }
        return try buffer.append(body)
    }

    mutating func begin(file name: String) {}

    mutating func flush() {}
}

extension Decoder where Source: ~Copyable, Output: ~Copyable {
    /// Inflates `SOURCE = 1*MEMBER *%x00`. RFC 1952 allows several members, and zeros after the last member are
    /// padding.
    mutating func inflateMembers() throws(PipelineStop) {
        switch library {
        case .zlib: try inflateMembers(Self.inflater { () throws(InflateFault) in try ZlibInflater(.gzip) })
        #if ISAL
            case .isal: try inflateMembers(Self.inflater { () throws(InflateFault) in try IsalInflater(.gzip) })
        #endif
        }
    }

    private mutating func inflateMembers<Engine: Inflater & ~Copyable>(
        _ engine: consuming Engine
    ) throws(PipelineStop) {
        var inflater = engine
        var noChecksum: CRC32?
        while true {
            try inflateStream(&inflater, &noChecksum, what: "a gzip member")
            guard try isMemberNext() else { return }
            inflater.reset()
        }
    }

    /// Examines the bytes after a member. Returns `true` if another member follows, `false` if only padding or nothing
    /// follows.
    private mutating func isMemberNext() throws(PipelineStop) -> Bool {
        if input.wouldWait { output.flush() }
        guard try input.fill() else { return false }
        let end = input.taken
        if input.rest[0] == 0x1F {
            // A single byte may be a truncated member. If so, the inflater reports it.
            let isWhole = try input.fill(2)
            if !isWhole || input.rest[1] == 0x8B { return true }
        }
        while try input.fill() {
            var zeros = 0
            while zeros < input.rest.count, input.rest[zeros] == 0 { zeros += 1 }
            input.take(zeros)
            if !input.rest.isEmpty {
                throw .failed(trailing(from: end, after: "gzip data", expected: "another gzip member or the end"))
            }
        }
        return false
    }
}

@testable import Ingest

/// Decodes bytes in memory on the calling thread, from pieces of any size into buffers of any size.
enum DecoderHarness {
    struct Outcome: Equatable {
        var bytes: [UInt8]
        var compression: Compression?
        /// The files of an archive, each with the number of preceding bytes.
        var files: [File] = []
        var error: IngestError?
    }

    struct File: Equatable {
        var name: String
        var start: Int
    }

    static func decode(
        _ stored: [UInt8], pieces: Int = .max, buffer: Int = 64, _ limits: IngestLimits = IngestLimits(),
        by library: InflateLibrary = .fastest
    ) -> Outcome {
        let collected = Collected()
        var decoder = Decoder(ArraySource(stored, pieces), CollectingOutput(collected, buffer), limits, by: library)
        var outcome = Outcome(bytes: [])
        do throws(PipelineStop) {
            try decoder.run { outcome.compression = $0 }
        } catch {
            if case .failed(let error) = error { outcome.error = error }
        }
        decoder.output.flush()
        outcome.bytes = collected.bytes
        outcome.files = collected.files
        return outcome
    }

    final class Collected {
        var bytes: [UInt8] = []
        var files: [File] = []
    }

    struct ArraySource: ByteSource, ~Copyable {
        let bytes: [UInt8]
        let size: Int
        var range = 0..<0

        init(_ bytes: [UInt8], _ size: Int) {
            self.bytes = bytes
            self.size = size
        }

        var piece: Span<UInt8> {
            @_lifetime(borrow self)
            get { bytes.span.extracting(range) }
        }

        mutating func advance() throws(PipelineStop) -> Bool {
            range = range.upperBound..<(range.upperBound + min(size, bytes.count - range.upperBound))
            return !range.isEmpty
        }

        var isReady: Bool { true }
    }

    struct CollectingOutput: DecodedOutput, ~Copyable {
        let collected: Collected
        let buffer: RingBuffer

        init(_ collected: Collected, _ capacity: Int) {
            self.collected = collected
            buffer = RingBuffer(capacity: capacity)
        }

        mutating func write<Result>(
            _ body: (inout OutputSpan<UInt8>) throws(PipelineStop) -> Result
        ) throws(PipelineStop) -> Result {
            if buffer.isFull { flush() }
            return try buffer.append(body)
        }

        mutating func begin(file name: String) {
            flush()
            collected.files.append(File(name: name, start: collected.bytes.count))
        }

        mutating func flush() {
            collected.bytes.append(copying: buffer.bytes)
            buffer.clear()
        }
    }
}

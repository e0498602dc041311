import Packing
import Synchronization
import SystemFiles

/// Inflates the parts of a mapped gzip file on several threads, and delivers them in order.
///
/// ```
/// file ─┬─ parts 0, 2, 4 … ══ ring ══┐
///       └─ parts 1, 3, 5 … ══ ring ══┴─ in order ══ ring ══► body          ══ between two threads
/// ```
/// Each thread has its own ring, which limits the memory. Buffers are exchanged instead of copied.
///
/// A part is valid only if all parts before it are, so its bytes are delivered after theirs. After any irregularity,
/// the sequential decoder reads the source again, and skips the bytes that were delivered. So only one implementation
/// reports errors and checks limits.
struct GzipPartStage {
    /// How the stage ended.
    enum Ending {
        case whole
        /// The reader does not need more bytes.
        case abandoned
        /// The sequential decoder must continue after this number of bytes.
        case byOneThread(after: Int)
    }

    /// The size of a thread's ring in bytes. Most parts fit into it, so the thread need not wait for its turn.
    private static let laneBytes = 3 << 20

    let file: MappedFile
    let parts: GzipParts
    let options: IngestOptions
    let counters: PipelineCounters
    private let lanes: [BlockingRing]
    private let outcomes = PartOutcomes()

    /// Creates a ring for each thread.
    ///
    /// - Parameter bufferBytes: The size of the buffers in the destination ring. The buffers of the threads' rings must
    ///   have the same size, because they are exchanged with those.
    init(
        _ file: MappedFile, _ parts: GzipParts, _ options: IngestOptions, counting counters: PipelineCounters,
        bufferBytes: Int
    ) {
        self.file = file
        self.parts = parts
        self.options = options
        self.counters = counters
        lanes = (0..<options.threads).map { _ in
            BlockingRing(buffers: Self.laneBytes / bufferBytes, of: bufferBytes)
        }
    }

    /// Inflates all parts into a ring.
    func run(into ring: BlockingRing) -> Ending {
        WorkerThread.run(lanes.count) { [self] in
            work($0)
        } beside: { count in
            defer { for lane in lanes { lane.abandon() } }
            return count == lanes.count ? handOn(to: ring) : .byOneThread(after: 0)
        }
    }

    // MARK: The threads

    private func work(_ lane: Int) {
        switch options.inflating {
        case .zlib: work(lane) { () throws(InflateFault) in try ZlibInflater(.raw) }
        #if ISAL
            case .isal: work(lane) { () throws(InflateFault) in try IsalInflater(.raw) }
        #endif
        }
    }

    private func work<Engine: Inflater & ~Copyable>(_ lane: Int, _ make: () throws(InflateFault) -> Engine) {
        let ring = lanes[lane]
        defer { ring.finish() }
        guard var inflater = try? make() else { return }
        var writer = RingWriter(ring)
        var number = lane
        while let part = parts[number] {
            do throws(PipelineStop) {
                let outcome = try part.inflate(file, by: &inflater, ratio: options.limits.ratio, to: &writer) {
                    outcomes[number] = $0
                }
                outcomes[number] = outcome
                try writer.end(.part)
                if !outcome.isSound { return }
            } catch {
                return
            }
            number += lanes.count
        }
    }

    // MARK: Delivery in order

    private func handOn(to ring: BlockingRing) -> Ending {
        var handedOn = 0
        var released = 0
        // The text of a member that extends over several parts.
        var text = SealedText.Tail()
        var number = 0
        while let part = parts[number] {
            let lane = lanes[number % lanes.count]
            var end: RingBuffer.End?
            while end != .part {
                guard case .buffer(let buffer) = try? lane.next() else { return .byOneThread(after: handedOn) }
                if buffer.count > 0 {
                    guard handedOn + buffer.count <= options.limits.inflatedBytes else {
                        return .byOneThread(after: handedOn)
                    }
                    guard let free = ring.acquire() else { return .abandoned }
                    free.exchangeBytes(with: buffer)
                    handedOn += free.count
                    ring.publish()
                }
                end = buffer.end
                lane.recycle()
                if end == .member, let first = outcomes[number]?.first {
                    text.append(first.text)
                    guard GzipPart.Outcome.isRight(text, first.stored) else { return .byOneThread(after: handedOn) }
                    text = SealedText.Tail()
                }
            }
            guard let outcome = outcomes[number], outcome.isSound else { return .byOneThread(after: handedOn) }
            outcomes[number] = nil
            text.append(outcome.open)
            counters.bytesIn.store(part.range.upperBound)
            let done = part.range.upperBound / MappedFile.pageBytes * MappedFile.pageBytes
            file.release(released..<done)
            released = done
            number += 1
        }
        return .whole
    }
}

/// The outcomes, by number, of parts that are inflated but not yet delivered.
private final class PartOutcomes: Sendable {
    private let outcomes = Mutex<[Int: GzipPart.Outcome]>([:])

    subscript(number: Int) -> GzipPart.Outcome? {
        get { outcomes.withLock { $0[number] } }
        set { outcomes.withLock { $0[number] = newValue } }
    }
}

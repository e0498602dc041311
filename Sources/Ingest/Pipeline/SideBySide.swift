import ProfileFormat
import Synchronization
import SystemFiles

/// Reads a stretch of a mapped file by several threads, into what one thread would have made of it.
///
/// ```
/// stretch   |── part 0 ──|── part 1 ──|── part 2 ──|─ rest ─|       cut after line feeds
///             this thread   a thread     a thread    this thread, last
/// ```
/// Whether a line feed ends a record is known when everything before it was read: it may stand inside quotes. So each part is taken only
/// if the one before it ended there, between two records and without a new definition; otherwise it is read again in its turn.
struct SideBySide {
    /// Bytes of a part, at least.
    static let partBytes = 256 << 10

    let threads: Int
    let partBytes: Int

    init(threads: Int, partBytes: Int = SideBySide.partBytes) {
        self.threads = threads
        self.partBytes = partBytes
    }

    /// Reads a range of a file.
    ///
    /// - Throws: what `consumer` throws.
    func read<Consumer: MergingConsumer & ~Copyable>(
        _ file: MappedFile, _ range: Range<Int>, _ reader: inout RecordReader, into consumer: inout Consumer
    ) throws {
        var range = range
        if reader.bytesRead == 0 {
            // Here most definitions stand, and no part is taken that was made before them.
            let head = range.prefix(partBytes / 4)
            try reader.read(file.bytes(head), into: &consumer)
            range = head.upperBound..<range.upperBound
        }
        let cuts = cuts(file, range)
        let parts = zip(cuts, cuts.dropFirst()).map { begin, end in
            Part(begin..<end, reader.part(after: begin - range.lowerBound), consumer.part())
        }
        try WorkerThread.run(parts.count) { number in
            let part = parts[number]
            part.outcome = part.reader.read(file.bytes(part.range), into: part.consumer)
        } beside: { _ in
            try reader.read(file.bytes(range.lowerBound..<(cuts.first ?? range.upperBound)), into: &consumer)
        }
        for part in parts {
            if let outcome = part.outcome, try reader.take(outcome, into: &consumer) { continue }
            try reader.read(file.bytes(part.range), into: &consumer)
        }
        if let last = cuts.last { try reader.read(file.bytes(last..<range.upperBound), into: &consumer) }
    }

    /// Where the parts after the first one begin, and where the last one ends: after line feeds; nothing where there is little to read.
    private func cuts(_ file: MappedFile, _ range: Range<Int>) -> [Int] {
        let count = min(threads, range.count / partBytes)
        guard count > 1 else { return [] }
        let bytes = file.bytes(range)
        var cuts: [Int] = []
        for number in 1...count {
            // A text's last line is mostly `##COMPLETE`, which no part can take.
            var place = min(range.count / count * number, range.count - min(64, partBytes / 4))
            let lowest = (cuts.last ?? range.lowerBound) - range.lowerBound
            while place > lowest, bytes[place - 1] != UInt8(ascii: "\n") { place -= 1 }
            if place > lowest { cuts.append(range.lowerBound + place) }
        }
        return cuts
    }

    /// A part, and what a thread made of it; `nil` where it has to be read in its turn, also for want of a thread.
    private final class Part<Consumer: RecordConsumer & Sendable>: Sendable {
        let range: Range<Int>
        let reader: PartReader
        let consumer: Consumer
        private let made = Mutex<PartReader.Outcome<Consumer>?>(nil)

        init(_ range: Range<Int>, _ reader: PartReader, _ consumer: Consumer) {
            self.range = range
            self.reader = reader
            self.consumer = consumer
        }

        var outcome: PartReader.Outcome<Consumer>? {
            get { made.withLock { $0 } }
            set { made.withLock { $0 = newValue } }
        }
    }
}

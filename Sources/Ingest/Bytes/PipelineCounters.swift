import Synchronization

/// What the stages count, for progress and the report. Each number is written by one thread and read by others.
final class PipelineCounters: Sendable {
    /// A number that threads share, without any order to other memory.
    struct Counter: ~Copyable, Sendable {
        private let value = Atomic(0)
        func load() -> Int { value.load(ordering: .relaxed) }
        func store(_ number: Int) { value.store(number, ordering: .relaxed) }
    }

    /// Bytes of the source so far.
    let bytesIn = Counter()
    /// Bytes of the whole source plus one; 0 where unknown.
    let totalPlusOne = Counter()
    /// Microseconds of the inflating thread's work, its waits left out.
    let decodeMicroseconds = Counter()
    /// Microseconds of waiting for the source's bytes.
    let transferMicroseconds = Counter()

    private let recognised = Mutex(Compression.none)

    var total: Int? {
        get {
            let number = totalPlusOne.load()
            return number == 0 ? nil : number - 1
        }
        set { totalPlusOne.store(newValue.map { $0 + 1 } ?? 0) }
    }

    var compression: Compression {
        get { recognised.withLock { $0 } }
        set { recognised.withLock { $0 = newValue } }
    }
}

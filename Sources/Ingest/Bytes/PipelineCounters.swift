import Synchronization

/// Counters for progress and the report. One thread updates each counter, and other threads read it.
final class PipelineCounters: Sendable {
    /// A number that threads share with relaxed memory ordering: it does not order other memory accesses.
    struct Counter: ~Copyable, Sendable {
        private let value = Atomic(0)
        func load() -> Int { value.load(ordering: .relaxed) }
        func store(_ number: Int) { value.store(number, ordering: .relaxed) }
    }

    /// The bytes read from the source so far.
    let bytesIn = Counter()
    /// The size of the whole source plus one; 0 if unknown.
    let totalPlusOne = Counter()
    /// Microseconds for which the inflating thread worked, without waits.
    let decodeMicroseconds = Counter()
    /// Microseconds spent waiting for bytes from the source.
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

internal import Dispatch

/// Texts put in order by their bytes; equal ones by number.
///
/// Eight bytes of each text at a time, as a big-endian number, are the key: sorting compares numbers, not texts. Texts whose
/// eight bytes agree form a group, which is sorted by the next eight. Keys are distributed into 256 buckets by a byte, in place (MSD radix sort), each
/// bucket by its next byte, until buckets are small; from some size on buckets are shared among the cores.
///
/// A key is filled up with zeros after the text's end. So within a group the texts that have ended come first, the
/// shorter one before the longer: what is longer has zero bytes there and goes on.
struct TextRanking: ~Copyable {
    /// The numbers of the texts, in order, with `TextSort.Item.repeats`.
    private var entries = TrivialArray<UInt32>()

    /// The order of all texts of `store`.
    ///
    /// - Parameter meanwhile: called once, on another core while the first steps, which take one, are taken.
    /// - Complexity: O(bytes that tell the texts apart), some hundred nanoseconds a text.
    init(of store: borrowing TextStore, meanwhile: () -> Void = {}) {
        let count = store.count
        if count == 0 {
            meanwhile()
            return
        }
        var items = TrivialArray<TextSort.Item>()
        let buckets = ParallelWork.sideBySide(count) {
            items.reserve(count)
            for number in 1...UInt32(count) { items.append(.init(key: store.key(number, depth: 0), number: number)) }
            // SAFETY: all items are there, and the range is that of all.
            return unsafe Self.sorting(&items, store) { unsafe $0.buckets(0..<count) }
        } and: {
            meanwhile()
        }
        // SAFETY: the buckets are ranges of the items.
        unsafe Self.sorting(&items, store) { unsafe Self.sort(buckets, $0, items: count) }
        entries = items.narrowed { $0.number }
    }

    /// Texts.
    var count: Int { entries.count }

    /// The number of the text at a place of the order.
    @inline(__always)
    func number(at place: Int) -> UInt32 { entries[place] & ~TextSort.Item.repeats }

    /// The text at a place equals the one before.
    @inline(__always)
    func repeats(at place: Int) -> Bool { entries[place] & TextSort.Item.repeats != 0 }

    /// The numbers, with `TextSort.Item.repeats`, which are forgotten here.
    mutating func takeEntries() -> TrivialArray<UInt32> { entries.take() }

    /// Calls `body` with what sorts the items.
    private static func sorting<Result>(
        _ items: inout TrivialArray<TextSort.Item>, _ store: borrowing TextStore, _ body: (TextSort) -> Result
    ) -> Result {
        var span = items.mutableSpan
        // SAFETY: nobody else touches the array meanwhile, and the store is only read.
        return unsafe span.withUnsafeMutableBufferPointer { items in
            unsafe withUnsafePointer(to: store) { store in unsafe body(TextSort(items: items, store: store)) }
        }
    }

    private static func sort(_ buckets: [(range: Range<Int>, shift: Int)], _ work: TextSort, items: Int) {
        // SAFETY: the buckets are disjoint ranges of the array.
        nonisolated(unsafe) let work = unsafe work
        let sort: @Sendable (Int) -> Void = { index in
            unsafe work.sortByKey(buckets[index].range, shift: buckets[index].shift)
            unsafe work.settle(buckets[index].range)
        }
        if items < ParallelWork.rowsWorthThreads {
            buckets.indices.forEach(sort)
        } else {
            DispatchQueue.concurrentPerform(iterations: buckets.count, execute: sort)
        }
    }
}

extension TextStore {
    /// The eight bytes of text `number` from `depth`, the first one highest, zeros after its end.
    @inline(__always)
    func key(_ number: UInt32, depth: Int) -> UInt64 {
        let start = start(number) + depth
        let length = length(number) - depth
        return heap.span.bigEndianWord(at: start, length: length)
    }
}

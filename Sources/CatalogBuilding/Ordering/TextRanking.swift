internal import Dispatch

/// The order of texts by their bytes; equal texts are ordered by number.
///
/// The sort key is eight bytes of each text as a big-endian integer, so sorting compares integers instead of texts.
/// Texts with equal keys form a group, which is sorted by the next eight bytes. An in-place MSD radix sort distributes
/// keys into 256 buckets, byte by byte, until buckets are small. Large inputs are divided among the cores.
///
/// Keys are padded with zeros after the end of a text. Within a group, the texts that have ended come first, ordered by
/// length: a longer text with the same key continues with zero bytes.
struct TextRanking: ~Copyable {
    /// The numbers of the texts in order, with `TextSort.Item.repeats`.
    private var entries = TrivialArray<UInt32>()

    /// Sorts all texts of `store`.
    ///
    /// - Parameters:
    ///   - store: The texts to sort.
    ///   - meanwhile: A closure that is called once, on another core, during the first steps, which are
    ///     single-threaded.
    /// - Complexity: O(*n* + bytes that distinguish the texts).
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
            // SAFETY: all items exist, and the range covers exactly them.
            return unsafe Self.sorting(&items, store) { unsafe $0.buckets(0..<count) }
        } and: {
            meanwhile()
        }
        // SAFETY: the buckets are ranges of the items.
        unsafe Self.sorting(&items, store) { unsafe Self.sort(buckets, $0, items: count) }
        entries = items.narrowed { $0.number }
    }

    /// The number of texts.
    var count: Int { entries.count }

    /// Returns the number of the text at a position of the order.
    @inline(__always)
    func number(at place: Int) -> UInt32 { entries[place] & ~TextSort.Item.repeats }

    /// Returns whether the text at a position equals the previous one.
    @inline(__always)
    func repeats(at place: Int) -> Bool { entries[place] & TextSort.Item.repeats != 0 }

    /// Moves the numbers, with `TextSort.Item.repeats`, out of this value.
    mutating func takeEntries() -> TrivialArray<UInt32> { entries.take() }

    /// Calls `body` with a `TextSort` of the items.
    private static func sorting<Result>(
        _ items: inout TrivialArray<TextSort.Item>, _ store: borrowing TextStore, _ body: (TextSort) -> Result
    ) -> Result {
        var span = items.mutableSpan
        // SAFETY: the array is accessed only through `body` during the call, and the store is only read.
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
    /// Returns the eight bytes of text `number` from `depth` on as a big-endian integer, padded with zeros after its
    /// end.
    @inline(__always)
    func key(_ number: UInt32, depth: Int) -> UInt64 {
        let start = start(number) + depth
        let length = length(number) - depth
        return heap.span.bigEndianWord(at: start, length: length)
    }
}

internal import Dispatch

/// Texts put in order by their bytes; equal ones by number.
///
/// Eight bytes of each text at a time, as a big-endian number, are the key: sorting compares numbers, not texts. Texts whose
/// eight bytes agree form a group, which is sorted by the next eight. The first eight sort everything by radix passes; the
/// groups that remain are small, and shared among the cores.
///
/// A key is filled up with zeros behind the text's end. So within a group the texts that have ended come first, the
/// shorter one before the longer: what is longer has zero bytes there and goes on.
struct TextOrder: ~Copyable {
    /// The numbers of the texts, in order.
    private(set) var numbers: RawArray<UInt32>
    /// For each of them 1 where its text equals the one before, else 0.
    private(set) var repeats: RawArray<UInt8>

    fileprivate struct Item: BitwiseCopyable {
        var key: UInt64
        var number: UInt32
    }

    /// The order of all texts of `store`.
    ///
    /// - Complexity: O(n log n) comparisons of numbers, some hundred nanoseconds a text.
    init(of store: borrowing TextStore) {
        let count = store.count
        numbers = RawArray(repeating: 0, count: count)
        repeats = RawArray(repeating: 0, count: count)
        if count == 0 { return }
        var items = RawArray<Item>()
        items.reserve(count)
        for number in 1...UInt32(count) { items.append(Item(key: store.key(number, depth: 0), number: number)) }
        Self.sortByRadix(&items)
        // SAFETY: each piece of the work writes its own range of the three arrays, and only reads the store.
        unsafe Self.sortGroups(&items, &repeats, store)
        for index in 0..<count { numbers[index] = items[index].number }
    }

    /// Stable, byte by byte from the last; bytes that are the same in all keys are passed over.
    private static func sortByRadix(_ items: inout RawArray<Item>) {
        var counts = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<items.count {
            let key = items[index].key
            for byte in 0..<8 { counts[byte << 8 | Int(truncatingIfNeeded: key &>> UInt64(8 * byte)) & 0xFF] += 1 }
        }
        var scratch = RawArray<Item>(repeating: Item(key: 0, number: 0), count: items.count)
        for byte in 0..<8 {
            let digit = { (key: UInt64) in byte << 8 | Int(truncatingIfNeeded: key &>> UInt64(8 * byte)) & 0xFF }
            if counts[digit(items[0].key)] == items.count { continue }
            var position: UInt32 = 0
            for value in (byte << 8)..<(byte << 8 + 256) {
                let count = counts[value]
                counts[value] = position
                position += count
            }
            for index in 0..<items.count {
                let item = items[index]
                let value = digit(item.key)
                scratch[Int(counts[value])] = item
                counts[value] += 1
            }
            swap(&items, &scratch)
        }
    }

    /// SAFETY: the pieces are disjoint ranges of the arrays, which nobody else touches meanwhile.
    @unsafe private static func sortGroups(
        _ items: inout RawArray<Item>, _ repeats: inout RawArray<UInt8>, _ store: borrowing TextStore
    ) {
        let pieces = pieces(of: items)
        var itemSpan = items.mutableSpan
        var repeatSpan = repeats.mutableSpan
        unsafe itemSpan.withUnsafeMutableBufferPointer { items in
            unsafe repeatSpan.withUnsafeMutableBufferPointer { repeats in
                unsafe withUnsafePointer(to: store) { store in
                    nonisolated(unsafe) let work = unsafe GroupSort(items: items, repeats: repeats, store: store)
                    DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
                        unsafe work.settle(pieces[index], depth: 0)
                    }
                }
            }
        }
    }

    /// Ranges of about equal size that no group of equal keys reaches over.
    private static func pieces(of items: borrowing RawArray<Item>) -> [Range<Int>] {
        let size = max(16_384, items.count / 32)
        var pieces: [Range<Int>] = []
        var start = 0
        while start < items.count {
            var end = min(start + size, items.count)
            while end < items.count, items[end].key == items[end - 1].key { end += 1 }
            pieces.append(start..<end)
            start = end
        }
        return pieces
    }
}

/// Sorts what has equal keys by what follows; works on plain memory that several threads share by disjoint ranges.
@unsafe private struct GroupSort {
    let items: UnsafeMutableBufferPointer<TextOrder.Item>
    let repeats: UnsafeMutableBufferPointer<UInt8>
    let store: UnsafePointer<TextStore>

    /// A range whose items are in order by the keys of `depth`, and the same as its groups are found. Kept on a list, not on
    /// the stack of calls: equal texts of megabytes go as deep as they are long.
    func settle(_ range: Range<Int>, depth: Int) {
        var pending = [(range, depth)]
        while let (range, depth) = pending.popLast() {
            var start = range.lowerBound
            while start < range.upperBound {
                var end = start + 1
                // SAFETY: indices stay within `range`, which lies within the buffers.
                while end < range.upperBound, unsafe items[end].key == items[start].key { end += 1 }
                if end - start > 1 {
                    let rest = unsafe settleEnded(start..<end, depth: depth)
                    if rest.count > 1 {
                        for index in rest {
                            unsafe items[index].key = store.pointee.key(items[index].number, depth: depth + 8)
                        }
                        unsafe sort(rest)
                        pending.append((rest, depth + 8))
                    }
                }
                start = end
            }
        }
    }

    /// Puts the texts of a group that end within the key first, and marks equal ones; what goes on is left over.
    private func settleEnded(_ group: Range<Int>, depth: Int) -> Range<Int> {
        var end = group.lowerBound
        for index in group where unsafe store.pointee.length(items[index].number) <= depth + 8 {
            unsafe items.swapAt(index, end)
            end += 1
        }
        if end == group.lowerBound { return group }
        let ended = group.lowerBound..<end
        for index in ended {
            unsafe items[index].key = UInt64(store.pointee.length(items[index].number))
        }
        unsafe sort(ended)
        for index in ended.dropFirst() where unsafe items[index].key == items[index - 1].key {
            unsafe repeats[index] = 1
        }
        return end..<group.upperBound
    }

    /// By key, then by number.
    private func sort(_ range: Range<Int>) {
        if range.count > 24 {
            var part = unsafe UnsafeMutableBufferPointer(rebasing: items[range])
            unsafe part.sort { ($0.key, $0.number) < ($1.key, $1.number) }
            return
        }
        for index in range.dropFirst() {
            let item = unsafe items[index]
            var place = index
            while place > range.lowerBound {
                let before = unsafe items[place - 1]
                if (before.key, before.number) < (item.key, item.number) { break }
                unsafe items[place] = before
                place -= 1
            }
            unsafe items[place] = item
        }
    }
}

extension TextStore {
    /// The eight bytes of text `number` from `depth`, the first one highest, zeros behind its end.
    @inline(__always)
    fileprivate func key(_ number: UInt32, depth: Int) -> UInt64 {
        let start = start(number) + depth
        let length = length(number) - depth
        return heap.span.bigEndianWord(at: start, length: length)
    }
}

extension Span<UInt8> {
    /// Up to eight bytes from `start`, the first one highest, zeros behind `length`.
    @inline(__always)
    fileprivate func bigEndianWord(at start: Int, length: Int) -> UInt64 {
        if length <= 0 { return 0 }
        if start + 8 <= count {
            // SAFETY: eight bytes from `start` lie inside.
            let word = unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
            let key = UInt64(bigEndian: word)
            return length >= 8 ? key : key & ~(UInt64.max &>> UInt64(8 * length))
        }
        var key: UInt64 = 0
        for index in 0..<Swift.min(8, length) { key |= UInt64(self[start + index]) << UInt64(56 - 8 * index) }
        return key
    }
}

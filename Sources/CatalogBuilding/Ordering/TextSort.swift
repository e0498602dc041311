/// The sorting behind `TextRanking`, on plain memory that several threads share by disjoint ranges.
///
/// SAFETY: whoever makes one keeps the buffer and the store for as long as it works, gives each thread ranges of its own
/// that lie within the buffer, and leaves the store alone.
@unsafe struct TextSort {
    /// Twelve bytes, not sixteen: while symbols are sorted, an import of millions takes most memory.
    struct Item: BitwiseCopyable {
        private var high: UInt32
        private var low: UInt32
        /// The text's number in its store, which is below 2³¹; with `repeats` added once that is known, when the item is in its place.
        private(set) var number: UInt32

        /// The text equals the one before.
        static let repeats: UInt32 = 1 << 31

        init(key: UInt64, number: UInt32) {
            (high, low) = (UInt32(truncatingIfNeeded: key &>> 32), UInt32(truncatingIfNeeded: key))
            self.number = number
        }

        mutating func noteRepeat() { number |= Self.repeats }

        /// Eight bytes of the text, from the depth that it is sorted by.
        var key: UInt64 {
            @inline(__always) get { UInt64(high) &<< 32 | UInt64(low) }
            @inline(__always) set { self = Item(key: newValue, number: number) }
        }

        /// By key, then by number.
        func isBefore(_ other: Item) -> Bool { key < other.key || (key == other.key && number < other.number) }
    }

    let items: UnsafeMutableBufferPointer<Item>
    let store: UnsafePointer<TextStore>

    /// Ranges up to this size are sorted by insertion.
    private static let small = 16
    /// Ranges up to this size are sorted by comparing: 256 buckets would cost more.
    private static let medium = 1024
    /// Ranges up to this size are one thread's work.
    private static let share = 32_768

    // MARK: By key

    /// Distributes `range` into buckets that are small enough to be shared among threads, in order; each with the byte of the key
    /// that it is to be sorted by next.
    func buckets(_ range: Range<Int>) -> [(range: Range<Int>, shift: Int)] {
        var buckets: [(range: Range<Int>, shift: Int)] = []
        var pending = [(range: range, shift: 56)]
        while let next = pending.popLast() {
            if unsafe next.range.count <= Self.share || next.shift < 0 {
                if !next.range.isEmpty { buckets.append(next) }
                continue
            }
            unsafe deal(next.range, shift: next.shift) { pending.append(($0, next.shift - 8)) }
        }
        return buckets
    }

    /// Sorts by the bytes of the key from `shift` down, by number where keys are equal and few.
    func sortByKey(_ range: Range<Int>, shift: Int) {
        if unsafe range.count <= Self.medium { return unsafe sortByComparison(range) }
        if shift < 0 { return }
        unsafe deal(range, shift: shift) { unsafe sortByKey($0, shift: shift - 8) }
    }

    /// Puts items with the same byte at `shift` together, in the order of that byte, in place: each item goes to the next free
    /// place of its bucket, and the one that was there goes on to its own.
    private func deal(_ range: Range<Int>, shift: Int, _ body: (Range<Int>) -> Void) {
        var ends = InlineArray<256, Int>(repeating: 0)
        for index in range { unsafe ends[Int(truncatingIfNeeded: items[index].key &>> UInt64(shift)) & 0xFF] += 1 }
        var places = InlineArray<256, Int>(repeating: 0)
        var place = range.lowerBound
        for byte in 0..<256 {
            if ends[byte] == range.count { return body(range) }
            places[byte] = place
            place += ends[byte]
            ends[byte] = place
        }
        for byte in 0..<256 {
            while places[byte] < ends[byte] {
                var item = unsafe items[places[byte]]
                while true {
                    let bucket = Int(truncatingIfNeeded: item.key &>> UInt64(shift)) & 0xFF
                    if bucket == byte { break }
                    unsafe swap(&items[places[bucket]], &item)
                    places[bucket] += 1
                }
                unsafe items[places[byte]] = item
                places[byte] += 1
            }
        }
        var start = range.lowerBound
        for byte in 0..<256 where ends[byte] > start {
            body(start..<ends[byte])
            start = ends[byte]
        }
    }

    /// By key, then by number: splits around the middle one of three, the smaller part first, down to a few items.
    private func sortByComparison(_ range: Range<Int>) {
        var range = range
        while unsafe range.count > Self.small {
            let middle = unsafe median(range)
            var low = range.lowerBound
            var high = range.upperBound - 1
            while low <= high {
                while unsafe items[low].isBefore(middle) { low += 1 }
                while unsafe middle.isBefore(items[high]) { high -= 1 }
                if low <= high {
                    unsafe items.swapAt(low, high)
                    low += 1
                    high -= 1
                }
            }
            let parts = (range.lowerBound..<max(range.lowerBound, high + 1), low..<range.upperBound)
            if parts.0.count < parts.1.count {
                unsafe sortByComparison(parts.0)
                range = parts.1
            } else {
                unsafe sortByComparison(parts.1)
                range = parts.0
            }
        }
        unsafe sortByInsertion(range)
    }

    /// The middle one of a range's first, middle and last item.
    private func median(_ range: Range<Int>) -> Item {
        let first = unsafe items[range.lowerBound]
        let middle = unsafe items[(range.lowerBound + range.upperBound) / 2]
        let last = unsafe items[range.upperBound - 1]
        if first.isBefore(middle) {
            return middle.isBefore(last) ? middle : (first.isBefore(last) ? last : first)
        }
        return first.isBefore(last) ? first : (middle.isBefore(last) ? last : middle)
    }

    /// By key, then by number.
    private func sortByInsertion(_ range: Range<Int>) {
        for index in range.dropFirst() {
            let item = unsafe items[index]
            var place = index
            while place > range.lowerBound {
                let before = unsafe items[place - 1]
                if before.isBefore(item) { break }
                unsafe items[place] = before
                place -= 1
            }
            unsafe items[place] = item
        }
    }

    // MARK: Groups of equal keys

    /// Sorts each group of a range that is in order by its texts' first eight bytes, by what follows.
    ///
    /// What is left to do is kept on a list, not on the stack of calls: equal texts of megabytes go as deep as they are long.
    func settle(_ range: Range<Int>) {
        var pending = [(range: range, depth: 0)]
        while let (range, depth) = pending.popLast() {
            var start = range.lowerBound
            while start < range.upperBound {
                var end = start + 1
                while end < range.upperBound, unsafe items[end].key == items[start].key { end += 1 }
                if end - start > 1 {
                    let rest = unsafe settleEnded(start..<end, depth: depth)
                    if rest.count > 1 {
                        for index in rest {
                            unsafe items[index].key = store.pointee.key(items[index].number, depth: depth + 8)
                        }
                        unsafe sortByKey(rest, shift: 56)
                        pending.append((rest, depth + 8))
                    }
                }
                start = end
            }
        }
    }

    /// Puts the texts of a group that end within the key first, in order, and marks equal ones; what goes on is left over.
    private func settleEnded(_ group: Range<Int>, depth: Int) -> Range<Int> {
        var end = group.lowerBound
        for index in group where unsafe store.pointee.length(items[index].number) <= depth + 8 {
            unsafe items.swapAt(index, end)
            end += 1
        }
        // The length decides; the number keeps equal texts in the order they came, which tells which came last.
        for index in group.lowerBound..<end {
            let number = unsafe items[index].number
            unsafe items[index].key = UInt64(store.pointee.length(number) - depth) << 32 | UInt64(number)
        }
        unsafe sortByKey(group.lowerBound..<end, shift: 56)
        for index in (group.lowerBound..<end).dropFirst()
        where unsafe items[index].key &>> 32 == items[index - 1].key &>> 32 {
            unsafe items[index].noteRepeat()
        }
        return end..<group.upperBound
    }
}

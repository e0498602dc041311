/// The sort algorithm of `TextRanking`, on memory that several threads share by disjoint ranges.
///
/// SAFETY: the creator keeps the buffer and the store alive and the store unchanged while the value is in use. It
/// passes each thread its own ranges, which lie within the buffer.
@unsafe struct TextSort {
    /// A text and eight of its bytes. It has twelve bytes instead of sixteen, because sorting the symbols of a large
    /// import determines its peak memory.
    struct Item: BitwiseCopyable {
        private var high: UInt32
        private var low: UInt32
        /// The text's number in its store, below 2³¹. `repeats` is added once the item has its final position.
        private(set) var number: UInt32

        /// A flag that marks a text equal to the previous one.
        static let repeats: UInt32 = 1 << 31

        init(key: UInt64, number: UInt32) {
            (high, low) = (UInt32(truncatingIfNeeded: key &>> 32), UInt32(truncatingIfNeeded: key))
            self.number = number
        }

        mutating func noteRepeat() { number |= Self.repeats }

        /// The eight bytes of the text at the current depth.
        var key: UInt64 {
            @inline(__always) get { UInt64(high) &<< 32 | UInt64(low) }
            @inline(__always) set { self = Item(key: newValue, number: number) }
        }

        /// Compares by key, then by number.
        func isBefore(_ other: Item) -> Bool { key < other.key || (key == other.key && number < other.number) }
    }

    let items: UnsafeMutableBufferPointer<Item>
    let store: UnsafePointer<TextStore>

    /// The maximum size of ranges for insertion sort.
    private static let small = 16
    /// The maximum size of ranges for comparison sort; for these, 256 buckets would cost more.
    private static let medium = 1024
    /// The maximum size of ranges that one thread sorts.
    private static let share = 32_768

    // MARK: By key

    /// Distributes `range` into buckets small enough for one thread each. Returns them in order, each with the shift of
    /// the key byte to sort by next.
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

    /// Sorts by the bytes of the key from `shift` down. Small ranges are also sorted by number.
    func sortByKey(_ range: Range<Int>, shift: Int) {
        if unsafe range.count <= Self.medium { return unsafe sortByComparison(range) }
        if shift < 0 { return }
        unsafe deal(range, shift: shift) { unsafe sortByKey($0, shift: shift - 8) }
    }

    /// Distributes items into buckets by the byte at `shift`, in place (American flag sort). Each item moves to the
    /// next free position of its bucket, and displaces an item that moves on in turn.
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

    /// Sorts by key, then by number (quicksort with median of three). It recurses into the smaller half, down to small
    /// ranges.
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

    /// Returns the median of a range's first, middle and last items.
    private func median(_ range: Range<Int>) -> Item {
        let first = unsafe items[range.lowerBound]
        let middle = unsafe items[(range.lowerBound + range.upperBound) / 2]
        let last = unsafe items[range.upperBound - 1]
        if first.isBefore(middle) {
            return middle.isBefore(last) ? middle : (first.isBefore(last) ? last : first)
        }
        return first.isBefore(last) ? first : (middle.isBefore(last) ? last : middle)
    }

    /// Sorts by key, then by number (insertion sort).
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

    /// Sorts a range that is ordered by the first eight bytes of its texts by their remaining bytes, group by group.
    ///
    /// Pending groups are on an explicit stack, because the depth grows with the length of equal texts, which may be
    /// megabytes.
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

    /// Moves the texts of a group that end within the key to the front, sorts them and marks duplicates. Returns the
    /// range of the remaining texts.
    private func settleEnded(_ group: Range<Int>, depth: Int) -> Range<Int> {
        var end = group.lowerBound
        for index in group where unsafe store.pointee.length(items[index].number) <= depth + 8 {
            unsafe items.swapAt(index, end)
            end += 1
        }
        // Sort by length. Ties are sorted by text number, so equal texts stay in order of arrival.
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

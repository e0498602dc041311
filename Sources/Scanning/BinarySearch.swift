extension Range<Int> {
    /// Binary search: the first element that `isBefore` is false for; `upperBound` where there is none. It is true for a first part
    /// of the range and false for the rest.
    ///
    /// Inlinable, for the condition is most of the work.
    ///
    /// - Complexity: O(log `count`) calls of `isBefore`.
    @inlinable @inline(__always)
    package func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

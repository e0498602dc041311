extension Range<Int> {
    /// Returns the first index of the range that satisfies `condition`, by binary search; `upperBound` if no index
    /// does.
    ///
    /// If an index satisfies `condition`, all later indexes must, too. The function is inlinable, because calls of
    /// `condition` dominate its cost.
    ///
    /// - Complexity: O(log `count`) calls of `condition`.
    @inlinable @inline(__always)
    package func partitioningIndex<Failure: Error>(
        where condition: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if try condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

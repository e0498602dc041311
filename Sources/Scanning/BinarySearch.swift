extension Range<Int> {
    /// Binary search: the first number of the range that satisfies `condition`, where that holds for all from some one on;
    /// `upperBound` where for none.
    ///
    /// Inlinable, for the condition is most of the work.
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

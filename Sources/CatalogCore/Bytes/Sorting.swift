extension MutableSpan where Element: BitwiseCopyable {
    /// Restores the heap property of a binary min-heap at `start`: moves the element down until none of its children
    /// precedes it (sift-down).
    ///
    /// - Complexity: O(log `count`).
    @inline(__always)
    mutating func siftDown(_ start: Int, _ precedes: (Element, Element) -> Bool) {
        let element = self[start]
        var place = start
        while true {
            var child = 2 * place + 1
            if child >= count { break }
            if child + 1 < count, precedes(self[child + 1], self[child]) { child += 1 }
            if !precedes(self[child], element) { break }
            self[place] = self[child]
            place = child
        }
        self[place] = element
    }
}

extension Array where Element: Equatable {
    /// Returns the elements sorted and without duplicates.
    @inlinable package func sortedAndUnique(by precedes: (Element, Element) -> Bool) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count)
        for element in sorted(by: precedes) where result.last != element { result.append(element) }
        return result
    }
}

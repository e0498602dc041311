extension Array where Element: Equatable {
    /// In that order, each element once.
    @inlinable package func sortedAndUnique(by precedes: (Element, Element) -> Bool) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count)
        for element in sorted(by: precedes) where result.last != element { result.append(element) }
        return result
    }
}

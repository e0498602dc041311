/// Columns as arrays, for those who write them out rather than hand out their memory.
extension ColumnBuffer {
    /// A copy of the values.
    ///
    /// - Complexity: O(`count`).
    package var array: [Element] {
        withExtendedLifetime(self) {
            // SAFETY: the buffer has `count` values from its address on, and lives through the copy.
            unsafe Array(UnsafeBufferPointer(start: address?.assumingMemoryBound(to: Element.self), count: count))
        }
    }
}

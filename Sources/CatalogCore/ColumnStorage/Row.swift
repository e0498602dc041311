/// A row of a catalog, which identifies one of its instruments.
///
/// Look-ups, searches and selections return rows, and the catalog's functions accept them. A row is only valid for the
/// catalog that returned it. Rows of a catalog without changes are in rank order, best first.
public struct Row: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// The zero-based number of the row. In a catalog without changes, it is less than the catalog's `count`.
    public let number: Int

    /// Creates a row from a number that `number` returned.
    @inlinable public init(_ number: Int) { self.number = number }

    @inlinable public static func < (left: Row, right: Row) -> Bool { left.number < right.number }
}

/// The numbers of a table's profiles among all that the builder was given, ascending. They mostly follow on one another, since files have the
/// profiles of a type together, and then take no memory.
package struct ProfileNumbers: ~Copyable {
    package private(set) var count = 0
    private var first: UInt32 = 0
    /// All of them, once one didn't follow on the one before; else empty.
    private var numbers = RawArray<UInt32>()

    init() {}

    /// The number of the profile in a row of the table.
    @inline(__always)
    subscript(row: Int) -> UInt32 {
        precondition(row >= 0 && row < count)
        return numbers.isEmpty ? first &+ UInt32(truncatingIfNeeded: row) : numbers[row]
    }

    @inline(__always)
    mutating func append(_ number: UInt32) {
        if count == 0 { first = number }
        if !numbers.isEmpty || number != first &+ UInt32(truncatingIfNeeded: count) { listed(number) }
        count += 1
    }

    private mutating func listed(_ number: UInt32) {
        if numbers.isEmpty { for row in 0..<count { numbers.append(first &+ UInt32(row)) } }
        numbers.append(number)
    }
}

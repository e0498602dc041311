/// Reads numbers of rows that are mostly asked for in ascending order: the place of the last answer is where looking for the next
/// begins.
struct SparseWalk {
    private let numbers: SparseNumbers
    /// The first position whose row isn't before the one asked for last.
    private var position = 0
    private var last = -1

    init(_ numbers: SparseNumbers) { self.numbers = numbers }

    /// The number of `row`; 0 where it has none.
    ///
    /// - Complexity: O(set rows passed), O(log set rows) after a step back or a long one forward.
    mutating func number(of row: Int) -> UInt32 {
        if row < last || row > last + Self.stride {
            position = numbers.firstPosition(notBefore: row)
        } else {
            while position < numbers.count, numbers.row(at: position) < row { position += 1 }
        }
        last = row
        return position < numbers.count && numbers.row(at: position) == row ? numbers.number(at: position) : 0
    }

    private static let stride = 256
}

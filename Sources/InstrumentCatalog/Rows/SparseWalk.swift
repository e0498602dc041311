/// A sequential reader of numbers that are stored for few rows. Each look-up starts where the previous one ended,
/// because rows are mostly read in ascending order.
struct SparseWalk {
    private let numbers: SparseNumbers
    /// The position of the first stored number whose row does not precede the last requested row.
    private var position = 0
    private var last = -1

    init(_ numbers: SparseNumbers) { self.numbers = numbers }

    /// Returns the number that is stored for `row`; 0 if none is stored.
    ///
    /// - Complexity: O(*s*), where *s* is the number of stored numbers between the previous requested row and `row`.
    ///   After a step back or a long step forward, O(log *n*), where *n* is the number of all stored numbers.
    mutating func number(of row: Int) -> UInt32 {
        if row < last || row > last + Self.stride {
            position = numbers.firstPosition(notBefore: row)
        } else {
            while position < numbers.count, numbers.row(at: position) < row { position += 1 }
        }
        last = row
        return position < numbers.count && numbers.row(at: position) == row ? numbers.number(at: position) : 0
    }

    /// Reads the numbers of `rows` into `numbers`, starting at index `place`. `numbers` must have room for them.
    mutating func read(_ rows: Range<Int>, into numbers: inout MutableSpan<UInt32>, at place: Int) {
        for index in 0..<rows.count { numbers[place + index] = 0 }
        guard !rows.isEmpty else { return }
        // Move to the first stored number at or after the lower bound.
        _ = number(of: rows.lowerBound)
        while position < self.numbers.count {
            let row = self.numbers.row(at: position)
            if row >= rows.upperBound { break }
            // In a damaged file, rows may not be ascending.
            if row >= rows.lowerBound { numbers[place + row - rows.lowerBound] = self.numbers.number(at: position) }
            position += 1
        }
        last = rows.upperBound - 1
    }

    /// Returns whether none of `rows` has a number.
    func isEmpty(_ rows: Range<Int>) -> Bool {
        let position = numbers.firstPosition(notBefore: rows.lowerBound)
        return position == numbers.count || numbers.row(at: position) >= rows.upperBound
    }

    private static let stride = 256
}

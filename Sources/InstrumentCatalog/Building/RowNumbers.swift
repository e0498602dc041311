/// The number that each row has in a field, gathered from the tables' runs: as an array of all rows, or, for a field that few
/// records have, as pairs, so that thousands of rare fields don't cost thousands of passes over all rows.
struct RowNumbers: ~Copyable {
    /// The rows with a number and their numbers, ascending: row in the upper half. Used where not `isDense`.
    private var pairs = RawArray<UInt64>()
    private var numbers = RawArray<UInt32>()
    private let isDense: Bool
    private let count: Int

    /// The value ids of a field: for each run the id of its text.
    init(_ profiles: OrderedProfiles, field: Int, ids: borrowing RawArray<UInt32>) {
        count = profiles.count
        let rows = profiles.columns(of: field).reduce(0) { $0 + $1.table.value.ranks.count }
        if 16 * rows >= count {
            var numbered = 0
            numbers = Self.dense(profiles, field: field, &numbered) { ids[Int($0)] }
            // How a field is stored depends on the rows that have it alone, not on those whose records had a column for it.
            isDense = !Self.isSparse(numbered, of: count)
            if isDense { return }
            for row in 0..<count where numbers[row] != 0 { pairs.append(UInt64(row) << 32 | UInt64(numbers[row])) }
            numbers = RawArray()
            return
        }
        isDense = false
        for (table, column) in profiles.columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in
                let id = ids[Int(text)]
                if id == 0 { return }
                for row in rows where table.value.ranks[row] != RankOrder.none {
                    pairs.append(UInt64(table.value.ranks[row]) << 32 | UInt64(id))
                }
            }
        }
        var span = pairs.mutableSpan
        // SAFETY: the buffer is the span's own.
        unsafe span.withUnsafeMutableBufferPointer { buffer in
            var buffer = unsafe buffer
            unsafe buffer.sort()
        }
    }

    /// The text of every row.
    static func texts(_ profiles: OrderedProfiles, field: Int) -> RawArray<UInt32> {
        var numbered = 0
        return dense(profiles, field: field, &numbered) { $0 }
    }

    /// A number for every row, 0 where it has none; adds those that have one to `numbered`.
    @inline(__always)
    private static func dense(
        _ profiles: OrderedProfiles, field: Int, _ numbered: inout Int, _ number: (UInt32) -> UInt32
    ) -> RawArray<UInt32> {
        var numbers = RawArray<UInt32>(repeating: 0, count: profiles.count)
        for (table, column) in profiles.columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in
                let number = number(text)
                if number == 0 { return }
                for row in rows {
                    let rank = table.value.ranks[row]
                    if rank == RankOrder.none { continue }
                    numbers[Int(rank)] = number
                    numbered += 1
                }
            }
        }
        return numbers
    }

    /// Hardly any row has a number: two numbers a row take less than an entry for every block of rows.
    var isSparse: Bool { !isDense && Self.isSparse(pairs.count, of: count) }

    private static func isSparse(_ rows: Int, of count: Int) -> Bool { rows * PackedNumbers.blockRows < count }

    /// The bytes of `SectionKind.valueIDs`.
    borrowing func section() -> ByteSink {
        if isSparse { return sparseSection() }
        if isDense { return PackedNumbersBuilder.section(numbers) }
        var builder = PackedNumbersBuilder(count: count)
        var next = 0
        var start = 0
        while start < count {
            let end = min(start + PackedNumbers.blockRows, count)
            if next == pairs.count || pairs[next] >> 32 >= end {
                builder.append(repeating: 0, rows: end - start)
            } else {
                var block = RawArray<UInt32>(repeating: 0, count: end - start)
                while next < pairs.count, pairs[next] >> 32 < end {
                    block[Int(pairs[next] >> 32) - start] = UInt32(truncatingIfNeeded: pairs[next])
                    next += 1
                }
                builder.append(block.span)
            }
            start = end
        }
        return builder.finish()
    }

    private borrowing func sparseSection() -> ByteSink {
        var rows = RawArray<UInt32>()
        var numbers = RawArray<UInt32>()
        for index in 0..<pairs.count {
            rows.append(UInt32(pairs[index] >> 32))
            numbers.append(UInt32(truncatingIfNeeded: pairs[index]))
        }
        return SparseNumbers.section(rows: rows.span, numbers: numbers.span)
    }
}

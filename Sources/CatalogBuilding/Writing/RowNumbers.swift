/// Gathers a number for each row of a field, a value id or a text number, from the tables' runs. Dense fields use an
/// array over all rows. Sparse fields use pairs, so that thousands of rare fields do not need thousands of passes over
/// all rows.
enum RowNumbers {
    /// A section of kind `SectionKind.valueIDs`, and whether it is sparse.
    typealias Encoded = (section: NewSection, isSparse: Bool)

    /// Encodes the value ids of a field, at most `highest`, from the ids of its texts. The gathered runs are freed
    /// before the numbers are packed, because there may be one per row.
    static func encoded(
        _ profiles: OrderedProfiles, field: Int, ids: borrowing TrivialArray<UInt32>, highest: Int
    ) -> Encoded {
        let rows = profiles.columns(of: field).reduce(0) { $0 + $1.table.value.ranks.count }
        guard 16 * rows >= profiles.count else {
            let pairs = pairs(profiles, field: field, ids)
            profiles.release(field: field)
            return encoded(pairs, count: profiles.count)
        }
        // Most fields have few values. Narrow numbers remain in the cache while rows are numbered in random order.
        if highest <= UInt8.max { return dense(UInt8.self, profiles, field: field, ids) }
        if highest <= UInt16.max { return dense(UInt16.self, profiles, field: field, ids) }
        return dense(UInt32.self, profiles, field: field, ids)
    }

    /// Encodes the value ids of a dense field.
    ///
    /// - Parameter type: An integer type that can represent every id.
    private static func dense<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ type: Number.Type, _ profiles: OrderedProfiles, field: Int, _ ids: borrowing TrivialArray<UInt32>
    ) -> Encoded {
        var numbered = 0
        let numbers: TrivialArray<Number> = gathered(profiles, field: field, &numbered) {
            Number(truncatingIfNeeded: ids[Int($0)])
        }
        profiles.release(field: field)
        // The storage depends only on the number of rows that have the field, not on the columns of their records.
        guard isSparse(numbered, of: numbers.count) else {
            return (NewSection(.valueIDs, PackedNumbersBuilder.section(numbers)), false)
        }
        var pairs = TrivialArray<UInt64>()
        for row in 0..<numbers.count where numbers[row] != 0 { pairs.append(UInt64(row) << 32 | UInt64(numbers[row])) }
        return encoded(pairs, count: numbers.count)
    }

    /// Returns the text number of every row.
    static func texts(_ profiles: OrderedProfiles, field: Int) -> TrivialArray<UInt32> {
        var numbered = 0
        return gathered(profiles, field: field, &numbered) { $0 }
    }

    /// Returns a number for every row, 0 if it has none, and adds the count of rows with a number to `numbered`.
    @inline(__always)
    private static func gathered<Number: FixedWidthInteger & BitwiseCopyable>(
        _ profiles: OrderedProfiles, field: Int, _ numbered: inout Int, _ number: (UInt32) -> Number
    ) -> TrivialArray<Number> {
        var numbers = TrivialArray<Number>(repeating: 0, count: profiles.count)
        for (table, column) in profiles.columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in
                let number = number(text)
                if number == 0 { return }
                for row in rows {
                    let rank = table.value.ranks[row]
                    if rank == BuilderTable.noRow { continue }
                    numbers[Int(rank)] = number
                    numbered += 1
                }
            }
        }
        return numbers
    }

    /// Returns the rows with a number, ascending, as integers with the row in the upper half and the number in the
    /// lower half.
    private static func pairs(
        _ profiles: OrderedProfiles, field: Int, _ ids: borrowing TrivialArray<UInt32>
    ) -> TrivialArray<UInt64> {
        var pairs = TrivialArray<UInt64>()
        for (table, column) in profiles.columns(of: field) {
            table.value.forEachRun(column: column) { text, rows in
                let id = ids[Int(text)]
                if id == 0 { return }
                for row in rows where table.value.ranks[row] != BuilderTable.noRow {
                    pairs.append(UInt64(table.value.ranks[row]) << 32 | UInt64(id))
                }
            }
        }
        var span = pairs.mutableSpan
        // SAFETY: the buffer is the span's own memory.
        unsafe span.withUnsafeMutableBufferPointer { buffer in
            var buffer = unsafe buffer
            unsafe buffer.sort()
        }
        return pairs
    }

    /// Returns whether the field is sparse: two numbers per row that has it take less space than one entry per block of
    /// rows.
    private static func isSparse(_ rows: Int, of count: Int) -> Bool { rows * PackedNumbers.blockRows < count }

    private static func encoded(_ pairs: borrowing TrivialArray<UInt64>, count: Int) -> Encoded {
        if isSparse(pairs.count, of: count) { return (NewSection(.valueIDs, sparseSection(pairs)), true) }
        var builder = PackedNumbersBuilder(count: count)
        var next = 0
        var start = 0
        while start < count {
            let end = min(start + PackedNumbers.blockRows, count)
            if next == pairs.count || pairs[next] >> 32 >= end {
                builder.append(repeating: 0, rows: end - start)
            } else {
                var block = TrivialArray<UInt32>(repeating: 0, count: end - start)
                while next < pairs.count, pairs[next] >> 32 < end {
                    block[Int(pairs[next] >> 32) - start] = UInt32(truncatingIfNeeded: pairs[next])
                    next += 1
                }
                builder.append(block.span)
            }
            start = end
        }
        return (NewSection(.valueIDs, builder.finish()), false)
    }

    private static func sparseSection(_ pairs: borrowing TrivialArray<UInt64>) -> ByteSink {
        var rows = TrivialArray<UInt32>()
        var numbers = TrivialArray<UInt32>()
        for index in 0..<pairs.count {
            rows.append(UInt32(pairs[index] >> 32))
            numbers.append(UInt32(truncatingIfNeeded: pairs[index]))
        }
        return SparseNumbers.section(rows: rows.span, numbers: numbers.span)
    }
}

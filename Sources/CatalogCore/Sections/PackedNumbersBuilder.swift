/// Builds `PackedNumbers`, block by block.
@usableFromInline package struct PackedNumbersBuilder: ~Copyable {
    /// The section so far: the whole directory, with the entries of the blocks so far, then bits.
    @usableFromInline var section = ByteSink()
    private let count: Int
    private let bitsStart: Int
    /// The number of numbers so far.
    @usableFromInline var rows = 0

    /// Creates a builder for `count` numbers, all of which must be appended.
    @usableFromInline package init(count: Int) {
        self.count = count
        let blocks = (count + PackedNumbers.blockRows - 1) / PackedNumbers.blockRows
        section.append(u32: UInt32(count))
        section.append(u32: UInt32(blocks))
        section.append(zeros: 8 * blocks)
        bitsStart = section.count
    }

    /// Returns the section of `numbers`, each of at most 32 bits.
    @inlinable package static func section<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ numbers: borrowing TrivialArray<Number>
    ) -> ByteSink {
        let numbers = numbers.span
        var builder = PackedNumbersBuilder(count: numbers.count)
        var start = 0
        while start < numbers.count {
            let end = min(start + PackedNumbers.blockRows, numbers.count)
            builder.append(numbers.extracting(start..<end))
            start = end
        }
        return builder.finish()
    }

    /// Appends a block of 1,024 numbers; only the last block may have fewer.
    @inlinable package mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ numbers: Span<Number>) {
        precondition(rows % PackedNumbers.blockRows == 0 && numbers.count <= PackedNumbers.blockRows)
        var low = Number.max
        var high: Number = 0
        for index in 0..<numbers.count {
            low = min(low, numbers[index])
            high = max(high, numbers[index])
        }
        if numbers.isEmpty { return }
        let width = Number.bitWidth - (high - low).leadingZeroBitCount
        startBlock(base: UInt32(low), width: width)
        rows += numbers.count
        if width == 0 { return }
        var pending: UInt64 = 0
        var pendingBits = 0
        for index in 0..<numbers.count {
            pending |= UInt64(numbers[index] &- low) &<< UInt64(pendingBits)
            pendingBits &+= width
            if pendingBits >= 32 {
                section.append(u32: UInt32(truncatingIfNeeded: pending))
                pending &>>= 32
                pendingBits &-= 32
            }
        }
        while pendingBits > 0 {
            section.append(UInt8(truncatingIfNeeded: pending))
            pending &>>= 8
            pendingBits -= 8
        }
    }

    /// Appends a block that repeats one number for `added` rows.
    package mutating func append(repeating number: UInt32, rows added: Int) {
        precondition(rows % PackedNumbers.blockRows == 0 && added <= PackedNumbers.blockRows)
        startBlock(base: number, width: 0)
        rows += added
    }

    @usableFromInline mutating func startBlock(base: UInt32, width: Int) {
        let entry = 8 + 8 * (rows / PackedNumbers.blockRows)
        section.put(u32: base, at: entry)
        let start = UInt32(truncatingIfNeeded: (section.count - bitsStart) / 128)
        section.put(u32: start << 6 | UInt32(width), at: entry + 4)
    }

    /// Returns the bytes of the section.
    @usableFromInline package consuming func finish() -> ByteSink {
        precondition(rows == count)
        section.append(u64: 0)
        return section
    }
}

/// Writes `PackedNumbers`, block by block.
@usableFromInline package struct PackedNumbersBuilder: ~Copyable {
    /// The section so far: all of its directory, filled in as far as there are blocks, then bits.
    @usableFromInline var section = ByteSink()
    private let count: Int
    private let bitsStart: Int
    /// Numbers so far.
    @usableFromInline var rows = 0

    /// A builder of `count` numbers, of which each is to be appended.
    @usableFromInline package init(count: Int) {
        self.count = count
        let blocks = (count + PackedNumbers.blockRows - 1) / PackedNumbers.blockRows
        section.append(u32: UInt32(count))
        section.append(u32: UInt32(blocks))
        section.append(zeros: 8 * blocks)
        bitsStart = section.count
    }

    /// All of `numbers` at once, each of at most 32 bits.
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

    /// Appends a block: 1,024 numbers, fewer only in the last.
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

    /// Appends a block of `rows` times the same number.
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

    /// The section's bytes.
    @usableFromInline package consuming func finish() -> ByteSink {
        precondition(rows == count)
        section.append(u64: 0)
        return section
    }
}

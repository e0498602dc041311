/// Writes `PackedNumbers`, block by block.
struct PackedNumbersBuilder: ~Copyable {
    private var directory = ByteSink()
    private var bits = ByteSink()
    private var count = 0
    private var blocks: UInt32 = 0

    init() {}

    /// All of `numbers` at once.
    static func section(_ numbers: borrowing RawArray<UInt32>) -> ByteSink {
        let numbers = numbers.span
        var builder = PackedNumbersBuilder()
        var start = 0
        while start < numbers.count {
            let end = min(start + PackedNumbers.blockRows, numbers.count)
            builder.append(numbers.extracting(start..<end))
            start = end
        }
        return builder.finish()
    }

    /// Appends a block: 1,024 numbers, fewer only in the last.
    mutating func append(_ numbers: Span<UInt32>) {
        precondition(count % PackedNumbers.blockRows == 0 && numbers.count <= PackedNumbers.blockRows)
        var low = UInt32.max
        var high: UInt32 = 0
        for index in 0..<numbers.count {
            low = min(low, numbers[index])
            high = max(high, numbers[index])
        }
        if numbers.isEmpty { return }
        let width = UInt32.bitWidth - (high - low).leadingZeroBitCount
        startBlock(base: low, width: width)
        count += numbers.count
        if width == 0 { return }
        var pending: UInt64 = 0
        var pendingBits = 0
        for index in 0..<numbers.count {
            pending |= UInt64(numbers[index] &- low) &<< UInt64(pendingBits)
            pendingBits &+= width
            if pendingBits >= 32 {
                bits.append(u32: UInt32(truncatingIfNeeded: pending))
                pending &>>= 32
                pendingBits &-= 32
            }
        }
        while pendingBits > 0 {
            bits.append(UInt8(truncatingIfNeeded: pending))
            pending &>>= 8
            pendingBits -= 8
        }
    }

    /// Appends a block of `rows` times the same number.
    mutating func append(repeating number: UInt32, rows: Int) {
        precondition(count % PackedNumbers.blockRows == 0 && rows <= PackedNumbers.blockRows)
        startBlock(base: number, width: 0)
        count += rows
    }

    private mutating func startBlock(base: UInt32, width: Int) {
        directory.append(u32: base)
        directory.append(u32: UInt32(truncatingIfNeeded: bits.count / 128) << 6 | UInt32(width))
        blocks += 1
    }

    /// The section's bytes.
    consuming func finish() -> ByteSink {
        var section = ByteSink()
        section.reserve(16 + directory.count + bits.count)
        section.append(u32: UInt32(count))
        section.append(u32: blocks)
        section.append(directory.span)
        section.append(bits.span)
        section.append(u64: 0)
        return section
    }
}

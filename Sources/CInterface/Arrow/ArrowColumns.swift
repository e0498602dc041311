/// A heap block of trivial values.
@safe private final class Block<Element: BitwiseCopyable> {
    // SAFETY: `init` allocates it for all elements, and `deinit` frees it.
    private let start: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        unsafe start = .allocate(capacity: max(elements.count, 1))
        for (index, element) in elements.enumerated() { unsafe (start + index).initialize(to: element) }
    }

    // SAFETY: as above.
    var address: UnsafeRawPointer { unsafe UnsafeRawPointer(start) }

    // SAFETY: as above.
    deinit { unsafe start.deallocate() }
}

/// Columns that are created from arrays.
extension ArrowValues {
    /// Returns a column of numbers, days or times; `nil` means a null value.
    static func numbers<Number: BitwiseCopyable & Numeric>(_ values: [Number?]) -> ArrowValues {
        let block = Block(values.map { $0 ?? 0 })
        // SAFETY: the column owns the block.
        return unsafe withValidity(values.map { $0 != nil }, [block.address], [block])
    }

    /// Returns a column of texts; `nil` means a null value.
    static func texts(_ values: [String?]) -> ArrowValues {
        var offsets: [Int32] = [0]
        var bytes: [UInt8] = []
        for value in values {
            bytes.append(contentsOf: (value ?? "").utf8)
            offsets.append(Int32(bytes.count))
        }
        let (places, texts) = (Block(offsets), Block(bytes))
        // SAFETY: the column owns both blocks.
        return unsafe withValidity(values.map { $0 != nil }, [places.address, texts.address], [places, texts])
    }

    /// Returns a column of Boolean values.
    static func flags(_ values: [Bool]) -> ArrowValues {
        let block = Block(bits(values))
        // SAFETY: the column owns the block.
        return unsafe withValidity(values.map { _ in true }, [block.address], [block])
    }

    // SAFETY: The owners retain the memory at the addresses.
    private static func withValidity(
        _ isSet: [Bool], _ buffers: [UnsafeRawPointer], _ owners: [AnyObject]
    ) -> ArrowValues {
        let nullCount = isSet.count { !$0 }
        if nullCount == 0 { return unsafe ArrowValues(count: isSet.count, nullCount: 0, [nil] + buffers, owners) }
        let validity = Block(bits(isSet))
        return unsafe ArrowValues(
            count: isSet.count, nullCount: nullCount, [validity.address] + buffers, [validity] + owners)
    }

    private static func bits(_ values: [Bool]) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: (values.count + 7) / 8)
        for (index, value) in values.enumerated() where value { bits[index / 8] |= 1 << UInt8(index % 8) }
        return bits
    }
}

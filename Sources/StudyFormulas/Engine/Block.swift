/// A stretch of numbers in the memory of a `Computation`: one number for each bar of the current block of bars.
///
/// SAFETY: a block is used only by stages of the computation that allocated it, which run while the computation and
/// its memory exist. Stages use indexes below the number of bars of a block, and histories also negative ones, which
/// they have allocated.
@safe struct Block {
    private let base: UnsafeMutablePointer<Double>

    init(_ base: UnsafeMutablePointer<Double>) { unsafe self.base = base }

    /// The maximum number of bars in a block. The blocks of a study then fit into the processor's cache.
    static let capacity = 256

    @inline(__always)
    subscript(index: Int) -> Double {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }

    /// Returns the block that starts `distance` numbers later.
    @inline(__always)
    func offset(by distance: Int) -> Block { unsafe Block(base + distance) }

    func fill(_ value: Double, count: Int) { unsafe base.update(repeating: value, count: count) }
    /// Copies `count` numbers; the blocks may overlap.
    func copy(_ other: Block, count: Int) { unsafe base.update(from: other.base, count: count) }

    /// Copies numbers of a column. Infinite ones become NaN, so that they leave no trace in sums.
    func copy(_ column: Span<Double>, from start: Int, count: Int) {
        unsafe column.extracting(start..<start + count).withUnsafeBufferPointer { values in
            for index in 0..<count {
                let value = unsafe values[index]
                self[index] = value + (value - value)
            }
        }
    }

    func append(to column: inout [Double], count: Int) {
        unsafe column.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }
}

/// The memory of a computation, allocated before the first bar.
///
/// SAFETY: see `Block`. Each allocation is initialized, and freed once, with this object.
@safe final class BlockMemory {
    private var allocations: [UnsafeMutablePointer<Double>] = unsafe []

    func block(_ count: Int = Block.capacity) -> Block {
        let base = UnsafeMutablePointer<Double>.allocate(capacity: max(count, 1))
        unsafe base.initialize(repeating: .nan, count: max(count, 1))
        unsafe allocations.append(base)
        return unsafe Block(base)
    }

    deinit { unsafe allocations.forEach { unsafe $0.deallocate() } }
}

/// The last values of an input, contiguous in memory.
final class History {
    private let length: Int
    private let capacity: Int
    private let buffer: Block
    private var end: Int

    /// - Parameter length: The number of values before the current block; they are NaN before the first bar.
    init(_ length: Int, _ memory: BlockMemory) {
        self.length = length
        // Values move to the front once for at least as many new ones, so each moves once on average.
        capacity = 2 * length + 8 * Block.capacity
        buffer = memory.block(capacity)
        end = length
    }

    /// Appends a block, and returns it with the preceding values at negative indexes.
    func push(_ input: Block, _ count: Int) -> Block {
        if end + count > capacity {
            buffer.copy(buffer.offset(by: end - length), count: length)
            end = length
        }
        let block = buffer.offset(by: end)
        block.copy(input, count: count)
        end += count
        return block
    }
}

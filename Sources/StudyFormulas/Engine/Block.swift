/// A stretch of numbers in the memory of a `Computation`: one number for each bar of the current block of bars.
///
/// SAFETY: a block is used only by stages of the computation that allocated it, which run while the computation and
/// its memory exist. Stages use indexes below the number of bars of a block, and negative ones as far as they have
/// reserved earlier bars.
@safe struct Block: Hashable {
    fileprivate let base: UnsafeMutablePointer<Double>

    init(_ base: UnsafeMutablePointer<Double>) { unsafe self.base = base }

    /// The maximum number of bars in a block. The blocks of a study then fit into the processor's cache.
    static let capacity = 512
    /// The maximum number of earlier bars before a block.
    static let reach = 128

    @inline(__always)
    subscript(index: Int) -> Double {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }

    /// Several numbers. The capacity of a block is a multiple of their count.
    typealias Vector = SIMD8<Double>

    @inline(__always)
    func vector(_ index: Int) -> Vector { unsafe UnsafeRawPointer(base + index).loadUnaligned(as: Vector.self) }
    @inline(__always)
    func store(_ vector: Vector, _ index: Int) {
        unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: vector, as: Vector.self)
    }

    /// Returns the block that starts `distance` numbers later.
    @inline(__always)
    func offset(by distance: Int) -> Block { unsafe Block(base + distance) }

    func fill(_ value: Double, count: Int) { unsafe base.update(repeating: value, count: count) }
    /// Copies `count` numbers; the blocks may overlap.
    func copy(_ other: Block, count: Int) { unsafe base.update(from: other.base, count: count) }

    static func == (a: Block, b: Block) -> Bool { unsafe a.base == b.base }
    func hash(into hasher: inout Hasher) { unsafe hasher.combine(base) }

    /// Copies numbers of a column. Infinite values become NaN, so that they do not affect later sums.
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

/// A block that is computed from another.
///
/// The loop is here and not around a stored closure, so that the compiler compiles it together with the closure of each
/// use.
struct BlockMap {
    let output, a: Block
    let count: Int

    @inline(__always)
    func each(_ body: (Double) -> Double) {
        for index in 0..<count { output[index] = body(a[index]) }
    }
}

/// A block that is computed from two others; see `BlockMap`.
struct BlockZip {
    let output, a, b: Block
    let count: Int

    @inline(__always)
    func each(_ body: (Double, Double) -> Double) {
        for index in 0..<count { output[index] = body(a[index], b[index]) }
    }
}

/// A part of a computation whose state before the last bar can be restored.
protocol Restorable: AnyObject {
    /// Saves the state.
    func save()
    /// Restores the saved state.
    func restore()
}

/// A state that closures change.
final class RestorableState<Value>: Restorable {
    var value: Value
    private var saved: Value

    init(_ value: Value) { (self.value, saved) = (value, value) }

    func save() { saved = value }
    func restore() { value = saved }
}

/// The memory of a computation, allocated before the first bar.
///
/// SAFETY: see `Block`. Each allocation is initialized, and freed once, with this object.
@safe final class BlockMemory {
    private var allocations: [UnsafeMutablePointer<Double>] = unsafe []
    /// The blocks of bars, each with the number of earlier bars that stages read at negative indexes.
    private var blocks: [(block: Block, reach: Int)] = []
    private var arrays: [(start: Block, count: Int)] = []
    private var parts: [any Restorable] = []

    /// Allocates a block of bars.
    func block() -> Block {
        let block = allocate(Block.reach + Block.capacity).offset(by: Block.reach)
        blocks.append((block, 0))
        return block
    }

    /// Allocates numbers that later bars need.
    func array(_ count: Int) -> Block {
        let array = allocate(count)
        arrays.append((array, count))
        return array
    }

    private func allocate(_ count: Int) -> Block {
        let base = UnsafeMutablePointer<Double>.allocate(capacity: max(count, 1))
        unsafe base.initialize(repeating: .nan, count: max(count, 1))
        unsafe allocations.append(base)
        return unsafe Block(base)
    }

    /// Makes earlier bars of a block available at negative indexes; returns `false` if they are too many.
    func reserve(_ block: Block, _ distance: Int) -> Bool {
        for number in blocks.indices {
            let shift = unsafe blocks[number].block.base - block.base
            guard 0...Block.reach ~= shift, shift + distance <= Block.reach else { continue }
            blocks[number].reach = max(blocks[number].reach, shift + distance)
            return true
        }
        return false
    }

    /// Retains the last bars of each block, before the next `count` bars replace them.
    func advance(_ count: Int) {
        for (block, reach) in blocks where reach > 0 {
            block.offset(by: -reach).copy(block.offset(by: count - reach), count: reach)
        }
    }

    /// Adds a part that is saved and restored with the memory.
    func add(_ part: some Restorable) { parts.append(part) }

    /// The memory that later bars need.
    private var state: [(start: Block, count: Int)] {
        arrays + blocks.map { ($0.block.offset(by: -$0.reach), $0.reach) }
    }
    private var copies: [Block] = []

    func save() {
        let state = state
        if copies.isEmpty { copies = state.map { allocate($0.count) } }
        for (copy, (start, count)) in zip(copies, state) { copy.copy(start, count: count) }
        for part in parts { part.save() }
    }

    func restore() {
        for (copy, (start, count)) in zip(copies, state) { start.copy(copy, count: count) }
        for part in parts { part.restore() }
    }

    deinit { unsafe allocations.forEach { unsafe $0.deallocate() } }
}

/// The last values of an input, contiguous in memory.
final class History: Restorable {
    private let input: Block
    private let length: Int
    /// The memory of many values; `nil` if they are before the block itself.
    private let buffer: Block?
    private let capacity: Int
    private var place: Int
    private var saved = 0

    /// - Parameter length: The number of values before the current block; they are NaN before the first bar.
    init(_ input: Block, _ length: Int, _ memory: BlockMemory) {
        (self.input, self.length) = (input, length)
        // Values move to the front only after at least as many new ones were added, so each moves once on average.
        capacity = 2 * length + 3 * Block.capacity
        buffer = memory.reserve(input, length) ? nil : memory.array(capacity)
        place = length
        memory.add(self)
    }

    func save() { saved = place }
    func restore() { place = saved }

    /// The place after the last value, once all bars of a block are computed.
    var end: Block { buffer?.offset(by: place) ?? input }

    /// Returns the current values, with the preceding ones at negative indexes.
    func push(_ count: Int) -> Block {
        guard let buffer else { return input }
        if place + Block.capacity > capacity {
            buffer.copy(buffer.offset(by: place - length), count: length)
            place = length
        }
        let block = buffer.offset(by: place)
        block.copy(input, count: count)
        place += count
        return block
    }
}

extension Double {
    /// A Boolean value that indicates whether the value is NaN. `isNaN` examines bits, which cannot be vectorized.
    @inline(__always)
    var isMissing: Bool { self != self }
}

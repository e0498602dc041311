/// Numbers in the memory of a `Computation`: one number for each bar of the block of bars that is being computed.
///
/// SAFETY: Only stages of the computation that allocated a block use it. They run while the computation and its memory
/// exist. Stages use indexes below the number of bars of a block. They use negative indexes only for earlier bars that
/// they have reserved.
@safe struct Block: Hashable {
    fileprivate let base: UnsafeMutablePointer<Double>

    init(_ base: UnsafeMutablePointer<Double>) { unsafe self.base = base }

    /// The maximum number of bars in a block, chosen so that the blocks of a study fit into the processor's cache.
    static let capacity = 512
    /// The maximum number of earlier bars before a block.
    static let reach = 128

    @inline(__always)
    subscript(index: Int) -> Double {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }

    /// Several numbers that are computed together. The capacity of a block is a multiple of their count.
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

    /// Copies numbers of a column. Infinite values become NaN, so that later sums skip them like missing values.
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
/// The loop is in this type instead of around a stored closure, so that the compiler specializes the loop for each
/// closure.
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

/// A part of a computation that can save its state before the last bar, and restore it when that bar is replaced.
protocol Restorable: AnyObject {
    /// Saves the state.
    func save()
    /// Restores the saved state.
    func restore()
}

/// A state that closures can change, and that can be restored.
final class RestorableState<Value>: Restorable {
    var value: Value
    private var saved: Value

    init(_ value: Value) { (self.value, saved) = (value, value) }

    func save() { saved = value }
    func restore() { value = saved }
}

/// The memory of a computation, allocated before the first bar.
///
/// SAFETY: See `Block`. Each allocation is initialized here, and freed once, together with this object.
@safe final class BlockMemory {
    private var allocations: [UnsafeMutablePointer<Double>] = unsafe []
    /// The blocks of bars. `reach` is the number of earlier bars that stages read at negative indexes.
    private var blocks: [(block: Block, reach: Int)] = []
    private var arrays: [(start: Block, count: Int)] = []
    private var parts: [any Restorable] = []

    /// Allocates a block of bars.
    func block() -> Block {
        let block = allocate(Block.reach + Block.capacity).offset(by: Block.reach)
        blocks.append((block, 0))
        return block
    }

    /// Allocates an array of numbers that is needed for later bars.
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

    /// Makes `distance` earlier bars of a block available at negative indexes; returns `false` if that is too many.
    func reserve(_ block: Block, _ distance: Int) -> Bool {
        for number in blocks.indices {
            let shift = unsafe blocks[number].block.base - block.base
            guard 0...Block.reach ~= shift, shift + distance <= Block.reach else { continue }
            blocks[number].reach = max(blocks[number].reach, shift + distance)
            return true
        }
        return false
    }

    /// Moves the reserved last bars of each block to negative indexes, before the next bars replace the block. `count`
    /// is the number of bars in the block.
    func advance(_ count: Int) {
        for (block, reach) in blocks where reach > 0 {
            block.offset(by: -reach).copy(block.offset(by: count - reach), count: reach)
        }
    }

    /// Adds a part whose state is saved and restored together with the memory.
    func add(_ part: some Restorable) { parts.append(part) }

    /// The memory that is needed for later bars.
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

/// The last values of an input, adjacent in memory.
final class History: Restorable {
    private let input: Block
    private let length: Int
    /// A separate buffer for many values; `nil` if the values fit into the memory before the input's block.
    private let buffer: Block?
    private let capacity: Int
    private var place: Int
    private var saved = 0

    /// - Parameter length: The number of values before the current block; they are NaN before the first bar.
    init(_ input: Block, _ length: Int, _ memory: BlockMemory) {
        (self.input, self.length) = (input, length)
        // The buffer is large enough that its values move to the front only once at least as many new ones were added.
        // So each value moves once on average.
        capacity = 2 * length + 3 * Block.capacity
        buffer = memory.reserve(input, length) ? nil : memory.array(capacity)
        place = length
        memory.add(self)
    }

    func save() { saved = place }
    func restore() { place = saved }

    /// The place after the last value, when all bars of a block are computed.
    var end: Block { buffer?.offset(by: place) ?? input }

    /// Adds the `count` values of the input, and returns them; earlier values are at negative indexes.
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
    /// A Boolean value that indicates whether the value is NaN. `isNaN` examines bits, so loops with it are not
    /// vectorized.
    @inline(__always)
    var isMissing: Bool { self != self }
}

/// A step of a computation. It reads blocks of numbers, retains the values that it needs for later bars, and writes its
/// own block.
class Stage: Restorable {
    /// Computes the next `count` bars, at most `Block.capacity`.
    func run(_ count: Int) {}

    func save() {}
    func restore() {}
}

/// A step whose computation is a closure.
final class Mapping: Stage {
    private let body: (Int) -> Void

    init(_ body: @escaping (Int) -> Void) { self.body = body }

    override func run(_ count: Int) { body(count) }
}

/// The values of earlier bars, for distances that are too long for the memory before a block.
final class Lag: Stage {
    private let output: Block
    private let distance: Int
    private let history: History

    init(_ input: Block, _ distance: Int, _ memory: BlockMemory) {
        self.distance = distance
        (output, history) = (memory.block(), History(input, distance, memory))
    }

    var result: Block { output }

    override func run(_ count: Int) { output.copy(history.push(count).offset(by: -distance), count: count) }
}

/// Exponential averages, `last + part × (value − last)`. Each starts with the mean of its first values.
///
/// A bar without a value has no average and leaves the average unchanged. Because each value depends on the previous
/// one, the processor can compute several independent averages in the time of one. The input of an average may be an
/// earlier average of this step.
final class Smoothing: Stage {
    private struct Lane {
        let input, output: Block
        let part: Double
        let seeds: Int
        var seen = 0
        var last = 0.0
    }

    private var lanes: [Lane] = []
    private var saved: [Lane] = []
    private let memory: BlockMemory

    init(_ memory: BlockMemory) { self.memory = memory }

    /// Adds an average.
    func add(_ input: Block, part: Double, seeds: Int) -> Block {
        let output = memory.block()
        lanes.append(Lane(input: input, output: output, part: part, seeds: seeds))
        return output
    }

    override func save() { saved = lanes }
    override func restore() { lanes = saved }

    override func run(_ count: Int) {
        var first = 0
        while first < lanes.count {
            let size = min(lanes.count - first, 4)
            let isDone =
                switch size {
                case 1: advance(first, count, [0])
                case 2: advance(first, count, [0, 0])
                case 3: advance(first, count, [0, 0, 0])
                default: advance(first, count, [0, 0, 0, 0])
                }
            if !isDone { for number in first..<first + size { compute(&lanes[number], count) } }
            first += size
        }
    }

    /// Computes averages that have all started. Their number is a compile-time constant, so that their values stay in
    /// registers.
    ///
    /// - Returns: `false` if one of the averages has not started, or a bar has no value.
    @inline(__always)
    private func advance<let size: Int>(_ first: Int, _ count: Int, _ zeros: InlineArray<size, Double>) -> Bool {
        let group = InlineArray<size, Lane> { lanes[first + $0] }
        var last = zeros
        for lane in 0..<size {
            if group[lane].seen < group[lane].seeds { return false }
            last[lane] = group[lane].last
        }
        for index in 0..<count {
            for lane in 0..<size {
                last[lane] += group[lane].part * (group[lane].input[index] - last[lane])
                group[lane].output[index] = last[lane]
            }
        }
        // If an average has become NaN, it remains NaN, so checking the last values suffices.
        for lane in 0..<size where last[lane].isMissing { return false }
        for lane in 0..<size { lanes[first + lane].last = last[lane] }
        return true
    }

    /// Computes an average that may not have started, for bars that may lack a value.
    private func compute(_ lane: inout Lane, _ count: Int) {
        for index in 0..<count {
            let value = lane.input[index]
            lane.output[index] = .nan
            if value.isMissing { continue }
            if lane.seen < lane.seeds {
                // A running mean, which is exact if all values are equal.
                lane.seen += 1
                lane.last += (value - lane.last) / Double(lane.seen)
            } else {
                lane.last += lane.part * (value - lane.last)
            }
            if lane.seen == lane.seeds { lane.output[index] = lane.last }
        }
    }
}

/// An exponential average whose weight differs for each bar. It starts with the seed of the first bar that has a
/// weight.
final class AdaptiveSmoothing: Stage {
    private let input, part, seed, output: Block
    private var last = Double.nan
    private var saved = Double.nan

    init(_ input: Block, part: Block, seed: Block, _ memory: BlockMemory) {
        (self.input, self.part, self.seed) = (input, part, seed)
        output = memory.block()
    }

    var result: Block { output }

    override func save() { saved = last }
    override func restore() { last = saved }

    override func run(_ count: Int) {
        var last = last
        for index in 0..<count {
            let (value, part) = (input[index], part[index])
            if value.isMissing || part.isMissing {
                output[index] = .nan
            } else {
                if last.isMissing { last = seed[index] }
                last += part * (value - last)
                output[index] = last
            }
        }
        self.last = last
    }
}

/// A step of a computation: it reads blocks of numbers, retains what later bars need, and writes its own block.
class Stage {
    /// Computes `count` bars, at most `Block.capacity`.
    func run(_ count: Int) {}
}

/// A step that is written as a closure.
final class Mapping: Stage {
    private let body: (Int) -> Void

    init(_ body: @escaping (Int) -> Void) { self.body = body }

    override func run(_ count: Int) { body(count) }
}

/// Values of earlier bars.
final class Lag: Stage {
    private let input, output: Block
    private let distance: Int
    private let history: History

    init(_ input: Block, _ distance: Int, _ memory: BlockMemory) {
        (self.input, self.distance) = (input, distance)
        (output, history) = (memory.block(), History(distance, memory))
    }

    var result: Block { output }

    override func run(_ count: Int) { output.copy(history.push(input, count).offset(by: -distance), count: count) }
}

/// An exponential average, `last + part × (value − last)`, that starts with the mean of its first values.
///
/// A bar without a value has no average and leaves the average unchanged.
final class Smoothing: Stage {
    private let input, output: Block
    private let part: Double
    private let seeds: Int
    private var seen = 0
    private var last = 0.0

    init(_ input: Block, part: Double, seeds: Int, _ memory: BlockMemory) {
        (self.input, self.part, self.seeds) = (input, part, seeds)
        output = memory.block()
    }

    var result: Block { output }

    override func run(_ count: Int) {
        var index = 0
        while index < count, seen < seeds {
            let value = input[index]
            output[index] = .nan
            if !value.isNaN {
                // A running mean, which is exact for equal values.
                seen += 1
                last += (value - last) / Double(seen)
                if seen == seeds { output[index] = last }
            }
            index += 1
        }
        var last = last
        for index in index..<max(index, count) {
            let value = input[index]
            if value.isNaN {
                output[index] = .nan
            } else {
                last += part * (value - last)
                output[index] = last
            }
        }
        self.last = last
    }
}

/// An exponential average with a different part for each bar. It starts from the seed of the first bar with a part.
final class AdaptiveSmoothing: Stage {
    private let input, part, seed, output: Block
    private var last = Double.nan

    init(_ input: Block, part: Block, seed: Block, _ memory: BlockMemory) {
        (self.input, self.part, self.seed) = (input, part, seed)
        output = memory.block()
    }

    var result: Block { output }

    override func run(_ count: Int) {
        var last = last
        for index in 0..<count {
            let (value, part) = (input[index], part[index])
            if value.isNaN || part.isNaN {
                output[index] = .nan
            } else {
                if last.isNaN { last = seed[index] }
                last += part * (value - last)
                output[index] = last
            }
        }
        self.last = last
    }
}

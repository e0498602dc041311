// Values over the last n bars, by the method of van Herk, and Gil and Werman: bars are divided into stretches of n. A
// window consists of the end of one stretch and the beginning of the next, so its sum is the sum of two running sums:
//
//     bars     a b c d | e f g h        n = 4
//     window       c d   e f            (c + d) from the end of the first stretch, (e + f) from the start of the next
//
// Nothing is subtracted, so no rounding error remains after a value has left the window. A missing value has an effect
// only while it is in the window. Values are summed as distances from the last value of the first stretch, which every
// window contains. So the deviation of equal values is exactly 0.

/// The mean or the sum of the last n values: `level × a + sum × b`, where `sum` is that of the distances from `level`.
final class WindowMean: Stage {
    private let output, suffix: Block
    private let length: Int
    private let levelWeight, sumWeight: Double
    private let history: History
    /// The index of the last computed bar in the current stretch, at most n − 1.
    private var position = 0
    private var prefix = 0.0
    private var level = Double.nan
    private var saved = (0, 0.0, Double.nan)

    init(_ input: Block, _ length: Int, isSum: Bool, _ memory: BlockMemory) {
        self.length = length
        (levelWeight, sumWeight) = isSum ? (Double(length), 1) : (1, 1 / Double(length))
        (output, suffix, history) = (memory.block(), memory.array(length), History(input, length, memory))
    }

    var result: Block { output }

    override func save() { saved = (position, prefix, level) }
    override func restore() { (position, prefix, level) = saved }

    override func run(_ count: Int) {
        let input = history.push(count)
        let (output, suffix, sumWeight) = (output, suffix, sumWeight)
        var index = 0
        while index < count {
            let run = min(count - index, length - 1 - position)
            var prefix = prefix
            let (level, base) = (level, levelWeight * level)
            let rest = suffix.offset(by: position + 1 - index)
            for index in index..<index + run {
                prefix += input[index] - level
                output[index] = base + sumWeight * (rest[index] + prefix)
            }
            self.prefix = prefix
            position += run
            index += run
            if index < count {
                start(input.offset(by: index))
                output[index] = levelWeight * self.level + sumWeight * suffix[0]
                index += 1
            }
        }
    }

    /// Starts a new stretch after the bar at index 0 of `values`.
    private func start(_ values: Block) {
        let level = values[0]
        var sum = 0.0
        for distance in 0..<length {
            sum += values[0 &- distance] - level
            suffix[length &- 1 &- distance] = sum
        }
        (self.level, prefix, position) = (level, 0, 0)
    }
}

/// The standard deviation of the last n values.
final class WindowDeviation: Stage {
    private let output, sums, squares: Block
    private let length: Int
    private let divisor: Double
    private let history: History
    private var position = 0
    private var sum = 0.0
    private var square = 0.0
    private var level = Double.nan
    private var saved = (0, 0.0, 0.0, Double.nan)

    /// - Parameter isSample: Whether to divide by n − 1 instead of n.
    init(_ input: Block, _ length: Int, isSample: Bool, _ memory: BlockMemory) {
        self.length = length
        divisor = Double(isSample ? length - 1 : length)
        (output, history) = (memory.block(), History(input, length, memory))
        (sums, squares) = (memory.array(length), memory.array(length))
    }

    var result: Block { output }

    override func save() { saved = (position, sum, square, level) }
    override func restore() { (position, sum, square, level) = saved }

    override func run(_ count: Int) {
        let input = history.push(count)
        let output = output
        let (share, divisor) = (1 / Double(length), divisor)
        var index = 0
        while index < count {
            let run = min(count - index, length - 1 - position)
            var (sum, square) = (sum, square)
            let level = level
            let (sums, squares) = (sums.offset(by: position + 1 - index), squares.offset(by: position + 1 - index))
            for index in index..<index + run {
                let value = input[index] - level
                sum += value
                square += value * value
                let whole = sums[index] + sum
                let rest = squares[index] + square - whole * whole * share
                output[index] = ((rest < 0 ? 0 : rest) / divisor).squareRoot()
            }
            (self.sum, self.square) = (sum, square)
            position += run
            index += run
            if index < count {
                start(input.offset(by: index))
                let rest = self.squares[0] - self.sums[0] * self.sums[0] * share
                output[index] = ((rest < 0 ? 0 : rest) / divisor).squareRoot()
                index += 1
            }
        }
    }

    private func start(_ values: Block) {
        let level = values[0]
        var (sum, square) = (0.0, 0.0)
        for distance in 0..<length {
            let value = values[0 &- distance] - level
            sum += value
            square += value * value
            sums[length &- 1 &- distance] = sum
            squares[length &- 1 &- distance] = square
        }
        (self.level, self.sum, self.square, position) = (level, 0, 0, 0)
    }
}

/// `mean × a + slope × b` of the least-squares line through the last n values. Depending on a and b, this is the end of
/// the line, its slope, or the linearly weighted average, which is `mean + slope × (n − 1) / 6`.
final class WindowLine: Stage {
    private let output, sums, moments: Block
    private let length: Int
    private let meanWeight, slopeWeight: Double
    private let history: History
    private var position = 0
    private var sum = 0.0
    /// The sum of the stretch's values, each multiplied by its number in the stretch, from 1.
    private var moment = 0.0
    private var level = Double.nan
    private var saved = (0, 0.0, 0.0, Double.nan)

    init(_ input: Block, _ length: Int, mean: Double, slope: Double, _ memory: BlockMemory) {
        (self.length, meanWeight, slopeWeight) = (length, mean, slope)
        (output, history) = (memory.block(), History(input, length, memory))
        (sums, moments) = (memory.array(length), memory.array(length))
    }

    var result: Block { output }

    override func save() { saved = (position, sum, moment, level) }
    override func restore() { (position, sum, moment, level) = saved }

    override func run(_ count: Int) {
        let input = history.push(count)
        let output = output
        let n = Double(length)
        let (a, b) = (meanWeight / n, length > 1 ? slopeWeight * 12 / (n * (n * n - 1)) : 0)
        var index = 0
        while index < count {
            let run = min(count - index, length - 1 - position)
            var (sum, moment, number) = (sum, moment, Double(position))
            let (level, base) = (level, meanWeight * level)
            let (sums, moments) = (sums.offset(by: position + 1 - index), moments.offset(by: position + 1 - index))
            for index in index..<index + run {
                let value = input[index] - level
                number += 1
                sum += value
                moment += number * value
                // In the window, a value of the previous stretch has the index n − number − 1 minus its distance from
                // the stretch's end.
                let whole = sums[index] + sum
                let weighted = (n - number - 1) * whole - moments[index] + moment
                output[index] = base + a * whole + b * (weighted - (n - 1) / 2 * whole)
            }
            (self.sum, self.moment) = (sum, moment)
            position += run
            index += run
            if index < count {
                start(input.offset(by: index))
                let (whole, weighted) = (self.sums[0], (n - 1) * self.sums[0] - self.moments[0])
                output[index] = meanWeight * self.level + a * whole + b * (weighted - (n - 1) / 2 * whole)
                index += 1
            }
        }
    }

    private func start(_ values: Block) {
        let level = values[0]
        var (sum, moment) = (0.0, 0.0)
        for distance in 0..<length {
            let value = values[0 &- distance] - level
            sum += value
            moment += Double(distance) * value
            sums[length &- 1 &- distance] = sum
            moments[length &- 1 &- distance] = moment
        }
        (self.level, self.sum, self.moment, position) = (level, 0, 0, 0)
    }
}

/// The number of bars since the highest or lowest of the last n values; of equal values, the latest counts.
final class WindowAge: Stage {
    private let output, suffix, ages: Block
    private let length: Int
    private let sign: Double
    private let history: History
    private var position = 0
    private var prefix = -Double.infinity
    private var age = 0.0
    /// The number of bars since the last bar without a value. All bars before the first one count as bars without a
    /// value.
    private var known = 0
    private var saved = (0, 0.0, 0.0, 0)

    /// - Parameter sign: 1 for the highest value, −1 for the lowest.
    init(_ input: Block, _ length: Int, sign: Double, _ memory: BlockMemory) {
        (self.length, self.sign) = (length, sign)
        (output, history) = (memory.block(), History(input, length, memory))
        (suffix, ages) = (memory.array(length), memory.array(length))
    }

    var result: Block { output }

    override func save() { saved = (position, prefix, age, known) }
    override func restore() { (position, prefix, age, known) = saved }

    override func run(_ count: Int) {
        let input = history.push(count)
        var index = 0
        while index < count {
            let run = min(count - index, length - 1 - position)
            advance(input, index, run)
            position += run
            index += run
            if index < count {
                start(input.offset(by: index))
                known = input[index].isMissing ? 0 : known + 1
                output[index] = known < length ? .nan : ages[0]
                index += 1
            }
        }
    }

    private func advance(_ input: Block, _ from: Int, _ run: Int) {
        let (output, sign, length, place) = (output, sign, length, position + 1 - from)
        let (suffix, ages) = (suffix.offset(by: place), ages.offset(by: place))
        var (prefix, age, known) = (prefix, age, known)
        for index in from..<from + run {
            let value = sign * input[index]
            known = value.isMissing ? 0 : known + 1
            age = value >= prefix ? 0 : age + 1
            prefix = value >= prefix ? value : prefix
            let found = prefix >= suffix[index] ? age : ages[index] + Double(index + place)
            output[index] = known < length ? .nan : found
        }
        (self.prefix, self.age, self.known) = (prefix, age, known)
    }

    private func start(_ values: Block) {
        var (best, age) = (-Double.infinity, 0.0)
        for distance in 0..<length {
            let value = sign * values[0 &- distance]
            age = value > best ? Double(distance) : age
            best = value > best ? value : best
            suffix[length &- 1 &- distance] = best
            ages[length &- 1 &- distance] = age
        }
        (prefix, self.age, position) = (-.infinity, 0, 0)
    }
}

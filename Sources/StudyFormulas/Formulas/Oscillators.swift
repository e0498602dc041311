internal import SystemFiles

/// Oscillators with a limited range.
extension Computation {
    func logarithm(_ a: Block) -> Block { map(a) { $0.each { $0 > 0 ? RealFunctions.log($0) : .nan } } }
    static func logarithm(_ x: Double) -> Double { RealFunctions.log(x) }

    /// 100 × average rise / (average rise + average fall) (Wilder 1978). If both are 0, the result is 50, whereas
    /// TA-Lib returns 0.
    private func relativeStrength(_ price: Block, _ length: Int, _ kind: StudyAverage = .wilders) -> Block {
        let change = change(price)
        let (rises, falls) = (rises(change), falls(change))
        return share(average(kind, rises, length), average(kind, falls, length))
    }

    func relativeStrengthIndex() {
        let length = length(14)
        let price = price()
        let kind = kind(.wilders)
        let levels = levels(30, 70)
        line("RSI", relativeStrength(price, length, kind))
        extremes(levels)
    }

    /// The position of a value in the range of the last bars, from 0 to 100 (Lane). If the range is empty, the result
    /// is 50, whereas TA-Lib returns 0.
    private func stochastic(_ value: Block, _ length: Int, _ highs: Block, _ lows: Block) -> Block {
        let (top, bottom) = (highest(highs, length), lowest(lows, length))
        return block { output, count in
            for index in 0..<count {
                let range = top[index] - bottom[index]
                output[index] = range == 0 ? 50 : 100 * ((value[index] - bottom[index]) / range)
            }
        }
    }

    private func stochastic(_ value: Block, _ length: Int) -> Block { stochastic(value, length, value, value) }

    private func stochasticLines(_ fast: Block, slowing: Int, _ length: Int, _ kind: StudyAverage) {
        let slow = average(kind, fast, slowing)
        line("%K", slow)
        line("%D", average(kind, slow, length))
    }

    func stochasticFast() { stochasticBars(hasSlowing: false, slowing: 1) }
    func stochasticSlow() { stochasticBars(hasSlowing: false, slowing: 3) }
    func stochasticFull() { stochasticBars(hasSlowing: true, slowing: 3) }

    private func stochasticBars(hasSlowing: Bool, slowing: Int) {
        let (period, smoothing) = (length(14, "kPeriod"), length(3, "dPeriod"))
        let slowing = hasSlowing ? length(slowing, "slowingPeriod") : slowing
        let kind = kind(.simple)
        let levels = levels(20, 80)
        stochasticLines(stochastic(close, period, high, low), slowing: slowing, smoothing, kind)
        extremes(levels)
    }

    /// The stochastic of Wilder's relative strength index (Chande and Kroll 1994).
    func stochasticRSI() {
        let length = length(14, "rsiLength")
        let (period, smoothing) = (self.length(14, "kPeriod"), self.length(3, "dPeriod"))
        let slowing = self.length(3, "slowingPeriod")
        let price = price()
        let kind = kind(.simple)
        let levels = levels(20, 80)
        stochasticLines(stochastic(relativeStrength(price, length), period), slowing: slowing, smoothing, kind)
        extremes(levels)
    }

    /// 200 × the distance of the close from the middle of the range, divided by the range; 0 without a range. The
    /// distance and the range are each smoothed twice (Blau 1993).
    func stochasticMomentum() {
        let (period, smoothing) = (length(10, "kPeriod"), length(3, "dPeriod"))
        let levels = levels(-40, 40)
        let (top, bottom) = (highest(high, period), lowest(low, period))
        func twice(_ a: Block) -> Block { exponential(exponential(a, smoothing), smoothing) }
        let distance = difference(close, zip(top, bottom) { $0.each { ($0 + $1) / 2 } })
        let index = quotient(twice(distance), twice(difference(top, bottom)), factor: 200, empty: 0)
        line("SMI", index)
        line("Average", exponential(index, smoothing))
        extremes(levels)
    }

    /// The distance of the price from its mean, divided by 0.015 × the mean distance (Lambert 1980). If the mean
    /// distance is 0, the result is 0, as in TA-Lib.
    ///
    /// - Complexity: O(bars × length)
    func commodityChannel() {
        let length = length(20)
        let price = price(.hlc3)
        let levels = levels(-100, 100)
        let center = mean(price, length)
        let history = History(price, length - 1, memory)
        let values = block { output, count in
            let past = history.push(count).offset(by: 1 - length)
            output.fill(0, count: count)
            for place in 0..<length {
                for index in 0..<count { output[index] += abs(past[index + place] - center[index]) }
            }
            let scale = 0.015 / Double(length)
            for index in 0..<count {
                let width = scale * output[index]
                output[index] = width == 0 ? 0 : (price[index] - center[index]) / width
            }
        }
        line("CCI", values)
        zero()
        extremes(levels)
    }

    /// The position of the close in the range of the last bars, from −100 to 0; −50 without a range.
    func williamsPercentR() {
        let length = length(14)
        let levels = levels(-80, -20)
        line("%R", map(stochastic(close, length, high, low)) { $0.each { $0 - 100 } })
        extremes(levels)
    }

    /// Buying pressure as a fraction of the true range, for three lengths that have the weights 4, 2 and 1 (Williams
    /// 1985).
    func ultimateOscillator() {
        let lengths = (length(7, "shortLength"), length(14, "middleLength"), length(28, "longLength"))
        let levels = levels(30, 70)
        let (close, low, before, range) = (close, low, lag(close, 1), trueRange())
        let pressure = block { output, count in
            for index in 0..<count {
                let floor = before[index] < low[index] ? before[index] : low[index]
                output[index] = before[index].isMissing ? .nan : close[index] - floor
            }
        }
        func part(_ length: Int, _ weight: Double) -> Block {
            quotient(sum(pressure, length), sum(range, length), factor: 100 / 7 * weight)
        }
        let first = zip(part(lengths.0, 4), part(lengths.1, 2)) { $0.each { $0 + $1 } }
        line("Ultimate", zip(first, part(lengths.2, 1)) { $0.each { $0 + $1 } })
        extremes(levels)
    }

    /// 100 × (sum of rises − sum of falls) / (sum of rises + sum of falls); 0 without either (Chande 1994). TA-Lib
    /// smooths both sums by Wilder's average instead.
    func chandeMomentum() {
        let length = length(20)
        let price = price()
        let levels = levels(-50, 50)
        let change = change(price)
        let (ups, downs) = (sum(rises(change), length), sum(falls(change), length))
        line("CMO", zip(ups, downs) { $0.each { $0 + $1 == 0 ? 0 : 100 * ($0 - $1) / ($0 + $1) } })
        zero()
        extremes(levels)
    }

    /// The inverse hyperbolic tangent of the smoothed position of the price in the range, and its value one bar earlier
    /// (Ehlers 2002).
    func fisherTransform() {
        let length = length(10)
        let place = stochastic(price(.hl2), length)
        let values = block((place: 0.0, value: 0.0)) { state, output, count in
            for index in 0..<count {
                if place[index].isMissing {
                    output[index] = .nan
                    continue
                }
                let smooth = 0.66 * (place[index] / 100 - 0.5) + 0.67 * state.place
                state.place = max(-0.999, min(0.999, smooth))
                state.value = 0.5 * RealFunctions.log((1 + state.place) / (1 - state.place)) + 0.5 * state.value
                output[index] = state.value
            }
        }
        line("Fisher", values)
        line("Trigger", lag(values, 1))
        zero()
    }

    /// The mean of close − open, divided by the mean of the ranges; in both, four bars have the weights 1, 2, 2 and 1
    /// (Ehlers 2002).
    func relativeVigor() {
        let length = length(10)
        func symmetric(_ a: Block) -> Block {
            let outer = zip(a, lag(a, 3)) { $0.each { $0 + $1 } }
            let inner = zip(lag(a, 1), lag(a, 2)) { $0.each { $0 + $1 } }
            return zip(outer, inner) { $0.each { ($0 + 2 * $1) / 6 } }
        }
        let index = quotient(
            sum(symmetric(difference(close, open)), length), sum(symmetric(range()), length), empty: 0)
        line("RVI", index)
        line("Signal", symmetric(index))
    }

    /// Wilder's relative strength index, computed from the standard deviations of rising and of falling bars instead of
    /// changes (Dorsey 1993).
    func relativeVolatility() {
        let window = length(10, "deviationLength", 2...Self.longest)
        let length = length(14)
        let kind = kind(.wilders)
        let levels = levels(20, 80)
        let (deviation, change) = (deviation(close, window), change(close))
        let ups = zip(deviation, change) { $0.each { $1 > 0 ? $0 : 0 * $0 } }
        let downs = zip(deviation, change) { $0.each { $1 < 0 ? $0 : 0 * $0 } }
        line("RVI", share(average(kind, ups, length), average(kind, downs, length)))
        extremes(levels)
    }

    /// The mean of three numbers (Connors 2012): Wilder's index of the price, Wilder's index of the length of the
    /// price's streak, and the percentage of earlier changes that are lower than the last one.
    func connorsRSI() {
        let (first, second) = (length(3, "rsiLength"), length(2, "streakLength"))
        let ranks = length(100, "rankLength")
        let price = price()
        let levels = levels(10, 90)
        let (change, rate) = (change(price), rate(price, 1))
        let streak = block(0.0) { run, output, count in
            for index in 0..<count {
                let step = change[index]
                run = step > 0 ? (run > 0 ? run + 1 : 1) : step < 0 ? (run < 0 ? run - 1 : -1) : 0
                output[index] = run
            }
        }
        let history = History(rate, ranks, memory)
        let rank = block { output, count in
            let past = history.push(count)
            // Several bars are computed at a time, so that their sums stay in registers.
            for index in stride(from: 0, to: count, by: Block.Vector.scalarCount) {
                let current = past.vector(index)
                var lower = Block.Vector.zero
                for distance in 1...ranks {
                    lower += Block.Vector.zero.replacing(with: 1, where: past.vector(index - distance) .< current)
                }
                output.store(lower, index)
            }
            for index in 0..<count {
                output[index] = past[index - ranks].isMissing ? .nan : 100 * output[index] / Double(ranks)
            }
        }
        let sum = zip(relativeStrength(price, first), relativeStrength(streak, second)) { $0.each { $0 + $1 } }
        line("CRSI", zip(sum, rank) { $0.each { ($0 + $1) / 3 } })
        extremes(levels)
    }

    /// A difference of averages, to which two steps are applied twice: the stochastic, and smoothing with a weight of
    /// one half (Schaff 1999).
    func schaffTrendCycle() {
        let (fast, slow) = (length(23, "fastLength"), length(50, "slowLength"))
        let cycle = length(10, "cycleLength")
        let price = price()
        let kind = kind(.exponential)
        let levels = levels(25, 75)
        func smooth(_ a: Block) -> Block { smoothed(stochastic(a, cycle), part: 0.5, seeds: 1) }
        line("STC", smooth(smooth(difference(average(kind, price, fast), average(kind, price, slow)))))
        extremes(levels)
    }

    /// The percentage of bars whose close rose.
    func psychologicalLine() {
        let length = length(12)
        let levels = levels(25, 75)
        line("Psychological", mean(map(change(close)) { $0.each { $0.isMissing ? .nan : $0 > 0 ? 100 : 0 } }, length))
        extremes(levels)
    }
}

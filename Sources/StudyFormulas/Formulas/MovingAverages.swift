internal import SystemFiles

/// Averages of prices.
extension Computation {
    /// Adds a moving average with the parameters of all such studies: length, price and shift.
    private func average(_ title: String, _ standard: Int, least: Int = 1, _ formula: (Block, Int) -> Block) {
        let length = length(standard, "length", least...Self.longest)
        let price = price()
        let displace = displacement()
        line(title, formula(price, length), displace: displace)
    }

    func sma() { average("SMA", 9) { mean($0, $1) } }
    func ema() { average("EMA", 9) { exponential($0, $1) } }
    func wma() { average("WMA", 9) { weighted($0, $1) } }
    func wildersAverage() { average("WildersAverage", 14) { wilders($0, $1) } }
    func hullAverage() { average("HullMovingAvg", 20, least: 2) { hull($0, $1) } }
    func dema() { average("DEMA", 9) { doubleExponential($0, $1) } }
    func tema() { average("TEMA", 9) { tripleExponential($0, $1) } }
    func tma() { average("TMA", 20) { triangular($0, $1) } }

    /// The exponential average of 2 × price − the price (length − 1) / 2 bars earlier (Ehlers and Way 2010). That
    /// distance is rounded down, as in pandas-ta; talipp rounds it to the nearest integer.
    func zlema() {
        average("ZLEMA", 21) { price, length in
            exponential(zip(price, lag(price, (length - 1) / 2)) { $0.each { 2 * $0 - $1 } }, length)
        }
    }

    /// The end of the least-squares line through the last bars.
    func movingLinearRegression() { average("MovingLinearRegression", 25, least: 2) { lineEnd($0, $1) } }

    /// last + (price − last) / (length × (price / last)⁴), starting with the mean of the first bars, as in talipp
    /// (McGinley 1997, without his factor of 0.6).
    func mcGinley() {
        average("McGinleyDynamic", 14) { price, length in
            let start = mean(price, length)
            return block(Double.nan) { last, output, count in
                for index in 0..<count {
                    let value = price[index]
                    let ratio = value / last
                    let square = ratio * ratio
                    if last.isMissing {
                        last = start[index]
                    } else if !value.isMissing && square != 0 {
                        last += (value - last) / (Double(length) * square * square)
                    }
                    output[index] = value.isMissing ? .nan : last
                }
            }
        }
    }

    /// The weight of each new price is the square of slow + efficiency × (fast − slow). The efficiency is the change of
    /// the price divided by the sum of the changes of all bars (Kaufman 1995). As in TA-Lib, the average starts with
    /// the price before the first bar that has an efficiency.
    func kama() {
        let (length, fast, slow) = (length(10), length(2, "fastLength"), length(30, "slowLength"))
        let price = price()
        let displace = displacement()
        let quick = 2 / Double(fast + 1)
        let lazy = 2 / Double(slow + 1)
        let path = sum(size(change(price)), length)
        let part = zip(size(change(price, length)), path) {
            $0.each { way, path in
                // Because of rounding, the sum may be less than the change of the price.
                let efficiency = way.isMissing ? .nan : path <= way ? 1 : way / path
                let part = efficiency * (quick - lazy) + lazy
                return part * part
            }
        }
        line("KAMA", adaptive(price, part, seed: lag(price, 1)), displace: displace)
    }

    /// The weight of each new price is 2 / (length + 1) × |Chande's momentum| (Chande 1994). The average starts with a
    /// mean, as in pandas-ta.
    func vidya() {
        let length = length(14)
        let price = price()
        let displace = displacement()
        let change = change(price)
        let (ups, downs) = (sum(rises(change), length), sum(falls(change), length))
        let part = zip(ups, downs) { $0.each { $0 + $1 == 0 ? 0 : 2 / Double(length + 1) * abs($0 - $1) / ($0 + $1) } }
        line("VIDYA", adaptive(price, part, seed: lag(mean(price, length), 1)), displace: displace)
    }

    private func adaptive(_ input: Block, _ part: Block, seed: Block) -> Block {
        let stage = AdaptiveSmoothing(input, part: part, seed: seed, memory)
        run(stage)
        return stage.result
    }

    /// A mean with the weights of a bell curve, whose center is `offset × (length − 1)` and whose width is
    /// `length / sigma` (Legoux 2009).
    func alma() {
        let length = length(9)
        let (offset, sigma) = (number(0.85, "offset"), number(6, "sigma"))
        let price = price()
        let displace = displacement()
        let (middle, width) = (offset * Double(length - 1), Double(length) / sigma)
        let bell = (0..<length).map { place in
            let distance = (Double(place) - middle) / width
            return RealFunctions.exp(-distance * distance / 2)
        }
        let whole = bell.reduce(0, +)
        let history = History(price, length - 1, memory)
        let values = block { output, count in
            let past = history.push(count).offset(by: 1 - length)
            output.fill(0, count: count)
            for (place, weight) in bell.enumerated() {
                for index in 0..<count { output[index] += weight * past[index + place] }
            }
            for index in 0..<count { output[index] /= whole }
        }
        line("ALMA", values, displace: displace)
    }

    /// Three generalized double averages, one applied to the other: average × (1 + factor) − average of averages ×
    /// factor (Tillson 1998).
    func t3() {
        let length = length(5)
        let factor = number(0.7, "volumeFactor")
        let price = price()
        let displace = displacement()
        func general(_ input: Block) -> Block {
            let once = exponential(input, length)
            return zip(once, exponential(once, length)) { $0.each { $0 * (1 + factor) - $1 * factor } }
        }
        line("T3", general(general(general(price))), displace: displace)
    }

    /// The mean of prices, weighted by volume; missing without volume.
    func vwma() {
        let length = length(20)
        let price = price()
        let displace = displacement()
        line("VWMA", quotient(sum(product(price, volume), length), sum(volume, length)), displace: displace)
    }

    /// Two averages, and arrows where they cross: at the low of the bar if the fast one rises above the slow one,
    /// otherwise at the high.
    func movingAverageCrossover() {
        let (short, long) = (length(15, "fastLength"), length(30, "slowLength"))
        let price = price()
        let kind = kind(.simple)
        let (fast, slow) = (average(kind, price, short), average(kind, price, long))
        let distance = difference(fast, slow)
        let before = lag(distance, 1)
        line("Fast", fast)
        line("Slow", slow)
        line("Up", arrows(low) { before[$0] <= 0 && distance[$0] > 0 })
        line("Down", arrows(high) { before[$0] >= 0 && distance[$0] < 0 })
    }

    private func arrows(_ place: Block, _ isMarked: @escaping (Int) -> Bool) -> Block {
        block { output, count in
            for index in 0..<count { output[index] = isMarked(index) ? place[index] : .nan }
        }
    }
}

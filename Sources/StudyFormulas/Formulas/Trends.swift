/// Studies of trends and their turning points.
extension Computation {
    /// Average directional index (Wilder 1978).
    func adx() {
        let length = length(14)
        line("ADX", directional(length, kind(.wilders)).index)
    }

    func directionalMovementIndex() {
        let length = length(14)
        let lines = directional(length, kind(.wilders))
        line("+DI", lines.plus)
        line("-DI", lines.minus)
        line("ADX", lines.index)
    }

    /// Averages start with `length` movements, as in Wilder's book. In TA-Lib, they start with one movement less; its
    /// values converge to these.
    private func directional(_ length: Int, _ kind: StudyAverage) -> (plus: Block, minus: Block, index: Block) {
        let (rise, fall) = (change(high), change(low))
        // The values are selected by sums instead of branches, because the processor cannot predict these conditions.
        let plus = zip(rise, fall) { $0.each { ($0 > ($1 < 0 ? -$1 : 0) ? $0 : 0) + ($0 - $0) } }
        let minus = zip(rise, fall) { $0.each { (-$1 > ($0 > 0 ? $0 : 0) ? -$1 : 0) + ($1 - $1) } }
        let trueRange = trueRange()
        let range = average(kind, trueRange, length)
        let (ups, downs) = (average(kind, plus, length), average(kind, minus, length))
        let rising = quotient(ups, range, factor: 100, empty: 0)
        let falling = quotient(downs, range, factor: 100, empty: 0)
        let distance = zip(rising, falling) { $0.each { $0 + $1 == 0 ? 0 : 100 * abs($0 - $1) / ($0 + $1) } }
        return (rising, falling, average(kind, distance, length))
    }

    /// 100 × (length − bars since the highest high) / length, within the last length + 1 bars (Chande 1995).
    private func aroon(_ length: Int) -> (up: Block, down: Block) {
        func part(_ age: Block) -> Block { map(age) { $0.each { 100 * (Double(length) - $0) / Double(length) } } }
        return (part(age(high, length + 1, 1)), part(age(low, length + 1, -1)))
    }

    func aroonIndicator() {
        let length = length(25)
        let levels = levels(30, 70)
        let lines = aroon(length)
        line("Up", lines.up)
        line("Down", lines.down)
        extremes(levels)
    }

    func aroonOscillator() {
        let lines = aroon(length(25))
        line("Oscillator", difference(lines.up, lines.down))
        zero()
    }

    /// Stop and reverse (Wilder 1978). As in TA-Lib, it starts at the second bar. The first trend is downward if the
    /// low fell by more than the high rose.
    func parabolicSAR() {
        let (step, limit) = (number(0.02, "accelerationFactor"), number(0.2, "accelerationLimit"))
        let (high, low) = (high, low)
        let first = min(step, limit)
        line(
            "SAR",
            block(ParabolicState()) { state, output, count in
                for index in 0..<count {
                    output[index] = state.next(high[index], low[index], step: first, limit: limit)
                }
            })
    }

    /// Bands around the middle of the bar. They move only towards the price until a close crosses one of them (Seban
    /// 2009).
    func superTrend() {
        let length = length(10)
        let factor = number(3, "factor")
        let kind = kind(.wilders)
        let stops = trailing(
            scaled(average(kind, trueRange(), length), factor), zip(high, low) { $0.each { ($0 + $1) / 2 } },
            keepsBoth: true)
        line("Up", map(stops) { $0.each { $0 > 0 ? $0 : .nan } })
        line("Down", map(stops) { $0.each { $0 < 0 ? -$0 : .nan } })
    }

    /// A stop at a distance from the close. It moves only towards the price until a close crosses it.
    func atrTrailingStop() {
        let length = length(5)
        let factor = number(3.5, "factor")
        let kind = kind(.wilders)
        line("Stop", size(trailing(scaled(average(kind, trueRange(), length), factor), close, keepsBoth: false)))
    }

    /// Returns trailing stops around a center. Stops below prices are positive numbers, stops above prices are negative
    /// ones.
    ///
    /// - Parameter keepsBoth: Whether the stops of both sides are always computed. If so, a crossed stop is replaced by
    ///   the current stop of the other side instead of a new one.
    private func trailing(_ distance: Block, _ center: Block, keepsBoth: Bool) -> Block {
        let close = close
        let start = (lower: Double.nan, upper: Double.nan, isLong: true, before: Double.nan)
        return block(start) { state, output, count in
            var (lower, upper, isLong, before) = state
            for index in 0..<count {
                let (below, above) = (center[index] - distance[index], center[index] + distance[index])
                let price = close[index]
                if below.isMissing || price.isMissing {
                    output[index] = .nan
                    continue
                }
                let (oldLower, oldUpper) = (lower, upper)
                lower = oldLower.isMissing || below > oldLower || before < oldLower ? below : oldLower
                upper = oldUpper.isMissing || above < oldUpper || before > oldUpper ? above : oldUpper
                if isLong, price < (keepsBoth ? lower : oldLower) {
                    isLong = false
                    if !keepsBoth { upper = above }
                } else if !isLong, price > (keepsBoth ? upper : oldUpper) {
                    isLong = true
                    if !keepsBoth { lower = below }
                }
                before = price
                output[index] = isLong ? lower : -upper
            }
            state = (lower, upper, isLong, before)
        }
    }

    /// Two movements as fractions of the true range: from the previous low to the high, and from the previous high to
    /// the low (Botes 2010).
    func vortex() {
        let length = length(14)
        let range = sum(trueRange(), length)
        let plus = sum(size(difference(high, lag(low, 1))), length)
        let minus = sum(size(difference(low, lag(high, 1))), length)
        line("+VI", quotient(plus, range))
        line("-VI", quotient(minus, range))
    }

    /// The middles of ranges (Hosoda). The lines of the cloud are shifted into the future, the close into the past. The
    /// cloud is the area between Senkou A and B. Its two lines have the values of Senkou A where the cloud is rising (A
    /// above B) or falling.
    func ichimoku() {
        let lengths = (length(9, "tenkanLength"), length(26, "kijunLength"), length(52, "senkouLength"))
        let displace = length(26, "displace")
        func middle(_ length: Int) -> Block {
            zip(highest(high, length), lowest(low, length)) { $0.each { ($0 + $1) / 2 } }
        }
        let (tenkan, kijun) = (middle(lengths.0), middle(lengths.1))
        let first = lag(zip(tenkan, kijun) { $0.each { ($0 + $1) / 2 } }, displace)
        let second = lag(middle(lengths.2), displace)
        line("Tenkan", tenkan)
        line("Kijun", kijun)
        line("Senkou A", first)
        line("Senkou B", second)
        line("Chikou", close, displace: -displace)
        line("Kumo rising", zip(first, second) { $0.each { $0 >= $1 ? $0 : .nan } })
        line("Kumo falling", zip(first, second) { $0.each { $0 < $1 ? $0 : .nan } })
    }

    func zigzag() {
        let part = number(5, "reversal") / 100
        let drawing = ZigZagDrawing(high, low, part: part, showsLast: flag(false, "showLast"))
        run(drawing)
        add("Zigzag", .drawing(drawing))
    }

    /// Three averages of the middle price, shifted into the future (Williams 1995).
    func alligator() {
        let jaw = (length(13, "jawLength"), length(8, "jawDisplace", 0...Self.longest))
        let teeth = (length(8, "teethLength"), length(5, "teethDisplace", 0...Self.longest))
        let lips = (length(5, "lipsLength"), length(3, "lipsDisplace", 0...Self.longest))
        let price = price(.hl2)
        let kind = kind(.wilders)
        let averages = [jaw, teeth, lips].map { average(kind, price, $0.0) }
        line("Jaw", lag(averages[0], jaw.1))
        line("Teeth", lag(averages[1], teeth.1))
        line("Lips", lag(averages[2], lips.1))
    }

    /// The distances between the lines of the alligator, with its usual shifts of 8, 5 and 3 bars.
    func gatorOscillator() {
        let lengths = (length(13, "jawLength"), length(8, "teethLength"), length(5, "lipsLength"))
        let price = price(.hl2)
        let kind = kind(.wilders)
        let averages = [lengths.0, lengths.1, lengths.2].map { average(kind, price, $0) }
        let (jaw, teeth, lips) = (lag(averages[0], 8), lag(averages[1], 5), lag(averages[2], 3))
        line("Upper", zip(jaw, teeth) { $0.each { abs($0 - $1) } })
        line("Lower", zip(teeth, lips) { $0.each { -abs($0 - $1) } })
    }

    /// Highs that exceed those of the bars on both sides, and lows below those of the bars on both sides (Williams
    /// 1995).
    func fractals() {
        let sides = length(2, "sequenceCount")
        add("Up", .values(fractal(high, sides, 1), back: sides))
        add("Down", .values(fractal(low, sides, -1), back: sides))
    }

    private func fractal(_ price: Block, _ sides: Int, _ sign: Double) -> Block {
        // The bar must be higher than the bars after it and the bars before it.
        let (value, after) = (lag(price, sides), extreme(price, sides, sign))
        let before = lag(after, sides + 1)
        return block { output, count in
            for index in 0..<count {
                let (after, before) = (sign * after[index], sign * before[index])
                // The greater of both values; NaN if one of them is missing.
                let other = after > before ? after : before - 0 * after
                output[index] = sign * value[index] > other ? value[index] : .nan
            }
        }
    }

    private func extreme(_ price: Block, _ length: Int, _ sign: Double) -> Block {
        sign > 0 ? highest(price, length) : lowest(price, length)
    }

    /// The highest high minus a multiple of the average true range, and the lowest low plus such a multiple (Le Beau).
    func chandelierExit() {
        let length = length(22)
        let distance = scaled(wilders(trueRange(), length), number(3, "factor"))
        line("Long", difference(highest(high, length), distance))
        line("Short", zip(lowest(low, length), distance) { $0.each { $0 + $1 } })
    }

    /// The sum of averaged ranges, each divided by the average of such averages (Dorsey 1992).
    func massIndex() {
        let (smoothing, length) = (length(9, "averageLength"), length(25))
        let (setup, trigger) = (number(27, "setup"), number(26.5, "trigger"))
        let once = exponential(range(), smoothing)
        line("Mass index", sum(quotient(once, exponential(once, smoothing)), length))
        add("Setup line", .level(setup))
        add("Trigger line", .level(trigger))
    }

    func linearRegressionSlope() {
        let length = length(14, "length", 2...Self.longest)
        line("Slope", slope(price(), length))
        zero()
    }

    /// 100 × log(path / range) / log(length), where the path is the sum of true ranges (Dreiss). Missing without a
    /// range.
    func choppinessIndex() {
        let length = length(14, "length", 2...Self.longest)
        let levels = (number(61.8, "high"), number(38.2, "low"))
        let range = difference(highest(high, length), lowest(low, length))
        let path = logarithm(quotient(sum(trueRange(), length), range))
        let scale = 100 / Self.logarithm(Double(length))
        line("Choppiness", scaled(path, scale))
        add("High line", .level(levels.0))
        add("Low line", .level(levels.1))
    }
}

/// The state of a parabolic stop (`parabolicSAR`).
private struct ParabolicState {
    private var isLong = true
    private var count = 0
    private var stop = 0.0
    private var extreme = 0.0
    private var factor = 0.0
    private var before = (high: 0.0, low: 0.0)

    mutating func next(_ high: Double, _ low: Double, step: Double, limit: Double) -> Double {
        guard !high.isMissing && !low.isMissing else { return .nan }
        defer {
            before = (high, low)
            count += 1
        }
        if count == 0 { return .nan }
        if count == 1 {
            let (up, down) = (high - before.high, before.low - low)
            isLong = !(down > up && down > 0)
            (stop, extreme) = isLong ? (before.low, high) : (before.high, low)
            factor = step
            // As in TA-Lib, the stop of the second bar uses that bar itself in the place of the previous bar.
            before = (high, low)
        }
        let shown: Double
        if isLong ? low <= stop : high >= stop {
            let reversed = isLong ? max(extreme, before.high, high) : min(extreme, before.low, low)
            isLong.toggle()
            (extreme, factor) = (isLong ? high : low, step)
            shown = reversed
            stop = reversed + factor * (extreme - reversed)
        } else {
            shown = stop
            if isLong ? high > extreme : low < extreme {
                extreme = isLong ? high : low
                factor = min(factor + step, limit)
            }
            stop += factor * (extreme - stop)
        }
        // A stop never lies within the range of the last two bars.
        stop = isLong ? min(stop, before.low, low) : max(stop, before.high, high)
        return shown
    }
}

extension Computation {
    // MARK: Prices

    var open: Block { input(.open) }
    var high: Block { input(.high) }
    var low: Block { input(.low) }
    var close: Block { input(.close) }
    var volume: Block { input(.volume) }

    func price(of price: StudyPrice) -> Block {
        switch price {
        case .open: open
        case .high: high
        case .low: low
        case .close: close
        case .hl2: zip(high, low) { $0.each { ($0 + $1) / 2 } }
        case .hlc3: typical()
        case .ohlc4:
            zip(zip(open, high) { $0.each { $0 + $1 } }, zip(low, close) { $0.each { $0 + $1 } }) {
                $0.each { ($0 + $1) / 4 }
            }
        }
    }

    /// Returns (high + low + close) / 3.
    func typical() -> Block { zip(zip(high, low) { $0.each { $0 + $1 } }, close) { $0.each { ($0 + $1) / 3 } } }

    func range() -> Block { zip(high, low) { $0.each { $0 - $1 } } }

    /// Returns the true range, which includes the previous close (Wilder 1978). As in TA-Lib, the first bar has none.
    func trueRange() -> Block {
        let (high, low, before) = (high, low, lag(close, 1))
        return block { output, count in
            for index in 0..<count {
                let close = before[index]
                let top = close > high[index] ? close : high[index]
                let bottom = close < low[index] ? close : low[index]
                output[index] = close.isMissing ? .nan : top - bottom
            }
        }
    }

    // MARK: Arithmetic

    /// Adds a step that computes a block from another block, usually by `each`.
    func map(_ a: Block, _ body: @escaping (BlockMap) -> Void) -> Block {
        block { output, count in body(BlockMap(output: output, a: a, count: count)) }
    }

    /// Adds a step that computes a block from two others, usually by `each`.
    func zip(_ a: Block, _ b: Block, _ body: @escaping (BlockZip) -> Void) -> Block {
        block { output, count in body(BlockZip(output: output, a: a, b: b, count: count)) }
    }

    func difference(_ a: Block, _ b: Block) -> Block { zip(a, b) { $0.each { $0 - $1 } } }
    func product(_ a: Block, _ b: Block) -> Block { zip(a, b) { $0.each { $0 * $1 } } }

    func scaled(_ a: Block, _ factor: Double) -> Block {
        block { output, count in
            for index in 0..<count { output[index] = factor * a[index] }
        }
    }

    /// Returns `factor × a / b`, or `empty` where b is 0.
    func quotient(_ a: Block, _ b: Block, factor: Double = 1, empty: Double = .nan) -> Block {
        block { output, count in
            for index in 0..<count {
                let value = factor * (a[index] / b[index])
                output[index] = b[index] == 0 ? empty : value
            }
        }
    }

    /// Returns `100 × a / (a + b)` of two values that are not negative, or `empty` where both are 0.
    func share(_ a: Block, _ b: Block, empty: Double = 50) -> Block {
        block { output, count in
            for index in 0..<count {
                let sum = a[index] + b[index]
                output[index] = sum == 0 ? empty : 100 * (a[index] / sum)
            }
        }
    }

    /// Returns the sum of all values up to each bar. Bars without a value do not change the sum.
    func total(_ a: Block) -> Block {
        block(0.0) { sum, output, count in
            for index in 0..<count {
                let value = a[index]
                sum += value.isMissing ? 0 : value
                output[index] = sum
            }
        }
    }

    // MARK: Earlier bars

    func lag(_ a: Block, _ distance: Int) -> Block {
        if memory.reserve(a, distance) { return a.offset(by: -distance) }
        let stage = Lag(a, distance, memory)
        run(stage)
        return stage.result
    }

    func change(_ a: Block, _ distance: Int = 1) -> Block { difference(a, lag(a, distance)) }

    /// Returns the change since the bar `distance` bars earlier, in percent; missing if that bar's value is 0.
    func rate(_ a: Block, _ distance: Int) -> Block {
        zip(a, lag(a, distance)) { $0.each { $1 == 0 ? .nan : 100 * ($0 / $1 - 1) } }
    }

    func rises(_ change: Block) -> Block { map(change) { $0.each { $0 < 0 ? 0 : $0 } } }
    func falls(_ change: Block) -> Block { map(change) { $0.each { $0 > 0 ? 0 : -$0 } } }
    func size(_ a: Block) -> Block { map(a) { $0.each { abs($0) } } }

    // MARK: Windows

    func mean(_ a: Block, _ length: Int) -> Block {
        if length == 1 { return a }
        return window(a, length, isSum: false)
    }

    func sum(_ a: Block, _ length: Int) -> Block {
        if length == 1 { return a }
        return window(a, length, isSum: true)
    }

    private func window(_ a: Block, _ length: Int, isSum: Bool) -> Block {
        let stage = WindowMean(a, length, isSum: isSum, memory)
        run(stage)
        return stage.result
    }

    /// Returns the population standard deviation, as in TA-Lib, or the sample standard deviation if `isSample`.
    func deviation(_ a: Block, _ length: Int, isSample: Bool = false) -> Block {
        let stage = WindowDeviation(a, length, isSample: isSample, memory)
        run(stage)
        return stage.result
    }

    /// Returns `mean × a + slope × b` of the least-squares line through a window.
    private func fit(_ a: Block, _ length: Int, mean: Double, slope: Double) -> Block {
        let stage = WindowLine(a, length, mean: mean, slope: slope, memory)
        run(stage)
        return stage.result
    }

    func weighted(_ a: Block, _ length: Int) -> Block {
        length == 1 ? a : fit(a, length, mean: 1, slope: Double(length - 1) / 6)
    }
    func lineEnd(_ a: Block, _ length: Int) -> Block { fit(a, length, mean: 1, slope: Double(length - 1) / 2) }
    func slope(_ a: Block, _ length: Int) -> Block { fit(a, length, mean: 0, slope: 1) }

    /// Returns the highest of the last n values. It is computed from the highest of the last 1, 2, 4, 8… values.
    func highest(_ a: Block, _ length: Int) -> Block {
        extreme(a, length, .infinity) { zip($0, $1) { $0.each { $0 > $1 ? $0 : $1 } } }
    }

    /// Returns the lowest of the last n values.
    func lowest(_ a: Block, _ length: Int) -> Block {
        extreme(a, length, -.infinity) { zip($0, $1) { $0.each { $0 < $1 ? $0 : $1 } } }
    }

    /// - Parameter limit: The value that the extreme of a window has if one of its values is missing: ±infinity.
    private func extreme(
        _ a: Block, _ length: Int, _ limit: Double, _ better: (_ new: Block, _ old: Block) -> Block
    ) -> Block {
        let key = ExtremeKey(block: a, isHighest: limit > 0)
        var doubled = extremes[key] ?? [map(a) { $0.each { $0.isMissing ? limit : $0 } }]
        while 1 << doubled.count <= length {
            let last = doubled[doubled.count - 1]
            doubled.append(better(last, lag(last, 1 << (doubled.count - 1))))
        }
        extremes[key] = doubled
        var level = 0
        while 2 << level <= length { level += 1 }
        let (part, rest) = (doubled[level], length - 1 << level)
        let found = rest == 0 ? part : better(part, lag(part, rest))
        return map(found) { $0.each { $0 == limit ? .nan : $0 } }
    }

    /// Returns the number of bars since the highest (`sign` 1) or lowest (−1) value of the last n.
    func age(_ a: Block, _ length: Int, _ sign: Double) -> Block {
        let stage = WindowAge(a, length, sign: sign, memory)
        run(stage)
        return stage.result
    }

    // MARK: Averages

    /// Returns the exponential average: each new value has the weight 2 / (length + 1). As in TA-Lib, it starts with
    /// the mean of the first `length` values.
    func exponential(_ a: Block, _ length: Int) -> Block {
        smoothed(a, part: 2 / Double(length + 1), seeds: length)
    }

    /// Returns Wilder's average: each new value has the weight 1 / length. It starts with the mean of the first
    /// `length` values (Wilder 1978).
    func wilders(_ a: Block, _ length: Int) -> Block { smoothed(a, part: 1 / Double(length), seeds: length) }

    func smoothed(_ a: Block, part: Double, seeds: Int) -> Block {
        // Averages that are added one after another share a step.
        if let stage = lastStage as? Smoothing { return stage.add(a, part: part, seeds: seeds) }
        let stage = Smoothing(memory)
        run(stage)
        return stage.add(a, part: part, seeds: seeds)
    }

    func average(_ kind: StudyAverage, _ a: Block, _ length: Int) -> Block {
        switch kind {
        case .simple: mean(a, length)
        case .exponential: exponential(a, length)
        case .weighted: weighted(a, length)
        case .wilders: wilders(a, length)
        case .hull: hull(a, length)
        case .triangular: triangular(a, length)
        case .doubleExponential: doubleExponential(a, length)
        case .tripleExponential: tripleExponential(a, length)
        }
    }

    /// Returns Hull's average (2005): w(√length) of the values 2 × w(length / 2) − w(length), where w(n) is the
    /// weighted average over n bars. Both lengths are rounded down.
    func hull(_ a: Block, _ length: Int) -> Block {
        let (half, root) = (max(1, length / 2), max(1, Int(Double(length).squareRoot())))
        return weighted(zip(weighted(a, half), weighted(a, length)) { $0.each { 2 * $0 - $1 } }, root)
    }

    /// Returns a mean of means. The two lengths add up to length + 1.
    func triangular(_ a: Block, _ length: Int) -> Block { mean(mean(a, (length + 1) / 2), length / 2 + 1) }

    /// Returns 2 × average − average of averages (Mulloy 1994).
    func doubleExponential(_ a: Block, _ length: Int) -> Block {
        let once = exponential(a, length)
        return zip(once, exponential(once, length)) { $0.each { 2 * $0 - $1 } }
    }

    /// Returns 3 × average − 3 × average of averages + average of averages of averages (Mulloy 1994).
    func tripleExponential(_ a: Block, _ length: Int) -> Block {
        let once = exponential(a, length)
        let twice = exponential(once, length)
        return zip(zip(once, twice) { $0.each { 3 * ($0 - $1) } }, exponential(twice, length)) { $0.each { $0 + $1 } }
    }
}

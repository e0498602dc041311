/// Price levels that restart with each trading day, week or month.
extension Computation {
    /// The mean price weighted by volume since the start of the period's trading, and deviations around it, weighted by
    /// volume too. None before the first volume.
    func vwap() {
        let clock = sessions(period())
        let price = price(.hlc3)
        let factor = number(2, "deviations")
        let volume = volume
        let distance = memory.block()
        var start = Int64.min
        var (weight, sum, square, level) = (0.0, 0.0, 0.0, 0.0)
        let middle = block { output, count in
            for index in 0..<count {
                (output[index], distance[index]) = (.nan, .nan)
                guard let period = clock.period(at: clock.time(index)) else { continue }
                if period.start != start { (start, weight, sum, square, level) = (period.start, 0, 0, 0, price[index]) }
                let (value, share) = (price[index] - level, volume[index])
                if !value.isNaN && !share.isNaN {
                    weight += share
                    sum += value * share
                    square += value * value * share
                }
                if weight > 0 {
                    let mean = sum / weight
                    output[index] = level + mean
                    distance[index] = factor * max(0, square / weight - mean * mean).squareRoot()
                }
            }
        }
        line("VWAP", middle)
        line("Upper", zip(middle, distance) { $0 + $1 })
        line("Lower", zip(middle, distance) { $0 - $1 })
    }

    // MARK: The period before

    /// The regular trading of a period.
    struct PeriodBar {
        var open = Double.nan
        var high = Double.nan
        var low = Double.nan
        var close = Double.nan

        mutating func add(_ open: Double, _ high: Double, _ low: Double, _ close: Double) {
            if self.open.isNaN { self.open = open }
            if !(high <= self.high) && !high.isNaN { self.high = high }
            if !(low >= self.low) && !low.isNaN { self.low = low }
            if !close.isNaN { self.close = close }
        }
    }

    /// Adds lines with levels of regular trading: of the last period that had any, and of the current one.
    ///
    /// - Parameter follows: Computes the levels for each bar, instead of once for each period.
    private func levels(
        _ titles: [String], of period: SessionAnchors.Period, follows: Bool = false,
        _ formula: @escaping (PeriodBar, PeriodBar, inout [Double]) -> Void
    ) {
        let clock = sessions(period)
        let (open, high, low, close) = (open, high, low, close)
        let outputs = titles.map { _ in memory.block() }
        let none = titles.map { _ in Double.nan }
        var (levels, shown) = (none, none)
        var isNone = true
        var start = Int64.min
        var (current, previous) = (PeriodBar(), PeriodBar())
        run(
            Mapping { count in
                // The levels of the bars from `first` on are those shown.
                var first = 0
                func show(_ next: [Double], from index: Int) {
                    for number in 0..<outputs.count where index > first {
                        outputs[number].offset(by: first).fill(shown[number], count: index - first)
                    }
                    first = index
                    // Assigning the array would copy it when its levels change next.
                    for number in next.indices { shown[number] = next[number] }
                }
                for index in 0..<count {
                    let time = clock.time(index)
                    guard let period = clock.period(at: time) else {
                        if !isNone { show(none, from: index) }
                        isNone = true
                        continue
                    }
                    let isNew = period.start != start
                    if isNew {
                        start = period.start
                        if !current.close.isNaN { previous = current }
                        current = PeriodBar()
                    }
                    let isRegular = period.regular.contains(time)
                    if isRegular { current.add(open[index], high[index], low[index], close[index]) }
                    if isNew || follows && isRegular { formula(previous, current, &levels) }
                    if isNew || isNone || follows && isRegular { show(levels, from: index) }
                    isNone = false
                }
                show(shown, from: count)
            })
        for (title, output) in Swift.zip(titles, outputs) { line(title, output) }
    }

    /// A pivot P, resistances above it and supports below it, from the range of the period before.
    private func pivots(
        _ count: Int, _ formula: @escaping (PeriodBar, _ range: Double) -> (pivot: Double, up: [Double], down: [Double])
    ) {
        let titles = ["P"] + (1...count).map { "R\($0)" } + (1...count).map { "S\($0)" }
        levels(titles, of: period()) { previous, _, levels in
            let found = formula(previous, previous.high - previous.low)
            levels = [found.pivot] + found.up + found.down
        }
    }

    /// The floor traders' levels: P = (high + low + close) / 3.
    func pivotPoints() {
        pivots(3) { bar, range in
            let pivot = (bar.high + bar.low + bar.close) / 3
            return (
                pivot, [2 * pivot - bar.low, pivot + range, bar.high + 2 * (pivot - bar.low)],
                [2 * pivot - bar.high, pivot - range, bar.low - 2 * (bar.high - pivot)]
            )
        }
    }

    /// 38.2 %, 61.8 % and 100 % of the range from P.
    func fibonacciPivots() {
        pivots(3) { bar, range in
            let pivot = (bar.high + bar.low + bar.close) / 3
            let parts = [0.382, 0.618, 1]
            return (pivot, parts.map { pivot + $0 * range }, parts.map { pivot - $0 * range })
        }
    }

    /// 1.1 × range / 12, 6, 4 and 2 from the close (Stott 1989).
    func camarillaPivots() {
        pivots(4) { bar, range in
            let parts = [12, 6, 4, 2].map { 1.1 * range / $0 }
            return ((bar.high + bar.low + bar.close) / 3, parts.map { bar.close + $0 }, parts.map { bar.close - $0 })
        }
    }

    /// P = (high + low + 2 × close) / 4, from the period before.
    func woodiesPivots() {
        pivots(2) { bar, range in
            let pivot = (bar.high + bar.low + 2 * bar.close) / 4
            return (pivot, [2 * pivot - bar.low, pivot + range], [2 * pivot - bar.high, pivot - range])
        }
    }

    /// The first price of the day's regular trading, and the last price of the day before; or else that of this day.
    func dayOpenClose() {
        let isPrevious = flag(true, "previous")
        levels(["Open", "Close"], of: .day, follows: true) { previous, current, levels in
            levels[0] = current.open
            levels[1] = isPrevious ? previous.close : current.close
        }
    }

    func previousDayRange() {
        levels(["High", "Low", "Middle"], of: period()) { previous, _, levels in
            levels = [previous.high, previous.low, (previous.high + previous.low) / 2]
        }
    }

    /// The range of the bars that start in the first minutes of regular trading; known after these minutes.
    func openingRange() {
        let minutes = Int64(length(30, "minutes"))
        let clock = sessions(.day)
        let (high, low) = (high, low)
        let (top, bottom) = (memory.block(), memory.block())
        var (start, end, isOpen) = (Int64.min, Int64.max, false)
        var range = PeriodBar()
        run(
            Mapping { count in
                for index in 0..<count {
                    let time = clock.time(index)
                    (top[index], bottom[index]) = (.nan, .nan)
                    guard let period = clock.period(at: time) else { continue }
                    if period.start != start { (start, range, isOpen) = (period.start, PeriodBar(), false) }
                    if period.regular.contains(time) {
                        // Without a schedule, the day opens with its first bar.
                        let opening = clock.hasSchedule ? period.regular.lowerBound : time
                        if !isOpen {
                            (isOpen, end) = (true, min(opening + minutes * 60_000, period.regular.upperBound))
                        }
                        if time < end { range.add(.nan, high[index], low[index], .nan) }
                    }
                    if isOpen, time >= end { (top[index], bottom[index]) = (range.high, range.low) }
                }
            })
        line("High", top)
        line("Low", bottom)
        line("Middle", zip(top, bottom) { ($0 + $1) / 2 })
    }
}

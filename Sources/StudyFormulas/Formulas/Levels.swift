/// Price levels that restart with each trading day, week or month.
extension Computation {
    /// The volume-weighted mean price since the start of the period's trading, and lines at volume-weighted standard
    /// deviations around it. There are no values before the first volume.
    func vwap() {
        let clock = sessions(period())
        let price = price(.hlc3)
        let factor = number(2, "deviations")
        let volume = volume
        let distance = memory.block()
        let empty = (start: Int64.min, weight: 0.0, sum: 0.0, square: 0.0, level: 0.0)
        let middle = block(empty) { state, output, count in
            clock.forEachPeriod(count) { period, bars in
                guard let period else {
                    output.offset(by: bars.lowerBound).fill(.nan, count: bars.count)
                    distance.offset(by: bars.lowerBound).fill(.nan, count: bars.count)
                    return
                }
                if period.start != state.start { state = (period.start, 0, 0, 0, .nan) }
                var (weight, sum, square, level) = (state.weight, state.sum, state.square, state.level)
                for index in bars {
                    level = level.isMissing ? price[index] : level
                    let (value, share) = (price[index] - level, volume[index])
                    let part = value * share
                    weight += part.isMissing ? 0 : share
                    sum += part.isMissing ? 0 : part
                    square += part.isMissing ? 0 : value * part
                    let mean = sum / weight
                    let rest = square / weight - mean * mean
                    output[index] = weight > 0 ? level + mean : .nan
                    distance[index] = weight > 0 ? factor * (rest > 0 ? rest : 0).squareRoot() : .nan
                }
                state = (period.start, weight, sum, square, level)
            }
        }
        line("VWAP", middle)
        line("Upper", zip(middle, distance) { $0.each { $0 + $1 } })
        line("Lower", zip(middle, distance) { $0.each { $0 - $1 } })
    }

    // MARK: The period before

    /// The regular trading of a period.
    struct PeriodBar {
        var open = Double.nan
        var high = Double.nan
        var low = Double.nan
        var close = Double.nan
    }

    /// The bars of regular trading in the current period, and those in the last earlier period that had regular
    /// trading.
    final class PeriodBars: Restorable {
        let clock: SessionClock
        private let open, high, low, close: Block
        private var start = Int64.min
        private(set) var current = PeriodBar()
        private(set) var previous = PeriodBar()
        private var saved = (Int64.min, PeriodBar(), PeriodBar())

        init(_ clock: SessionClock, open: Block, high: Block, low: Block, close: Block) {
            (self.clock, self.open, self.high, self.low, self.close) = (clock, open, high, low, close)
        }

        func save() { saved = (start, current, previous) }
        func restore() { (start, current, previous) = saved }

        /// Starts a period at its first bar.
        func start(_ period: SessionClock.Period) {
            if period.start == start { return }
            start = period.start
            if !current.close.isMissing { previous = current }
            current = PeriodBar()
        }

        /// Adds bars of regular trading.
        func add(_ bars: Range<Int>) {
            var bar = current
            for index in bars {
                bar.open = bar.open.isMissing ? open[index] : bar.open
                bar.high = high[index] <= bar.high || high[index].isMissing ? bar.high : high[index]
                bar.low = low[index] >= bar.low || low[index].isMissing ? bar.low : low[index]
                bar.close = close[index].isMissing ? bar.close : close[index]
            }
            current = bar
        }
    }

    private func periodBars(_ period: SessionAnchors.Period) -> PeriodBars {
        let bars = PeriodBars(sessions(period), open: open, high: high, low: low, close: close)
        memory.add(bars)
        return bars
    }

    /// Adds lines at levels that are computed from the last earlier period with regular trading.
    private func levels(
        _ titles: [String], of period: SessionAnchors.Period, _ formula: @escaping (PeriodBar) -> [Double]
    ) {
        let bars = periodBars(period)
        let outputs = titles.map { _ in memory.block() }
        let none = titles.map { _ in Double.nan }
        run(
            Mapping { count in
                bars.clock.forEachPeriod(count) { period, range in
                    if let period {
                        bars.start(period)
                        bars.add(bars.clock.regular(period, range))
                    }
                    for (output, level) in Swift.zip(outputs, period == nil ? none : formula(bars.previous)) {
                        output.offset(by: range.lowerBound).fill(level, count: range.count)
                    }
                }
            })
        for (title, output) in Swift.zip(titles, outputs) { line(title, output) }
    }

    /// A pivot P, resistances above it and supports below it, from the range of the previous period.
    private func pivots(
        _ count: Int, _ formula: @escaping (PeriodBar, _ range: Double) -> (pivot: Double, up: [Double], down: [Double])
    ) {
        let titles = ["P"] + (1...count).map { "R\($0)" } + (1...count).map { "S\($0)" }
        levels(titles, of: period()) { previous in
            let found = formula(previous, previous.high - previous.low)
            return [found.pivot] + found.up + found.down
        }
    }

    /// The levels of floor traders: P = (high + low + close) / 3.
    func pivotPoints() {
        pivots(3) { bar, range in
            let pivot = (bar.high + bar.low + bar.close) / 3
            return (
                pivot, [2 * pivot - bar.low, pivot + range, bar.high + 2 * (pivot - bar.low)],
                [2 * pivot - bar.high, pivot - range, bar.low - 2 * (bar.high - pivot)]
            )
        }
    }

    /// Levels at 38.2 %, 61.8 % and 100 % of the range above and below P.
    func fibonacciPivots() {
        pivots(3) { bar, range in
            let pivot = (bar.high + bar.low + bar.close) / 3
            let parts = [0.382, 0.618, 1]
            return (pivot, parts.map { pivot + $0 * range }, parts.map { pivot - $0 * range })
        }
    }

    /// Levels at 1.1 × range / 12, / 6, / 4 and / 2 above and below the close (Stott 1989).
    func camarillaPivots() {
        pivots(4) { bar, range in
            let parts = [12, 6, 4, 2].map { 1.1 * range / $0 }
            return ((bar.high + bar.low + bar.close) / 3, parts.map { bar.close + $0 }, parts.map { bar.close - $0 })
        }
    }

    /// P = (high + low + 2 × close) / 4 of the previous period.
    func woodiesPivots() {
        pivots(2) { bar, range in
            let pivot = (bar.high + bar.low + 2 * bar.close) / 4
            return (pivot, [2 * pivot - bar.low, pivot + range], [2 * pivot - bar.high, pivot - range])
        }
    }

    /// The first price of the day's regular trading, and the last price of the previous day or, as an option, of the
    /// same day.
    func dayOpenClose() {
        let isPrevious = flag(true, "previous")
        let bars = periodBars(.day)
        let (first, last) = (memory.block(), memory.block())
        run(
            Mapping { count in
                bars.clock.forEachPeriod(count) { period, range in
                    if let period { bars.start(period) }
                    let regular = period.map { bars.clock.regular($0, range) } ?? range.upperBound..<range.upperBound
                    func show(_ range: Range<Int>) {
                        let (bar, from) = (bars.current, range.lowerBound)
                        let close = isPrevious ? bars.previous.close : bar.close
                        first.offset(by: from).fill(period == nil ? .nan : bar.open, count: range.count)
                        last.offset(by: from).fill(period == nil ? .nan : close, count: range.count)
                    }
                    show(range.lowerBound..<regular.lowerBound)
                    for index in regular {
                        bars.add(index..<index + 1)
                        show(index..<index + 1)
                    }
                    show(regular.upperBound..<range.upperBound)
                }
            })
        line("Open", first)
        line("Close", last)
    }

    func previousDayRange() {
        levels(["High", "Low", "Middle"], of: period()) { previous in
            [previous.high, previous.low, (previous.high + previous.low) / 2]
        }
    }

    /// The range of the bars that start in the first minutes of regular trading. It is known after these minutes.
    func openingRange() {
        let minutes = Int64(length(30, "minutes"))
        // The range depends neither on opens nor on closes.
        let bars = PeriodBars(sessions(.day), open: high, high: high, low: low, close: low)
        memory.add(bars)
        let clock = bars.clock
        let (top, bottom) = (memory.block(), memory.block())
        let end = RestorableState((start: Int64.min, time: Int64.max))
        memory.add(end)
        run(
            Mapping { count in
                clock.forEachPeriod(count) { period, range in
                    var known = range.upperBound
                    if let period {
                        bars.start(period)
                        let regular = clock.regular(period, range)
                        if period.start != end.value.start, !regular.isEmpty {
                            // Without a schedule, the opening is the day's first bar.
                            let opening = clock.hasSchedule ? period.regular.lowerBound : clock.time(regular.lowerBound)
                            end.value = (period.start, min(opening + minutes * 60_000, period.regular.upperBound))
                        }
                        if period.start == end.value.start {
                            known = clock.place(of: end.value.time, in: range)
                            bars.add(regular.clamped(to: range.lowerBound..<known))
                        }
                    }
                    for (output, level) in [(top, bars.current.high), (bottom, bars.current.low)] {
                        output.offset(by: range.lowerBound).fill(.nan, count: known - range.lowerBound)
                        output.offset(by: known).fill(level, count: range.upperBound - known)
                    }
                }
            })
        line("High", top)
        line("Low", bottom)
        line("Middle", zip(top, bottom) { $0.each { ($0 + $1) / 2 } })
    }
}

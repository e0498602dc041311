internal import Charting
internal import InstrumentCatalog
internal import Scanning

/// Synthetic bars, computed from an instrument's symbol, sessions, price increments and the middle strike of its
/// options. They are the same on every machine.
///
/// The price of a date is a sum of waves (`SyntheticPrices`), so a day doesn't depend on the days before it. The
/// minutes of a day are a random walk that touches its high and its low (`MadeUpDay`). Longer bars are combined from
/// these minutes or from whole days, so the resolutions agree.
struct SyntheticBars: BarSource {
    let resolution: BarResolution
    let calendar: BarCalendar
    /// The sessions that minute bars may belong to.
    let sessions: Trading.SessionFilter
    let prices: SyntheticPrices
    /// The end of the last bar: now, or the instrument's expiration.
    let end: Instant

    /// The first date with bars, 2000-01-01, in days since 1970.
    static let firstDay = 10_957

    private var begin: Instant { BarCalendar.midnight(Self.firstDay) }

    func bars(in interval: Range<Instant>, limit: Int) throws(BarFault) -> [Candle] {
        let start = max(interval.lowerBound, begin)
        let asked = start..<max(start, min(interval.upperBound, end + .seconds(1)))
        if asked.isEmpty { return [] }
        if case .minutes(let count) = resolution { return minutes(count, asked, limit) }
        return days(asked, limit)
    }

    func lastTime(before instant: Instant) throws(BarFault) -> Instant? {
        var window = resolution.usualLength * 4 + .seconds(4 * 86_400)
        let instant = min(instant, end + .seconds(1))
        while true {
            let start = max(begin, instant - window)
            if start >= instant { return nil }
            if let last = try bars(in: start..<instant, limit: .max).last { return last.time }
            if start == begin { return nil }
            window *= 8
        }
    }

    // MARK: Minutes

    private func minutes(_ count: Int, _ interval: Range<Instant>, _ limit: Int) -> [Candle] {
        let unit = Int64(count) * 60_000
        var bars: [Candle] = []
        var day: MadeUpDay?
        // A session may begin before the interval even if some of its bars begin within.
        for session in calendar.schedule.sessions(overlapping: interval, sessions) {
            if bars.count > limit || session.start >= end { break }
            if day?.number != session.dayNumber { day = MadeUpDay(session.dayNumber, calendar, prices) }
            for minute in day?.minutes(of: session, until: end) ?? [] {
                let passed = minute.time.milliseconds - session.start.milliseconds
                let time = Instant(milliseconds: session.start.milliseconds + passed / unit * unit)
                guard interval.contains(time) else { continue }
                if let last = bars.last, time <= last.time {
                    bars[bars.count - 1].extend(by: minute)
                } else {
                    bars.append(minute)
                    bars[bars.count - 1].time = time
                }
            }
        }
        return bars
    }

    // MARK: Days

    private func days(_ interval: Range<Instant>, _ limit: Int) -> [Candle] {
        var bars: [Candle] = []
        let first = calendar.period(of: BarCalendar.number(interval.lowerBound), resolution).lowerBound
        let last = calendar.period(of: BarCalendar.number(interval.upperBound), resolution).upperBound
        var number = max(first, Self.firstDay)
        while number <= last, bars.count <= limit {
            let period = calendar.period(of: number, resolution)
            var bar: Candle?
            for number in max(number, period.lowerBound)...period.upperBound {
                guard let day = wholeDay(number) else { continue }
                if bar == nil { bar = day } else { bar?.extend(by: day) }
            }
            if let bar, interval.contains(bar.time) { bars.append(bar) }
            number = period.upperBound + 1
        }
        return bars
    }

    /// Returns the bar of a date; `nil` if nothing trades on the date, or nothing has traded yet.
    private func wholeDay(_ number: Int) -> Candle? {
        // The trading day may begin on the previous date. Its bar would then have a time in the future.
        if BarCalendar.midnight(number) > end { return nil }
        let main = calendar.tradedSessions(ofDay: number)
        guard let first = main.first, let last = main.last, first.start < end else { return nil }
        // If the day has ended, its bar follows from its shape. Otherwise combine the minutes so far.
        if last.end <= end { return prices.day(number) }
        let day = MadeUpDay(number, calendar, prices)
        var bar: Candle?
        for session in main {
            for minute in day.minutes(of: session, until: end) {
                if bar == nil { bar = minute } else { bar?.extend(by: minute) }
            }
        }
        bar?.time = BarCalendar.midnight(number)
        return bar
    }
}

import Charting
import InstrumentCatalog
import ProfileGenerator
import Testing

@testable import CatalogServer

/// Synthetic bars are the same for every request and are within sessions. Their prices are multiples of increments.
@Suite struct SyntheticBarsTests {
    /// Friday, 27 Nov 2026, 20:00 UTC: two hours after New York's early close.
    static let now = Instant(seconds: 1_795_809_600)

    private static func bars(
        _ resolution: String, _ symbol: String = "AAPL", hours: String = ServiceFixture.hours,
        increments: String = "0.01", sessions: Trading.SessionFilter = .regular,
        until end: Instant = SyntheticBarsTests.now
    ) throws -> SyntheticBars {
        let schedule = try Trading.Schedule(hours, defaults: .empty)
        return SyntheticBars(
            resolution: try #require(BarResolution(resolution)),
            calendar: BarCalendar(schedule: schedule, mainSessions: .regular), sessions: sessions,
            prices: SyntheticPrices(symbol, try PriceIncrements(increments), hasVolume: true), end: end)
    }

    private static let month: Range<Instant> = (now - .seconds(30 * 86_400))..<(now + .seconds(86_400))

    /// On the date of a given anchor, bars of every symbol have prices near the anchor's price.
    @Test func pricesAreNearAGivenPrice() throws {
        let day = BarCalendar.number(Self.now)
        for symbol in ["A", "B", "C"] {
            let prices = SyntheticPrices(symbol, try PriceIncrements("0.01"), hasVolume: true, near: (day, 270))
            #expect(abs(prices.day(day).close - 270) < 0.01)
        }
    }

    /// A quarter begins with its first trading day.
    @Test func quartersBeginInJanuaryAprilJulyAndOctober() throws {
        let bars = try Self.bars("3M").bars(last: 4, before: Self.now)
        let dates = bars.map { CalendarDate(dayNumber: BarCalendar.number($0.time)).description }
        #expect(dates == ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"])
    }

    @Test func barsDependOnlyOnTheSymbol() throws {
        let one = try Self.bars("5").bars(in: Self.month, limit: .max)
        #expect(try Self.bars("5").bars(in: Self.month, limit: .max) == one)
        let other = try Self.bars("5", "MSFT").bars(in: Self.month, limit: .max)
        #expect(other.map(\.time) == one.map(\.time))
        #expect(other.map(\.close) != one.map(\.close))
    }

    /// The bars of a day and of its last five minutes were recorded. Later versions must create the same bars.
    @Test func barsEqualTheRecordedOnes() throws {
        let day = try Self.bars("1D").bars(last: 1, before: Instant(seconds: 1_795_219_200))
        #expect(
            day == [
                Candle(
                    time: Instant(seconds: 1_795_132_800), open: 654.95, high: 656.73, low: 645.13, close: 646.34,
                    volume: 5_524_228)
            ])
        let last = try Self.bars("5").bars(last: 1, before: Instant(seconds: 1_795_219_200))
        #expect(
            last == [
                Candle(
                    time: Instant(seconds: 1_795_208_100), open: 646.23, high: 646.87, low: 645.69, close: 646.34,
                    volume: 162_915)
            ])
    }

    @Test(arguments: BarAggregationTests.schedules, ["1", "5", "60"])
    func everyBarLiesInASession(_ hours: String, _ resolution: String) throws {
        for sessions in [Trading.SessionFilter.regular, .preMarket, .trading] {
            let source = try Self.bars(resolution, hours: hours, sessions: sessions)
            let length = try #require(source.resolution.length)
            let bars = try source.bars(in: Self.month, limit: .max)
            var times = Set<Instant>()
            let schedule = source.calendar.schedule
            for bar in schedule.bars(of: length, in: Self.month, sessions)
            where bar.start >= Self.month.lowerBound && bar.start + .seconds(60) <= Self.now { times.insert(bar.start) }
            #expect(Set(bars.map(\.time)) == times)
            #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.time < $1.time })
        }
    }

    @Test(arguments: ["0.01", "0.25", "0.0001 1; 0.01", "0.01 20; 0.02 50; 0.05", "0.03125", "0.00001", "5"])
    func pricesAreMultiplesOfTheIncrement(_ increments: String) throws {
        let rules = try PriceIncrements(increments)
        for symbol in ["A", "B", "C", "D"] {
            for resolution in ["1", "1D"] {
                let source = try Self.bars(resolution, symbol, increments: increments, sessions: .trading)
                for bar in try source.bars(last: 500, before: Self.now) {
                    #expect(bar.isSound && bar.low > 0, "\(symbol) \(bar)")
                    for price in [bar.open, bar.high, bar.low, bar.close] { #expect(rules.round(price) == price) }
                    #expect(bar.volume >= 0 && bar.volume == bar.volume.rounded())
                }
            }
        }
    }

    /// Without price increments, prices are rounded to cents.
    @Test func pricesWithoutAnIncrementAreRoundedToCents() throws {
        for bar in try Self.bars("1", increments: "").bars(last: 100, before: Self.now) {
            #expect((bar.close * 100).rounded() / 100 == bar.close)
        }
    }

    @Test(arguments: ["1", "15", "60", "240", "1D", "1W", "1M"], [1, 2])
    func anyIntervalGivesTheSameBars(_ resolution: String, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let source = try Self.bars(resolution, sessions: .trading)
        let all = try source.bars(
            in: (Self.month.lowerBound - .seconds(120 * 86_400))..<Self.month.upperBound, limit: .max)
        #expect(all.count > 4)
        for _ in 0..<12 {
            let cuts = (0..<2).map { _ in
                Instant(
                    seconds: Int64.random(in: Self.month.lowerBound.seconds...Self.now.seconds, using: &random))
            }.sorted()
            let expected = all.filter { (cuts[0]..<cuts[1]).contains($0.time) }
            #expect(try source.bars(in: cuts[0]..<cuts[1], limit: .max) == expected, "seed \(seed), \(cuts)")
            #expect(
                try source.lastTime(before: cuts[0]) == all.last { $0.time < cuts[0] }?.time, "seed \(seed), \(cuts)")
            let last = Array(all.filter { $0.time < cuts[0] }.suffix(5))
            #expect(try source.bars(last: last.count, before: cuts[0]) == last, "seed \(seed), \(cuts)")
        }
    }

    /// Longer bars agree with bars of one minute at any time, although bars of a day are not computed from minutes.
    @Test(arguments: BarAggregationTests.schedules, [0, -3600, -7200, -19_000, -86_400])
    func longerBarsAgreeWithMinutes(_ hours: String, _ seconds: Int64) throws {
        let end = Self.now + .seconds(seconds)
        let minutes = try Self.bars("1", hours: hours, until: end)
        let day = try Self.bars("1D", hours: hours, until: end)
        for bar in try day.bars(in: Self.month, limit: .max) {
            var made: Candle?
            for session in day.calendar.tradedSessions(ofDay: BarCalendar.number(bar.time)) {
                for minute in try minutes.bars(in: session.start..<session.end, limit: .max) {
                    if made == nil { made = minute } else { made?.extend(by: minute) }
                }
            }
            made?.time = bar.time
            #expect(made == bar, "ended \(end)")
        }
        let days = try day.bars(in: Self.month, limit: .max)
        let weeks = try Self.bars("1W", hours: hours, until: end).bars(in: Self.month, limit: .max)
        for week in weeks where week.time >= days[0].time {
            let own = days.filter { week.time <= $0.time && $0.time < week.time + .seconds(5 * 86_400) }
            #expect(week.open == own[0].open && week.close == own.last!.close)
            #expect(week.high == own.map(\.high).max() && week.volume == own.map(\.volume).reduce(0, +))
        }
    }

    @Test func barsBeginIn2000AndEndNow() throws {
        let daily = try Self.bars("1D")
        let first = try daily.bars(in: Instant(seconds: -9_000_000_000)..<Instant(seconds: 950_000_000), limit: .max)[0]
        #expect(first.time.description == "2000-01-03T00:00:00Z")
        #expect(try daily.lastTime(before: first.time) == nil)
        #expect(try daily.bars(last: 5, before: first.time).isEmpty)
        let far = Instant(seconds: 9_000_000_000)
        #expect(try daily.lastTime(before: far)?.description == "2026-11-27T00:00:00Z")
        #expect(try Self.bars("1").lastTime(before: far)?.description == "2026-11-27T17:59:00Z")
        // 16:00 UTC is an hour and a half after the open.
        let open = try Self.bars("60", until: Instant(seconds: 1_795_795_200))
        #expect(try open.lastTime(before: far)?.description == "2026-11-27T15:30:00Z")
        #expect(try open.bars(in: Self.month, limit: 3).count >= 3)
    }
}

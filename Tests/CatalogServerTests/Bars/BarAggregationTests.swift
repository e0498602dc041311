import Charting
import Foundation
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

@testable import CatalogServer

/// The combination of bars into longer bars, compared with a naive implementation that checks every session and every
/// bar.
@Suite struct BarAggregationTests {
    /// Schedules with different features: pre-market and after-market, a lunch break, trading days that begin on the
    /// previous date, and joined days.
    static let schedules = [
        ServiceFixture.hours, "TSE(tz=Asia/Tokyo;hd=20261123;0=0900113012301530)",
        "FX(tz=America/New_York;td=12345;de=1700;rt=-1700;0=-17001700)",
        "CME(tz=America/Chicago;td=12345;de=1600;hd=20261126;hds=jntd1;0=-17001600)",
    ]

    private static func calendar(_ definition: String) throws -> BarCalendar {
        BarCalendar(schedule: try Trading.Schedule(definition, defaults: .empty), mainSessions: .regular)
    }

    /// Returns bars of a length at random times, most of them aligned to the length.
    private static func candles(_ minutes: Int64, _ seed: UInt64) -> [Candle] {
        var random = SeededGenerator(seed: seed)
        let first = Instant(seconds: 1_795_000_000 / (minutes * 60) * minutes * 60)
        return (0..<(14 * 24 * 60 / minutes)).compactMap { index in
            if Int.random(in: 0..<6, using: &random) == 0 { return nil }
            let low = Double(Int.random(in: 100...200, using: &random))
            return Candle(
                time: first + .seconds(index * minutes * 60), open: low + 1, high: low + 3, low: low, close: low + 2,
                volume: Double(Int.random(in: 0...99, using: &random)))
        }
    }

    private static func source(
        _ candles: [Candle], _ base: BarResolution, _ resolution: BarResolution, _ calendar: BarCalendar,
        _ sessions: Trading.SessionFilter, in folder: TemporaryFolder
    ) throws -> FolderBars {
        var text = "time,open,high,low,close,volume\n"
        for bar in candles {
            text += "\(bar.time.seconds),\(bar.open),\(bar.high),\(bar.low),\(bar.close),\(bar.volume)\n"
        }
        try Data(text.utf8).write(to: folder.url.appending(path: "bars.csv"))
        let file = try #require(
            try BarFile(folder.path("bars.csv"), name: "bars.csv", base, calendar.schedule.zone))
        return FolderBars(file: file, resolution: resolution, calendar: calendar, sessions: sessions)
    }

    /// Combines all bars at once: each belongs to the first session that it overlaps.
    private static func naive(
        _ candles: [Candle], _ length: Duration, _ resolution: BarResolution, _ calendar: BarCalendar,
        _ filter: Trading.SessionFilter
    ) throws -> [Candle] {
        let days = (20_700...20_850).compactMap { try? calendar.schedule.day($0) }
        let wanted = resolution.length == nil ? calendar.mainSessions : filter
        let sessions = days.flatMap { $0.sessions.filter { wanted.accepts($0.type) && !$0.isEmpty } }
        func isTrading(_ number: Int) -> Bool {
            sessions.contains { $0.dayNumber == number && calendar.mainSessions.accepts($0.type) }
        }
        func firstOfMonth(_ number: Int) -> Int { number - CalendarDate(dayNumber: number).day + 1 }
        var groups: [Instant: [Candle]] = [:]
        for candle in candles {
            let share = sessions.filter { $0.start < candle.time + length && $0.end > candle.time }
            guard let session = share.min(by: { $0.start < $1.start }) else { continue }
            let time: Instant
            if let own = resolution.length {
                var place = session.start
                while place + own <= candle.time { place = place + own }
                time = place
            } else {
                let date = session.date
                var first = session.dayNumber
                if resolution == .week { first -= date.weekday - 1 }
                if resolution == .month { first -= date.day - 1 }
                if resolution == .quarter {
                    first -= date.day - 1
                    while (CalendarDate(dayNumber: first).month - 1) % 3 > 0 { first = firstOfMonth(first - 1) }
                }
                while !isTrading(first) { first += 1 }
                time = Instant(seconds: Int64(first) * 86_400)
            }
            groups[time, default: []].append(candle)
        }
        return groups.keys.sorted().map { time in
            let group = groups[time]!
            return Candle(
                time: time, open: group[0].open, high: group.map(\.high).max()!, low: group.map(\.low).min()!,
                close: group.last!.close, volume: group.map(\.volume).reduce(0, +))
        }
    }

    @Test(arguments: schedules.indices, [1, 2, 3])
    func longerBarsEqualANaiveAggregation(_ schedule: Int, _ seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let calendar = try Self.calendar(Self.schedules[schedule])
        for (base, target) in [
            (5, "15"), (5, "30"), (5, "60"), (15, "60"), (30, "1D"), (60, "1D"), (60, "1W"), (60, "1M"),
            (60, "3M"), (15, "45"), (60, "240"),
        ] {
            let candles = Self.candles(Int64(base), seed)
            let resolution = try #require(BarResolution(target))
            for filter in [Trading.SessionFilter.regular, .trading] {
                let source = try Self.source(candles, .minutes(base), resolution, calendar, filter, in: folder)
                let expected = try Self.naive(candles, .seconds(base * 60), resolution, calendar, filter)
                let all = Instant(seconds: 1_790_000_000)..<Instant(seconds: 1_800_000_000)
                let place: Comment =
                    "\(base) to \(target), seed \(seed), schedule \(schedule), filter \(filter.rawValue)"
                #expect(try source.bars(in: all, limit: .max) == expected, place)
                // Combining the bars in several pieces, split at any times, gives the same bars.
                var random = SeededGenerator(seed: seed)
                for _ in 0..<6 {
                    let cuts = (0..<2).map { _ in
                        Instant(seconds: Int64.random(in: 1_794_900_000...1_796_300_000, using: &random))
                    }.sorted()
                    let cut = expected.filter { (cuts[0]..<cuts[1]).contains($0.time) }
                    #expect(try source.bars(in: cuts[0]..<cuts[1], limit: .max) == cut, place)
                    #expect(try source.lastTime(before: cuts[0]) == expected.last { $0.time < cuts[0] }?.time, place)
                    let last = expected.filter { $0.time < cuts[1] }.suffix(9)
                    #expect(try source.bars(last: 9, before: cuts[1]) == Array(last), place)
                }
            }
        }
    }

    @Test func weeksAndMonthsConsistOfTheirTradingDays() throws {
        let folder = try TemporaryFolder()
        let calendar = try Self.calendar(ServiceFixture.hours)
        // Tuesday, 24 Nov 2026 to Friday, 4 Dec 2026; the 26th is a holiday.
        let days = [24, 25, 27, 30, 31, 32, 33, 34].enumerated().map { index, day in
            let time = Instant(
                seconds: Int64(CalendarDate(year: 2026, month: 11, day: 1)!.dayNumber + day - 1) * 86_400)
            let price = Double(100 + index)
            return Candle(time: time, open: price, high: price + 2, low: price - 1, close: price + 1, volume: 10)
        }
        let all = Instant(seconds: 0)..<Instant(seconds: 2_000_000_000)
        let weeks = try Self.source(days, .day, .week, calendar, .regular, in: folder).bars(in: all, limit: .max)
        // A week's time is that of its first trading day, even if the file has no bar for that day.
        #expect(weeks.map { $0.time.description } == ["2026-11-23T00:00:00Z", "2026-11-30T00:00:00Z"])
        #expect(weeks[0] == Candle(time: weeks[0].time, open: 100, high: 104, low: 99, close: 103, volume: 30))
        let months = try Self.source(days, .day, .month, calendar, .regular, in: folder).bars(in: all, limit: .max)
        #expect(months.map { $0.time.description } == ["2026-11-02T00:00:00Z", "2026-12-01T00:00:00Z"])
        #expect(months.map(\.volume) == [40, 40])
    }

    /// Bars that already have the requested length retain their times. Bars outside of the sessions are omitted.
    @Test func barsOfEqualLengthRetainTheirTimes() throws {
        let folder = try TemporaryFolder()
        let calendar = try Self.calendar(ServiceFixture.hours)
        let times = ["13:00", "14:00", "15:00", "20:30", "21:00", "22:00"].map { "2026-11-20T\($0):00Z" }
        let bars = times.map {
            Candle(time: MomentText($0, digits: .seconds)!.instant!, open: 1, high: 1, low: 1, close: 1)
        }
        let all = Instant(seconds: 0)..<Instant(seconds: 2_000_000_000)
        let kept = { (filter: Trading.SessionFilter) in
            try Self.source(bars, .minutes(60), .minutes(60), calendar, filter, in: folder).bars(in: all, limit: .max)
                .map { $0.time.description }
        }
        // The regular session is from 14:30 to 21:00.
        #expect(try kept(.regular) == Array(times[1...3]))
        #expect(try kept(.trading) == times)
    }

    /// A search skips years without bars in one step.
    @Test func searchesSkipYearsWithoutBars() throws {
        let folder = try TemporaryFolder()
        let bars = [0, 60, 900_000_000, 900_000_060].map {
            Candle(time: Instant(seconds: $0), open: 1, high: 1, low: 1, close: 1)
        }
        let source = try Self.source(bars, .minutes(1), .minutes(1), .always, .trading, in: folder)
        #expect(try source.bars(last: 3, before: Instant(seconds: 1_800_000_000)) == Array(bars[1...]))
        #expect(try source.bars(last: 9, before: Instant(seconds: 1_800_000_000)) == bars)
        #expect(try source.bars(last: 9, before: Instant(seconds: 0)).isEmpty)
    }
}

import BenchSupport
import Dispatch
import Foundation
import MarketRules

/// Measures the performance of trading hours: compiling schedules, queries and memory.
enum ScheduleFigures {
    /// 2006 to 2026, in milliseconds since 1970.
    private static let twentyYears: Range<Int64> = 1_136_073_600_000..<1_767_225_600_000

    static func measure(into table: inout FigureTable, _ isWanted: (String) -> Bool) throws {
        let defaults = try loadDefaults()
        if isWanted("compile") { try compiling(defaults, &table) }
        if isWanted("share") { try sharing(defaults, &table) }
        if isWanted("ask") { try asking(defaults, &table) }
        if isWanted("cold") { try coldAsking(defaults, &table) }
        if isWanted("make") { try making(defaults, &table) }
        if isWanted("memory") { try memory(defaults, &table) }
    }

    /// The vendor's file with a hundred venues if it exists, else a small one with similar definitions.
    private static func loadDefaults() throws -> ScheduleDefaults {
        let named = ProcessInfo.processInfo.environment["IPF_SCHEDULE_DEFAULTS"]
        let path = named ?? "../shared/data/dxfeed-schedule.properties"
        if let text = try? String(contentsOfFile: path, encoding: .utf8) { return try ScheduleDefaults(parsing: text) }
        let venues = (0..<100).map { index in
            "tv.V\(index)=tz=America/New_York;hd=US;sd=US;sds=ec0300;rt=0300;0=p04000930r09301600a1600200\(index % 10)"
        }
        return try ScheduleDefaults(
            parsing: "hd.US=20240101,20240115,20241225\nsd.US=20240703\n" + venues.joined(separator: "\n"))
    }

    private static func schedules(_ defaults: ScheduleDefaults) -> [Trading.Schedule] {
        defaults.venueNames.compactMap { try? Trading.Schedule($0 + "()", defaults: defaults) }
    }

    // MARK: Compiling

    private static func compiling(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        let venue = defaults.venueNames.contains("NewYorkETH") ? "NewYorkETH" : "V0"
        let count = 20_000
        for (name, text) in [
            ("all from defaults", { "\(venue)(name=N\($0))" }),
            ("own hours", { "BIST(name=B\($0);tz=Asia/Istanbul;0=10001800)" }),
        ] as [(String, (Int) -> String)] {
            let texts = (0..<count).map(text)
            // Each run uses texts that are no longer in the cache, which has at most 8192 entries.
            let nanoseconds = try Timing.nanoseconds(perEachOf: count) {
                for text in texts { keep(try Trading.Schedule(text, defaults: defaults)) }
            }
            table.add("Schedule compile, \(name)", nanoseconds / 1000, "µs", atMost: 5)
        }
    }

    private static func sharing(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        let venue = defaults.venueNames.contains("NewYorkETH") ? "NewYorkETH" : "V0"
        let distinct = (0..<200).map {
            "\(venue)(name=Instrument \($0);tz=America/New_York;0=p04000930r09301600a16002000)"
        }
        // Each text is a separate string, as if it was read from a file.
        let texts = (0..<1_000_000).map { String(decoding: Array(distinct[$0 % 200].utf8), as: UTF8.self) }
        let whole = try Timing.nanoseconds(perEachOf: 1) {
            var made: [Trading.Schedule] = []
            made.reserveCapacity(texts.count)
            for text in texts { made.append(try Trading.Schedule(text, defaults: defaults)) }
            keep(made)
        }
        table.add("rules of 1,000,000 instruments, 200 definitions", whole / 1e6, "ms", atMost: 50)
    }

    // MARK: Asking

    private static func instants(_ count: Int, seed: UInt64) -> [Instant] {
        var random = FixedGenerator(seed: seed)
        return (0..<count).map { _ in Instant(milliseconds: Int64.random(in: twentyYears, using: &random)) }
    }

    private static func asking(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        let instants = instants(2_000_000, seed: 11)
        for text in [defaults.venueNames.contains("NewYorkETH") ? "NewYorkETH()" : "V0()", "FX()", "CME_EQUITIES()"] {
            guard let schedule = try? Trading.Schedule(text, defaults: defaults) else { continue }
            let nanoseconds = try Timing.nanoseconds(perEachOf: instants.count) {
                var sum: UInt64 = 0
                for instant in instants { sum &+= UInt64(try schedule.session(at: instant)?.type.rawValue ?? 0) }
                keep(sum)
            }
            table.add("session at a random instant, \(text)", nanoseconds, "ns", atMost: 10)
        }

        let schedules = schedules(defaults)
        let venues = Array(schedules.prefix(100))
        let turn = try Timing.nanoseconds(perEachOf: instants.count) {
            var sum: UInt64 = 0
            var venue = 0
            for instant in instants {
                sum &+= UInt64(try venues[venue].session(at: instant)?.type.rawValue ?? 0)
                venue = venue + 1 == venues.count ? 0 : venue + 1
            }
            keep(sum)
        }
        table.add("session, \(venues.count) venues in turn", turn, "ns", atMost: 22)

        let shared = venues[0]
        let wall = Timing.nanoseconds(perEachOf: instants.count, .wall) {
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                var sum: UInt64 = 0
                for instant in instants { sum &+= UInt64((try? shared.session(at: instant))?.type.rawValue ?? 0) }
                keep(sum)
            }
        }
        table.add("session, each of 2 threads on one schedule", wall, "ns")
    }

    private static func coldAsking(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        var cold: [Double] = []
        var random = FixedGenerator(seed: 12)
        for round in 0..<100 {
            for name in defaults.venueNames {
                guard let schedule = try? Trading.Schedule("\(name)(name=cold \(round))", defaults: defaults) else {
                    continue
                }
                let instant = Instant(milliseconds: Int64.random(in: twentyYears, using: &random))
                cold.append(try Timing.seconds(.thread) { keep(try schedule.session(at: instant)) } * 1e6)
            }
        }
        table.add("session cold, p50", Samples(cold).percentile(50), "µs")
        table.add("session cold, p99", Samples(cold).percentile(99), "µs", atMost: 20)
    }

    // MARK: Making

    private static func making(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        let range = CalendarDate(year: 1990, month: 1, day: 1)!...CalendarDate(year: 2039, month: 12, day: 31)!
        for name in ["NewYorkETH", "CME_EQUITIES", "V0"] where defaults.venueNames.contains(name) {
            var round = 0
            let nanoseconds = try Timing.nanoseconds(perEachOf: 1) {
                round += 1
                let schedule = try Trading.Schedule("\(name)(name=afresh \(round))", defaults: defaults)
                var sum = 0
                for day in schedule.days(range) { sum &+= day.sessions.count }
                keep(sum)
            }
            table.add("all days 1990 to 2040, \(name)", nanoseconds / 1e6, "ms", atMost: 10)
        }
    }

    private static func memory(_ defaults: ScheduleDefaults, _ table: inout FigureTable) throws {
        let range = CalendarDate(year: 1990, month: 1, day: 1)!...CalendarDate(year: 2039, month: 12, day: 31)!
        let schedules = defaults.venueNames.compactMap {
            try? Trading.Schedule($0 + "(name=memory)", defaults: defaults)
        }
        let name = "memory of the days of \(min(100, schedules.count)) venues over 50 years"
        guard let before = Memory.allocatedBytes else {
            return table.skip(name, because: "this system's allocator doesn't tell")
        }
        var sum = 0
        for schedule in schedules.prefix(100) { for day in schedule.days(range) { sum &+= day.sessions.count } }
        keep(sum)
        table.add(name, Double(Memory.allocatedBytes! - before) / 1e6, "MB", atMost: 40)
        keep(schedules)
    }
}

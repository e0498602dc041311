import CIPF
import InstrumentCatalog
import MarketRules
import TestSupport
import Testing

/// Trading hours and price increments through `ipf.h`, compared with the library.
@Suite struct ScheduleFunctionTests {
    private func open(_ name: String) throws -> OpaquePointer {
        try unsafe make { unsafe ipf_schedule_open(name, terminated, nil, nil, 0, $0, $1) }
    }

    @Test func schedulePropertiesEqualThoseOfTheLibrary() throws {
        let handle = try unsafe open("NYSE")
        defer { unsafe ipf_schedule_free(handle) }
        let schedule = try Trading.Schedule("XNYS()")
        #expect(unsafe string(ipf_schedule_venue(handle)) == "XNYS")
        #expect(unsafe string(ipf_schedule_name(handle)) == schedule.name)
        #expect(unsafe string(ipf_schedule_zone(handle)) == "America/New_York")
        #expect(unsafe string(ipf_schedule_definition(handle)) == schedule.definition)
        #expect(unsafe ipf_schedule_coverage_end(handle) == Int32(schedule.coverageEnd!.dayNumber))
        let venues = try unsafe names(make { unsafe ipf_schedule_venues($0, $1) })
        #expect(venues.contains("XNYS") && Set(venues).isSubset(of: ScheduleDefaults.bundled.venueNames))
        for venue in venues { unsafe ipf_schedule_free(try unsafe open(venue)) }
        // The venue NewYork has no hours of its own, so its schedule is incomplete.
        #expect(!venues.contains("NewYork"))
    }

    @Test func timesOfAllUnitsGiveEqualAnswers() throws {
        let handle = try unsafe open("XNYS")
        defer { unsafe ipf_schedule_free(handle) }
        let schedule = try Trading.Schedule("XNYS()")
        // Irregular steps through two years, in seconds.
        let seconds = stride(from: Int64(1_735_000_000), to: 1_798_000_000, by: 100_003).map(\.self)
        for (unit, factor) in [
            (IPF_SECONDS, 1), (IPF_MILLISECONDS, 1000), (IPF_MICROSECONDS, 1_000_000), (IPF_NANOSECONDS, 1_000_000_000),
        ] {
            let times = seconds.map { $0 * Int64(factor) } + [.min]
            for sessions in [IPF_TRADING, IPF_REGULAR, IPF_NO_TRADING] {
                let filter = Trading.SessionFilter(rawValue: UInt8(sessions))
                var isOpen = [UInt8](repeating: 9, count: times.count)
                try unsafe call {
                    unsafe ipf_schedule_is_open(
                        handle, times, times.count, ipf_time_unit(unit), ipf_sessions(sessions), &isOpen, $0)
                }
                let expected = try seconds.map { second -> UInt8 in
                    try schedule.isOpen(at: Instant(seconds: second), filter) ? 1 : 0
                }
                #expect(isOpen == expected + [0])
                for which in [IPF_PREVIOUS, IPF_CURRENT, IPF_NEXT, IPF_NEAREST] {
                    var (starts, ends) = (
                        [Int64](repeating: 0, count: times.count), [Int64](repeating: 0, count: times.count)
                    )
                    var (days, types) = (
                        [Int32](repeating: 0, count: times.count), [UInt8](repeating: 0, count: times.count)
                    )
                    try unsafe call {
                        unsafe ipf_schedule_find(
                            handle, times, times.count, ipf_time_unit(unit), ipf_which(which), ipf_sessions(sessions),
                            &starts,
                            &ends, &days, &types, $0)
                    }
                    let known: [Trading.Session?] =
                        try seconds.map { second -> Trading.Session? in
                            let time = Instant(seconds: second)
                            switch which {
                            case IPF_PREVIOUS: return try schedule.previousSession(before: time, filter)
                            case IPF_NEXT: return try schedule.nextSession(after: time, filter)
                            case IPF_NEAREST: return try schedule.nearestSession(to: time, filter)
                            default:
                                return try schedule.session(at: time).flatMap { filter.accepts($0.type) ? $0 : nil }
                            }
                        } + [nil]
                    let number = { (time: Instant?) -> Int64 in time.map { $0.seconds * Int64(factor) } ?? .min }
                    #expect(starts == known.map { number($0?.start) })
                    #expect(ends == known.map { number($0?.end) })
                    let day = { (session: Trading.Session?) -> Int32 in session.map { Int32($0.dayNumber) } ?? .min }
                    let type = { (session: Trading.Session?) -> UInt8 in session.map { 1 << $0.type.rawValue } ?? 0 }
                    #expect(days == known.map(day))
                    #expect(types == known.map(type))
                }
            }
        }
    }

    @Test func sessionsAndDaysAreReturnedAsTables() throws {
        let handle = try unsafe open("NewYorkETH")
        defer { unsafe ipf_schedule_free(handle) }
        let schedule = try Trading.Schedule("NewYorkETH()")
        let (from, through) = (CalendarDate(year: 1990, month: 1, day: 1)!, CalendarDate(year: 2070, month: 1, day: 1)!)
        let (first, last) = (Int32(from.dayNumber), Int32(through.dayNumber))
        let sessions = try unsafe table {
            unsafe ipf_schedule_sessions(handle, first, last, ipf_sessions(IPF_TRADING), $0, $1)
        }
        let known = schedule.days(from...through).flatMap { $0.sessions.filter(\.isTrading) }
        #expect(sessions.batches > 1)
        #expect(
            sessions.rows
                == known.map {
                    [
                        $0.date.description, $0.type.description, "\($0.start.milliseconds * 1000)",
                        "\($0.end.milliseconds * 1000)", "\($0.isBeyondCoverage)",
                    ]
                })
        let days = try unsafe table { unsafe ipf_schedule_days(handle, first, last, $0, $1) }
        #expect(days.rows.count == last - first + 1)
        // The day after Thanksgiving 2026. It starts at 04:00 in New York; its regular session is from 09:30 to 13:00.
        let friday = try #require(days.rows.first { $0[0] == "2026-11-27" })
        let time = { (text: String) in "\(MomentText(text, digits: .date)!.instant!.milliseconds * 1000)" }
        #expect(friday[4] == time("2026-11-27T14:30:00Z"))
        #expect(friday[5] == time("2026-11-27T18:00:00Z"))
        #expect(friday[6] == time("2026-11-27T09:00:00Z"))
        #expect(friday[7] == time("2026-11-27T22:00:00Z"))
        #expect(friday[8...] == ["true", "false", "true", "false"])
        let thanksgiving = try #require(days.rows.first { $0[0] == "2026-11-26" })
        #expect(thanksgiving[4...].prefix(4).allSatisfy { $0 == nil })
        #expect(thanksgiving[8...] == ["false", "true", "false", "false"])
    }

    @Test func tradingTimeEqualsThatOfTheLibrary() throws {
        let handle = try unsafe open("XTKS")
        defer { unsafe ipf_schedule_free(handle) }
        let schedule = try Trading.Schedule("XTKS()")
        // Hours with a break at noon, around the end of 2024, when they changed.
        let (from, to) = (Instant(seconds: 1_730_000_000), Instant(seconds: 1_740_000_000))
        for (unit, factor) in [(IPF_SECONDS, Int64(1)), (IPF_NANOSECONDS, 1_000_000_000)] {
            let bars = try unsafe table {
                unsafe ipf_schedule_bars(
                    handle, from.seconds * factor, to.seconds * factor, 2700 * factor, ipf_time_unit(unit),
                    ipf_sessions(IPF_REGULAR), $0, $1)
            }
            #expect(
                bars.rows
                    == schedule.bars(of: .seconds(2700), in: from..<to, .regular).map {
                        [
                            $0.session.date.description, "regular", "\($0.start.milliseconds * 1000)",
                            "\($0.end.milliseconds * 1000)", "\($0.session.isBeyondCoverage)",
                        ]
                    })
            let starts = stride(from: from.seconds, to: to.seconds, by: 100_003).map { $0 * factor } + [.min]
            let ends = starts.map { $0 == .min ? .min : $0 + 777_777 * factor }
            let count = starts.count
            var (lengths, sums) = ([Int64](repeating: 0, count: count), [Int64](repeating: 0, count: count))
            var (sessions, days) = ([Int64](repeating: 9, count: count), [Int64](repeating: 9, count: count))
            try unsafe call {
                unsafe ipf_schedule_between(
                    handle, starts, ends, count, ipf_time_unit(unit), ipf_sessions(IPF_TRADING), &lengths, &sessions,
                    &days, $0)
            }
            let spans = zip(starts, ends).dropLast().map {
                TradingSpan(schedule, Instant(seconds: $0 / factor)..<Instant(seconds: $1 / factor), .trading)
            }
            #expect(lengths == spans.map { $0.tradingTime.components.seconds * factor } + [.min])
            #expect(sessions == spans.map { Int64($0.sessionCount) } + [0])
            #expect(days == spans.map { Int64($0.dayCount) } + [0])
            for length in [Int64(5400), -90_000, 0] {
                try unsafe call {
                    unsafe ipf_schedule_add(
                        handle, starts, count, ipf_time_unit(unit), [length * factor], 1, ipf_sessions(IPF_TRADING),
                        &sums, $0)
                }
                let known = try starts.dropLast().map {
                    try schedule.instant(adding: .seconds(length), to: Instant(seconds: $0 / factor))!.seconds * factor
                }
                #expect(sums == known + [.min])
            }
            let seconds = (0..<count).map { Int64($0) * 977 - 50_000 }
            try unsafe call {
                unsafe ipf_schedule_add(
                    handle, starts, count, ipf_time_unit(unit), seconds.map { $0 * factor }, count,
                    ipf_sessions(IPF_TRADING), &sums, $0)
            }
            let each = try zip(starts, seconds).dropLast().map {
                try schedule.instant(adding: .seconds($1), to: Instant(seconds: $0 / factor))!.seconds * factor
            }
            #expect(sums == each + [.min])
        }
        let days = (Int32(20_000)..<20_100).map { $0 } + [.min]
        var sums = [Int32](repeating: 0, count: days.count)
        for count in [Int32(3), -1, 0] {
            try unsafe call { unsafe ipf_schedule_offset(handle, days, days.count, [count], 1, &sums, $0) }
            let known = days.dropLast().map {
                Int32(
                    schedule.date(after: CalendarDate(dayNumber: Int($0)), tradingDays: Int(count))!.dayNumber)
            }
            #expect(sums == known + [.min])
        }
        let counts = days.indices.map { Int32($0) - 50 }
        try unsafe call { unsafe ipf_schedule_offset(handle, days, days.count, counts, counts.count, &sums, $0) }
        let each = zip(days, counts).dropLast().map {
            Int32(schedule.date(after: CalendarDate(dayNumber: Int($0)), tradingDays: Int($1))!.dayNumber)
        }
        #expect(sums == each + [.min])
    }

    @Test func longArraysHaveTheAnswersOfTheirParts() throws {
        let handle = try unsafe open("XNYS")
        defer { unsafe ipf_schedule_free(handle) }
        var times = (0..<50_000).map { 1_735_000_000 + Int64($0) * 1009 }
        func answers(_ times: [Int64]) throws -> [UInt8] {
            var open = [UInt8](repeating: 2, count: times.count)
            try unsafe call {
                unsafe ipf_schedule_is_open(
                    handle, times, times.count, ipf_time_unit(IPF_SECONDS), ipf_sessions(IPF_REGULAR), &open, $0)
            }
            return open
        }
        let parts = try stride(from: 0, to: times.count, by: 1000).flatMap { try answers(Array(times[$0..<$0 + 1000])) }
        let whole = try answers(times)
        #expect(whole == parts)
        // The error names the first invalid time, even if another thread finds a later one earlier.
        for index in [40_000, 20_000, 30_000] { times[index] = .max }
        let failed = #expect(throws: Failed.self) { try answers(times) }
        #expect(failed?.text.hasPrefix("time 20000: ") == true)
    }

    @Test func invalidArgumentsOfArithmeticAreRefused() throws {
        let handle = try unsafe open("X(tz=UTC;0=)")
        defer { unsafe ipf_schedule_free(handle) }
        let (regular, seconds) = (ipf_sessions(IPF_REGULAR), ipf_time_unit(IPF_SECONDS))
        #expect(throws: Failed(status: IPF_INVALID_ARGUMENT, text: "length 0: expected at least one millisecond")) {
            _ = try unsafe table { unsafe ipf_schedule_bars(handle, 0, 1, 0, seconds, regular, $0, $1) }
        }
        #expect(
            throws: Failed(
                status: IPF_INVALID_ARGUMENT,
                text: "interval 0: 1970-01-01T00:00:01Z to 1970-01-01T00:00:00Z, expected a start that is not after "
                    + "the end")
        ) {
            _ = try unsafe table { unsafe ipf_schedule_bars(handle, 1, 0, 1, seconds, regular, $0, $1) }
        }
        for time in [Int64.max, Int64.min + 1] {
            var sum = Int64(0)
            let failed = #expect(throws: Failed.self) {
                try unsafe call { unsafe ipf_schedule_add(handle, [time], 1, seconds, [1], 1, regular, &sum, $0) }
            }
            #expect(failed?.status == IPF_OUT_OF_RANGE && failed?.text.hasPrefix("time 0: ") == true)
        }
        let wrong = Failed(
            status: IPF_INVALID_ARGUMENT, text: "2 lengths for 3 values: expected 1, or one for each value")
        var sums = [Int64](repeating: 0, count: 3)
        #expect(throws: wrong) {
            try unsafe call {
                unsafe ipf_schedule_add(handle, [0, 0, 0], 3, seconds, [1, 2], 2, regular, &sums, $0)
            }
        }
        // No session follows, so no time can be added.
        var sum = Int64(0)
        try unsafe call { unsafe ipf_schedule_add(handle, [0], 1, seconds, [1], 1, regular, &sum, $0) }
        #expect(sum == .min)
        var day = Int32(0)
        try unsafe call { unsafe ipf_schedule_offset(handle, [0], 1, [1], 1, &day, $0) }
        #expect(day == .min)
    }

    @Test func pricesAreRoundedAndMovedByIncrements() throws {
        let text = "0.01 3; 0.05"
        let price = try unsafe make { unsafe ipf_price_open(text, terminated, $0, $1) }
        defer { unsafe ipf_price_free(price) }
        #expect(unsafe string(ipf_price_text(price)) == text)
        let rules = try PriceIncrements(text)
        let prices = stride(from: -5.003, to: 5, by: 0.0171).map(\.self)
        var result = prices
        let modes: [PriceRoundingMode] = [.halfEven, .floor, .ceiling, .down, .up, .halfUp, .halfDown]
        for (number, mode) in modes.enumerated() {
            try unsafe call { unsafe ipf_price_round(price, prices, prices.count, ipf_rounding(number), &result, $0) }
            #expect(result == prices.map { rules.round($0, mode: mode) })
        }
        for direction in [PriceDirection.up, .down] {
            let number = Int32(direction.rawValue)
            try unsafe call { unsafe ipf_price_step(price, prices, prices.count, number, 0.02, &result, $0) }
            #expect(try result == prices.map { try rules.step($0, direction, minimum: 0.02) })
            try unsafe call { unsafe ipf_price_increment(price, prices, prices.count, number, &result, $0) }
            #expect(result == prices.map { rules.increment(at: $0, moving: direction) })
        }
        var decimals = [Int32](repeating: -1, count: prices.count)
        try unsafe call { unsafe ipf_price_decimals(price, prices, prices.count, &decimals, $0) }
        #expect(decimals == prices.map { Int32(rules.precision(at: $0)) })
    }
}

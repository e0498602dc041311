import MarketRules
import Testing

/// The days on which payments settle, and on which trades settle.
struct SettlementTests {
    private static func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text: text)) }

    private static func closed(_ venue: String, _ first: String, _ last: String) throws -> [String] {
        let schedule = try Trading.Schedule("\(venue)()")
        return schedule.days(try date(first)...date(last)).filter { !$0.isTrading && $0.weekday < 6 }.map {
            $0.date.description
        }
    }

    @Test(arguments: [
        // ECB press releases of 1998-09-03, 1999-03-31, 1999-07-15, 2000-05-25 and 2000-12-14.
        ("TARGET2", 1999, "01-01 12-31"), ("TARGET2", 2000, "04-21 04-24 05-01 12-25 12-26"),
        ("TARGET2", 2001, "01-01 04-13 04-16 05-01 12-25 12-26 12-31"),
        ("T2", 2026, "01-01 04-03 04-06 05-01 12-25"),
        // If a holiday falls on a Saturday, banks are open on Friday; a Sunday holiday is observed on Monday.
        ("FED", 2020, "01-01 01-20 02-17 05-25 09-07 10-12 11-11 11-26 12-25"),
        ("FED", 2021, "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25"),
        ("FED", 2022, "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26"),
        // New York Fed 2020-06-25: no SOFR on July 3, because SIFMA recommends a close, and none on Good Friday.
        ("SOFR", 2020, "01-01 01-20 02-17 04-10 05-25 07-03 09-07 10-12 11-11 11-26 12-25"),
        ("SOFR", 2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 10-11 11-11 11-25 12-24"),
        // England's bank holidays, including the Queen's funeral.
        ("CHAPS", 2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"),
        ("CHAPS", 1999, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28 12-31"),
    ])
    func paymentSystemsCloseOnTheirHolidays(_ venue: String, _ year: Int, _ dates: String) throws {
        let expected = dates.split(separator: " ").map { "\(year)-\($0)" }
        #expect(try Self.closed(venue, "\(year)-01-01", "\(year)-12-31") == expected)
    }

    @Test(arguments: [
        // NASD Notices to Members 95-77, 99-83 and 00-82: on Columbus Day shares trade, but nothing settles.
        (3, "1995-10-05 1995-10-11, 1995-10-06 1995-10-12, 1995-10-09 1995-10-12, 1995-10-10 1995-10-13"),
        (3, "1999-10-05 1999-10-08, 1999-10-06 1999-10-12, 1999-10-08 1999-10-14, 1999-10-11 1999-10-14"),
        (3, "2000-12-20 2000-12-26, 2000-12-27 2001-01-02, 2000-12-29 2001-01-04, 2001-01-02 2001-01-05"),
        (1, "2026-11-25 2026-11-27, 2026-10-09 2026-10-13, 2026-10-12 2026-10-13, 2026-11-10 2026-11-12"),
        (0, "2026-11-25 2026-11-25, 2026-11-11 2026-11-12, 2026-11-26 2026-11-27"),
    ])
    func sharesSettleWhenBanksAreOpen(_ days: Int, _ pairs: String) throws {
        let settlement = try Trading.SettlementDays(
            [try Trading.Schedule("NewYorkETH()")], .allSettle, defaults: .bundled)
        for pair in pairs.split(separator: ", ") {
            let dates = pair.split(separator: " ").map(String.init)
            let found = settlement.date(ofTradeOn: try Self.date(dates[0]), plus: days)
            #expect(found?.description == dates[1], "\(pair)")
        }
    }

    @Test(arguments: [
        // Both are closed on May 25, London on August 31. On Columbus Day, New York trades, but nothing settles.
        (Trading.SettlementDays.Kind.allSettle, "2026-05-22 2026-05-26, 2026-08-28 2026-09-01, 2026-10-09 2026-10-13"),
        (.anySettles, "2026-05-22 2026-05-26, 2026-08-28 2026-08-31, 2026-10-09 2026-10-12"),
        (.allTrade, "2026-05-22 2026-05-26, 2026-08-28 2026-09-01, 2026-10-09 2026-10-12"),
        (.anyTrades, "2026-05-22 2026-05-26, 2026-08-28 2026-08-31, 2026-11-25 2026-11-26"),
    ])
    func severalVenuesSettleTogether(_ kind: Trading.SettlementDays.Kind, _ pairs: String) throws {
        let days = try Trading.SettlementDays(
            try ["XNYS()", "XLON()"].map { try Trading.Schedule($0) }, kind, defaults: .bundled)
        for pair in pairs.split(separator: ", ") {
            let dates = pair.split(separator: " ").map(String.init)
            #expect(days.date(ofTradeOn: try Self.date(dates[0]), plus: 1)?.description == dates[1], "\(kind) \(pair)")
        }
        let systems = kind == .allSettle || kind == .anySettles
        #expect(days.calendars == (systems ? ["XNYS", "FED", "XLON", "CHAPS"] : ["XNYS", "XLON"]))
    }

    /// An unknown system is an error, and a search for days that never come returns `nil`.
    @Test func unknownSystemsAreErrors() throws {
        let lost = try Trading.Schedule("X(tz=UTC;0=09001700;settle=NOBODY)")
        #expect(lost.warnings.isEmpty && lost.paymentSystems == ["NOBODY"])
        #expect(throws: GrammarError.self) {
            try Trading.SettlementDays([lost], .allSettle, defaults: .bundled)
        }
        let never = try Trading.SettlementDays(
            [try Trading.Schedule("X(tz=UTC;0=)")], .allSettle, defaults: .bundled)
        #expect(never.date(ofTradeOn: try Self.date("2026-11-25"), plus: 1) == nil)
        let far = try Trading.SettlementDays([try Trading.Schedule("XPAR()")], .allSettle, defaults: .bundled)
        #expect(far.beyondCoverage(try Self.date("1998-06-02")).map(\.venue) == ["TARGET2"])
        #expect(far.beyondCoverage(try Self.date("2026-06-02")).isEmpty)
        // Payment systems don't affect a schedule's days, so the schedules are equal.
        #expect(
            try Trading.Schedule("X(tz=UTC;0=09001700;settle=FED)") == Trading.Schedule("X(tz=UTC;0=09001700)"))
    }
}

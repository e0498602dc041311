import MarketRules
import Testing

@Suite struct MomentTextTests {
    private static let newYork = try! TimeZoneRules(id: "America/New_York")
    private static let now = Instant(milliseconds: 1_750_000_000_123)

    private func instant(_ text: String, _ digits: MomentText.Digits = .date) -> String? {
        MomentText(text, digits: digits)?.instant(in: Self.newYork, now: Self.now).description
    }

    @Test(arguments: [
        ("now", "2025-06-15T15:06:40.123Z"),
        ("@1709649000", "2024-03-05T14:30:00Z"),
        ("@-1", "1969-12-31T23:59:59Z"),
        // Times without a zone are local. A date without a time is its midnight.
        ("2024-03-05", "2024-03-05T05:00:00Z"),
        ("20240305", "2024-03-05T05:00:00Z"),
        ("2024-03-05 09:30", "2024-03-05T14:30:00Z"),
        ("2024-07-05T09:30:15", "2024-07-05T13:30:15Z"),
        ("20240305T09:30:15.5", "2024-03-05T14:30:15.500Z"),
        ("2024-03-05 09:30:15.123987", "2024-03-05T14:30:15.123Z"),
        ("2024-03-05Z", "2024-03-05T00:00:00Z"),
        ("2024-03-05T14:30:00Z", "2024-03-05T14:30:00Z"),
        ("2024-03-05T14:30z", "2024-03-05T14:30:00Z"),
        ("2024-03-05T09:30:00-05:00", "2024-03-05T14:30:00Z"),
        ("2024-03-05 20:00:00.25+05:30", "2024-03-05T14:30:00.250Z"),
        ("20240305 14:30Z", "2024-03-05T14:30:00Z"),
    ])
    func momentsAreParsed(_ text: String, _ expected: String) {
        #expect(instant(text) == expected)
    }

    @Test(arguments: [
        "", "yesterday", "Now", "@", "@1.5", "1709649000", "2024-02-30", "2024-3-5", "2024-03-05T", "2024-03-05 ",
        "2024-03-05T9:30", "2024-03-05T24:00", "2024-03-05T09:60", "2024-03-05T09:30:60", "2024-03-05T09:30.5",
        "2024-03-05T09:30:00.", "2024-03-05T09:30:00.Z", "2024-03-05T09:30+5", "2024-03-05T09:30+24:00",
        "2024-03-05T09:30+05:60", "2024-03-05T09:30ZZ", "2024-03-05+05:00", "2024-03-05z", "2024-03-05 09:30 ",
        "2024-03-05t09:30", "2024030509:30",
    ])
    func otherTextsAreNotMoments(_ text: String) {
        #expect(instant(text) == nil)
    }

    /// Digits denote seconds since 1970, which are the same instant in every zone.
    @Test func digitsCanDenoteSeconds() {
        #expect(instant("1709649000", .seconds) == "2024-03-05T14:30:00Z")
        #expect(instant("-1", .seconds) == "1969-12-31T23:59:59Z")
        #expect(MomentText("20240305", digits: .seconds) == .seconds(20_240_305))
        #expect(MomentText("now", digits: .seconds)?.instant == nil)
        #expect(MomentText("2024-03-05T14:30", digits: .seconds)?.instant == nil)
        #expect(MomentText("2024-03-05T14:30Z", digits: .seconds)?.instant?.seconds == 1_709_649_000)
    }

    /// Formatting the most distant moments and durations doesn't overflow.
    @Test func extremeMomentsAndDurationsAreFormatted() {
        #expect(Instant(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
        #expect(Instant(milliseconds: .max).description == "292278994-08-17T07:12:55.807Z")
        let longest = String(repeating: "2147483647h", count: 1193) + "1466041h1h"
        #expect(DurationText.text(.milliseconds(Int64.max)) == "2562047788015h12m55s807ms")
        #expect(DurationText.text(.milliseconds(Int64.min)) == "-2562047788015h12m55s808ms")
        #expect(DurationText.duration(longest).map(DurationText.text)?.isEmpty == false)
    }

    @Test func momentsAreFormattedByTheClockOfTheVenue() throws {
        let clock = VenueClock(zone: Self.newYork)
        let instant = Instant(seconds: 1_709_649_000)
        #expect(clock.dateAndTime(instant) == "2024-03-05 09:30 EST")
        #expect(clock.withOffset(instant) == "2024-03-05T09:30:00-05:00")
        let date = CalendarDate(year: 2024, month: 3, day: 6)!
        #expect(clock.period(instant, instant + .seconds(86_415), of: date) == "-09:30–09:30:15")
        #expect(VenueClock.time(second: 86_400) == "+00:00" && VenueClock.time(second: -86_401) == "--23:59:59")
        // At most nine digits.
        #expect(VenueClock.time(second: 20 * 86_400) == "+++++++++00:00")
    }

    @Test func wordsSelectSessions() {
        let sessions: [(String, Trading.SessionFilter?)] = [
            ("any", .any), ("trading", .trading), ("no-trading", .noTrading), ("NON_TRADING", .noTrading),
            ("Pre-Market", .preMarket), ("regular", .regular), ("after_market", .afterMarket), ("closed", nil),
        ]
        for (word, filter) in sessions { #expect(Trading.SessionFilter(word: word) == filter, "\(word)") }
        #expect(Trading.SessionFilter(code: "regular") == nil)
        let days: [(String, Trading.DayFilter?)] = [
            ("ANY", .any), ("NON_TRADING", .nonTrading), ("WEEK_END", .weekends), ("MONDAY", .weekday(1)),
            ("SUNDAY", .weekday(7)), ("Monday", nil), ("DAY", nil),
        ]
        for (word, filter) in days { #expect(Trading.DayFilter(code: word) == filter, "\(word)") }
    }
}

import MarketRules
import Testing

/// Sessions that a clock change inverts, and rules that depend on the order of their parts.
@Suite struct ClockChangeTests {
    /// Returns the sessions of a date, in seconds since its UTC midnight.
    private static func sessions(_ text: String, _ date: Int) throws -> [String] {
        let date = try #require(CalendarDate(year: date / 10_000, month: date / 100 % 100, day: date % 100))
        let midnight = Int64(date.dayNumber) * 86_400
        let day = try Trading.Schedule(text, defaults: .empty).day(date)
        return day.sessions.map { session in
            let (start, end) = (session.start.seconds - midnight, session.end.seconds - midnight)
            return "\(session.type) \(start)-\(end)"
        }
    }

    /// At 01:00 the clock advances to 02:00: 01:30 becomes 02:30, which is after 02:05.
    @Test func aSessionThatEndsBeforeItsBeginningIsOmitted() throws {
        let text = "X(tz=Europe/Lisbon;0=;20020331=r00450130r01300205)"
        #expect(
            try Self.sessions(text, 2002_03_31) == [
                "no trading 0-2700", "regular 2700-5400", "no trading 3900-82800",
            ])
    }

    @Test func aDayWithoutOtherTradingSessionsDoesNotTrade() throws {
        let text = "X(tz=Europe/Lisbon;0=;20020331=r01300205)"
        #expect(try Self.sessions(text, 2002_03_31) == ["no trading 0-5400", "no trading 3900-82800"])
        let day = try Trading.Schedule(text, defaults: .empty).day(CalendarDate(year: 2002, month: 3, day: 31)!)
        #expect(!day.isTrading)
    }

    /// If the bounds of the day are inverted, the day is empty at its start.
    @Test func aDayThatEndsBeforeItsBeginningIsEmpty() throws {
        let text = "X(tz=Europe/Lisbon;0=;20020331=d01300205)"
        #expect(try Self.sessions(text, 2002_03_31) == ["no trading 5400-5400"])
    }

    @Test(arguments: [
        // `closed` cancels the earlier early close, and `ec:` cancels `closed`: a normal day that closes early.
        ("normal,closed,ec:0015", ["no trading 0-32400", "regular 32400-60300", "no trading 60300-86400"]),
        ("normal,closed", ["no trading 0-86400"]),
        ("closed,ec:0015", ["no trading 0-86400"]),
        ("def:10001100,closed,normal", ["no trading 0-32400", "regular 32400-61200", "no trading 61200-86400"]),
    ])
    func closedCancelsADefinitionAndAnEarlyCloseButNotNormal(rule: String, sessions: [String]) throws {
        let text = "X(tz=UTC;hd=20240102;0=09001700;ds.20240102=\(rule))"
        #expect(try Self.sessions(text, 2024_01_02) == sessions)
    }
}

import MarketRules
import TestSupport
import Testing

/// The errors of a text: the message, and the position of the caret.
@Suite struct ScheduleErrorTests {
    static let defaultsText = """
        hd.US=20240101
        tv.V=tz=America/New_York;hd=US;0=09301600
        """

    @Test(arguments: [
        ("", "no definition: expected VENUE(properties)", 0),
        ("BIST", "no definition: expected VENUE(properties)", 4),
        ("A(tz=UTC;0=0900", "expected )", 15),
        ("A(tz=UTC(;0=0900)", "( inside parentheses: expected ) before it", 8),
        ("A B(tz=UTC)", "a venue can contain only letters, digits and _", 1),
        ("A(0=09001000)", "no time zone: expected tz=ZONE", 2),
        ("A(tz=../etc;0=)", "\"../etc\" is not a time zone name: expected one like America/New_York, or GMT+hh:mm", 5),
        ("A(tz=UTC)", "incomplete schedule: weekday 1 trades (td); expected its hours in 0=DAY or 1=DAY", 2),
        ("A(tz=UTC;td=57;5=)", "incomplete schedule: weekday 7 trades (td); expected its hours in 0=DAY or 7=DAY", 12),
        ("A(tz=UTC;td=;3=x0900)", "unknown letters \"x\": expected o, p, r, a, d or rt", 15),
        ("A(tz=UTC;0=p)", "expected HHMM or HHMMSS, two times for each period", 12),
        ("A(tz=UTC;0=1000180)", "expected HHMM or HHMMSS, two times for each period", 11),
        ("A(tz=UTC;0=25001600)", "hour 25: expected 00 to 23", 11),
        ("A(tz=UTC;0=09601600)", "minute 60: expected 00 to 59", 13),
        ("A(tz=UTC;0=090060090070)", "second 60: expected 00 to 59", 15),
        ("A(tz=UTC;0=09002430)", "hour 24: expected 00 to 23", 15),
        (
            "A(tz=UTC;0=16000900)",
            "the period ends before it starts; write + before a time on the next date, - before one on the previous date",
            11
        ),
        (
            "A(tz=UTC;0=0900100009301100)",
            "illegal session order: the session starts at 0930, before the previous one ends at 1000", 19
        ),
        (
            "A(tz=UTC;0=0900+0100)",
            "illegal session order: the session ends at +0100, after the day ends at +0000", 11
        ),
        (
            "A(tz=UTC;0=-23000100)",
            "illegal session order: the session starts at -2300, before the day starts at 0000", 11
        ),
        ("A(tz=UTC;de=17;0=)", "expected HHMM or HHMMSS", 12),
        ("A(tz=UTC;de=;0=)", "expected HHMM or HHMMSS", 12),
        ("A(tz=UTC;rt=+0000;0=)", "the reset time +0000 lies outside the day, 0000 to +0000", 20),
        ("A(tz=UTC;0=09001000rt+0000)", "the reset time +0000 lies outside the day, 0000 to +0000", 21),
        (
            "A(tz=UTC;hd=20241301;0=)",
            "neither a date YYYYMMDD nor a list hd.NAME of the defaults: \"20241301\"", 12
        ),
        ("A(tz=UTC;hd=US,-UK;0=)", "neither a date YYYYMMDD nor a list hd.NAME of the defaults: \"UK\"", 16),
        // A list of holidays isn't a list of short days.
        ("A(tz=UTC;sd=US;0=)", "neither a date YYYYMMDD nor a list sd.NAME of the defaults: \"US\"", 12),
        ("A(tz=UTC;0=;ds.hd.UK=closed)", "no list hd.UK in the defaults", 18),
        ("A(tz=UTC;0=;ds.20240101=ec:3)", "expected HHMM, the time by which to close early", 27),
        ("A(tz=UTC;0=;20240101=0900)", "expected HHMM or HHMMSS, two times for each period", 21),
        ("A(tz=UTC;0=;ds.20240101=def:09x)", "expected HHMM or HHMMSS, two times for each period", 28),
        ("A(tz=UTC;0=;sds=0330)", "expected ecHHMM", 16),
        ("A(tz=UTC;0=;sds=ec-0330)", "expected HHMM after ec, the time by which to close early", 18),
        ("A(tz=UTC;0=;sds=ec2401)", "expected HHMM after ec, the time by which to close early", 18),
        ("A(tz=UTC;0=;ds.20240101=ec:2430)", "expected HHMM, the time by which to close early", 27),
        ("A(tz=UTC;0=;sds=ec330)", "expected HHMM after ec, the time by which to close early", 18),
        ("A(tz=UTC;0=;hds=jntd)", "expected one digit after jntd, the maximum number of days to join", 20),
        ("A(tz=UTC;0=;hds=jntd2020)", "expected one digit after jntd, the maximum number of days to join", 20),
        ("Ä(tz=UTC)", "a venue can contain only letters, digits and _", 0),
        // One space is allowed after a semicolon, and nowhere else.
        (" A(tz=UTC;0=)", "a venue can contain only letters, digits and _", 0),
        ("A(tz=UTC;0=);  B(tz=UTC;0=)", "a venue can contain only letters, digits and _", 14),
        ("A(tz=UTC;0=) B(tz=UTC;0=)", "a venue can contain only letters, digits and _", 12),
        ("A(tz=UTC;0=); B (tz=UTC;0=)", "a venue can contain only letters, digits and _", 15),
        (
            "A(tz=UTC;0=\(String(repeating: "+", count: 1001))0900/1000)",
            "1001 days from its date; expected at most 1000 signs", 11
        ),
        ("A(tz=UTC;0=\(String(repeating: "09000900", count: 101)))", "more than 100 sessions", 811),
    ])
    func malformedTextsAreErrors(text: String, reason: String, place: Int) throws {
        let defaults = try ScheduleDefaults(parsing: Self.defaultsText)
        let error = #expect(throws: GrammarError.self) { try Trading.Schedule(text, defaults: defaults) }
        #expect(error == GrammarError(grammar: "trading hours", reason: reason, text: text, byteOffset: place))
    }

    @Test func theCaretIsUnderThePosition() {
        let error = #expect(throws: GrammarError.self) {
            try Trading.Schedule("BIST(name=BIST;tz=Asia/Istanbul;0=1000180)")
        }
        #expect(
            error?.description == """
                trading hours: expected HHMM or HHMMSS, two times for each period
                  BIST(name=BIST;tz=Asia/Istanbul;0=1000180)
                                                    ^
                """)
    }

    @Test func errorsOfTheDefaultsShowTheirText() throws {
        let defaults = try ScheduleDefaults(parsing: Self.defaultsText)
        let error = #expect(throws: GrammarError.self) { try Trading.Schedule("V(de=1200)", defaults: defaults) }
        #expect(
            error?.description == """
                trading hours: in the defaults of venue V: illegal session order: the session ends at 1600, after the day ends at 1200
                  tv.V=tz=America/New_York;hd=US;0=09301600
                                                   ^
                """)
    }

    @Test func aMissingVenueIsNamed() {
        let error = #expect(throws: GrammarError.self) {
            try Trading.Schedule("A(tz=UTC;0=);B()", venue: "C")
        }
        #expect(
            error?.description == """
                trading hours: no venue "C": the text has "A", "B"
                  A(tz=UTC;0=);B()
                  ^
                """)
    }

    @Test(arguments: [
        ("A(tz=UTC;0=09002400)", "2400 is the next day's 0000: write +0000", 15),
        ("A(tz=UTC;0=;sds=ec2400)", "2400 is a whole day: expected 0000 to 2359", 18),
        ("A(tz=UTC;0=;ds.20240101=ec:2400)", "2400 is a whole day: expected 0000 to 2359", 27),
        ("A(tz=UTC;0=;foo=1)", "unknown key \"foo\": ignored", 12),
        ("A(tz=UTC;0=;bar)", "no = in \"bar\": ignored", 12),
        ("A(tz=UTC;0=;sds=xx1)", "unknown strategy \"xx1\": ignored; expected ecHHMM", 16),
        ("A(tz=UTC;0=;sds=ec_0145)", "unknown strategy \"ec_0145\": ignored; expected ecHHMM", 16),
        ("A(tz=UTC;0=;hds=jntd_v2)", "unknown strategy \"jntd_v2\": ignored; expected jntdN", 16),
        ("A(tz=UTC;0=;hds=later)", "unknown strategy \"later\": ignored; expected jntdN", 16),
        (
            "A(tz=UTC;0=;ds.20241301=closed)",
            "no date and no list in \"ds.20241301\": ignored; expected ds.YYYYMMDD, ds.hd.NAME, ds.sd.NAME or ds.xd.NAME",
            12
        ),
        ("A(tz=UTC;0=;ds.20240101=closed,normal)", "normal replaces an earlier part of the same rule", 31),
        ("A(tz=UTC;0=;ds.20240101=ec:0100,closed)", "closed replaces an earlier part of the same rule", 32),
        ("A(tz=UTC;0=;ds.20240101=closed,def:)", "def: replaces an earlier part of the same rule", 31),
        ("A(tz=UTC;0=;ds.20240101=closed,ec:0100)", "ec: replaces an earlier part of the same rule", 31),
        (
            "A(tz=UTC;0=;ds.20240101=what)",
            "unknown part: ignored; expected closed, normal, def:DAY or ec:HHMM", 24
        ),
    ])
    func suspiciousTextsHaveWarnings(text: String, reason: String, place: Int) throws {
        let schedule = try Trading.Schedule(text)
        #expect(
            schedule.warnings == [GrammarError(grammar: "trading hours", reason: reason, text: text, byteOffset: place)]
        )
    }

    /// An early close by 24 hours affects only longer sessions; all others are unchanged.
    @Test func anEarlyCloseMayBeByAWholeDay() throws {
        for rule in ["sd=20240305;sds=ec2400", "ds.20240305=ec:2400"] {
            let day = CalendarDate(year: 2024, month: 3, day: 5)!
            let short = try Trading.Schedule("A(tz=UTC;0=09001700;\(rule))")
            #expect(try short.day(day).sessions.map(\.type) == [.noTrading, .regular, .noTrading])
            #expect(try short.day(day).sessions[1].description == "R:1709629200-1709658000")
            // From 23:00 of the previous day to 01:00 of the next day.
            let long = try Trading.Schedule("A(tz=UTC;0=d-2200+0200r-2300+0100;\(rule))")
            #expect(
                try long.day(day).sessions.map(\.description) == [
                    "N:1709589600-1709593200", "R:1709593200-1709600400", "N:1709600400-1709690400",
                ])
        }
    }

    @Test func spacesMaySeparateVenues() throws {
        let text = "A(tz=UTC;0=); B(tz=Asia/Tokyo;0=09001500)"
        let schedule = try Trading.Schedule(text, venue: "B")
        #expect(schedule.venue == "B" && schedule.definition == "B(tz=Asia/Tokyo;0=09001500)")
        #expect(try Trading.Schedule(text).venue == "A")
    }

    @Test func validTextsHaveNoWarnings() throws {
        let schedule = try Trading.Schedule(
            "A(tz=UTC;0=09001600;sds=;hds=;td=12345-7;;hd=20240101,,;ds.20240101=normal,ec:0100)")
        #expect(schedule.warnings.isEmpty)
    }

    @Test(arguments: [
        ("A()", ["A"]), ("A();B(x=1)", ["A", "B"]), ("A()B()", ["A", "B"]), ("()", [""]), ("x;A(b;c);()", ["A", ""]),
        ("A(tz=UTC) trailing", ["A"]), ("A(); B(x=1); ()", ["A", "B", ""]), ("A() ; B(); ", ["A", "B"]),
    ])
    func venuesOfATextAreListed(text: String, venues: [String]) throws {
        #expect(try Trading.Schedule.venues(in: text) == venues)
    }

    /// Random sequences of grammar elements, and real definitions with changed bytes, are either parsed or rejected. If
    /// a text is parsed, its days can be computed.
    @Test func anyBytesAreParsedOrRefused() throws {
        let seed: UInt64 = 0x5C4E_D003
        var random = SeededGenerator(seed: seed)
        let defaults = try ScheduleDefaults(parsing: Self.defaultsText)
        let pieces = [
            "V(", "A(", ")", ";", "=", "tz=", "UTC", "America/New_York", "0=", "8=", "20240101=", "ds.", "hd.", "US",
            "hd=", "sd=",
            "sds=ec", "hds=jntd", "3", "0930", "1600", "r", "p", "a", "d", "rt", "+", "-", "/", ",", "*", "closed",
            "normal",
            "def:", "ec:", "td=", "de=", "rt=", "\u{0}", "é",
        ]
        let whole =
            "V(tz=UTC;hd=US,20240105;sds=ec0300;hds=jntd3;0=p0400/0930r09301600a16002000;7=d-16001555;ds.hd.US=ec:0100)"
        var readable = 0
        for round in 0..<6000 {
            var bytes: [UInt8] = []
            if round % 2 == 0 {
                for _ in 0..<Int.random(in: 0...20, using: &random) {
                    bytes += pieces.randomElement(using: &random)!.utf8
                }
            } else {
                bytes = Array(whole.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: bytes.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = pieces.randomElement(using: &random)!.utf8.first!
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: place)
                    }
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let schedule = try Trading.Schedule(text, defaults: defaults)
                readable += 1
                let date = CalendarDate(year: 2024, month: 1, day: .random(in: 1...12, using: &random))!
                #expect(try !schedule.explain(date).description.isEmpty, "seed \(seed): \(text)")
                let start = try schedule.day(date).start
                if let session = try schedule.session(at: start) { #expect(session.contains(start)) }
                let again = try Trading.Schedule(schedule.selfContainedDefinition, defaults: .empty)
                #expect(again == schedule, "seed \(seed): \(text)")
            } catch let error as GrammarError {
                #expect(0...error.text.utf8.count ~= error.byteOffset, "seed \(seed): \(text)")
                #expect(!error.description.isEmpty)
            }
        }
        #expect(readable > 300)
    }
}

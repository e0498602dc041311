import MarketRules
import TestSupport
import Testing

/// The defaults file: accepted and rejected texts, and the precedence of two files.
@Suite struct ScheduleDefaultsTests {
    static let text = """
        # Comment
        date=20240102-030405-0500

        hd.A=20240101,20240704,\\
        20241225
        hd.B=A,-20240704,20240501
        hd.C=B,*A
        sd.A=20240703
        xd.A=20240229,,
        tv.V=name=Venue (one);tz=Europe/London;hd=A;0=08001630
        tv.W=tz=Asia/Tokyo
        """

    @Test func listsAndVenuesAreParsed() throws {
        let defaults = try ScheduleDefaults(parsing: Self.text)
        #expect(defaults.date?.description == "2024-01-02T08:04:05Z")
        #expect(defaults.venueNames == ["V", "W"])
        #expect(defaults.lists(.holidays).map(\.name) == ["A", "B", "C"])
        #expect(defaults.lists(.holidays).map(\.line) == [4, 6, 7])
        #expect(
            defaults.lists(.holidays).map { $0.dates.map(\.compactDescription).joined(separator: " ") } == [
                "20240101 20240704 20241225", "20240101 20240501 20241225", "20240101 20241225",
            ])
        let list = try #require(defaults.list(.holidays, "A"))
        #expect(list.entries.map(\.line) == [4, 4, 5] && list.entries[0].date?.description == "2024-01-01")
        let other = try #require(defaults.list(.holidays, "C"))
        #expect(other.entries.map(\.operation) == [.add, .keep] && other.entries[0].list?.name == "B")
        #expect(defaults.list(.shortDays, "A")?.dates.count == 1 && defaults.list(.specialDays, "A")?.dates.count == 1)
        #expect(defaults.list(.specialDays, "B") == nil && defaults.venue("X") == nil)
        let venue = try #require(defaults.venue("V"))
        #expect(venue.line == 10 && venue.text == "name=Venue (one);tz=Europe/London;hd=A;0=08001630")
        #expect(venue.entries.map(\.key) == ["name", "tz", "hd", "0"] && venue.entries[1].value == "Europe/London")
        #expect(defaults.warnings.isEmpty)
    }

    /// All kinds of line ends, a UTF-8 byte order mark, leading white space, a continuation at the end of the file.
    @Test(arguments: [
        Self.text, Self.text.replacing("\n", with: "\r\n"), Self.text.replacing("\n", with: "\r"),
        "\u{FEFF}" + Self.text,
        Self.text.replacing("\n", with: "\n \t"), Self.text + ";rt=0300\\", Self.text + "\n\n#",
    ])
    func lineEndsAndContinuationsMayVary(text: String) throws {
        let defaults = try ScheduleDefaults(parsing: text)
        #expect(defaults.venueNames == ["V", "W"] && defaults.list(.holidays, "C")?.dates.count == 2)
        #expect(try Trading.Schedule("W(0=0900/1500)", defaults: defaults).zone.id == "Asia/Tokyo")
    }

    @Test func faultsAreReportedWithTheirLine() {
        let text = """
            hd.A=20240101
            hd.A=20240102
            xx=1
            nothing
            tv.V=tz=Mars/Base
            tv.W=0=\\
            0900
            tv.B-C=tz=UTC
            date=2024
            hd.B=C,2024\\
            ,20241301
            hd.D=20240101,\\
            \\
            2024
            hd.E=E
            """
        let zoneless = ScheduleDefaults(zones: TimeZoneLibrary(folders: ["/none"]))
        let error = #expect(throws: ScheduleDefaultsError.self) { try ScheduleDefaults(parsing: text, over: zoneless) }
        #expect(
            error?.description == """
                schedule defaults:
                  line 2: hd.A is defined a second time; first defined in line 1
                  line 4: no = in "nothing": skipped; expected key=value
                  line 5: venue V: no time zone "Mars/Base" in /none: install the system's time zone files, \
                or set TZDIR to a folder of them
                  tv.V=tz=Mars/Base
                          ^
                  line 6: venue W: no time zone: expected tz=ZONE
                  tv.W=0=0900
                       ^
                  line 8: venue "B-C": a venue can contain only letters, digits and _
                  line 9: found "2024"; expected date=YYYYMMDD-HHMMSS+ZZZZ
                  line 10: neither a date YYYYMMDD nor a list hd.NAME of the defaults: "C"
                  line 14: neither a date YYYYMMDD nor a list hd.NAME of the defaults: "2024"
                  line 15: neither a date YYYYMMDD nor a list hd.NAME of the defaults: "E"
                """)
    }

    @Test func suspiciousLinesAreWarnings() throws {
        let defaults = try ScheduleDefaults(parsing: "xx=1\ntv.V=tz=UTC;0=09002400")
        #expect(defaults.warnings.map(\.line) == [1, 2])
        #expect(
            defaults.warnings[0].description
                == "line 1: unknown key \"xx\": ignored; "
                + "expected date, checked, hd.NAME, sd.NAME, xd.NAME, cv.KIND.NAME, dn.KIND.NAME or tv.NAME")
        #expect(defaults.warnings[1].reason.hasPrefix("venue V: 2400 is the next day's 0000: write +0000\n"))
    }

    /// An invalid venue and a line without `=` are reported; everything else remains usable.
    @Test func invalidLinesAndVenuesAreOmitted() throws {
        let defaults = try ScheduleDefaults(
            parsing: """
                hd.US=20240704
                nothing
                tv.GOOD=tz=America/New_York;hd=US;0=09301600
                tv.BAD=name=Bad;tz=America/New_York;hd=UK;\\
                0=09301600
                tv.EMPTY=
                tv.B-C=tz=UTC
                tv.RESET=tz=UTC;rt=+0000
                =
                tv.LAST=tz=UTC;0=0900100
                """)
        #expect(
            defaults.leftOut.map(\.description) == [
                "line 2: no = in \"nothing\": skipped; expected key=value",
                """
                line 4: venue BAD: neither a date YYYYMMDD nor a list hd.NAME of the defaults: "UK"
                  tv.BAD=name=Bad;tz=America/New_York;hd=UK;0=09301600
                                                         ^
                """,
                "line 6: venue EMPTY: no time zone: expected tz=ZONE\n  tv.EMPTY=\n           ^",
                "line 7: venue \"B-C\": a venue can contain only letters, digits and _",
                """
                line 8: venue RESET: the reset time +0000 lies outside the day, 0000 to +0000
                  tv.RESET=tz=UTC;rt=+0000
                                          ^
                """,
                """
                line 10: venue LAST: expected HHMM or HHMMSS, two times for each period
                  tv.LAST=tz=UTC;0=0900100
                                   ^
                """,
            ])
        #expect(
            defaults.warnings == [
                .init(
                    line: 9,
                    reason: "unknown key \"\": ignored; "
                        + "expected date, checked, hd.NAME, sd.NAME, xd.NAME, cv.KIND.NAME, dn.KIND.NAME or tv.NAME")
            ])
        #expect(defaults.venueNames == ["GOOD", "BAD", "EMPTY", "RESET", "LAST"])
        #expect(defaults.venueNames.map { defaults.fault(ofVenue: $0) == nil } == [true, false, false, false, false])
        let date = CalendarDate(year: 2024, month: 7, day: 4)!
        #expect(try Trading.Schedule("GOOD()", defaults: defaults).day(date).isHoliday)
        // The venue itself is invalid, so no addition to the definition helps.
        for text in ["BAD()", "BAD(hd=;0=09001000)", "GOOD();BAD()"] {
            let error = #expect(throws: GrammarError.self) {
                try Trading.Schedule(text, venue: "BAD", defaults: defaults)
            }
            #expect(
                error?.description == """
                    trading hours: in the defaults of venue BAD: neither a date YYYYMMDD nor a list hd.NAME of the defaults: "UK"
                      tv.BAD=name=Bad;tz=America/New_York;hd=UK;0=09301600
                                                             ^
                    """)
            #expect(error == defaults.fault(ofVenue: "BAD"))
        }
        #expect(try Trading.Schedule("GOOD();BAD()", defaults: defaults).venue == "GOOD")
    }

    /// An overlay reports only its own warnings.
    @Test func anOverlayMayRepairAndInvalidateVenues() throws {
        let base = try ScheduleDefaults(
            parsing: """
                nothing
                tv.V=tz=UTC;hd=NEW;0=09001000
                tv.W=tz=UTC;0=09001000
                tv.X=tz=UTC;0=x
                tv.Y=tz=Mars/Base;0=
                """)
        #expect(base.leftOut.map(\.line) == [1, 2, 4, 5])
        let defaults = try ScheduleDefaults(
            parsing: "hd.NEW=20240704\ntv.W=0=y\ntv.X=0=09001000\ntv.X.=", over: base)
        #expect(defaults.leftOut.map(\.line) == [2, 4])
        #expect(defaults.leftOut[0].reason.hasPrefix("venue W: unknown letters \"y\": expected o, p, r, a, d or rt\n"))
        #expect(defaults.venueNames.map { defaults.fault(ofVenue: $0) == nil } == [true, false, true, false])
        #expect(try Trading.Schedule("V()", defaults: defaults).coverageEnd?.year == 2024)
        #expect(try Trading.Schedule("X()", defaults: defaults).zone.id == "UTC")
        #expect(try Trading.Schedule("W()", defaults: base).zone.id == "UTC", "the base is unchanged")
    }

    /// No fault is reported twice.
    @Test func warningsOfAVenueAreReportedOnce() throws {
        let defaults = try ScheduleDefaults(parsing: "tv.V=tz=UTC;what;0=09001000")
        #expect(
            defaults.warnings.map(\.reason) == [
                "venue V: no = in \"what\": ignored\n  tv.V=tz=UTC;what;0=09001000\n              ^"
            ])
    }

    @Test func aLineThatIsNotUTF8IsAnError() {
        let bytes: [UInt8] = Array("hd.A=20240101\nhd.B=".utf8) + [0xFF]
        let error = #expect(throws: ScheduleDefaultsError.self) { try ScheduleDefaults(parsing: bytes.span) }
        #expect(error?.problems == [.init(line: 2, reason: "the line isn't UTF-8")])
    }

    @Test func anOlderFileIsRecognizedByItsDate() throws {
        func defaults(_ date: String) throws -> ScheduleDefaults { try ScheduleDefaults(parsing: date) }
        let old = try defaults("date=20230101-000000+0000"), new = try defaults("date=20240101-000000+0000")
        let none = try defaults(""), same = try defaults("date=20240101-010000+0100")
        #expect(old.isOlder(than: new) && !new.isOlder(than: old))
        #expect(!same.isOlder(than: new) && !new.isOlder(than: same), "the same instant in another zone")
        #expect(none.isOlder(than: old) && !old.isOlder(than: none) && !none.isOlder(than: .empty))
    }

    @Test func newDefaultsApplyToLaterSchedules() throws {
        let before = try ScheduleDefaults(parsing: Self.text)
        let after = try ScheduleDefaults(parsing: Self.text.replacing("20240704", with: "20240705"))
        let date = CalendarDate(year: 2024, month: 7, day: 4)!
        let schedule = try Trading.Schedule("V()", defaults: before)
        #expect(try !Trading.Schedule("V()", defaults: after).day(date).isHoliday)
        #expect(try schedule.day(date).isHoliday)
    }

    @Test func anOverlayAddsToListsAndVenues() throws {
        let base = try ScheduleDefaults(parsing: Self.text)
        let defaults = try ScheduleDefaults(
            parsing: """
                hd.NEW=20241226
                hd.A=NEW,-20240704
                tv.W=0=09001500;tz=Asia/Seoul
                tv.X=tz=UTC;hd=C;0=
                """, over: base)
        func dates(_ name: String) -> [String]? { defaults.list(.holidays, name)?.dates.map(\.compactDescription) }
        #expect(dates("A") == ["20240101", "20241225", "20241226"])
        // Lists that refer to it include the addition.
        #expect(dates("B") == ["20240101", "20240501", "20241225", "20241226"])
        #expect(dates("C") == ["20240101", "20241225", "20241226"])
        #expect(defaults.venueNames == ["V", "W", "X"] && defaults.date == base.date)
        #expect(defaults.venue("W")?.entries.map(\.value) == ["09001500", "Asia/Seoul"])
        #expect(try Trading.Schedule("V()", defaults: defaults).coverageEnd?.day == 31)
        #expect(base.list(.holidays, "A")?.dates.count == 3, "the base is unchanged")
        let error = #expect(throws: ScheduleDefaultsError.self) { try ScheduleDefaults(parsing: "hd.A=B", over: base) }
        #expect(error?.description == "schedule defaults:\n  line 1: list hd.A refers to itself through other lists")
    }

    @Test func anyBytesAreParsedOrRefused() throws {
        let seed: UInt64 = 0x5C4E_D007
        var random = SeededGenerator(seed: seed)
        let whole = Array(Self.text.utf8)
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes[place] = Array("=,;\\\n-*().#".utf8).randomElement(using: &random)!
                default: bytes.removeLast(.random(in: 0...min(20, bytes.count - 1), using: &random))
                }
            }
            do {
                let defaults = try ScheduleDefaults(parsing: bytes.span)
                for list in DayListKind.allCases.flatMap(defaults.lists) { #expect(list.dates == list.dates.sorted()) }
            } catch {
                #expect(!error.problems.isEmpty && error.problems.allSatisfy { $0.line > 0 }, "seed \(seed)")
            }
        }
    }
}

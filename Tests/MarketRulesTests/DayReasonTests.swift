import MarketRules
import Testing

/// The names of days: `dn.KIND.LIST=…`.
@Suite struct DayReasonTests {
    private static let text = """
        hd.JP.MARINE=20230717,20240715
        hd.JP.ONCE=20191022
        hd.JP=JP.MARINE,JP.ONCE,20240101
        sd.EVE=20241231
        xd.EXAM=20231116
        hd.TR=20280226,20270309
        dn.hd.JP.MARINE=name=Marine Day;local=海の日;lang=ja;kind=public;certainty=rule
        dn.hd.JP.ONCE@20191022=name=Enthronement;kind=ceremony;certainty=announced
        dn.sd.EVE=name=New Year's Eve;kind=exchange;certainty=rule
        dn.xd.EXAM=name=College entrance exam;kind=other
        dn.hd.TR=name=Ramazan;kind=public;certainty=announced
        dn.hd.TR@20280101-=certainty=computed
        tv.V=tz=Asia/Tokyo;hd=JP;sd=EVE;sds=ec0100;ds.xd.EXAM=def:10001500;0=09001500
        tv.T=tz=Europe/Istanbul;hd=TR;0=09001500
        tv.J=tz=UTC;hd=JP;hds=jntd3;0=09001500
        """

    private static func words(_ reason: Trading.DayReason?) -> String {
        reason.map {
            "\($0.name) \($0.localName ?? "–") \($0.language ?? "–") \($0.kind.rawValue) \($0.certainty.rawValue)"
        } ?? "none"
    }

    @Test(arguments: [
        ("V", "2023-07-17", "Marine Day 海の日 ja public rule"),
        ("V", "2019-10-22", "Enthronement – – ceremony announced"),
        // A date that is only in a list that is not used, and an ordinary date, have no name.
        ("V", "2024-01-01", "none"), ("V", "2024-07-16", "none"),
        ("V", "2024-12-31", "New Year's Eve – – exchange rule"),
        ("V", "2023-11-16", "College entrance exam – – other announced"),
        // A name for some dates overrides the name for all.
        ("T", "2027-03-09", "Ramazan – – public announced"), ("T", "2028-02-26", "Ramazan – – public computed"),
        // The day with which a holiday is joined has the holiday's name.
        ("J", "2023-07-17", "Marine Day 海の日 ja public rule"), ("J", "2023-07-18", "Marine Day 海の日 ja public rule"),
        ("J", "2023-07-19", "none"),
    ])
    func daysHaveNames(venue: String, date: String, expected: String) throws {
        let defaults = try ScheduleDefaults(parsing: Self.text)
        #expect(defaults.warnings.isEmpty && defaults.leftOut.isEmpty)
        let schedule = try Trading.Schedule("\(venue)()", defaults: defaults)
        let day = try schedule.day(#require(CalendarDate(text: date)))
        #expect(Self.words(schedule.reason(of: day)) == expected)
    }

    @Test func anOverlayRenamesDays() throws {
        let base = try ScheduleDefaults(parsing: Self.text)
        let over = try ScheduleDefaults(parsing: "dn.hd.JP.MARINE=name=Sea Day\ndn.hd.TR=certainty=rule", over: base)
        #expect(over.warnings.isEmpty)
        func words(_ venue: String, _ date: String) throws -> String {
            let schedule = try Trading.Schedule("\(venue)()", defaults: over)
            return Self.words(schedule.reason(of: try schedule.day(#require(CalendarDate(text: date)))))
        }
        #expect(try words("V", "2023-07-17") == "Sea Day 海の日 ja public rule")
        #expect(try words("T", "2027-03-09") == "Ramazan – – public rule")
        #expect(try words("T", "2028-02-26") == "Ramazan – – public computed")
    }

    @Test func anExplanationNamesTheDay() throws {
        let schedule = try Trading.Schedule("V()", defaults: ScheduleDefaults(parsing: Self.text))
        let lines = try schedule.explain(#require(CalendarDate(text: "2023-07-17"))).reasons.map(\.description)
        #expect(
            lines == [
                "Mondays are defined by 0=09001500", "a holiday: in list JP, through JP.MARINE",
                "it is Marine Day (海の日): public, by rule", "closed because of the holiday",
            ])
    }

    @Test(arguments: [
        ("dn.hd.US=nmae=x", "dn.hd.US: \"nmae=x\": ignored; expected name=, local=, lang=, "),
        ("dn.hd.US=kind=national", "dn.hd.US: \"kind=national\": ignored; "),
        ("dn.hd.US@2024=name=x", "dn.hd.US@2024: ignored; expected @YYYYMMDD or @FROM-TO after the list"),
        ("dn.hd.UK=name=x", "dn.hd.UK: there is no such list; expected a list hd.NAME, sd.NAME or xd.NAME"),
    ])
    func meaninglessEntriesAreWarnings(line: String, reason: String) throws {
        let defaults = try ScheduleDefaults(parsing: "hd.US=20240101\n\(line)")
        #expect(defaults.warnings.map(\.line) == [2])
        #expect(defaults.warnings.first?.reason.hasPrefix(reason) == true, "\(defaults.warnings)")
    }

    /// A definition that lists its dates uses the names in its venue's lists.
    @Test func datesOfADefinitionHaveTheNamesOfTheVenue() throws {
        let schedule = try Trading.Schedule("XNYS(hd=20261125,20261126,20261225;sd=20261127)")
        for (date, name) in [
            ("2026-11-25", nil), ("2026-11-26", "Thanksgiving Day"), ("2026-11-27", "Day after Thanksgiving"),
            ("2026-12-25", "Christmas Day"), ("2026-07-03", nil),
        ] {
            let day = try schedule.day(#require(CalendarDate(text: date)))
            #expect(schedule.reason(of: day)?.name == name, "\(date)")
        }
    }

    /// Every bundled list of holidays has names.
    @Test func bundledHolidaysHaveNames() throws {
        for (venue, date, name) in [
            ("XNYS", "2026-11-26", "Thanksgiving Day"), ("XETR", "2026-12-25", "Christmas Day"),
            ("XTKS", "2026-07-20", "Marine Day"), ("XLON", "2022-09-19", "Funeral of Queen Elizabeth II"),
        ] {
            let schedule = try Trading.Schedule("\(venue)()")
            let day = try schedule.day(#require(CalendarDate(text: date)))
            #expect(
                day.isHoliday && schedule.reason(of: day)?.name == name,
                "\(venue) \(Self.words(schedule.reason(of: day)))")
        }
    }
}

import Foundation
import MarketRules
import Scanning
import TestSupport
import Testing

@Suite struct BundledDefaultsTests {
    @Test func theEmbeddedTextEqualsTheFile() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/MarketRules/Bundled/bundled-schedule.properties")
        #expect(try BundledText.schedule.string == String(contentsOf: file.standardizedFileURL, encoding: .utf8))
    }

    @Test func theBundledDefaultsHaveNoWarnings() { #expect(ScheduleDefaults.bundled.warnings.isEmpty) }

    private static let partsOfUS = [
        "NYD", "MLD", "PRD", "GFD", "MEM", "JNT", "IND", "LAB", "THX", "XMS", "MOURNING", "CLOSED",
    ]

    @Test(
        arguments: partsOfUS.map { "US.\($0)" } + [
            "US", "CME", "US-BOND", "CA", "UK", "DE", "TR", "JP", "HK", "AU", "SG", "KR", "TW", "IT", "NL", "MX",
            "XNYS", "XNAS",
            "XLON", "XETR", "XFRA", "XPAR", "XAMS", "XBRU", "XLIS", "XMAD", "MTAA", "XSWX", "XSTO", "XHEL", "XCSE",
            "XOSL", "XWAR",
            "XATH", "XDUB", "XIST", "BIST", "XTSE", "XMEX", "BVMF", "XTKS", "XHKG", "XASX", "XNZE", "XSES", "XKRX",
            "XTAI", "XBOM",
            "XNSE", "XJSE", "XTAE", "XSAU", "IFUS", "IFEU",
        ])
    func holidayListsAreSortedAndCurrent(_ name: String) throws {
        let list = try #require(ScheduleDefaults.bundled.list(.holidays, name))
        let dates = list.dates
        #expect(!dates.isEmpty && dates == dates.sorted())
        if name != "US.MOURNING", name != "US.CLOSED" { #expect(dates.last!.year == 2030) }
    }

    /// Venues without sessions, which only serve as a base for definitions, are not complete schedules.
    private static let frames: Set<String> = ["NewYork", "NewYorkUS"]

    @Test(arguments: [
        "XNYS", "XNAS", "XASE", "ARCX", "BATS", "XIEX", "OPRA", "OPRA15", "EquityUS", "NewYork", "NewYorkUS",
        "NewYorkRTH",
        "NewYorkETH", "NewYorkOTC", "OOTC", "GLBX", "XCME", "XCBT", "XNYM", "XCEC", "CME_EQUITIES", "CME_INTEREST",
        "CME_ENERGY",
        "CME_GRAINS", "CME_FX", "CME_LIVESTOCK", "CME_CRYPTO", "CME_DAIRY", "IFUS", "IFEU", "XLON", "XETR", "XFRA",
        "XPAR", "XAMS",
        "XBRU", "XLIS", "XMAD", "MTAA", "XSWX", "XSTO", "XHEL", "XCSE", "XOSL", "XWAR", "XATH", "XDUB", "XIST", "BIST",
        "XTSE",
        "XMEX", "BVMF", "XTKS", "XHKG", "XASX", "XNZE", "XSES", "XKRX", "XTAI", "XBOM", "XNSE", "XJSE", "XTAE", "XSAU",
        "FX",
        "CRYPTO",
    ])
    func everyVenueHasASchedule(_ name: String) throws {
        let defaults = ScheduleDefaults.bundled
        let venue = try #require(defaults.venue(name))
        #expect(venue.name == name)
        let schedule = try Trading.Schedule(
            Self.frames.contains(name) ? "\(name)(0=09301600)" : "\(name)()", defaults: defaults)
        #expect(schedule.warnings.isEmpty)
        // Each venue trades in a typical week of each year.
        for year in 2021...2030 {
            let first = try #require(CalendarDate(year: year, month: 6, day: 8)).dayNumber
            #expect(try (first..<first + 7).contains { try schedule.day($0).isTrading }, "\(name) in \(year)")
        }
    }

    // MARK: Facts

    /// Definition, date, and the trading sessions as `type start-end` in local time; empty if the day is closed.
    @Test(arguments: [
        // Exceptional closures.
        ("XNYS()", 19_940_427, ""), ("XNYS()", 20_010_911, ""), ("XNYS()", 20_010_914, ""), ("XNYS()", 20_040_611, ""),
        ("XNYS()", 20_070_102, ""), ("XNYS()", 20_121_029, ""), ("XNYS()", 20_121_030, ""), ("XNYS()", 20_181_205, ""),
        ("XNYS()", 20_250_109, ""),
        // Juneteenth is closed since 2022. New Year's Day on a Saturday isn't observed on Friday.
        ("XNYS()", 20_210_618, "R 0930-1600"), ("XNYS()", 20_220_620, ""), ("XNYS()", 20_211_231, "R 0930-1600"),
        // Days beside Independence Day: the day before since 2013, the Friday after a Thursday until 2012.
        ("XNYS()", 20_020_705, "R 0930-1300"), ("XNYS()", 20_130_703, "R 0930-1300"),
        ("XNYS()", 20_130_705, "R 0930-1600"),
        ("XNYS()", 19_901_224, "R 0930-1400"),
        ("NewYorkETH()", 20_261_127, "P 0400-0930, R 0930-1300, A 1300-1700"),
        ("OPRA15()", 20_261_127, "R 0930-1315"),
        ("XLON()", 20_220_919, ""), ("XLON()", 20_261_224, "R 0800-1230, A 1230-1240"),
        ("BIST(name=BIST;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;de=+0000;0=10001800)", 20_261_029, ""),
        ("BIST(name=BIST;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;de=+0000;0=10001800)", 20_261_030, "R 1000-1800"),
        // Half days of markets with a midday break have only the morning session.
        ("XHKG()", 20_261_224, "R 0930-1200, A 1200-1210"), ("XSES()", 20_261_224, "R 0900-1200, A 1200-1216"),
        // The weekend of Tel Aviv changed on 2026-01-05, that of Riyadh on 2013-06-29.
        ("XTAE()", 20_260_102, ""), ("XTAE()", 20_251_228, "R 0959-1540, A 1540-1550"), ("XTAE()", 20_260_104, ""),
        ("XTAE()", 20_260_109, "R 0959-1350"), ("XTAE()", 20_260_111, ""),
        ("XSAU()", 20_130_622, "R 1100-1530"), ("XSAU()", 20_130_627, ""), ("XSAU()", 20_130_629, ""),
        ("XSAU()", 20_130_704, "R 1100-1530"), ("XSAU()", 20_260_104, "R 1000-1500, A 1500-1520"),
        // The last day of the old hours, and the first day of the new hours.
        ("XTKS()", 20_111_118, "R 0900-1100, R 1230-1500"), ("XTKS()", 20_111_121, "R 0900-1130, R 1230-1500"),
        ("XTKS()", 20_241_101, "R 0900-1130, R 1230-1500"), ("XTKS()", 20_241_105, "R 0900-1130, R 1230-1530"),
        ("XHKG()", 20_110_304, "R 1000-1230, R 1430-1600"), ("XHKG()", 20_110_307, "R 0930-1200, R 1330-1600"),
        ("XSES()", 20_110_729, "R 0900-1230, R 1400-1700, A 1700-1706"),
        ("XSES()", 20_110_801, "R 0900-1700, A 1700-1706"),
        ("XKRX()", 19_981_205, "R 0930-1130"), ("XKRX()", 19_981_212, ""), ("XKRX()", 20_160_729, "R 0900-1500"),
        ("XKRX()", 20_160_801, "R 0900-1530, A 1540-1800"),
        ("XIST()", 20_191_003, "R 1000-1300, R 1400-1800, A 1800-1810"),
        ("XIST()", 20_191_004, "R 1000-1800, A 1800-1810"),
        // The first session of the year, and the day of the university entrance exam.
        ("XKRX()", 20_260_102, "R 1000-1530, A 1540-1800"), ("XKRX()", 20_251_113, "R 1000-1630, A 1640-1800"),
        ("BVMF()", 20_260_218, "R 1300-1800"), ("BVMF()", 20_260_102, "R 1000-1800"),
        ("BVMF()", 20_260_601, "R 1000-1700, A 1730-1800"),
        // Sessions on a holiday belong to the next trading day. Closed days have no sessions.
        ("CME_EQUITIES()", 20_260_119, ""), ("CME_EQUITIES()", 20_260_120, "R 1700-1200, R 1700-1600"),
        ("CME_EQUITIES()", 20_260_102, "R 1700-1600"), ("CME_EQUITIES()", 20_260_406, "R 1700-0815, R 1700-1600"),
        ("CME_EQUITIES()", 20_250_109, "R 1700-0830"),
        ("CME_GRAINS()", 20_261_127, "R 0830-1205"), ("CME_GRAINS()", 20_260_120, "R 1900-0745, R 0830-1320"),
        ("CRYPTO()", 20_261_225, "R 0000-0000"), ("FX()", 20_261_225, "R 1700-1700"), ("FX()", 20_261_226, ""),
    ])
    func sessionsOfKnownDatesAreCorrect(_ definition: String, _ date: Int, _ expected: String) throws {
        let schedule = try Trading.Schedule(definition, defaults: .bundled)
        let day = try schedule.day(
            #require(CalendarDate(year: date / 10000, month: date / 100 % 100, day: date % 100)))
        let sessions = day.sessions.filter(\.isTrading).map {
            "\($0.type.letter) \(schedule.zone.clock($0.start))-\(schedule.zone.clock($0.end))"
        }
        #expect(sessions.joined(separator: ", ") == expected)
    }

    /// The bundled lists and venues are used unless other defaults are given.
    @Test func bundledDefaultsAreUsedUnlessOthersAreGiven() throws {
        let hours = "BIST(name=Borsa Istanbul;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;0=10001800)"
        let republicDay = try #require(CalendarDate(year: 2024, month: 10, day: 29))
        let schedule = try Trading.Schedule(hours)
        #expect(try schedule.day(republicDay).isHoliday && schedule.coverageEnd != nil)
        #expect(try Trading.Schedule("XTKS()").zone.id == "Asia/Tokyo")
        #expect(try Trading.Schedule("A(tz=UTC;0=);XTKS()", venue: "XTKS").zone.id == "Asia/Tokyo")
        let error = #expect(throws: GrammarError.self) { try Trading.Schedule(hours, defaults: .empty) }
        #expect(error?.reason == "neither a date YYYYMMDD nor a list hd.NAME of the defaults: \"TR\"")
        let own = try ScheduleDefaults(parsing: "hd.TR=20240101\nsd.TR=")
        #expect(try !Trading.Schedule(hours, defaults: own).day(republicDay).isHoliday)
    }

    // MARK: Overlays over the bundled defaults

    @Test(.enabled(if: Conformance.data != nil, "the vendor's file is not available"))
    func theVendorsFileReplacesThem() throws {
        let file = try #require(Conformance.data).appending(path: "dxfeed-schedule.properties")
        let vendor = try ScheduleDefaults(parsing: String(contentsOf: file, encoding: .utf8))
        #expect(!vendor.isOlder(than: .bundled) && ScheduleDefaults.bundled.isOlder(than: vendor))
        #expect(try Trading.Schedule("XNYS()", defaults: vendor).name == "NYSE")
    }

    @Test func anOverlayAddsClosures() throws {
        let overlaid = try ScheduleDefaults(
            parsing: """
                hd.TR=20270104
                tv.XIST=ds.20270105=closed
                """, over: .bundled)
        func trades(_ definition: String, _ day: Int, _ defaults: ScheduleDefaults) throws -> Bool {
            let date = try #require(CalendarDate(year: 2027, month: 1, day: day))
            return try Trading.Schedule(definition, defaults: defaults).day(date).isTrading
        }
        // A list's day applies to all venues that use the list, a venue's rule only to that venue.
        for (definition, day, before, after) in [
            ("XIST()", 4, true, false), ("XIST()", 5, true, false), ("XIST()", 6, true, true),
            ("BIST()", 4, true, false),
            ("BIST()", 5, true, true), ("X(tz=Asia/Istanbul;hd=XIST;0=10001800)", 4, true, false),
        ] {
            #expect(try trades(definition, day, .bundled) == before, "\(definition) \(day)")
            #expect(try trades(definition, day, overlaid) == after, "\(definition) \(day)")
        }
    }
}

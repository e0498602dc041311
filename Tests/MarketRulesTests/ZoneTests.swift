import Foundation
import MarketRules
import TestSupport
import Testing

/// Zones with unusual rules, compared with `zdump` and Python's `zoneinfo` on the same files.
@Suite struct ZoneTests {
    @Test(arguments: [
        // Daylight saving time of half an hour.
        ("Australia/Lord_Howe", 1_712_415_599, 39_600, "+11"), ("Australia/Lord_Howe", 1_712_415_600, 37_800, "+1030"),
        ("Australia/Lord_Howe", 1_728_142_199, 37_800, "+1030"), ("Australia/Lord_Howe", 1_728_142_200, 39_600, "+11"),
        // Daylight saving time that pauses in Ramadan.
        ("Africa/Casablanca", 1_710_035_999, 3600, "+01"), ("Africa/Casablanca", 1_710_036_000, 0, "+00"),
        ("Africa/Casablanca", 1_713_060_000, 3600, "+01"), ("Africa/Casablanca", 16_738_272_000, 3600, "+01"),
        // The zone moved across the international date line.
        ("Pacific/Apia", 1_325_239_199, -36_000, "-10"), ("Pacific/Apia", 1_325_239_200, 50_400, "+14"),
        // The abbreviation before and after the change is equal.
        ("Asia/Pyongyang", 1_439_564_400, 30_600, "KST"), ("Asia/Pyongyang", 1_525_445_999, 30_600, "KST"),
        ("Asia/Pyongyang", 1_525_446_000, 32_400, "KST"),
        // No daylight saving time since 2022.
        ("Asia/Tehran", 1_647_894_599, 12_600, "+0330"), ("Asia/Tehran", 1_647_894_600, 16_200, "+0430"),
        ("Asia/Tehran", 1_685_577_600, 12_600, "+0330"),
        // The file treats winter time as the exception (negative daylight saving time).
        ("Europe/Dublin", 1_704_067_200, 0, "GMT"), ("Europe/Dublin", 1_719_792_000, 3600, "IST"),
        // The far future, by the rule alone, in both hemispheres, and a rule that changes before midnight UTC.
        ("America/New_York", 16_725_225_600, -18_000, "EST"), ("America/New_York", 16_740_864_000, -14_400, "EDT"),
        ("Australia/Sydney", 16_725_225_600, 39_600, "AEDT"), ("Australia/Sydney", 16_740_864_000, 36_000, "AEST"),
        ("America/Nuuk", 16_740_864_000, -3600, "-01"), ("Asia/Kolkata", 16_740_864_000, 19_800, "IST"),
        // The past, and a British winter with daylight saving time.
        ("America/New_York", -5_364_662_400, -17_762, "LMT"), ("America/New_York", -2_208_988_800, -18_000, "EST"),
        ("Europe/London", 0, 3600, "BST"),
        ("GMT-05:00", 0, -18_000, "GMT-05:00"), ("GMT+13:45", 0, 49_500, "GMT+13:45"), ("UTC", 0, 0, "UTC"),
    ])
    func offsetsAreThoseOfTheZone(id: String, second: Int, offset: Int, name: String) throws {
        let zone = try TimeZoneRules(id: id)
        #expect(zone.offset(at: Instant(seconds: Int64(second))) == offset)
        #expect(zone.abbreviation(at: Instant(seconds: Int64(second))) == name)
    }

    @Test(arguments: [
        // A skipped local time is converted with the old offset. A repeated local time is the later instant.
        ("America/New_York", 20240310, 9000, 1_710_055_800), ("America/New_York", 20240310, 10_800, 1_710_054_000),
        ("America/New_York", 20241103, 5400, 1_730_615_400), ("America/New_York", 20241103, 3599, 1_730_609_999),
        ("Australia/Lord_Howe", 20241006, 7200 + 900, 1_728_142_200 + 900),
        ("Australia/Lord_Howe", 20240407, 5400 + 900, 1_712_415_600 + 900),
        // The date 2011-12-30 is skipped completely.
        ("Pacific/Apia", 20111230, 0, 1_325_239_200), ("Pacific/Apia", 20111230, 36_000, 1_325_275_200),
        ("Pacific/Apia", 20111231, 0, 1_325_239_200),
        // 23:30 is followed by midnight.
        ("Asia/Pyongyang", 20180504, 84_600, 1_525_446_000), ("Asia/Pyongyang", 20180505, 0, 1_525_446_000),
        // Times before and after the date.
        ("Europe/London", 20240401, -3600, 1_711_922_400), ("Europe/London", 20240401, 90_000, 1_712_016_000),
    ])
    func wallClockTimesBecomeInstants(id: String, date: Int, second: Int, instant: Int) throws {
        let zone = try TimeZoneRules(id: id)
        let day = CalendarDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)!.dayNumber
        #expect(zone.instant(on: CalendarDate(dayNumber: day), second: second) == Instant(seconds: Int64(instant)))
    }

    @Test func rulesRepeatAfterFourHundredYears() throws {
        let cycle: Int64 = 146_097 * 86_400
        for id in ["America/New_York", "Australia/Sydney", "Europe/Dublin", "Asia/Gaza", "Asia/Tokyo", "America/Nuuk"] {
            let zone = try TimeZoneRules(id: id)
            for step in 0..<4000 {
                let second = 4_200_000_000 + Int64(step) * 3_456_789
                let (now, later) = (Instant(seconds: second), Instant(seconds: second + 3 * cycle))
                #expect(zone.offset(at: now) == zone.offset(at: later), "\(id) \(now)")
                let local = zone.instant(on: zone.date(at: now), second: zone.secondOfDay(at: now))
                // Only in a repeated hour does another instant have this local time.
                #expect(local == now || zone.offset(at: local) != zone.offset(at: now), "\(id) \(now)")
            }
            #expect(zone.offset(at: Instant(milliseconds: .max)) % 900 == 0)
            #expect(abs(zone.offset(at: Instant(milliseconds: .min))) < 86_400)
        }
    }

    @Test func theNextChangeIsFound() throws {
        let zone = try TimeZoneRules(id: "America/New_York")
        #expect(zone.nextChange(after: Instant(seconds: 1_704_067_200)) == Instant(seconds: 1_710_054_000))
        #expect(zone.nextChange(after: Instant(seconds: 1_710_054_000)) == Instant(seconds: 1_730_613_600))
        #expect(zone.nextChange(after: Instant(seconds: 16_725_225_600)) == Instant(seconds: 16_731_471_600))
        #expect(try TimeZoneRules(id: "Asia/Kolkata").nextChange(after: Instant(seconds: 0)) == nil)
    }

    @Test(arguments: [
        "", "/etc/passwd", "../zoneinfo/UTC", "Europe/../UTC", "Europe//London", "Europe/", "/", ".", "zone.tab",
        "localtime", "posixrules", "Factory", "right/UTC", "posix/UTC", "Europe/Lon don", "GMT+24:00", "GMT+1:00",
        "GMT+05:60",
        "Europe/\u{0}London", "Zürich", String(repeating: "a", count: 200),
    ])
    func invalidNamesAreErrors(id: String) {
        let error = #expect(throws: TimeZoneError.self) { try TimeZoneRules(id: id) }
        #expect(error?.id == id)
        #expect(error?.reason == .invalidName)
    }

    @Test(arguments: [
        ("PST", "\"PST\" is not a name of the zone database; did you mean America/Los_Angeles?"),
        ("cest", "\"cest\" is not a name of the zone database; did you mean Europe/Berlin or Europe/Paris?"),
        // The names of the database have the opposite sign.
        ("GMT+5", "\"GMT+5\" is not a name of the zone database; did you mean Etc/GMT-5 or GMT+05:00?"),
        ("UTC-03:30", "\"UTC-03:30\" is not a name of the zone database; did you mean GMT-03:30?"),
        ("GMT-13", "\"GMT-13\" is not a name of the zone database; did you mean GMT-13:00?"),
        ("america/new_york", "\"america/new_york\" is not a name of the zone database; did you mean America/New_York?"),
        ("Europe/Lodnon", "\"Europe/Lodnon\" is not a name of the zone database; did you mean Europe/London?"),
        ("Tokyo", "\"Tokyo\" is not a name of the zone database; did you mean Asia/Tokyo?"),
        ("../etc", "\"../etc\" is not a time zone name: expected one like America/New_York, or GMT+hh:mm"),
    ])
    func unknownNamesHaveSuggestions(id: String, description: String) throws {
        let folder = try TemporaryFolder()
        try Data(
            """
            # comment\twith\tcolumns
            US\t+404251-0740023\tAmerica/New_York\tEastern
            GB,GG\t+513030-0000731\tEurope/London
            JP\t+353916+1394441\tAsia/Tokyo
            """.utf8
        ).write(to: folder.url.appending(path: "zone1970.tab"))
        let library = TimeZoneLibrary(folders: [folder.url.path])
        let error = #expect(throws: TimeZoneError.self) { try library.zone(id) }
        #expect(error?.description == description)
        let unlike = #expect(throws: TimeZoneError.self) { try library.zone("Mars/Base") }
        #expect(
            unlike?.description == """
                "Mars/Base" is not a name of the zone database in \(folder.url.path): expected one like America/New_York, \
                or GMT+hh:mm
                """)
    }

    @Test func aMissingZoneIsNamed() throws {
        let folder = try TemporaryFolder()
        let library = TimeZoneLibrary(folders: [folder.url.path])
        let error = #expect(throws: TimeZoneError.self) { try library.zone("Europe/London") }
        #expect(
            error?.description == """
                no time zone "Europe/London" in \(folder.url.path): install the system's time zone files, \
                or set TZDIR to a folder of them
                """)
        // A folder, and a file that isn't a zone file.
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Europe"), withIntermediateDirectories: true)
        #expect(throws: TimeZoneError.self) { try library.zone("Europe") }
        try Data("London".utf8).write(to: folder.url.appending(path: "Europe/London"))
        #expect(throws: TimeZoneError(id: "Europe/London", reason: .malformed("expected TZif at byte 0"))) {
            try library.zone("Europe/London")
        }
        #expect(try library.zone("GMT+05:30").offset(at: Instant(seconds: 0)) == 19_800)
    }

    /// Files of version 1 have 32-bit times and no rule for the future.
    @Test func filesOfTheFirstVersionAreRead() throws {
        func number(_ value: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        var bytes: [UInt8] = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        for count in [0, 0, 0, 2, 2, 8] { bytes += number(Int32(count)) }
        bytes += number(-1000) + number(1000) + [1, 0]
        bytes += number(3600) + [0, 0] + number(7200) + [1, 4] + Array("AAA\0BBB\0".utf8)
        let zone = try TimeZoneRules(id: "Old", file: bytes.span)
        let offsets = [-2000, -1001, -1000, 999, 1000, 9_999_999_999].map { zone.offset(at: Instant(seconds: $0)) }
        #expect(offsets == [3600, 3600, 7200, 7200, 3600, 3600])
        #expect(zone.abbreviation(at: Instant(seconds: 0)) == "BBB")
        // A truncated file is an error, at any length.
        for count in bytes.indices {
            #expect(throws: TimeZoneError.self) {
                try TimeZoneRules(id: "Old", file: bytes.span.extracting(first: count))
            }
        }
    }

    @Test func damagedFilesDoNotCrash() throws {
        let seed: UInt64 = 0x5C4E_D001
        var random = SeededGenerator(seed: seed)
        let paths = ["America/New_York", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Apia"]
        for path in paths {
            let folder = try #require(
                TimeZoneLibrary.system.folders.first {
                    FileManager.default.fileExists(atPath: $0 + "/" + path)
                })
            let whole = try [UInt8](Data(contentsOf: URL(filePath: folder + "/" + path)))
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
                    case 1: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...60, using: &random)))
                    default: bytes[Int.random(in: 0..<min(bytes.count, 48), using: &random)] ^= 0x81
                    }
                }
                if let zone = try? TimeZoneRules(id: path, file: bytes.span) {
                    _ = zone.offset(at: Instant(seconds: .random(in: -1 << 40...1 << 40, using: &random)))
                    _ = zone.instant(
                        on: CalendarDate(dayNumber: .random(in: -700_000...3_000_000, using: &random)), second: 7200)
                }
            }
        }
    }
}

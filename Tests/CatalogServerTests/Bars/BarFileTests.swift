import Charting
import Foundation
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

@testable import CatalogServer

/// Files of bars: their contents and their errors.
@Suite struct BarFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let header = "time,open,high,low,close,volume\n"

    private func file(_ text: String, _ resolution: BarResolution = .minutes(5)) throws -> BarFile? {
        try Data(text.utf8).write(to: folder.url.appending(path: "AAPL.csv"))
        return try BarFile(
            folder.path("AAPL.csv"), name: "AAPL.csv", resolution, TimeZoneRules(id: "America/New_York"))
    }

    private func read(_ text: String, _ resolution: BarResolution = .minutes(5)) throws -> [Candle] {
        var bars: [Candle] = []
        let all = Instant(seconds: -10_000_000_000)..<Instant(seconds: 10_000_000_000)
        try file(text, resolution)?.forEach(in: all) {
            bars.append($0); return true
        }
        return bars
    }

    /// Each form of a time, the length of the bars, and the time that the form denotes.
    private static let moments: [(String, BarResolution, String)] = [
        ("2026-11-20T14:30:00Z", BarResolution.minutes(5), "2026-11-20T14:30:00Z"),
        ("2026-11-20T15:30+01:00", .minutes(5), "2026-11-20T14:30:00Z"),
        // A time without a zone is local time of the exchange.
        ("2026-11-20T09:30", .minutes(5), "2026-11-20T14:30:00Z"),
        ("2026-07-20 09:30:00", .minutes(5), "2026-07-20T13:30:00Z"),
        ("1763649000", .minutes(5), "2025-11-20T14:30:00Z"), ("-60", .minutes(1), "1969-12-31T23:59:00Z"),
        ("2026-11-20", .day, "2026-11-20T00:00:00Z"), ("2026-11-20T00:00:00Z", .day, "2026-11-20T00:00:00Z"),
        ("2026-11-20T20:00", .day, "2026-11-20T00:00:00Z"),
        // A bar of a day or longer has the date at the exchange.
        ("2026-11-21T01:00:00Z", .day, "2026-11-20T00:00:00Z"), ("1763596800", .week, "2025-11-20T00:00:00Z"),
        ("1763613000", .day, "2025-11-19T00:00:00Z"),
    ]

    @Test(arguments: moments)
    func timesAreParsedInEveryForm(_ text: String, _ resolution: BarResolution, _ instant: String) throws {
        let bars = try read("\(Self.header)\(text),1,3,1,2,10\n", resolution)
        #expect(bars.map { $0.time.description } == [instant])
        #expect(bars == [Candle(time: bars[0].time, open: 1, high: 3, low: 1, close: 2, volume: 10)])
    }

    @Test func columnsAndLineEndingsMayVary() throws {
        let line = "2026-11-20T14:30:00Z,1,3,-1.5,2.25"
        #expect(try read("time,open,high,low,close\n\(line)")[0].low == -1.5)
        #expect(try read("\u{FEFF}time,open,high,low,close,volume\r\n\(line),7\r\n\r\n\n")[0].volume == 7)
        #expect(try read(Self.header).isEmpty)
        #expect(try read("time,open,high,low,close").isEmpty)
        #expect(try file(Self.header)?.hasVolume == true)
        #expect(try file("time,open,high,low,close")?.hasVolume == false)
        #expect(try BarFile(folder.path("none.csv"), name: "none.csv", .day, .utc) == nil)
    }

    private static let wrong: [(String, String)] = [
        (
            "",
            "AAPL.csv, line 1, column 1: found “”, expected the header time,open,high,low,close, optionally with ,volume"
        ),
        (
            "date,open\n",
            "AAPL.csv, line 1, column 1: found “date,open”, expected the header time,open,high,low,close, optionally with ,volume"
        ),
        (
            "\(header)2026-11-20T14:30:00Z,1,3,1,2\n",
            "AAPL.csv, line 2, column 29: found 5 fields, expected 6"
        ),
        ("\(header)x\n", "AAPL.csv, line 2, column 2: found 1 field, expected 6"),
        (
            "\(header)2026-11-20T14:30:00Z,1,3,1,2,1\nsoon,1,3,1,2,1\n",
            "AAPL.csv, line 3, column 1: found “soon”, expected a time such as 2026-11-20T14:30:00Z, or seconds since 1970"
        ),
        (
            "\(header)now,1,3,1,2,1\n",
            "AAPL.csv, line 2, column 1: found “now”, expected a time such as 2026-11-20T14:30:00Z, or seconds since 1970"
        ),
        (
            "\(header)1763649000,1,abc,1,2,1\n",
            "AAPL.csv, line 2, column 14: found “abc”, expected a price such as 101.25"
        ),
        (
            "\(header)1763649000,1,3,1,2,many\n",
            "AAPL.csv, line 2, column 20: found “many”, expected a volume such as 1200"
        ),
        (
            "\(header)1763649000,1,3,1,2,-5\n",
            "AAPL.csv, line 2, column 20: found “-5”, expected a volume of 0 or more"
        ),
        (
            "\(header)1763649000,4,3,1,2,5\n",
            "AAPL.csv, line 2, column 14: found “3”, expected a high of at least the bar's other prices"
        ),
        (
            "\(header)1763649000,2,3,2.5,2,5\n",
            "AAPL.csv, line 2, column 16: found “2.5”, expected a low of at most the bar's other prices"
        ),
        (
            "\(header)1763649000,1,3,1,2,1\n1763648700,1,3,1,2,1\n",
            "AAPL.csv, line 3, column 1: found 2025-11-20T14:25:00Z, expected a time after 2025-11-20T14:30:00Z, the time of the previous line"
        ),
        (
            "\(header)\n1763649000,1,3,1,2,1\n",
            "AAPL.csv, line 2, column 1: found an empty line, expected a bar"
        ),
        (
            "\(header)1763649000,1,3,1,2,1\n\(String(repeating: "9", count: 1025))\n",
            "AAPL.csv, line 3, column 1: found a line of more than 1024 bytes"
        ),
    ]

    @Test(arguments: wrong)
    func malformedFilesAreErrorsWithAPosition(_ text: String, _ description: String) throws {
        let error = #expect(throws: BarFault.self) { try read(text) }
        #expect(error?.description == description)
    }

    @Test func dailyBarsNeedADate() throws {
        let error = #expect(throws: BarFault.self) { try read("\(Self.header)soon,1,3,1,2,1\n", .day) }
        #expect(
            error?.description
                == "AAPL.csv, line 2, column 1: found “soon”, expected a date such as 2026-11-20, or seconds since 1970"
        )
    }

    @Test func aFolderIsNotABarFile() throws {
        try FileManager.default.createDirectory(atPath: folder.path("AAPL.csv"), withIntermediateDirectories: false)
        let error = #expect(throws: BarFault.self) {
            try BarFile(folder.path("AAPL.csv"), name: "AAPL.csv", .day, .utc)
        }
        #expect(error?.description == "AAPL.csv: is a folder; expected a file")
    }

    /// Compares the binary search with reading everything, in files from a few lines to many blocks, at random
    /// instants.
    @Test(arguments: [0, 1, 2, 20, 3000]) func binarySearchFindsTheSameBarsAsReading(_ count: Int) throws {
        let seed = UInt64(count) + 7
        var random = SeededGenerator(seed: seed)
        var time: Int64 = 1_763_000_000
        var text = Self.header
        var all: [Candle] = []
        for _ in 0..<count {
            time += Int64.random(in: 1...5000, using: &random)
            let low = Double(Int.random(in: 1...999, using: &random))
            let close = low + Double(Int.random(in: 0...9, using: &random)) / 8
            let bar = Candle(
                time: Instant(seconds: time), open: low, high: close, low: low, close: close,
                volume: Double(Int.random(in: 0...1_000_000, using: &random)))
            all.append(bar)
            // Times are written in two forms, so that the lengths of lines vary.
            let written = Bool.random(using: &random) ? "\(time)" : bar.time.description
            text += "\(written),\(low),\(close),\(low),\(close),\(Int(bar.volume))\n"
        }
        let bars = try #require(try file(text))
        var instants = all.shuffled(using: &random).prefix(30).map(\.time)
        instants += instants.map { Instant(milliseconds: $0.milliseconds + 1) }
        instants += [Instant(seconds: 0), Instant(seconds: time + 1)]
        for start in instants {
            #expect(try bars.last(before: start) == all.last { $0.time < start }, "seed \(seed), before \(start)")
            let end = instants.randomElement(using: &random)!
            if end < start { continue }
            var found: [Candle] = []
            try bars.forEach(in: start..<end) {
                found.append($0); return true
            }
            #expect(found == all.filter { start <= $0.time && $0.time < end }, "seed \(seed), \(start)..<\(end)")
        }
    }

    private static let files: [(String, BarResolution, [String])] = [
        ("AAPL", BarResolution.minutes(5), ["AAPL-5.csv"]), ("AAPL", .day, ["AAPL-D.csv", "AAPL.csv"]),
        ("BRK-B", .week, ["BRK%2DB-W.csv"]), ("EUR/USD", .month, ["EUR%2FUSD-M.csv"]),
        (".AAPL261218C240", .minutes(60), ["%2EAAPL261218C240-60.csv"]),
        ("../../etc/passwd", .day, ["%2E.%2F..%2Fetc%2Fpasswd-D.csv", "%2E.%2F..%2Fetc%2Fpasswd.csv"]),
        ("=A&B", .minutes(1), ["%3DA%26B-1.csv"]), ("ä", .minutes(1), ["%C3%A4-1.csv"]),
        // The symbol is longer than a file name may be.
        (String(repeating: "A", count: 252), .day, []),
    ]

    @Test(arguments: files)
    func symbolsAndResolutionsDetermineTheFileNames(_ symbol: String, _ resolution: BarResolution, _ names: [String]) {
        #expect(BarFolder.names(symbol, resolution) == names)
    }

    @Test func theLongestSuitableBarsAreUsed() throws {
        for name in ["A-1.csv", "A-30.csv", "A-D.csv", "B-5.csv"] {
            try Data(Self.header.utf8).write(to: folder.url.appending(path: name))
        }
        let bars = BarFolder(path: folder.url.path)
        let taken = { (symbol: String, resolution: String) in
            try bars.file(symbol, for: #require(BarResolution(resolution)), .utc)?.name
        }
        #expect(try taken("A", "1") == "A-1.csv")
        #expect(try taken("A", "15") == "A-1.csv")
        #expect(try taken("A", "60") == "A-30.csv")
        #expect(try taken("A", "1M") == "A-D.csv")
        #expect(try taken("B", "1") == nil)
        #expect(try taken("B", "W") == "B-5.csv")
        #expect(try taken("C", "1D") == nil)
        #expect(bars.resolutions(of: "A") == [.minutes(1), .minutes(30), .day])
        #expect(bars.resolutions(of: "A", among: bars.names) == [.minutes(1), .minutes(30), .day])
        #expect(bars.resolutions(of: "C").isEmpty)
    }
}

import Foundation
import HTTPTypes
import InstrumentCatalog
import MarketRules
import Testing

@testable import CatalogServer

/// Pictures of weeks and years.
@Suite struct PictureTests {
    private static func service() throws -> ServiceFixture {
        let service = try ServiceFixture()
        service.catalog.replace(ScheduleDefaults.bundled)
        return service
    }

    /// Returns the texts of a picture, in order. Tests/Service shows some pictures in a browser.
    private static func texts(_ reply: ServiceFixture.Reply) throws -> [String] {
        #expect(reply.status == 200 && reply.headers[.contentType] == "image/svg+xml", "\(reply.text)")
        return reply.text.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
    }

    @Test func theWeekPictureNamesItsDays() async throws {
        let service = try Self.service()
        let reply = try await service.get("/v1/pictures/week/XNYS.svg?at=2026-11-27T16:30:00Z")
        let texts = try Self.texts(reply)
        for text in [
            "New York Stock Exchange", "XNYS", "23 – 29 Nov 2026", "America/New_York, EST", "Mon 23", "Sun 29",
            "Thanksgiving Day", "Closes 13:00", "Thu 26: Thanksgiving Day, closed",
            "Fri 27: Day after Thanksgiving, closes 13:00", "Regular", "00", "24",
        ] {
            #expect(texts.contains(text), "\(text) is not among \(texts)")
        }
        #expect(reply.text.contains("<title>XNYS: regular 09:30–13:00</title>"))
        #expect(reply.text.contains("<title>Trading hours of XNYS, 23 – 29 Nov 2026</title>"))
        // The requested moment is marked.
        #expect(reply.text.contains("<title>2026-11-27 11:30 EST</title>"))
        let unmarked = try await service.get("/v1/pictures/week/XNYS.svg?at=2026-11-27")
        #expect(!unmarked.text.contains("11:30 EST") && unmarked.status == 200)
    }

    /// The x positions of bars follow from the hours: 24 hours have a width of 948 units, and begin at 190.
    @Test func barsHaveThePositionsOfTheHours() async throws {
        let service = try Self.service()
        let week = try await service.get("/v1/pictures/week/AAPL.svg?at=2026-11-23").text
        let regular = "<rect x=\"567.6\" y=\"186\" width=\"258.4\" height=\"38\" rx=\"6\" fill=\"#1f5fbf\">"
        #expect(week.contains(regular), "\(week)")
        #expect(week.contains("<title>AAPL: pre-market 04:00–09:30</title>"))
        // A session that continues after midnight appears on both dates.
        let night = try await service.get("/v1/pictures/week/EUR/USD.svg?at=2026-11-23").text
        #expect(night.contains("regular 17:00–24:00") && night.contains("regular 00:00–17:00"))
    }

    @Test func eachScheduleHasALane() async throws {
        let service = try Self.service()
        let texts = try Self.texts(
            try await service.get("/v1/pictures/week/XNYS.svg?at=2026-11-23&with=XLON&with=XETR"))
        #expect(texts[0] == "XNYS, XLON, XETR")
        #expect(
            texts.contains("XNYS, Thu 26: Thanksgiving Day, closed")
                && texts.suffix(4) == ["XNYS", "XLON", "XETR", "Lighter: other sessions"])
        let unknown = try await service.get("/v1/pictures/week/XNYS.svg?with=XLONDON")
        #expect(unknown.status == 404)
    }

    @Test func theYearPictureNamesItsDays() async throws {
        let service = try Self.service()
        let reply = try await service.get("/v1/pictures/year/XNYS.svg?year=2027")
        let texts = try Self.texts(reply)
        #expect(texts[0] == "New York Stock Exchange" && texts.contains("2027") && texts.contains("251 trading days"))
        // The picture shows as many holidays as fit; its description has all of them.
        #expect(texts.contains { $0.hasPrefix("1 Jan New Year's Day · ") }, "\(texts)")
        #expect(reply.text.contains("25 Nov Thanksgiving Day. 26 Nov Day after Thanksgiving. "))
        #expect(texts.contains("Early close"))
        // The picture has twelve months and 365 days.
        #expect(CalendarDate.shortMonthNames.allSatisfy(texts.contains))
        #expect(texts.count { Int($0).map { $0 <= 31 } == true } == 365)
    }

    /// Pictures are also served as PNG, for programs that preview links without SVG.
    @Test func picturesAreServedAsPixels() async throws {
        let service = try Self.service()
        for target in ["week/XNYS.png?at=2026-11-23", "year/EUR/USD.png?year=2027"] {
            let reply = try await service.get("/v1/pictures/\(target)")
            #expect(reply.status == 200 && reply.headers[.contentType] == "image/png")
            #expect(reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]))
            #expect(reply.body.count < 150_000)
        }
    }

    @Test func pixelsAreDrawnWhereTheShapesAre() {
        var picture = Picture(title: "", description: "")
        picture.box(x: 100, y: 50, width: 20.5, height: 10, .regular)
        picture.box(x: 200, y: 50, width: 40, height: 40, .now, radius: 20)
        picture.text("I", x: 300, y: 100, size: 100)
        // A text is omitted if it has a letter without an outline.
        picture.text("I東", x: 500, y: 100, size: 100)
        let raster = picture.raster
        let at = { (x: Int, y: Int) in Array(raster.bytes[(y * raster.width + x) * 3..<(y * raster.width + x) * 3 + 3])
        }
        let (white, blue): ([UInt8], [UInt8]) = ([255, 255, 255], [0x1F, 0x5F, 0xBF])
        #expect(at(100, 50) == blue && at(119, 59) == blue && at(99, 50) == white && at(100, 60) == white)
        // A pixel that is half covered has half of the color.
        #expect(at(120, 55) == [143, 175, 223] && at(121, 55) == white)
        // A circle covers its center, but not the corners of its box.
        #expect(at(220, 70) == [0xD4, 0x35, 0x2A] && at(201, 51) == white && at(238, 88) == white)
        // In DejaVu, the letter I is a stem from 98 to 197 thousandths of the size, with a height of 729 thousandths.
        #expect(
            at(314, 60) == [0x15, 0x20, 0x2B] && at(308, 60) == white && at(321, 60) == white && at(314, 26) == white)
        #expect((500..<700).allSatisfy { at($0, 60) == white })
        // The border of the picture.
        #expect(at(0, 0) == [0xD5, 0xD8, 0xD2] && at(1, 1) == white && at(1199, 629) == [0xD5, 0xD8, 0xD2])
    }

    /// Shapes are clipped at each side.
    @Test func shapesAreClippedAtTheEdges() {
        var picture = Picture(title: "", description: "")
        for (x, y) in [
            (-20.5, 10.0), (1190, 10), (40, -20.5), (40, 620), (-100, -100), (1300, 700), (1300, 10), (10, 700),
        ] {
            picture.box(x: x, y: y, width: 30, height: 30, .now, radius: 4)
        }
        let bytes = picture.raster.bytes
        #expect(bytes.count == 1200 * 630 * 3)
        #expect(Array(bytes[(20 * 1200 + 2) * 3..<(20 * 1200 + 3) * 3]) == [0xD4, 0x35, 0x2A])
    }

    @Test func lettersRetainTheirHoles() throws {
        let outlines = Outlines.bundled
        let ring = try #require(outlines.letters("o", isBold: false))
        #expect(ring.count == 1 && ring[0].contours.count == 2)
        for text in ["THYAO", "İstanbul – Borsası", "Łódź, “Škoda”…", "Thanksgiving Day, closes 13:00"] {
            #expect(outlines.letters(text, isBold: false)?.count == text.unicodeScalars.count, "\(text)")
            #expect(outlines.letters(text, isBold: true) != nil, "\(text)")
        }
        #expect(outlines.letters("トヨタ", isBold: false) == nil)
    }

    /// A picture of a given moment has the catalog's entity tag. The tag for today includes the week or year.
    @Test func picturesHaveEntityTags() async throws {
        let service = try Self.service()
        let catalog = try #require(try await service.get("/v1/instruments/AAPL").headers[.eTag])
        for target in ["/v1/pictures/week/AAPL.svg?at=2026-11-27", "/v1/pictures/year/AAPL.svg?year=2026"] {
            let first = try await service.get(target)
            #expect(first.headers[.eTag] == catalog)
            #expect(first.body == (try await service.get(target)).body)
            #expect(try await service.get(target, [.ifNoneMatch: catalog]).status == 304)
        }
        for target in ["/v1/pictures/week/AAPL.svg", "/v1/pictures/year/AAPL.svg"] {
            let tag = try #require(try await service.get(target).headers[.eTag])
            #expect(tag != catalog && tag.hasPrefix(catalog.dropLast()))
            #expect(try await service.get(target, [.ifNoneMatch: tag]).status == 304)
            #expect(try await service.get(target, [.ifNoneMatch: catalog]).status == 200)
        }
    }

    @Test(arguments: [
        ("/v1/pictures/week/AAPL", 404, "Page not found: '/v1/pictures/week/AAPL'"),
        ("/v1/pictures/month/AAPL.svg", 404, "Page not found: '/v1/pictures/month/AAPL.svg'"),
        (
            "/v1/pictures/week/AAPL.svg?from=2026-11-23", 400,
            "Unknown parameter 'from'; expected: asOf, at, knownAt, symbol, venue, with."
        ),
        ("/v1/pictures/week/AAPL.svg?at=2026-11-27T15:00", 400, "'at' is '2026-11-27T15:00', expected an instant"),
        ("/v1/pictures/week/AAPL.svg?at=0001-01-01", 400, "0001"),
        ("/v1/pictures/week/AAPL.svg?with=NONE", 404, "NONE"),
        ("/v1/pictures/year/AAPL.svg?year=10000", 400, "'year' is '10000', expected a whole number from 2 to 9998."),
    ])
    func unavailablePicturesStateTheReason(_ target: String, _ status: Int, _ words: String) async throws {
        let reply = try await Self.service().get(target)
        #expect(reply.status == status && reply.text.contains(words), "\(reply.text)")
    }

    /// Estimated widths of texts are close to those in common fonts. Texts that are too wide are truncated.
    @Test(arguments: [
        ("AAPL", 100.0, "AAPL"), ("Apple Inc. - Common Stock", 100, "Apple In…"), ("", 10, ""), ("トヨタ自動車", 60, "トヨ…"),
        ("AAPL", 5, "…"),
    ])
    func longTextIsCutToTheAvailableWidth(_ text: String, _ room: Double, _ fitted: String) {
        #expect(TextWidth(size: 20).fitted(text, room) == fitted)
    }

    /// Characters that XML doesn't allow are removed.
    @Test func controlCharactersAreRemoved() {
        var picture = Picture(title: "a\u{1}b", description: "\u{FFFE}c")
        picture.text("d\u{0}e\u{1F}<f>", x: 0, y: 0, size: 10)
        let text = String(decoding: picture.svg, as: UTF8.self)
        #expect(
            text.contains("<title>ab</title>") && text.contains("<desc>c</desc>")
                && text.contains(">de&lt;f&gt;</text>"))
    }
}

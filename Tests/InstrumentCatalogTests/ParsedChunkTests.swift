import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog
@testable import ProfileFormat

/// Some chunks of a text are parsed separately and then added. The file equals that of a single reader, byte for byte.
struct ParsedChunkTests {
    /// Everything varies: repeated or removed symbols, quotes, formats that change midway, duplicate columns.
    @Test(arguments: [71, 72, 73, 74, 75, 76] as [UInt64])
    func chunksGiveTheSameFile(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: 1500, using: &generator)
        try expectSameFile(text, partBytes: 1...200, &generator)
    }

    /// Texts that are all distinct, which the builder stores per row; some repeat from row to row, or are empty.
    @Test func newTextsGiveTheSameFile() throws {
        var generator = SeededGenerator(seed: 77)
        var text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\n#ETF::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\n"
        text += "#REMOVED::=TYPE,SYMBOL\n"
        var description = ""
        for row in 0..<12_000 {
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: break
            case 1: description = ""
            case 2: description = "\"Company \"\"\(row)\"\", quoted\""
            default: description = "Company \(row)"
            }
            let type = Int.random(in: 0..<9, using: &generator) == 0 ? "ETF" : "STOCK"
            switch Int.random(in: 0..<50, using: &generator) {
            case 0: text += "REMOVED,S\(row / 2)\n"
            case 1: text += "\(type),,\(description),USD\n"
            default: text += "\(type),S\(row),\(description),\(row % 700 < 350 ? "USD" : "EUR")\n"
            }
        }
        try expectSameFile(Array(text.utf8), partBytes: 2000...20_000, &generator)
    }

    private func expectSameFile(
        _ text: [UInt8], partBytes: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) throws {
        let folder = try TemporaryFolder()
        let whole = try Building.builder(text).write(to: folder.path("whole"))
        let parted = try builder(text, partBytes: partBytes, &generator).write(to: folder.path("parted"))
        #expect(parted.records == whole.records)
        #expect(parted.instruments == whole.instruments)
        #expect(parted.duplicates == whole.duplicates)
        #expect(parted.removedRecords == whole.removedRecords)
        #expect(parted.withoutSymbol == whole.withoutSymbol)
        #expect(parted.withoutType == whole.withoutType)
        let files = try ["whole", "parted"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(files[0] == files[1])
    }

    /// A builder of the text, about half of which it receives as parsed chunks.
    private func builder(
        _ text: [UInt8], partBytes: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) throws -> CatalogBuilder {
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        var reader = RecordReader()
        var parts = 0
        var start = 0
        while start < text.count {
            var end = min(text.count, start + Int.random(in: partBytes, using: &generator))
            while end < text.count, text[end - 1] != ASCII.lineFeed { end += 1 }
            let piece = text.span.extracting(start..<end)
            start = end
            if Bool.random(using: &generator),
                let part = reader.parts.read(piece, offset: reader.bytesRead, into: builder.newPart()),
                try reader.take(part, into: &builder)
            {
                parts += 1
            } else {
                try reader.read(piece, into: &builder)
            }
        }
        try reader.finish(into: &builder)
        #expect(parts > 10)
        return builder
    }
}

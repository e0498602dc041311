import Foundation
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import CatalogHistory
@testable import InstrumentCatalog

/// Damaged files are rejected with a clear message, or give the original answers; they never crash.
struct FileDamageTests {
    static let text = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,ISIN,ICB,AUTOCOMPLETE_WEIGHT
        #OPTION::=TYPE,SYMBOL,UNDERLYING,MULTIPLIER,EXPIRATION,STRIKE,CFI
        #REMOVED::=TYPE,SYMBOL
        STOCK,IBM,Big Blue,USD,US4592001014,9533,70
        STOCK,THYAO:TR,Türk Hava Yolları,TRY,TRATHYAO91M5,5751,
        OPTION,.IBM261218C150,IBM,100,2026-12-18,150,OCASPS
        OPTION,.IBM261218C152.5,IBM,100,2026-12-18,152.5,OPASPS
        #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION
        FUTURE,/ESZ26:XCME,/ES,2026-12-18
        REMOVED,OLD

        """

    /// The answers of the public API, and of some internal types, for comparison.
    private static func answers(_ catalog: Catalog) -> [String] {
        var answers = EveryQuestion.answers(catalog)
        for column in catalog.file.rows.columns {
            for text in ["IBM", "150", "2026-12-18", "9533"] {
                answers.append("\(column.id(of: text.utf8Span.span) as UInt32?)")
            }
            answers.append("\(column.ids(withPrefix: "TR".utf8Span.span))")
        }
        return answers + ["\(catalog.file.rows.symbolPositions(withPrefix: ".IBM".utf8Span.span))"]
    }

    /// A file with all kinds of sections, including the history of two earlier states.
    private static func written(_ folder: TemporaryFolder) throws -> [UInt8] {
        let before = [
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,COLOUR\nSTOCK,IBM,Big,US4592001014,blue\nSTOCK,GONE,Gone,US30303M1027,\n",
            text.replacing("STOCK,IBM,Big Blue", with: "STOCK,NEW,Gone,USD,US30303M1027,,\nSTOCK,IBM,Big"),
            text,
        ]
        for (index, text) in before.enumerated() {
            var builder = try Building.builder(text)
            builder.notes = ["etag": "\"abc\""]
            builder.keepsHistory = true
            builder.validFrom = Instant(milliseconds: Int64(index) * 1000)
            _ = try builder.write(to: folder.path("whole"))
        }
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path("whole"))))
    }

    /// Opens `bytes` as a file without checking any section, as for large files. Each call overwrites the same file,
    /// because creating thousands of files is slow. The previous catalog no longer maps it.
    private static func open(
        _ bytes: [UInt8], _ folder: TemporaryFolder, checking limit: Int = 0
    ) throws -> Catalog {
        let path = folder.path("damaged")
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(bytes.count))
        try file.seek(toOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
        return Catalog(try CatalogFile.open(path, checking: limit))
    }

    @Test func everyFlippedByte() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        let expected = Self.answers(try Self.open(bytes, folder))
        for index in bytes.indices {
            for mask in [0x01, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] ^= mask
                guard let catalog = try? Self.open(damaged, folder) else { continue }
                // Queries dominate the time, so each byte is queried with only one of the two masks.
                let asks = (mask == 0xFF) == (index % 2 == 0)
                do throws(CatalogError) {
                    try catalog.verify()
                    if asks { #expect(Self.answers(catalog) == expected, "byte \(index), mask \(mask)") }
                } catch {
                    #expect(error.kind == .damaged)
                    // An unverified catalog may give any answer, but must not crash.
                    if asks { _ = Self.answers(catalog) }
                }
            }
        }
    }

    /// Opening a small catalog checks everything but its padding. `everyFlippedByte` compares answers.
    @Test func everyFlippedByteIsFoundWhenOpened() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        var opened = 0
        for index in bytes.indices {
            for mask in [0x01, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] ^= mask
                let limit = CatalogFile.checkedWhenOpened
                if (try? Self.open(damaged, folder, checking: limit)) != nil { opened += 1 }
            }
        }
        // Only the padding between sections isn't checked.
        let entries = try Self.open(bytes, folder).file.rows.sections.table.entries
        let covered = CatalogHeader.length + entries.reduce(0) { $0 + $1.length + SectionTable.entryLength }
        #expect(opened == 2 * (bytes.count - covered))
    }

    /// With damage in the history, the slow queries return answers or a clear error.
    @Test func damagedHistoryDoesNotCrash() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        let kinds = 112...116 as ClosedRange<UInt32>
        let sections = try Self.open(bytes, folder).file.rows.sections.table.entries.filter { kinds.contains($0.kind) }
        #expect(sections.count == kinds.count)
        for section in sections {
            for index in stride(from: section.offset, to: section.offset + section.length, by: 3) {
                var damaged = bytes
                damaged[index] ^= [0x01, 0x80, 0xFF][index % 3]
                let catalog = try Self.open(damaged, folder)
                for symbol in ["IBM", "NEW", "GONE"] {
                    _ = try? catalog.lives(of: symbol)
                    _ = try? catalog.removal(of: symbol)
                }
                for limit in [0, Int.max] {
                    _ = try? catalog.asOf(Instant(milliseconds: 0), overlaying: limit).search("big")
                }
                _ = try? catalog.removedInstruments()
                #expect(throws: CatalogError.self) { try catalog.verify() }
            }
        }
    }

    /// The fuzzer's findings, and its initial corpus.
    @Test func seedsOfTheFuzzerDoNotCrash() throws {
        let seeds = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzz/Seeds/CatalogBytes")
        let folder = try TemporaryFolder()
        let files = try FileManager.default.contentsOfDirectory(at: seeds, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            var bytes = [UInt8](try Data(contentsOf: file))
            for isSealed in [false, true] {
                if isSealed { SealedBytes.seal(&bytes) }
                guard let catalog = try? Self.open(bytes, folder) else { continue }
                _ = Self.answers(catalog)
                try? catalog.verify()
            }
        }
    }

    @Test func everyTruncationIsAnError() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        for count in bytes.indices {
            #expect(throws: CatalogError.self, "\(count) bytes") {
                try Self.open(Array(bytes[..<count]), folder)
            }
        }
        #expect(throws: CatalogError.self) { try Self.open(bytes + [0], folder) }
    }

    /// Damage with recomputed checksums: the checksums are right, the numbers between them are not.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func sealedNonsenseDoesNotCrash(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<800 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 16..<bytes.count, using: &generator) & ~3
                let word = [
                    0, 1, .max, .max - 1, 0x8000_0000, UInt32.random(in: 0...255, using: &generator),
                    .random(in: 0 ... .max, using: &generator),
                ]
                .randomElement(using: &generator)!
                for byte in 0..<4 where index + byte < damaged.count {
                    damaged[index + byte] = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))
                }
            }
            SealedBytes.seal(&damaged)
            guard let catalog = try? Self.open(damaged, folder) else { continue }
            _ = Self.answers(catalog)
            try? catalog.verify()
        }
    }

    @Test func damageIsDescribedInTheError() throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        func message(_ bytes: [UInt8]) throws -> String {
            let error = #expect(throws: CatalogError.self) { try Self.open(bytes, folder).verify() }
            return try #require(error).reason
        }
        #expect(
            try message([])
                == "isn't a catalog: it starts with nothing, expected 89 49 50 46 43 0D 0A 1A; name a file that `ipf import` wrote"
        )
        #expect(
            try message(Array("#STOCK::=TYPE,SYMBOL\n".utf8))
                == "isn't a catalog: it starts with 23 53 54 4F 43 4B 3A 3A, expected 89 49 50 46 43 0D 0A 1A; "
                + "name a file that `ipf import` wrote")
        #expect(
            try message(Array(bytes[..<20])) == "found 20 bytes, expected at least 64: it is truncated; import it "
                + "again")
        #expect(
            try message(Array(bytes.dropLast()))
                == "found \(bytes.count - 1) bytes, expected \(bytes.count): it is truncated or overwritten; import "
                + "it again"
        )
        var newer = bytes
        newer[8] = 2
        #expect(
            try message(newer)
                == "has format version 2, but this program reads version 1; update the program, or import the catalog "
                + "again"
        )
        var flagged = bytes
        flagged[14] = 1
        #expect(
            try message(flagged)
                == "section header is damaged: its checksum does not match; restore the file, or import it again"
        )
        var damaged = bytes
        let catalog = try Self.open(bytes, folder)
        let isin = try #require(
            catalog.file.rows.sections.table.entries.first { catalog.file.sectionName($0) == "values of ISIN" })
        damaged[isin.offset + isin.length - 1] ^= 1
        #expect(
            try message(damaged)
                == "section values of ISIN is damaged: its checksum does not match; restore the file, or import it "
                + "again"
        )
    }

    @Test func missingFilesAndFoldersAreErrors() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: CatalogError.self) { try Catalog.open(folder.path("none")) }
        #expect(missing?.description == "catalog \(folder.path("none")): can't open it: No such file or directory")
        let directory = #expect(throws: CatalogError.self) { try Catalog.open(folder.url.path) }
        #expect(directory?.reason == "is not a file; expected a catalog written by `ipf import`")
    }
}

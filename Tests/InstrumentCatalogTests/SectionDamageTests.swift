import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// Sections with random content and correct checksums: every query answers or reports an error, and none traps.
struct SectionDamageTests {
    private static let text =
        FileDamageTests.text + """
            #PRODUCT::=TYPE,SYMBOL,DESCRIPTION
            PRODUCT,/ES,E-mini
            #SPREAD::=TYPE,SYMBOL
            SPREAD,=/ESZ26:XCME-/ESH27:XCME
            #CRYPTO::=TYPE,SYMBOL
            CRYPTO,BTC/USD
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL,LOCAL_DESCRIPTION
            STOCK,THYAO,Turk Hava,THYAO,Türk Hava Yolları
            #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION
            FUTURE,/ESH27:XCME,/ES,2027-03-19

            """

    /// The ways to overwrite a section.
    enum Damage: CaseIterable {
        case secondHalf, zeros, ones, shifted, random

        func apply(to section: inout ArraySlice<UInt8>, _ generator: inout SeededGenerator) {
            let bytes = Array(section)
            for (place, index) in section.indices.enumerated() {
                switch self {
                case .secondHalf: if place >= bytes.count / 2 { section[index] = 0xFF }
                case .zeros: section[index] = 0
                case .ones: section[index] = 0xFF
                case .shifted: section[index] = bytes[(place + 4) % bytes.count]
                // The first eight bytes are counts, which are preserved: most wrong counts would be detected at once.
                case .random: if place >= 8 { section[index] = .random(in: 0...255, using: &generator) }
                }
            }
        }
    }

    /// A catalog with sections of all kinds.
    private static func written(_ folder: TemporaryFolder) throws -> [UInt8] {
        for (index, text) in [text.replacing("Big Blue", with: "Blue"), text].enumerated() {
            var builder = try Building.builder(text)
            builder.notes = ["etag": "\"abc\""]
            builder.keepsHistory = true
            builder.aliases = try AliasTable(parsing: "IBM, Big Blue\n")
            builder.validFrom = Instant(milliseconds: Int64(index) * 1000)
            _ = try builder.write(to: folder.path("whole"))
        }
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path("whole"))))
    }

    @Test(arguments: Damage.allCases)
    func overwrittenSectionsDoNotCrash(damage: Damage) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.written(folder)
        let table = try CatalogFile.open(folder.path("whole")).rows.sections.table
        var generator = SeededGenerator(seed: 65)
        let path = folder.path("damaged")
        for entry in table.entries where entry.length > 0 {
            var damaged = bytes
            damage.apply(to: &damaged[entry.offset..<(entry.offset + entry.length)], &generator)
            SealedBytes.seal(&damaged)
            try Data(damaged).write(to: URL(filePath: path))
            guard let file = try? CatalogFile.open(path) else { continue }
            try file.verify()
            _ = EveryQuestion.answers(Catalog(file))
            EveryQuestion.askFurther(Catalog(file))
        }
    }

    /// A wrong number of rows cannot cause endless loops, because sections limit the number of rows.
    @Test(arguments: [0, 1, 9, 4_294_967_295] as [UInt32])
    func aWrongRowCountIsFoundWhenOpened(count: UInt32) throws {
        let folder = try TemporaryFolder()
        var bytes = try Self.written(folder)
        for byte in 0..<4 { bytes[24 + byte] = UInt8(truncatingIfNeeded: count >> UInt32(8 * byte)) }
        SealedBytes.seal(&bytes)
        let path = folder.path("forged")
        try Data(bytes).write(to: URL(filePath: path))
        let error = #expect(throws: CatalogError.self) { try CatalogFile.open(path) }
        #expect(
            error?.reason
                == "section header is damaged: it declares \(count) rows, but section symbol order has 10; "
                + "restore the file, or import it again")
    }
}

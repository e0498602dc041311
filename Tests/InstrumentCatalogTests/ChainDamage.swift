import Foundation
import TestSupport

@testable import CatalogCore
@testable import InstrumentCatalog

/// Files with an intact header and section table, and damaged sections.
enum Damage {
    /// Changes some bytes of a section, and opens the catalog without verification. If opening detects the damage,
    /// changes other bytes.
    static func anySection(
        of catalog: Catalog, in folder: TemporaryFolder, using generator: inout SeededGenerator
    ) throws -> Catalog {
        while true {
            let path = try damaged(catalog, folder, &generator)
            if let file = try? CatalogFile.open(path, checking: 0) { return Catalog(file) }
        }
    }

    /// The path of a copy of the catalog with some bytes of a section changed.
    private static func damaged(
        _ catalog: Catalog, _ folder: TemporaryFolder, _ generator: inout SeededGenerator
    ) throws -> String {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: catalog.path)))
        let entries = catalog.file.rows.sections.table.entries.filter {
            $0.length > 0 && $0.kind != SectionKind.fields.rawValue
        }
        let entry = entries.randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
            // Often changes the first bytes, because they have the counts on which everything else depends.
            let length = Bool.random(using: &generator) ? min(entry.length, 32) : entry.length
            let offset = entry.offset + Int.random(in: 0..<length, using: &generator)
            bytes[offset] = [0, 1, 0x7F, 0xFF, .random(in: 0...255, using: &generator)].randomElement(
                using: &generator)!
        }
        let path = folder.path("damaged")
        try? FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// When sections are checked: some when a catalog is opened, all before a new file is built from it.
struct CatalogChecksTests {
    /// A note that is larger than the sections that are checked when a catalog is opened.
    static let largeNote = String(repeating: "0123456789abcdef", count: 1 << 17)

    /// Writes a catalog with a section that is too large to be checked when it is opened; the last byte of section
    /// `damaged` is changed.
    static func write(_ path: String, damaged section: SectionKind? = nil) throws {
        var builder = try Building.builder(FileDamageTests.text)
        builder.notes = ["large": largeNote]
        _ = try builder.write(to: path)
        if let section { try damage(path, section) }
    }

    /// Changes a section's last byte in place.
    static func damage(_ path: String, _ kind: SectionKind) throws {
        let entry = try #require(
            CatalogFile.open(path, checking: 0).rows.sections.table.entries.first { $0.kind == kind.rawValue })
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let place = UInt64(entry.offset + entry.length - 1)
        try file.seek(toOffset: place)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: place)
        try file.write(contentsOf: [byte ^ 1])
        try file.close()
    }

    private static let sentence =
        "section notes is damaged: its checksum does not match; restore the file, or import it again"

    @Test func smallSectionsAreCheckedWhenOpened() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog")
        try Self.write(path)
        #expect(!(try Catalog.open(path).file.isChecked))
        for kind in [SectionKind.symbolSlots, .searchWords, .values] {
            try Self.write(path, damaged: kind)
            let error = #expect(throws: CatalogError.self) { try Catalog.open(path) }
            #expect(error?.kind == .damaged)
        }
        try Self.write(path, damaged: .notes)
        let catalog = try Catalog.open(path)
        #expect(catalog["IBM"]?.description == "Big Blue")
        let error = #expect(throws: CatalogError.self) { try catalog.verify() }
        #expect(error?.reason == Self.sentence)
    }

    @Test func catalogsAreVerifiedBeforeTheyAreMerged() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog")
        try Self.write(path, damaged: .notes)
        let damaged = try Catalog.open(path)
        let merge = #expect(throws: CatalogError.self) {
            var builder = CatalogBuilder()
            try builder.append(contentsOf: damaged)
        }
        #expect(merge?.reason == Self.sentence)
        let live = #expect(throws: CatalogError.self) { _ = try LiveCatalog.open(path: path) }
        #expect(live?.reason == Self.sentence)
        // An import still replaces the file, as the error advises.
        var builder = try Building.builder("#STOCK::=TYPE,SYMBOL\nSTOCK,NEW\n")
        builder.previous = damaged
        #expect(try builder.write(to: path).removedSymbols == 0)
        #expect(try Catalog.open(path).count == 1)
    }

    @Test func compactionChecksEachFileOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        var options = LiveCatalogOptions()
        options.compactAfter = .max
        let live = try LiveCatalog.open(path: path, options: options)
        try live.setNotes(["large": Self.largeNote])
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        try live.compact()
        #expect(!live.view.file.isChecked)
        try Self.damage(path, .notes)
        let damaged = try Data(contentsOf: URL(filePath: path))
        try live.apply([LiveCatalogTests.profile("STOCK", "B")])
        let error = #expect(throws: CatalogError.self) { try live.compact() }
        #expect(error?.reason == Self.sentence)
        #expect(live.status.compactionError == error)
        #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
        #expect(live.view["B"] != nil)
        // The damage is repaired. Once the file has been verified, it isn't checked again.
        try Self.damage(path, .notes)
        try live.view.verify()
        #expect(live.view.file.isChecked)
        try live.compact()
        #expect(live.status.compactionError == nil)
    }
}

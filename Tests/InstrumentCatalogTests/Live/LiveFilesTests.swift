import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Where a live catalog has its files, and which files it must not change.
@Suite struct LiveFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    /// A symbolic link and the file's own name open the same catalog, with one lock and one journal. A compaction
    /// preserves the link.
    @Test func aLinkLeadsToTheSameCatalog() throws {
        try FileManager.default.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "data/all.catalog")
        let live = try LiveCatalog.open(path: folder.path("link"))
        #expect(live.path == folder.path("data/all.catalog"))
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        let inUse = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: folder.path("data/all.catalog")) }
        #expect(inUse?.kind == .inUse)
        try live.compact()
        try live.apply([LiveCatalogTests.profile("STOCK", "B")])
        try live.close()
        #expect(try names == ["data", "link"])
        #expect(try Catalog.open(folder.path("link")).count == 1)
        let again = try LiveCatalog.open(path: folder.path("data/all.catalog"))
        #expect(again.view.count == 2)
        try again.close()
    }

    /// A pipe with the name of a journal is rejected without waiting.
    @Test func aPipeWithTheNameOfAJournalIsRefused() throws {
        try LiveCatalog.open(path: folder.path("all.catalog")).close()
        try folder.makePipe("all.catalog.journal-2")
        let before = try names
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: folder.path("all.catalog")) }
        #expect(error?.kind == .io && error?.path == folder.path("all.catalog.journal-2"))
        #expect(try names == before)
    }

    /// If a file with the name of the next journal appears, compaction fails, the file is untouched, and nothing is
    /// lost.
    @Test func anotherFileWithTheNextJournalsNameIsNotReplaced() throws {
        let live = try LiveCatalog.open(path: folder.path("all.catalog"))
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("all.catalog.journal-2"), withDestinationPath: "/dev/null")
        let error = #expect(throws: CatalogError.self) { try live.compact() }
        #expect(error?.reason == "is a device, and only a file can be replaced; name a file")
        #expect(live.view.count == 1)
        try live.close()
        try FileManager.default.removeItem(atPath: folder.path("all.catalog.journal-2"))
        let again = try LiveCatalog.open(path: folder.path("all.catalog"))
        #expect(again.view["A"] != nil)
        try again.close()
    }
}

import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Locks determine which programs may replace a catalog's file, and when.
struct LockTests {
    private static func builder(_ symbol: String) throws -> CatalogBuilder {
        var builder = CatalogBuilder()
        try builder.append(LiveCatalogTests.profile("STOCK", symbol))
        return builder
    }

    private static let sentence =
        "this process has it open for changes, and would overwrite the new file; close it there first, or write "
        + "another file"

    @Test func aLiveCatalogIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        let live = try LiveCatalog.open(path: path)
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        let before = try Data(contentsOf: URL(filePath: path))
        let error = #expect(throws: CatalogError.self) { _ = try Self.builder("IMPORTED").write(to: path) }
        #expect(error?.kind == .inUse && error?.path == path)
        #expect(error?.reason == Self.sentence)
        let early = #expect(throws: CatalogError.self) { _ = try CatalogWriteLock(path: path) }
        #expect(early == error)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        // The catalog's own compactions still work.
        try live.compact()
        #expect(try Catalog.open(path)["A"] != nil)
        try live.close()
        _ = try Self.builder("IMPORTED").write(to: path)
        #expect(try Catalog.open(path)["IMPORTED"] != nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.sorted() == ["live", "live.journal-2", "live.lock"])
    }

    /// A link leads to the same lock, and to the same file.
    @Test func linksLeadToTheSameLock() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        for (link, target) in [("link", "live"), ("second", folder.path("link"))] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        let live = try LiveCatalog.open(path: folder.path("second"))
        for name in ["live", "link", "second"] {
            let error = #expect(throws: CatalogError.self) { _ = try Self.builder("B").write(to: folder.path(name)) }
            #expect(error?.kind == .inUse, "\(name)")
            #expect(throws: CatalogError.self, "\(name)") { _ = try LiveCatalog.open(path: folder.path(name)) }
        }
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        try live.compact()
        #expect(try Catalog.open(path)["A"] != nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "live")
        #expect(LiveFolder(path: folder.path("none")).path == folder.path("none"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("round"), withDestinationPath: "round")
        #expect(LiveFolder(path: folder.path("round")).path == folder.path("round"))
    }

    /// Two imports share the lock; a live catalog waits for neither, and fails to open.
    @Test func aCatalogBeingWrittenCannotBeOpenedForChanges() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        try LiveCatalog.open(path: path).close()
        let writers = [try CatalogWriteLock(path: path), try CatalogWriteLock(path: path)]
        let error = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: path) }
        #expect(error?.reason == "another program is rewriting it; try again later")
        _ = try Self.builder("A").write(to: path)
        withExtendedLifetime(writers) {}
    }

    /// A catalog that was never opened for changes has no lock file, so the lock is tried once more before the file is
    /// replaced.
    @Test func aLockCreatedMeanwhileIsRespected() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        _ = try Self.builder("OLD").write(to: path)
        let lock = try CatalogWriteLock(path: path)
        let live = try LiveCatalog.open(path: path)
        let error = #expect(throws: CatalogError.self) {
            _ = try Self.builder("NEW").write(to: path) { () throws(CatalogError) in try lock.renew() }
        }
        #expect(error?.reason == Self.sentence)
        #expect(try Catalog.open(path)["OLD"] != nil)
        try live.close()
        try lock.renew()
    }

    /// A program without locks, such as `mv`, replaces the file.
    @Test func compactionNeverOverwritesAnotherFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("live")
        let live = try LiveCatalog.open(path: path)
        try live.apply([LiveCatalogTests.profile("STOCK", "A")])
        _ = try Self.builder("MOVED").write(to: folder.path("other"))
        let state = JournalTests.state(live.view)
        _ = unsafe rename(folder.path("other"), path)
        let error = #expect(throws: CatalogError.self) { try live.compact() }
        #expect(
            error?.description
                == "catalog \(path): the file was replaced while the catalog was open for changes; the changes remain "
                + "in the journal beside it; restore the file, or delete the journal and open it again")
        #expect(try Catalog.open(path)["MOVED"] != nil)
        #expect(JournalTests.state(live.view) == state)
        try live.close()
        #expect(throws: CatalogError.self) { try LiveCatalog.open(path: path) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasSuffix(".tmp") })
    }

    /// The file system is read-only.
    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func unwritableFoldersAreErrors() throws {
        let folder = try SmallFileSystem(kilobytes: 1024)
        let path = folder.path("live")
        _ = try Self.builder("A").write(to: path)
        try folder.makeReadOnly()
        let live = #expect(throws: CatalogError.self) { try LiveCatalog.open(path: path) }
        #expect(live?.description == "catalog \(path).lock: can't create it: Read-only file system")
        let written = #expect(throws: CatalogError.self) { _ = try Self.builder("B").write(to: path) }
        #expect(written?.reason == "can't create a file beside it: Read-only file system")
        #expect(LiveCatalog.inspectJournals(of: try Catalog.open(path)) == JournalInspection())
    }
}

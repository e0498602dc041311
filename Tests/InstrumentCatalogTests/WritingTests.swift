import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Writing produces the complete new file, or leaves the old file unchanged. Equal input gives equal bytes.
struct WritingTests {
    private static func text(_ description: String, count: Int = 50) -> String {
        "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n" + (0..<count).map { "STOCK,S\($0),\(description) \($0)\n" }.joined()
    }

    @Test func equalInputGivesEqualBytes() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 99)
        let text = RandomUniverse.text(records: 2000, using: &generator)
        var files: [Data] = []
        for name in ["a", "b"] {
            _ = try Building.builder(text).write(to: folder.path(name))
            files.append(try Data(contentsOf: URL(filePath: folder.path(name))))
        }
        #expect(files[0] == files[1])
    }

    @Test func openCatalogsSurviveReplacement() throws {
        let folder = try TemporaryFolder()
        let (old, _) = try Building.catalog(Self.text("old"), in: folder)
        let (new, _) = try Building.catalog(Self.text("new", count: 3), in: folder)
        #expect(old.count == 50)
        #expect(old["S7"]?.description == "old 7")
        try old.verify()
        #expect(new.count == 3)
        #expect(new["S7"] == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["catalog"])
    }

    @Test func concurrentBuildersLeaveOneCompleteFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("catalog")
        try await withThrowingTaskGroup { group in
            for description in ["one", "two", "three", "four"] {
                group.addTask {
                    _ = try Building.builder(Self.text(description, count: 500)).write(to: path)
                }
            }
            try await group.waitForAll()
        }
        let catalog = try Catalog.open(path)
        try catalog.verify()
        #expect(catalog.count == 500)
        let word = try #require(catalog["S0"]?.description.dropLast(2))
        #expect((0..<500).allSatisfy { catalog["S\($0)"]?.description == "\(word) \($0)" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["catalog"])
    }

    /// Unfinished files of killed importers are removed. Files still being written, and other files, remain.
    @Test func unfinishedFilesOfKilledImportersAreRemoved() throws {
        let folder = try TemporaryFolder()
        let kept = [
            ".catalog.7-written.tmp", ".other.12-abc.tmp", ".catalog.12.tmp", ".catalog.12-.tmp", ".catalog.a-b.tmp",
            ".catalog.12-abc.tmp2", "catalog.12-abc.tmp",
        ]
        let stale = [".catalog.12-abc.tmp", ".catalog.999999999-0z.tmp"]
        for name in kept + stale { try Data(name.utf8).write(to: URL(filePath: folder.path(name))) }
        try FileManager.default.createDirectory(
            atPath: folder.path(".catalog.5-folder.tmp"), withIntermediateDirectories: false)
        let written = unsafe open(folder.path(kept[0]), O_RDONLY | O_CLOEXEC)
        defer { close(written) }
        #expect(flock(written, LOCK_EX | LOCK_NB) == 0)
        _ = try Building.builder(Self.text("x")).write(to: folder.path("catalog"))
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(found == (kept + ["catalog", ".catalog.5-folder.tmp"]).sorted())
    }

    /// The thread sanitizer (`make tsan`) also checks this: eight tasks run every kind of query on one catalog while
    /// the file is replaced.
    @Test func concurrentReadersGetEqualAnswers() async throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Building.catalog(Self.text("x", count: 3000), in: folder)
        let mixed = try Building.catalog(FileDamageTests.text, in: folder, name: "mixed").catalog
        let expected = EveryQuestion.answers(mixed)
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for index in stride(from: task, to: 3000, by: 8) {
                        #expect(catalog["S\(index)"]?.description == "x \(index)")
                    }
                    for _ in 0..<3 { #expect(EveryQuestion.answers(mixed) == expected) }
                    #expect((try? catalog.search("x 7", limit: 3))?.hits.count == 3)
                }
            }
            group.addTask { _ = try Building.catalog(Self.text("y", count: 10), in: folder, name: "mixed") }
            try await group.waitForAll()
        }
        #expect(try Catalog.open(folder.path("mixed")).count == 10)
    }

    @Test func unwritableFoldersAreErrors() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: CatalogError.self) {
            _ = try Building.builder(Self.text("x")).write(to: folder.path("none/catalog"))
        }
        #expect(missing?.reason == "can't create a file beside it: No such file or directory")
        let directory = #expect(throws: CatalogError.self) {
            _ = try Building.builder(Self.text("x")).write(to: folder.url.path)
        }
        #expect(directory?.reason == "can't replace it: Is a directory")
        let slash = #expect(throws: CatalogError.self) {
            _ = try Building.builder(Self.text("x")).write(to: folder.url.path + "/")
        }
        #expect(slash?.reason == "is the path of a folder; expected a file to write")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    /// Like the command, the library refuses to replace a device, a pipe or a folder, and follows a link.
    @Test func onlyRegularFilesAreReplaced() throws {
        let folder = try TemporaryFolder()
        try folder.makePipe("pipe")
        try FileManager.default.createSymbolicLink(atPath: folder.path("null"), withDestinationPath: "/dev/null")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "new")
        for (name, kind) in [("pipe", "a named pipe"), ("null", "a device"), ("/dev/null", "a device")] {
            let path = name.hasPrefix("/") ? name : folder.path(name)
            for write in [
                { _ = try Building.builder(Self.text("x")).write(to: path) },
                { _ = try LiveCatalog.open(path: path) },
            ] {
                let error = #expect(throws: CatalogError.self) { try write() }
                #expect(
                    error?.description == "catalog \(path): is \(kind), and only a file can be replaced; name a file")
            }
        }
        _ = try Building.builder(Self.text("x")).write(to: folder.path("link"))
        #expect(try Catalog.open(folder.path("new")).count == 50)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
                "link", "new", "null", "pipe",
            ])
    }

    /// Uses a file system of 64 kB, because exceeding a limit on file sizes would end the test process.
    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func aFullDiskLeavesTheOldFile() throws {
        let folder = try SmallFileSystem(kilobytes: 64)
        _ = try Building.builder(Self.text("old")).write(to: folder.path("catalog"))
        let old = try Catalog.open(folder.path("catalog"))
        var generator = SeededGenerator(seed: 5)
        let noise = (0..<4000).map { "STOCK,S\($0),\(UInt64.random(in: 0 ... .max, using: &generator))\n" }.joined()
        let error = #expect(throws: CatalogError.self) {
            _ = try Building.builder("#STOCK::=TYPE,SYMBOL,DESCRIPTION\n" + noise).write(to: folder.path("catalog"))
        }
        #expect(error?.reason == "can't write it: No space left on device")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["catalog"])
        let again = try Catalog.open(folder.path("catalog"))
        try again.verify()
        #expect(again["S7"] == old["S7"])
    }
}

import CatalogSync
import Foundation
import TestSupport
import Testing

/// Imports from scripted sources.
@Suite(.timeLimit(.minutes(60))) struct CatalogImporterTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("all.ipfc")
    }

    private func write(_ name: String, _ text: [UInt8]) throws -> SourceAddress {
        try Data(text).write(to: URL(filePath: folder.path(name)))
        return try SourceAddress(parsing: folder.path(name))
    }

    private func run(
        _ sources: [SourceAddress], _ observer: Observer? = nil,
        _ change: (inout CatalogImportOptions) -> Void = { _ in }
    ) throws -> CatalogImportSummary {
        var options = CatalogImportOptions()
        options.ingest.retry.retries = 0
        change(&options)
        return try CatalogImporter(sources, to: path, options: options).run(observer)
    }

    /// An observer that logs its calls.
    private final class Observer: CatalogImportObserver {
        var told: [String] = []

        func replacesDamaged(_ error: CatalogError) { told.append("damaged") }
        func willRead(_ address: SourceAddress, _ options: inout IngestOptions) { told.append("reads") }
        func didRead(_ report: SnapshotReport) { told.append(report.notModified ? "unchanged" : "read") }
        func malformed(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) {
            told.append("malformed \(text.count)")
        }
        func willWrite() { told.append("writes") }
    }

    // MARK: Unchanged sources

    /// Sources whose entity tags have not changed are not read again.
    @Test func unchangedSourcesAreNotReadAgain() throws {
        let tags = VersionTags()
        let server = try LoopbackServer { request in
            let tag = tags[request.path]
            if request.headers["if-none-match"] == tag { return [.response(304, ["ETag": tag])] }
            return [.response(200, ["ETag": tag], Script.snapshot([request.path: tag.filter(\.isNumber)]))]
        }
        let sources = try ["/a", "/b"].map { try SourceAddress(parsing: server.url + $0) }
        let observer = Observer()
        #expect(try run(sources, observer).build?.instruments == 2)
        #expect(observer.told == ["reads", "read", "reads", "read", "writes"])
        observer.told = []
        let same = try run(sources, observer)
        #expect(same.build == nil && same.sources.isEmpty && same.refusal == nil && same.unchanged?.count == 2)
        #expect(observer.told == ["reads", "unchanged", "reads", "unchanged"])
        // The second source has changed, so the first must be read after all.
        tags["/b"] = "\"2\""
        observer.told = []
        #expect(try run(sources, observer).build?.instruments == 2)
        #expect(observer.told == ["reads", "unchanged", "reads", "reads", "read", "reads", "read", "writes"])
        #expect(try Catalog.open(path)["/b"]?.description == "2")
        // Other sources, another order, or another strictness require reading.
        #expect(try run([sources[1], sources[0]]).build != nil)
        #expect(try run([sources[1], sources[0]]) { $0.ingest.strictness = .lenient }.build != nil)
        #expect(try run([sources[1], sources[0]]) { $0.ingest.strictness = .lenient }.build == nil)
        #expect(try run([sources[1]]) { $0.rules.allowsShrink = true }.build != nil)
    }

    /// A file is read again only if its device, inode, size, time, beginning or end has changed.
    @Test(arguments: [false, true])
    func anUnchangedFileIsNotReadAgain(isCache: Bool) throws {
        func imported(_ source: SourceAddress) throws -> CatalogImportSummary {
            try run([source]) { $0.isCache = isCache }
        }
        func setTime(_ source: SourceAddress) throws {
            let attributes = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_763_704_800)]
            try FileManager.default.setAttributes(attributes, ofItemAtPath: try #require(source.path))
        }
        let source = try write("a.ipf", Script.snapshot(["A": "1"]))
        try setTime(source)
        #expect(try imported(source).build != nil)
        let same = try imported(source)
        #expect(same.build == nil && same.unchanged?.count == 1 && same.sources.isEmpty)
        // The bytes differ, but length, file and time are the same.
        _ = try write("a.ipf", Script.snapshot(["A": "2"]))
        try setTime(source)
        #expect(try imported(source).build != nil)
        #expect(try imported(source).build == nil)
        // A copy has another inode.
        let path = try #require(source.path)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)
        try setTime(source)
        #expect(try imported(source).build != nil)
        // The modification time differs.
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        #expect(try imported(source).build != nil)
        _ = try write("a.ipf", Script.snapshot(["A": "2", "B": "1"]))
        #expect(try imported(source).build?.instruments == 2)
        #expect(try imported(source).build == nil)
        // Lenient reading may give another result, so the file must be read again.
        #expect(try run([source]) { ($0.isCache, $0.ingest.strictness) = (isCache, .lenient) }.build != nil)
    }

    /// A file with faults is read, and its faults are reported, by each import.
    @Test func filesWithFaultsAreReadAgain() throws {
        let source = try write("a.ipf", Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\nFUND,B\n".utf8))
        for _ in 0..<2 { #expect(try run([source]) { $0.skipsMalformed = true }.rejected == 1) }
        let incomplete = try write("b.ipf", Array(Script.text(["A": "1"]).utf8))
        #expect(try run([incomplete]).build != nil)
        #expect(try run([incomplete]).build == nil)
        #expect(throws: CatalogSyncError.self) { try run([incomplete]) { $0.requiresComplete = true } }
    }

    // MARK: Catalogs that must not be replaced

    @Test func snapshotsThatRemoveTooMuchAreRefused() throws {
        let whole = Script.snapshot(["A": "1", "B": "1", "C": "1"])
        let source = try write("a.ipf", whole)
        _ = try run([source])
        // A third of the instruments, first without `##COMPLETE`, then with it.
        _ = try write("a.ipf", Array(Script.text(["A": "1"]).utf8))
        let cut = try run([source])
        #expect(cut.refusal?.cause == .incomplete && cut.refusal?.sources == [source.description])
        #expect(cut.build == nil && cut.unchanged?.count == 3 && cut.records == 1 && !cut.isComplete)
        _ = try write("a.ipf", Script.snapshot(["A": "1"]))
        #expect(try run([source]).refusal?.cause == .shrink)
        _ = try write("a.ipf", Script.snapshot([:]))
        #expect(try run([source]).refusal?.cause == .empty)
        #expect(try Catalog.open(path).count == 3)
        #expect(try run([source]) { $0.rules.allowsShrink = true }.build?.instruments == 0)
    }

    @Test func incompleteSourcesCanBeRefused() throws {
        let source = try write("a.ipf", Array(Script.text(["A": "1"]).utf8))
        let error = #expect(throws: CatalogSyncError.self) { try run([source]) { $0.requiresComplete = true } }
        #expect(
            error?.description
                == "\(source): no ##COMPLETE was found, so the source may be truncated; \(path) was not changed")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// A cache replaces a catalog of other sources, however many instruments this removes; an import would refuse. An
    /// empty cache is not written.
    @Test func aCacheReplacesTheCatalogOfOtherSources() throws {
        let first = try write("a.ipf", Script.snapshot(["A": "1", "B": "1", "C": "1"]))
        let second = try write("b.ipf", Script.snapshot(["D": "1"]))
        let empty = try write("c.ipf", Script.snapshot([:]))
        #expect(try run([empty]) { $0.isCache = true }.build == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try run([first])
        #expect(CatalogImporter([first], to: path).keptCatalog?.count == 3)
        #expect(CatalogImporter([second], to: path).keptCatalog == nil)
        #expect(try run([second]).refusal?.cause == .shrink)
        #expect(try run([second]) { $0.isCache = true }.build?.instruments == 1)
    }

    @Test func damagedCatalogsAreReplaced() throws {
        let source = try write("a.ipf", Script.snapshot(["A": "1"]))
        _ = try run([source])
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.lastRange(of: Data("STOCK".utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path))
        let observer = Observer()
        #expect(try run([source], observer).build?.instruments == 1)
        #expect(observer.told == ["damaged", "reads", "read", "writes"])
        try Catalog.open(path).verify()
    }

    // MARK: Records

    @Test func unreadableRecordsStopTheImportOrAreSkipped() throws {
        let source = try write("a.ipf", Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK,B,C\n##COMPLETE\n".utf8))
        let observer = Observer()
        #expect(throws: ProfileFormatError.self) { try run([source], observer) }
        #expect(observer.told == ["reads", "malformed 9"])
        #expect(!FileManager.default.fileExists(atPath: path))
        let summary = try run([source]) { $0.skipsMalformed = true }
        #expect(summary.rejected == 1 && summary.records == 1 && summary.build?.instruments == 1)
    }

    /// If the source changes before a broken download can resume, it is read from the beginning, and earlier records
    /// are discarded.
    @Test func aSourceThatStartsOverReplacesEarlierRecords() throws {
        let first = Array((Script.format + "STOCK,A,1\nX\n" + String(repeating: "STOCK,B,1\n", count: 20_000)).utf8)
        let server = try LoopbackServer { request in
            request.number == 0
                ? [
                    .response(
                        200, ["ETag": "\"1\"", "Content-Length": String(first.count), "Accept-Ranges": "bytes"],
                        Array(first.prefix(first.count / 2))), .reset,
                ]
                : [.response(200, ["ETag": "\"2\""], Script.snapshot(["C": "1"]))]
        }
        let summary = try run([SourceAddress(parsing: server.url + "/a.ipf")]) { options in
            options.skipsMalformed = true
            options.ingest.retry = RetryPolicy(retries: 2, firstWait: .milliseconds(1))
        }
        #expect(summary.rejected == 0 && summary.build?.instruments == 1)
        #expect(try Catalog.open(path)["C"] != nil)
    }

    // MARK: Merging

    @Test func aMergeAppliesChangesToTheBaseline() throws {
        _ = try run([write("a.ipf", Script.snapshot(["A": "1", "B": "1"]))])
        let base = try Catalog.open(path)
        let text = Script.format + "STOCK,B,2\nREMOVED,A,\nSTOCK,C,1\n"
        let source = try write("b.ipf", Array(text.utf8))
        var merged: [String] = []
        let result = try CatalogMerger([.source(source)], onto: base).run(to: path) { address, isComplete in
            merged.append("\(address == source) \(isComplete)")
        }
        #expect(merged == ["true false"] && !result.isComplete && result.build.instruments == 2)
        let catalog = try Catalog.open(path)
        #expect(catalog["A"] == nil && catalog["B"]?.description == "2" && catalog["C"] != nil)
        // Merging a catalog also removes the symbols that its last import removed.
        let again = try CatalogMerger([.catalog(catalog, source)], onto: base).run(to: folder.path("c.ipfc"))
        #expect(again.build.instruments == 2)
    }
}

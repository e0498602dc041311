import Foundation
import Synchronization
import TestSupport
import Testing

/// Commands that read a source instead of a catalog.
struct SourceCatalogTests {
    private let folder: TemporaryFolder
    private static let header = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"

    init() throws { folder = try TemporaryFolder() }

    private func ipf(_ arguments: String...) throws -> Command.Result {
        try Command.run(arguments, in: folder.url, environment: ["XDG_CACHE_HOME": folder.path("cache")])
    }

    private func write(_ records: String, to name: String = "all.ipf") throws {
        try Data((Self.header + records + "##COMPLETE\n").utf8).write(to: URL(filePath: folder.path(name)))
    }

    @Test func aFileIsReadAgainOnlyIfItHasChanged() throws {
        try write("STOCK,AAPL,Apple\nSTOCK,IBM,IBM\n")
        let first = try ipf("lookup", "all.ipf", "AAPL", "--format", "ipf")
        #expect(first.status == 0)
        #expect(first.output == Self.header + "STOCK,AAPL,Apple\n##COMPLETE\n")
        #expect(first.errors.hasPrefix("ipf: all.ipf: 2 instruments read into a catalog in "), "\(first.errors)")
        // The cache identifies a source by its absolute path, so all of these names share one cached catalog.
        for name in ["all.ipf", folder.path("all.ipf"), "file://" + folder.path("all.ipf")] {
            let again = try ipf("search", name, "apple")
            #expect(again.status == 0 && again.errors.isEmpty && again.output.contains("AAPL"), "\(name) \(again)")
        }
        // Any change is accepted, however many instruments it removes.
        try write("STOCK,AAPL,Apple\nSTOCK,B,B\nSTOCK,C,C\nSTOCK,D,D\n")
        #expect(try ipf("lookup", "all.ipf", "D").status == 0)
        try write("STOCK,AAPL,Apple Inc\n")
        let changed = try ipf("stats", "all.ipf")
        #expect(changed.output.hasPrefix("all.ipf\n  instruments                             1\n"), "\(changed.output)")
        #expect(changed.errors.hasPrefix("ipf: all.ipf: 1 instruments read into a catalog in "), "\(changed.errors)")
        #expect(try ipf("list", "all.ipf", "--format", "csv").errors.isEmpty)
    }

    @Test func truncatedSourcesAreReported() throws {
        try Data((Self.header + "STOCK,AAPL,Apple\n").utf8).write(to: URL(filePath: folder.path("cut.ipf")))
        let cut = try ipf("lookup", "cut.ipf", "AAPL")
        #expect(
            cut.status == 0 && cut.errors.contains("no ##COMPLETE was found, so the source may be truncated"),
            "\(cut.errors)")
    }

    @Test func filesWithoutInstrumentsAreErrors() throws {
        try Data("#STOCK::=TYPE,SYMBOL\n##COMPLETE\n".utf8).write(to: URL(filePath: folder.path("empty.ipf")))
        let empty = try ipf("lookup", "empty.ipf", "AAPL")
        #expect(empty.status == 3)
        #expect(empty.errors == "ipf: empty.ipf: neither a catalog nor a source with instruments\n")
        let missing = try ipf("lookup", "missing.ipf", "AAPL")
        #expect(missing.status == 4 && missing.errors.contains("missing.ipf"), "\(missing.errors)")
        try Data("no source\n".utf8).write(to: URL(filePath: folder.path("text")))
        let text = try ipf("lookup", "text", "AAPL")
        #expect(text.status == 3 && text.errors.contains("text: line 1"), "\(text.errors)")
    }

    @Test func anAddressIsReadAgainOnlyIfItHasChanged() throws {
        let body = Array((Self.header + "STOCK,AAPL,Apple\n##COMPLETE\n").utf8)
        let server = try LoopbackServer { request in
            if request.headers["if-none-match"] == "\"1\"" {
                return [.send(Array("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n".utf8))]
            }
            let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(body.count)\r\n\r\n"
            return [.send(Array(head.utf8) + body)]
        }
        let first = try ipf("lookup", server.url + "/all.ipf", "AAPL")
        #expect(first.status == 0 && first.output.contains("Apple"), "\(first.errors)")
        #expect(first.errors.contains("1 instruments read into a catalog"), "\(first.errors)")
        let second = try ipf("lookup", server.url + "/all.ipf", "AAPL")
        #expect(second.status == 0 && second.errors.isEmpty && second.output == first.output)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    }

    @Test func anUnavailableServerNamesTheCachedCatalog() throws {
        let isGone = Mutex(false)
        let body = Self.header + "STOCK,AAPL,Apple\n##COMPLETE\n"
        let server = try LoopbackServer { _ in
            let head = isGone.withLock { $0 } ? "HTTP/1.1 404 Not Found" : "HTTP/1.1 200 OK"
            return [.send(Array("\(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))]
        }
        #expect(try ipf("lookup", server.url + "/all.ipf", "AAPL").status == 0)
        isGone.withLock { $0 = true }
        let gone = try ipf("lookup", server.url + "/all.ipf", "AAPL")
        #expect(gone.status == 4 && gone.output.isEmpty)
        #expect(gone.errors.contains("404"), "\(gone.errors)")
        let kept = try #require(gone.errors.split(separator: "\n").first { $0.contains("is still available: ") })
        let path = kept.split(separator: " ").last.map(String.init) ?? ""
        #expect(try ipf("lookup", path, "AAPL").output.contains("Apple"))
    }

    @Test func theCacheIsListedAndCleared() throws {
        #expect(try ipf("cache").errors == "ipf: the cache is empty\n")
        for number in 1...10 {
            try write("STOCK,AAPL,Apple\n", to: "\(number).ipf")
            #expect(try ipf("lookup", "\(number).ipf", "AAPL").status == 0)
        }
        let listed = try ipf("cache", "list", "--format", "json")
        let kept = try #require(
            JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]], "\(listed.output)")
        #expect(kept.count == 8 && kept.allSatisfy { $0["instruments"] as? Int == 1 }, "\(listed.output)")
        #expect(kept.contains { ($0["source"] as? String)?.hasSuffix("/10.ipf") == true })
        #expect(try ipf("cache").output.hasPrefix("SOURCE "))
        #expect(try ipf("cache", "clear").output.hasPrefix("8 catalogs removed, "))
        #expect(try ipf("cache", "clear").output == "0 catalogs removed, 0 B\n")
    }

    // MARK: The folder

    /// Folders that can't be used, each with the printed reason.
    private static let unusable: [(prepare: String, reason: String)] = [
        ("touch cache", "cache: can't create the folder: File exists"),
        (
            "mkdir -p cache/swift-ipf/sources; chmod 777 cache/swift-ipf/sources",
            "sources: is writable by other users"
        ),
        ("mkdir -p cache/swift-ipf; chmod 770 cache/swift-ipf", "swift-ipf: is writable by other users"),
        ("mkdir cache; chmod 777 cache", "cache: is writable by other users"),
    ]

    /// If the cache folder can't be used, the command answers without it, and its exit code reports a file error.
    @Test func anUnusableCacheFolderDoesNotPreventAnswers() throws {
        try write("STOCK,AAPL,Apple\nSTOCK,IBM,IBM\n")
        for row in Self.unusable {
            let script =
                "\(row.prepare); $ipf lookup all.ipf AAPL --format ipf; echo $?; $ipf cache; echo $?; ls -R cache"
            let result = try Command.shell(
                script, in: folder.url, environment: ["XDG_CACHE_HOME": folder.path("cache")])
            #expect(
                result.output.hasPrefix(Self.header + "STOCK,AAPL,Apple\n##COMPLETE\n4\n4\n"), "\(row): \(result)")
            #expect(!result.output.contains(".ipfc"), "\(row): \(result.output)")
            let sentences = result.errors.split(separator: "\n").filter {
                $0.contains(row.reason)
                    && $0.hasSuffix(
                        ", so no catalogs are cached there; set XDG_CACHE_HOME to a folder that only you can write")
            }
            #expect(sentences.count == 2, "\(row): \(result.errors)")
            try FileManager.default.removeItem(atPath: folder.path("cache"))
        }
    }

    /// A link may lead to a file that the cache must neither read nor overwrite.
    @Test func linksInTheCacheAreNotFollowed() throws {
        try write("STOCK,AAPL,Apple\n")
        #expect(try ipf("lookup", "all.ipf", "AAPL").status == 0)
        let kept = folder.path("cache/swift-ipf/sources")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: kept).first { $0.hasSuffix(".ipfc") })
        try FileManager.default.moveItem(atPath: "\(kept)/\(name)", toPath: folder.path("other.ipfc"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(kept)/\(name)", withDestinationPath: folder.path("other.ipfc"))
        let other = try Data(contentsOf: URL(filePath: folder.path("other.ipfc")))
        let listed = try ipf("cache", "list")
        #expect(listed.errors == "ipf: the cache is empty\n" && listed.output.isEmpty)
        let again = try ipf("lookup", "all.ipf", "AAPL")
        #expect(again.status == 0 && again.errors.contains("1 instruments read into a catalog"), "\(again.errors)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("other.ipfc"))) == other)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(kept)/\(name)")
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    }
}

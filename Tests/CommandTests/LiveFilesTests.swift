import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// The files beside a live catalog: its lock and its journals.
struct LiveFilesTests {
    private static let text = "#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n"

    /// A catalog whose journal contains one change, followed by invalid bytes.
    private static func damagedJournal(_ path: String) throws {
        var options = LiveCatalogOptions()
        options.compactAfter = .max
        let live = try LiveCatalog.open(path: path, options: options)
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = ("STOCK", "A")
        try live.apply([profile])
        try live.close()
        try damage(path + ".journal-1")
    }

    private static func damage(_ journal: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: journal))
        try file.seekToEnd()
        try file.write(contentsOf: Data(repeating: 0, count: 57))
        try file.close()
    }

    @Test(.timeLimit(.minutes(60))) func aFollowedCatalogIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let (catalog, source) = (folder.path("all.catalog"), folder.path("new.ipf"))
        try Data("#STOCK::=TYPE,SYMBOL\nSTOCK,NEW\n##COMPLETE\n".utf8).write(to: URL(filePath: source))
        #expect(try Command.run(["import", source, "-o", folder.path("new.catalog")]).status == 0)
        let server = try LoopbackServer { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\n\r\n\(Self.text)\n".utf8)), .stall]
        }
        let follower = try FollowerProcess(["import", "--follow", server.url, "-o", catalog])
        #expect(follower.waits(for: "snapshot complete"))
        let holder = "process \(follower.identifier) (ipf import --follow) has it open for changes"
        for (arguments, end) in [
            (
                ["import", source, "-o", catalog],
                ", and would overwrite the new file; close it there first, or write another file"
            ),
            (
                ["merge", folder.path("new.catalog"), source, "-o", catalog],
                ", and would overwrite the new file; close it there first, or write another file"
            ),
            (["watch", "-", "--catalog", catalog], "; close it there, or use another file"),
        ] {
            let result = try Command.run(arguments)
            #expect(result.status == 4 && result.output.isEmpty, "\(arguments)")
            #expect(result.errors == "ipf: catalog \(catalog): \(holder)\(end)\n")
        }
        // Killing the process that holds the lock releases it.
        let waiting = try FollowerProcess(["import", source, "-o", catalog, "--wait", "1000", "--allow-shrink"])
        #expect(waiting.waits(for: "\(holder), and would overwrite the new file"))
        follower.send(SIGKILL)
        #expect(follower.wait() == -SIGKILL)
        #expect(waiting.wait() == 0)
        #expect(try Catalog.open(catalog)["NEW"] != nil && Catalog.open(catalog)["A"] == nil)
    }

    @Test func waitingForALockTimesOut() throws {
        let folder = try TemporaryFolder()
        let source = folder.path("new.ipf")
        try Data(Self.text.utf8).write(to: URL(filePath: source))
        let live = try LiveCatalog.open(path: folder.path("held"))
        let result = try Command.run(["import", source, "-o", folder.path("held"), "--wait", "1"])
        #expect(result.status == 4)
        #expect(result.errors.split(separator: "\n").first?.hasSuffix("write another file; waiting up to 1 s") == true)
        #expect(result.errors.contains("process \(ProcessInfo.processInfo.processIdentifier) ("))
        #expect(try Command.run(["import", source, "-o", folder.path("x"), "--wait", "-1"]).status == 2)
        #expect(try Command.run(["import", "--follow", "a:1", "-o", "x", "--wait", "1"]).status == 2)
        try live.close()
    }

    @Test(.timeLimit(.minutes(60))) func damageOfAJournalIsReported() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        let journal = catalog + ".journal-1"
        try Self.damagedJournal(catalog)
        let length = try Data(contentsOf: URL(filePath: journal)).count - 57
        let found = "journal \(journal): 57 bytes from byte \(length) on can't be read"
        let kept = "; their changes are lost, and the bytes are saved in \(journal).damaged-\(length)"
        let verified = try Command.run(["verify", catalog])
        #expect(
            verified.output == """
                \(catalog): \(found): they are not the header of record 2; opening the catalog for changes drops them, \
                and saves them in a separate file
                \(catalog): catalog of 0 instruments, 1 finding

                """)
        #expect(verified.status == 1)
        let watched = try Command.run(["watch", "-", "--catalog", catalog], input: Self.text)
        #expect(watched.status == 0)
        #expect(watched.errors.hasPrefix("ipf: warning: \(found): they are not the header of record 2\(kept)"))
        let again = try Command.run(["verify", catalog])
        #expect(
            again.output == """
                \(catalog): \(found)\(kept); delete that file when you don't need it
                \(catalog): catalog of 1 instruments, 1 finding

                """)
        #expect(again.status == 1)
        try FileManager.default.removeItem(atPath: "\(journal).damaged-\(length)")
        #expect(try Command.run(["verify", catalog]).status == 0)

        // Followers log the damage.
        let followed = folder.path("followed.catalog")
        try Self.damagedJournal(followed)
        let log = try Command.run(["import", "--follow", "-", "-o", followed], input: Self.text)
        #expect(log.errors.contains("error"))
        #expect(log.errors.contains("journal \(followed).journal-1: 57 bytes from byte \(length) on can't be read"))
        let served = folder.path("served.catalog")
        try Self.damagedJournal(served)
        let server = try LoopbackServer { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\n\r\n\(Self.text)\n".utf8)), .stall]
        }
        let service = try FollowerProcess(["serve", served, "--source", server.url, "--port", "0"])
        #expect(service.waits(for: "journal \(served).journal-1: 57 bytes from byte \(length) on can't be read"))
        #expect(service.line()?.hasPrefix("listening on ") == true)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    /// Journals that prevent the catalog from opening are findings as well.
    @Test func verifyReportsAJournalOfAnotherCatalog() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        try Self.damagedJournal(catalog)
        try Data(Self.text.utf8).write(to: URL(filePath: folder.path("a.ipf")))
        #expect(try Command.run(["import", folder.path("a.ipf"), "-o", catalog]).status == 0)
        let verified = try Command.run(["verify", catalog])
        #expect(
            verified.output.hasPrefix(
                "\(catalog): journal \(catalog).journal-1: contains changes to a different state of the catalog file"
            ))
        #expect(verified.status == 1)
    }

    /// An import replaces an unreadable catalog, as the error message advises, even if the source is unchanged.
    @Test func aDamagedCatalogIsImportedAgain() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == nil
                ? [.send(Array("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nConnection: close\r\n\r\n\(Self.text)".utf8))]
                : [.response(304)]
        }
        #expect(try Command.run(["import", server.url, "-o", catalog]).status == 0)
        var bytes = try Data(contentsOf: URL(filePath: catalog))
        let section = try #require(bytes.lastRange(of: Data("STOCK".utf8)))
        bytes[section.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: catalog))
        #expect(try Command.run(["verify", catalog]).status == 1)
        let again = try Command.run(["import", server.url, "-o", catalog])
        #expect(again.status == 0)
        #expect(again.errors.hasPrefix("ipf: warning: \(catalog): section "), "\(again.errors)")
        #expect(try Command.run(["verify", catalog]).status == 0)
        #expect(try Catalog.open(catalog)["A"] != nil)
    }
}

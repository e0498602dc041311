import Foundation
import InstrumentCatalog
import TestSupport
import Testing

@testable import Ingest
@testable import MasterStore

/// Segments of real stores, in folders and buckets.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(60)))
struct SegmentTests {
    private let store: MasterFixture
    private let folder = try! TemporaryFolder()

    init() throws {
        store = try MasterFixture()
        try store.load(snapshot(["A": "one", "B": "one", "C": "one"]))
    }

    // MARK: Names

    @Test func namesIdentifyTheirSegment() {
        let live = SegmentName(.live, SnapshotIdentity(epoch: 17, sequence: 5))
        let gone = SegmentName(
            .expired(year: 985), SnapshotIdentity(epoch: 17, sequence: 4, mark: "0123456789abcdef"))
        #expect("\(live)" == "live.v1.17-5.ipfc" && "\(gone)" == "expired-0985.v1.17-4-0123456789abcdef.ipfc")
        #expect(SegmentName("\(live)") == live && SegmentName("\(gone)") == gone)
        #expect(
            SegmentName("live.v7.17-5.ipfc")?.unreadable
                == "it has format version 7, but this program reads version 1")
        for name in [
            "", "live", "live.v1.17-5", "live.v1.17-5.ipfc.sha256", "live.v1.17-05.ipfc", "live.v1.17-5-.ipfc",
            "live.v1.17-5-0123456789ABCDEF.ipfc", "live.v01.17-5.ipfc",
            "live.1.17-5.ipfc", "live.v1.17.ipfc", "expired.v1.17-5.ipfc", "expired-85.v1.17-5.ipfc",
            "expired-x.v1.17-5.ipfc", "expired--985.v1.17-5.ipfc", "Live.v1.17-5.ipfc", ".live.v1.17-5.ipfc.4-a.tmp",
        ] {
            #expect(SegmentName(name) == nil, "\(name)")
        }
        let names = ["live.v1.17-10.ipfc", "live.v1.18-2.ipfc", "live.v1.17-9.ipfc"].map { SegmentName($0)! }
        #expect(names.sorted(by: SegmentName.precedes).map(\.identity.description) == ["18-2", "17-10", "17-9"])
    }

    // MARK: Writing and reading

    /// In a folder or bucket, a segment is written once, fetched completely, and removed if it is older than the newest
    /// `keep`.
    @Test(arguments: [false, true])
    func aSegmentIsWrittenOnceAndFetchedCompletely(inBucket: Bool) throws {
        let place = try inBucket ? bucket() : SegmentFolder(folder.path("segments"))
        let (connection, writer) = (try store.connect(), SegmentWriter(place, keep: 2))
        let first = try writer.writeLive(from: connection, at: .latest)
        #expect(first.instruments == 3 && first.name.identity.sequence == 1)
        #expect(try writer.writeLive(from: connection, at: .latest) == SegmentWriter.Written(name: first.name))
        // The segment is byte for byte equal to the output of `ipf master build`.
        _ = try MasterCatalog(at: .batch(1)).build(from: connection, to: folder.path("built.ipfc"))
        try place.fetch(first.name, to: folder.path("fetched.ipfc"))
        #expect(try bytes("built.ipfc") == bytes("fetched.ipfc"))
        for text in ["two", "three"] {
            try store.load(snapshot(["A": text, "B": "one", "C": "one"]))
            #expect(try writer.writeLive(from: connection, at: .latest).instruments == 3)
        }
        #expect(try place.segments().map(\.identity.sequence) == [3, 2])
        #expect(try place.names().filter { $0.hasPrefix("live.") }.count == 4)
        // An earlier segment is written on request, regardless of `keep`.
        #expect(try writer.writeLive(from: connection, at: .batch(1)).instruments == 3)
        #expect(try place.segments().map(\.identity.sequence) == [3, 2, 1])
        if !inBucket {
            let check = ["sh", "-c", "cd \(folder.path("segments")) && sha256sum --check --status *.sha256"]
            #expect(try TemporaryFolder.run(check) == 0)
        }
    }

    /// A segment is rejected if its checksum is missing, or if it is cut off, changed or misnamed.
    @Test func incompleteSegmentsAreRejected() throws {
        let place = try SegmentFolder(folder.path("segments"))
        let name = try SegmentWriter(place).writeLive(from: try store.connect(), at: .latest).name
        let (path, sum) = ("segments/\(name)", "segments/\(name).sha256")
        let (whole, line) = (try bytes(path), try bytes(sum))
        func fault(_ change: () throws -> Void) throws -> String {
            try change()
            defer {
                for (path, data) in [(path, whole), (sum, line)] {
                    try? data.write(to: folder.url.appending(path: path))
                }
            }
            var reason = "nothing"
            do { try place.fetch(name, to: folder.path("fetched.ipfc")) } catch { reason = "\(error)" }
            #expect(!FileManager.default.fileExists(atPath: folder.path("fetched.ipfc")))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["segments"])
            return reason
        }
        func write(_ data: Data, _ path: String) throws { try data.write(to: folder.url.appending(path: path)) }
        #expect(
            try fault { try write(whole.prefix(whole.count / 2), path) }.hasSuffix("it is truncated or was changed"))
        var changed = whole
        changed[whole.count / 2] ^= 1
        #expect(try fault { try write(changed, path) }.hasSuffix("it is truncated or was changed"))
        #expect(try fault { try FileManager.default.removeItem(atPath: folder.path(path)) }.contains("No such file"))
        for text in ["", "abc  \(name)\n", String(decoding: line, as: UTF8.self).replacing("live", with: "dead")] {
            #expect(try fault { try write(Data(text.utf8), sum) }.contains("isn't a line of sha256sum for \(name)"))
        }
        // The SHA-256 is right, but the catalog's own checksums are not.
        #expect(
            try fault {
                try write(changed, path)
                try write(Data("\(try SegmentSum(ofFile: folder.path(path)))  \(name)\n".utf8), sum)
            }.hasPrefix("catalog "))
        let other = SegmentName(.live, SnapshotIdentity(epoch: 1, sequence: 2))
        try write(whole, "segments/\(other)")
        try write(Data("\(try SegmentSum(ofFile: folder.path(path)))  \(other)\n".utf8), "segments/\(other).sha256")
        let error = #expect(throws: MasterStoreError.self) { try place.fetch(other, to: folder.path("fetched.ipfc")) }
        #expect(error?.reason.hasSuffix("\(other) contains batch \(name.identity); its name is wrong") == true)
        try FileManager.default.removeItem(atPath: folder.path(sum))
        #expect(try place.segments().map(\.identity.sequence) == [2])
        // The segment is written again.
        #expect(try SegmentWriter(place).writeLive(from: try store.connect(), at: .latest).instruments == 3)
        #expect(throws: MasterStoreError.self) { try SegmentFolder(folder.path("none")).segments() }
    }

    // MARK: Expired instruments

    /// Each instrument is in the segment of the year in which it ended. Building a year again gives equal bytes.
    /// Instruments that returned are hidden. Instruments that the store no longer has remain.
    @Test func expiredInstrumentsAreStoredByYear() throws {
        let place = try SegmentFolder(folder.path("segments"))
        let (connection, writer) = (try store.connect(), SegmentWriter(place))
        #expect(try writer.writeExpired(from: connection, at: .latest).isEmpty)
        func load(_ options: [String: String], _ stocks: [String]) throws {
            try store.load(
                "#OPTION::=TYPE,SYMBOL,UNDERLYING,EXPIRATION,REMOVED_ON\n#STOCK::=TYPE,SYMBOL\n"
                    + options.sorted { $0.key < $1.key }.map { "OPTION,\($0.key),A,\($0.value),never\n" }.joined()
                    + stocks.map { "STOCK,\($0)\n" }.joined() + "##COMPLETE\n"
            ) { $0.rules.allowsShrink = true }
        }
        try load(["O24": "2024-06-21", "O25": "2025-06-20", "O99": "2099-01-01"], ["A", "B", "C"])
        try load(["O99": "2099-01-01"], ["A", "B"])
        let today = CalendarDate.today
        let years = try writer.writeExpired(from: connection, at: .latest)
        #expect(years.map(\.name.kind) == [.expired(year: today.year), .expired(year: 2025), .expired(year: 2024)])
        #expect(years.map(\.instruments) == [1, 1, 1] && years.allSatisfy { $0.name.identity.sequence == 3 })
        #expect(try writer.writeExpired(from: connection, at: .latest).allSatisfy { $0.instruments == nil })
        let segments = try #require(try LocalSegments(folder.path("segments"))).expired { _, _ in }
        #expect(segments.map { $0.catalog.symbol(at: Row(0)) } == ["C", "O25", "O24"])
        let removed = segments.map { $0.catalog.removal(at: Row(0))!.description }
        #expect(
            removed == ["removed on \(today)", "expired, removed on \(today)", "expired, removed on \(today)"]
                || CalendarDate.today != today)
        #expect(try bytes("segments/\(years[1].name)") == bytes(again(years[1].name, connection)))

        // C returns, and O99 is removed long before it expires, so only this year's segment changes.
        try load([:], ["A", "B", "C"])
        let later = try writer.writeExpired(from: connection, at: .latest)
        #expect(later.map(\.instruments) == [1, nil, nil] && later[0].name.identity.sequence == 4)
        #expect(try writer.writeExpired(from: connection, at: .batch(3), years: [2024]).map(\.name) == [years[2].name])
        try store.load(snapshot(["A": "", "B": ""])) { $0.rules.allowsShrink = true }
        #expect(try writer.writeExpired(from: connection, at: .latest, years: [today.year]).map(\.instruments) == [2])

        // Instruments that were dropped from the history stay in their segment.
        _ = try connection.execute("UPDATE ipf.head SET history_from = 4")
        _ = try connection.execute("DELETE FROM ipf.version WHERE to_seq <= 4")
        try store.load(snapshot(["A": ""])) { $0.rules.allowsShrink = true }
        let kept = try writer.writeExpired(from: connection, at: .latest)
        #expect(kept.count == 1 && kept[0].instruments == nil)
        #expect(kept[0].kept?.hasSuffix("its history before batch 4 was dropped") == true)
    }

    /// Returns the name of the segment after writing it to another folder.
    private func again(_ name: SegmentName, _ connection: MasterConnection) throws -> String {
        let written = try SegmentWriter(try SegmentFolder(folder.path("again")))
            .writeExpired(from: connection, at: .latest, years: [2025])
        #expect(written.map(\.name) == [name])
        return "again/\(name)"
    }

    /// A node has the newest segment of each year beside its catalog, even if others are damaged or removed.
    @Test func aNodeStoresExpiredInstruments() throws {
        let (place, path) = (try SegmentFolder(folder.path("segments")), folder.path("node.ipfc"))
        let (connection, writer) = (try store.connect(), SegmentWriter(place))
        try store.load(snapshot(["A": "one", "B": "one"]))
        let first = try writer.writeExpired(from: connection, at: .latest)[0].name
        let gone = try ExpiredSegments(place, besideCatalog: path)
        #expect(gone.current.isEmpty)
        var passedOver: [String] = []
        func refresh(_ gone: ExpiredSegments) throws -> Bool {
            try gone.refresh(try store.address(as: "reader")) { passedOver.append("\($0): \($1)") }
        }
        #expect(try refresh(gone) && !refresh(gone))
        #expect(gone.current.map(\.name) == [first] && gone.current[0].catalog.count == 1)
        try store.load(snapshot(["A": "one"])) { $0.rules.mostRemoved = 1 }
        let second = try writer.writeExpired(from: connection, at: .latest)[0].name
        try Data("torn".utf8).write(to: folder.url.appending(path: "segments/\(second)"))
        try Data().write(to: folder.url.appending(path: "segments/expired-2020.v2.1-1.ipfc"))
        try Data().write(to: folder.url.appending(path: "segments/expired-2020.v2.1-1.ipfc.sha256"))
        for _ in 0..<2 { #expect(try !refresh(gone) && gone.current.map(\.name) == [first]) }
        #expect(passedOver.count == 2 && passedOver[0].contains("it is truncated or was changed"))
        #expect(passedOver[1].hasSuffix("it has format version 2, but this program reads version 1"))
        try FileManager.default.removeItem(atPath: folder.path("segments/\(second).sha256"))
        _ = try writer.writeExpired(from: connection, at: .latest)
        #expect(try refresh(gone) && gone.current.map(\.name) == [second])
        // After a restart, the segments are available without the source.
        try FileManager.default.removeItem(atPath: folder.path("segments"))
        let restarted = try ExpiredSegments(place, besideCatalog: path)
        #expect(restarted.current.map(\.name) == [second])
        #expect(throws: MasterStoreError.self) { try refresh(restarted) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + ".segments").count == 2)
        // Segments of lost batches are removed.
        _ = try writer.writeExpired(from: connection, at: .latest)
        try connection.execute("UPDATE ipf.batch SET mark = ipf.new_mark()")
        #expect(try restarted.dropLost(store.address(as: "reader")) && restarted.current.isEmpty)
        #expect(try !refresh(restarted))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + ".segments").isEmpty)
        #expect(passedOver.last == "\(second): the store has no batch \(second.identity)")
    }

    // MARK: Helpers

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

    /// Creates a bucket for one test.
    private func bucket() throws -> SegmentFolder {
        var options = IngestOptions()
        options.objects = try ObjectAccess(
            endpoint: ObjectServer.shared().url, region: nil,
            keys: RequestSignature.Keys(identifier: "test-key", secret: "test-secret"))
        let name = ObjectServer.newBucket()
        // The object store creates the bucket with its first object.
        try Data("no segment".utf8).write(to: folder.url.appending(path: "note"))
        try ObjectStore(bucket: name, options: options).put(file: folder.path("note"), as: "segments/note.txt")
        try FileManager.default.removeItem(atPath: folder.path("note"))
        return try SegmentFolder("s3://\(name)/segments", options: options)
    }
}

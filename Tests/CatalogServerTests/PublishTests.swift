import Foundation
import HTTPTypes
import Ingest
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// The catalog as IPF, with every compression.
@Suite struct PublishTests {
    @Test(arguments: ["/ipf", "/ipf/all.ipf", "/ipf/all.ipf.gz", "/ipf/all.ipf.zip"])
    func allFormsAreReadBackUnchanged(_ target: String) async throws {
        let service = try ServiceFixture()
        let reply = try await service.get(target)
        let path = service.folder.path("got")
        try Data(reply.body).write(to: URL(filePath: path))
        var profiles = Profiles()
        let report = try readSnapshot(from: SourceAddress(path: path), into: &profiles)
        #expect(report.isComplete == true)
        #expect(profiles.found.map(\.symbol).sorted() == ServiceFixture.profiles.map(\.symbol).sorted())
    }

    private struct Profiles: RecordConsumer {
        var found: [InstrumentProfile] = []
        mutating func consume(_ record: borrowing ProfileRecord) { found.append(InstrumentProfile(record)) }
        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
        mutating func flush() {}
        mutating func complete() {}
    }

    @Test func rangesAreSlicesOfTheWholeBody() async throws {
        let service = try ServiceFixture()
        let whole = try await service.get("/ipf/all.ipf.gz")
        let count = whole.body.count
        for (range, part) in [
            ("bytes=0-9", 0..<10), ("bytes=5-14", 5..<15), ("bytes=-7", (count - 7)..<count), ("bytes=20-", 20..<count),
            ("bytes=0-999999", 0..<count),
        ] {
            let reply = try await service.get("/ipf/all.ipf.gz", [.range: range])
            #expect(reply.status == 206 && reply.body == Array(whole.body[part]))
            #expect(reply.headers[.contentRange] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
        }
        #expect(try await service.get("/ipf/all.ipf.gz", [.range: "bytes=999999-"]).status == 416)
        #expect(try await service.get("/ipf/all.ipf.gz", [.range: "bytes=0-1", .ifRange: "\"old\""]).status == 200)
    }

    /// The text has all profiles, grouped by type after one format line each. The compressed forms inflate to the same
    /// text.
    @Test func allCompressedFormsContainTheSameText() async throws {
        let service = try ServiceFixture()
        let view = service.catalog.current.view
        let profiles = view.select(CatalogFilter()).rows(in: .type).map { view.profile(at: $0) }
        var columns = ProfileColumns()
        for profile in profiles { columns.note(profile) }
        var writer = ProfileWriter(columns: columns)
        var text: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &text) }
        writer.writeComplete(live: true, to: &text)
        #expect(try await service.get("/ipf/all.ipf").body == text)
        for target in ["/ipf/all.ipf.gz", "/ipf/all.ipf.zip"] {
            let first = try await service.get(target)
            // Every request must receive the same bytes, because clients may request ranges.
            #expect(try await service.get(target).body == first.body)
            let path = service.folder.path("packed")
            try Data(first.body).write(to: URL(filePath: path))
            var unpacked = Profiles()
            _ = try readSnapshot(from: SourceAddress(path: path), into: &unpacked)
            #expect(unpacked.found == profiles)
        }
    }

    @Test func validatorsSatisfyConditions() async throws {
        let service = try ServiceFixture()
        let first = try await service.get("/ipf/all.ipf")
        let tag = try #require(first.headers[.eTag])
        let date = try #require(first.headers[.lastModified])
        #expect(try await service.get("/ipf/all.ipf", [.ifNoneMatch: tag]).status == 304)
        #expect(try await service.get("/ipf/all.ipf", [.ifModifiedSince: date]).status == 304)
        #expect(try await service.get("/ipf/all.ipf", [.ifNoneMatch: "\"x\"", .ifModifiedSince: date]).status == 200)
    }

    @Test func filtersSelectProfilesAndColumns() async throws {
        let service = try ServiceFixture()
        let reply = try await service.get("/ipf?SYMBOL=/ES*&fields=EXPIRATION")
        #expect(reply.text == "#FUTURE::=TYPE,SYMBOL,EXPIRATION\nFUTURE,/ESZ26:XCME,2026-12-18\n##COMPLETE\n")
        #expect(try await service.get("/ipf?what=1").status == 400)
    }
}

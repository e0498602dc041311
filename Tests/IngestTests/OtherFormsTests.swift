import Foundation
import TestSupport
import Testing

@testable import Ingest

/// Sources that are not profiles, and profiles with unusual compression.
struct OtherFormsTests {
    private static let text = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n".utf8)

    private struct Symbols: RecordConsumer {
        var symbols: [String] = []
        var malformed = 0

        mutating func consume(_ record: borrowing ProfileRecord) { symbols.append(InstrumentProfile(record).symbol) }
        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) { malformed += 1 }
        mutating func flush() {}
        mutating func complete() {}
    }

    private func read(_ bytes: [UInt8]) throws -> Symbols {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path("source")))
        var symbols = Symbols()
        do {
            _ = try readSnapshot(from: SourceAddress(path: folder.path("source")), into: &symbols)
        } catch var error as IngestError {
            error.address = nil
            throw error
        }
        return symbols
    }

    @Test func errorsNameTheOtherFormat() throws {
        let html =
            "found an HTML page, expected instrument profiles; open the address in a browser to see whether it is a "
            + "login, an error or a folder"
        let json = "found JSON, expected instrument profiles (IPF); look for the data in that format"
        let wide = "found text in UTF-16, expected UTF-8; convert it, for example with iconv -f UTF-16 -t UTF-8"
        let rows: [(bytes: [UInt8], reason: String)] = [
            ([0xFF, 0xFE] + Self.text.flatMap { [$0, 0] }, wide),
            ([0xFE, 0xFF] + Self.text.flatMap { [0, $0] }, wide),
            (Self.text.flatMap { [$0, 0] }, wide), (Self.text.flatMap { [0, $0] }, wide),
            (Array("<!DOCTYPE html><html>".utf8), html), (Array("\n  <html lang=en>".utf8), html),
            (
                Array("<?xml version='1.0'?>".utf8),
                "found XML, expected instrument profiles (IPF); look for the data in that format"
            ),
            (Array("{\"error\": 1}".utf8), json), (Array("[\n  {\"a\": 1}]".utf8), json), (Array("[]".utf8), json),
        ]
        for row in rows {
            for bytes in [row.bytes, Packing.gzip(row.bytes)] {
                let error = #expect(throws: IngestError.self) { try read(bytes) }
                #expect(error?.kind == .notProfiles && error?.description == row.reason)
            }
        }
    }

    /// A text that only resembles another form is read as profiles.
    @Test func otherTextsAreReadRecordByRecord() throws {
        for line in ["{x", "[name]", "< 5", "STOCK,A", "x"] {
            let read = try read(Array("\(line)\n".utf8) + Self.text)
            #expect(read.symbols == ["A"] && read.malformed == 1, "\(line)")
        }
        #expect(try read([0xEF, 0xBB, 0xBF] + Self.text).symbols == ["A"])
    }

    @Test func textsCompressedTwiceAreRead() throws {
        let large = Packing.text(3_000_000, seed: 5)
        let expected = try read(large)
        for packed in [Packing.gzip(Packing.gzip(large)), Packing.gzip(ZipArchive.of(large))] {
            let found = try read(packed)
            #expect(found.symbols == expected.symbols && !found.symbols.isEmpty)
        }
        let error = #expect(throws: IngestError.self) { try read(Packing.gzip(Packing.gzip(large).dropLast(9))) }
        #expect(error?.kind == .truncated)
    }

    /// A server may compress the body, regardless of the address.
    @Test func requestsAcceptGzip() throws {
        for body in [Packing.gzip(Self.text), Packing.gzip(Packing.gzip(Self.text))] {
            let server = try LoopbackServer { _ in [.response(200, ["Content-Encoding": "gzip"], body)] }
            var symbols = Symbols()
            _ = try readSnapshot(from: SourceAddress(parsing: server.url + "/all.ipf.gz"), into: &symbols)
            #expect(symbols.symbols == ["A"])
            #expect(server.requests.map { $0.headers["accept-encoding"] } == ["gzip"])
        }
    }
}

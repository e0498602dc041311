import Foundation
import Ingest
import TestSupport
import Testing

/// What a zip archive may be, and how it may be broken.
struct ZipTests {
    static let text = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,P\nSTOCK,PK\nSTOCK,PKI\n##COMPLETE\n".utf8)

    private func decode(_ stored: [UInt8]) -> DecoderHarness.Outcome {
        let whole = DecoderHarness.decode(stored, buffer: 1 << 16)
        for (pieces, buffer) in [(1, 1), (1, 64), (2, 7), (5, 1000), (.max, 1)] {
            let other = DecoderHarness.decode(stored, pieces: pieces, buffer: buffer)
            #expect(other == whole, "pieces \(pieces), buffer \(buffer)")
        }
        return whole
    }

    @Test func wholeArchives() {
        var afterFolder = ZipArchive()
        afterFolder.add("data/", [], method: 0)
        afterFolder.add("data/all.ipf", Self.text)
        var first = ZipArchive()
        first.add("first.ipf", Self.text)
        first.add("second.ipf", Array("other".utf8))
        var lookalike = ZipArchive()
        // A stored file that holds a whole archive, whose descriptors are not its own.
        let inner = ZipArchive.of(Self.text, method: 0, sizes: .inDescriptor)
        lookalike.add("inner.zip", inner, method: 0, sizes: .inDescriptor)

        let rows: [(name: String, stored: [UInt8], bytes: [UInt8])] = [
            ("deflated", ZipArchive.of(Self.text), Self.text),
            ("stored", ZipArchive.of(Self.text, method: 0), Self.text),
            ("deflated, ZIP64 sizes", ZipArchive.of(Self.text, isZIP64: true), Self.text),
            ("stored, ZIP64 sizes", ZipArchive.of(Self.text, method: 0, isZIP64: true), Self.text),
            ("deflated, data descriptor", ZipArchive.of(Self.text, sizes: .inDescriptor), Self.text),
            (
                "deflated, descriptor without signature", ZipArchive.of(Self.text, sizes: .inUnsignedDescriptor),
                Self.text
            ),
            ("deflated, ZIP64 descriptor", ZipArchive.of(Self.text, sizes: .inDescriptor, isZIP64: true), Self.text),
            (
                "deflated, ZIP64 descriptor without signature",
                ZipArchive.of(Self.text, sizes: .inUnsignedDescriptor, isZIP64: true), Self.text
            ),
            ("stored, data descriptor", ZipArchive.of(Self.text, method: 0, sizes: .inDescriptor), Self.text),
            ("stored, data descriptor, an archive in it", lookalike.finished(), inner),
            ("an empty file", ZipArchive.of([], method: 0), []),
            ("an empty file with a descriptor", ZipArchive.of([], method: 0, sizes: .inDescriptor), []),
            ("UTF-8 names, other flags", ZipArchive.of(Self.text, flags: 0x0806), Self.text),
            ("a folder first", afterFolder.finished(), Self.text),
            ("two files", first.finished(), Self.text),
        ]
        for row in rows {
            #expect(decode(row.stored) == .init(bytes: row.bytes, compression: .zip), "\(row.name)")
        }
    }

    @Test func brokenArchives() {
        var onlyFolder = ZipArchive()
        onlyFolder.add("data/", [], method: 0)
        var wrongChecksum = ZipArchive()
        wrongChecksum.add("all.ipf", Self.text, checksum: [1, 2, 3, 4])
        var wrongStored = ZipArchive()
        wrongStored.add("all.ipf", Self.text, method: 0, checksum: [1, 2, 3, 4])
        var wrongDescriptor = ZipArchive()
        wrongDescriptor.add("all.ipf", Self.text, sizes: .inDescriptor, checksum: [1, 2, 3, 4])
        let noFile = "the zip archive holds no file; expected one with profiles"
        let encrypted = "the file in the zip archive is encrypted; unpack it with its password and read the result"
        let whole = ZipArchive.of(Self.text)
        let dataEnd = 30 + "all.ipf".utf8.count + Packing.deflate(Self.text).count

        let rows: [(name: String, stored: [UInt8], kind: IngestError.Kind, reason: String)] = [
            ("no entries", ZipArchive().finished(), .emptyArchive, noFile),
            ("folders only", onlyFolder.finished(), .emptyArchive, noFile),
            ("encrypted", ZipArchive.of(Self.text, flags: 1), .encryptedArchive, encrypted),
            ("strongly encrypted", ZipArchive.of(Self.text, flags: 0x41), .encryptedArchive, encrypted),
            (
                "another method", ZipArchive.of(Self.text, method: 93), .unsupportedArchive,
                "the zip archive can't be read: its file is packed by method 93; expected stored (0) or deflated (8); pack "
                    + "it again, or unpack it first"
            ),
            (
                "a volume of several", [0x50, 0x4B, 7, 8] + whole, .unsupportedArchive,
                "the zip archive can't be read: it is one of several volumes; pack it again, or unpack it first"
            ),
            (
                "checksum", wrongChecksum.finished(), .corrupt,
                "a zip entry whose data does not have the checksum and size it should, at byte \(dataEnd) "
                    + "(\(Self.text.count) inflated); it is damaged, so fetch it again"
            ),
            (
                "checksum of a stored file", wrongStored.finished(), .corrupt,
                "a zip entry whose data does not have the checksum and size it should, at byte "
                    + "\(37 + Self.text.count) (\(Self.text.count) inflated); it is damaged, so fetch it again"
            ),
            (
                "checksum in a descriptor", wrongDescriptor.finished(), .corrupt,
                "a zip entry whose data does not have the checksum and size it should, at byte \(dataEnd) "
                    + "(\(Self.text.count) inflated); it is damaged, so fetch it again"
            ),
            (
                "something else behind the file", Array(whole.prefix(dataEnd)) + Array("garbage".utf8), .corrupt,
                "no part of a zip archive behind its first file, at byte \(dataEnd) (\(Self.text.count) inflated); it "
                    + "is damaged, so fetch it again"
            ),
            (
                "cut in the data", Array(whole.prefix(dataEnd - 9)), .truncated,
                "it ends in the middle of a zip entry, after \(dataEnd - 9) bytes "
                    + "(\(DecoderHarness.decode(Array(whole.prefix(dataEnd - 9))).bytes.count) inflated); it was cut off, so "
                    + "fetch it again"
            ),
        ]
        for row in rows {
            let outcome = decode(row.stored)
            #expect(outcome.error?.kind == row.kind, "\(row.name)")
            #expect(outcome.error?.reason == row.reason, "\(row.name)")
            #expect(outcome.error?.category == .badInput, "\(row.name)")
        }
    }

    /// Up to the signature behind the first file every cut is a truncation.
    @Test func cutAtEveryByte() {
        for (method, sizes) in [(8, ZipArchive.Sizes.inHeader), (0, .inHeader), (8, .inDescriptor), (0, .inDescriptor)]
        {
            var archive = ZipArchive()
            archive.add("all.ipf", Self.text, method: method, sizes: sizes)
            let stored = archive.finished()
            for length in 4..<(archive.bytes.count + 4) {
                let outcome = decode(Array(stored.prefix(length)))
                #expect(outcome.error?.kind == .truncated, "method \(method), \(sizes), cut at \(length)")
                #expect(Self.text.starts(with: outcome.bytes), "method \(method), \(sizes), cut at \(length)")
            }
            if sizes == .inHeader { #expect(decode(Array(stored.prefix(archive.bytes.count + 4))).error == nil) }
        }
    }

    /// No flipped bit makes other bytes without an error, unless it makes the file something else than a zip.
    @Test func everyFlippedBit() {
        let whole = ZipArchive.of(Self.text)
        for offset in whole.indices {
            for bit in 0..<8 {
                var stored = whole
                stored[offset] ^= 1 << bit
                let outcome = DecoderHarness.decode(stored, pieces: 5)
                if outcome.error == nil, outcome.compression == .zip {
                    #expect(outcome.bytes == Self.text, "byte \(offset), bit \(bit)")
                }
            }
        }
    }

    @Test func bomb() {
        let bomb = ZipArchive.of([UInt8](repeating: 65, count: 3_000_000))
        var limits = IngestLimits()
        limits.ratio = 900
        #expect(DecoderHarness.decode(bomb, buffer: 1 << 14, limits).error?.kind == .limitExceeded)
    }

    @Test(.enabled(if: Conformance.data != nil, "the real files are not here"))
    func realArchive() throws {
        let folder = try #require(Conformance.data)
        let stored = [UInt8](try Data(contentsOf: folder.appending(path: "dxfeed-sample.ipf.zip")))
        let outcome = DecoderHarness.decode(stored)
        #expect(outcome.error == nil)
        #expect(String(decoding: outcome.bytes.prefix(1), as: UTF8.self) == "#")
        #expect(String(decoding: outcome.bytes, as: UTF8.self).contains("##COMPLETE"))
    }
}

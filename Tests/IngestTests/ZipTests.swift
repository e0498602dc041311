import Foundation
import Ingest
import TestSupport
import Testing

/// Variants of zip archives, and damaged archives.
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

    @Test func intactArchivesAreInflated() {
        var afterFolder = ZipArchive()
        afterFolder.add("data/", [], method: 0)
        afterFolder.add("data/all.ipf", Self.text)
        var lookalike = ZipArchive()
        // The stored file is itself an archive with data descriptors.
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
        ]
        for row in rows {
            var outcome = decode(row.stored)
            #expect(outcome.files.map(\.start) == [0], "\(row.name)")
            outcome.files = []
            #expect(outcome == .init(bytes: row.bytes, compression: .zip), "\(row.name)")
        }
    }

    /// All files are read in order, whether stored or deflated, with sizes before or after the data. Skipped entries
    /// deliver nothing.
    ///
    /// Stored data of unknown size requires a descriptor with a signature.
    @Test func severalFilesAreReadInOrder() {
        let second = Array("#ETF::=TYPE,SYMBOL\nETF,Q\n##COMPLETE\n".utf8)
        for sizes in [ZipArchive.Sizes.inHeader, .inDescriptor, .inUnsignedDescriptor] {
            let methods = sizes == .inUnsignedDescriptor ? [(8, 8)] : [(0, 0), (0, 8), (8, 0), (8, 8)]
            for (firstMethod, secondMethod) in methods {
                var archive = ZipArchive()
                archive.add("data/", [], method: 0)
                archive.add("data/a.ipf", Self.text, method: firstMethod, sizes: sizes)
                archive.add("__MACOSX/data/", [])
                archive.add("__MACOSX/data/._a.ipf", Self.text, method: secondMethod, sizes: sizes)
                archive.add("data/empty.ipf", [], method: firstMethod, sizes: sizes)
                archive.add("data/.DS_Store", [0, 0, 0, 1], method: secondMethod, sizes: sizes)
                archive.add("Thumbs.db", second, method: firstMethod, sizes: sizes)
                archive.add("data/b.ipf", second, method: secondMethod, sizes: sizes)
                archive.add("._b.ipf", second, method: firstMethod, sizes: sizes)
                let files = [("data/a.ipf", 0), ("data/empty.ipf", Self.text.count), ("data/b.ipf", Self.text.count)]
                #expect(
                    decode(archive.finished())
                        == .init(
                            bytes: Self.text + second, compression: .zip,
                            files: files.map { .init(name: $0.0, start: $0.1) }),
                    "methods \(firstMethod) and \(secondMethod), \(sizes)")
            }
        }
    }

    /// Names in errors show the end of a long path, without control characters.
    @Test func namesOfFilesAreShortenedAndCleaned() {
        var archive = ZipArchive()
        let long = "data/" + String(repeating: "x", count: 300) + "/all.ipf"
        for name in ["é/ü.ipf", "a\u{1B}[31m.ipf", long, ""] { archive.add(name, Self.text) }
        let names = decode(archive.finished()).files.map(\.name)
        #expect(names[0] == "é/ü.ipf" && names[1] == "a␣[31m.ipf" && names[3] == "")
        #expect(names[2] == "…" + long.suffix(200))
    }

    @Test func damagedArchivesAreErrors() {
        var onlyFolder = ZipArchive()
        onlyFolder.add("data/", [], method: 0)
        var wrongChecksum = ZipArchive()
        wrongChecksum.add("all.ipf", Self.text, checksum: [1, 2, 3, 4])
        var wrongStored = ZipArchive()
        wrongStored.add("all.ipf", Self.text, method: 0, checksum: [1, 2, 3, 4])
        var wrongDescriptor = ZipArchive()
        wrongDescriptor.add("all.ipf", Self.text, sizes: .inDescriptor, checksum: [1, 2, 3, 4])
        var onlyMetadata = ZipArchive()
        onlyMetadata.add("__MACOSX/._all.ipf", Self.text)
        var filledFolder = ZipArchive()
        filledFolder.add("data/", Self.text, method: 0)
        var secondEncrypted = ZipArchive()
        secondEncrypted.add("all.ipf", Self.text)
        secondEncrypted.add("other.ipf", Self.text, flags: 1)
        let noFile = "the zip archive contains no file; expected one with profiles"
        let encrypted = "“all.ipf” in the zip archive is encrypted; unpack it with its password and read the result"
        let whole = ZipArchive.of(Self.text)
        let dataEnd = 30 + "all.ipf".utf8.count + Packing.deflate(Self.text).count

        let rows: [(name: String, stored: [UInt8], kind: IngestError.Kind, reason: String)] = [
            ("no entries", ZipArchive().finished(), .emptyArchive, noFile),
            ("folders only", onlyFolder.finished(), .emptyArchive, noFile),
            ("metadata only", onlyMetadata.finished(), .emptyArchive, noFile),
            (
                "a folder with data", filledFolder.finished(), .corrupt,
                "it is damaged: the folder “data/” has data, at byte \(35 + Self.text.count) (\(Self.text.count) "
                    + "inflated); fetch it again"
            ),
            ("encrypted", ZipArchive.of(Self.text, flags: 1), .encryptedArchive, encrypted),
            (
                "the second one encrypted", secondEncrypted.finished(), .encryptedArchive,
                "“other.ipf” in the zip archive is encrypted; unpack it with its password and read the result"
            ),
            ("strongly encrypted", ZipArchive.of(Self.text, flags: 0x41), .encryptedArchive, encrypted),
            (
                "another method", ZipArchive.of(Self.text, method: 93), .unsupportedArchive,
                "the zip archive can't be read: “all.ipf” is compressed by method 93, expected stored (0) or deflated "
                    + "(8); create it again, or unpack it first"
            ),
            (
                "a volume of several", [0x50, 0x4B, 7, 8] + whole, .unsupportedArchive,
                "the zip archive can't be read: it is split into volumes; create it again, or unpack it first"
            ),
            (
                "checksum", wrongChecksum.finished(), .corrupt,
                "it is damaged: the checksum or size of the zip entry “all.ipf” does not match, at byte \(dataEnd) "
                    + "(\(Self.text.count) inflated); fetch it again"
            ),
            (
                "checksum of a stored file", wrongStored.finished(), .corrupt,
                "it is damaged: the checksum or size of the zip entry “all.ipf” does not match, at byte "
                    + "\(37 + Self.text.count) (\(Self.text.count) inflated); fetch it again"
            ),
            (
                "checksum in a descriptor", wrongDescriptor.finished(), .corrupt,
                "it is damaged: the checksum or size of the zip entry “all.ipf” does not match, at byte \(dataEnd) "
                    + "(\(Self.text.count) inflated); fetch it again"
            ),
            (
                "something else behind the file", Array(whole.prefix(dataEnd)) + Array("garbage".utf8), .corrupt,
                "it is damaged: unknown data after the zip entry “all.ipf”, at byte \(dataEnd) (\(Self.text.count) "
                    + "inflated); fetch it again"
            ),
            (
                "cut in the data", Array(whole.prefix(dataEnd - 9)), .truncated,
                "it is truncated in the middle of the zip entry “all.ipf”, after \(dataEnd - 9) bytes "
                    + "(\(DecoderHarness.decode(Array(whole.prefix(dataEnd - 9))).bytes.count) inflated); fetch it "
                    + "again"
            ),
        ]
        for row in rows {
            let outcome = decode(row.stored)
            #expect(outcome.error?.kind == row.kind, "\(row.name)")
            #expect(outcome.error?.reason == row.reason, "\(row.name)")
            #expect(outcome.error?.category == .badInput, "\(row.name)")
        }
    }

    /// Every cut is reported as truncation.
    @Test func truncationAtEveryByteIsReported() {
        for (method, sizes) in [(8, ZipArchive.Sizes.inHeader), (0, .inHeader), (8, .inDescriptor), (0, .inDescriptor)]
        {
            var archive = ZipArchive()
            archive.add("all.ipf", Self.text, method: method, sizes: sizes)
            let stored = archive.finished()
            for length in 4..<stored.count {
                let outcome = decode(Array(stored.prefix(length)))
                #expect(outcome.error?.kind == .truncated, "method \(method), \(sizes), cut at \(length)")
                #expect(Self.text.starts(with: outcome.bytes), "method \(method), \(sizes), cut at \(length)")
            }
        }
    }

    /// If a flipped bit changes the bytes, decoding reports an error, or the file is no longer recognized as zip.
    @Test func noFlippedBitIsAcceptedSilently() {
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

    @Test func decompressionBombsAreRefused() {
        let bomb = ZipArchive.of([UInt8](repeating: 65, count: 3_000_000))
        var limits = IngestLimits()
        limits.ratio = 900
        #expect(DecoderHarness.decode(bomb, buffer: 1 << 14, limits).error?.kind == .limitExceeded)
    }

    /// Limits apply to all files together, including skipped ones.
    @Test func limitsApplyToAllFilesTogether() {
        let file = [UInt8](repeating: 65, count: 700_000)
        for names in [["a.ipf", "b.ipf", "c.ipf"], ["__MACOSX/._a", "._b", "c.ipf"]] {
            var archive = ZipArchive()
            for name in names { archive.add(name, file) }
            let stored = archive.finished()
            #expect(DecoderHarness.decode(stored).error == nil)
            var limits = IngestLimits()
            limits.ratio = 500
            #expect(
                DecoderHarness.decode(stored, limits).error?.reason.hasSuffix(
                    "bytes inflate to more than 500 times as many, which suggests an attack; raise the limit if you "
                        + "trust this source") == true)
            limits = IngestLimits()
            limits.inflatedBytes = 1_500_000
            #expect(
                DecoderHarness.decode(stored, limits).error?.reason
                    == "it inflates to more than 1500000 bytes, the limit; raise the limit if you trust this source")
        }
    }

    /// Entries that only the directory lists, and bytes after the directory, are errors, because other programs would
    /// read different content.
    @Test func inconsistentDirectoriesAreErrors() {
        var two = ZipArchive()
        two.add("a.ipf", Self.text)
        let first = two.bytes.count
        two.add("b.ipf", Self.text)
        let whole = two.finished()
        let one = ZipArchive.of(Self.text)
        let directory = whole.count - two.bytes.count
        let entries = "; fetch it again"
        func follows(_ bytes: Int) -> String {
            "the zip archive ends at byte \(bytes) (\(Self.text.count) inflated), but other data follows; expected "
                + "the end; fetch it again, or truncate it there"
        }
        let rows: [(name: String, stored: [UInt8], kind: IngestError.Kind, reason: String)] = [
            (
                "the second file is missing", Array(whole[..<first] + whole[two.bytes.count...]), .corrupt,
                "it is damaged: the directory of the zip archive has 2 entries, but 1 precede it, at byte "
                    + "\(first + directory) "
                    + "(\(Self.text.count) inflated)" + entries
            ),
            (
                "the first file is missing in the directory",
                Array(whole[..<two.bytes.count] + whole[(two.bytes.count + 51)...]), .corrupt,
                "it is damaged: the end of the zip archive counts 2 entries, but its directory has 1, at byte "
                    + "\(whole.count - 51 - 22) (\(2 * Self.text.count) inflated)" + entries
            ),
            (
                "damaged in the directory", Array(one.dropLast(22)) + [UInt8](repeating: 1, count: 22), .corrupt,
                "it is damaged: expected the directory of a zip archive, found other data, at byte \(one.count - 22) "
                    + "(\(Self.text.count) inflated)" + entries
            ),
            ("one more byte", one + [0], .trailingData, follows(one.count)),
            ("a second archive", one + one, .trailingData, follows(one.count)),
        ]
        for row in rows {
            let outcome = decode(row.stored)
            #expect(outcome.error?.kind == row.kind, "\(row.name)")
            #expect(outcome.error?.reason == row.reason, "\(row.name)")
        }
    }

    /// For several files cut at any byte, complete data is delivered, and only the whole archive has no error.
    @Test func truncationOfSeveralFilesIsReported() {
        for sizes in [ZipArchive.Sizes.inHeader, .inDescriptor] {
            var archive = ZipArchive()
            archive.add("a.ipf", Self.text, sizes: sizes)
            archive.add("__MACOSX/._a.ipf", Array("junk".utf8), method: 0, sizes: sizes)
            archive.add("b.ipf", Self.text, method: 0, sizes: sizes)
            let stored = archive.finished()
            for length in 4..<stored.count {
                let outcome = decode(Array(stored.prefix(length)))
                #expect(outcome.error?.kind == .truncated, "\(sizes), cut at \(length)")
                #expect((Self.text + Self.text).starts(with: outcome.bytes), "\(sizes), cut at \(length)")
                #expect(
                    outcome.files.map(\.name) == Array(["a.ipf", "b.ipf"].prefix(outcome.files.count)),
                    "cut at \(length)")
            }
        }
    }

    @Test(.enabled(if: Conformance.data != nil, "the vendor's files are not available"))
    func aRealArchiveIsRead() throws {
        let folder = try #require(Conformance.data)
        let stored = [UInt8](try Data(contentsOf: folder.appending(path: "dxfeed-sample.ipf.zip")))
        let outcome = DecoderHarness.decode(stored)
        #expect(outcome.error == nil)
        #expect(String(decoding: outcome.bytes.prefix(1), as: UTF8.self) == "#")
        #expect(String(decoding: outcome.bytes, as: UTF8.self).contains("##COMPLETE"))
    }
}

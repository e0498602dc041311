import Foundation
import Testing

@testable import Ingest

/// Checksums of the examples in their specifications.
struct DigestHashTests {
    static func digest(_ algorithm: DigestHash.Algorithm, _ bytes: [UInt8]) -> [UInt8] {
        let hash = DigestHash(algorithm)!
        hash.add(bytes.span)
        return hash.digest
    }

    @Test func publishedExamplesAreReproduced() {
        let rows: [(text: String, sha256: String, md5: String)] = [
            (
                "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "d41d8cd98f00b204e9800998ecf8427e"
            ),
            (
                "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "900150983cd24fb0d6963f7d28e17f72"
            ),
        ]
        for row in rows {
            let bytes = Array(row.text.utf8)
            #expect(ByteText.hexadecimal(Self.digest(.sha256, bytes)) == row.sha256)
            #expect(ByteText.hexadecimal(Self.digest(.md5, bytes)) == row.md5)
            // Add the bytes one by one, and read the digest after each.
            let hash = DigestHash.sha256
            for byte in bytes {
                hash.add([byte].span)
                _ = hash.digest
            }
            #expect(ByteText.hexadecimal(hash.digest) == row.sha256)
        }
    }

    #if !canImport(Darwin)
        /// Every length around block boundaries gives the right digest, also if added in pieces.
        @Test func theBuiltInDigestEqualsThatOfTheLibrary() throws {
            #expect(DigestHash(.md5, byLibrary: false) == nil)
            for count in 0...200 {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 51) }
                let hash = try #require(DigestHash(.sha256, byLibrary: false))
                hash.add(bytes.span.extracting(first: count / 3))
                _ = hash.digest
                hash.add(bytes.span.extracting((count / 3)...))
                #expect(hash.digest == Self.digest(.sha256, bytes), "\(count) bytes")
            }
        }
    #endif

    @Test func base64EqualsThatOfFoundation() {
        for count in 0...10 {
            let bytes = (0..<count).map { UInt8($0 * 51 & 255) }
            #expect(ByteText.base64(bytes) == Data(bytes).base64EncodedString())
        }
    }
}

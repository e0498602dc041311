import Foundation
import Scanning
import Testing

@testable import Ingest

/// Checksums, compared with the examples in their specifications.
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
            // Adds the bytes one by one, and reads the digest after each byte.
            let hash = DigestHash.sha256
            for byte in bytes {
                hash.add([byte].span)
                _ = hash.digest
            }
            #expect(ByteText.hexadecimal(hash.digest) == row.sha256)
        }
    }

    /// The examples of RFC 4231 (1, 2 and 6), and that of the Standard Webhooks specification.
    @Test func publishedMessageCodesAreReproduced() {
        let rows: [(key: [UInt8], text: String, code: String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for row in rows {
            #expect(ByteText.hexadecimal(MessageCode.sha256(Array(row.text.utf8), key: row.key)) == row.code)
        }
        let key = Array(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")!)
        let message = #"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#
        let code = ByteText.base64(MessageCode.sha256(Array(message.utf8), key: key))
        #expect(code == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    #if !canImport(Darwin)
        /// The built-in digest equals that of the library for every length around a block boundary, also in pieces.
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

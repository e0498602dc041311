#if canImport(Darwin)
    import Foundation
#else
    import CCrypto
#endif

/// Bytes as text.
package enum ByteText {
    /// Two hexadecimal digits a byte, in lower case.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Base 64 with padding (RFC 4648, section 4).
    static func base64(_ bytes: [UInt8]) -> String {
        #if canImport(Darwin)
            return Data(bytes).base64EncodedString()
        #else
            // SAFETY: four bytes for each three, and the zero after them, are what the call writes.
            let text = unsafe [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) { room, count in
                count = Int(unsafe EVP_EncodeBlock(room.baseAddress, bytes, Int32(bytes.count)))
            }
            return String(decoding: text, as: UTF8.self)
        #endif
    }
}

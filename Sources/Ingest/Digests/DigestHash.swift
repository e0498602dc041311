#if canImport(Darwin)
    import CryptoKit
#else
    import CCrypto
#endif

/// A checksum of bytes that come piece by piece, computed by the system's library; SHA-256 here where the system has none.
@safe
package final class DigestHash {
    /// The kinds of checksums.
    package enum Algorithm: Sendable {
        /// FIPS 180-4; a digest is 32 bytes.
        case sha256
        /// RFC 1321; a digest is 16 bytes. It proves nothing against an attacker, but object stores check bodies by it.
        case md5
    }

    #if canImport(Darwin)
        private var hash: any HashFunction

        /// The state before the first byte.
        package init?(_ algorithm: Algorithm) {
            hash = algorithm == .sha256 ? SHA256() : Insecure.MD5()
        }

        /// Takes some more bytes.
        package func add(_ bytes: Span<UInt8>) {
            // SAFETY: the bytes are read within the call.
            unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        }

        /// The digest of all bytes so far; more may follow.
        package var digest: [UInt8] { Array(hash.finalize()) }
    #else
        /// The library's; `nil` where `own` computes.
        private let context: OpaquePointer?
        private var own = PlainSHA256()

        /// The state before the first byte; `nil` where the library doesn't know or doesn't allow the algorithm, as MD5 under FIPS
        /// 140, or isn't there.
        ///
        /// - Parameter byLibrary: false computes SHA-256 as where the library isn't there.
        package init?(_ algorithm: Algorithm, byLibrary: Bool = true) {
            guard byLibrary, ccrypto_is_there() else {
                // SAFETY: no pointer.
                unsafe context = nil
                if algorithm == .md5 { return nil }
                return
            }
            // SAFETY: the context is checked, and freed once, in `deinit` or here; the descriptions of algorithms are constants.
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            let description = unsafe algorithm == .sha256 ? EVP_sha256() : EVP_md5()
            guard unsafe EVP_DigestInit_ex(context, description, nil) == 1 else {
                unsafe EVP_MD_CTX_free(context)
                return nil
            }
            unsafe self.context = context
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        /// Takes some more bytes.
        ///
        /// - Complexity: O(`bytes.count`).
        package func add(_ bytes: Span<UInt8>) {
            // SAFETY: the pointer has `count` bytes, which are read within the call.
            guard let context = unsafe context else { return own.add(bytes) }
            unsafe bytes.withUnsafeBytes { unsafe _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        }

        /// The digest of all bytes so far; more may follow.
        package var digest: [UInt8] {
            guard let context = unsafe context else { return own.digest }
            // SAFETY: the copy is freed here; the call writes no more bytes than the longest digest has, and says how many.
            let copy = unsafe EVP_MD_CTX_new()
            defer { unsafe EVP_MD_CTX_free(copy) }
            unsafe EVP_MD_CTX_copy_ex(copy, context)
            return unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { room, count in
                var written: UInt32 = 0
                unsafe EVP_DigestFinal_ex(copy, room.baseAddress, &written)
                count = Int(written)
            }
        }
    #endif

    /// SHA-256, which every library has, and every system.
    package static var sha256: DigestHash { DigestHash(.sha256)! }
}

/// Bytes as text.
package enum ByteText {
    /// Two hexadecimal digits a byte, in lower case.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Base 64 with padding (RFC 4648, section 4).
    static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place > group.count ? UInt8(ascii: "=") : base64Digits[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let base64Digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

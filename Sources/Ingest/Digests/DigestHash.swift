#if canImport(Darwin)
    import CryptoKit
#else
    import CCrypto
#endif

/// An incremental checksum, which the system's library computes. SHA-256 is also available without a library.
@safe
package final class DigestHash {
    /// A checksum algorithm.
    package enum Algorithm: Sendable {
        /// SHA-256 (FIPS 180-4), with a digest of 32 bytes.
        case sha256
        /// MD5 (RFC 1321), with a digest of 16 bytes. It does not protect against attackers, but object stores use it
        /// to check bodies.
        case md5
    }

    #if canImport(Darwin)
        private var hash: any HashFunction

        /// Creates the hash of an empty message.
        package init?(_ algorithm: Algorithm) {
            hash = algorithm == .sha256 ? SHA256() : Insecure.MD5()
        }

        /// Appends bytes to the message.
        package func add(_ bytes: Span<UInt8>) {
            // SAFETY: The bytes are only read during the call.
            unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        }

        /// The digest of all bytes so far. More bytes may be added later.
        package var digest: [UInt8] { Array(hash.finalize()) }
    #else
        /// The context of the library; `nil` if `own` computes the digest.
        private let context: OpaquePointer?
        private var own = PlainSHA256()

        /// Creates the hash of an empty message.
        ///
        /// Without a library, only SHA-256 is available.
        ///
        /// - Parameter byLibrary: Whether to use the library; `false` computes SHA-256 as on systems without a library.
        /// - Returns: The hash; `nil` if the library does not support or allow the algorithm, such as MD5 under FIPS
        ///   140.
        package init?(_ algorithm: Algorithm, byLibrary: Bool = true) {
            guard byLibrary, ccrypto_is_there() else {
                // SAFETY: This sets a null pointer.
                unsafe context = nil
                if algorithm == .md5 { return nil }
                return
            }
            // SAFETY: The context is checked, and freed exactly once, in `deinit` or here. The descriptions of
            // algorithms are constants.
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            let description = unsafe algorithm == .sha256 ? EVP_sha256() : EVP_md5()
            guard unsafe EVP_DigestInit_ex(context, description, nil) == 1 else {
                unsafe EVP_MD_CTX_free(context)
                return nil
            }
            unsafe self.context = context
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        /// Appends bytes to the message.
        ///
        /// - Complexity: O(`bytes.count`).
        package func add(_ bytes: Span<UInt8>) {
            // SAFETY: The pointer refers to `count` bytes, which are only read during the call.
            guard let context = unsafe context else { return own.add(bytes) }
            unsafe bytes.withUnsafeBytes { unsafe _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        }

        /// The digest of all bytes so far. More bytes may be added later.
        package var digest: [UInt8] {
            guard let context = unsafe context else { return own.digest }
            // SAFETY: The copy is freed here. The buffer has room for the longest digest, and the call returns how many
            // bytes it wrote.
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

    /// A new SHA-256 hash, which is available on every system.
    package static var sha256: DigestHash { DigestHash(.sha256)! }
}

/// Message authentication codes.
package enum MessageCode {
    /// Returns HMAC-SHA256 (RFC 2104) of a message.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        func digest(_ parts: [UInt8]...) -> [UInt8] {
            let hash = DigestHash.sha256
            for part in parts { hash.add(part.span) }
            return hash.digest
        }
        let block = 64
        var key = key.count > block ? digest(key) : key
        key += [UInt8](repeating: 0, count: block - key.count)
        return digest(key.map { $0 ^ 0x5C }, digest(key.map { $0 ^ 0x36 }, message))
    }
}

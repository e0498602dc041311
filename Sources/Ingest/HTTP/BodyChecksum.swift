internal import Scanning

/// Compares the body of an object with the checksum that the store has sent with it.
///
/// | response header | checksum of the body |
/// | --- | --- |
/// | `x-amz-meta-ipf-sha256`, as this package writes it | SHA-256 |
/// | `x-amz-checksum-sha256` of the whole object | SHA-256 |
/// | an `ETag` of 32 hexadecimal digits, unless encrypted with a separate key | MD5 |
/// | none of these | only the length is compared, as for every response |
final class BodyChecksum {
    private let sha256 = DigestHash.sha256
    private let md5: DigestHash?
    private let expected: (name: String, digest: String)?

    /// - Parameter head: The head of the response that contains the whole body.
    init(_ head: ResponseHead) {
        let found = Self.expected(head)
        md5 = found?.name == Self.md5Name ? DigestHash(.md5) : nil
        expected = found?.name == Self.md5Name && md5 == nil ? nil : found
    }

    /// The header in which this package stores an object's SHA-256, in hexadecimal.
    static let header = "x-amz-meta-ipf-sha256"
    private static let md5Name = "MD5"

    private static func expected(_ head: ResponseHead) -> (name: String, digest: String)? {
        if let digest = Self.kept(head) { return ("SHA-256", digest) }
        // For objects that were uploaded in parts, this is a checksum of checksums, followed by a hyphen and the number
        // of parts.
        if let text = head.headers["x-amz-checksum-sha256"], text.utf8.count == 44,
            head.headers["x-amz-checksum-type"]?.uppercased() != "COMPOSITE"
        {
            return ("SHA-256 in base 64", text)
        }
        let isEncryptedByKey =
            head.headers["x-amz-server-side-encryption"].map { $0 != "AES256" } ?? false
            || head.headers["x-amz-server-side-encryption-customer-algorithm"] != nil
        guard !isEncryptedByKey, let etag = head.headers["etag"], etag.first == "\"", etag.last == "\"",
            isHexadecimal(etag.dropFirst().dropLast(), digits: 32)
        else { return nil }
        return (md5Name, etag.dropFirst().dropLast().lowercased())
    }

    /// Returns the SHA-256 that this package has stored with an object; `nil` if another program wrote the object.
    static func kept(_ head: ResponseHead) -> String? {
        head.headers[header].flatMap { isHexadecimal($0[...], digits: 64) ? $0.lowercased() : nil }
    }

    private static func isHexadecimal(_ text: Substring, digits: Int) -> Bool {
        text.utf8.count == digits && text.allSatisfy(\.isHexDigit)
    }

    func add(_ bytes: Span<UInt8>) {
        sha256.add(bytes)
        md5?.add(bytes)
    }

    /// Compares the checksums. The whole body must have been added.
    ///
    /// - Returns: The SHA-256 of the body, in hexadecimal.
    /// - Throws: `IngestError` of kind `corrupt` if the body differs from the stored object.
    func verify() throws(IngestError) -> String {
        let digest = sha256.digest
        let text = ByteText.hexadecimal(digest)
        guard let expected else { return text }
        let found =
            switch expected.name {
            case Self.md5Name: ByteText.hexadecimal(md5?.digest ?? [])
            case "SHA-256": text
            default: ByteText.base64(digest)
            }
        guard found == expected.digest else {
            throw IngestError(
                kind: .corrupt,
                reason:
                    "the received data has the \(expected.name) \(found), expected \(expected.digest); read it again, "
                    + "and if that fails too, write the object again")
        }
        return text
    }
}

internal import Scanning

/// The address of an object in an S3-compatible store: `s3://BUCKET/KEY`.
///
/// The key is used as it is, without percent-decoding: `s3://data/ipf/date=2026-11-21/all.ipf.gz`.
package struct ObjectAddress: Hashable, Sendable {
    /// The bucket's name: 3 to 63 lowercase letters, digits, dots and hyphens.
    package let bucket: String
    /// The object's key: at most 1,024 bytes of UTF-8, without control characters and without path components that are
    /// empty, `.` or `..`.
    package let key: String

    /// Creates an address from its parts.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if the bucket's name or the key is invalid.
    package init(bucket: String, key: String) throws(IngestError) {
        try Self.check(bucket: bucket, in: "s3://\(bucket)/\(key)")
        if let fault = Self.fault(ofKey: key[...]) {
            throw IngestError(kind: .invalidAddress, reason: "address: \(fault), in “s3://\(bucket)/\(key)”")
        }
        self.bucket = bucket
        self.key = key
    }

    /// Parses `BUCKET/KEY`, the text after `s3://`.
    init(parsing text: Substring) throws(IngestError) {
        let bucket = text.prefix { $0 != "/" }
        try self.init(bucket: String(bucket), key: String(text[bucket.endIndex...].dropFirst()))
    }

    static func check(bucket: String, in text: String) throws(IngestError) {
        let isName =
            (3...63).contains(bucket.utf8.count) && bucket.utf8.first != ASCII.period
            && bucket.utf8.allSatisfy {
                $0.isASCIILetter && $0.asciiLowercased == $0 || $0.isASCIIDigit || $0 == ASCII.period
                    || $0 == ASCII.minus
            }
        if isName { return }
        throw IngestError(
            kind: .invalidAddress,
            reason: bucket.contains("@")
                ? "address: “s3://…@…” contains a user name; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
                    + "AWS_PROFILE, instead"
                : "address: no bucket name in “\(text)”; expected s3://BUCKET/KEY, where BUCKET has 3 to 63 lowercase "
                    + "letters, digits, dots or hyphens")
    }

    /// Returns the reason that a key or a prefix of keys is invalid; `nil` if it is valid.
    ///
    /// Stores and proxies resolve `.` and `..` and merge slashes. Then the request would name another key than the one
    /// that was signed.
    static func fault(ofKey key: Substring) -> String? {
        if key.isEmpty { return "no key after the bucket name; expected s3://BUCKET/KEY" }
        if key.utf8.count > 1024 { return "the key has \(key.utf8.count) bytes; expected at most 1024" }
        if key.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "the key contains a control character" }
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("") {
            return "the key has an empty part between slashes or ends with a slash; give the key "
                + "of an object"
        }
        return parts.contains { $0 == "." || $0 == ".." }
            ? "the key has a part . or .., which object stores "
                + "resolve" : nil
    }
}

extension ObjectAddress: CustomStringConvertible {
    /// The address in the form `s3://BUCKET/KEY`.
    package var description: String { "s3://\(bucket)/\(key)" }
}

internal import Scanning

/// The target of a download: a web address or an object.
enum DownloadTarget: Sendable {
    case web(url: String)
    case object(ObjectAddress, ObjectAccess)

    /// Returns the request for this target.
    ///
    /// - Parameter conditions: Headers that request only a changed version or a range.
    func request(
        _ address: SourceAddress, _ conditions: [(name: String, value: String)], _ options: IngestOptions
    ) -> TransferRequest {
        switch self {
        case .web(let url):
            TransferRequest(
                url: url, credentials: options.credentials(for: address),
                headers: conditions + Self.encodings(options), options)
        case .object(let object, let access):
            TransferRequest(
                .get, url: access.url(object.bucket, key: object.key),
                headers: conditions + ObjectHeaders.withoutBody + [("x-amz-checksum-mode", "ENABLED")],
                access.signature,
                options)
        }
    }
}

extension DownloadTarget {
    /// The headers that allow the server to compress the body, or none if the caller needs the bytes as stored. Gzip
    /// data is recognized by its content, whatever the response headers.
    private static func encodings(_ options: IngestOptions) -> [(name: String, value: String)] {
        let isGiven = options.headers.contains { $0.name.lowercased() == "accept-encoding" }
        return options.keepsPacking || isGiven ? [] : [("Accept-Encoding", "gzip")]
    }
}

/// Headers for requests to object stores.
enum ObjectHeaders {
    /// Returns the header with the SHA-256 of the body, which is also signed. libcurl 7.88 does not add it itself.
    static func contentSHA256(_ digest: [UInt8]) -> (name: String, value: String) {
        ("x-amz-content-sha256", ByteText.hexadecimal(digest))
    }

    /// The header for an empty body.
    static let withoutBody = [contentSHA256(DigestHash.sha256.digest)]
}

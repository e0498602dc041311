internal import Scanning

/// The web address or object to download.
enum DownloadTarget: Sendable {
    case web(url: String)
    case object(ObjectAddress, ObjectAccess)

    /// Returns the request for this target.
    ///
    /// - Parameter conditions: Headers that limit the request to a changed version or a range.
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
    /// Headers that let the server compress the body. Gzip data is recognized by its content, regardless of headers.
    /// Nothing is added if the caller needs the stored bytes.
    private static func encodings(_ options: IngestOptions) -> [(name: String, value: String)] {
        let isGiven = options.headers.contains { $0.name.lowercased() == "accept-encoding" }
        return options.keepsPacking || isGiven ? [] : [("Accept-Encoding", "gzip")]
    }
}

/// Headers of requests to object stores.
enum ObjectHeaders {
    /// Returns the header with the body's SHA-256, which is also signed. libcurl 7.88 does not add it by itself.
    static func contentSHA256(_ digest: [UInt8]) -> (name: String, value: String) {
        ("x-amz-content-sha256", ByteText.hexadecimal(digest))
    }

    /// The content hash header of an empty body.
    static let withoutBody = [contentSHA256(DigestHash.sha256.digest)]
}

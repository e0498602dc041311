/// What a download asks for.
enum DownloadTarget: Sendable {
    case web(url: String)
    case object(ObjectAddress, ObjectAccess)

    /// - Parameter conditions: headers that make it a request for something new, or for a part.
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
    /// A server may compress what it sends: gzip data is recognised by its content, whatever header names it. Not where the stored bytes are
    /// wanted.
    private static func encodings(_ options: IngestOptions) -> [(name: String, value: String)] {
        let isGiven = options.headers.contains { $0.name.lowercased() == "accept-encoding" }
        return options.keepsPacking || isGiven ? [] : [("Accept-Encoding", "gzip")]
    }
}

/// Headers of requests to object stores.
enum ObjectHeaders {
    /// The SHA-256 of the body, which is signed with the rest: libcurl 7.88 names none of its own accord.
    static func contentSHA256(_ digest: [UInt8]) -> (name: String, value: String) {
        ("x-amz-content-sha256", ByteText.hexadecimal(digest))
    }

    /// The same of no body.
    static let withoutBody = [contentSHA256(DigestHash.sha256.digest)]
}

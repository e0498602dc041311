internal import Scanning

/// The object store for `s3:` addresses, and the keys for requests to it.
///
/// Printing, interpolating or dumping a value never shows the keys.
package struct ObjectAccess: Hashable, Sendable {
    /// The URL of a custom store, such as `http://127.0.0.1:9000/`; `nil` for Amazon S3.
    let endpoint: String?
    /// The region, such as `eu-central-1`.
    let region: String
    private let hiddenKeys: Redacted<RequestSignature.Keys?>
    /// The keys; `nil` to send requests without a signature, which public buckets allow.
    var keys: RequestSignature.Keys? { hiddenKeys.value }

    /// The default region.
    static let usualRegion = "us-east-1"

    /// Creates the access after validating the settings.
    ///
    /// - Throws: `IngestError` of kind `invalidAddress` if the endpoint, the region or a key cannot be used in a
    ///   request. The message shows no key.
    init(endpoint: String?, region: String?, keys: RequestSignature.Keys?) throws(IngestError) {
        self.endpoint = try endpoint.map { (text) throws(IngestError) in try Self.endpoint(text) }
        self.region = region ?? Self.usualRegion
        hiddenKeys = Redacted(keys)
        guard !self.region.isEmpty,
            self.region.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == ASCII.minus })
        else {
            throw Self.invalid(
                "invalid region “\(self.region)”; expected letters, digits and hyphens, such as "
                    + "eu-central-1")
        }
        for text in [keys?.identifier, keys?.secret, keys?.sessionToken].compactMap({ $0 })
        where text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw Self.invalid(
                "an access key or session token is empty, or contains a space or another invalid character; check "
                    + "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and the profile")
        }
    }

    private static func endpoint(_ text: String) throws(IngestError) -> String {
        guard ["http://", "https://"].contains(where: text.lowercased().hasPrefix),
            let address = try? SourceAddress(parsing: text), address.credentials == nil, let url = address.url,
            !url.contains("?")
        else {
            throw invalid(
                "the endpoint of the object store is not a URL without user and query; expected https://HOST[:PORT] "
                    + "in AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or endpoint_url of the profile")
        }
        return url.hasSuffix("/") ? url : url + "/"
    }

    static func invalid(_ reason: String) -> IngestError { IngestError(kind: .invalidAddress, reason: reason) }

    /// The signature for requests; `nil` without keys.
    var signature: RequestSignature? { keys.map { RequestSignature($0, region: region) } }

    // MARK: URLs

    /// Returns the URL of a bucket or an object.
    ///
    /// For a custom store, the bucket is a part of the path, otherwise of the host. But a bucket whose name contains a
    /// dot is always a part of the path, because wildcard certificates cover only one label.
    ///
    /// - Parameters:
    ///   - key: The key of the object; `nil` for the bucket itself.
    ///   - query: The parameters. This method sorts them by name, as the signature requires.
    func url(_ bucket: String, key: String? = nil, query: [(name: String, value: String)] = []) -> String {
        var url: String
        if let endpoint {
            url = "\(endpoint)\(bucket)"
        } else {
            let suffix = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
            url =
                bucket.contains(".")
                ? "https://s3.\(region).\(suffix)/\(bucket)" : "https://\(bucket).s3.\(region).\(suffix)"
        }
        if let key {
            let parts = key.split(separator: "/", omittingEmptySubsequences: false)
            url += "/" + parts.map { PercentCoding.encodeAll($0) }.joined(separator: "/")
        } else if endpoint == nil, !bucket.contains(".") {
            url += "/"
        }
        let parameters = query.map { (PercentCoding.encodeAll($0.name[...]), PercentCoding.encodeAll($0.value[...])) }
            .sorted { $0.0 < $1.0 }
        if parameters.isEmpty { return url }
        return url + "?" + parameters.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }
}

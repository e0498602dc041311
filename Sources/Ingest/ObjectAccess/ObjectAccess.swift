internal import Scanning

/// Which store `s3:` addresses mean, and who asks it.
///
/// Neither printing, interpolating nor dumping a value shows the keys.
package struct ObjectAccess: Hashable, Sendable {
    /// `http://127.0.0.1:9000/`, the URL of a store of one's own; `nil` for Amazon's.
    let endpoint: String?
    /// `eu-central-1`
    let region: String
    private let hiddenKeys: Redacted<RequestSignature.Keys?>
    /// `nil` asks without a signature, as public buckets allow.
    var keys: RequestSignature.Keys? { hiddenKeys.value }

    /// Where both are left open, and no endpoint says what its store calls its region.
    static let usualRegion = "us-east-1"

    /// - Throws: `IngestError` of kind `invalidAddress` for an endpoint or a region that can't stand in a request, and for keys
    ///   with control characters; it shows no key.
    init(endpoint: String?, region: String?, keys: RequestSignature.Keys?) throws(IngestError) {
        self.endpoint = try endpoint.map { (text) throws(IngestError) in try Self.endpoint(text) }
        self.region = region ?? Self.usualRegion
        hiddenKeys = Redacted(keys)
        guard !self.region.isEmpty,
            self.region.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == ASCII.minus })
        else {
            throw Self.invalid("region “\(self.region)”; expected letters, digits and hyphens, such as eu-central-1")
        }
        for text in [keys?.identifier, keys?.secret, keys?.sessionToken].compactMap({ $0 })
        where text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw Self.invalid(
                "a key or session token for object stores is empty, or holds a space or another character that a request "
                    + "can't hold; check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and the profile")
        }
    }

    private static func endpoint(_ text: String) throws(IngestError) -> String {
        guard ["http://", "https://"].contains(where: text.lowercased().hasPrefix),
            let address = try? SourceAddress(parsing: text), address.credentials == nil, let url = address.url,
            !url.contains("?")
        else {
            throw invalid(
                "the endpoint of the object store (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or endpoint_url of the profile) isn't "
                    + "a URL without user and query; expected https://HOST[:PORT]")
        }
        return url.hasSuffix("/") ? url : url + "/"
    }

    static func invalid(_ reason: String) -> IngestError { IngestError(kind: .invalidAddress, reason: reason) }

    /// Who signs; `nil` for nobody.
    var signature: RequestSignature? { keys.map { RequestSignature($0, region: region) } }

    // MARK: URLs

    /// The URL of a bucket or of an object in it.
    ///
    /// The bucket stands in the path at a store of one's own, and where its name has a dot: certificates hold for one label.
    ///
    /// - Parameters:
    ///   - key: `nil` for the bucket itself.
    ///   - query: sorted by name here, as the signature has it.
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

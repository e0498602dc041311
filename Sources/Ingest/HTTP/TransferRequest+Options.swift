extension TransferRequest {
    /// - Parameter headers: beside those of the options.
    init(
        url: String, credentials: Credentials?, headers: [(name: String, value: String)], _ options: IngestOptions
    ) {
        self.init(
            url: url, credentials: credentials, headers: options.headers + headers,
            connectTimeout: options.connectTimeout, stallTimeout: options.stallTimeout,
            lowestSpeed: options.lowestSpeed, redirects: options.limits.redirects,
            headerBytes: options.limits.headerBytes)
    }

    /// A request to an object store.
    init(
        _ method: Method, url: String, headers: [(name: String, value: String)], _ signature: RequestSignature?,
        body: RequestBody? = nil, _ options: IngestOptions
    ) {
        self.init(
            method: method, url: url, headers: headers, signature: signature, body: body,
            connectTimeout: options.connectTimeout, stallTimeout: options.stallTimeout,
            lowestSpeed: options.lowestSpeed, headerBytes: options.limits.headerBytes)
    }
}

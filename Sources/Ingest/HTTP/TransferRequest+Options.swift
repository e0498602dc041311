extension TransferRequest {
    /// - Parameter headers: Headers in addition to those of the options.
    init(
        url: String, credentials: Credentials?, headers: [(name: String, value: String)], _ options: IngestOptions
    ) {
        self.init(
            url: url, credentials: credentials, headers: options.headers + headers,
            connectTimeout: options.connectTimeout, stallTimeout: options.stallTimeout,
            lowestSpeed: options.lowestSpeed, redirects: options.limits.redirects,
            headerBytes: options.limits.headerBytes)
    }

    /// Creates a request to an object store.
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

extension IngestOptions {
    /// The type of transfer that performs requests.
    var transferType: any Transfer.Type { transfer ?? SystemTransfer.self }

    /// The object store and the keys for `s3:` addresses.
    ///
    /// - Throws: `IngestError` if the environment variables or profiles are invalid, or this system cannot sign
    ///   requests.
    var objectAccess: ObjectAccess {
        get throws(IngestError) {
            guard transferType.isForObjects else {
                throw IngestError(
                    kind: .invalidAddress,
                    reason:
                        "s3 addresses need libcurl, which signs requests, and this build uses URLSession; give a "
                        + "presigned https URL of the object")
            }
            if let objects { return objects }
            return try ObjectAccess.current()
        }
    }
}

extension ResponseHead {
    /// The validators of the version that this response contains.
    var validators: Validators { Validators(etag: headers["etag"], lastModified: headers["last-modified"]) }
}

/// The HTTP transfer of the system: URLSession on Apple systems, otherwise libcurl.
#if canImport(Darwin)
    typealias SystemTransfer = URLSessionTransfer
#else
    typealias SystemTransfer = CurlTransfer
#endif

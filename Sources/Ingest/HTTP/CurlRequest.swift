#if !canImport(Darwin)
    import CCurl

    /// A libcurl handle configured for one request.
    @safe
    final class CurlRequest {
        let handle: UnsafeMutableRawPointer
        let headerBytes: Int
        let followsRedirects: Bool
        /// The body to send; `nil` for none.
        let body: RequestBody?
        private var headerList: UnsafeMutablePointer<curl_slist>?
        private let words: UnsafeMutablePointer<CChar>

        init(_ request: TransferRequest) throws(IngestError) {
            // SAFETY: The handle is checked. `deinit` frees the handle, the list and the error buffer exactly once.
            guard let handle = unsafe curl_easy_init() else {
                throw IngestLibraries.curlIsMissing
            }
            unsafe self.handle = handle
            unsafe words = .allocate(capacity: Int(CURL_ERROR_SIZE))
            unsafe words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            headerBytes = request.headerBytes
            followsRedirects = request.redirects != nil
            body = request.body

            set(CURLOPT_URL, request.url)
            set(CURLOPT_PROTOCOLS_STR, "http,https")
            set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
            set(CURLOPT_FOLLOWLOCATION, followsRedirects ? 1 : 0)
            set(CURLOPT_MAXREDIRS, request.redirects ?? 0)
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            set(CURLOPT_BUFFERSIZE, 256 << 10)
            set(CURLOPT_CONNECTTIMEOUT_MS, max(request.connectTimeout.milliseconds, 1))
            set(CURLOPT_LOW_SPEED_LIMIT, request.lowestSpeed)
            set(CURLOPT_LOW_SPEED_TIME, (request.stallTimeout.milliseconds + 999) / 1000)
            set(CURLOPT_USERAGENT, TransferRequest.userAgent)
            unsafe ccurl_setopt_pointer(handle, CURLOPT_ERRORBUFFER, words)
            set(request.credentials)
            set(request.method)
            for header in request.headers { add(header.name, header.value) }
            set(request.signature)
            unsafe ccurl_setopt_list(handle, CURLOPT_HTTPHEADER, headerList)
        }

        deinit {
            // SAFETY: `init` allocated all three, and nothing uses them afterwards.
            unsafe curl_easy_cleanup(handle)
            unsafe curl_slist_free_all(headerList)
            unsafe words.deallocate()
        }

        /// Sets credentials that are sent with the first request. libcurl never sends them to another host, port or
        /// protocol.
        private func set(_ credentials: Credentials?) {
            switch credentials?.secret {
            case .basic(let user, let password):
                set(CURLOPT_HTTPAUTH, Int(ccurl_auth_basic))
                set(CURLOPT_USERNAME, user)
                set(CURLOPT_PASSWORD, password)
            case .bearer(let token):
                set(CURLOPT_HTTPAUTH, Int(ccurl_auth_bearer))
                set(CURLOPT_XOAUTH2_BEARER, token)
            // A password without a user cannot be used.
            case .password, nil: break
            }
        }

        private func set(_ method: TransferRequest.Method) {
            switch method {
            case .get: break
            case .head: set(CURLOPT_NOBODY, 1)
            case .put:
                set(CURLOPT_UPLOAD, 1)
                set(CURLOPT_UPLOAD_BUFFERSIZE, Self.sentPieceBytes)
                set(CURLOPT_INFILESIZE_LARGE, large: body?.count ?? 0)
            case .post:
                set(CURLOPT_POST, 1)
                set(CURLOPT_POSTFIELDSIZE_LARGE, large: body?.count ?? 0)
            case .delete: set(CURLOPT_CUSTOMREQUEST, method.rawValue)
            }
        }

        static let sentPieceBytes = 512 << 10

        /// Lets libcurl sign the method, the unmodified URL, all headers, and the body's checksum, which it reads from
        /// the header `x-amz-content-sha256`.
        private func set(_ signature: RequestSignature?) {
            guard let signature else { return }
            if let token = signature.keys.sessionToken { add("x-amz-security-token", token) }
            set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
            set(CURLOPT_USERNAME, signature.keys.identifier)
            set(CURLOPT_PASSWORD, signature.keys.secret)
        }

        private func add(_ name: String, _ value: String) {
            // SAFETY: The list copies the text, and `deinit` frees the list.
            unsafe headerList = curl_slist_append(headerList, "\(name): \(value)")
        }

        private func set(_ option: CURLoption, _ value: Int) {
            // SAFETY: `self` owns the handle.
            unsafe ccurl_setopt_long(handle, option, value)
        }

        private func set(_ option: CURLoption, large value: Int) {
            // SAFETY: `self` owns the handle, and the option accepts an offset.
            unsafe ccurl_setopt_offset(handle, option, curl_off_t(value))
        }

        private func set(_ option: CURLoption, _ value: String) {
            // SAFETY: `self` owns the handle, and libcurl copies the text.
            unsafe ccurl_setopt_string(handle, option, value)
        }

        // MARK: After the transfer

        /// Returns libcurl's description of a failure.
        func words(for code: CURLcode) -> String {
            // SAFETY: libcurl writes zero-terminated text that fits into the buffer. Its own texts are constants.
            let text = unsafe String(cString: words)
            return unsafe text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        }

        /// Whether the connection was established, so that the request could be sent.
        var wasConnected: Bool {
            var microseconds: curl_off_t = 0
            // SAFETY: The value has the type that this function reads.
            unsafe ccurl_getinfo_offset(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
            return microseconds > 0
        }
    }
#endif

#if !canImport(Darwin)
    import CCurl

    /// One request, as libcurl wants it.
    @safe
    final class CurlRequest {
        let handle: UnsafeMutableRawPointer
        let headerBytes: Int
        let followsRedirects: Bool
        /// What is sent; `nil` for nothing.
        let body: RequestBody?
        private var headerList: UnsafeMutablePointer<curl_slist>?
        private let words: UnsafeMutablePointer<CChar>

        init(_ request: TransferRequest) throws(IngestError) {
            // SAFETY: the handle is checked, and given back once, in `deinit`, like the list and the words' memory.
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
            // SAFETY: see `init`; nothing is used afterwards.
            unsafe curl_easy_cleanup(handle)
            unsafe curl_slist_free_all(headerList)
            unsafe words.deallocate()
        }

        /// Sent with the first request already, and by libcurl's rule never to another host, port or protocol.
        private func set(_ credentials: Credentials?) {
            switch credentials?.secret {
            case .basic(let user, let password):
                set(CURLOPT_HTTPAUTH, Int(ccurl_auth_basic))
                set(CURLOPT_USERNAME, user)
                set(CURLOPT_PASSWORD, password)
            case .bearer(let token):
                set(CURLOPT_HTTPAUTH, Int(ccurl_auth_bearer))
                set(CURLOPT_XOAUTH2_BEARER, token)
            // A password without a user says nothing.
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

        /// libcurl signs the method, the URL as it is, all headers and the checksum of the body that one of them names.
        private func set(_ signature: RequestSignature?) {
            guard let signature else { return }
            if let token = signature.keys.sessionToken { add("x-amz-security-token", token) }
            set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
            set(CURLOPT_USERNAME, signature.keys.identifier)
            set(CURLOPT_PASSWORD, signature.keys.secret)
        }

        private func add(_ name: String, _ value: String) {
            // SAFETY: the list copies the text; it is freed in `deinit`.
            unsafe headerList = curl_slist_append(headerList, "\(name): \(value)")
        }

        private func set(_ option: CURLoption, _ value: Int) {
            // SAFETY: the handle is `self`'s.
            unsafe ccurl_setopt_long(handle, option, value)
        }

        private func set(_ option: CURLoption, large value: Int) {
            // SAFETY: the handle is `self`'s; the option is one that takes an offset.
            unsafe ccurl_setopt_offset(handle, option, curl_off_t(value))
        }

        private func set(_ option: CURLoption, _ value: String) {
            // SAFETY: the handle is `self`'s; libcurl copies the text.
            unsafe ccurl_setopt_string(handle, option, value)
        }

        // MARK: After the transfer

        /// libcurl's words for what went wrong.
        func words(for code: CURLcode) -> String {
            // SAFETY: libcurl ends what it writes with a zero within the buffer; its own texts are constants.
            let text = unsafe String(cString: words)
            return unsafe text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        }

        /// The request could be sent.
        var wasConnected: Bool {
            var microseconds: curl_off_t = 0
            // SAFETY: the information is one of the kind that this function reads.
            unsafe ccurl_getinfo_offset(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
            return microseconds > 0
        }
    }
#endif

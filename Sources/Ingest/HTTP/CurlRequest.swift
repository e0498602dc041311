#if !canImport(Darwin)
    import CCurl

    /// One GET request, as libcurl wants it.
    @safe
    final class CurlRequest {
        let handle: UnsafeMutableRawPointer
        let headerBytes: Int
        private var headerList: UnsafeMutablePointer<curl_slist>?
        private let words: UnsafeMutablePointer<CChar>

        init(_ request: TransferRequest) throws(IngestError) {
            // SAFETY: the handle is checked, and given back once, in `deinit`, like the list and the words' memory.
            guard let handle = unsafe curl_easy_init() else {
                throw IngestError(
                    kind: .unreachable, reason: "libcurl could not be started; there may be no memory left")
            }
            unsafe self.handle = handle
            unsafe words = .allocate(capacity: Int(CURL_ERROR_SIZE))
            unsafe words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            headerBytes = request.headerBytes

            set(CURLOPT_URL, request.url)
            set(CURLOPT_PROTOCOLS_STR, "http,https")
            set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
            set(CURLOPT_FOLLOWLOCATION, 1)
            set(CURLOPT_MAXREDIRS, request.redirects)
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            set(CURLOPT_BUFFERSIZE, 256 << 10)
            set(CURLOPT_CONNECTTIMEOUT_MS, max(request.connectTimeout.milliseconds, 1))
            set(CURLOPT_LOW_SPEED_LIMIT, request.lowestSpeed)
            set(CURLOPT_LOW_SPEED_TIME, (request.stallTimeout.milliseconds + 999) / 1000)
            set(CURLOPT_USERAGENT, TransferRequest.userAgent)
            unsafe ccurl_setopt_pointer(handle, CURLOPT_ERRORBUFFER, words)
            set(request.credentials)
            for header in request.headers {
                // SAFETY: the list copies the text; it is freed in `deinit`.
                unsafe headerList = curl_slist_append(headerList, "\(header.name): \(header.value)")
            }
            unsafe ccurl_setopt_list(handle, CURLOPT_HTTPHEADER, headerList)
        }

        deinit {
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

        private func set(_ option: CURLoption, _ value: Int) {
            // SAFETY: the handle is `self`'s.
            unsafe ccurl_setopt_long(handle, option, value)
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

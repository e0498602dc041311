#if !canImport(Darwin)
    import CCurl

    extension TransferFault {
        /// What a code of libcurl's means.
        ///
        /// - Parameter wasConnected: the request could be sent.
        init(_ code: CURLcode, _ words: String, wasConnected: Bool) {
            self.init(kind: Self.kind(code, wasConnected: wasConnected), words: words)
        }

        private static func kind(_ code: CURLcode, wasConnected: Bool) -> Kind {
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: wasConnected ? .stalled : .connectTimeout
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
                CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
                .broken
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
            case CURLE_UNSUPPORTED_PROTOCOL: .leadsElsewhere
            case CURLE_URL_MALFORMAT: .invalidURL(by: "libcurl")
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
                CURLE_SSL_INVALIDCERTSTATUS:
                .insecure
            case CURLE_WEIRD_SERVER_REPLY: .noResponse
            default: .other
            }
        }
    }
#endif

#if !canImport(Darwin)
    import CCurl
    import Synchronization
    import SystemFiles

    /// Performs HTTP transfers one after another, reusing connections.
    ///
    /// This type uses libcurl's multi interface because, unlike the easy interface, it can be woken. So `stop` takes
    /// effect immediately, even if the server sends nothing.
    ///
    /// `@unchecked Sendable`: Other threads may only call `stop`. It writes an atomic and calls `curl_multi_wakeup`,
    /// which libcurl allows on any thread. Only the performing thread uses everything else.
    @safe
    final class CurlTransfer: Transfer, @unchecked Sendable {
        private let multi: UnsafeMutableRawPointer
        private let isStopped = Atomic(false)

        static let isForObjects = true

        init() throws(IngestError) {
            // SAFETY: The handle is checked, and freed exactly once, in `deinit`.
            guard Self.isReady, let multi = unsafe curl_multi_init() else {
                throw IngestLibraries.curlIsMissing
            }
            unsafe self.multi = multi
        }

        deinit { unsafe _ = curl_multi_cleanup(multi) }

        func stop() {
            isStopped.store(true, ordering: .releasing)
            // SAFETY: The caller retains `self`, so the handle is valid.
            unsafe _ = curl_multi_wakeup(multi)
        }

        func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd {
            let request = try CurlRequest(request)
            let sink = TransferSink(delegate, request)
            // SAFETY: `request` keeps the easy handle valid longer than this call, and the sink exists until the end of
            // this function. The multi handle releases both before that.
            let easy = unsafe request.handle
            unsafe request.deliver(to: Unmanaged.passUnretained(sink).toOpaque())
            unsafe _ = curl_multi_add_handle(multi, easy)
            defer { unsafe _ = curl_multi_remove_handle(multi, easy) }
            let end = withExtendedLifetime(sink) { wait(for: request, delegate) }
            if let fault = sink.fileFault { throw IngestError(fault) }
            if let fault = sink.fault { return .failed(TransferFault(kind: .noResponse, words: fault)) }
            guard case .failed(let code, let words, let wasConnected) = end else {
                return if case .finished = end { .finished } else { .stopped }
            }
            if code == CURLE_UNSUPPORTED_PROTOCOL, !sink.isLedElsewhere {
                // libcurl also uses this code for a response without a status line.
                return .failed(TransferFault(kind: .noResponse, words: words))
            }
            if wasConnected, sink.isInHeader, Self.tooLong.contains(code.rawValue) {
                return .failed(TransferFault(kind: .noResponse, words: "a header line is too long"))
            }
            return .failed(TransferFault(code, words, wasConnected: wasConnected))
        }

        /// How libcurl's transfer ended.
        private enum End {
            case finished, stopped
            /// libcurl's code, its description, and whether a connection had been established.
            case failed(CURLcode, String, wasConnected: Bool)
        }

        private func wait(for request: CurlRequest, _ delegate: any TransferDelegate) -> End {
            var running: Int32 = 1
            while true {
                if isStopped.load(ordering: .acquiring) { return .stopped }
                // SAFETY: `self` owns the handle; the counters are local.
                guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else {
                    return .failed(CURLE_FAILED_INIT, "libcurl can't continue", wasConnected: false)
                }
                let isIdle = delegate.idle()
                if running == 0 { break }
                unsafe _ = curl_multi_poll(multi, nil, 0, isIdle ? 1000 : 10, nil)
            }
            var left: Int32 = 0
            // SAFETY: The message is read before the next libcurl call, which could free it.
            guard let message = unsafe curl_multi_info_read(multi, &left) else { return .stopped }
            let code = unsafe message.pointee.data.result
            switch code {
            case CURLE_OK: return .finished
            case CURLE_WRITE_ERROR: return .stopped
            default: return .failed(code, request.words(for: code), wasConnected: request.wasConnected)
            }
        }

        /// The codes that libcurl returns if a header line exceeds its buffer: out of memory, or CURLE_TOO_LARGE since
        /// 8.6.
        private static let tooLong = [CURLE_OUT_OF_MEMORY.rawValue, 100]

        /// Initializes libcurl, which must happen once per process.
        private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
    }

    /// Forwards libcurl's callbacks to a delegate, and supplies the request's body.
    private final class TransferSink {
        private let delegate: any TransferDelegate
        private let headerLimit: Int
        private let followsRedirects: Bool
        private let sentBody: RequestBody?
        private var sent = 0
        private var head: ResponseHead?
        private var headerBytes = 0
        /// Whether the last response was a redirect that libcurl follows.
        private(set) var isLedElsewhere = false
        /// Whether the final response has not yet begun.
        private(set) var isInHeader = true
        /// The reason that the response cannot be read; `nil` if it can be read.
        private(set) var fault: String?

        /// The error that occurred when reading the body to send; `nil` for none.
        private(set) var fileFault: FileFault?

        init(_ delegate: any TransferDelegate, _ request: CurlRequest) {
            self.delegate = delegate
            headerLimit = request.headerBytes
            followsRedirects = request.followsRedirects
            sentBody = request.body
        }

        /// Handles a status line, a header line, or the empty line that ends the header.
        func header(_ bytes: Span<UInt8>) -> Bool {
            let line = String(decoding: bytes)
            if let head = ResponseHead(statusLine: line) {
                self.head = head
                headerBytes = 0
            }
            headerBytes += bytes.count
            if headerBytes > headerLimit {
                fault = "the header is longer than \(headerLimit) bytes"
                return false
            }
            guard line.first?.isNewline != false else { head?.add(line); return true }
            guard let head, head.status >= 200 else { return true }
            self.head = nil
            isLedElsewhere = followsRedirects && head.isRedirect
            guard !isLedElsewhere else { return true }
            isInHeader = false
            return delegate.began(head)
        }

        func body(_ bytes: Span<UInt8>) -> Bool { delegate.received(bytes) }

        /// Copies the next bytes to send into `room`. Returns their number, 0 at the end, or `nil` if they cannot be
        /// read.
        func fill(_ room: UnsafeMutableRawBufferPointer) -> Int? {
            do throws(FileFault) {
                guard let bytes = try sentBody?.bytes(at: sent, limit: room.count) else { return 0 }
                // SAFETY: `bytes` has at most `room.count` bytes.
                unsafe room.copyBytes(from: bytes)
                sent += bytes.count
                return bytes.count
            } catch {
                fileFault = error
                return nil
            }
        }
    }

    extension CurlRequest {
        /// Lets libcurl's callbacks call `sink`, a `TransferSink` that must exist until the transfer has ended.
        fileprivate func deliver(to sink: UnsafeMutableRawPointer) {
            // SAFETY: Each callback receives the object that is set here. libcurl passes `size * count` bytes.
            unsafe ccurl_setopt_pointer(handle, CURLOPT_HEADERDATA, sink)
            unsafe ccurl_setopt_pointer(handle, CURLOPT_WRITEDATA, sink)
            unsafe ccurl_setopt_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let sink = unsafe Unmanaged<TransferSink>.fromOpaque(context!).takeUnretainedValue()
                return unsafe withSpan(bytes, size * count, sink.header) ? size * count : 0
            }
            unsafe ccurl_setopt_pointer(handle, CURLOPT_READDATA, sink)
            unsafe ccurl_setopt_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                let sink = unsafe Unmanaged<TransferSink>.fromOpaque(context!).takeUnretainedValue()
                let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return unsafe sink.fill(room) ?? ccurl_readfunc_abort
            }
            unsafe ccurl_setopt_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let sink = unsafe Unmanaged<TransferSink>.fromOpaque(context!).takeUnretainedValue()
                return unsafe withSpan(bytes, size * count, sink.body) ? size * count : 0
            }
        }
    }

    private func withSpan(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ body: (Span<UInt8>) -> Bool) -> Bool {
        // SAFETY: libcurl guarantees this number of bytes for the duration of the callback.
        unsafe body(Span(_unsafeBytes: UnsafeRawBufferPointer(start: bytes, count: count)))
    }

    extension TransferFault {
        /// Creates the fault for a code that libcurl returned.
        ///
        /// - Parameter wasConnected: Whether the connection was established, so that the request could be sent.
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

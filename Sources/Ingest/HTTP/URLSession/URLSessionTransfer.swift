#if canImport(Darwin) || URLSESSION_IN_TESTS
    import Foundation
    import Synchronization
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    #if URLSESSION_IN_TESTS
        // The tests compile this file once more, where the module itself has libcurl.
        @testable import Ingest
    #endif

    /// HTTP by URLSession: no cache, no cookies, no stored credentials, nothing on disk.
    ///
    /// URLSession calls its delegate on a queue of its own, which must not be blocked. So what comes waits in an `Exchange`
    /// for the thread that performs, and the task is suspended while too much waits (back-pressure).
    ///
    /// URLSession doesn't tell when it is connected, so the time to connect and the time to the first byte of the answer have one
    /// bound, the sum of both.
    final class URLSessionTransfer: Transfer {
        /// URLSession signs nothing for object stores.
        static let isForObjects = false

        private let session: URLSession
        private let delegate = SessionDelegate()
        private let isStopped = Atomic(false)

        init() throws(IngestError) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCredentialStorage = nil
            // The bounds are this type's own: a live answer may be silent for long, and goes on for weeks.
            configuration.timeoutIntervalForRequest = Self.years
            configuration.timeoutIntervalForResource = Self.years
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        }

        deinit { session.invalidateAndCancel() }

        private static let years: TimeInterval = 315_360_000

        func stop() {
            isStopped.store(true, ordering: .sequentiallyConsistent)
            delegate.current?.stop()
        }

        func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd {
            guard let url = URL(string: request.url), url.host != nil else {
                return .failed(TransferFault(kind: .invalidURL(by: "URLSession"), words: "it is no URL"))
            }
            let exchange = Exchange(request, url)
            self.delegate.current = exchange
            defer { self.delegate.current = nil }
            // Whoever stops the transfer after this line stops the exchange.
            if isStopped.load(ordering: .sequentiallyConsistent) { return .stopped }
            let task = session.dataTask(with: exchange.urlRequest(to: url))
            exchange.adopt(task)
            task.resume()
            defer { task.cancel() }
            return TransferLoop(exchange, request, delegate).run()
        }
    }

    /// Hands what an exchange brings to a delegate, on the thread that performs it.
    private struct TransferLoop {
        private let exchange: Exchange
        private let request: TransferRequest
        private let delegate: any TransferDelegate
        private var head: ResponseHead?
        /// Bytes of the body.
        private var received = 0
        /// Bytes since the speed was judged last, and the time that was waited for them: time in the delegate's hands is not the
        /// server's.
        private var recentBytes = 0
        private var waited = Duration.zero

        init(_ exchange: Exchange, _ request: TransferRequest, _ delegate: any TransferDelegate) {
            self.exchange = exchange
            self.request = request
            self.delegate = delegate
        }

        consuming func run() -> TransferEnd {
            var longestWait = Duration.zero
            while true {
                let start = ContinuousClock.now
                let event = exchange.next(within: longestWait)
                waited += ContinuousClock.now - start
                longestWait = .zero
                switch event {
                case .response(let response):
                    guard let head = take(response) else {
                        return .failed(
                            TransferFault(
                                kind: .noResponse,
                                words: "its header lines take more than \(request.headerBytes) bytes"))
                    }
                    guard delegate.began(head) else { return .stopped }
                case .data(let data):
                    received += data.count
                    recentBytes += data.count
                    // SAFETY: the bytes are used within the call only.
                    guard unsafe data.withUnsafeBytes({ unsafe delegate.received(Span(_unsafeBytes: $0)) }) else {
                        return .stopped
                    }
                case .ended(let fault): return end(fault)
                case .stopped: return .stopped
                case .nothingYet:
                    if let fault = judgeSpeed() { return .failed(fault) }
                    longestWait = delegate.idle() ? .seconds(1) : .milliseconds(10)
                }
            }
        }

        /// The head of a response; `nil` where its lines are too long.
        private mutating func take(_ response: HTTPURLResponse) -> ResponseHead? {
            let head = ResponseHead(response)
            let bytes = head.headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
            guard bytes <= request.headerBytes else { return nil }
            self.head = head
            (recentBytes, waited) = (0, .zero)
            return head
        }

        /// What is wrong where nothing comes, or too little of it.
        private mutating func judgeSpeed() -> TransferFault? {
            guard request.stallTimeout > .zero else { return nil }
            guard head != nil else {
                return waited < request.connectTimeout + request.stallTimeout
                    ? nil : TransferFault(kind: .connectTimeout, words: "no answer")
            }
            guard waited >= request.stallTimeout else { return nil }
            let expected = Double(request.lowestSpeed) * (request.stallTimeout / .seconds(1))
            guard Double(recentBytes) >= expected else { return TransferFault(kind: .stalled, words: "too slow") }
            (recentBytes, waited) = (0, .zero)
            return nil
        }

        private func end(_ fault: TransferFault?) -> TransferEnd {
            // What has no code of its own is a body that was cut off, where it was one.
            if let fault, fault.kind != .other || missing == nil { return .failed(fault) }
            guard head != nil else { return .failed(TransferFault(kind: .noResponse, words: "no HTTP")) }
            return missing.map { .failed(TransferFault(kind: .broken, words: "\($0) bytes are missing")) } ?? .finished
        }

        /// Bytes of the body that did not come; `nil` for none, and where its length is unknown.
        private var missing: Int? {
            guard let head, [200, 206].contains(head.status), let length = head.contentLength else { return nil }
            return received < length ? length - received : nil
        }
    }

    extension ResponseHead {
        fileprivate init(_ response: HTTPURLResponse) {
            self.init(status: response.statusCode)
            for (name, value) in response.allHeaderFields { add("\(name): \(value)") }
            // URLSession has inflated a body with an encoding, so nothing that counts its bytes holds.
            if let encoding = headers["content-encoding"], encoding.lowercased() != "identity" { isBodyDecoded = true }
        }
    }
#endif

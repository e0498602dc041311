#if canImport(Darwin) || URLSESSION_IN_TESTS
    import Foundation
    import Synchronization
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    #if URLSESSION_IN_TESTS
        // The tests also compile this file on systems where the module uses libcurl.
        @testable import Ingest
    #endif

    /// HTTP transfers by URLSession, without cache, cookies, stored credentials or files on disk.
    ///
    /// URLSession calls its delegate on its own queue, which must not block. So received data waits in an `Exchange`
    /// until the performing thread delivers it. The task is suspended while too much data waits (back-pressure).
    ///
    /// URLSession does not report when it has connected. So the sum of the connect timeout and the stall timeout limits
    /// the time until the response begins.
    final class URLSessionTransfer: Transfer {
        /// URLSession does not sign requests for object stores.
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
            // This type applies its own timeouts, because a live response may be silent for long, and last for weeks.
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
                return .failed(TransferFault(kind: .invalidURL(by: "URLSession"), words: "it is not a URL"))
            }
            let exchange = Exchange(request, url)
            self.delegate.current = exchange
            defer { self.delegate.current = nil }
            // From here on, `stop` also ends the exchange.
            if isStopped.load(ordering: .sequentiallyConsistent) { return .stopped }
            let task = session.dataTask(with: exchange.urlRequest(to: url))
            exchange.adopt(task)
            task.resume()
            defer { task.cancel() }
            return TransferLoop(exchange, request, delegate).run()
        }
    }

    /// Delivers the events of an exchange to a delegate. It runs on the performing thread.
    private struct TransferLoop {
        private let exchange: Exchange
        private let request: TransferRequest
        private let delegate: any TransferDelegate
        private var head: ResponseHead?
        /// The number of bytes of the body that were received.
        private var received = 0
        /// The bytes received since the last check of the speed, and the time spent waiting for them. Time spent in the
        /// delegate does not count, because the server did not cause it.
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
                                words: "the header is longer than \(request.headerBytes) bytes"))
                    }
                    guard delegate.began(head) else { return .stopped }
                case .data(let data):
                    received += data.count
                    recentBytes += data.count
                    // SAFETY: The bytes are only used during the call.
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

        /// Accepts the head of a response. Returns `nil` if its headers exceed the limit.
        private mutating func take(_ response: HTTPURLResponse) -> ResponseHead? {
            let head = ResponseHead(response)
            let bytes = head.headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
            guard bytes <= request.headerBytes else { return nil }
            self.head = head
            (recentBytes, waited) = (0, .zero)
            return head
        }

        /// Returns a fault if the response does not begin in time or is too slow.
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
            // If part of the body is missing, an unclassified error means that the connection broke.
            if let fault, fault.kind != .other || missing == nil { return .failed(fault) }
            guard head != nil else { return .failed(TransferFault(kind: .noResponse, words: "not HTTP")) }
            return missing.map { .failed(TransferFault(kind: .broken, words: "\($0) bytes are missing")) } ?? .finished
        }

        /// The number of bytes of the body that are missing; `nil` if none are missing or the length is unknown.
        private var missing: Int? {
            guard let head, [200, 206].contains(head.status), let length = head.contentLength else { return nil }
            return received < length ? length - received : nil
        }
    }

    extension ResponseHead {
        fileprivate init(_ response: HTTPURLResponse) {
            self.init(status: response.statusCode)
            for (name, value) in response.allHeaderFields { add("\(name): \(value)") }
            // URLSession has already decoded the body, so lengths and ranges do not apply to the decoded bytes.
            if let encoding = headers["content-encoding"], encoding.lowercased() != "identity" { isBodyDecoded = true }
        }
    }
#endif

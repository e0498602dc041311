#if canImport(Darwin) || URLSESSION_IN_TESTS
    import Foundation
    import Synchronization
    import SystemFiles
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    #if URLSESSION_IN_TESTS
        @testable import Ingest
    #endif

    /// One request and its response, which URLSession's queue and the performing thread share.
    ///
    /// `@unchecked Sendable`: All variables are accessed under the monitor's lock.
    final class Exchange: @unchecked Sendable {
        /// An event for the performing thread.
        enum Event {
            case response(HTTPURLResponse)
            case data(Data)
            /// The end of the response. The fault is `nil` if the response is complete.
            case ended(TransferFault?)
            /// `stop` was called.
            case stopped
            case nothingYet
        }

        /// The limits for back-pressure, in bytes: the task is suspended above the first and resumed below the second.
        private static let highWater = 1 << 20
        private static let lowWater = 256 << 10

        private let request: TransferRequest
        private let origin: URL
        private let monitor = Monitor()
        private var task: URLSessionDataTask?
        private var response: HTTPURLResponse?
        private var pieces: [Data] = []
        private var waitingBytes = 0
        private var hasSuspended = false
        private var redirects = 0
        private var ending: TransferFault??
        private var isStopped = false

        init(_ request: TransferRequest, _ url: URL) {
            self.request = request
            origin = url
        }

        /// Stores the task that loads the response. This must happen before the task is resumed.
        func adopt(_ task: URLSessionDataTask) { monitor.withLock { self.task = task } }

        /// Returns the request for `url`. It contains the credentials only for the scheme, host and port of the
        /// original URL.
        func urlRequest(to url: URL) -> URLRequest {
            var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
            result.httpShouldHandleCookies = false
            result.setValue(TransferRequest.userAgent, forHTTPHeaderField: "User-Agent")
            for header in request.headers { result.addValue(header.value, forHTTPHeaderField: header.name) }
            // URLSession would decode an encoding that it has requested, and byte positions would then differ from the
            // server's.
            result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            if url.isSameServer(as: origin), let authorization = request.credentials?.authorization {
                result.setValue(authorization, forHTTPHeaderField: "Authorization")
            }
            return result
        }

        // MARK: The performing thread

        /// Waits at most `wait` for the next event.
        func next(within wait: Duration) -> Event {
            let deadline = MonotonicTime.now + wait
            return monitor.withLock {
                while true {
                    if isStopped { return .stopped }
                    if let response {
                        self.response = nil
                        return .response(response)
                    }
                    if !pieces.isEmpty { return .data(takePiece()) }
                    if let ending { return .ended(ending) }
                    if deadline <= MonotonicTime.now { return .nothingYet }
                    monitor.wait(until: deadline)
                }
            }
        }

        private func takePiece() -> Data {
            let piece = pieces.removeFirst()
            waitingBytes -= piece.count
            if hasSuspended, waitingBytes <= Self.lowWater {
                hasSuspended = false
                task?.resume()
            }
            return piece
        }

        // MARK: Any thread

        /// Whether the task is suspended, because too many bytes are waiting to be delivered.
        var isSuspended: Bool { monitor.withLock { hasSuspended } }

        func stop() {
            monitor.withLock {
                isStopped = true
                monitor.signal()
            }
        }

        // MARK: URLSession's queue

        func isOf(_ other: URLSessionTask) -> Bool {
            monitor.withLock { task?.taskIdentifier == other.taskIdentifier }
        }

        func received(_ response: URLResponse) {
            guard let response = response as? HTTPURLResponse else { return }
            monitor.withLock {
                self.response = response
                monitor.signal()
            }
        }

        func received(_ data: Data) {
            guard !data.isEmpty else { return }
            monitor.withLock {
                pieces.append(data)
                waitingBytes += data.count
                if !hasSuspended, waitingBytes >= Self.highWater {
                    hasSuspended = true
                    task?.suspend()
                }
                monitor.signal()
            }
        }

        /// Returns the next request after a redirect, or the reason that the redirect is not followed.
        func redirected(to url: URL?) -> Result<URLRequest, TransferFault> {
            let number = monitor.withLock {
                redirects += 1
                return redirects
            }
            if number > request.redirects ?? 0 {
                return .failure(TransferFault(kind: .tooManyRedirects, words: "redirects"))
            }
            guard let url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
                return .failure(TransferFault(kind: .leadsElsewhere, words: "redirect"))
            }
            return .success(urlRequest(to: url))
        }

        /// Ends the response. Only the first call has an effect.
        func ended(_ fault: TransferFault?) {
            monitor.withLock {
                if ending == nil { ending = .some(fault) }
                monitor.signal()
            }
        }
    }

    extension URL {
        fileprivate func isSameServer(as other: URL) -> Bool {
            scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
                && portOrDefault == other.portOrDefault
        }

        private var portOrDefault: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
    }

    extension Credentials {
        /// The value of the header `Authorization`; `nil` for a password without a user name.
        fileprivate var authorization: String? {
            switch secret {
            case .basic(let user, let password): "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
            case .bearer(let token): "Bearer " + token
            case .password: nil
            }
        }
    }
#endif

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

    /// One request and its response, shared between URLSession's queue and the performing thread.
    ///
    /// `@unchecked Sendable`: all variables are accessed under the monitor's lock.
    final class Exchange: @unchecked Sendable {
        /// An event for the performing thread.
        enum Event {
            case response(HTTPURLResponse)
            case data(Data)
            /// The end of the response; `nil` if it is complete, otherwise the fault.
            case ended(TransferFault?)
            /// `stop` was called.
            case stopped
            case nothingYet
        }

        /// Watermarks for back-pressure, in bytes: suspend the task above the first, resume it below the second.
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

        /// Stores the task that loads the response, before the task is resumed.
        func adopt(_ task: URLSessionDataTask) { monitor.withLock { self.task = task } }

        /// Returns the request for `url`. Credentials are added only for the origin's scheme, host and port.
        func urlRequest(to url: URL) -> URLRequest {
            var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
            result.httpShouldHandleCookies = false
            result.setValue(TransferRequest.userAgent, forHTTPHeaderField: "User-Agent")
            for header in request.headers { result.addValue(header.value, forHTTPHeaderField: header.name) }
            // URLSession would decode an encoding that it requested, and then byte positions would not match the
            // server's.
            result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            if url.isSameServer(as: origin), let authorization = request.credentials?.authorization {
                result.setValue(authorization, forHTTPHeaderField: "Authorization")
            }
            return result
        }

        // MARK: The performing thread

        /// Waits for the next event, at most for `wait`.
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

        /// Whether the task is suspended because too many bytes are waiting.
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

        /// Returns the next request after a redirect, or the reason not to follow it.
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
        /// The value of the `Authorization` header; `nil` for a password without a user.
        fileprivate var authorization: String? {
            switch secret {
            case .basic(let user, let password): "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
            case .bearer(let token): "Bearer " + token
            case .password: nil
            }
        }
    }
#endif

#if canImport(Darwin) || URLSESSION_IN_TESTS
    import Foundation
    import Synchronization
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif
    #if URLSESSION_IN_TESTS
        @testable import Ingest
    #endif

    /// Forwards the calls of URLSession to the current exchange.
    final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
        private let exchange = Mutex<Exchange?>(nil)

        /// The current exchange; `nil` between requests.
        var current: Exchange? {
            get { exchange.withLock { $0 } }
            set { exchange.withLock { $0 = newValue } }
        }

        /// Returns the exchange of a task; `nil` if that exchange has ended.
        private func exchange(of task: URLSessionTask) -> Exchange? {
            current.flatMap { $0.isOf(task) ? $0 : nil }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            exchange(of: dataTask)?.received(response)
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            exchange(of: dataTask)?.received(data)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard let exchange = exchange(of: task) else { return completionHandler(nil) }
            switch exchange.redirected(to: request.url) {
            case .success(let next): completionHandler(next)
            case .failure(let fault):
                // Complete the redirect before ending the exchange, which cancels the task. swift-corelibs-foundation
                // traps if a redirect is completed later.
                completionHandler(nil)
                exchange.ended(fault)
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            exchange(of: task)?.ended(error.map { TransferFault($0) })
        }
    }

    extension TransferFault {
        /// Creates the fault for an error of URLSession.
        init(_ error: any Error) {
            let code = (error as? URLError)?.code ?? .unknown
            self.init(kind: Self.kind(code), words: error.localizedDescription)
        }

        private static func kind(_ code: URLError.Code) -> Kind {
            switch code {
            case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet,
                .internationalRoamingOff, .dataNotAllowed, .callIsActive:
                .unreachable
            case .timedOut: .connectTimeout
            case .networkConnectionLost: .broken
            case .httpTooManyRedirects: .tooManyRedirects
            case .redirectToNonExistentLocation: .leadsElsewhere
            case .badURL, .unsupportedURL: .invalidURL(by: "URLSession")
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
                .insecure
            case .badServerResponse, .cannotParseResponse: .noResponse
            default: .other
            }
        }
    }
#endif

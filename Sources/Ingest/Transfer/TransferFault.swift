/// Why a transfer failed, whatever performed it.
struct TransferFault: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No connection: name, route, nobody who listens.
        case unreachable
        /// No connection in time.
        case connectTimeout
        /// Too slow for too long.
        case stalled
        /// The connection broke before the end of the response.
        case broken
        case tooManyRedirects
        /// A redirect to something else than HTTP.
        case leadsElsewhere
        /// The URL can't be read by what is named.
        case invalidURL(by: String)
        /// The certificate or the encrypted connection is not to be trusted.
        case insecure
        /// The answer isn't an HTTP response, or is one beyond a limit.
        case noResponse
        case other
    }

    var kind: Kind
    /// What is wrong, in the words of the library that found it.
    var words: String
}

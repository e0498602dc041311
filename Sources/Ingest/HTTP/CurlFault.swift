import CCurl

/// What libcurl's codes mean for reading a source.
enum CurlFault {
    static func failure(
        _ code: CURLcode, _ words: String, wasConnected: Bool, received: Int, of total: Int?, _ options: IngestOptions
    ) -> Download.Failure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            transient(.unreachable, "no connection (\(words)); check the host, the port and the network")
        case CURLE_OPERATION_TIMEDOUT where !wasConnected:
            transient(
                .timedOut,
                "no connection within \(seconds(options.connectTimeout)) s; check the host, the port and the network")
        case CURLE_OPERATION_TIMEDOUT:
            transient(
                .timedOut,
                "the transfer stalled after \(bytes(received, of: total)): less than \(options.lowestSpeed) bytes/s for "
                    + "\(seconds(options.stallTimeout)) s; try again later")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            transient(.connectionLost, "the connection broke after \(bytes(received, of: total)); try again later")
        case CURLE_TOO_MANY_REDIRECTS:
            final(
                .tooManyRedirects,
                "more than \(options.limits.redirects) redirects; the server leads in a circle, so check the address")
        case CURLE_UNSUPPORTED_PROTOCOL:
            final(.httpStatus(302), "the server leads to something that is neither http nor https")
        case CURLE_URL_MALFORMAT:
            final(.invalidAddress, "libcurl can't read this URL (\(words)); check the address")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS:
            final(.insecure, "no secure connection (\(words)); check the host and its certificate")
        case CURLE_WEIRD_SERVER_REPLY:
            final(.connectionLost, "the answer is no HTTP response that can be read (\(words)); check the port")
        default:
            final(.connectionLost, "the transfer failed (\(words)); try again later")
        }
    }

    private static func transient(_ kind: IngestError.Kind, _ reason: String) -> Download.Failure {
        Download.Failure(error: IngestError(kind: kind, reason: reason), isTransient: true)
    }

    private static func final(_ kind: IngestError.Kind, _ reason: String) -> Download.Failure {
        Download.Failure(error: IngestError(kind: kind, reason: reason))
    }

    private static func seconds(_ duration: Duration) -> String {
        duration.milliseconds % 1000 == 0
            ? "\(duration.milliseconds / 1000)" : "\(Double(duration.milliseconds) / 1000)"
    }

    private static func bytes(_ received: Int, of total: Int?) -> String {
        total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }
}

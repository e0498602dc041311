import CCurl
import Testing

@testable import Ingest

/// The errors for result codes of libcurl. Tests with real servers also cover the common codes.
struct CurlFaultTests {
    @Test func codesOfCurlBecomeErrorsWithAReason() {
        var options = IngestOptions()
        options.connectTimeout = .milliseconds(1500)
        let rows: [(code: CURLcode, isConnected: Bool, kind: IngestError.Kind, isTransient: Bool, reason: String)] = [
            (
                CURLE_COULDNT_RESOLVE_HOST, false, .unreachable, true,
                "no connection (words); check the host, the port and the network"
            ),
            (
                CURLE_COULDNT_CONNECT, false, .unreachable, true,
                "no connection (words); check the host, the port and the network"
            ),
            (
                CURLE_OPERATION_TIMEDOUT, false, .timedOut, true,
                "no connection within 1.5 s; check the host, the port and the network"
            ),
            (
                CURLE_OPERATION_TIMEDOUT, true, .timedOut, true,
                "the transfer stalled after 7 of 9 bytes: less than 100 bytes/s for 30 s; try again later"
            ),
            (
                CURLE_PARTIAL_FILE, true, .connectionLost, true,
                "the connection broke after 7 of 9 bytes; try again later"
            ),
            (
                CURLE_HTTP2_STREAM, true, .connectionLost, true,
                "the connection broke after 7 of 9 bytes; try again later"
            ),
            (
                CURLE_PEER_FAILED_VERIFICATION, true, .insecure, false,
                "no secure connection (words); check the host and its certificate"
            ),
            (
                CURLE_TOO_MANY_REDIRECTS, true, .tooManyRedirects, false,
                "more than 10 redirects, probably a loop; check the address"
            ),
            (
                CURLE_URL_MALFORMAT, false, .invalidAddress, false,
                "libcurl can't read this URL (words); check the address"
            ),
            (CURLE_OUT_OF_MEMORY, false, .connectionLost, false, "the transfer failed (words); try again later"),
        ]
        for row in rows {
            let failure = TransferFault(row.code, "words", wasConnected: row.isConnected)
                .failure(received: 7, of: 9, options)
            #expect(failure.error.kind == row.kind, "\(row.code)")
            #expect(failure.isTransient == row.isTransient, "\(row.code)")
            #expect(failure.error.reason == row.reason, "\(row.code)")
        }
    }
}

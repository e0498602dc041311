import TestSupport
import Testing

@testable import Ingest

/// The parsing of HTTP header fields.
struct HTTPTests {
    private func head(_ lines: String...) -> ResponseHead {
        var head = ResponseHead(statusLine: "HTTP/1.1 200 OK\r\n")!
        for line in lines { head.add(line + "\r\n") }
        return head
    }

    @Test func statusLinesAreParsed() {
        #expect(ResponseHead(statusLine: "HTTP/1.1 404 Not Found\r\n")?.status == 404)
        #expect(ResponseHead(statusLine: "HTTP/2 200 \r\n")?.status == 200)
        for line in ["X-Header: HTTP/1.1 200", "HTTP/1.1\r\n", "HTTP/1.1 abc\r\n", "\r\n"] {
            #expect(ResponseHead(statusLine: line) == nil, "\(line)")
        }
    }

    @Test func headersAreParsed() {
        let head = head(
            "ETag:  \"v1\" ", "last-modified:Sun, 06 Nov 1994 08:49:37 GMT", "Content-Length: 12", "nonsense")
        #expect(head.validators == Validators(etag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"))
        #expect(head.contentLength == 12)
        #expect(self.head("Content-Length: x").contentLength == nil)
        #expect(self.head().validators.isEmpty)
    }

    @Test func contentRangesAreParsed() {
        let rows: [(text: String, first: Int?, total: Int?)] = [
            ("bytes 5-9/10", 5, 10), ("bytes 5-9/*", 5, nil), ("Bytes 0-0/1", 0, 1), ("bytes */10", nil, nil),
            ("items 5-9/10", nil, nil), ("bytes 5-9", nil, nil), ("", nil, nil),
        ]
        for row in rows {
            let range = head("Content-Range: \(row.text)").contentRange
            #expect(range?.first == row.first && range?.total == row.total, "\(row.text)")
        }
        #expect(head().contentRange == nil)
    }

    @Test func retryAfterIsParsed() {
        #expect(head("Retry-After: 120").retryAfter == .seconds(120))
        #expect(head("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT").retryAfter == .zero)
        for text in ["-1", "soon", ""] { #expect(head("Retry-After: \(text)").retryAfter == nil, "\(text)") }
        #expect(head().retryAfter == nil)
    }

    @Test func waitsDoubleWithJitter() {
        var generator = SeededGenerator(seed: 31)
        let policy = RetryPolicy(retries: 9, firstWait: .milliseconds(100), longestWait: .milliseconds(1000))
        for (number, full) in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1000), (50, 1000)] {
            var waits = Set<Duration>()
            for _ in 0..<50 {
                let wait = policy.wait(before: number, using: &generator)
                #expect(wait >= .milliseconds(full) / 2 && wait <= .milliseconds(full), "retry \(number), seed 31")
                waits.insert(wait)
            }
            #expect(waits.count > 10, "retry \(number), seed 31")
        }
    }
}

"""Spans of requests as a collector receives them: OTLP over HTTP, in JSON."""
import http.server
import json
import threading
import time
import unittest
import urllib.error
import urllib.request

from service import LIMIT, Server, free_port, wait_for

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"


class Collector:
    """Stores the received data and answers with `status`."""

    def __init__(self, port=0):
        self.requests, self.status = [], 200
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.requests.append((self.path, self.headers["Content-Type"], json.loads(body)))
                self.send_response(collector.status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def spans(self):
        return [
            span for _, _, document in list(self.requests) for resource in document["resourceSpans"]
            for scope in resource["scopeSpans"] for span in scope["spans"]
        ]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def attributes(span):
    return {one["key"]: next(iter(one["value"].values())) for one in span["attributes"]}


class Traces(unittest.TestCase):
    def collector(self, port=0):
        collector = Collector(port)
        self.addCleanup(collector.close)
        return collector

    def server(self, *arguments, **more):
        server = Server(*arguments, **more)
        self.addCleanup(server.close)
        return server

    def ask(self, server, path, **headers):
        request = urllib.request.Request(server.address + path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers

    def metric(self, server, name):
        return next(int(line.split()[1]) for line in server.get("/metrics").splitlines() if line.startswith(name + " "))

    def test_requests_have_spans(self):
        collector = self.collector()
        server = self.server("--traces", collector.address, "--trace-ratio", "1")
        began = time.time_ns()
        status, headers = self.ask(server, "/v1/instruments/AAPL?x=secret", x_request_id="mine")
        self.assertEqual(status, 400)
        status, headers = self.ask(server, "/v1/instruments/AAPL", x_request_id="mine")
        self.assertEqual(status, 200)
        self.ask(server, "/v1/search?q=apple")
        self.ask(server, "/nowhere")
        spans = wait_for(lambda: len(collector.spans()) >= 6 and collector.spans(), "six spans")
        self.assertEqual(
            sorted(span["name"] for span in spans),
            ["GET", "GET /v1/instruments/{symbol}", "GET /v1/instruments/{symbol}", "GET /v1/search", "catalog.lookup", "catalog.search"])
        path, content, document = collector.requests[0]
        self.assertEqual((path, content), ("/v1/traces", "application/json"))
        resource = {one["key"]: one["value"]["stringValue"] for one in document["resourceSpans"][0]["resource"]["attributes"]}
        self.assertEqual(resource["service.name"], "ipf")
        self.assertRegex(resource["service.version"], r"^\d+\.\d+\.\d+")
        # A query may contain confidential text.
        self.assertNotIn("secret", json.dumps([document for _, _, document in collector.requests]))

        found = next(one for one in spans if attributes(one).get("http.response.status_code") == "200" and "instruments" in one["name"])
        self.assertEqual(
            attributes(found),
            {"http.request.method": "GET", "http.route": "/v1/instruments/{symbol}", "http.response.status_code": "200",
             "url.path": "/v1/instruments/AAPL", "ipf.request.id": "mine"})
        self.assertEqual(found["kind"], 2)
        self.assertNotIn("parentSpanId", found)
        self.assertRegex(found["traceId"], "^[0-9a-f]{32}$")
        self.assertEqual(headers["traceparent"], f"00-{found['traceId']}-{found['spanId']}-01")
        lookup = next(one for one in spans if one["name"] == "catalog.lookup")
        self.assertEqual((lookup["kind"], lookup["traceId"], lookup["parentSpanId"]), (1, found["traceId"], found["spanId"]))
        times = [int(one) for one in (found["startTimeUnixNano"], lookup["startTimeUnixNano"], lookup["endTimeUnixNano"], found["endTimeUnixNano"])]
        self.assertEqual(times, sorted(times))
        self.assertLess(abs(times[0] - began), LIMIT * 10**9)
        nowhere = next(one for one in spans if one["name"] == "GET")
        self.assertNotIn("http.route", attributes(nowhere))
        self.assertEqual(attributes(nowhere)["http.response.status_code"], "404")
        wait_for(lambda: self.metric(server, "ipf_trace_spans_sent_total") >= 6, "the count of what was sent")
        self.assertEqual(self.metric(server, "ipf_trace_spans_dropped_total"), 0)

    def test_traceparent_determines_sampling(self):
        collector = self.collector()
        server = self.server("--traces", collector.address + "/v1/traces", "--trace-ratio", "0")
        for sampled, expected in [("01", True), ("00", False)]:
            _, headers = self.ask(server, "/v1/instruments/MSFT", traceparent=f"00-{TRACE}-{PARENT}-{sampled}")
            self.assertEqual(headers["traceparent"] is not None, expected)
        for wrong in ["", "00", f"00-{TRACE}-{PARENT}", f"00-{'0' * 32}-{PARENT}-01", f"00-{TRACE}-{'0' * 16}-01", f"ff-{TRACE}-{PARENT}-01",
                      f"00-{TRACE.upper()}-{PARENT}-01", f"00-{TRACE}-{PARENT}-01-more", "00-" + "é" * 16]:
            self.assertIsNone(self.ask(server, "/v1/instruments/MSFT", traceparent=wrong.encode().decode("latin-1"))[1]["traceparent"], wrong)
        # In a later version of the header, only the known fields are used.
        self.assertIsNotNone(self.ask(server, "/healthz", traceparent=f"01-{TRACE}-{PARENT}-01-more")[1]["traceparent"])
        spans = wait_for(lambda: len(collector.spans()) >= 3 and collector.spans(), "three spans")
        first = next(one for one in spans if one["name"].startswith("GET /v1/instruments"))
        self.assertEqual((first["traceId"], first["parentSpanId"]), (TRACE, PARENT))
        # Ending the service sends the queued spans.
        self.ask(server, "/healthz", traceparent=f"00-{TRACE}-{PARENT}-01")
        self.assertEqual(server.stop()[0], 0)
        self.assertEqual(len(collector.spans()), 4)

    def test_an_unreachable_collector_does_not_affect_the_service(self):
        port = free_port()
        server = self.server("--trace-ratio", "1", environment={"IPF_SERVE_TRACES": f"http://127.0.0.1:{port}"})
        lost = "the collector is unreachable"
        self.ask(server, "/healthz")
        wait_for(lambda: lost in server.logged(), "the log's line")
        self.ask(server, "/healthz")
        dropped = wait_for(lambda: self.metric(server, "ipf_trace_spans_dropped_total"), "spans that are counted")
        wait_for(lambda: self.metric(server, "ipf_trace_spans_dropped_total") > dropped, "more of them")
        self.assertEqual(server.logged().count(lost), 1)
        self.assertIn(f"http://127.0.0.1:{port}/v1/traces: no connection", server.logged())
        collector = self.collector(port)
        collector.status = 503
        wait_for(lambda: self.ask(server, "/healthz") and collector.requests, "a request that is refused")
        self.assertNotIn("again", server.logged())
        collector.status = 200
        wait_for(lambda: self.ask(server, "/healthz") and "the collector accepts spans again" in server.logged(), "the log's line")

    def test_nothing_is_traced_by_default(self):
        server = self.server()
        self.assertIsNone(self.ask(server, "/healthz", traceparent=f"00-{TRACE}-{PARENT}-01")[1]["traceparent"])
        self.assertEqual(self.metric(server, "ipf_trace_spans_sent_total"), 0)


if __name__ == "__main__":
    unittest.main()

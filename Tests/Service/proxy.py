"""A proxy of the service that delays responses until a test releases them."""
import http.server
import threading
import urllib.error
import urllib.request


class HoldingProxy:
    """Forwards requests; those whose path contains `held` wait for `release`."""

    def __init__(self, target, held):
        self.gate = threading.Event()
        self.waiting = threading.Event()
        self.answered = threading.Event()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                is_held = held in self.path
                if is_held:
                    proxy.waiting.set()
                    proxy.gate.wait(60)
                headers = {"Accept": self.headers.get("Accept", "*/*")}
                try:
                    answer = urllib.request.urlopen(urllib.request.Request(target + self.path, headers=headers), timeout=60)
                except urllib.error.HTTPError as error:
                    answer = error
                body = answer.read()
                try:
                    self.send_response(answer.status)
                    for name in ("Content-Type", "Content-Security-Policy"):
                        if answer.headers.get(name):
                            self.send_header(name, answer.headers[name])
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    # The page cancelled the request, which the test expects.
                    pass
                if is_held:
                    proxy.answered.set()

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def release(self):
        self.gate.set()

    def close(self):
        self.gate.set()
        self.server.shutdown()
        self.server.server_close()

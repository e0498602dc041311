#!/usr/bin/env python3
"""Receives the webhooks of `ipf master deliver`, and prints each change once as a line of JSON.

    receiver.py hook.secret 8099
    ipf master deliver --to http://127.0.0.1:8099/ --secret-file hook.secret --state hook.state

Requests are signed as in Standard Webhooks, so libraries for most languages can check the signature as well.
"""
import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import sys
import time

TOLERANCE = 300  # seconds between the clocks of sender and receiver


def key(path):
    text = pathlib.Path(path).read_text().splitlines()[0].strip()
    return base64.b64decode(text[6:]) if text.startswith("whsec_") else text.encode()


def is_signed(secret, headers, body):
    """Returns whether the sender of a request knows the secret, and the request is not an old request sent again."""
    name, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > TOLERANCE:
        return False
    code = hmac.new(secret, f"{name}.{stamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(code).decode()
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split())


class Receiver(http.server.BaseHTTPRequestHandler):
    # A receiver that stores data should store the last id with it, instead of keeping ids in memory.
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_signed(self.server.secret, self.headers, body):
            self.send_error(401)
            return
        for change in json.loads(body)["changes"]:
            if change["id"] not in self.seen:
                print(json.dumps(change, ensure_ascii=False), flush=True)
                self.seen.add(change["id"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), Receiver)
    server.secret = key(sys.argv[1])
    print(f"listening on port {server.server_port}", file=sys.stderr, flush=True)
    server.serve_forever()

"""Changes of a service, from a server that sends recorded events."""

import asyncio
import datetime
import http.server
import threading

import ipf
import pytest

# From `ipf serve`, shortened. A comment is a heartbeat.
EVENTS = """event: state
data: {"version":"d8e1fba71d98c189","count":650}

: heartbeat

id: 1
event: updated
data: {"symbol":"AAPL","type":"STOCK","profile":{"SYMBOL":"AAPL","DESCRIPTION":"Apple"},"old":{"SYMBOL":"AAPL"}}

id: 1
event: removed
data: {"symbol":"X","type":"OPTION","old":{"SYMBOL":"X","STRIKE":"12.5","EXPIRATION":"2026-12-18"}}

id: 2
event: added
data: {"symbol":"Y","type":"STOCK","profile":{"SYMBOL":"Y"}}

"""


@pytest.fixture
def service(catalog):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path != "/v1/changes":
                return self.send_error(404)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(EVENTS.encode())

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


EXPECTED = [
    ("updated", "AAPL", {"SYMBOL": "AAPL", "DESCRIPTION": "Apple"}, {"SYMBOL": "AAPL"}),
    ("removed", "X", None, {"SYMBOL": "X", "STRIKE": 12.5, "EXPIRATION": datetime.date(2026, 12, 18)}),
    ("added", "Y", {"SYMBOL": "Y"}, None)]


def test_changes_are_read_until_the_stream_ends(catalog, service):
    found = []
    with catalog.follow(service) as changes, pytest.raises(ipf.SourceError, match="ended the stream"):
        assert changes.count == 650
        for change in changes:
            found.append(change)
    assert found == EXPECTED and found[0].kind == "updated"
    changes = catalog.follow(service + "/")
    assert next(changes) == EXPECTED[0]
    changes.close()
    assert list(changes) == []


def test_changes_are_read_asynchronously(catalog, service):
    async def read():
        found = []
        async for change in catalog.follow(service):
            found.append(change)
            if len(found) == 3:
                return found

    assert asyncio.run(read()) == EXPECTED


def test_services_that_fail_are_errors(catalog, service):
    for url, error in (
        (service + "/other", ipf.SourceError), ("http://127.0.0.1:1", ipf.SourceError), ("localhost:8080", ipf.InvalidArgument),
    ):
        with pytest.raises(error):
            catalog.follow(url)

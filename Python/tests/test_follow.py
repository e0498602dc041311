"""Following the changes of a service: a server that sends recorded events, and `ipf serve` itself."""

import asyncio
import contextlib
import datetime
import http.server
import os
import socket
import subprocess
import threading

import ipf
import pytest

# Recorded from `ipf serve`, and shortened. Lines that begin with a colon are heartbeats.
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


HOME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAM = next((one for one in (
    os.environ.get("IPF", ""), *(os.path.join(HOME, ".build", kind, "ipf") for kind in ("debug", "release"))) if os.path.isfile(one)), None)


@pytest.fixture(scope="module")
def real_service(catalog):
    if PROGRAM is None:
        pytest.skip("ipf is not built")
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [PROGRAM, "serve", catalog.path, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        if "listening on" in line:
            break
    # Reads the log of the service, which would otherwise fill the pipe and block the service.
    reader = threading.Thread(target=process.stdout.read)
    reader.start()
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait()
    reader.join()
    process.stdout.close()


def test_another_thread_closes_while_one_waits(catalog, real_service):
    changes = catalog.follow(real_service)
    assert changes.count == len(catalog)
    ends = []

    def read():
        try:
            ends.append(list(changes))
        except BaseException as fault:
            ends.append(fault)

    reader = threading.Thread(target=read)
    reader.start()
    while not changes._reading.locked():
        pass
    changes.close()
    reader.join(30)
    assert not reader.is_alive() and ends == [[]]
    # The thread that read the response has closed it.
    assert changes._answer.isclosed()
    changes.close()


def test_a_task_closes_or_is_cancelled_while_one_waits(catalog, real_service):
    async def read(end):
        changes = catalog.follow(real_service)

        async def wait():
            return [change async for change in changes]

        task = asyncio.ensure_future(wait())
        while not changes._reading.locked():
            await asyncio.sleep(0)
        if end == "close":
            changes.close()
            return await asyncio.wait_for(task, 30)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        return list(changes)

    # `asyncio.run` waits for the worker threads, so it would hang if one still waited for data.
    assert asyncio.run(read("close")) == [] and asyncio.run(read("cancel")) == []


def test_urls_of_other_services_are_errors(catalog, real_service):
    for url, text in ((real_service + "/v1", "found HTTP status 404"), ("http://127.0.0.1:1", "refused")):
        with pytest.raises(ipf.SourceError, match=text):
            catalog.follow(url)
    for url in ("", "http://", "http://localhost:x", "http://[", "ftp://localhost"):
        with pytest.raises(ipf.InvalidArgument, match="expected the URL of a service"):
            catalog.follow(url)

"""The service as a process, with slow, faulty and long-lived clients, and with files that change while it runs."""
import gzip
import http.client
import io
import json
import os
import pathlib
import random
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
import zipfile
import zlib

from service import IPF, LIMIT, Server, make_catalog, wait_for

GET = b"GET /v1/instruments/AAPL HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /v1/lookup HTTP/1.1\r\nHost: localhost\r\n"


class Client:
    """A connection over which a test sends any bytes."""

    def __init__(self, server, received=None):
        self.socket = socket.socket()
        if received:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
        self.socket.settimeout(LIMIT)
        self.socket.connect(("127.0.0.1", server.port))

    def send(self, data):
        """Returns False if the server has closed the connection."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def read(self, enough=None):
        """Returns the bytes until the server closes the connection, or up to a given part."""
        data = b""
        while not (enough and enough in data):
            try:
                part = self.socket.recv(1 << 16)
            except ConnectionResetError:
                break
            if not part:
                break
            data += part
        return data

    def status(self):
        return int(self.read(b"\r\n").split(b" ")[1])

    def close(self):
        self.socket.close()


class Stream:
    """A response that is read and decompressed as it arrives."""

    def __init__(self, server, path, encoding="identity"):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)
        self.connection.request("GET", path, headers={"Accept-Encoding": encoding})
        self.answer = self.connection.getresponse()
        packed = self.answer.headers["Content-Encoding"] == "gzip"
        assert packed == (encoding == "gzip")
        self.inflater = zlib.decompressobj(31) if packed else None

    def read(self, enough):
        """Returns the text up to a given ending or number of bytes."""
        is_enough = enough if callable(enough) else lambda text: text.endswith(enough)
        text = ""
        while not is_enough(text):
            part = self.answer.read1(1 << 16)
            if not part:
                raise AssertionError(f"the stream has ended after {text[-200:]!r}")
            text += (self.inflater.decompress(part) if self.inflater else part).decode()
        return text

    def close(self):
        self.connection.close()


class Clients(unittest.TestCase):
    """Tests that use one server."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def client(self, received=None):
        client = Client(self.server, received)
        self.addCleanup(client.close)
        return client

    def answer(self, data):
        client = self.client()
        client.send(data)
        return client.status()

    def assert_answers(self):
        self.assertIn("Apple Inc.", self.server.get("/v1/instruments/AAPL"))


class RudeClients(Clients):
    def test_slow_headers_and_bodies_time_out(self):
        def dripping():
            client = self.client()
            client.send(b"GET / HTTP/1.1\r\nX: ")
            for _ in range(200):
                if not client.send(b"a"):
                    return
                time.sleep(0.1)
            raise AssertionError("the connection is still open")

        def stopping(data):
            client = self.client()
            client.send(data)
            start = time.monotonic()
            self.assertIn(b" 408 ", client.read())
            self.assertGreater(time.monotonic() - start, 5)

        def resting():
            # The time limit of the next header must not start while a body arrives in two pieces.
            client = self.client()
            body = b'{"identifiers":[{"symbol":"AAPL"}]}'
            client.send(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body[:9])
            time.sleep(0.3)
            client.send(body[9:])
            self.assertIn(b" 200 ", client.read(b"AAPL"))
            time.sleep(12)
            client.send(GET + b"Connection: close\r\n\r\n")
            self.assertIn(b"Apple Inc.", client.read())

        failures = []

        def run(work, *arguments):
            try:
                work(*arguments)
            except AssertionError as error:
                failures.append(error)

        threads = [
            threading.Thread(target=run, args=work) for work in
            [(dripping,), (resting,), (stopping, b"GET / HT"), (stopping, POST + b"Content-Length: 100\r\n\r\nab")]
        ]
        for thread in threads:
            thread.start()
        # Other clients aren't affected.
        while any(thread.is_alive() for thread in threads):
            self.assert_answers()
            time.sleep(0.2)
        self.assertEqual(failures, [])

    def test_half_closed_clients_receive_their_response(self):
        client = self.client()
        client.send(GET + b"\r\n")
        client.socket.shutdown(socket.SHUT_WR)
        answer = client.read()
        self.assertTrue(answer.startswith(b"HTTP/1.1 200"))
        self.assertIn(b"Apple Inc.", answer)

    def test_oversized_requests_are_refused(self):
        self.assertEqual(self.answer(GET + b"X: " + b"a" * 100_000 + b"\r\n\r\n"), 431)
        self.assertEqual(self.answer(GET + b"X: a\r\n" * 5000 + b"\r\n"), 431)
        self.assertEqual(self.answer(b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"), 414)
        self.assertEqual(self.answer(POST + b"Content-Length: 99999999\r\n\r\n"), 413)
        client = self.client()
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(200):
            if not client.send(b"4000\r\n" + b"x" * 0x4000 + b"\r\n"):
                break
        self.assertIn(b" 413 ", client.read()[:20])
        many = b'{"identifiers":[' + b",".join([b'"AAPL"'] * 1001) + b"]}"
        self.assertIn(self.answer(POST + b"Content-Length: %d\r\n\r\n" % len(many) + many), (400, 413, 422))
        self.assert_answers()

    def test_other_protocols_are_refused(self):
        for data in [b"\x16\x03\x01garbage\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 2 + b"nonsense\r\n\r\n"]:
            client = self.client()
            client.send(data)
            self.assertIn(b" 400 ", client.read()[:20], data)
        self.assertEqual(self.answer(b"GET / HTTP/1.1\r\n\r\n"), 400)
        self.assertEqual(self.answer(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421)
        self.assertIn(self.answer(POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), (200, 400))

    def test_paths_outside_of_the_routes_are_refused(self):
        for path in [
            "/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd",
            "//etc/passwd", "/style.css/../../etc/passwd", "/..\\..\\etc\\passwd", "/%00", "/%zz", "/%",
            "/page/../Package.swift", "/v1/instruments/..%2f..%2fetc%2fpasswd", "/ipf/../../etc/passwd",
            "/%c0%ae%c0%ae/etc/passwd", "/?../../etc/passwd=1/..", "http://evil.example/etc/passwd",
        ]:
            client = self.client()
            client.send(b"GET " + path.encode() + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = client.read()
            self.assertNotIn(b"root:", answer, path)
            self.assertIn(answer.split(b" ")[1][:1], (b"2", b"4") if "?" in path else (b"4",), path)

    def test_pipelined_requests_are_answered_in_order(self):
        client = self.client()
        symbols = ["AAPL", "MSFT", "NOPE", "EUR/USD"] * 5
        for symbol in symbols:
            client.send(f"GET /v1/instruments?symbol={symbol} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        client.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        statuses = [part.split(b" ")[0] for part in client.read().split(b"HTTP/1.1 ")[1:]]
        self.assertEqual(statuses, [b"404" if symbol == "NOPE" else b"200" for symbol in symbols] + [b"200"])

    def test_any_bytes_are_answered_or_refused(self):
        seed = random.randrange(1 << 32)
        chance = random.Random(seed)
        valid = GET + b"Accept: application/json\r\n\r\n"
        for _ in range(300):
            data = bytearray(valid)
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            client = self.client()
            client.send(bytes(data))
            client.socket.shutdown(socket.SHUT_WR)
            answer = client.read()
            client.close()
            self.assertFalse(answer.startswith(b"HTTP/1.1 5"), f"seed {seed}: {bytes(data)}")
        self.assert_answers()


class Logs(unittest.TestCase):
    def test_requests_are_logged_as_json(self):
        server = Server("--log-format", "json", "--access-log")
        self.addCleanup(server.stop)
        server.get("/v1/instruments/EUR/USD", **{"X-Request-Id": "from-a-test"})
        wait_for(lambda: "from-a-test" in server.logged(), "the request's line")
        lines = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
        line = next(line for line in lines if line.get("request") == "from-a-test")
        self.assertEqual(
            [line[name] for name in ("level", "message", "method", "path", "status")],
            ["notice", "request", "GET", "/v1/instruments/EUR/USD", "200"])
        self.assertGreater(float(line["microseconds"]), 0)
        self.assertRegex(line["time"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d")


class ManyClients(Clients):
    def test_two_thousand_idle_connections_do_not_affect_others(self):
        self.assert_answers()
        before = self.server.memory()
        idle = [self.client() for _ in range(2000)]
        times = []
        for _ in range(200):
            start = time.monotonic()
            self.assert_answers()
            times.append(time.monotonic() - start)
        self.assertLess(sorted(times)[100], 1)
        self.assertLess(self.server.memory() - before, 100 << 20)
        self.assertIsNone(self.server.process.poll())
        for client in idle:
            client.close()
        self.assert_answers()


class ChangingFiles(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-sockets-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def server(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.addCleanup(server.close)
        return server

    def catalog(self, name, text):
        (self.folder / f"{name}.ipf").write_text(text)
        make_catalog(str(self.folder / f"{name}.ipf"), str(self.folder / name))
        return self.folder / name

    def universe(self, name, count, seed):
        source = self.folder / f"{name}.ipf"
        subprocess.run([IPF, "generate", "--instruments", str(count), "--seed", str(seed), "-o", source], check=True)
        make_catalog(str(source), str(self.folder / name))
        return self.folder / name

    def test_catalogs_are_replaced_under_load(self):
        server = self.server()
        other = self.catalog("other", "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,AAPL,Apple Inc. again\n##COMPLETE\n")
        failures, counts, stop = [], [], threading.Event()

        def ask():
            count = 0
            while not stop.is_set():
                try:
                    self.assertIn("Apple Inc.", server.get("/v1/instruments/AAPL"))
                    count += 1
                except (AssertionError, OSError) as error:
                    failures.append(error)
            counts.append(count)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        self.addCleanup(stop.set)
        for thread in threads:
            thread.start()
        before = server.version()
        shutil.copy(other, self.folder / "next")
        os.rename(self.folder / "next", server.catalog)
        start = time.monotonic()
        wait_for(lambda: server.version() != before, "the new catalog")
        seen = time.monotonic() - start

        # A file that isn't a catalog is rejected and reported; the previous one is still served.
        served = server.version()
        (self.folder / "next").write_bytes(other.read_bytes()[:1000])
        os.rename(self.folder / "next", server.catalog)
        wait_for(lambda: "refused" in server.get("/readyz"), "the refusal")
        self.assertEqual(server.version(), served)
        os.unlink(server.catalog)
        wait_for(lambda: "no longer exists" in server.logged(), "its absence to be told")
        shutil.copy(other, self.folder / "next")
        os.rename(self.folder / "next", server.catalog)
        wait_for(lambda: "refused" not in server.get("/readyz"), "the catalog to be taken again")
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertGreater(min(counts), 0)
        self.assertLess(seen, 5)

    def test_catalogs_overwritten_in_place_remain_served(self):
        universes = [self.universe(f"u{seed}", 3000, seed) for seed in (1, 2)]
        server = self.server(source=str(self.folder / "u1.ipf"))
        first = server.get("/v1/list?limit=1000")
        for is_whole in (False, True):
            # As with `cp`, the file is truncated and rewritten, here with a pause.
            with open(server.catalog, "wb") as file:
                self.assertEqual(server.get("/v1/list?limit=1000"), first)
                file.write(universes[1].read_bytes()[:100_000])
                file.flush()
                time.sleep(1)
                self.assertEqual(server.get("/v1/list?limit=1000"), first)
                if is_whole:
                    file.write(universes[1].read_bytes()[100_000:])
            if not is_whole:
                wait_for(lambda: "refused" in server.get("/readyz"), "the refusal")
        wait_for(lambda: server.get("/v1/list?limit=1000") != first, "the new catalog")
        self.assertNotIn("refused", server.get("/readyz"))

    def test_schedule_defaults_are_reloaded(self):
        overlay = self.folder / "overlay"
        overlay.write_text("hd.US=20261201\n")
        source = self.folder / "hours.ipf"
        source.write_text("#STOCK::=TYPE,SYMBOL,TRADING_HOURS\nSTOCK,HOURS,XNYS()\n##COMPLETE\n")
        server = self.server("--overlay", str(overlay), source=str(source))
        question = "/v1/schedules/HOURS/days?from=2026-12-01&to=2026-12-02"
        first = server.get(question)
        overlay.write_text("hd.US=20261201,20261202\n")
        wait_for(lambda: server.get(question) != first, "the other answer")
        second = server.get(question)
        # An invalid venue and an invalid line are reported, and the rest is accepted.
        overlay.write_text("hd.US=20261201\nnothing\ntv.XLON=tz=Mars/Base\nhd.UK=20240230\n")
        wait_for(lambda: server.get(question) == first, "the first answer again")
        self.assertNotIn("refused", server.logged())
        told = [line for line in server.logged().splitlines() if "left out of the schedule defaults" in line]
        self.assertEqual(len(told), 2, server.logged())
        self.assertTrue("line=2" in told[0] and "nothing" in told[0], told[0])
        self.assertTrue("line=3" in told[1] and "venue XLON: \"Mars/Base\" is not a name of the zone database" in told[1], told[1])
        self.assertIn("20240230", server.logged())
        overlay.write_text("hd.US=20261201,20261202\n")
        wait_for(lambda: server.get(question) == second, "the second answer again")
        overlay.write_text("hd.US=nonsense\n")
        wait_for(lambda: "refused the new schedule defaults" in server.logged(), "the refusal")
        self.assertEqual(server.get(question), second)

    def test_changes_are_sent_as_they_happen(self):
        text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"
        first = self.catalog("first", text + "STOCK,A,One\nSTOCK,B,Two\n##COMPLETE\n")
        second = self.catalog("second", text + "STOCK,A,Other\nSTOCK,C,Three\n##COMPLETE\n")
        server = self.server(source=f"{first}.ipf")
        questions = {"events": "/v1/changes", "text": "/ipf?live=true", "some": "/ipf?live=true&SYMBOL=A"}
        clients = {name: Client(server) for name in questions}
        for name, path in questions.items():
            self.addCleanup(clients[name].close)
            clients[name].send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.assertIn(b"event: state", clients["events"].read(b"\n\n"))
        for name in ("text", "some"):
            self.assertIn(b"STOCK,A,One", clients[name].read(b"##COMPLETE"))
        os.rename(second, server.catalog)
        events = clients["events"].read(b"event: removed").decode()
        for event in ("added", "updated", "removed"):
            self.assertIn(f"event: {event}", events)
        told = clients["text"].read(b"REMOVED,B")
        self.assertIn(b"STOCK,A,Other", told)
        self.assertIn(b"STOCK,C,Three", told)
        self.assertIn(b"STOCK,A,Other", clients["some"].read(b"Other"))

    def stocks(self, count, version):
        """Returns a text in which the version is the description of every instrument, and its catalog."""
        rows = "".join(f"STOCK,S{number:04},{version:04}\n" for number in range(count))
        text = f"#STOCK::=TYPE,SYMBOL,DESCRIPTION\n{rows}"
        return text, self.catalog(f"v{version}", text + "##COMPLETE\n")

    def change(self, server, catalog):
        before = server.version()
        os.rename(catalog, server.catalog)
        wait_for(lambda: server.version() != before, "the next state")

    def test_new_live_clients_receive_the_current_state(self):
        texts, catalogs = zip(*[self.stocks(300, version) for version in range(6)])
        server = self.server(source=f"{catalogs[0]}.ipf")

        def begin(encoding):
            stream = Stream(server, "/ipf?live=true", encoding)
            self.addCleanup(stream.close)
            return stream, stream.read("##COMPLETE\n\n")

        def changes(stream, version):
            # Each batch ends like this; a heartbeat may precede it.
            told = stream.read(lambda text: text.count(f",{version:04}\n") == 300 and text.endswith("##\n\n"))
            return sorted(line for line in told.splitlines() if line.startswith("STOCK,"))

        # One client is connected all the time.
        first, snapshot = begin("gzip")
        self.assertEqual(snapshot, texts[0] + "##COMPLETE\n\n")
        for version in range(1, 5):
            self.change(server, catalogs[version])
            self.assertEqual(changes(first, version), texts[version].splitlines()[1:])
        others = []
        for encoding in ("gzip", "identity"):
            stream, snapshot = begin(encoding)
            self.assertEqual(snapshot.replace("##\n\n", ""), texts[4] + "##COMPLETE\n\n")
            others.append(stream)
        self.change(server, catalogs[5])
        for stream in [first] + others:
            # The stream has no changes from before its snapshot.
            self.assertEqual(changes(stream, 5), texts[5].splitlines()[1:])

    def test_live_clients_never_receive_an_earlier_state(self):
        # Everything changes continuously while clients connect.
        count, last = 2000, 12
        server = self.server(source=f"{self.stocks(count, 0)[1]}.ipf")
        failures, threads = [], []

        def follow(encoding):
            try:
                stream = Stream(server, "/ipf?live=true", encoding)
                snapshot = stream.read("##COMPLETE\n\n")
                ending = f",{last:04}\n"
                changes = "" if ending in snapshot else stream.read(
                    lambda text: text.count(ending) == count and text.endswith("##\n\n"))
                stream.close()
                known = {}
                for line in snapshot.splitlines() + changes.splitlines():
                    if line.startswith("STOCK,"):
                        _, symbol, version = line.split(",")
                        # Each record is a change.
                        self.assertLess(known.get(symbol, ""), version, symbol)
                        known[symbol] = version
                self.assertEqual(snapshot.count("STOCK,"), count)
                self.assertEqual((len(known), set(known.values())), (count, {f"{last:04}"}))
            except (AssertionError, OSError) as error:
                failures.append(error)

        for version in range(1, last + 1):
            for encoding in ("gzip", "identity"):
                threads.append(threading.Thread(target=follow, args=(encoding,)))
                threads[-1].start()
            self.change(server, self.stocks(count, version)[1])
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_live_clients_that_do_not_read_are_disconnected(self):
        # Batches of 3 MB: up to 8 MB may be queued for a client.
        rows = "#STOCK::=TYPE,SYMBOL,TEXT\n" + "".join(f"STOCK,S{number},{{0}}\n" for number in range(1000))
        universes = [self.catalog(name, rows.format(name * 3000) + "##COMPLETE\n") for name in ("a", "b")]
        server = self.server(source=str(self.folder / "a.ipf"))
        asleep, awake = Client(server, received=4096), Client(server)
        self.addCleanup(asleep.close)
        self.addCleanup(awake.close)
        for client in (asleep, awake):
            client.send(b"GET /ipf/all.ipf?live=true HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"X-Live: provided", client.read(b"\r\n\r\n"))
        reading = threading.Thread(target=awake.read, daemon=True)
        reading.start()

        def is_dropped():
            current = server.version()
            universes.reverse()
            shutil.copy(universes[0], self.folder / "next")
            os.rename(self.folder / "next", server.catalog)
            wait_for(lambda: server.version() != current, "the next catalog", 60)
            return "dropped a live client that does not read" in server.logged()

        wait_for(is_dropped, "the client to be dropped", 120)
        self.assertTrue(reading.is_alive())
        self.assertEqual(server.logged().count("dropped a live client"), 1)
        metrics = server.get("/metrics")
        self.assertIn("\nipf_streams_dropped_total 1\n", metrics)
        self.assertIn("\nipf_streams 1.0\n", metrics)
        self.assertEqual(server.stop()[0], 0)
        reading.join()


class ManyRows(unittest.TestCase):
    """Responses that exceed the system's buffers for a client that does not read."""

    # 24 MB in 1,200 rows, whose single long text is stored once in the catalog.
    QUESTION = b"GET /ipf?TYPE=STOCK HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-sockets-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        rows = "".join(f"STOCK,S{number:04},{'x' * 20_000}\n" for number in range(1200))
        self.text = f"#STOCK::=TYPE,SYMBOL,TRADING_HOURS\n{rows}##COMPLETE\n"
        (self.folder / "source.ipf").write_text(self.text)
        self.server = Server(source=str(self.folder / "source.ipf"))
        self.addCleanup(self.server.close)

    def client(self):
        client = Client(self.server, received=4096)
        self.addCleanup(client.close)
        client.send(self.QUESTION)
        return client

    def begun(self, client):
        """Returns the status when the response has begun."""
        return int(client.read(b"\r\n\r\n").split(b" ")[1])

    def test_responses_are_bounded_and_end_with_their_clients(self):
        before = self.server.memory()
        clients = [self.client() for _ in range(32)]
        self.assertEqual([self.begun(client) for client in clients], [200] * 32)
        refused = self.client()
        answer = refused.read(b"try again in 2 s.")
        self.assertIn(b" 503 ", answer[:20])
        self.assertIn(b"\r\nRetry-After: 2\r\n", answer)
        # Other requests aren't affected, and rows that the 32 clients don't read aren't produced.
        self.assertIn("S0007", self.server.get("/v1/instruments/S0007"))
        self.assertLess(self.server.memory() - before, 50 << 20)
        for client in clients:
            client.close()

        def is_answered():
            status = self.begun(self.client())
            return status == 200

        wait_for(is_answered, "room for another answer")

    def test_sigterm_ends_unread_responses(self):
        clients = [self.client() for _ in range(6)]
        self.assertEqual([self.begun(client) for client in clients], [200] * 6)
        code, seconds = self.server.stop()
        self.assertEqual(code, 0)
        self.assertLess(seconds, 8)

    def test_unread_responses_do_not_delay_others(self):
        universe = self.folder / "universe.ipf"
        subprocess.run([IPF, "generate", "--instruments", "50000", "-o", universe], check=True)
        server = Server(source=str(universe))
        self.addCleanup(server.close)
        answers, slowest = [], 0

        def read():
            # The columns of each type are known before its first record is written.
            stream = Stream(server, "/ipf?fields=DESCRIPTION,STRIKE,TRADING_HOURS")
            answers.append(stream.read("##COMPLETE\n"))
            stream.close()

        threads = [threading.Thread(target=read) for _ in range(6)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            start = time.monotonic()
            server.get("/v1/instruments/EUR/USD")
            slowest = max(slowest, time.monotonic() - start)
        self.assertEqual([answer.count("\n#OPTION::=") for answer in answers], [1] * 6)
        # The typical time is milliseconds; this allows a margin for a busy machine.
        self.assertLess(slowest, 2)
        # Open connections with recent requests don't delay the end of the service.
        clients = [Client(server, received=4096) for _ in range(6)]
        for client in clients:
            self.addCleanup(client.close)
            client.send(b"GET /ipf?fields=DESCRIPTION HTTP/1.1\r\nHost: localhost\r\n\r\n")
        code, seconds = server.stop()
        self.assertEqual(code, 0)
        self.assertLess(seconds, 8)

    def test_responses_are_complete(self):
        # Half of the clients disconnect, the others read everything.
        leaving = [self.client() for _ in range(6)]
        staying = [Stream(self.server, "/ipf?TYPE=STOCK", encoding) for encoding in ("gzip", "identity")]
        for client in leaving:
            client.close()
        for stream in staying:
            self.addCleanup(stream.close)
            self.assertEqual(stream.read("##COMPLETE\n"), self.text)
        # The complete text in all content encodings, as other clients read it.
        published = self.text + "\n"
        for path, unpack in [
            ("/ipf/all.ipf", bytes), ("/ipf/all.ipf.gz", gzip.decompress),
            ("/ipf/all.ipf.zip", lambda data: zipfile.ZipFile(io.BytesIO(data)).read("all.ipf")),
        ]:
            data = urllib.request.urlopen(self.server.address + path, timeout=LIMIT).read()
            self.assertEqual(unpack(data).decode(), published, path)


class Ending(unittest.TestCase):
    """SIGTERM ends the service in time, regardless of its clients."""

    def end(self, data, received=None, answered=None, closes=False):
        server = Server()
        self.addCleanup(server.close)
        client = Client(server, received)
        self.addCleanup(client.close)
        client.send(data)
        if closes:
            client.socket.shutdown(socket.SHUT_WR)
        if answered:
            client.read(answered)
        else:
            # Sleeps, because a client can't observe when the server has read these bytes.
            time.sleep(0.5)
        code, seconds = server.stop()
        self.assertEqual(code, 0)
        # The service allows 5 s. The rest is a margin for a busy machine.
        self.assertLess(seconds, 8)
        return client

    def test_sigterm_ends_an_idle_service(self):
        self.end(b"")

    def test_sigterm_ends_within_a_header(self):
        self.end(b"GET / HT")

    def test_sigterm_ends_within_a_body(self):
        self.end(POST + b"Content-Length: 100\r\n\r\nab")

    def test_sigterm_ends_with_a_client_that_does_not_read(self):
        self.end(b"GET /v1/list?format=ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20, received=4096)

    def test_sigterm_ends_streams_completely(self):
        question = b"GET /ipf?live=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
        client = self.end(question, answered=b"##COMPLETE", closes=True)
        # The stream ends with the last chunk, so the client knows that it is complete.
        self.assertTrue(client.read().endswith(b"0\r\n\r\n"))


class Secrets(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-sockets-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def test_tokens_grant_access_and_are_not_logged(self):
        tokens = self.folder / "tokens"
        tokens.write_text("# who may\nabracadabra\n")
        server = Server("--token-file", str(tokens), "--log-level", "debug")
        self.addCleanup(server.close)
        for headers in ({}, {"Authorization": "Bearer opensesame"}):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                server.get("/v1/instruments/AAPL", **headers)
            self.assertEqual(caught.exception.code, 401)
        self.assertIn("Apple Inc.", server.get("/v1/instruments/AAPL", Authorization="Bearer abracadabra"))
        self.assertNotIn("abracadabra", server.logged())
        self.assertNotIn("opensesame", server.logged())

    def test_tls_connections_are_served(self):
        chain, key = self.folder / "chain.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", chain],
            check=True, capture_output=True)
        server = Server("--tls-cert", str(chain), "--tls-key", str(key), scheme="https")
        self.addCleanup(server.close)
        context = ssl.create_default_context(cafile=str(chain))
        connection = http.client.HTTPSConnection("localhost", server.port, timeout=LIMIT, context=context)
        connection.request("GET", "/v1/instruments/AAPL")
        self.assertIn("Apple Inc.", connection.getresponse().read().decode())
        connection.close()
        # A plain-text request isn't TLS.
        plain = Client(server)
        self.addCleanup(plain.close)
        plain.send(GET + b"\r\n")
        self.assertNotIn(b"HTTP/1.1 200", plain.read())
        self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    unittest.main()

"""The service under pressure: too many connections, clients that take nothing, secrets that are guessed, and its end."""
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import resource
import selectors
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error

from service import LIMIT, Server, make_catalog, wait_for
from test_sockets import GET, POST, Client

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
STUDIES = b"GET /v1/studies HTTP/1.1\r\nHost: localhost\r\n\r\n"
STOCKS = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"


def unchunked(data):
    """A body without the lengths of its chunks."""
    body = b""
    while data:
        length, _, data = data.partition(b"\r\n")
        size = int(length, 16)
        body, data = body + data[:size], data[size + 2 :]
    return body


class Pressure(unittest.TestCase):
    def setUp(self):
        self.clients = []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-pressure-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def server(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.addCleanup(server.close)
        return server

    def client(self, server, received=None):
        client = Client(server, received)
        self.clients.append(client)
        self.addCleanup(client.close)
        return client

    def asked(self, client):
        """The seconds that a look at the service's health takes on a connection that stays open."""
        start = time.monotonic()
        client.send(HEALTH)
        self.assertIn(b" 200 ", client.read(b"ok\n"))
        return time.monotonic() - start


class Descriptors(Pressure):
    def assert_rests(self, server, client):
        """It answers, and does nothing else."""
        start, used = time.monotonic(), server.busy()
        while time.monotonic() < start + 1:
            self.assertLess(self.asked(client), 5)
            time.sleep(0.05)
        self.assertLess(server.busy() - used, 0.5)

    def test_connections_beyond_what_the_system_allows_wait(self):
        server = self.server("--max-connections", "8192", files=300)
        first = self.client(server)
        self.asked(first)
        others = [self.client(server) for _ in range(400)]
        wait_for(lambda: "others wait" in server.logged(), "the limit to be reached")
        self.assert_rests(server, first)
        self.assertEqual(len(re.findall("others wait", server.logged())), 1)
        self.assertRegex(server.logged(), r"at most \d+ connections at a time")
        # Half of its soft limit would be 150: it has raised that, and keeps some for files.
        taken = int(re.search(r"at most (\d+) connections", server.logged())[1])
        self.assertTrue(150 < taken < 290, taken)
        others[-1].send(HEALTH)
        for client in others[:-1]:
            client.close()
        self.assertIn(b" 200 ", others[-1].read(b"ok\n"))
        self.asked(self.client(server))

    def test_as_many_connections_as_are_allowed(self):
        server = self.server("--max-connections", "2")
        clients = [self.client(server) for _ in range(3)]
        self.asked(clients[0])
        self.asked(clients[1])
        clients[2].send(HEALTH)
        wait_for(lambda: "others wait" in server.logged(), "the limit to be reached")
        clients[2].socket.settimeout(0.3)
        with self.assertRaises(TimeoutError):
            clients[2].read(b"ok\n")
        clients[2].socket.settimeout(LIMIT)
        clients[0].close()
        self.assertIn(b" 200 ", clients[2].read(b"ok\n"))

    def test_running_out_of_descriptors_is_waited_out(self):
        server = self.server()
        first = self.client(server)
        self.asked(first)
        folder = f"/proc/{server.process.pid}/fd"
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (len(os.listdir(folder)) + 2, hard))
        others = [self.client(server) for _ in range(20)]
        wait_for(lambda: "no more files" in server.logged(), "the failure to be told")
        self.assert_rests(server, first)
        self.assertEqual(server.logged().count("no more files"), 1)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (hard, hard))
        self.asked(others[-1])


class Pipelines(Pressure):
    def test_clients_that_do_not_read_cost_nobody_else_anything(self):
        server = self.server()
        first = self.client(server)
        self.asked(first)
        clients = [self.client(server)] + [self.client(server, received=4096) for _ in range(99)]
        for client in clients:
            client.send(STUDIES * 200)
        times = []
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            times.append(self.asked(first))
        self.assertLess(max(times), 2)
        # Each was answered until it stopped reading, and not 200 times.
        answers = re.search(r'ipf_http_requests_total\{route="/v1/studies",status="2xx"\} (\d+)', server.get("/metrics"))
        self.assertLess(int(answers[1]), 20 * len(clients))
        # Who reads at last gets all of it.
        clients[0].send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answers = clients[0].read().split(b"HTTP/1.1 ")[1:]
        self.assertEqual([answer[:3] for answer in answers], [b"200"] * 201)
        bodies = {answer.partition(b"\r\n\r\n")[2] for answer in answers[:-1]}
        self.assertEqual(len(bodies), 1)

    def test_bodies_and_requests_in_any_pieces_are_answered_in_order(self):
        server = self.server()
        body = b'{"identifiers":[{"symbol":"AAPL"}]}\n\r\n\n'
        plain = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
        chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
        data = (HEALTH + plain + b"\r\n" + chunked + GET + b"\r\n") * 3
        for size in (1, 7, 64, 1000, len(data)):
            client = self.client(server)
            client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for place in range(0, len(data), size):
                client.send(data[place : place + size])
            client.socket.shutdown(socket.SHUT_WR)
            answers = client.read().split(b"HTTP/1.1 ")[1:]
            self.assertEqual([answer[:3] for answer in answers], [b"200"] * 12, size)
            for answer in answers[1::4] + answers[2::4]:
                self.assertIn(b'"answers"', answer)


class Secrets(Pressure):
    def status(self, server, token, path="/v1/stats"):
        client = Client(server)
        with contextlib.closing(client):
            client.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            return client.status()

    def tokens(self, text):
        (self.folder / "next").write_text(text)
        os.rename(self.folder / "next", self.folder / "tokens")
        return str(self.folder / "tokens")

    def test_guesses_are_limited(self):
        server = self.server("--token-file", self.tokens("right\n"), "--rate-limit", "40")
        self.assertEqual(self.status(server, "right"), 200)
        # A tenth of the requests may be wrong; no route is spared.
        statuses = [self.status(server, f"wrong{number}", "/metrics") for number in range(6)]
        self.assertEqual(statuses, [401] * 4 + [429] * 2)
        self.assertEqual(self.status(server, "right"), 429)

    def test_tokens_are_read_when_their_file_changes(self):
        server = self.server("--token-file", self.tokens("old\n"))
        self.assertEqual(self.status(server, "old"), 200)
        self.tokens("new\n")
        wait_for(lambda: self.status(server, "new") == 200, "the new token")
        self.assertEqual(self.status(server, "old"), 401)
        # What holds no token never opens the service to everybody.
        self.tokens("# none\n")
        wait_for(lambda: "refused the new tokens" in server.logged(), "the refusal")
        self.assertEqual((self.status(server, "new"), self.status(server, "")), (200, 401))
        os.unlink(self.folder / "tokens")
        os.mkfifo(self.folder / "tokens")
        wait_for(lambda: server.logged().count("refused the new tokens") == 2, "the refusal of a pipe")
        self.assertEqual(self.status(server, "new"), 200)
        self.tokens("last\n")
        wait_for(lambda: self.status(server, "last") == 200, "the last token")
        for token in ("old", "new", "last"):
            self.assertNotRegex(server.logged(), rf"\b{token}\b(?! tokens)")

    def certificate(self, name):
        chain, key = self.folder / "chain.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
             "-keyout", key, "-out", chain], check=True, capture_output=True)
        return str(chain), str(key)

    def shown(self, server):
        """The certificate that a new connection is shown."""
        return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=LIMIT)

    def test_hangups_have_everything_read_again(self):
        chain, key = self.certificate("first")
        server = self.server(
            "--tls-cert", chain, "--tls-key", key, "--token-file", self.tokens("right\n"), scheme="https")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        old = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=LIMIT, context=context)
        self.addCleanup(old.close)

        def asked():
            old.request("GET", "/v1/stats", headers={"Authorization": "Bearer right"})
            answer = old.getresponse()
            answer.read()
            return answer.status

        self.assertEqual(asked(), 200)
        first = self.shown(server)
        self.certificate("second")
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: self.shown(server) != first, "the other certificate")
        second = self.shown(server)
        # The connection that stands goes on with what it began with.
        self.assertEqual(asked(), 200)
        pathlib.Path(key).write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "refused the new certificate" in server.logged(), "the refusal")
        self.assertEqual((self.shown(server), asked()), (second, 200))
        self.assertEqual(server.stop()[0], 0)


class Files(Pressure):
    def catalog(self, text):
        (self.folder / "next.ipf").write_text(STOCKS + text + "##COMPLETE\n")
        make_catalog(str(self.folder / "next.ipf"), str(self.folder / "next"))
        return self.folder / "next"

    def test_a_pipe_in_the_place_of_the_catalog_stops_nothing(self):
        server = self.server("--overlay", self.overlay("hd.US=20261201\n"))
        first = server.version()
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", server.catalog)
        wait_for(lambda: "refused" in server.get("/readyz"), "the refusal")
        self.assertEqual(server.version(), first)
        # Defaults, too.
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", self.folder / "overlay")
        wait_for(lambda: "refused the new schedule defaults" in server.logged(), "the refusal of the defaults")
        os.rename(self.catalog("STOCK,A,One\n"), server.catalog)
        wait_for(lambda: server.version() != first, "the new catalog")
        self.assertIn("One", server.get("/v1/instruments/A"))
        second = server.version()
        self.overlay("hd.US=20261201,20261202\n")
        wait_for(lambda: server.version() != second, "the new defaults")

    def overlay(self, text):
        (self.folder / "new").write_text(text)
        os.rename(self.folder / "new", self.folder / "overlay")
        return str(self.folder / "overlay")

    def test_a_pipe_in_the_place_of_published_profiles_stops_nothing(self):
        def write(name, text):
            (self.folder / name).write_text(STOCKS + text + "##COMPLETE\n")
            return str(self.folder / name)

        server = self.server(source=write("first", "STOCK,A,One\n"), command="publish")
        self.assertIn("STOCK,A,One", server.get("/ipf"))
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", server.catalog)
        wait_for(lambda: "is not a file that can be read again" in server.logged(), "the refusal")
        self.assertIn("STOCK,A,One", server.get("/ipf"))
        os.rename(write("second", "STOCK,A,Two\n"), server.catalog)
        wait_for(lambda: "STOCK,A,Two" in server.get("/ipf"), "the new profiles")

    def test_hangups_have_the_source_asked_again(self):
        asked = []

        class Source(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                body = (STOCKS + f"STOCK,A,Answer {len(asked)}\n##COMPLETE\n").encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        source = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source)
        self.addCleanup(source.server_close)
        self.addCleanup(source.shutdown)
        threading.Thread(target=source.serve_forever, daemon=True).start()
        server = self.server("--source", f"http://127.0.0.1:{source.server_port}/all.ipf")

        def has(number):
            with contextlib.suppress(urllib.error.HTTPError):
                return f"Answer {number}" in server.get("/v1/instruments/A")

        wait_for(lambda: has(1), "the source's first answer")
        # By itself it would be asked in a minute.
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: has(2), "the second one")

    def test_a_pipe_is_no_catalog(self):
        os.mkfifo(self.folder / "pipe")
        for command in (["serve", "--port", "0"], ["publish", "--port", "0"]):
            run = subprocess.run(
                [os.environ["IPF"], *command, str(self.folder / "pipe")], capture_output=True, text=True, timeout=LIMIT)
            self.assertEqual(run.returncode, 4)
            self.assertIn("is not a file", run.stderr)

    def test_hangups_do_not_end_it(self):
        server = self.server()
        for count in range(1, 4):
            server.process.send_signal(signal.SIGHUP)
            wait_for(lambda: server.logged().count("reads everything again") == count, "the hangup to be told")
        self.assertIn("Apple Inc.", server.get("/v1/instruments/AAPL"))
        self.assertNotIn("refused", server.logged())


class Refusals(Pressure):
    def test_two_hosts_are_refused(self):
        server = self.server()
        for second in (b"localhost", b"evil.example", b""):
            client = self.client(server)
            client.send(GET + b"hOST: " + second + b"\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 400 ", client.read()[:20], second)

    def test_oversized_bodies_get_their_answer(self):
        server = self.server()
        piece = b"x" * (1 << 16)
        for head, part in [
            (b"Content-Length: %d\r\n\r\n" % (256 << 16), piece),
            (b"Transfer-Encoding: chunked\r\n\r\n", b"%x\r\n" % len(piece) + piece + b"\r\n"),
        ]:
            client = self.client(server)
            # As most clients do it: all is sent before they look for an answer.
            self.assertTrue(client.send(POST + head))
            for _ in range(256):
                self.assertTrue(client.send(part))
            answer = client.read()
            self.assertTrue(answer.startswith(b"HTTP/1.1 413 "), answer[:100])
            self.assertIn(b"Connection: close\r\n", answer)
        # Nobody is listened to for ever.
        client = self.client(server)
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(10_000):
            if not client.send(b"%x\r\n" % len(piece) + piece + b"\r\n"):
                break
        else:
            raise AssertionError("the connection is still open")


class Ending(Pressure):
    """SIGTERM: what was asked is answered, whole."""

    def end(self, server):
        server.process.terminate()
        wait_for(lambda: "what is under way" in server.logged(), "the end to begin")

    def finish(self, server):
        code, seconds = server.stop()
        self.assertEqual(code, 0, server.logged())
        # 5 s, and what a busy machine adds to them.
        self.assertLess(seconds, 8)

    def run_all(self, work, count):
        failures = []

        def run(number):
            try:
                work(number)
            except (AssertionError, OSError, ValueError) as error:
                failures.append(f"{number}: {error!r}")

        threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        return threads, failures

    def test_busy_connections_are_not_reset(self):
        server = self.server()
        with selectors.DefaultSelector() as selector:
            for _ in range(100):
                client = self.client(server)
                selector.register(client.socket, selectors.EVENT_READ, bytearray())
                client.send(GET + b"\r\n")
            count, lasts = 0, 0
            while selector.get_map():
                for key, _ in selector.select(LIMIT):
                    part = key.fileobj.recv(1 << 16)
                    self.assertTrue(part, f"closed with {lasts} last answers, after {bytes(key.data)}")
                    key.data.extend(part)
                    head, _, body = bytes(key.data).partition(b"\r\n\r\n")
                    length = re.search(rb"Content-Length: (\d+)", head, re.I)
                    if not length or len(body) < int(length[1]):
                        continue
                    self.assertTrue(head.startswith(b"HTTP/1.1 200"), head)
                    count += 1
                    key.data.clear()
                    if b"connection: close" in head.lower():
                        lasts += 1
                        selector.unregister(key.fileobj)
                    else:
                        key.fileobj.sendall(GET + b"\r\n")
                    if count == 1000:
                        server.process.terminate()
            self.assertEqual(lasts, 100)
        for client in self.clients:
            client.close()
        self.finish(server)

    def test_clients_that_come_again_and_again_are_answered_or_refused(self):
        server = self.server()
        counts = [0] * 50

        def ask(number):
            while True:
                try:
                    client = Client(server)
                except ConnectionRefusedError:
                    return
                with contextlib.closing(client):
                    assert client.send(GET + b"Connection: close\r\n\r\n"), "reset"
                    answer = client.read()
                    assert answer.startswith(b"HTTP/1.1 200") and b"Apple Inc." in answer, answer[:100]
                    counts[number] += 1

        threads, failures = self.run_all(ask, len(counts))
        wait_for(lambda: min(counts) > 0, "every client to be answered")
        self.finish(server)
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_long_answers_come_whole(self):
        rows = "".join(f"STOCK,S{number},{'long ' * 200}\n" for number in range(1000))
        (self.folder / "long.ipf").write_text(STOCKS + rows + "##COMPLETE\n")
        server = self.server(source=str(self.folder / "long.ipf"))
        begun, ending = threading.Semaphore(0), threading.Event()

        def ask(number):
            with contextlib.closing(Client(server, received=16_384)) as client:
                # The one after it is the last one; what comes after that must not cost it its end.
                client.send(b"GET /v1/list?format=ndjson HTTP/1.1\r\nHost: localhost\r\n\r\n" + HEALTH * 3)
                data = client.read(b"\r\n\r\n")
                begun.release()
                ending.wait(LIMIT)
                data += client.read()
                _, first, second = data.split(b"HTTP/1.1 200 ")
                assert b"Connection: close\r\n" in second and second.endswith(b"ok\n"), second
                lines = unchunked(first.partition(b"\r\n\r\n")[2]).splitlines()
                assert len(lines) == 1000 and all(json.loads(line)["TYPE"] == "STOCK" for line in lines)

        threads, failures = self.run_all(ask, 10)
        for _ in threads:
            self.assertTrue(begun.acquire(timeout=LIMIT))
        self.end(server)
        ending.set()
        self.finish(server)
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_those_that_come_meanwhile_are_answered_and_idle_ones_closed(self):
        server = self.server()
        idle, late = self.client(server), self.client(server)
        self.asked(idle)
        self.asked(late)
        self.end(server)
        late.send(GET + b"\r\n")
        answer = late.read()
        self.assertTrue(answer.startswith(b"HTTP/1.1 200") and b"Connection: close\r\n" in answer, answer[:300])
        self.assertEqual(idle.read(), b"")
        self.finish(server)


if __name__ == "__main__":
    unittest.main()

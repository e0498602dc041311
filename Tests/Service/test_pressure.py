"""The service under load: too many connections, and clients that do not read or send too much."""
import os
import pathlib
import re
import resource
import shutil
import socket
import tempfile
import time
import unittest

from service import LIMIT, Server, wait_for
from test_sockets import GET, POST, Client

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
STUDIES = b"GET /v1/studies HTTP/1.1\r\nHost: localhost\r\n\r\n"
STOCKS = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n"


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
        """Returns the seconds that `/healthz` takes on an open connection."""
        start = time.monotonic()
        client.send(HEALTH)
        self.assertIn(b" 200 ", client.read(b"ok\n"))
        return time.monotonic() - start


class Descriptors(Pressure):
    def assert_rests(self, server, client):
        """Checks that the service answers and is otherwise idle."""
        start, used = time.monotonic(), server.busy()
        while time.monotonic() < start + 1:
            self.assertLess(self.asked(client), 5)
            time.sleep(0.05)
        self.assertLess(server.busy() - used, 0.5)

    def test_connections_beyond_the_limit_wait(self):
        server = self.server("--max-connections", "8192", files=300)
        first = self.client(server)
        self.asked(first)
        others = [self.client(server) for _ in range(400)]
        wait_for(lambda: "others wait" in server.logged(), "the limit to be reached")
        self.assert_rests(server, first)
        self.assertEqual(len(re.findall("others wait", server.logged())), 1)
        self.assertRegex(server.logged(), r"at most \d+ connections at a time")
        # With its soft limit, the service could accept only 150 connections. It has raised the limit, and reserves
        # some descriptors for files.
        taken = int(re.search(r"at most (\d+) connections", server.logged())[1])
        self.assertTrue(150 < taken < 290, taken)
        others[-1].send(HEALTH)
        for client in others[:-1]:
            client.close()
        self.assertIn(b" 200 ", others[-1].read(b"ok\n"))
        self.asked(self.client(server))

    def test_all_allowed_connections_are_served(self):
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

    def test_the_service_recovers_from_a_lack_of_descriptors(self):
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
    def test_clients_that_do_not_read_do_not_affect_others(self):
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
        # Each client got responses until it stopped reading, but not all 200.
        answers = re.search(r'ipf_http_requests_total\{route="/v1/studies",status="2xx"\} (\d+)', server.get("/metrics"))
        self.assertLess(int(answers[1]), 20 * len(clients))
        # A client that reads eventually gets everything.
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


class Refusals(Pressure):
    def test_two_hosts_are_refused(self):
        server = self.server()
        for second in (b"localhost", b"evil.example", b""):
            client = self.client(server)
            client.send(GET + b"hOST: " + second + b"\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 400 ", client.read()[:20], second)

    def test_oversized_bodies_are_refused_with_a_response(self):
        server = self.server()
        piece = b"x" * (1 << 16)
        for head, part in [
            (b"Content-Length: %d\r\n\r\n" % (256 << 16), piece),
            (b"Transfer-Encoding: chunked\r\n\r\n", b"%x\r\n" % len(piece) + piece + b"\r\n"),
        ]:
            client = self.client(server)
            # Like most clients, this one sends everything before it reads a response.
            self.assertTrue(client.send(POST + head))
            for _ in range(256):
                self.assertTrue(client.send(part))
            answer = client.read()
            self.assertTrue(answer.startswith(b"HTTP/1.1 413 "), answer[:100])
            self.assertIn(b"Connection: close\r\n", answer)
        # No client may send forever.
        client = self.client(server)
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(10_000):
            if not client.send(b"%x\r\n" % len(piece) + piece + b"\r\n"):
                break
        else:
            raise AssertionError("the connection is still open")


if __name__ == "__main__":
    unittest.main()

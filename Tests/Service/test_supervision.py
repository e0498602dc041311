"""The notifications of a service to systemd: datagrams of sd_notify(3), received by the test."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from service import IPF, LIMIT, SAMPLE, Server

# The shell sets its own process number and then becomes the service, which keeps the number.
OWN_WATCHDOG = ("/bin/sh", "-c", 'WATCHDOG_PID=$$ exec "$@"', "sh")


class Supervisor:
    """The receiver at NOTIFY_SOCKET: a path, or an abstract name that begins with @."""

    def __init__(self, name):
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(LIMIT)
        self.socket.bind("\0" + name[1:] if name.startswith("@") else name)

    def next(self):
        return self.socket.recv(4096).decode().split("\n")

    def until(self, line):
        """Returns all notifications up to a line."""
        told = []
        while line not in told:
            told += self.next()
        return told


class Supervision(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ipf-notify-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def supervisor(self, name=None):
        supervisor = Supervisor(name or f"{self.folder}/notify")
        self.addCleanup(supervisor.socket.close)
        return supervisor

    def server(self, supervisor, *arguments, **more):
        environment = {"NOTIFY_SOCKET": supervisor.name, **more.pop("environment", {})}
        server = Server(*arguments, environment=environment, **more)
        self.addCleanup(server.close)
        return server

    def test_readiness_and_the_end_are_reported(self):
        for name in [f"{self.folder}/notify", f"@ipf-test-{os.getpid()}"]:
            with self.subTest(name):
                supervisor = self.supervisor(name)
                server = self.server(supervisor)
                self.assertEqual(supervisor.next(), ["READY=1", f"STATUS=listening on {server.address}"])
                # The service is ready when it notifies the supervisor.
                self.assertEqual(server.get("/healthz"), "ok\n")
                server.process.terminate()
                self.assertEqual(supervisor.next(), ["STOPPING=1", "STATUS=finishing requests in progress"])
                self.assertEqual(server.stop()[0], 0)

    def test_a_service_that_answers_notifies_the_watchdog(self):
        certificate = ["-keyout", f"{self.folder}/key.pem", "-out", f"{self.folder}/cert.pem", "-subj", "/CN=localhost"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *certificate], check=True, capture_output=True)
        tls = ["--tls-cert", f"{self.folder}/cert.pem", "--tls-key", f"{self.folder}/key.pem"]
        for number, (scheme, options) in enumerate([("http", []), ("http", ["--host", "0.0.0.0"]), ("https", tls)]):
            with self.subTest(options):
                supervisor = self.supervisor(f"{self.folder}/notify{number}")
                server = self.server(
                    supervisor, *options, scheme=scheme, launcher=OWN_WATCHDOG, environment={"WATCHDOG_USEC": "1000000"})
                for _ in range(3):
                    supervisor.until("WATCHDOG=1")
                server.process.terminate()
                supervisor.until("STOPPING=1")

    def test_the_watchdog_of_another_process_is_not_notified(self):
        supervisor = self.supervisor()
        server = self.server(supervisor, environment={"WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"})
        for _ in range(100):
            server.get("/healthz")
        server.process.terminate()
        self.assertNotIn("WATCHDOG=1", supervisor.until("STOPPING=1"))

    def test_a_full_service_is_not_ended(self):
        supervisor = self.supervisor()
        server = self.server(
            supervisor, "--max-connections", "1", launcher=OWN_WATCHDOG, environment={"WATCHDOG_USEC": "1000000"})
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(client.recv(1 << 16))
            for _ in range(4):
                supervisor.until("WATCHDOG=1")

    def test_a_service_without_supervision_runs_normally(self):
        for name in ["", "relative", "/nowhere/notify", "@" + "x" * 200]:
            with self.subTest(name):
                server = Server(environment={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000"})
                self.addCleanup(server.close)
                self.assertEqual(server.get("/healthz"), "ok\n")

    def test_a_follower_reports_its_readiness(self):
        supervisor = self.supervisor()
        catalog = pathlib.Path(self.folder, "all.ipfc")
        process = subprocess.Popen(
            [IPF, "import", "--follow", SAMPLE, "-o", catalog], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "NOTIFY_SOCKET": supervisor.name})
        try:
            self.assertEqual(supervisor.next(), ["READY=1", f"STATUS=following {SAMPLE}"])
            supervisor.until("STATUS=first snapshot complete")
            process.send_signal(signal.SIGTERM)
            supervisor.until("STOPPING=1")
            self.assertEqual(process.wait(LIMIT), 0)
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    unittest.main()

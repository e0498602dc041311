"""The service reloads tokens, certificates, catalogs and schedule defaults, and refuses pipes instead of them."""
import contextlib
import http.client
import http.server
import os
import pathlib
import re
import signal
import ssl
import subprocess
import threading
import unittest
import urllib.error
import urllib.request

from service import LIMIT, make_catalog, wait_for
from test_pressure import STOCKS, Pressure
from test_sockets import Client


class Secrets(Pressure):
    def status(self, server, token, path="/v1/stats"):
        client = Client(server)
        with contextlib.closing(client):
            client.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            return client.status()

    def failures(self, server, token):
        """Returns the number of files that the service could not reload."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/metrics", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return int(re.search(r"^ipf_reload_failures_total (\d+)$", answer.read().decode(), re.M)[1])

    def tokens(self, text):
        (self.folder / "next").write_text(text)
        os.rename(self.folder / "next", self.folder / "tokens")
        return str(self.folder / "tokens")

    def test_attempts_with_wrong_tokens_are_limited(self):
        server = self.server("--token-file", self.tokens("right\n"), "--rate-limit", "40")
        self.assertEqual(self.status(server, "right"), 200)
        # A tenth of the allowed requests may have an invalid token. This limit applies to every route.
        statuses = [self.status(server, f"wrong{number}", "/metrics") for number in range(6)]
        self.assertEqual(statuses, [401] * 4 + [429] * 2)
        self.assertEqual(self.status(server, "right"), 429)

    def test_tokens_are_read_when_their_file_changes(self):
        server = self.server("--token-file", self.tokens("old\n"))
        self.assertEqual(self.status(server, "old"), 200)
        self.tokens("new\n")
        wait_for(lambda: self.status(server, "new") == 200, "the new token")
        self.assertEqual(self.status(server, "old"), 401)
        # A file without a token never makes the service public.
        self.tokens("# none\n")
        wait_for(lambda: "refused the new tokens" in server.logged(), "the refusal")
        self.assertEqual(self.failures(server, "new"), 1)
        self.assertEqual((self.status(server, "new"), self.status(server, "")), (200, 401))
        os.unlink(self.folder / "tokens")
        os.mkfifo(self.folder / "tokens")
        wait_for(lambda: server.logged().count("refused the new tokens") == 2, "the refusal of a pipe")
        self.assertEqual(self.failures(server, "new"), 2)
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
        """Returns the certificate of a new connection."""
        return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=LIMIT)

    def test_sighup_reloads_all_files(self):
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
        # An open connection keeps its certificate.
        self.assertEqual(asked(), 200)
        pathlib.Path(key).write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "refused the new TLS certificate" in server.logged(), "the refusal")
        self.assertEqual((self.shown(server), asked()), (second, 200))
        old.request("GET", "/readyz")
        self.assertIn('{"name":"certificate","ready":false,"since":"', old.getresponse().read().decode())
        self.assertEqual(server.stop()[0], 0)


class Files(Pressure):
    def catalog(self, text):
        (self.folder / "next.ipf").write_text(STOCKS + text + "##COMPLETE\n")
        make_catalog(str(self.folder / "next.ipf"), str(self.folder / "next"))
        return self.folder / "next"

    def test_a_pipe_instead_of_the_catalog_does_not_block_the_service(self):
        server = self.server("--overlay", self.overlay("hd.US=20261201\n"))
        first = server.version()
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", server.catalog)
        wait_for(lambda: "refused" in server.get("/readyz"), "the refusal")
        self.assertEqual(server.version(), first)
        # A pipe is also refused instead of a file of schedule defaults.
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", self.folder / "overlay")
        wait_for(lambda: "refused the new schedule defaults" in server.logged(), "the refusal of the defaults")
        self.assertIn("\nipf_reload_failures_total 2\n", server.get("/metrics"))
        os.rename(self.catalog("STOCK,A,One\n"), server.catalog)
        wait_for(lambda: server.version() != first, "the new catalog")
        self.assertIn("One", server.get("/v1/instruments/A"))
        second = server.version()
        self.overlay("hd.US=20261201,20261202\n")
        wait_for(lambda: server.version() != second, "the new defaults")

    def test_aliases_are_reloaded_and_malformed_ones_refused(self):
        names = self.folder / "names.csv"

        def write(text):
            (self.folder / "new").write_text(text)
            os.rename(self.folder / "new", names)

        def found(text):
            return '"reason"' in server.get(f"/v1/search?q={text}")

        write("AAPL, first name\n")
        server = self.server("--aliases", str(names))
        self.assertTrue(found("firstname"))
        write("AAPL, second name\nNONE, nobody\n")
        wait_for(lambda: found("secondname"), "the new name")
        self.assertFalse(found("firstname"))
        self.assertIn("NONE", server.logged())
        write("nothing\n")
        wait_for(lambda: "refused the new aliases" in server.logged(), "the refusal")
        self.assertIn("line 1: found 1 value", server.logged())
        self.assertIn("\nipf_reload_failures_total 1\n", server.get("/metrics"))
        self.assertTrue(found("secondname"))
        self.assertIn('{"name":"aliases","ready":false,"since":"', server.get("/readyz"))
        # Searches in a new catalog use the aliases.
        first = server.version()
        os.rename(self.catalog("STOCK,AAPL,One\n"), server.catalog)
        wait_for(lambda: server.version() != first, "the new catalog")
        self.assertTrue(found("secondname"))
        self.assertEqual(server.stop()[0], 0)

    def overlay(self, text):
        (self.folder / "new").write_text(text)
        os.rename(self.folder / "new", self.folder / "overlay")
        return str(self.folder / "overlay")

    def test_a_pipe_instead_of_published_profiles_does_not_block_the_service(self):
        def write(name, text):
            (self.folder / name).write_text(STOCKS + text + "##COMPLETE\n")
            return str(self.folder / name)

        server = self.server(source=write("first", "STOCK,A,One\n"), command="publish")
        self.assertIn("STOCK,A,One", server.get("/ipf"))
        os.mkfifo(self.folder / "pipe")
        os.rename(self.folder / "pipe", server.catalog)
        wait_for(lambda: "cannot be read again" in server.logged(), "the refusal")
        self.assertIn("STOCK,A,One", server.get("/ipf"))
        os.rename(write("second", "STOCK,A,Two\n"), server.catalog)
        wait_for(lambda: "STOCK,A,Two" in server.get("/ipf"), "the new profiles")

    def test_sighup_requests_the_source_again(self):
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
        # The existing catalog has more instruments than the source.
        server = self.server("--allow-shrink", "--source", f"http://127.0.0.1:{source.server_port}/all.ipf")

        def has(number):
            with contextlib.suppress(urllib.error.HTTPError):
                return f"Answer {number}" in server.get("/v1/instruments/A")

        wait_for(lambda: has(1), "the source's first answer")
        # Without SIGHUP the source would be polled only after a minute.
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: has(2), "the second one")

    def test_a_pipe_is_refused_as_a_catalog(self):
        os.mkfifo(self.folder / "pipe")
        for command in (["serve", "--port", "0"], ["publish", "--port", "0"]):
            run = subprocess.run(
                [os.environ["IPF"], *command, str(self.folder / "pipe")], capture_output=True, text=True, timeout=LIMIT)
            self.assertEqual(run.returncode, 4)
            self.assertIn("is not a file", run.stderr)

    def test_sighup_does_not_end_the_service(self):
        server = self.server()
        for count in range(1, 4):
            server.process.send_signal(signal.SIGHUP)
            wait_for(lambda: server.logged().count("reloading all files") == count, "the hangup to be told")
        self.assertIn("Apple Inc.", server.get("/v1/instruments/AAPL"))
        self.assertNotIn("refused", server.logged())


if __name__ == "__main__":
    unittest.main()

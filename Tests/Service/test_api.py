"""The service and openapi.json agree: schemathesis compares responses with the document, and a client that
openapi-python-client generates from it works."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

from service import LIMIT, Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ["schemathesis==4.32.5", "openapi-python-client==0.29.1"]
# The time limit in seconds of each command, including the start of Python.
RUN_LIMIT = 600

# Event streams, and IPF on a persistent connection, never end, so they are excluded.
SETTINGS = """
[generation]
max-examples = 6
no-shrink = true

[[operations]]
include-path = "/v1/changes"
enabled = false

[[operations]]
include-path = "/ipf"
parameters = { "query.live" = false }
"""

# The document has no patterns for texts that only the service can validate, such as symbols. So the service may
# reject requests that are valid by the document.
LEFT_OUT = "negative_data_rejection,positive_data_acceptance,missing_required_header"

# The generated client must treat compressed files as bytes.
CLIENT_SETTINGS = """
content_type_overrides:
  application/gzip: application/octet-stream
  application/zip: application/octet-stream
"""


class Document(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = subprocess.run(
            [ROOT / "Scripts/python-environment", "python3", *PACKAGES], capture_output=True, text=True, check=True)
        cls.python = made.stdout.strip()
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-api-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.server = Server("--settings", str(cls.folder / "settings"))
        cls.addClassCleanup(cls.server.close)
        cls.document = cls.folder / "openapi.json"
        cls.document.write_text(cls.server.get("/openapi.json"))

    def run_tool(self, *arguments, **environment):
        """Returns the output of a command, which is shown if it fails."""
        run = subprocess.run(
            [self.python, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder, timeout=RUN_LIMIT,
            env={**os.environ, **environment})
        self.assertEqual(run.returncode, 0, run.stdout[-20_000:] + run.stderr[-5000:])
        return run.stdout

    def test_responses_match_the_document(self):
        (self.folder / "schemathesis.toml").write_text(SETTINGS)
        output = self.run_tool(
            "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", self.document, "--url",
            self.server.address, "--seed", "1", "--phases", "examples,coverage,fuzzing", "--exclude-checks", LEFT_OUT,
            "--request-timeout", LIMIT, "--warnings", "off", "--no-color")
        self.assertRegex(output, r"Operations: +52 selected / 53 total")
        self.assertRegex(output, r"Examples \(in [0-9.]+s\)\s+✅ \d+ passed")
        self.assertNotIn("failed", output)
        # Invalid requests must not cause errors in the log of the service.
        self.assertNotRegex(self.server.logged(), r"(?m)^\S+ error ")

    def test_a_generated_client_works(self):
        (self.folder / "client.yaml").write_text(CLIENT_SETTINGS)
        output = self.run_tool(
            "-m", "openapi_python_client", "generate", "--path", self.document, "--output-path",
            self.folder / "instrument_lookup", "--meta", "none", "--config", "client.yaml", "--overwrite",
            PATH=f"{pathlib.Path(self.python).parent}:{os.environ['PATH']}")
        self.assertNotIn("WARNING", output)
        called = self.run_tool(
            pathlib.Path(__file__).with_name("api_client.py"), self.server.address, PYTHONPATH=str(self.folder))
        self.assertEqual(called.splitlines(), [
            "AAPL STOCK US USD US0378331005 037833100 True",
            "AAPL exactSymbol US0378331005",
            "AAPL US0378331005 XNAS",
            "AAPL AAPL",
            "404 APPL: AAPL",
            "2026-11-27 early close, Day after Thanksgiving",
            "2026-11-27T15:30:00+00:00",
            "20.02",
            "650",
            "True",
        ])


if __name__ == "__main__":
    unittest.main()

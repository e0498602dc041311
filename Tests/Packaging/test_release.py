"""Versions agree, units of systemd are valid, and the image has a health check."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
ipf = os.environ["IPF"]


def release(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([root / "Scripts/release", *arguments], capture_output=True, text=True)


class ReleaseTests(unittest.TestCase):
    def test_all_sources_have_one_version(self):
        version = subprocess.run([ipf, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        done = release(version, "--sources")
        self.assertEqual((done.returncode, done.stdout), (0, f"everything says {version}\n"), done.stderr)

    def test_deviating_versions_are_named(self):
        done = release("99.0.0", "--sources")
        self.assertEqual(done.returncode, 1)
        for place in ["PackageVersion.swift", "CHANGELOG.md", "ipf.h", "README.md", "Application.md"]:
            self.assertRegex(done.stderr, rf"{place}.* says [0-9.]+, not 99\.0\.0")

    def test_an_invalid_version_is_a_usage_error(self):
        for text in ["", "1.0", "v1.0.0", "1.0.0;ls"]:
            self.assertEqual(release(text).returncode, 2, text)


class UnitTests(unittest.TestCase):
    units = sorted((root / "Packaging/systemd").iterdir())

    def test_units_use_options_of_the_program(self):
        answer = subprocess.run([ipf, "--experimental-dump-help"], check=True, capture_output=True).stdout
        program = json.loads(answer)["command"]
        for unit in self.units:
            if unit.suffix == ".timer":
                self.assertTrue(unit.with_suffix(".service").exists(), unit.name)
                continue
            words = re.search(r"^ExecStart=/usr/bin/ipf (.*)$", unit.read_text(), re.M).group(1).split()
            command = program
            while words and (inner := {one["commandName"]: one for one in command.get("subcommands", [])}.get(words[0])):
                command, words = inner, words[1:]
            self.assertNotIn("subcommands", command, f"{unit.name} names no command")
            known = {
                ("--" if name["kind"] == "long" else "-") + name["name"]
                for argument in command["arguments"] for name in argument.get("names", [])
            }
            self.assertLessEqual({word for word in words if word.startswith("-")}, known, unit.name)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not here")
    def test_systemd_accepts_the_units_as_secure(self):
        with tempfile.TemporaryDirectory() as folder:
            for unit in self.units:
                # The program may be missing.
                Path(folder, unit.name).write_text(unit.read_text().replace("/usr/bin/ipf", "/bin/true"))
            for unit in self.units:
                path = Path(folder, unit.name)
                done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), unit.name)
                if unit.suffix == ".timer":
                    continue
                done = subprocess.run(
                    ["systemd-analyze", "security", "--offline=yes", "--threshold=20", path], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)


class ImageTests(unittest.TestCase):
    text = (root / "Packaging/Containerfile").read_text()

    def test_the_image_runs_without_root_and_has_a_health_check(self):
        self.assertIn("USER 65532:65532", self.text)
        command = json.loads(re.search(r"HEALTHCHECK.*?CMD (\[.*?\])\n", self.text, re.S).group(1))
        with tempfile.TemporaryDirectory() as folder:
            catalog = f"{folder}/sample.ipfc"
            subprocess.run([ipf, "import", root / "Samples/Data/sample.ipf.gz", "-o", catalog], check=True, capture_output=True)
            service = subprocess.Popen([ipf, "serve", catalog, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                port = service.stdout.readline().rsplit(":", 1)[1].strip()
                asked = [word.replace("/8080", f"/{port}") for word in command]
                self.assertEqual(subprocess.run(asked, timeout=30).returncode, 0)
            finally:
                service.terminate()
                service.wait()
                service.stdout.close()
            self.assertNotEqual(subprocess.run(asked, stderr=subprocess.DEVNULL).returncode, 0)

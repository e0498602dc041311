"""The dashboard and the alerts use only series of `/metrics`, and the alerts fire when they should."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

root = Path(__file__).resolve().parents[2]
ipf = os.environ["IPF"]
packaging = root / "Packaging"
rules = packaging / "prometheus/ipf-alerts.yml"
dashboard = packaging / "grafana/ipf-serve.json"


def series(metrics: str) -> dict[str, set[str]]:
    """Returns the names of series with their labels."""
    found: dict[str, set[str]] = {}
    for line in metrics.splitlines():
        if not line.startswith("#"):
            name, labels = re.match(r"(\w+)(?:\{(.*)\})? ", line).groups()
            found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels or ""))
    return found


class MonitoringTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, folder)
        catalog = f"{folder}/sample.ipfc"
        subprocess.run([ipf, "import", root / "Samples/Data/sample.ipf.gz", "-o", catalog], check=True, capture_output=True)
        service = subprocess.Popen([ipf, "serve", catalog, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = service.stdout.readline().split()[-1]
            urllib.request.urlopen(f"{address}/v1/instruments/AAPL").read()
            cls.series = series(urllib.request.urlopen(f"{address}/metrics").read().decode())
            # Only a node of a master has these series: see Tests/CatalogServerTests/MetricsTests.
            cls.series |= {name: set() for name in ("ipf_master_seq", "ipf_master_last_contact_seconds", "ipf_replica_lag_seconds")}
            # Only a service with entitlements: see Tests/Service/test_entitlements.py.
            cls.series["ipf_entitlement_requests_total"] = {"entitlement"}
        finally:
            service.terminate()
            service.wait()
            service.stdout.close()

    def check(self, expression: str):
        names = set(re.findall(r"\bipf_\w+", expression))
        self.assertLessEqual(names, set(self.series), expression)
        known = {"job", "instance"}.union(*(self.series[name] for name in names))
        asked = {label for inside in re.findall(r"\{(.*?)\}", expression) for label in re.findall(r"(\w+)\s*=~?\s*\"", inside)}
        for labels in re.findall(r"\bby \(([^)]*)\)", expression):
            asked |= {label.strip() for label in labels.split(",")}
        self.assertLessEqual(asked, known, expression)

    def test_each_panel_uses_existing_series(self):
        panels = json.loads(dashboard.read_text())["panels"]
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        for panel in panels:
            for target in panel["targets"]:
                self.check(target["expr"])

    def test_panels_do_not_overlap(self):
        taken: set[tuple[int, int]] = set()
        for panel in json.loads(dashboard.read_text())["panels"]:
            place = panel["gridPos"]
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
            self.assertFalse(cells & taken, panel["title"])
            self.assertLessEqual(place["x"] + place["w"], 24, panel["title"])
            taken |= cells

    def test_each_alert_uses_existing_series(self):
        for expression in re.findall(r"expr: (?:>-\n((?:\s{10}.*\n)+)|(.*))", rules.read_text()):
            self.check(" ".join("".join(expression).split()))

    def test_the_dashboard_contains_all_series_of_the_service(self):
        text = dashboard.read_text()
        for name in self.series:
            self.assertIn(re.sub("_(sum|count)$", "", name), text)

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not here: Scripts/setup prometheus")
    def test_alerts_fire_when_they_should(self):
        names = re.findall(r"- alert: (\w+)", rules.read_text())
        tests = rules.with_suffix(".test.yml")
        for name in names:
            self.assertIn(f"alertname: {name}\n", tests.read_text())
        for command in [["promtool", "check", "rules", rules], ["promtool", "test", "rules", tests]]:
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

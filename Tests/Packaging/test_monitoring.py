"""Dashboards and alerts use only series that exist, and the alerts fire when they should."""

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
master_dashboard = packaging / "grafana/ipf-master.json"
# Series with their labels that need a master: see Tests/CatalogServerTests/MetricsTests, and MasterLoadCommandTests.
node_series = {name: set() for name in ("ipf_master_seq", "ipf_master_last_contact_seconds", "ipf_replica_lag_seconds")}
writer_series = {
    "ipf_master_writer_failed": {"source"},
    "ipf_master_writer_instruments": {"source"},
    "ipf_master_writer_changes": {"source", "change"},
    "ipf_master_writer_batch_seq": {"source"},
    "ipf_master_writer_exceptions": {"source", "rule", "state"},
    "ipf_master_writer_held": {"source"},
    "ipf_master_deliver_failed": {"to"},
    "ipf_master_deliver_changes_total": {"to"},
    "ipf_master_deliver_batch_seq": {"to"},
}


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
            cls.series |= node_series
            # Only a service with entitlements: see Tests/Service/test_entitlements.py.
            cls.series["ipf_entitlement_requests_total"] = {"entitlement"}
        finally:
            service.terminate()
            service.wait()
            service.stdout.close()

    def check(self, expression: str):
        names = set(re.findall(r"\bipf_\w+", expression))
        series = self.series | writer_series
        self.assertLessEqual(names, set(series), expression)
        known = {"job", "instance"}.union(*(series[name] for name in names))
        asked = {label for inside in re.findall(r"\{(.*?)\}", expression) for label in re.findall(r"(\w+)\s*=~?\s*\"", inside)}
        for labels in re.findall(r"\bby \(([^)]*)\)", expression):
            asked |= {label.strip() for label in labels.split(",")}
        self.assertLessEqual(asked, known, expression)

    def test_each_panel_uses_existing_series(self):
        for file in dashboard, master_dashboard:
            panels = json.loads(file.read_text())["panels"]
            self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
            for panel in panels:
                for target in panel["targets"]:
                    self.check(target["expr"])

    def test_panels_do_not_overlap(self):
        for file in dashboard, master_dashboard:
            taken: set[tuple[int, int]] = set()
            for panel in json.loads(file.read_text())["panels"]:
                place = panel["gridPos"]
                cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
                self.assertFalse(cells & taken, panel["title"])
                self.assertLessEqual(place["x"] + place["w"], 24, panel["title"])
                taken |= cells

    def test_each_alert_uses_existing_series(self):
        for expression in re.findall(r"expr: (?:>-\n((?:\s{10}.*\n)+)|(.*))", rules.read_text()):
            self.check(" ".join("".join(expression).split()))

    def test_the_dashboards_contain_all_series(self):
        for file, series in (dashboard, self.series), (master_dashboard, writer_series):
            text = file.read_text()
            for name in series:
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

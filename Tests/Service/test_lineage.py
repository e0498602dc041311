"""The page of a node that follows a master in PostgreSQL: the source of each field."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from browser import Browser, Driver
from service import IPF, Server, wait_for

PROGRAMS = next((folder for folder in map(pathlib.Path, [*(f"/usr/lib/postgresql/{number}/bin" for number in (15, 16, 17)), "/usr/local/bin"])
                 if (folder / "pg_ctl").exists()), None)


class Master:
    """A PostgreSQL server with a master, on a socket in a temporary folder."""

    def __init__(self):
        # The path of a socket may have at most 107 bytes.
        self.folder = tempfile.mkdtemp(prefix="ipf-pg-", dir="/tmp")
        # PostgreSQL refuses to run as root.
        self.user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "owner", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-o", f"-c listen_addresses='' -k {self.folder}", "start")
        self.run("createdb", "-h", self.folder, "-U", "owner", "master")
        self.address = f"postgresql:///master?host={self.folder}&user=owner"

    def run(self, program, *arguments):
        subprocess.run([*self.user, PROGRAMS / program, *arguments], check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ipf(self, *arguments):
        environment = {**os.environ, "PGHOST": self.folder, "PGUSER": "owner", "PGDATABASE": "master"}
        subprocess.run([IPF, "master", *arguments], check=True, capture_output=True, env=environment)

    def close(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@unittest.skipUnless(PROGRAMS, "PostgreSQL is not installed")
class LineageTests(unittest.TestCase):
    def test_fields_name_their_source_and_their_override(self):
        master = Master()
        self.addCleanup(master.close)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "one.ipf").write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\nSTOCK,A,Wrong,USD\n##COMPLETE\n")
        master.ipf("init")
        master.ipf("load", folder / "one.ipf", "--source", "exchange")
        master.ipf("override", "A", "DESCRIPTION", "Right", "--reason", "ticket 9", "--by", "ann")
        node = Server("--master", master.address, source=None)
        self.addCleanup(node.close)
        driver = Driver()
        self.addCleanup(driver.close)
        browser = Browser(driver)
        self.addCleanup(browser.close)
        # The node listens before it has a catalog.
        wait_for(lambda: "ready" in node.get("/readyz"), "the catalog")
        browser.open(node.address + "/instrument/A?part=fields")
        browser.wait_text("#fields", "override by ann: ticket 9")
        self.assertEqual(browser.texts("#fields thead th"), ["Field", "Value", "Source", "Since", "Reason"])
        rows = {row[0]: row[1:] for row in browser.run(
            "return [...document.querySelectorAll('#fields tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")}
        self.assertEqual((rows["DESCRIPTION"][0], rows["DESCRIPTION"][1]), ("Right", ""))
        self.assertEqual((rows["CURRENCY"][0], rows["CURRENCY"][1]), ("USD", "exchange"))
        self.assertRegex(rows["CURRENCY"][2], r"^\d{4}-\d\d-\d\d$")
        self.assertTrue(rows["CURRENCY"][3])
        for width, scheme in ((1440, "light"), (390, "dark")):
            browser.resize(width, 900)
            browser.tools("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
            browser.screenshot(f"lineage-{width}-{scheme}")
            self.assertEqual(browser.findings(), [])
            self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), width)
        self.assertEqual(browser.errors(), [])


if __name__ == "__main__":
    unittest.main()

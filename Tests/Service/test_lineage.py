"""The page of a node that follows a master in PostgreSQL: the source of each field."""
import pathlib
import tempfile
import unittest

from browser import Browser, Driver
from master import PROGRAMS, Master, node


@unittest.skipUnless(PROGRAMS, "PostgreSQL is not installed")
class LineageTests(unittest.TestCase):
    def test_fields_name_their_source_and_their_override(self):
        master = Master()
        self.addCleanup(master.close)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "one.ipf").write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\nSTOCK,A,Wrong,USD\n##COMPLETE\n")
        master.ipf("init")
        master.ipf("load", folder / "one.ipf", "--source", "exchange", "--valid-from", "2026-01-02")
        master.ipf("override", "A", "DESCRIPTION", "Right", "--reason", "ticket 9", "--by", "ann",
                   "--valid-from", "2026-03-02", "--until", "2099-12-30")
        served = node("--master", master.address)
        self.addCleanup(served.close)
        driver = Driver()
        self.addCleanup(driver.close)
        browser = Browser(driver)
        self.addCleanup(browser.close)
        browser.open(served.address + "/instrument/A?part=fields")
        browser.wait_text("#fields", "override by ann: ticket 9, true from 2026-03-02, until 2099-12-30")
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

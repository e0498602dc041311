"""The documentation's pages (Scripts/site), served by a plain file server and read in headless Chromium."""
import functools
import http.server
import json
import pathlib
import re
import subprocess
import threading
import unittest

from browser import Browser, Driver
from service import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / ".build/site"


class Pages(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Pages, directory=str(SITE)))
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"http://127.0.0.1:{cls.server.server_port}"
        driver = Driver()
        cls.addClassCleanup(driver.close)
        cls.browser = Browser(driver, 1600, 1000)
        cls.addClassCleanup(cls.browser.close)
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        cls.modules = re.findall(r'\.library\(name: "(\w+)"', manifest)

    def read(self, path, title):
        self.browser.open(self.address + path)
        self.browser.wait_text("h1", title)

    def test_each_module_begins_with_a_program(self):
        self.assertEqual(len(self.modules), 15)
        for module in self.modules:
            self.read(f"/documentation/{module.lower()}/", module)
            program = self.browser.wait_text(".code-listing", f"import {module}")
            self.assertNotIn("undefined", program)
        self.browser.screenshot("documentation-module")

    def test_the_guide_links_to_every_page(self):
        self.browser.open(self.address + "/")
        self.browser.wait_text("h1", "Guide")
        self.browser.screenshot("documentation")
        catalog = json.loads((SITE / "data/documentation/guide.json").read_text(encoding="utf-8"))
        topics = [name for section in catalog["topicSections"] for name in section["identifiers"]]
        pages = [catalog["references"][name] for name in topics]
        self.assertEqual(len(pages), 16 + len(self.modules))
        for page in pages:
            self.read(page["url"] + "/", page["title"])
        # Some pages are copies of files in the repository. Pages of modules have links to those of other modules.
        self.read("/documentation/guide/fromcalendarpackages/", "Migrating from exchange_calendars")
        self.read("/documentation/guide/internals/", "Inside a catalog")
        self.browser.run("[...document.querySelectorAll('main a')].find(a => a.innerText == 'The catalog file').click()")
        wait_for(lambda: "/instrumentcatalog/catalogfile" in self.browser.address(), "the catalog file's page")

    def test_one_filter_finds_names_of_all_modules(self):
        self.read("/documentation/marketrules/", "MarketRules")
        box = ".filter__input[placeholder=Filter]"
        for text, part in [("LiveCatalog", "LiveCatalog"), ("ScheduleDefaults", "ScheduleDefaults"), ("grammars", "Grammars")]:
            self.browser.find(box)
            self.browser.run(
                f"const box = document.querySelector('{box}'); box.value = arguments[0];"
                "box.dispatchEvent(new Event('input', {bubbles: true}));", text)
            wait_for(
                lambda: any(part in found for found in self.browser.texts(".leaf-link")),
                f"{part} in the list")
        self.browser.screenshot("documentation-filter")

    def test_dead_links_are_reported(self):
        page = SITE / "data/documentation/guide/format.json"
        text = page.read_text(encoding="utf-8")
        self.addCleanup(page.write_text, text, encoding="utf-8")
        page.write_text(text.replace('"references":{', '"references":{"x":{"url":"/documentation/nowhere"},', 1), encoding="utf-8")
        run = subprocess.run([ROOT / "Scripts/site", "--check"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(
            run.stderr, "/documentation/guide/format: /documentation/nowhere\nsite: 1 links lead nowhere\n")


if __name__ == "__main__":
    unittest.main()

"""Every state of the pages in every size, light and dark: nothing overflows or moves, and axe-core has no findings. The
contact sheet is `.build/screenshots/index.html`."""
import base64
import html
import re
import shutil
import tempfile
import unittest

from browser import SCREENSHOTS, Browser, Driver
from service import Server

SIZES = [(1440, 900), (1024, 768), (768, 1024), (390, 844)]
# The sizes in between are tested with one scheme each, because colors don't depend on the size.
SCHEMES = {1440: ("light", "dark"), 1024: ("light",), 768: ("dark",), 390: ("dark", "light")}
# The states: the elements shown when the state is complete, and the actions before the check.
STATES = [
    ("start", "/", ".market[data-mic]", ""),
    ("search", "/?q=apple", "#results a", ""),
    ("notation", "/?q=AAPL+15JAN27+280+C", "#understood:not([hidden])", ""),
    ("relaxed", "/?q=apple+fnord", "#understood:not([hidden])", ""),
    ("venue", "/?q=nyse", "#venue:not([hidden])", ""),
    ("nothing", "/?q=zzqqxxyy", "#search-state:not(:empty)", ""),
    ("exchanges", "/?q=united&type=EXCHANGE", "#results a", ""),
    ("stock", "/instrument/AAPL?week=2026-11-23", ".week .session", ""),
    ("stock-ticks", "/instrument/THYAO:TR?q=turk&part=ladder", ".ladder", "document.querySelectorAll('main details').forEach(one => one.open = true)"),
    ("spread", "/instrument/%3D%2FESZ26:XCME-%2FESH27:XCME", ".legs", ""),
    ("grouped", "/?q=aapl", "#results .group", ""),
    ("strip", "/?q=%2FES", "#results .strip", ""),
    ("dialog", "/instrument/AAPL", ".week .session", "document.getElementById('search-open').click(); return new Promise((done) => setTimeout(done, 400))"),
    ("product", "/instrument//ES", "#contracts tbody tr", ""),
    ("option", "/instrument/.AAPL270115C280", ".week .session", ""),
    ("codes", "/instrument/.AAPL270115C280?part=codes", "#codes", ""),
    ("fields", "/instrument/AAPL?part=fields", "#fields", ""),
    ("related", "/instrument//ES?part=related", "#related", ""),
    ("forex", "/instrument/EUR%2FUSD?part=ladder", ".ladder", ""),
    ("chain", "/instrument/AAPL?part=chain", "#chain tbody tr", ""),
    ("unknown", "/instrument/AAPLE", ".problem", ""),
    ("compare", "/compare", "main a", ""),
    ("compare-six", "/compare?s=XNYS&s=XLON&s=XETR&s=XJSE&s=XIST&s=AAPL", ".week .session", ""),
    ("compare-some", "/compare?s=XNYS&s=XLON&s=NOSUCH&s=XTKS&both=XNYS&both=XLON&zone=Asia/Tokyo&week=2026-11-23", ".week .session", ""),
    ("calendar-unknown", "/calendar/XNYS/2031", ".yearpicture", ""),
    ("calendar", "/calendar/XNYS/2027", ".yearpicture", ""),
    ("calendar-tokyo", "/calendar/XTKS/2026", ".yearpicture", ""),
    ("chart", "/chart?symbol=AAPL", "#chart:not([hidden]) svg", "document.querySelector('#table-place').open = true"),
    ("chart-minutes", "/chart?symbol=AAPL&resolution=5", "#chart:not([hidden]) svg", ""),
    ("chart-picker", "/chart?symbol=AAPL", "#chart:not([hidden]) svg", "document.getElementById('studies-button').click(); return import('/page/chartpicker.js')"),
    ("chart-start", "/chart", ".found-list a", ""),
    ("chart-unknown", "/chart?symbol=NOSUCH", ".problem", ""),
    ("studies", "/studies", ".study", "document.getElementById('name-MACD').click()"),
    ("settings", "/settings", "#preview svg", ""),
]
SHIFTS = (
    "return new Promise(done => new PerformanceObserver(list => done(list.getEntries().map(one => one.value).reduce((a, b) => a + b, 0)))"
    ".observe({ type: 'layout-shift', buffered: true })) "
)


class LookTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)
        folder = tempfile.mkdtemp(prefix="ipf-settings-")
        cls.addClassCleanup(shutil.rmtree, folder, True)
        cls.server = Server("--settings", folder)
        cls.addClassCleanup(cls.server.close)
        cls.browser = Browser(cls.driver)
        cls.addClassCleanup(cls.browser.close)
        cls.addClassCleanup(contact_sheet)

    def show(self, path, selector, script):
        self.browser.open(self.server.address + path)
        self.browser.wait_count(selector)
        # All responses have arrived when no request was sent for a while.
        self.browser.run(
            "return new Promise(done => { let last = 0; const look = () => { const count = performance.getEntriesByType('resource').length;"
            " count === last ? done() : (last = count, setTimeout(look, 120)) }; look() })")
        self.browser.run(script)

    def prefer(self, scheme):
        # Disables transitions, so that a screenshot has no intermediate colors.
        self.browser.tools("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def shoot(self, name, scheme, width):
        self.prefer(scheme)
        self.browser.screenshot(f"{name}-{width}-{scheme}")

    def test_every_state_fits_in_every_size(self):
        for name, path, selector, script in STATES:
            for width, height in SIZES:
                with self.subTest(name=name, width=width):
                    self.browser.resize(width, height)
                    # In the sizes between these, only the style sheet makes a difference.
                    if width in (1440, 390):
                        self.prefer("light" if width == 1440 else "dark")
                        self.show(path, selector, script)
                        self.assertEqual(self.browser.findings(), [])
                        if name.startswith("chart"):
                            # The colors of this page come from stored settings and from the style sheet.
                            self.prefer("dark" if width == 1440 else "light")
                            self.assertEqual(self.browser.findings(), [])
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.run("return document.querySelectorAll('h1').length"), 1)
                    for scheme in SCHEMES[width]:
                        self.shoot(name, scheme, width)
        self.assertEqual(self.browser.errors(), [])

    def test_nothing_moves_while_responses_arrive(self):
        self.prefer("light")
        for name, path in [("start", "/"), ("stock", "/instrument/AAPL"), ("search", "/?q=apple"), ("calendar", "/calendar/XNYS/2027")]:
            for width, height in (SIZES[0], SIZES[-1]):
                with self.subTest(name=name, width=width):
                    self.browser.resize(width, height)
                    self.show(path, "main h1", "")
                    shifts = self.browser.run("return Promise.race([new Promise(done => setTimeout(done, 150, 0)), (() => {" + SHIFTS + "})()])")
                    self.assertLess(shifts, 0.02)

    def test_reduced_motion_has_no_transitions(self):
        self.browser.tools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.show("/?q=apple", "#results a", "")
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('*')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"), 0)

    def test_prints_contain_the_essentials(self):
        self.browser.resize(1024, 1400)
        # Printed pages use at most `most` sheets, and omit elements that can only be clicked.
        for name, path, selector, most in [
            ("start", "/", ".market[data-mic]", 1), ("stock", "/instrument/AAPL?week=2026-11-23", ".week .session", 2), ("product", "/instrument//ES", "#contracts tbody tr", 2),
            ("option", "/instrument/.AAPL270115C280", ".week .session", 2), ("forex", "/instrument/EUR%2FUSD?part=ladder", ".scale", 2), ("calendar", "/calendar/XNYS/2027", ".yearpicture", 2),
            ("compare", "/compare?s=XNYS&s=XLON", ".week .session", 1), ("search", "/?q=apple", "#results a", 1), ("chart", "/chart?symbol=AAPL", "#chart:not([hidden]) svg", 1),
            ("settings", "/settings", ".setting", 2), ("studies", "/studies", ".study", 8),
        ]:
            with self.subTest(name=name):
                self.prefer("light")
                self.show(path, selector, "")
                sheets = base64.b64decode(self.browser.tools("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])
                self.assertIn(len(re.findall(rb"/Type\s*/Page\b", sheets)), range(1, most + 1))
                self.browser.tools("Emulation.setEmulatedMedia", {"media": "print", "features": []})
                self.assertEqual(self.browser.run(
                    "return [...document.querySelectorAll('.top, .actions, .steps a, .switch, form, .tabs, .chart-tools, .star')].filter(one => one.checkVisibility()).map(one => one.outerHTML)"), [])
                self.assertTrue(self.browser.run("return document.querySelector(arguments[0]).checkVisibility()", selector))
                self.browser.screenshot(f"{name}-paper")
                self.browser.tools("Emulation.setEmulatedMedia", {"media": "", "features": []})

    def test_a_view_is_small_and_loads_nothing_external(self):
        self.prefer("light")
        for path, selector in [("/", ".market[data-mic]"), ("/instrument/AAPL", ".week"), ("/calendar/XNYS/2027", ".yearpicture"),
                               ("/compare?s=XNYS&s=XLON", ".week"), ("/chart?symbol=AAPL", "#chart:not([hidden]) svg"), ("/studies", ".study"), ("/settings", ".setting")]:
            self.show(path, selector, "")
            asked = self.browser.run("return performance.getEntriesByType('resource').map(one => [one.name, one.decodedBodySize, one.encodedBodySize])")
            self.assertEqual([name for name, _, _ in asked if not name.startswith(self.server.address)], [])
            document = len(self.server.get(path))
            size = document + sum(size for name, size, _ in asked if "/page/" in name)
            self.assertLessEqual(size, 120_000, path)
            # The size as sent: compressed, with all data except the values of studies.
            sent = self.browser.run("return performance.getEntriesByType('navigation')[0].encodedBodySize") + sum(size for name, _, size in asked if "/v1/studies" not in name)
            self.assertLessEqual(sent, 80_000, path)


def contact_sheet():
    """Writes a page with all screenshots by state and size."""
    rows = {}
    for file in sorted(SCREENSHOTS.glob("*.png")):
        match = re.fullmatch(r"(.+)-(\d+)-(light|dark)", file.stem)
        rows.setdefault(match[1] if match else "others", []).append((int(match[2]) if match else 0, match[3] if match else file.stem, file.name))
    parts = ["<!doctype html><meta charset=utf-8><title>Contact sheet</title><style>body{font:14px system-ui;margin:20px;background:#888}"
             "div{display:flex;gap:12px;align-items:start;overflow-x:auto;padding-bottom:8px}img{height:360px}figure{margin:0}</style>"]
    for state, pictures in rows.items():
        parts.append(f"<h2>{html.escape(state)}</h2><div>")
        for width, about, name in sorted(pictures, reverse=True):
            parts.append(f'<figure><a href="{name}"><img loading="lazy" src="{name}" alt=""></a><figcaption>{width or ""} {html.escape(about)}</figcaption></figure>')
        parts.append("</div>")
    (SCREENSHOTS / "index.html").write_text("\n".join(parts))


if __name__ == "__main__":
    unittest.main()

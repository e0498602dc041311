"""The page of a chart in a browser."""
import pathlib
import shutil
import tempfile
import unittest

from browser import Browser, Driver
from service import Server, wait_for


class ChartPageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)
        cls.shared = Server()
        cls.addClassCleanup(cls.shared.close)
        cls.browser = Browser(cls.driver, 1440, 900)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.server = self.shared
        self.server.reset_charts()
        # A narrow chart may show bars of one day only.
        self.browser.resize(1280, 900)
        self.browser.forget(self.server.address)

    def open(self, query):
        self.browser.open(self.server.address + "/chart" + query)
        self.browser.wait_count("#picture svg")

    def attribute(self, name):
        return self.browser.run("return document.querySelector('#picture svg')?.getAttribute(arguments[0])", name)

    def choose(self, selector, value):
        self.browser.run(
            "const f = document.querySelector(arguments[0]); f.value = arguments[1];"
            "f.dispatchEvent(new Event('change', { bubbles: true }))", selector, value)

    def change(self, setting, value, query=""):
        """Sets a stored setting as the settings page does."""
        self.browser.run(
            "return fetch('/v1/settings' + arguments[2], { method: 'POST', headers: { 'Content-Type': 'application/json' },"
            "body: JSON.stringify({ setting: arguments[0], value: arguments[1] }) }).then((answer) => answer.status)",
            setting, value, query)

    def test_bars_are_drawn_and_marked_as_synthetic(self):
        self.open("?symbol=AAPL")
        self.assertEqual(self.browser.text("#title"), "AAPL")
        self.browser.wait_text("#made-up", "These prices were never traded")
        self.assertEqual(self.browser.texts("#picture .made-up"), ["made-up bars"])
        self.assertEqual(self.attribute("data-type"), "candle")
        label = self.attribute("aria-label")
        self.assertRegex(label, r"^\d+ made-up bars of AAPL from .* to .*: .* highest .*, lowest ")
        count = int(self.attribute("data-bars"))
        rows = self.browser.run("return document.querySelectorAll('#table tbody tr').length")
        self.assertEqual(rows, count)
        self.assertEqual(self.browser.run("return document.title"), "AAPL · Chart")
        self.assertEqual(self.browser.errors(), [])

    def test_without_a_symbol_symbols_are_suggested(self):
        self.browser.open(self.server.address + "/chart")
        self.browser.wait_count(".found-list a", 4)
        self.browser.click(".found-list a")
        self.browser.wait_count("#picture svg")
        self.assertIn("symbol=", self.browser.address())
        self.assertEqual(self.browser.errors(), [])

    def test_an_unknown_symbol_is_reported(self):
        self.browser.open(self.server.address + "/chart?symbol=NOSUCH")
        self.browser.wait_text(".problem", "There is no instrument 'NOSUCH'.")
        self.assertTrue(self.browser.run("return document.getElementById('chart').hidden"))
        self.browser.open(self.server.address + "/chart?symbol=APPL")
        self.assertIn("Did you mean", self.browser.wait_text(".problem", "There is no instrument 'APPL'."))
        self.browser.click(".problem a")
        self.browser.wait_text("#title", "AAPL")

    def test_extended_hours_and_breaks_are_drawn(self):
        self.open("?symbol=AAPL&resolution=15")
        self.assertFalse(self.browser.texts("#picture .shade"))
        self.browser.click("#extendedHours")
        self.browser.wait_count("#picture .shade.PRE_MARKET")
        self.browser.wait_count("#picture .shade.AFTER_MARKET")
        self.assertEqual(self.browser.texts("#legend li"), ["Pre-market", "After-market"])
        self.browser.click("#sessionBreaks")
        self.browser.wait_count("#picture .break")
        self.browser.screenshot("chart-extended")
        # Both values are stored: the settings page shows them.
        self.browser.open(self.server.address + "/settings?symbol=AAPL&aggregation=15m")
        self.browser.wait_count("#s-extendedHours")
        self.assertTrue(self.browser.run("return document.querySelector('#s-extendedHours').checked"))
        self.open("?symbol=AAPL&resolution=1D")
        self.assertTrue(self.browser.run("return document.getElementById('extendedHours').disabled"))
        self.assertEqual(self.browser.errors(), [])

    def test_the_stored_settings_are_applied(self):
        self.open("?symbol=AAPL")
        kinds = self.browser.run("return [...document.querySelectorAll('#type option')].map((one) => one.value)")
        self.assertEqual(len(kinds), 11)
        for kind in kinds:
            self.choose("#type", kind)
            wait_for(lambda: self.attribute("data-type") == kind, kind)
            self.assertTrue(self.browser.run("return document.querySelectorAll('#picture .prices > *').length > 0"), kind)
        self.choose("#type", "candle")
        wait_for(lambda: self.attribute("data-type") == "candle", "candles")
        for setting, value in (("colors", "up=#123456"), ("highLow", "true"), ("horizontalGrid", "true"), ("volume", "false"), ("scaleType", "percent")):
            self.change(setting, value)
        self.open("?symbol=AAPL")
        self.assertTrue(self.browser.run("return document.querySelector('#picture [fill=\"#123456\"]') !== null"))
        self.assertEqual(len(self.browser.texts("#picture .mark")), 2)
        self.assertTrue(self.browser.texts("#picture .horizontal"))
        self.assertFalse(self.browser.texts("#picture .volume"))
        self.assertTrue(self.browser.run("return [...document.querySelectorAll('#picture text')].some((one) => one.textContent.endsWith('%'))"))
        self.assertEqual(self.browser.errors(), [])

    def test_keys_select_scroll_and_zoom(self):
        self.open("?symbol=AAPL")
        first = self.browser.text("#readout")
        self.browser.run("document.getElementById('picture').focus()")
        self.browser.press("#picture", "left")
        wait_for(lambda: self.browser.text("#readout") != first, "another bar")
        self.assertEqual(self.browser.run("return document.querySelector('.crosshair').getAttribute('visibility')"), "visible")
        self.browser.press("#picture", "escape")
        wait_for(lambda: self.browser.text("#readout") == first, "the last bar again")
        count = int(self.attribute("data-bars"))
        self.browser.type("#picture", "+")
        wait_for(lambda: int(self.attribute("data-bars")) < count, "fewer bars")
        self.browser.type("#picture", "--")
        wait_for(lambda: int(self.attribute("data-bars")) > count, "more bars")
        label = self.attribute("aria-label")
        self.browser.press("#picture", "pageup")
        wait_for(lambda: self.attribute("aria-label") != label, "earlier bars")
        self.browser.click("#latest")
        wait_for(lambda: self.browser.text("#readout") == first, "the latest bars")
        # Goes back further than the bars of one response.
        for _ in range(8):
            self.browser.press("#picture", "pageup")
        wait_for(lambda: self.browser.run("return document.querySelector('#table th[scope=row]').textContent.slice(-4) < '2026'"), "years before")
        self.assertEqual(self.browser.errors(), [])

    def test_bars_of_a_folder_are_drawn(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-bars-"))
        self.addCleanup(shutil.rmtree, folder, True)
        lines = [f"2026-11-{day:02},100,{110 + day},90,{100 + day}" for day in (16, 17, 18, 19, 20)]
        (folder / "AAPL.csv").write_text("time,open,high,low,close\n" + "\n".join(lines) + "\n")
        self.server = Server("--bars", str(folder))
        self.addCleanup(self.server.close)
        self.open("?symbol=AAPL")
        self.assertEqual(self.attribute("data-bars"), "5")
        self.assertTrue(self.browser.run("return document.getElementById('made-up').hidden"))
        self.assertFalse(self.browser.texts("#picture .made-up"))
        self.browser.wait_text("#readout", "120.00")
        disabled = "return [...document.querySelectorAll('#resolution option:disabled')].map((one) => one.value)"
        self.assertEqual(self.browser.run(disabled), ["1", "3", "5", "15", "30", "45", "60", "120", "180", "240"])
        self.browser.open(self.server.address + "/chart?symbol=EUR/USD")
        self.browser.wait_text(".problem", "The folder has no bars of this length for EUR/USD")
        (folder / "AAPL.csv").write_text("time,open\n")
        self.browser.open(self.server.address + "/chart?symbol=AAPL")
        self.browser.wait_text(".problem", "AAPL.csv, line 1, column 1: found “time,open”")

    def favour(self, *studies):
        """Makes studies favorites, as the page of studies does."""
        for name in studies:
            self.assertEqual(self.browser.run(
                "return fetch('/v1/studies/' + arguments[0], { method: 'POST', headers: { 'Content-Type': 'application/json' },"
                "body: JSON.stringify({ isFavourite: true }) }).then((answer) => answer.status)", name), 200)

    def studies(self):
        """Returns the number of drawn studies that the button shows."""
        return self.browser.text("#studies-button")

    def test_favorite_studies_are_drawn(self):
        self.open("?symbol=AAPL&resolution=15")
        self.assertEqual(self.studies(), "Studies")
        self.favour("SMA", "RSI", "PivotPoints")
        self.open("?symbol=AAPL&resolution=15")
        # Studies over prices and below them, each with its values at the last bar.
        self.assertGreaterEqual(self.browser.run("return document.querySelectorAll('#picture .studies path').length"), 2)
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#panes .pane')].map((one) => one.dataset.study)"), ["RSI"])
        said = dict(self.browser.run("return [...document.querySelectorAll('#study-values li')].map((one) => [one.firstChild.nextSibling.textContent.trim(), one.querySelector('.number').textContent])"))
        rows = self.browser.run("return [...document.querySelectorAll('#table tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        sma = rows[0].index("Simple moving average")
        number = lambda text: float(text.replace(",", ""))
        self.assertEqual(said["Simple moving average"], rows[1][sma])
        # The value is the mean of the closes in the table, over the study's length.
        length = self.browser.run("return fetch('/v1/studies').then((one) => one.json()).then(({ studies }) => Number(studies.find((one) => one.uuid === 'SMA').parameters.find((one) => one.id === 'length').value))")
        self.assertAlmostEqual(number(rows[1][sma]), sum(number(row[4]) for row in rows[1:length + 1]) / length, places=1)
        rsi = rows[0].index(next(name for name in rows[0] if name.startswith("Relative strength index")))
        self.assertTrue(0 <= number(rows[1][rsi]) <= 100)
        # A selected bar shows its own values.
        self.browser.run("document.getElementById('picture').focus()")
        self.browser.press("#picture", "left")
        wait_for(lambda: rows[2][sma] in self.browser.text("#study-values"), "the values of the bar before")
        # Earlier bars also have values, and the drawing never leaves the plot.
        self.browser.click("#earlier")
        wait_for(lambda: rows[1][sma] not in self.browser.text("#study-values"), "earlier values")
        self.browser.screenshot("chart-studies")
        self.assertEqual(self.studies(), "Studies (3)")
        self.browser.click("#studies-button")
        self.browser.click(".picker .bar button:last-of-type")
        wait_for(lambda: not self.browser.texts("#panes .pane") and not self.browser.texts("#picture .studies path"), "bars alone")
        self.assertEqual(self.studies(), "Studies")
        self.browser.click(".picker .bar button")
        wait_for(lambda: self.studies() == "Studies (3)", "the favourites again")
        self.assertEqual(self.browser.errors(), [])

    def test_chosen_studies_are_remembered(self):
        self.open("?symbol=AAPL")
        self.assertEqual(self.browser.run("return document.getElementById('studies-button').getAttribute('aria-expanded')"), "false")
        self.browser.click("#studies-button")
        self.browser.wait_count(".picker fieldset", 8)
        every = len(self.browser.texts(".picker input[type=checkbox]"))
        self.assertGreaterEqual(every, 60)
        self.browser.type(".picker input[type=search]", "bollinger")
        wait_for(lambda: set(self.browser.texts(".picker label:not([hidden])")) == {"Bollinger bands", "Bollinger bandwidth", "Bollinger %B"}, "three found")
        self.assertEqual(len(self.browser.texts(".picker fieldset:not([hidden])")), 1)
        self.browser.click(".picker input[value=BollingerBands]")
        self.browser.wait_text("#study-values", "Bollinger bands: Upper")
        self.browser.press(".picker input[type=search]", *["backspace"] * len("bollinger"))
        self.browser.click(".picker input[value=RSI]")
        wait_for(lambda: self.browser.run("return [...document.querySelectorAll('#panes .pane')].map((one) => one.dataset.study)") == ["RSI"], "a pane")
        self.assertEqual(self.browser.text(".picker [role=status]"), "2 of at most 12")
        self.browser.screenshot("chart-picker")
        # The next visit restores the favorites, although this service stores nothing.
        self.open("?symbol=MSFT")
        wait_for(lambda: self.studies() == "Studies (2)", "both again")
        self.assertNotIn('"isFavourite":true', self.server.get("/v1/studies"))
        # Makes the maximum number of studies favorites.
        self.browser.click("#studies-button")
        self.browser.wait_count(".picker fieldset", 8)
        self.browser.run("[...document.querySelectorAll('.picker input[type=checkbox]:not(:checked)')].slice(0, 10).forEach((one) => one.click())")
        wait_for(lambda: self.studies() == "Studies (12)", "twelve")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.picker input[type=checkbox]:disabled').length"), every - 12)
        self.assertEqual(self.browser.errors(), [])

    def test_a_printed_chart_has_a_white_background(self):
        self.open("?symbol=AAPL")
        ground = "return document.querySelector('#picture > svg > rect').getAttribute('fill').toLowerCase()"
        self.browser.prefer("dark")
        self.addCleanup(self.browser.prefer, "light")
        # The light theme writes white in capital letters.
        wait_for(lambda: self.browser.run(ground).lower() != "#ffffff", "a dark chart")
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run(ground), "#ffffff")
        self.browser.run("dispatchEvent(new Event('afterprint'))")
        self.assertNotEqual(self.browser.run(ground), "#ffffff")

    def test_charts_have_the_theme_of_the_page(self):
        ground = "return document.querySelector('#picture > svg > rect').getAttribute('fill')"
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            self.open("?symbol=AAPL")
            light = sum(bytes.fromhex(self.browser.run(ground)[1:7])) > 3 * 128
            self.assertEqual(light, scheme == "light")
        self.browser.prefer("light")
        wait_for(lambda: sum(bytes.fromhex(self.browser.run(ground)[1:7])) > 3 * 128, "the page's new theme")
        # By default, wicks and both directions of the grid are shown.
        self.assertTrue(self.browser.texts("#picture .horizontal") and self.browser.texts("#picture .vertical"))

    def test_ranges_choose_the_bars(self):
        self.open("?symbol=AAPL")
        self.assertEqual(self.browser.texts("#ranges button"), ["1D", "5D", "1M", "6M", "1Y", "5Y", "All"])
        for name, resolution, least, most in (("1D", "5", 20, 78), ("5D", "30", 50, 65), ("1M", "1D", 19, 24), ("1Y", "1D", 240, 265), ("5Y", "1W", 255, 264), ("All", "1M", 300, 400)):
            self.browser.click(f"#ranges [data-range='{name}']")
            self.browser.wait_count(f"#ranges [data-range='{name}'][aria-pressed=true]")
            self.assertIn(f"resolution={resolution}", self.browser.address())
            self.assertIn(int(self.attribute("data-bars")), range(least, most + 1), name)
        self.browser.click("#in")
        wait_for(lambda: not self.browser.texts("#ranges [aria-pressed=true]"), "no range after zooming")
        self.assertEqual(self.browser.errors(), [])

    def test_the_picker_is_beside_the_chart(self):
        self.open("?symbol=AAPL")
        self.browser.click("#studies-button")
        self.browser.wait_count(".picker fieldset", 8)
        self.assertTrue(self.browser.run("const box = (id) => document.getElementById(id).getBoundingClientRect(); return box('studies-box').left >= box('picture').right && box('studies-box').top < box('picture').bottom"))

    def test_the_table_names_the_sessions_of_bars(self):
        heads = "return [...document.querySelectorAll('#table thead th')].map((one) => one.textContent)"
        self.open("?symbol=AAPL")
        self.assertNotIn("Session", self.browser.run(heads))
        self.browser.wait_text("#name", "Apple Inc. - Common Stock · Nasdaq · USD")
        self.open("?symbol=AAPL&resolution=15")
        self.assertEqual(self.browser.run(heads)[-1], "Session")

    def test_an_unsuitable_study_is_not_drawn(self):
        self.open("?symbol=AAPL")
        self.favour("OBV", "SMA")
        self.open("?symbol=SPX")
        self.browser.wait_text("#study-values", "Simple moving average")
        self.assertEqual(self.browser.texts("#panes .pane"), [])

    def test_the_page_loads_no_external_or_inline_script(self):
        self.open("?symbol=AAPL&resolution=5")
        names = self.browser.run("return performance.getEntriesByType('resource').map((one) => one.name)")
        self.assertTrue(names and all(name.startswith(self.server.address) for name in names), names)
        self.assertFalse(self.browser.run("return document.querySelectorAll('[style], style, script:not([src])').length"))
        size = self.browser.run("return performance.getEntriesByType('resource').filter((one) => one.name.includes('/page/chart')).reduce((sum, one) => sum + one.decodedBodySize, 0)")
        self.assertLess(size, 42_000)
        # The module and the values of studies are loaded only if there are favorites.
        self.assertFalse([name for name in names if name.endswith("chartstudies.js") or "/v1/studies/values" in name])

    def test_charts_fit_in_all_sizes(self):
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for width, height in ((1440, 900), (390, 844)):
                self.browser.resize(width, height)
                for resolution in ("5", "1D"):
                    self.open(f"?symbol=AAPL&resolution={resolution}")
                    wide = self.browser.run("return document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, width)
                    self.browser.screenshot(f"chart-{resolution}-{width}-{scheme}")
        self.assertEqual(self.browser.errors(), [])


if __name__ == "__main__":
    unittest.main()

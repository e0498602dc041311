"""The pages of studies and of chart settings in a browser."""
import os
import shutil
import tempfile
import time
import unittest

from browser import Browser, Driver
from service import Server, wait_for


class ChartTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)
        cls.folder = tempfile.mkdtemp(prefix="ipf-settings-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.server = Server("--settings", cls.folder)
        cls.addClassCleanup(cls.server.close)
        cls.browser = Browser(cls.driver)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.server.reset_charts()

    def open(self, path, selector):
        self.browser.open(self.server.address + path)
        self.browser.wait_count(selector)

    def enter(self, selector, text):
        """Replaces the text of a field and leaves the field."""
        self.browser.run(
            "const f = document.querySelector(arguments[0]); f.focus(); f.value = arguments[1];"
            "f.dispatchEvent(new Event('change', { bubbles: true }))", selector, text)

    def value(self, selector):
        return self.browser.run("return document.querySelector(arguments[0])?.value", selector)

    def is_checked(self, setting):
        return self.browser.run("return document.querySelector('#s-' + arguments[0])?.checked", setting)

    def is_disabled(self, setting):
        return self.browser.run("return document.querySelector('#s-' + arguments[0])?.disabled", setting)

    # Studies

    def test_studies_are_listed_found_and_edited(self):
        self.open("/studies", ".study")
        self.assertGreaterEqual(len(self.browser.texts(".study")), 60)
        self.browser.type("#find", "directional index")
        wait_for(lambda: self.browser.texts(".study .name") == ["Average directional index"], "one study")
        self.browser.click("#name-ADX")
        self.enter("#p-ADX-length", "20")
        self.browser.wait_text(".study .badge", "changed")
        self.assertEqual(self.value("#p-ADX-length"), "20")
        self.browser.screenshot("studies")
        # The study is restored by the next visit, and by the next run of the service.
        self.open("/studies", ".study")
        self.browser.click("#name-ADX")
        self.assertEqual(self.value("#p-ADX-length"), "20")
        self.browser.click("#reset-ADX")
        wait_for(lambda: self.value("#p-ADX-length") == "14", "14 again")
        self.assertEqual(self.browser.errors(), [])

    def test_each_study_has_a_group_a_summary_and_a_picture(self):
        self.open("/studies", ".study")
        self.assertEqual(
            [text.rsplit(" ", 1)[0] for text in self.browser.texts("#groups a")],
            ["Moving averages", "Bands and channels", "Trend", "Momentum", "Oscillators", "Volatility", "Volume", "Levels"])
        count = len(self.browser.texts(".study"))
        wait_for(lambda: len(self.browser.texts(".study svg.sketch")) == count, "a picture of each study")
        self.assertEqual(len([text for text in self.browser.texts(".study .about p") if text]), count)
        # Every line of every study has values in the visible part of the picture.
        empty = self.browser.run(
            "return fetch('/v1/studies/values').then(a => a.json()).then(({ studies }) =>"
            " studies.flatMap(study => study.lines.filter(line => !line.values.some(Number.isFinite)).map(line => study.uuid + ' ' + line.title)))")
        self.assertEqual(empty, [])
        # The effect of a parameter is visible.
        self.browser.click("#name-SMA")
        path = "return document.querySelector('[data-uuid=SMA] .sketch > path').getAttribute('d')"
        before = self.browser.run(path)
        self.enter("#p-SMA-length", "30")
        wait_for(lambda: self.browser.run(path) != before, "another line")
        self.assertEqual(self.browser.errors(), [])

    def test_pictures_have_tables(self):
        self.open("/studies", ".study")
        count = len(self.browser.texts(".study"))
        wait_for(lambda: len(self.browser.texts(".study .place table caption")) == count, "a table of each picture")
        table = "return [...document.querySelector('[data-uuid=SMA] .place table').rows].map(row => [...row.cells].map(cell => cell.textContent))"
        head, row = self.browser.run(table)
        self.assertEqual(head, ["Line", "Bars with a value", "First", "Lowest", "Highest", "Last"])
        self.assertEqual(row[:2], ["SMA", "90"])
        # The table describes the drawing, and is updated when the drawing changes.
        self.browser.click("#name-SMA")
        self.enter("#p-SMA-length", "360")
        wait_for(lambda: self.browser.run(table)[1][1] == "41", "fewer values")
        self.browser.click("[data-uuid=SMA] .details summary")
        rows = self.browser.run("return [...document.querySelectorAll('[data-uuid=SMA] .details tbody tr')].map(one => one.innerText.split('\t'))")
        self.assertEqual((len(rows), rows[0][0], rows[0][2], rows[-1][0]), (90, "1", "–", "90"))
        self.assertRegex(rows[-1][2], r"^\d+\.\d+$")
        self.enter("#p-SMA-length", "20")
        wait_for(lambda: self.browser.run(table)[1][1] == "90", "all values")
        self.assertTrue(self.browser.run("return document.querySelector('[data-uuid=SMA] .details details').open"))
        self.open("/settings", "#preview svg")
        said = lambda: dict(self.browser.run("return [...document.querySelectorAll('#preview tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))"))
        self.assertEqual((said()["Prices"], said()["Volume"], said()["High and low"]), ("Candle", "shown", "not marked"))
        self.enter("#s-candleStyle", "line")
        wait_for(lambda: said()["Prices"] == "Line", "another type told")
        self.browser.click("#s-highLow")
        wait_for(lambda: " and " in said()["High and low"], "the marked prices told")
        # The tables are visually hidden.
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#preview table, .place table')].filter(one => one.parentElement.offsetWidth > 1).length"), 0)
        self.assertEqual(self.browser.errors(), [])

    def test_a_reset_can_be_undone(self):
        self.open("/settings", "#preview svg")
        self.enter("#s-candleStyle", "line")
        self.browser.click("#s-highLow")
        self.enter("#s-colors-up", "#123456")
        self.browser.find("#s-colors-up-own")
        self.browser.click("#reset")
        self.browser.wait_text("#said", "All settings were reset to their defaults.")
        self.assertEqual(self.value("#s-candleStyle"), "candle")
        self.browser.click("#undo")
        self.browser.wait_text("#said", "The settings from before the reset were restored.")
        self.assertEqual([self.value("#s-candleStyle"), self.is_checked("highLow"), self.value("#s-colors-up")], ["line", True, "#123456"])
        self.browser.click("#reset")
        self.browser.wait_text("#said", "to their defaults")
        self.browser.click("#s-highLow")
        wait_for(lambda: self.browser.run("return document.getElementById('undo').hidden"), "nothing to undo after another change")
        self.assertEqual(self.browser.errors(), [])

    def test_a_slow_response_shows_no_earlier_state(self):
        self.open("/settings", "#preview svg")
        # The response to the first change is slow; the second change is made in the meantime.
        self.browser.run(
            "const fetched = window.fetch; let isFirst = true;"
            "window.fetch = async (...asked) => { const slow = isFirst; isFirst = false; const answer = await fetched(...asked);"
            " if (slow) await new Promise((done) => setTimeout(done, 500)); return answer; }")
        self.enter("#s-candleStyle", "line")
        self.enter("#s-scaleType", "logarithmic")
        wait_for(lambda: self.browser.run(
            "return document.querySelector('#preview').textContent.includes('Line') && document.getElementById('s-scaleType').value") == "logarithmic", "both changes")
        time.sleep(1)
        self.assertEqual([self.value("#s-candleStyle"), self.value("#s-scaleType")], ["line", "logarithmic"])
        self.assertEqual(self.browser.errors(), [])

    def test_the_search_is_on_every_page(self):
        self.open("/settings", ".setting")
        self.browser.click("#search-open")
        self.browser.type("#q", "apple")
        self.browser.wait_text("#results .symbol", "AAPL")
        self.browser.press("#q", "enter")
        self.browser.wait_text("main h1", "AAPL")

    def test_refused_values_state_the_reason_and_are_not_stored(self):
        self.open("/studies", ".study")
        self.browser.click("#name-RSI")
        for text, words in (("0", "found “0”, expected a whole number from 1 to 1000"), ("many", "found “many”"), ("2.5", "found “2.5”")):
            self.enter("#p-RSI-length", text)
            self.browser.wait_text(".refused", words)
            self.assertEqual(self.value("#p-RSI-length"), text)
        self.enter("#p-RSI-length", "21")
        wait_for(lambda: not self.browser.texts(".refused"), "no refusal")
        self.assertEqual(self.value("#p-RSI-length"), "21")
        self.assertEqual(self.browser.errors(), [])

    def test_the_number_of_favorites_is_limited(self):
        self.open("/studies", ".study")
        names = self.browser.run("return [...document.querySelectorAll('.study')].slice(0, 13).map(e => e.dataset.uuid)")
        for number, name in enumerate(names[:12], 1):
            self.browser.click(f"#star-{name}")
            self.browser.wait_text("#state", f"{number} of at most 12 favorites")
        self.browser.click(f"#star-{names[12]}")
        self.browser.wait_text(".problem", "already 12 favorites")
        self.browser.click("#only-favourites")
        wait_for(lambda: len(self.browser.texts(".study")) == 12, "12 studies")
        self.browser.click(f"#star-{names[0]}")
        wait_for(lambda: len(self.browser.texts(".study")) == 11, "11 studies")
        self.assertEqual(self.browser.errors(), [])

    def test_unsuitable_studies_state_the_reason(self):
        self.open("/studies?symbol=SPX", ".study")
        self.browser.wait_text(".objection", "needs volume, and an index has none")
        self.enter("#symbol", "AAPL")
        wait_for(lambda: not self.browser.texts(".objection"), "no objection")
        self.assertIn("symbol=AAPL", self.browser.address())
        self.enter("#symbol", "NOSUCH")
        self.browser.wait_text(".problem", "NOSUCH")

    # Settings

    def test_changes_apply_the_rules_immediately(self):
        self.open("/settings", ".setting")
        self.assertTrue(self.is_checked("autoScale"))
        self.enter("#s-scaleType", "percent")
        wait_for(lambda: self.is_disabled("autoScale") and not self.is_checked("autoScale"), "auto-scale disabled and off")
        self.assertTrue(self.is_disabled("fitIndicators"))
        self.browser.wait_text("[data-setting='autoScale'] .reason", "unavailable with scale type")
        self.enter("#s-scaleType", "logarithmic")
        wait_for(lambda: self.is_checked("autoScale") and self.is_checked("fitIndicators"), "both on")
        # Only settings that affect the page's charts are shown. Charts have the theme of the page.
        shown = self.browser.run("return [...document.querySelectorAll('.setting')].map((one) => one.dataset.setting)")
        self.assertEqual(set(shown), {
            "candleStyle", "highLow", "verticalGrid", "horizontalGrid", "wicks", "watermark", "timezone", "colors", "scaleType", "autoScale", "fitIndicators", "invertScale",
            "sessionBreaks", "extendedHours", "volume"})
        self.browser.screenshot("settings")
        self.assertEqual(self.browser.errors(), [])

    def test_the_preview_follows_changes_and_resets(self):
        self.open("/settings", "#preview svg")
        preview = "return document.querySelector('#preview svg').dataset.type"
        self.assertEqual(self.browser.run(preview), "candle")
        self.assertFalse(self.browser.texts("#preview .mark"))
        for kind in ("line", "area", "heikinAshi", "equivolume", "baseline"):
            self.enter("#s-candleStyle", kind)
            wait_for(lambda: self.browser.run(preview) == kind, kind)
        self.browser.click("#s-highLow")
        self.browser.wait_count("#preview .mark", 2)
        self.browser.wait_count("#preview .volume")
        self.browser.click("#s-volume")
        wait_for(lambda: not self.browser.texts("#preview .volume"), "no volume")
        self.enter("#s-colors-up", "#123456")
        self.browser.find("#s-colors-up-own")
        self.browser.screenshot("settings-preview")
        self.browser.click("#reset")
        wait_for(lambda: self.browser.run(preview) == "candle" and not self.browser.texts("#preview .mark"), "the default")
        self.assertTrue(self.browser.run("return document.getElementById('reset').hidden"))
        self.assertEqual(self.browser.errors(), [])

    def test_settings_depend_on_the_instrument_and_the_bars(self):
        self.open("/settings?symbol=AAPL", ".setting")
        self.assertFalse(self.is_disabled("extendedHours"))
        self.browser.click("#s-watermark")
        self.browser.wait_text("#preview .watermark", "AAPL, 5m")
        self.enter("#aggregation", "1d")
        self.browser.wait_text("#preview .watermark", "AAPL, 1d")
        self.assertEqual(self.value("#s-timezone"), "exchange")
        self.enter("#s-timezone", "Mars/Olympus")
        self.browser.wait_text(".problem", "Mars/Olympus")
        self.assertEqual(self.value("#s-timezone"), "exchange")
        self.enter("#symbol", "BTC/USD")
        wait_for(lambda: self.is_disabled("extendedHours"), "no extended hours")

    def test_settings_survive_a_restart(self):
        self.open("/settings", ".setting")
        self.enter("#s-candleStyle", "line")
        self.browser.wait_count("#preview svg[data-type='line']")
        self.assertTrue(os.path.exists(f"{self.folder}/chart.settings.json"))
        self.open("/settings", "#preview svg[data-type='line']")
        self.assertEqual(self.value("#s-candleStyle"), "line")


if __name__ == "__main__":
    unittest.main()

"""The lookup page, as a person uses it."""
import pathlib
import tempfile
import unittest

from browser import Browser, Driver
from proxy import HoldingProxy
from service import Server, wait_for


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.addClassCleanup(cls.driver.close)
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.browser = Browser(cls.driver)
        cls.addClassCleanup(cls.browser.close)

    def open(self, path):
        self.browser.open(self.server.address + path)
        # The search box works once the page's modules ran; by then the first view is shown.
        self.browser.wait_count("main > *")

    def symbols(self):
        return self.browser.texts("#results .symbol")

    def test_start_says_what_is_there_and_how_to_ask(self):
        self.open("/")
        self.browser.wait_text(".hello .total", "instruments in this catalog")
        self.browser.wait_count(".tile-list li", 8)
        self.browser.screenshot("start")
        self.assertEqual(self.browser.errors(), [])

    def test_typing_finds_and_says_why(self):
        self.open("/")
        self.browser.type("#q", "apple")
        wait_for(lambda: self.symbols()[:1] == ["AAPL"], "AAPL first")
        self.assertEqual(self.browser.text("#results li mark"), "Apple")
        self.assertIn("q=apple", self.browser.address())
        self.browser.wait_text("#search-state", "instruments")
        self.browser.screenshot("search")
        self.assertEqual(self.browser.errors(), [])

    def test_accents_and_case_do_not_matter(self):
        self.open("/")
        self.browser.type("#q", "turk hava")
        wait_for(lambda: "THYAO:TR" in self.symbols(), "THYAO:TR")

    def test_an_identifier_is_found_and_named_as_the_reason(self):
        self.open("/")
        self.browser.type("#q", "US0378331005")
        wait_for(lambda: self.symbols() == ["AAPL"], "AAPL alone")
        self.browser.wait_text("#results .tier", "ISIN")

    def test_arrow_keys_choose_and_enter_opens(self):
        self.open("/")
        self.browser.type("#q", "micro")
        self.browser.wait_count("#results li", 2)
        self.browser.press("#q", "down", "down", "up", "down")
        second = self.symbols()[1]
        self.assertEqual(self.browser.text("#results li[aria-selected='true'] .symbol"), second)
        self.browser.press("#q", "enter")
        self.browser.wait_text("main h1", second)
        self.assertEqual(self.browser.text("#results li[aria-current='true'] .symbol"), second)
        self.browser.press("#q", "escape")
        wait_for(lambda: not self.symbols(), "an empty list after Escape")

    def test_slash_comes_back_to_the_search(self):
        self.open("/#/instrument/AAPL")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.run("document.activeElement.blur()")
        self.browser.press("body", "tab")
        self.browser.run("document.querySelector('.brand').focus()")
        self.browser.type(".brand", "/")
        wait_for(lambda: self.browser.run("return document.activeElement.id") == "q", "focus in the search box")

    def test_filters_count_and_narrow_and_stay_in_the_link(self):
        self.open("/#/?q=aapl")
        self.browser.wait_count(".chip[data-filter='type']", 2)
        count = self.browser.text(".chip[data-value='OPTION'] .count")
        self.browser.click(".chip[data-value='OPTION']")
        self.browser.wait_text("#search-state", f"{count} instrument")
        wait_for(lambda: set(self.browser.texts("#results .badge")) == {"Option"}, "options alone")
        self.assertIn("type=OPTION", self.browser.address())
        self.browser.screenshot("filtered")
        self.open("/" + self.browser.address().split("/", 3)[3])
        wait_for(lambda: set(self.browser.texts("#results .badge")) == {"Option"}, "options alone, from the link")
        self.assertEqual(self.browser.run("return document.querySelector('.chip[aria-pressed=true]').dataset.value"), "OPTION")

    def test_a_deep_link_shows_the_week_with_its_holiday_and_early_close(self):
        self.open("/#/instrument/AAPL?week=2026-11-23")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.wait_count(".week .session.REGULAR", 4)
        self.assertEqual(len(self.browser.texts(".week .session.REGULAR")), 4)
        self.assertEqual(len(self.browser.texts(".week .note.holiday")), 1)
        self.browser.wait_text(".week .note.early", "Early close")
        self.assertIn("26 Nov", self.browser.run("return document.querySelector('.month .holiday:not(.outside) a').title"))
        self.browser.wait_text("#status", "now")
        self.browser.wait_text("#ladder .ladder", "100.01")
        self.browser.wait_text("#fields", "US0378331005")
        self.browser.screenshot("instrument")
        self.browser.click(".steps a[aria-label='Week after']")
        wait_for(lambda: len(self.browser.texts(".week .session.REGULAR")) == 5, "a whole week")
        self.browser.back()
        wait_for(lambda: len(self.browser.texts(".week .session.REGULAR")) == 4, "the short week again")
        self.assertEqual(self.browser.errors(), [])

    def test_a_week_in_the_viewers_zone(self):
        self.open("/#/instrument/AAPL?week=2026-11-16")
        self.browser.wait_count(".week .session", 15)
        self.browser.click(".switch button[data-zone='mine']")
        wait_for(lambda: "zone=mine" in self.browser.address(), "the zone in the link")

    def test_symbols_with_slashes_and_equals_signs(self):
        for symbol in ["EUR/USD", "=AAPL-MSFT"]:
            self.open("/")
            self.browser.type("#q", symbol)
            wait_for(lambda: self.symbols()[:1] == [symbol], symbol)
            self.browser.press("#q", "enter")
            self.browser.wait_text("main h1", symbol)

    def test_the_chain_of_an_underlying_and_an_option_of_it(self):
        self.open("/#/instrument/AAPL")
        self.browser.wait_count("#chain .chain tbody tr", 3)
        self.browser.type("#chain-around", "270\ue007")
        self.browser.wait_text("#chain .here", "270")
        self.browser.screenshot("chain")
        option = self.browser.text("#chain tbody tr td a")
        self.browser.click("#chain tbody tr td a")
        self.browser.wait_text("main h1", option)

    def test_all_options_of_a_name_are_in_its_chain(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        source = pathlib.Path(folder) / "options.ipf"
        source.write_text(
            "#OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE\n#STOCK::=TYPE,SYMBOL\nSTOCK,X\n"
            "OPTION,.1,X,,OCASPS,2027-01-15,150\nOPTION,.2,/F,X,OPASPS,2027-01-15,150\n"
            "OPTION,.3,X,,OCASPS,2027-01-15,150\n##COMPLETE\n")
        server = Server(source=str(source))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/#/instrument/X")
        self.browser.wait_count("#chain .chain tbody tr", 2)
        self.assertEqual(self.browser.texts("#chain .chain tbody tr"), [".1\t150\t.2", ".3\t150\t–"])
        self.assertIn("3 options, 1 expiration; underlying and product", self.browser.text("#chain .dim"))

    def test_two_venues_compared(self):
        self.open("/#/compare?a=AAPL&b=AZN:GB&week=2026-11-16")
        self.browser.wait_count(".week .session.lane-0", 5)
        self.browser.wait_count(".week .session.lane-1", 5)
        self.browser.wait_text("main h3", "Both open")
        self.browser.screenshot("compare")

    def test_an_unknown_symbol_is_a_sentence_with_suggestions(self):
        self.open("/#/instrument/AAPLE")
        sentence = self.browser.wait_text(".problem", "AAPLE")
        self.assertIn("Did you mean", sentence)
        self.browser.screenshot("unknown")
        self.browser.click(".problem a")
        self.browser.wait_text("main h1", "AAPL")
        self.assertEqual(self.browser.errors(), [])

    def test_nothing_found_is_said(self):
        self.open("/")
        self.browser.type("#q", "zzqqxxyy")
        self.browser.wait_text("#search-state", "Nothing found")

    def test_a_slow_answer_is_announced_and_never_overtakes_a_later_one(self):
        proxy = HoldingProxy(self.server.address, "q=apple")
        self.addCleanup(proxy.close)
        self.browser.open(proxy.address + "/")
        self.browser.wait_text(".hello .total", "instruments")
        self.browser.type("#q", "apple")
        self.assertTrue(proxy.waiting.wait(30))
        self.browser.wait_text("#search-state", "Still asking")
        self.browser.clear("#q")
        self.browser.type("#q", "msft")
        wait_for(lambda: self.symbols()[:1] == ["MSFT"], "MSFT first")
        proxy.release()
        self.assertTrue(proxy.answered.wait(30))
        # Two frames later the page would have shown the late answer.
        self.browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertEqual(self.symbols()[0], "MSFT")

    def test_a_server_that_is_gone_is_a_sentence(self):
        server = Server()
        self.addCleanup(server.close)
        self.browser.open(server.address + "/")
        self.browser.wait_text(".hello .total", "instruments")
        server.stop()
        self.browser.type("#q", "apple")
        self.browser.wait_text("#search-state .problem", "cannot be reached")

    def test_narrow_and_dark(self):
        self.browser.resize(360, 800)
        self.browser.prefer("dark")
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.addCleanup(self.browser.prefer, "light")
        for name, path in [
            ("start", "/"), ("instrument", "/#/instrument/AAPL?q=apple&week=2026-11-23"), ("compare", "/#/compare?a=AAPL&b=AZN:GB")
        ]:
            self.open(path)
            if name != "start":
                self.browser.wait_count(".week .session")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360, name)
            self.browser.screenshot(f"narrow-dark-{name}")
        back = self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(back, "rgb(16, 21, 27)")

    def test_headings_and_names_for_screen_readers(self):
        self.open("/#/instrument/AAPL")
        self.browser.wait_count(".week")
        nameless = self.browser.run(
            "return [...document.querySelectorAll('button, a, input, select')].filter(e => e.offsetParent !== null"
            " && !(e.innerText?.trim() || e.getAttribute('aria-label') || e.labels?.length || e.title)).map(e => e.outerHTML)"
        )
        self.assertEqual(nameless, [])


if __name__ == "__main__":
    unittest.main()

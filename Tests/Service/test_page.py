"""The lookup page in a browser."""
import pathlib
import re
import tempfile
import unittest
import urllib.error
import urllib.parse

from browser import Browser, Driver
from proxy import HoldingProxy
from service import Server, make_catalog, wait_for

PAGE = pathlib.Path(__file__).resolve().parents[2] / "Sources/CatalogServer/Page"


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
        # The search box works once the page's modules have run; the first view is shown by then.
        self.browser.wait_count("main > *")

    def symbols(self):
        return self.browser.texts("#results .symbol")

    def search(self, text):
        """Types a text into the search dialog, and opens it first if necessary."""
        if not self.browser.run("return document.getElementById('search').open"):
            self.browser.click("#search-open")
        self.browser.type("#q", text)

    def test_the_start_page_shows_markets_and_the_catalog(self):
        self.open("/")
        self.browser.wait_text(".kinds", "instruments in this catalog")
        # The page shows all kinds, not only the first twelve.
        self.assertEqual(len(self.browser.texts(".kinds a")), 17)
        self.browser.wait_count(".market[data-mic]", 12)
        self.assertEqual(set(self.browser.texts(".market .next strong")) - {"Open", "Closed", "Pre-market", "After-market"}, set())
        self.browser.wait_count(".holidays li", 3)
        self.assertEqual(self.browser.run("return document.querySelector('#world details tbody').rows.length"), len(self.browser.texts(".market[data-mic]")))
        self.assertEqual(self.browser.errors(), [])

    def test_the_world_clock_uses_the_hours_of_the_viewer(self):
        # A zone with an offset of half an hour, and one without.
        for zone in ["Asia/Kolkata", "America/New_York"]:
            self.browser.tools("Emulation.setTimezoneOverride", {"timezoneId": zone})
            self.addCleanup(self.browser.tools, "Emulation.setTimezoneOverride", {"timezoneId": ""})
            self.open("/")
            self.browser.wait_count(".market[data-mic]", 12)
            hours = self.browser.texts(".market.head .axis span")
            self.assertEqual(sorted(hours), ["00", "03", "06", "09", "12", "15", "18", "21"], zone)
            # The lines of the tracks match the hours.
            label, line = self.browser.run(
                "const box = (one) => one.getBoundingClientRect(), head = box(document.querySelector('.market.head .axis'));"
                "const first = box(document.querySelector('.market.head .axis span'));"
                "const part = parseFloat(getComputedStyle(document.querySelector('.world')).getPropertyValue('--first'));"
                "return [(first.left + first.width / 2 - head.left) / head.width * 100, part]")
            self.assertAlmostEqual(label, line, delta=1)

    def test_texts_of_the_world_clock_do_not_overlap_on_a_phone(self):
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.open("/")
        self.browser.wait_count(".market[data-mic]", 12)
        self.assertEqual(self.browser.run(
            "const box = (one) => one.getBoundingClientRect();"
            "return [...document.querySelectorAll('.market[data-mic]')].filter((one) => box(one.querySelector('.city')).right > box(one.querySelector('.next')).left)"
            ".map((one) => one.dataset.mic)"), [])

    def test_a_short_day_hides_no_session(self):
        # On a short day of a product, the evening belongs to the session of the next day.
        self.open("/instrument//ES?week=2026-11-23")
        self.browser.wait_text(".week .note.early", "Closes 12:00 · Thanksgiving Day")
        hidden = self.browser.run(
            "const box = (one) => one.getBoundingClientRect();"
            "return [...document.querySelectorAll('.week .note.early')].flatMap((note) => [...note.parentElement.querySelectorAll('.session')]"
            ".filter((one) => box(one).bottom > box(note).top + 1 && box(one).right > box(note).left))")
        self.assertEqual(hidden, [])

    def test_a_single_increment_is_shown_on_a_scale(self):
        self.open("/instrument//ES?part=ladder")
        self.browser.wait_text(".scale .here", "6700.00")
        prices = self.browser.texts(".scale li")
        self.assertEqual((len(prices), prices[0], prices[-1]), (9, "6699.00", "6701.00"))
        self.browser.clear("#ladder-price")
        self.browser.type("#ladder-price", "6700.3\ue007")
        self.browser.wait_text("#ladder", "6700.3 rounds to 6700.25")

    def test_markets_to_compare_have_names(self):
        self.open("/compare")
        self.browser.wait_text(".examples", "Tokyo Stock Exchange, London Stock Exchange, New York Stock Exchange")
        for place in range(len(self.browser.texts(".examples a"))):
            self.open("/compare")
            self.browser.wait_count(".examples a")
            self.browser.run("document.querySelectorAll('.examples a')[arguments[0]].click()", place)
            self.browser.wait_count(".week .session")

    def test_recent_instruments_are_stored_and_can_be_cleared(self):
        for symbol in ["MSFT", "AAPL"]:
            self.open(f"/instrument/{symbol}")
            self.browser.wait_count(".facts")
        self.open("/")
        self.browser.wait_count(".recent a", 2)
        self.assertEqual(self.browser.texts(".recent a")[:2], ["AAPL", "MSFT"])
        self.browser.click(".recent button")
        wait_for(lambda: not self.browser.texts(".recent a"), "nothing kept")

    def test_typing_shows_results_with_their_reason(self):
        self.open("/")
        self.search("apple")
        wait_for(lambda: self.symbols()[:1] == ["AAPL"], "AAPL first")
        self.assertEqual(self.browser.text("#results a mark"), "Apple")
        self.assertIn("q=apple", self.browser.address())
        self.browser.wait_text("#search-state", "instruments")
        self.assertEqual(self.browser.errors(), [])

    def test_accents_and_case_do_not_matter(self):
        self.open("/")
        self.search("turk hava")
        wait_for(lambda: "THYAO:TR" in self.symbols(), "THYAO:TR")

    def test_an_identifier_is_found_and_named_as_the_reason(self):
        self.open("/")
        self.search("US0378331005")
        wait_for(lambda: self.symbols() == ["AAPL"], "AAPL alone")
        self.browser.wait_text("#results .tier", "ISIN")

    def test_arrow_keys_select_and_enter_opens(self):
        self.open("/")
        self.search("micro")
        self.browser.wait_count("#results a", 2)
        self.browser.press("#q", "down", "down", "up", "down")
        second = self.symbols()[1]
        self.assertEqual(self.browser.text("#results a[aria-selected='true'] .symbol"), second)
        self.browser.press("#q", "enter")
        self.browser.wait_text("main h1", second)
        is_open = "return document.getElementById('search').open"
        self.assertFalse(self.browser.run(is_open))
        self.assertEqual(self.browser.address(), f"{self.server.address}/instrument/{second}")
        # Back continues the search, and Escape ends it.
        self.browser.back()
        self.browser.wait_count("#results a", 2)
        self.browser.press("#q", "escape")
        wait_for(lambda: not self.browser.run(is_open) and self.browser.address() == self.server.address + "/", "the dialog closed")

    def test_enter_opens_the_typed_symbol_while_an_older_list_is_shown(self):
        self.open("/")
        self.search("AAPL")
        wait_for(lambda: self.symbols()[:1] == ["AAPL"], "AAPL first")
        # Control and A select the text of the box. The new text is typed faster than the page sends requests.
        self.browser.type("#q", "\ue009a\ue000MSFT\ue007")
        self.browser.wait_text("main h1", "MSFT")
        self.assertIn("/instrument/MSFT", self.browser.address())

    def test_slash_focuses_the_search(self):
        self.open("/instrument/AAPL")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.run("document.activeElement.blur()")
        self.browser.press("body", "tab")
        self.browser.run("document.querySelector('.brand').focus()")
        self.browser.type(".brand", "/")
        wait_for(lambda: self.browser.run("return document.activeElement.id") == "q", "focus in the search box")

    def test_filters_narrow_the_results_and_remain_in_the_link(self):
        self.open("/?q=aapl")
        self.browser.wait_count("#results a")
        self.browser.click("[data-tab='Options']")
        wait_for(lambda: set(self.browser.texts("#results .badge")) == {"Option"}, "options alone")
        self.assertIn("type=OPTION", self.browser.address())
        self.open("/" + self.browser.address().split("/", 3)[3])
        wait_for(lambda: set(self.browser.texts("#results .badge")) == {"Option"}, "options alone, from the link")
        chosen = "return document.querySelector('#search-tabs [aria-pressed=true]').textContent"
        self.assertEqual(self.browser.run(chosen), "Options")
        # Typing keeps the filter, and an empty list offers to remove it.
        self.browser.clear("#q")
        self.browser.type("#q", "toyota")
        self.browser.wait_text("#search-state", "No results for “toyota” in Options.")
        self.browser.click("#search-state button")
        self.browser.wait_text("#results .description", "Toyota")
        self.assertEqual(self.browser.run(chosen), "All")
        # A link can filter by a type that has no tab.
        self.open("/?q=a&type=WARRANT")
        wait_for(lambda: self.browser.run(chosen) == "Warrant", "the type of the link")

    def test_an_exchange_narrows_the_results(self):
        self.open("/?q=a")
        wait_for(lambda: "XETR" in self.browser.run("return [...document.getElementById('search-venue').options].map(one => one.value)"), "the exchanges")
        self.browser.run(
            "const one = document.getElementById('search-venue'); one.value = 'XETR'; one.dispatchEvent(new Event('change'))")
        wait_for(lambda: self.symbols() and all("Xetra" in text for text in self.browser.texts("#results .why")), "Xetra alone")
        self.assertIn("opol=XETR", self.browser.address())

    def test_exchanges_are_found_and_open_their_calendar(self):
        self.open("/?q=tokyo")
        self.browser.wait_count("[data-tab]")
        self.browser.click("[data-tab='Exchanges']")
        wait_for(lambda: self.symbols() == ["XTKS"], "the exchange")
        self.browser.wait_text("#search-state", "1 exchange")
        self.browser.press("#q", "enter")
        self.browser.wait_text("main h1", "Tokyo Stock Exchange")
        self.assertEqual(self.browser.errors(), [])

    def test_control_and_k_focus_the_search(self):
        self.open("/instrument/AAPL")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.run("document.activeElement.blur(); document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "q")

    def test_the_search_is_a_dialog_on_every_page(self):
        for path in ["/instrument/MSFT", "/chart?symbol=MSFT", "/studies", "/settings", "/compare"]:
            self.open(path)
            # If a letter is typed while the button has the focus, the search begins with this letter.
            self.browser.run("document.getElementById('search-open').focus()")
            self.browser.type("#search-open", "a")
            wait_for(lambda: self.browser.run("return document.getElementById('q').value") == "a", f"the letter on {path}")
            self.browser.type("#q", "apl\ue007")
            self.browser.wait_text("main h1", "AAPL")
            self.assertEqual(self.browser.address(), self.server.address + "/instrument/AAPL")
        self.browser.click("#search-open")
        self.browser.wait_text(".ways", "AAPL 15JAN27 280 C")
        self.assertIn("AAPL", self.browser.text(".ways dd"))
        self.assertEqual(self.browser.run("return document.getElementById('search').clientWidth"), 718)
        self.browser.click("#search-close")
        self.assertFalse(self.browser.run("return document.getElementById('search').open"))
        self.assertEqual(self.browser.errors(), [])

    def test_the_dialog_fills_a_phone(self):
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.open("/?q=aapl")
        self.browser.wait_count("#results a")
        self.assertEqual(self.browser.run("const box = document.getElementById('search').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]"), [0, 0, 390, 844])

    def test_options_and_futures_are_grouped(self):
        self.open("/?q=aapl")
        self.browser.wait_text("#results .group", "Options on AAPL 24")
        self.assertEqual(self.browser.texts("#results .badge").count("Option"), 0)
        self.browser.press("#q", "down", "down", "enter")
        self.browser.wait_text("#chain", "24 options")
        self.open("/?q=/ES")
        self.browser.wait_count("#results .strip a", 3)
        self.assertEqual(self.browser.texts("#results .strip a"), ["Dec 2026", "Mar 2027", "Jun 2027"])
        # The strip is below the product.
        self.assertEqual(self.browser.run("return document.querySelector('#results .strip').previousSibling.dataset.symbol"), "/ES")
        self.browser.press("#q", "down", "down", "enter")
        self.browser.wait_text("main h1", "/ESZ26:XCME")

    def test_open_markets_have_a_dot(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "hours.ipf").write_text(
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,TRADING_HOURS\nSTOCK,ALWAYS,Name,(tz=UTC;0=0000+0000;td=1234567)\n"
            "STOCK,NEVER,Name,(tz=UTC;0=00000000;td=)\nSTOCK,UNKNOWN,Name,\n##COMPLETE\n")
        server = Server(source=str(folder / "hours.ipf"))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/?q=name")
        self.browser.wait_count("#results a", 3)
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#results .dot')].map((one) => one.closest('a').dataset.symbol)"), ["ALWAYS"])

    def test_notations_of_contracts_are_understood(self):
        self.open("/?q=AAPL+15JAN27+280+C")
        self.browser.wait_text("#understood", "Read as AAPL 15 Jan 2027 280 call")
        self.assertEqual(self.symbols(), [".AAPL270115C280"])

    def test_relaxations_are_shown_once_above_the_results(self):
        self.open("/?q=apple+fnord")
        self.browser.wait_text("#understood", "No instrument matches the whole text. Found without fnord:")
        self.assertEqual(self.symbols()[0], "AAPL")
        self.assertNotIn("without", self.browser.run("return document.getElementById('results').textContent"))
        self.browser.screenshot("search-relaxed")

    def test_a_venue_is_shown_above_the_results(self):
        self.open("/?q=borsa+istanbul")
        self.browser.wait_text("#venue a", "Borsa Istanbul")
        wait_for(lambda: "·" in self.browser.run("return document.getElementById('venue').textContent"), "the state of the venue")
        self.assertIn("/calendar/XIST/", self.browser.run("return document.querySelector('#venue a').href"))
        self.browser.screenshot("search-venue")
        self.open("/?q=apple")
        self.browser.wait_count("#results a")
        self.assertTrue(self.browser.run("return document.getElementById('venue').hidden"))

    def test_a_changed_address_is_searched_while_the_box_has_the_focus(self):
        self.open("/?q=apple")
        self.browser.wait_count("#results a")
        self.browser.run("document.getElementById('q').focus(); import('/page/core.js').then(({ go }) => go('/?q=toyota'))")
        wait_for(lambda: self.browser.run("return document.getElementById('q').value") == "toyota", "the box follows")
        self.browser.wait_text("#results .description", "Toyota")

    def test_the_head_shows_the_instrument_and_the_state_of_its_market(self):
        self.open("/instrument/AAPL")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.wait_text(".eyebrow", "Nasdaq, United States")
        wait_for(lambda: self.browser.text("#status") != "…", "the state")
        self.assertIn(self.browser.text("#status"), ["Open", "Closed", "Pre-market", "After-market"])
        facts = self.browser.wait_text(".facts", "US0378331005")
        for part in ["Exchange\nNasdaq", "Currency\nUSD", "Tick size\n0.0001 below 1, then 0.01", "ISIN\nUS0378331005", "CUSIP\n037833100",
                     "CFI\nCommon share, voting, registered"]:
            self.assertIn(part, facts)
        self.assertRegex(self.browser.run("return document.querySelector('.dayline').getAttribute('aria-label')"), r"; now \d\d:\d\d$")
        # The countdown runs without requests.
        said = self.browser.text(".state .what")
        self.assertRegex(said, r"^(opens|closes|pre-market begins|after-market begins) in ")
        self.assertEqual(self.browser.run("return document.title"), "AAPL · Apple Inc. - Common Stock")
        self.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.browser.click(".facts .copy")
        wait_for(lambda: self.browser.run("return window.copied") == "US0378331005", "the ISIN copied")
        self.assertEqual(self.browser.errors(), [])

    def test_views_have_addresses_within_one_document(self):
        self.open("/")
        self.browser.run("window.isKept = true")
        self.search("apple")
        self.browser.wait_count("#results a[data-symbol='AAPL']")
        self.browser.click("#results a[data-symbol='AAPL']")
        self.browser.wait_text("main h1", "AAPL")
        self.assertEqual(self.browser.address(), self.server.address + "/instrument/AAPL")
        self.browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        self.browser.click(".identity .actions button")
        wait_for(lambda: self.browser.run("return window.copied") == self.server.address + "/instrument/AAPL", "the link copied")
        self.browser.click(".identity .actions a[href^='/calendar/']")
        self.browser.wait_text(".eyebrow", "Calendar")
        self.assertTrue(self.browser.address().startswith(self.server.address + "/calendar/AAPL/2"))
        self.browser.back()
        self.browser.wait_text("main h1", "AAPL")
        self.browser.run("document.querySelector('.skip').click()")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "main")
        self.assertEqual(self.browser.text("main h1"), "AAPL")
        self.assertTrue(self.browser.run("return window.isKept"))
        self.assertEqual(self.browser.errors(), [])

    def test_an_unknown_path_has_a_page(self):
        self.open("/instruments/AAPL")
        self.browser.wait_text("main h1", "Page not found")
        self.browser.click("main a")
        self.browser.wait_text("main h1", "Every instrument, its hours and tick sizes")
        for accept, kind in [("text/html,*/*;q=0.8", "text/html; charset=utf-8"), ("*/*", "application/problem+json")]:
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.server.get("/instruments/AAPL", Accept=accept)
            self.assertEqual((refused.exception.code, refused.exception.headers["Content-Type"]), (404, kind))

    def test_back_returns_to_the_scroll_position(self):
        self.open("/instrument/AAPL")
        self.browser.wait_count(".week .session")
        self.browser.run("scrollTo(0, 150)")
        wait_for(lambda: self.browser.run("return history.state?.scroll") == 150, "the position stored")
        self.browser.run("document.querySelector('.identity .actions a[href^=\"/calendar/\"]').click()")
        self.browser.wait_text(".eyebrow", "Calendar")
        self.assertEqual(self.browser.run("return scrollY"), 0)
        self.browser.back()
        wait_for(lambda: self.browser.run("return scrollY") == 150, "the position restored")

    def test_a_newer_catalog_is_offered(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        names = [folder / "1.ipf", folder / "2.ipf"]
        for name, more in zip(names, ["", "STOCK,NEW,Name\n"]):
            name.write_text(f"#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,OLD,Name\n{more}##COMPLETE\n")
        server = Server(source=str(names[0]))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/?q=name")
        wait_for(lambda: self.symbols() == ["OLD"], "the first catalog")
        make_catalog(str(names[1]), server.catalog)
        self.browser.click("#search-close")
        # The page asks once a minute.
        wait_for(lambda: self.browser.run("return import('/page/core.js').then((one) => one.lookForCatalog()).then(() => !document.querySelector('.offer').hidden)"), "the offer")
        self.browser.click(".offer button")
        self.browser.wait_text(".kinds", "2 instruments")
        self.search("name")
        wait_for(lambda: sorted(self.symbols()) == ["NEW", "OLD"], "the new catalog")

    def test_earlier_links_still_work(self):
        for old, new, heading in [
            # In earlier links, the search was a part of the view's address.
            ("/#/instrument/AAPL?week=2026-11-23&q=apple", "/instrument/AAPL?week=2026-11-23", "AAPL"),
            ("/#/instrument//ES", "/instrument//ES", "/ES"), ("/#/instrument/EUR%2FUSD", "/instrument/EUR%2FUSD", "EUR/USD"),
            ("/#/compare?s=XNYS&s=XLON", "/compare?s=XNYS&s=XLON", "Compare hours"),
            ("/calendar/XNYS/2027#/?q=apple", "/calendar/XNYS/2027", "New York Stock Exchange 2027"),
            ("/#//elsewhere.example/", "/", "Every instrument, its hours and tick sizes"),
        ]:
            self.open(old)
            self.browser.wait_text("main h1", heading)
            self.assertEqual(self.browser.address(), self.server.address + new)
        self.open("/?q=apple")
        self.browser.wait_count("#results a")
        self.browser.run("location.hash = '#/instrument/MSFT'")
        self.browser.wait_text("main h1", "MSFT")

    def test_link_previews_work_without_scripts(self):
        text = self.server.get("/instrument/AAPL?week=2026-11-23")
        for part in [
            "<title>AAPL · Apple Inc. - Common Stock</title>", '<meta property="og:title" content="AAPL · Apple Inc. - Common Stock">',
            f'<meta property="og:image" content="{self.server.address}/v1/pictures/week/AAPL.png?at=2026-11-23">',
            '<meta name="twitter:card" content="summary_large_image">', 'content="Stock · Nasdaq · USD · ISIN US0378331005.',
        ]:
            self.assertIn(part, text)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.server.get("/instrument/AAPLE")
        self.assertEqual(refused.exception.code, 404)
        self.assertIn(b"/page/app.js", refused.exception.read())

    def test_pictures_of_links_are_well_formed(self):
        for name, path in [
            ("week", "week/AAPL.svg?at=2026-11-27T16:30:00Z"), ("week-night", "week/%2FES.svg?at=2026-11-25"),
            ("week-six", "week/XNYS.svg?with=XLON&with=XETR&with=XJSE&with=XIST&with=XTKS&at=2026-11-23"), ("year", "year/XNYS.svg?year=2027"),
        ]:
            self.browser.open(self.server.address + "/v1/pictures/" + path)
            # A malformed picture has another root element.
            self.assertEqual(self.browser.run("return [document.documentElement.nodeName, document.documentElement.viewBox.baseVal.width]"), ["svg", 1200])
            # Nothing overflows.
            self.assertEqual(self.browser.run(
                "return [...document.querySelectorAll('text')].map(one => [one.textContent, one.getBBox()]).filter(([, box]) => box.x < 0 || box.x + box.width > 1200"
                " || box.y < 0 || box.y + box.height > 630).map(([text]) => text)"), [])
            self.browser.resize(1200, 630)
            self.browser.screenshot(f"picture-{name}")
            # Most link previews don't support SVG: the raster image has an equal size.
            self.assertEqual(self.browser.run(
                "return new Promise((done) => { const image = new Image(); image.onload = () => done([image.naturalWidth, image.naturalHeight]);"
                " image.onerror = () => done('no picture'); image.src = arguments[0]; })", "/v1/pictures/" + path.replace(".svg", ".png")), [1200, 630])
            self.browser.tools("Emulation.clearDeviceMetricsOverride", {})

    def test_all_texts_of_scripts_are_in_one_file(self):
        self.open("/")
        known = set(self.browser.run("""
            const paths = (object, path) => Object.entries(object).flatMap(([name, value]) =>
                [[...path, name].join('.'), ...(value.constructor === Object ? paths(value, [...path, name]) : [])]);
            return import('/page/core.js').then(({ texts }) => paths(texts, ['texts']))"""))
        used = set()
        for file in PAGE.glob("*.js"):
            if file.name == "texts.js":
                continue
            script = file.read_text()
            for path in re.findall(r"(?<!/)\btexts(?:\.\w+)+", script):
                # The path may end with members of a string, a list or a function, which follow the name of the text.
                while path not in known and "." in path:
                    path = path.rpartition(".")[0]
                self.assertNotEqual(path, "texts", file.name)
                used.add(path)
            code = [line for line in script.splitlines() if not line.lstrip().startswith(("//", "/*", "*"))]
            if file.name not in ("cfi.js", "mics.js", "notes.js"):
                self.assertEqual([line for line in code if re.search(r"""["'`][^"'`]*\b[A-Z][a-z]+ [a-z]+""", line)], [], file.name)
        # A group is used if a script reads it as a whole or reads each of its texts.
        groups = {path.rpartition(".")[0] for path in known}
        self.assertEqual({path for path in known - groups if path not in used and path.rpartition(".")[0] not in used}, set())

    def test_a_spread_shows_its_legs(self):
        self.open("/instrument/%3D%2FESZ26:XCME-%2FESH27:XCME")
        self.browser.wait_text(".legs", "+1 × /ESZ26:XCME\n−1 × /ESH27:XCME")
        self.browser.click(".legs li:last-child a")
        self.browser.wait_text("main h1", "/ESH27:XCME")
        # Without a master, no field has a lineage.
        self.open("/instrument/%3DAAPL-MSFT?part=fields")
        self.browser.wait_count("#fields tbody tr", 4)
        self.assertEqual(self.browser.texts("#fields thead"), [])
        self.assertEqual(self.browser.errors(), [])

    def test_absent_chains_are_not_requested(self):
        # An instrument without options has no chain, so none is requested.
        for symbol in ["EUR%2FUSD", "THYAO:TR", "/NQ"]:
            self.open(f"/instrument/{symbol}?part=ladder")
            self.browser.wait_count(".ladder")
            self.browser.click(".tabs a[data-part='hours']")
            self.browser.wait_count(".week")
            self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').filter(one => one.responseStatus >= 400).map(one => one.name)"), [])

    def test_on_weekends_the_coming_week_is_shown(self):
        self.open("/")
        week = (
            "return import('/page/markets.js').then(({ weekOfInterest }) => [['2026-11-27', false], ['2026-11-28', false], ['2026-11-29', false],"
            " ['2026-11-28', true]].map(([date, isTrading]) => weekOfInterest([{ date, isTrading }], date)))")
        self.assertEqual(self.browser.run(week), ["2026-11-23", "2026-11-30", "2026-11-30", "2026-11-23"])

    def test_the_next_event_follows_from_the_sessions(self):
        self.open("/")
        # Each case: sessions in hours since midnight UTC, the current hour, and the expected text.
        said = self.browser.run("""
            const at = (hour) => Date.UTC(2026, 10, 23, 0, hour * 60);
            const day = [['PRE_MARKET', 4, 9.5], ['REGULAR', 9.5, 16], ['AFTER_MARKET', 16, 20], ['PRE_MARKET', 28, 33.5]];
            const round = [['REGULAR', 0, 24], ['REGULAR', 24, 48], ['REGULAR', 72, 96]];
            return import('/page/markets.js').then(({ stateWords, changeText }) => [[day, 3], [day, 8], [day, 10], [day, 17], [day, 21], [round, 5], [[round[0]], 5], [[], 5]]
                .map(([rows, hour]) => {
                    const state = stateWords(rows.map(([type, from, to]) => ({ type, from: at(from), to: at(to) })), at(hour), 'UTC');
                    const { what, when } = changeText(state, at(hour), true);
                    return [state.word, what, when].join(' | ');
                }))""")
        self.assertEqual(said, [
            "Closed | pre-market begins in 1 h 00 min | 04:00 UTC", "Pre-market | opens in 1 h 30 min | 09:30 UTC", "Open | closes in 6 h 00 min | 16:00 UTC",
            "After-market | closes in 3 h 00 min | 20:00 UTC", "Closed | pre-market begins in 7 h 00 min | Tue 24 Nov, 04:00 UTC",
            # Days without a break between them form one session. If a session is open until the end of the known days,
            # it never closes.
            "Open | closes in 43 h 00 min | Wed 25 Nov, 00:00 UTC", "Open | never closes | ", "Closed | no opening is known | "])

    def test_names_in_other_scripts_have_the_right_direction(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        source = pathlib.Path(folder) / "names.ipf"
        source.write_text(
            "#STOCK::=TYPE,SYMBOL,DESCRIPTION,LOCAL_DESCRIPTION,OPOL,TRADING_HOURS\n"
            "STOCK,2222,شركة الزيت العربية السعودية (أرامكو),أرامكو,XSAU,XSAU()\nSTOCK,7203,Toyota Motor Corp.,トヨタ自動車,XTKS,XTKS()\n##COMPLETE\n")
        server = Server(source=str(source))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/?q=أرامكو")
        self.browser.wait_text("#results .description", "شركة")
        self.browser.press("#q", "enter")
        # The name begins with an Arabic letter, so it runs from right to left. The texts beside it run from left to
        # right.
        self.browser.wait_text(".identity .name", "شركة")
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('.identity .name bdi')].map(one => one.matches(':dir(rtl)'))"), [True, True])
        self.assertEqual(self.browser.run("return document.querySelector('.eyebrow').matches(':dir(rtl)')"), False)
        self.assertIn("Saudi Stock Exchange, Saudi Arabia", self.browser.text(".eyebrow"))
        self.browser.open(server.address + "/instrument/7203")
        self.browser.wait_text(".identity .name", "トヨタ自動車")

    def test_filters_are_one_scrolling_row_on_a_phone(self):
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.open("/?q=a")
        self.browser.wait_count(".chip[data-tab]", 4)
        tops = self.browser.run("return [...document.querySelectorAll('.chip[data-tab]')].map(one => Math.round(one.getBoundingClientRect().top))")
        self.assertEqual(len(set(tops)), 1)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)

    def test_a_deep_link_shows_the_week_with_its_holiday_and_early_close(self):
        self.open("/instrument/AAPL?week=2026-11-23")
        self.browser.wait_text("main h1", "AAPL")
        self.browser.wait_count(".week .session.REGULAR", 4)
        self.assertEqual(len(self.browser.texts(".week .session.REGULAR")), 4)
        self.assertEqual(self.browser.texts(".week .note.holiday"), ["Thanksgiving Day"])
        self.assertEqual(self.browser.texts(".week .note.early"), ["Closes 13:00 · Day after Thanksgiving"])
        self.assertIn("26 Nov", self.browser.run("return document.querySelector('.month .holiday:not(.outside) a').title"))
        self.browser.wait_text(".inwords", "Monday to Friday: pre-market 04:00 – 09:30, regular 09:30 – 16:00, after-market 16:00 – 20:00.")
        self.assertIn("Early closes are at 13:00.", self.browser.text(".inwords"))
        # The increments are shown around the middle strike of the chain.
        self.browser.click(".tabs a[data-part='ladder']")
        self.browser.wait_text("#ladder .ladder", "270.01")
        self.browser.click(".tabs a[data-part='fields']")
        self.browser.wait_text("#fields", "US0378331005")
        self.browser.click(".tabs a[data-part='hours']")
        self.browser.click(".steps a[aria-label='Next week']")
        wait_for(lambda: len(self.browser.texts(".week .session.REGULAR")) == 5, "a whole week")
        self.browser.back()
        wait_for(lambda: len(self.browser.texts(".week .session.REGULAR")) == 4, "the short week again")
        self.assertEqual(self.browser.errors(), [])

    def test_a_day_of_the_month_shows_its_week(self):
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.open("/instrument/AAPL?month=2026-12&week=2026-11-30")
        self.browser.wait_count(".month .holiday a")
        self.browser.run("document.querySelector('.month').scrollIntoView()")
        self.browser.click(".month a[data-date='2026-12-25']")
        self.browser.wait_text(".week .note.holiday", "Christmas Day")
        self.assertIn("week=2026-12-21", self.browser.address())
        # The week is scrolled into view.
        wait_for(lambda: self.browser.run(
            "const box = document.querySelector('.week').getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight / 2"), "the week in sight")

    def test_the_parts_have_tabs_and_links(self):
        self.open("/instrument/AAPL?part=chain")
        self.browser.wait_count("#chain .chain tbody tr", 3)
        self.browser.click(".tabs a[data-part='ladder']")
        self.browser.wait_text("#ladder", "The tick size is 0.0001 below 1, then 0.01.")
        self.assertEqual(self.browser.run("return document.querySelector('.tabs a[aria-current]').dataset.part"), "ladder")
        self.assertFalse(self.browser.run("return document.getElementById('chain').checkVisibility()"))
        self.assertIn("part=ladder", self.browser.address())
        self.browser.click(".tabs a[data-part='codes']")
        self.browser.wait_text("#codes", "AAPL.O")

    def test_a_product_opens_on_its_contracts(self):
        self.open("/instrument//ES")
        rows = wait_for(lambda: self.browser.texts("#contracts tbody tr"), "the contracts")
        self.assertEqual([row.split()[0] for row in rows], ["December", "March", "June"])
        self.assertIn("Tick value\n12.5 USD", self.browser.text(".facts"))
        self.assertEqual(len(self.browser.texts("#contracts .badge")), 1)
        self.browser.click("#contracts a")
        self.browser.wait_text("main h1", "/ESZ26:XCME")
        self.browser.click(".tabs a[data-part='contracts']")
        self.browser.wait_text("#contracts tr.here", "/ESZ26:XCME")

    def test_related_instruments_are_listed(self):
        self.open("/instrument//ES?part=related")
        self.browser.wait_text("#related", "/ESZ26:XCME")
        self.open("/instrument/.AAPL270115C280?part=related")
        self.browser.wait_text("#related", "Options on AAPL, Fri 15 Jan 2027")
        facts = self.browser.text(".facts")
        for part in ["Strike\n280", "Right\nCall", "Exercise\nAmerican", "Settlement\nPhysical, at the close"]:
            self.assertIn(part, facts)
        self.assertRegex(facts, r"Expires\nFri 15 Jan 2027\n?\s*(in [\d,]+ days|tomorrow|today|yesterday|[\d,]+ days ago)")

    def test_an_option_has_neighbors(self):
        self.open("/instrument/.AAPL270115C280")
        self.browser.wait_text(".near a[aria-label^='Next lower']", "270")
        self.browser.click(".near a[aria-label^='Next higher']")
        self.browser.wait_text("main h1", ".AAPL270115C290")
        self.browser.wait_text(".near a[aria-label='The put of this strike']", "Put")
        self.browser.click(".near a[aria-label='The put of this strike']")
        self.browser.wait_text("main h1", ".AAPL270115P290")

    def test_a_week_is_shown_in_the_viewers_zone(self):
        self.open("/instrument/AAPL?week=2026-11-16")
        self.browser.wait_count(".week .session", 15)
        self.browser.click(".switch button[data-zone='mine']")
        wait_for(lambda: "zone=mine" in self.browser.address(), "the zone in the link")

    def test_symbols_with_slashes_and_equals_signs_open(self):
        for symbol in ["EUR/USD", "=AAPL-MSFT"]:
            self.open("/")
            self.search(symbol)
            wait_for(lambda: self.symbols()[:1] == [symbol], symbol)
            self.browser.press("#q", "enter")
            self.browser.wait_text("main h1", symbol)

    def test_a_chain_opens_from_an_underlying_and_an_option(self):
        self.open("/instrument/AAPL?part=chain")
        self.browser.wait_count("#chain .chain tbody tr", 3)
        self.browser.type("#chain-around", "270\ue007")
        self.browser.wait_text("#chain .here", "270")
        option = self.browser.text("#chain tbody tr td a")
        self.browser.click("#chain tbody tr td a")
        self.browser.wait_text("main h1", option)

    def test_expirations_are_grouped_and_named_by_rule(self):
        self.open("/instrument/AAPL?part=chain")
        self.browser.wait_count("#chain [role=tab]", 2)
        self.assertEqual(self.browser.texts("#chain .expirations .monthname"), ["December 2026", "January 2027"])
        dates = ["2026-12-18", "2026-12-24", "2026-12-31", "2027-01-29", "2027-02-19", "2027-03-19", "2027-03-25", "2030-04-18", "2027-04-15", "2027-04-16"]
        kinds = self.browser.run("return import('/page/chain.js').then(({ kindOf }) => arguments[0].map((date) => kindOf(date, arguments[0])))", dates)
        # If the Friday is a holiday, the monthly expiration is on the Thursday before.
        self.assertEqual(kinds, ["monthly", "weekly", "quarterly", "month end", "monthly", "monthly", "weekly", "monthly", "weekly", "monthly"])

    def test_all_options_of_a_name_are_in_its_chain(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        source = pathlib.Path(folder) / "options.ipf"
        source.write_text(
            "#OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE\n#STOCK::=TYPE,SYMBOL\nSTOCK,X\n"
            "OPTION,.1,X,,OCASPS,2027-01-15,150\nOPTION,.2,/F,X,OPASPS,2027-01-15,150\n"
            "OPTION,.3,X,,OCASPS,2027-01-15,150\n##COMPLETE\n")
        server = Server(source=str(source))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/instrument/X")
        self.browser.wait_count("#chain .chain tbody tr", 2)
        wait_for(lambda: self.browser.texts("#chain .chain tbody tr") == [".1\t150\t.2", ".3\t150\t–"], "both lines of the strike")
        self.assertIn("3 options, 1 expiration, by underlying and product", self.browser.text("#chain .dim"))

    def test_strikes_are_rendered_when_they_become_visible(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        source = pathlib.Path(folder) / "options.ipf"
        lines = ["#OPTION::=TYPE,SYMBOL,UNDERLYING,CFI,EXPIRATION,STRIKE", "#STOCK::=TYPE,SYMBOL", "STOCK,X"]
        for date in ["2027-01-15", "2027-01-22"]:
            for strike in range(1, 5001 if date == "2027-01-15" else 11):
                lines.append(f"OPTION,.X{date[2:].replace('-', '')}C{strike},X,OCASPS,{date},{strike}")
                lines.append(f"OPTION,.X{date[2:].replace('-', '')}P{strike},X,OPASPS,{date},{strike}")
        source.write_text("\n".join(lines) + "\n##COMPLETE\n")
        server = Server(source=str(source))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/instrument/X?expiration=2027-01-15")
        self.browser.wait_text("#chain caption", "5,000 strikes")
        self.browser.wait_text("#chain .here", "2501")
        rows = "return document.querySelectorAll('#chain tbody tr:not(.gap)').length"
        self.assertLess(self.browser.run(rows), 60)
        self.assertEqual(self.browser.run("return document.querySelector('#chain .tall').scrollHeight > 5000 * 34"), True)
        self.browser.run("document.querySelector('#chain .here a').focus()")
        self.browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))")
        wait_for(lambda: self.browser.run("return document.activeElement.textContent") == ".X270115C5000", "the last strike")
        self.assertLess(self.browser.run(rows), 60)
        self.assertEqual(self.browser.texts("#chain [role=tab] small")[0].split(",")[0], "monthly")
        self.assertEqual(self.browser.texts("#chain [role=tab] small")[1].split(",")[0], "weekly")
        self.browser.click("#chain [data-date='2027-01-22']")
        self.browser.wait_text("#chain caption", "10 strikes")
        self.assertIn("expiration=2027-01-22", self.browser.address())
        self.assertEqual(self.browser.errors(), [])

    def test_venues_are_compared(self):
        self.open("/compare?a=AAPL&b=AZN:GB&week=2026-11-16")
        self.browser.wait_count(".week .session.lane-0", 5)
        self.browser.wait_count(".week .session.lane-1", 5)
        self.browser.wait_text("main h2", "Both open")
        self.assertEqual(self.browser.text("main h1"), "Compare hours")
        self.browser.type("#compare-add", "XETR")
        self.browser.press("#compare-add", "enter")
        self.browser.wait_text("main h2", "All 3 open")
        self.browser.wait_count(".week .session.shared", 5)
        self.assertIn("Xetra", self.browser.text(".legend"))
        self.open("/compare?s=XTKS&s=XNYS&week=2026-11-16")
        self.browser.wait_text("main", "never this week")
        # A button selects two of the three markets.
        self.open("/compare?s=XTKS&s=XNYS&s=XLON&week=2026-11-16")
        self.browser.wait_text("main", "All 3 open: never this week")
        self.browser.run("document.querySelector('.overlapof button').click()")
        self.browser.wait_text("main h2", "XNYS and XLON open")
        self.browser.wait_count(".week .session.shared", 5)
        self.assertIn("both=XNYS&both=XLON", self.browser.address())
        # The times can be shown in the zone of any market.
        self.browser.run("const one = document.getElementById('compare-zone'); one.value = 'Asia/Tokyo'; one.dispatchEvent(new Event('change'))")
        self.browser.wait_text(".overlap td", "23:30 – 24:00")
        self.assertIn("zone=Asia%2FTokyo", self.browser.address())
        # An unknown market does not hide the others.
        self.open("/compare?s=XNYS&s=NOSUCH&s=XLON&week=2026-11-16")
        self.browser.wait_text(".problem", "There is no instrument 'NOSUCH'.")
        self.browser.wait_text("main h2", "Both open")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.week .session.lane-2').length > 0"), True)
        self.assertEqual(self.browser.errors(), [])

    def test_a_year_has_a_calendar(self):
        self.open("/calendar/XNYS/2027")
        self.browser.wait_text("main h1", "New York Stock Exchange 2027")
        self.browser.wait_text(".sums", "trading days")
        self.assertEqual(len(self.browser.texts(".yearpicture > g")), 12)
        named = self.browser.text("#holidays")
        for name in ["New Year's Day", "Good Friday", "Thanksgiving Day", "Day after Thanksgiving\ncloses at 13:00"]:
            self.assertIn(name, named)
        self.browser.run(
            "window.kept = []; URL.createObjectURL = (blob) => { blob.text().then((text) => window.kept.push(text)); return '#' };"
            "HTMLAnchorElement.prototype.click = () => {}")
        for button in self.browser.run("return [...document.querySelectorAll('main .actions button')].map(e => (e.click(), e.textContent))"):
            self.assertIn(button, ["Download .ics", "Download picture"])
        kept = wait_for(lambda: len(texts := self.browser.run("return window.kept")) == 2 and sorted(texts), "two files")
        self.assertIn("DTSTART;VALUE=DATE:20271125\r\n", kept[1] if kept[1].startswith("BEGIN") else kept[0])
        self.assertTrue(any(text.startswith("<svg") and "var(" not in text and "New York Stock Exchange 2027" in text for text in kept))
        self.browser.click(".steps a[aria-label='Next year']")
        self.browser.wait_text("main h1", "2028")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.yearpicture rect.uncovered').length"), 0)
        # Years without known holidays are hatched, and known years do not link to them.
        self.open("/calendar/XNYS/2031")
        self.browser.wait_text(".legend", "Holidays not known")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.yearpicture rect.uncovered').length"), 365)
        self.browser.click(".steps a[aria-label='Previous year']")
        wait_for(lambda: self.browser.texts(".steps a") == ["‹ 2029"], "the only link")
        self.browser.resize(390, 844)
        self.addCleanup(self.browser.tools, "Emulation.clearDeviceMetricsOverride", {})
        self.open("/calendar/XNYS/2027")
        self.browser.wait_count(".yearpicture")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('main > .card')].map((one) => one.id)"), ["", "holidays", "year"])
        self.open("/calendar/XNYSE/2027")
        self.browser.wait_text(".problem", "XNYSE")

    def test_a_wrong_token_is_tried_once_for_all_requests(self):
        file = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "tokens"
        file.write_text("open-sesame\n")
        # The service limits the rate of invalid tokens; the start page sends fourteen requests at once.
        server = Server("--token-file", str(file), "--rate-limit", "200")
        self.addCleanup(server.close)
        self.browser.open(server.address + "/")
        self.browser.wait_text("dialog.token h2", "Access token required")
        for _ in range(2):
            self.browser.clear("#token")
            self.browser.type("#token", "wrong")
            self.browser.press("#token", "enter")
            self.browser.wait_text("#token-said", "The token was rejected")
        self.browser.clear("#token")
        self.browser.type("#token", "open-sesame")
        self.browser.press("#token", "enter")
        self.browser.wait_count(".market[data-mic]", 12)
        # Without a token, the page reports that it is missing.
        self.browser.run("sessionStorage.clear(); location.reload()")
        self.browser.wait_count("dialog.token")
        self.browser.click("dialog.token .quiet")
        self.browser.wait_text(".kinds .problem", "Access token required. Reload the page to enter one.")

    def test_a_token_is_requested_and_stored_for_the_session(self):
        file = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "tokens"
        file.write_text("open-sesame\n")
        server = Server("--token-file", str(file))
        self.addCleanup(server.close)
        self.browser.open(server.address + "/instrument/AAPL")
        self.browser.wait_text("dialog h2", "Access token required")
        self.browser.screenshot("token")
        self.browser.type("#token", "wrong")
        self.browser.press("#token", "enter")
        self.browser.wait_text("dialog .problem", "The token was rejected: The token is not valid for this service.")
        self.browser.clear("#token")
        self.browser.type("#token", "open-sesame")
        self.browser.press("#token", "enter")
        self.browser.wait_text("main .facts", "US0378331005")
        # The token is available on all pages of this tab.
        self.browser.run("location.href = '/'")
        self.browser.wait_count(".market[data-mic]", 12)
        self.assertEqual(self.browser.texts("dialog.token"), [])
        self.assertEqual(self.browser.run("return [sessionStorage.length, Object.values(localStorage).join().includes('sesame')]"), [1, False])
        self.assertNotIn("sesame", self.browser.address())

    def test_an_unknown_symbol_has_suggestions(self):
        self.open("/instrument/AAPLE")
        sentence = self.browser.wait_text(".problem", "AAPLE")
        self.assertIn("Did you mean", sentence)
        self.browser.click(".problem a")
        self.browser.wait_text("main h1", "AAPL")
        self.assertEqual(self.browser.errors(), [])

    def test_a_search_without_results_is_reported(self):
        self.open("/")
        self.search("zzqqxxyy")
        self.browser.wait_text("#search-state", "No results for")
        # The page suggests only alternatives that find something.
        self.browser.wait_count(".ways a", 5)
        for example in self.browser.texts(".ways a"):
            self.open("/?q=" + urllib.parse.quote(example))
            self.browser.wait_count("#results a")

    def test_a_slow_response_never_replaces_a_later_one(self):
        proxy = HoldingProxy(self.server.address, "q=apple")
        self.addCleanup(proxy.close)
        self.browser.open(proxy.address + "/")
        self.browser.wait_text(".kinds", "instruments")
        self.search("apple")
        self.assertTrue(proxy.waiting.wait(30))
        self.browser.wait_text("#search-state", "Searching")
        self.browser.clear("#q")
        self.browser.type("#q", "msft")
        wait_for(lambda: self.symbols()[:1] == ["MSFT"], "MSFT first")
        proxy.release()
        self.assertTrue(proxy.answered.wait(30))
        # Two frames later the page would have shown the late response.
        self.browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertEqual(self.symbols()[0], "MSFT")

    def test_an_unreachable_server_is_reported(self):
        server = Server()
        self.addCleanup(server.close)
        self.browser.open(server.address + "/")
        self.browser.wait_text(".kinds", "instruments")
        # The search is loaded when its dialog is first opened.
        self.browser.click("#search-open")
        self.browser.wait_count(".ways a")
        server.stop()
        self.search("apple")
        self.browser.wait_text("#search-state .problem", "Cannot reach the server")

    def test_views_leave_no_memory(self):
        self.open("/")
        self.browser.wait_text(".kinds", "instruments")
        self.browser.tools("Performance.enable", {})

        def heap():
            # The second collection frees objects that the first one only finalizes.
            for _ in range(2):
                self.browser.tools("HeapProfiler.collectGarbage", {})
            return next(one["value"] for one in self.browser.tools("Performance.getMetrics", {})["metrics"] if one["name"] == "JSHeapUsedSize")

        def visit(rounds):
            for _ in range(rounds):
                for path, selector in [("/instrument/AAPL", ".week .session"), ("/instrument//ES", "#contracts tr"), ("/compare?s=XNYS&s=XLON", ".week .session"),
                                       ("/calendar/XNYS/2027", ".yearpicture"), ("/?q=apple", "#results a")]:
                    self.browser.run("return import('/page/core.js').then(({ go }) => go(arguments[0]))", path)
                    self.browser.wait_count(selector)

        visit(4)
        before = heap()
        visit(40)
        # The time limit of each request keeps some objects for 15 s.
        wait_for(lambda: heap() - before < 1_000_000, "the memory of views to be freed")

    def test_screen_readers_find_headings_and_names(self):
        self.open("/instrument/AAPL")
        self.browser.wait_count(".week")
        nameless = self.browser.run(
            "return [...document.querySelectorAll('button, a, input, select')].filter(e => e.offsetParent !== null"
            " && !(e.innerText?.trim() || e.getAttribute('aria-label') || e.labels?.length || e.title)).map(e => e.outerHTML)"
        )
        self.assertEqual(nameless, [])


if __name__ == "__main__":
    unittest.main()

"""The chart feed, compared with the rules of the protocol's public description for instruments of all kinds.

The client walks `config`, `time`, `search`, `symbols` and `history` like a chart, and shares no code with the service.
"""
import json
import re
import time
import unittest
import urllib.parse
import zoneinfo
from datetime import date, datetime, timedelta, timezone

from service import Server

DAY = 86_400
# Instruments of the sample by their kind in charts: 44 in all.
KINDS = {
    "stock": ["AAPL", "BRK/A", "THYAO:TR", "SHEL:GB", "7203:JP", "SAP:DE", "700:HK", "VALE3:BR"],
    "fund": ["SPY", "QQQ", "IWM", "VTI", "EEM"],
    "futures": ["/ESZ26:XCME", "/YMZ26:XCBT", "/6EZ26:XCME", "/6JZ26:XCME", "/NQZ26:XCME"],
    "product": ["/ZC", "/ZB", "/ZN", "/CL"],
    "option": [".AAPL270115C280", ".AAPL270115P290", ".F261218C11"],
    "forex": ["EUR/USD", "USD/JPY", "EUR/GBP"],
    "crypto": ["BTC/USD", "ADA/USD", "BTC/EUR"],
    "bond": ["US912810TT51", "US91282CJZ59", "DE0001102341"],
    "spread": ["=AAPL-MSFT", "=/ESZ26:XCME-/ESH27:XCME"],
    "index": ["SPX", "VIX", "DAX:DE", "UKX:GB"],
    "structured": ["4GLD:DE"], "cfd": ["US500:CFD"], "other": ["XAU/USD"], "warrant": ["OXY/WS"],
}
# The types of the members of a symbol. Members with None may be absent.
MEMBERS = {
    "name": str, "ticker": str, "full_name": str, "description": str, "type": str, "session": str, "timezone": str, "exchange": str,
    "listed_exchange": str, "format": str, "pricescale": int, "minmov": int, "minmove2": int, "fractional": bool, "has_intraday": bool,
    "has_daily": bool, "has_weekly_and_monthly": bool, "visible_plots_set": str, "data_status": str, "supported_resolutions": list,
}
OPTIONAL = {
    "intraday_multipliers": list, "session_holidays": str, "corrections": str, "subsession_id": str, "subsessions": list,
    "variable_tick_size": str, "currency_code": str, "original_currency_code": str, "expired": bool, "expiration_date": int,
    "long_description": str, "price_source_id": str, "price_sources": list,
}
TIME = r"(?:[01]\d|2[0-3])[0-5]\d(?:F\d)?"
HOURS = rf"{TIME}-{TIME}(?:,{TIME}-{TIME})*"
RESOLUTION = re.compile(r"(?:[1-9]\d*|[1-9]\d*[DWM])")


def minutes(text):
    """Returns minutes after midnight of the trading day, negative before. `F1` is the date before."""
    clock, _, back = text.partition("F")
    return int(clock[:2]) * 60 + int(clock[2:]) - int(back or 0) * 1440


def intervals(hours):
    found = []
    for part in hours.split(","):
        first, last = part.split("-")
        start, end = minutes(first), minutes(last)
        if "F" not in part and (first, last) == ("0000", "0000"):
            end = 1440
        elif "F" not in first and start >= end:
            # Without F, a start at or after the end is on the date before.
            start -= 1440
        found.append((start, end))
    return found


class Week:
    """The sessions of a symbol, parsed by the protocol's public description."""

    def __init__(self, test, session, corrections="", holidays=""):
        self.days, self.dates = {}, {}
        if session == "24x7":
            self.days = {digit: [(0, 1440)] for digit in "1234567"}
        else:
            for part in session.split("|"):
                match = re.fullmatch(rf"({HOURS}):([1-7]+)", part)
                test.assertTrue(match, session)
                for digit in match[2]:
                    test.assertNotIn(digit, self.days, session)
                    self.days[digit] = intervals(match[1])
        for part in filter(None, corrections.split(";")):
            match = re.fullmatch(rf"({HOURS}|dayoff):(\d{{8}}(?:,\d{{8}})*)", part)
            test.assertTrue(match, part)
            for text in match[2].split(","):
                test.assertNotIn(text, self.dates)
                self.dates[text] = [] if match[1] == "dayoff" else intervals(match[1])
        off = list(filter(None, holidays.split(",")))
        for text in off:
            datetime.strptime(text, "%Y%m%d")
            test.assertNotIn(text, self.dates, "both a holiday and a correction")
            self.dates[text] = []
        test.assertEqual(len(off), len(set(off)))
        for text in self.dates:
            datetime.strptime(text, "%Y%m%d")
        for own in [*self.days.values(), *self.dates.values()]:
            for (start, end), (following, _) in zip(own, [*own[1:], (10_000, 0)]):
                test.assertLess(start, end)
                test.assertLessEqual(end, following)

    def on(self, day):
        return self.dates.get(f"{day:%Y%m%d}", self.days.get(str(day.isoweekday() % 7 + 1), []))

    def contains(self, moment):
        """Returns whether a local time of the exchange is in a session of its date, or of one of the next six dates."""
        for ahead in range(7):
            day = moment.date() + timedelta(days=ahead)
            minute = (datetime.combine(moment.date(), moment.time()) - datetime.combine(day, datetime.min.time())).total_seconds() / 60
            if any(start <= minute < end for start, end in self.on(day)):
                return True
        return False


def of_each_symbol(check):
    """Makes a test that checks each symbol and reports all that fail."""
    def test(self):
        for symbol, info in self.infos.items():
            with self.subTest(symbol=symbol):
                check(self, symbol, info)
    return test


class RuleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.config = cls.get("config")
        cls.now = int(time.time())
        cls.infos = {symbol: cls.get("symbols", symbol=symbol) for symbols in KINDS.values() for symbol in symbols}

    @classmethod
    def get(cls, path, **parameters):
        return json.loads(cls.server.get(f"/udf/{path}?{urllib.parse.urlencode(parameters)}"))

    def bars(self, symbol, resolution, **parameters):
        answer = self.get("history", symbol=symbol, resolution=resolution, **parameters)
        self.assertIn(answer["s"], ("ok", "no_data"), answer)
        if answer["s"] == "no_data":
            self.assertFalse(answer.keys() & set("tohlcv"))
            return [], answer
        columns = [answer[name] for name in "tohlc"] + ([answer["v"]] if "v" in answer else [])
        self.assertEqual({len(column) for column in columns}, {len(answer["t"])})
        rows = list(zip(*columns))
        self.assertTrue(rows)
        times = answer["t"]
        self.assertEqual(times, sorted(set(times)))
        self.assertTrue(all(isinstance(one, int) for one in times))
        for _, opened, high, low, closed, *volume in rows:
            self.assertTrue(low <= min(opened, closed) and max(opened, closed) <= high)
            self.assertTrue(all(one >= 0 for one in volume))
        return rows, answer

    def week(self, info):
        return Week(self, info["session"], info.get("corrections", ""), info.get("session_holidays", ""))

    def test_the_configuration(self):
        # A feed must support at least one of these.
        self.assertTrue(self.config["supports_search"] or self.config["supports_group_request"])
        for name in ("supports_search", "supports_group_request", "supports_marks", "supports_timescale_marks", "supports_time"):
            self.assertIsInstance(self.config[name], bool)
        for resolution in self.config["supported_resolutions"]:
            self.assertTrue(RESOLUTION.fullmatch(resolution), resolution)
        for name, members in (("exchanges", {"name", "value", "desc"}), ("symbols_types", {"name", "value"})):
            rows = self.config[name]
            self.assertEqual(rows[0]["value"], "", "the first choice is all")
            self.assertEqual(len({row["value"] for row in rows}), len(rows))
            for row in rows:
                self.assertLessEqual(members, row.keys())
                self.assertTrue(all(isinstance(value, str) for value in row.values()) and row["name"])
        self.assertLessEqual(set(KINDS), {row["value"] for row in self.config["symbols_types"]})

    def test_the_time(self):
        text = self.server.get("/udf/time")
        self.assertRegex(text, r"^\d+$")
        self.assertLess(abs(int(text) - time.time()), 60)

    @of_each_symbol
    def test_searches_find_each_symbol(self, symbol, info):
        found = self.get("search", query=symbol, type="", exchange="", limit=30)
        self.assertLessEqual(len(found), 30)
        own = next((one for one in found if one["ticker"] == symbol), None)
        self.assertTrue(own, found)
        self.assertLessEqual({"symbol", "full_name", "description", "exchange", "ticker", "type"}, own.keys())
        self.assertTrue(all(isinstance(value, str) for value in own.values()))
        for name in ("ticker", "full_name", "exchange", "type"):
            self.assertEqual(own[name], info[name])
        # The symbol is found with its own type and exchange as filters, but not with other values.
        self.assertIn(symbol, [one["ticker"] for one in self.get("search", query=symbol, type=info["type"], exchange="", limit=30)])
        for one in self.get("search", query=symbol, type=info["type"], exchange="", limit=5):
            self.assertEqual(one["type"], info["type"])
        if info["exchange"]:
            self.assertIn(info["exchange"], {row["value"] for row in self.config["exchanges"]})
            found = self.get("search", query=symbol, type="", exchange=info["exchange"], limit=5)
            self.assertEqual({one["exchange"] for one in found}, {info["exchange"]})

    def test_searches_have_limits(self):
        self.assertEqual(len(self.get("search", query="a", limit=3)), 3)
        self.assertEqual(self.get("search", query="fnord zzz qqq", limit=3), [])

    def test_symbols_have_the_type_of_their_kind(self):
        for kind, symbols in KINDS.items():
            self.assertEqual({self.infos[symbol]["type"] for symbol in symbols}, {kind})

    @of_each_symbol
    def test_symbols_have_all_members(self, symbol, info):
        self.assertNotIn("s", info)
        for name, kind in MEMBERS.items():
            self.assertIs(type(info.get(name)), kind, name)
        for name, kind in OPTIONAL.items():
            self.assertIn(type(info.get(name, kind())), (kind,), name)
        self.assertTrue(info["description"] and info["name"])
        # A chart resolves the ticker and the full name to the same symbol.
        for name in (info["ticker"], info["full_name"]):
            self.assertEqual(self.get("symbols", symbol=name)["ticker"], info["ticker"])
        self.assertIn(info["format"], ("price", "volume"))
        self.assertIn(info["visible_plots_set"], ("ohlcv", "ohlc", "c"))
        self.assertIn(info["data_status"], ("streaming", "endofday", "delayed_streaming"))
        zoneinfo.ZoneInfo(info["timezone"])
        if info["type"] in ("option", "futures"):
            self.assertEqual(info["expired"], info["expiration_date"] <= self.now)
        elif "expired" in info:
            self.assertIn("expiration_date", info)
        for code in (info.get("currency_code"), info.get("original_currency_code")):
            self.assertRegex(code or "USD", r"^[A-Z0-9]{3,}$")

    @of_each_symbol
    def test_price_formats(self, symbol, info):
        scale, minimum = info["pricescale"], info["minmov"]
        self.assertGreaterEqual(minimum, 1)
        base = 2 if info["fractional"] else 10
        power = 1
        while power < scale:
            power *= base
        self.assertEqual(power, scale, "a power of ten, or of two for fractions")
        if info["minmove2"]:
            # The format has two fractions; `scale / minmove2` is the denominator of the first one.
            self.assertTrue(info["fractional"] and scale % info["minmove2"] == 0)
        ticks = info.get("variable_tick_size")
        if ticks:
            numbers = [float(one) for one in ticks.split(" ")]
            self.assertEqual(len(numbers) % 2, 1, ticks)
            self.assertEqual(numbers[1::2], sorted(set(numbers[1::2])))
            self.assertTrue(all(one > 0 for one in numbers))
            # The smallest price increment must be one step of the price format.
            self.assertAlmostEqual(min(numbers[::2]) * scale, minimum, places=6)
        rows, _ = self.bars(symbol, "1D", to=self.now, countback=40)
        for row in rows:
            for price in row[1:5]:
                steps = price * scale
                self.assertAlmostEqual(steps, round(steps), places=3)
                tick = minimum / scale
                if ticks:
                    bounds = [*numbers[1::2], float("inf")]
                    tick = next(step for step, bound in zip(numbers[::2], bounds) if price < bound + 1e-9)
                self.assertAlmostEqual(price / tick, round(price / tick), places=3, msg=f"{price} on ticks of {tick}")

    @of_each_symbol
    def test_resolutions(self, symbol, info):
        supported = info["supported_resolutions"]
        self.assertLessEqual(set(supported), set(self.config["supported_resolutions"]))
        intraday = [one for one in supported if one.isdigit()]
        self.assertEqual(bool(intraday), info["has_intraday"])
        # A chart builds longer bars from those whose length divides theirs.
        for one in intraday:
            self.assertTrue(any(int(one) % int(step) == 0 for step in info["intraday_multipliers"]), one)
        self.assertEqual(any(one.endswith("D") for one in supported), info["has_daily"])
        self.assertEqual(any(one[-1] in "WM" for one in supported), info["has_weekly_and_monthly"])

    @of_each_symbol
    def test_sessions(self, symbol, info):
        week = self.week(info)
        self.assertTrue(week.days)
        parts = info.get("subsessions", [])
        if parts:
            ids = [one["id"] for one in parts]
            self.assertEqual(len(ids), len(set(ids)))
            self.assertLessEqual(set(ids), {"regular", "extended", "premarket", "postmarket", "overnight"})
            # The symbol has the hours of the subsession that it names.
            own = next(one for one in parts if one["id"] == info["subsession_id"])
            self.assertEqual((own["session"], own.get("session-correction")), (info["session"], info.get("corrections")))
            for one in parts:
                self.assertTrue(one["description"])
                part = Week(self, one["session"], one.get("session-correction", ""), "")
                if one["id"] != "regular":
                    other = self.get("symbols", symbol=symbol, session=one["id"])
                    self.assertEqual((other["subsession_id"], other["session"]), (one["id"], one["session"]))
                self.assertTrue(part.days)

    @of_each_symbol
    def test_intraday_bars_are_in_sessions(self, symbol, info):
        zone, week = zoneinfo.ZoneInfo(info["timezone"]), self.week(info)
        for resolution in ("5", "60", "240"):
            rows, _ = self.bars(symbol, resolution, to=self.now, countback=300)
            for row in rows:
                moment = datetime.fromtimestamp(row[0], zone)
                self.assertTrue(week.contains(moment.replace(tzinfo=None)), f"{resolution}: {moment}")
            # Bars are complete or running, not in the future.
            self.assertTrue(not rows or rows[-1][0] < self.now + 1)

    @of_each_symbol
    def test_days_weeks_and_months_begin_at_midnight(self, symbol, info):
        week = self.week(info)
        periods = {
            "1D": lambda day: day, "1W": lambda day: day.isocalendar()[:2], "1M": lambda day: (day.year, day.month),
            "3M": lambda day: (day.year, (day.month - 1) // 3),
        }
        for resolution, period in periods.items():
            rows, _ = self.bars(symbol, resolution, to=self.now + DAY, countback=60)
            days = [datetime.fromtimestamp(row[0], timezone.utc) for row in rows]
            self.assertTrue(all((one.hour, one.minute, one.second) == (0, 0, 0) for one in days))
            keys = [period(one.date()) for one in days]
            self.assertEqual(len(set(keys)), len(keys), resolution)
            for one in days:
                self.assertTrue(week.on(one.date()), f"{resolution}: no trading on {one:%Y-%m-%d}")

    @of_each_symbol
    def test_requests_without_bars(self, symbol, info):
        future = self.now + 20 * DAY
        rows, answer = self.bars(symbol, "60", **{"from": future, "to": future + DAY})
        self.assertEqual((rows, answer["s"]), ([], "no_data"))
        # If there is no bar, the response has the time of the last bar before the range, which must exist.
        rows, _ = self.bars(symbol, "60", to=self.now, countback=1)
        self.assertEqual(answer.get("nextTime"), rows[0][0] if rows else None)
        # A range before the first bar has no bars.
        _, answer = self.bars(symbol, "1D", **{"from": -DAY * 10_000, "to": -DAY * 9_999})
        self.assertEqual((answer["s"], "nextTime" in answer), ("no_data", False))

    @of_each_symbol
    def test_adjacent_requests_have_neither_gaps_nor_repeats(self, symbol, info):
        whole, _ = self.bars(symbol, "15", to=self.now, countback=120)
        if not whole:
            return
        pages, end = [], self.now
        while len(pages) < 120:
            rows, _ = self.bars(symbol, "15", to=end, countback=40)
            if not rows:
                break
            pages = rows + pages
            end = rows[0][0]
        self.assertEqual(pages, whole)
        # The range includes `from`, but not `to`.
        middle = whole[len(whole) // 2][0]
        first, _ = self.bars(symbol, "15", **{"from": whole[0][0], "to": middle})
        second, _ = self.bars(symbol, "15", **{"from": middle, "to": self.now})
        self.assertEqual(first + second, whole)

    @of_each_symbol
    def test_longer_bars_contain_the_shorter_ones(self, symbol, info):
        long, _ = self.bars(symbol, "60", to=self.now, countback=20)
        if len(long) < 3:
            return
        short, _ = self.bars(symbol, "5", **{"from": long[1][0], "to": long[-1][0]})
        for (start, opened, high, low, closed, *_), (end, *_) in zip(long[1:-1], long[2:]):
            own = [row for row in short if start <= row[0] < end]
            self.assertTrue(own)
            self.assertEqual((own[0][1], max(row[2] for row in own), min(row[3] for row in own), own[-1][4]), (opened, high, low, closed))

    def test_errors(self):
        for path, parameters, message in (
            ("symbols", {"symbol": "NOPE"}, "unknown_symbol NOPE"),
            ("history", {"symbol": "AAPL", "resolution": "1D", "from": 0}, "'to' is missing; expected seconds since 1970."),
        ):
            answer = self.get(path, **parameters)
            self.assertEqual((answer["s"], answer["errmsg"]), ("error", message))


if __name__ == "__main__":
    unittest.main()

"""The chart feed, queried by a client that was written only from the public description of the protocol."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import zoneinfo
from datetime import datetime, timedelta, timezone

from service import IPF, LIMIT, Server

DAY = 86_400


class Feed:
    """Acts like a chart: reads the configuration, resolves a symbol, and requests bars until there are no more."""

    def __init__(self, server):
        self.server = server
        self.config = self.get("config")

    def get(self, path, **parameters):
        return json.loads(self.server.get(f"/udf/{path}?{urllib.parse.urlencode(parameters)}"))

    def symbol(self, symbol):
        return self.get("symbols", symbol=symbol)

    def history(self, symbol, resolution, **parameters):
        """Returns rows of time, open, high, low, close and volume, or the response without bars."""
        answer = self.get("history", symbol=symbol, resolution=resolution, **parameters)
        assert answer["s"] in ("ok", "no_data", "error"), answer
        if answer["s"] != "ok":
            return [], answer
        columns = [answer[name] for name in "tohlc"] + ([answer["v"]] if "v" in answer else [])
        assert len({len(column) for column in columns}) == 1
        return list(zip(*columns)), answer


def sessions_of(info, number):
    """Returns the hours of a date in minutes after midnight: by corrections, holidays, or the week (1 is Sunday)."""
    date = datetime.fromtimestamp(number * DAY, timezone.utc)
    text = f"{date:%Y%m%d}"
    if info["session"] == "24x7":
        return [(0, 24 * 60)]
    hours = None
    for group in filter(None, info.get("corrections", "").split(";")):
        own, dates = group.split(":")
        if text in dates.split(","):
            hours = own
    if hours is None:
        if text in info.get("session_holidays", "").split(","):
            return []
        weekday = str(date.isoweekday() % 7 + 1)
        hours = next((one for one, days in (part.split(":") for part in info["session"].split("|")) if weekday in days), "")
    stretches = []
    for stretch in filter(None, hours.split(",")):
        start, end = stretch.split("-")
        start, end = (int(one[:2]) * 60 + int(one[2:4]) for one in (start, end))
        stretches.append((start - 24 * 60 if start >= end else start, end))
    return stretches


class MadeUpTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.feed = Feed(cls.server)

    def test_the_configuration_is_correct(self):
        self.assertTrue(self.feed.config["supports_search"])
        self.assertEqual(self.feed.config["supported_resolutions"], ["1", "3", "5", "15", "30", "45", "60", "120", "180", "240", "1D", "1W", "1M", "3M"])
        info = self.feed.symbol("AAPL")
        self.assertEqual(info["supported_resolutions"], self.feed.config["supported_resolutions"])
        self.assertEqual(info["intraday_multipliers"], ["1", "3", "5", "15", "30", "45", "60", "120", "180", "240"])
        self.assertIn({"name": "Nasdaq", "value": "XNAS", "desc": "Nasdaq"}, self.feed.config["exchanges"])
        self.assertIn({"name": "Stock", "value": "stock", "desc": "Stock"}, self.feed.config["symbols_types"])
        self.assertTrue(info["has_intraday"] and info["has_daily"] and info["has_weekly_and_monthly"] and info["made_up"])
        for resolution in info["supported_resolutions"]:
            rows, answer = self.feed.history("AAPL", resolution, to=int(time.time()), countback=5)
            self.assertEqual(len(rows), 5, resolution)
            self.assertTrue(answer["made_up"])

    def test_bars_are_ordered_valid_and_on_increments(self):
        for symbol in ("AAPL", "EUR/USD", "THYAO:TR"):
            info = self.feed.symbol(symbol)
            for resolution in ("1", "60", "1D", "1W", "1M"):
                rows, _ = self.feed.history(symbol, resolution, to=int(time.time()), countback=200)
                times = [row[0] for row in rows]
                self.assertEqual(times, sorted(set(times)))
                self.assertLess(times[-1], time.time())
                for _, opened, high, low, closed, *volume in rows:
                    self.assertTrue(low <= min(opened, closed) and max(opened, closed) <= high)
                    steps = closed * info["pricescale"] / info["minmov"]
                    self.assertAlmostEqual(steps, round(steps), places=3)
                    self.assertTrue(all(one >= 0 for one in volume))

    def test_bars_lie_in_the_sessions_of_the_symbol(self):
        for symbol in ("AAPL", "EUR/USD", "THYAO:TR"):
            info = self.feed.symbol(symbol)
            zone = zoneinfo.ZoneInfo(info["timezone"])
            rows, _ = self.feed.history(symbol, "30", to=int(time.time()), countback=600)
            for row in rows:
                moment = datetime.fromtimestamp(row[0], zone)
                number = (moment.date() - datetime(1970, 1, 1).date()).days
                minute = moment.hour * 60 + moment.minute
                # The bar is in the hours of its date, or in hours of the next date that start before midnight.
                is_open = any(
                    start <= minute - ahead * 24 * 60 < end
                    for ahead in (0, 1) for start, end in sessions_of(info, number + ahead))
                self.assertTrue(is_open, f"{symbol} {moment}")

    def test_days_are_midnights_of_trading_days(self):
        info = self.feed.symbol("AAPL")
        first = int(datetime(2026, 11, 1, tzinfo=timezone.utc).timestamp()) - 365 * DAY
        rows, _ = self.feed.history("AAPL", "1D", **{"from": first, "to": first + 60 * DAY})
        expected = [number * DAY for number in range(first // DAY, first // DAY + 60) if sessions_of(info, number)]
        self.assertEqual([row[0] for row in rows], expected)

    def test_ranges_include_the_first_time_and_exclude_the_last(self):
        rows, _ = self.feed.history("AAPL", "60", to=int(time.time()), countback=10)
        again, _ = self.feed.history("AAPL", "60", **{"from": rows[2][0], "to": rows[7][0]})
        self.assertEqual(again, rows[2:7])
        # `countback` takes precedence over `from`.
        counted, _ = self.feed.history("AAPL", "60", **{"from": rows[6][0], "to": rows[7][0], "countback": 5})
        self.assertEqual(counted, rows[2:7])

    def test_no_data_names_the_previous_bar(self):
        saturday = int(datetime(2025, 11, 15, tzinfo=timezone.utc).timestamp())
        rows, answer = self.feed.history("AAPL", "5", **{"from": saturday, "to": saturday + DAY})
        self.assertEqual((rows, answer["s"]), ([], "no_data"))
        rows, _ = self.feed.history("AAPL", "5", **{"from": answer["nextTime"], "to": saturday})
        self.assertEqual([row[0] for row in rows], [answer["nextTime"]])
        _, answer = self.feed.history("AAPL", "1D", **{"from": 0, "to": DAY})
        self.assertEqual((answer["s"], answer.get("nextTime")), ("no_data", None))

    def test_scrolling_back_reaches_the_first_bar(self):
        end, bars = int(time.time()), []
        while True:
            rows, answer = self.feed.history("AAPL", "1W", to=end, countback=300)
            if not rows:
                break
            bars = rows + bars
            end = rows[0][0]
        times = [row[0] for row in bars]
        self.assertEqual(times, sorted(set(times)))
        self.assertGreater(len(bars), 1300)
        self.assertEqual(datetime.fromtimestamp(times[0], timezone.utc).year, 2000)

    def test_extended_hours_are_included_on_request(self):
        monday = datetime(2026, 3, 2, tzinfo=zoneinfo.ZoneInfo("America/New_York"))
        whole = {"from": int(monday.timestamp()), "to": int((monday + timedelta(days=1)).timestamp())}
        regular, _ = self.feed.history("AAPL", "30", **whole)
        extended, _ = self.feed.history("AAPL", "30", session="extended", **whole)
        self.assertEqual(len(regular), 13)
        self.assertTrue(set(regular) < set(extended))
        self.assertIn("extended", [one["id"] for one in self.feed.symbol("AAPL")["subsessions"]])

    def test_all_kinds_of_instruments_are_complete(self):
        # Up to five symbols of each type, found by the chart's search.
        found = [one for kind in self.feed.config["symbols_types"][1:] for one in self.feed.get("search", type=kind["value"], limit=5)]
        self.assertGreaterEqual(len(found), 40)
        for one in found:
            info = self.feed.symbol(one["symbol"])
            for name in ("ticker", "full_name", "exchange", "type"):
                self.assertEqual(info[name], one[name], one)
            self.assertEqual(info["description"], one["description"] or one["symbol"])
            self.assertEqual(self.feed.symbol(info["full_name"])["ticker"], one["ticker"])
            # A symbol has `hours_missing` only with a session around the clock.
            self.assertEqual(info["session"] == "0000-0000:1234567", info.get("hours_missing", False), info)
            self.assertEqual("subsession_id" in info, "hours_missing" not in info)
            for resolution in ("45", "240", "1D", "3M"):
                rows, answer = self.feed.history(one["symbol"], resolution, to=int(time.time()), countback=30)
                self.assertTrue(rows or answer["s"] == "no_data", one)
                for row in rows:
                    if not info.get("variable_tick_size"):
                        steps = row[4] * info["pricescale"] / info["minmov"]
                        self.assertAlmostEqual(steps, round(steps), places=2, msg=one)

    def test_a_subsession_has_its_own_hours(self):
        regular, extended = self.feed.symbol("AAPL"), self.feed.get("symbols", symbol="AAPL", session="extended")
        self.assertEqual((regular["subsession_id"], regular["session"]), ("regular", "0930-1600:23456"))
        self.assertEqual((extended["subsession_id"], extended["session"]), ("extended", "0400-2000:23456"))

    def test_grains_and_bonds_have_fractions(self):
        for symbol, expected in (("/ZC", (2, 8, 0)), ("/ZB", (1, 32, 0)), ("/ZN", (1, 64, 2)), ("US91282CJZ59", (1, 64, 2))):
            info = self.feed.symbol(symbol)
            self.assertEqual((info["fractional"], info["minmov"], info["pricescale"], info["minmove2"]), (True, *expected), symbol)
        self.assertFalse(self.feed.symbol("/ES")["fractional"])

    def test_prices_are_near_the_middle_strike(self):
        chain = json.loads(self.server.get("/v1/chains/AAPL"))
        strikes = [one["strike"] for one in chain["series"][0]["strikes"]]
        rows, _ = self.feed.history("AAPL", "1D", to=int(time.time()), countback=1)
        self.assertTrue(strikes[0] * 0.8 <= rows[0][4] <= strikes[-1] * 1.2, rows)

    def test_errors_have_messages(self):
        for parameters, sentence in (
            ({"symbol": "NOPE", "resolution": "1D", "from": 0, "to": 1}, "unknown_symbol NOPE"),
            ({"symbol": "AAPL", "resolution": "7", "from": 0, "to": 1},
             "'resolution' is '7', expected one of 1, 3, 5, 15, 30, 45, 60, 120, 180, 240, 1D, 1W, 1M, 3M."),
        ):
            self.assertEqual(self.feed.get("history", **parameters), {"s": "error", "errmsg": sentence})

    def test_two_services_create_equal_bars(self):
        other = Server()
        self.addCleanup(other.close)
        asked = {"to": int(datetime(2026, 6, 1, tzinfo=timezone.utc).timestamp()), "countback": 500}
        self.assertEqual(Feed(other).history("AAPL", "5", **asked), self.feed.history("AAPL", "5", **asked))


class FolderTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ipf-bars-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def test_bars_of_files_are_served(self):
        open_ = int(datetime(2026, 11, 20, 14, 30, tzinfo=timezone.utc).timestamp())
        lines = [f"{open_ + 60 * minute},{100 + minute},{101 + minute},{99 + minute},{100.5 + minute},10" for minute in range(390)]
        (self.folder / "AAPL-1.csv").write_text("time,open,high,low,close,volume\n" + "\n".join(lines) + "\n")
        server = Server("--bars", str(self.folder))
        self.addCleanup(server.close)
        feed = Feed(server)
        info = feed.symbol("AAPL")
        self.assertEqual(info["visible_plots_set"], "ohlcv")
        self.assertNotIn("made_up", info)
        rows, answer = feed.history("AAPL", "60", to=2_000_000_000, countback=100)
        self.assertEqual(len(rows), 7)
        self.assertEqual(rows[1], (open_ + 3600, 160, 220, 159, 219.5, 600))
        self.assertNotIn("made_up", answer)
        for resolution in ("1D", "1W", "1M", "3M"):
            rows, _ = feed.history("AAPL", resolution, to=2_000_000_000, countback=100)
            self.assertEqual([row[1:] for row in rows], [(100, 490, 99, 489.5, 3900)], resolution)
        # A symbol without a file has no bars, because real bars are never mixed with synthetic ones.
        self.assertEqual(feed.history("EUR/USD", "1D", to=2_000_000_000, countback=1)[1], {"s": "no_data"})
        with open(self.folder / "AAPL-1.csv", "a") as file:
            file.write(f"{open_ + 3 * DAY},abc,1,1,1,1\n")
        _, answer = feed.history("AAPL", "1", to=2_000_000_000, countback=1)
        self.assertEqual(answer, {"s": "error", "errmsg": "AAPL-1.csv, line 392, column 12: found “abc”, expected a price such as 101.25"})
        self.assertIn("line 392", server.logged())

    def test_a_missing_folder_is_an_error(self):
        missing = str(self.folder / "none")
        ended = subprocess.run([IPF, "serve", "all.ipfc", "--bars", missing], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(ended.returncode, 4)
        self.assertIn(f"{missing}: is not a folder; --bars expects one with files such as AAPL-5.csv", ended.stderr)


if __name__ == "__main__":
    unittest.main()

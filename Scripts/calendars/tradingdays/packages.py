"""The hours of our venues according to the calendar packages, and the known differences to them."""

import datetime
import pickle
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

from naive.hours import EPOCH
from naive.schedule import Defaults, Schedule

from .lists import FIRST_YEAR, LAST_YEAR
from .reasons import PUBLISHED
from .recorded import EARLIER, EXCHANGES, EXTENDED, FINANCIAL, MARKETS

HOME = Path(__file__).resolve().parents[3]
FIXTURES = HOME / "Tests/MarketRulesTests/Fixtures"
PROPERTIES = HOME / "Sources/MarketRules/Bundled/bundled-schedule.properties"
PACKAGES = {"exchange_calendars": EXCHANGES, "pandas_market_calendars": MARKETS | EXTENDED, "holidays": FINANCIAL}
VERSIONS = {name: version(name) for name in PACKAGES}
FORM = 4
"""The version of the cache in .build/calendars. A new form needs a new number."""
DIFFERENCES = {"exchange_calendars": "disagreements.tsv", "pandas_market_calendars": "disagreements-markets.tsv",
               "holidays": "disagreements-holidays.tsv"}
OPEN = "disagreements-open.tsv"


class Calendar:
    """The sessions of one calendar of a package, in local time by day.

    Hours are `0930-1600`, or `.` for a closed day; with pre- and post-market `p0400-0930,r0930-1600,a1600-2000`."""

    def __init__(self, zone, first, last):
        self.zone, self.first, self.last = zone, first, last
        self.hours, self.extended = {}, {}

    @classmethod
    def kept(cls, package, name):
        path = HOME / f".build/calendars/{package}-{VERSIONS[package]}-{LAST_YEAR}-{FORM}-{name.replace('/', '_')}.pickle"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            made = {"exchange_calendars": cls.of_exchanges, "pandas_market_calendars": cls.of_markets, "holidays": cls.of_financial}[package](name)
            path.write_bytes(pickle.dumps(vars(made)))
        made = cls("", None, None)
        vars(made).update(pickle.loads(path.read_bytes()))
        return made

    @classmethod
    def of_exchanges(cls, name):
        import exchange_calendars
        factory = exchange_calendars.calendar_utils._default_calendar_factories[name]
        low, high = factory.bound_min(), factory.bound_max()
        first = max(first_day(name), low.date() if low is not None else datetime.date.min)
        last = min(datetime.date(LAST_YEAR, 12, 31), high.date() if high is not None else datetime.date.max)
        calendar = exchange_calendars.get_calendar(name, start=str(first), end=str(last))
        made = cls(str(calendar.tz), first, last)
        made.take(calendar.schedule, ("open", "break_start", "break_end", "close"), calendar.tz)
        return made

    @classmethod
    def of_markets(cls, name):
        import pandas_market_calendars
        calendar = pandas_market_calendars.get_calendar(name)
        first, last = first_day(name), datetime.date(LAST_YEAR, 12, 31)
        made = cls(str(calendar.tz), first, last)
        schedule = calendar.schedule(str(first), str(last), market_times="all")
        made.take(schedule, ("market_open", "break_start", "break_end", "market_close"), calendar.tz)
        if "pre" in schedule and "post" in schedule:
            columns = [schedule[name].dt.tz_convert(calendar.tz) for name in ("pre", "market_open", "market_close", "post")]
            for day, *times in zip(schedule.index, *columns):
                texts = [f"{time:%H%M}" for time in times]
                made.extended[day.date()] = ",".join(
                    f"{letter}{a}-{b}" for letter, a, b in zip("pra", texts, texts[1:]) if a != b)
        return made

    @classmethod
    def of_financial(cls, name):
        """Returns a calendar of weekdays that are only `open` or closed. For years without a published calendar, the
        package guesses."""
        import holidays
        listed = holidays.financial_holidays(name, years=range(FIRST_YEAR, PUBLISHED.year + 1))
        made = cls("", datetime.date(min(day.year for day in listed), 1, 1), PUBLISHED)
        made.hours = {day: "." if day in listed else "open" for day in days(made.first, made.last) if day.weekday() not in listed.weekend}
        return made

    def take(self, schedule, names, zone):
        columns = [schedule[name].dt.tz_convert(zone) if name in schedule else [None] * len(schedule) for name in names]
        for day, *times in zip(schedule.index, *columns):
            opens, stops, resumes, closes = [None if t is None or t != t else t for t in times]
            spans = [(opens, stops), (resumes, closes)] if stops is not None else [(opens, closes)]
            # If a break of the package ends with the day, no session follows the break.
            spans = [(start, min(end, closes)) for start, end in spans if start < closes]
            self.hours[day.date()] = ",".join(f"{start:%H%M}-{end:%H%M}" for start, end in spans)


def first_day(name):
    return datetime.date(EARLIER.get(name, FIRST_YEAR), 1, 1)


class Ours:
    def __init__(self, path=PROPERTIES):
        self.defaults = Defaults(Path(path).read_text(encoding="utf-8"))
        self.schedules = {}

    def schedule(self, venue):
        if venue not in self.schedules:
            self.schedules[venue] = Schedule(f"{venue}()", self.defaults)
        return self.schedules[venue]

    def sessions(self, venue, zone, day):
        """Returns all trading sessions of our venue on a day, each with the letter of its kind."""
        made = self.schedule(venue).day(day.toordinal() - EPOCH).sessions
        return ",".join(f"{letter.lower()}{clock(zone, a)}-{clock(zone, b)}" for letter, a, b in made if letter != "N") or "."

    def hours(self, venue, zone, day, letters="R"):
        """Returns the sessions of the kinds in `letters`, in the local time of `zone`. Adjacent sessions are joined."""
        spans = []
        for letter, start, end in self.schedule(venue).day(day.toordinal() - EPOCH).sessions:
            if letter in letters and start < end:
                if spans and spans[-1][1] == start:
                    spans[-1][1] = end
                else:
                    spans.append([start, end])
        return ",".join(f"{clock(zone, start)}-{clock(zone, end)}" for start, end in spans) or "."


def clock(zone, instant):
    return f"{datetime.datetime.fromtimestamp(instant, zone):%H%M}"


def known_differences():
    """Reads the known differences by package and venue: first day, last day, their hours, ours. `*` is any hours."""
    return {package: read_differences(name) for package, name in DIFFERENCES.items()}


def read_differences(name):
    found = defaultdict(list)
    path = FIXTURES / name
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            venue, first, last, theirs, ours, fact = line.split("\t")
            found[venue].append((parsed(first), parsed(last), theirs, ours))
    return found


def is_known(rows, day, theirs, ours):
    return any(first <= day <= last and a in (theirs, "*") and b in (ours, "*") for first, last, a, b in rows)


def parsed(text):
    return datetime.datetime.strptime(text, "%Y%m%d").date()


def days(first, last):
    return (first + datetime.timedelta(n) for n in range((last - first).days + 1))

"""Runs each line of the tables in MIGRATING.md with ipf and with the package that it replaces."""

import os
import re
import sys

import exchange_calendars
import ipf
import numpy
import pandas
import pytest

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "MIGRATING.md")
with open(PAGE, encoding="utf-8") as file:
    _, THERE, MARKET, DIFFERENT, NAMES = re.split(r"^## .*\n", file.read(), flags=re.MULTILINE)


def blocks(text):
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def rows(text):
    return re.findall(r"^\| `(.*)` \| `(.*)` \|$", text, re.MULTILINE)


def plain(answer):
    """Converts a result to plain values, so that types and units of an index do not matter."""
    if isinstance(answer, tuple):
        return tuple(plain(one) for one in answer)
    if isinstance(answer, pandas.DataFrame):
        return [plain(answer.index), *(plain(answer[name]) for name in answer)]
    if isinstance(answer, (pandas.Series, pandas.Index, numpy.ndarray, list)):
        return [str(one) if one is pandas.NaT else plain(one) for one in answer]
    if isinstance(answer, numpy.datetime64):
        return pandas.Timestamp(answer)
    return str(answer) if answer is pandas.NaT else answer


def same(there, here, theirs, ours):
    assert plain(eval(there, theirs)) == plain(eval(here, ours)), f"{there}\n{here}"


def test_unchanged_calls_give_equal_results():
    before, now = blocks(THERE)[0].splitlines()
    theirs, ours = {"exchange_calendars": exchange_calendars, "pandas": pandas}, {"ipf": ipf, "pandas": pandas}
    exec(before, theirs)
    exec(now, ours)
    lines = blocks(THERE)[1].splitlines()
    assert len(lines) > 25
    for line in lines:
        same(line, line, theirs, ours)


def test_columns_replace_loops():
    index = pandas.date_range("2024-06-28", "2024-07-09", freq="7min", tz="UTC")
    names = {"ipf": ipf, "index": index, "hours": ipf.Schedule("XNYS")}
    theirs, ours = {**names, "exchange_calendars": exchange_calendars}, dict(names)
    before, now = blocks(THERE)[0].splitlines()
    exec(before, theirs)
    exec(now, ours)
    found = rows(THERE)
    assert len(found) == 5
    for there, here in found:
        if "find" in here:
            here = f"pandas.DatetimeIndex({here}, tz='UTC')"
            ours["pandas"] = pandas
        same(there, here, theirs, ours)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the packages that this is compared with need 3.11")
def test_market_calendars_give_equal_results():
    import pandas_market_calendars

    names = {"ipf": ipf, "pandas": pandas, "pandas_market_calendars": pandas_market_calendars}
    exec(blocks(MARKET)[0], names)
    found = rows(MARKET)
    assert len(found) == 15
    for there, here in found:
        same(there, here, names, names)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the last release for 3.9 lacks the days that were announced since")
def test_venues_differ_only_as_documented():
    said = set(re.search(r"hours in 2025: ([A-Z, \n]+)\.", DIFFERENT).group(1).replace(",", "").split())
    found = set()
    shared = sorted(set(ipf.venues()) & set(exchange_calendars.get_calendar_names(include_aliases=False)))
    assert len(shared) > 25
    for venue in shared:
        ours = ipf.Calendar(venue, "2025-01-01", "2025-12-31")
        try:
            theirs = exchange_calendars.get_calendar(venue, start="2025-01-01", end="2025-12-31")
        except Exception:
            # exchange_calendars cannot make these calendars. All but XTAE have holidays of the Orthodox Easter.
            assert venue in ("ASEX", "XBEL", "XBSE", "XCYS", "XTAE")
            continue
        if plain(ours.schedule) != plain(theirs.schedule):
            found.add(venue)
    assert found == said


def test_names_denote_the_documented_venues():
    table = re.findall(r"^\| (`\w+`|none) \| (.*) \| (.*) \|$", NAMES, re.MULTILINE)
    assert len(table) > 80
    listed = set()
    for venue, *names in table:
        own = venue != "none" and ipf.Schedule(venue.strip("`"))
        for name in re.findall("`([^`]+)`", " ".join(names)):
            listed.add(name)
            try:
                found = ipf.Schedule(name)
            except ipf.NotFound:
                # The name denotes a product, or we have no venue for it.
                continue
            assert own, name
            assert found.days("2026-01-01", "2026-12-31").to_dicts() == own.days("2026-01-01", "2026-12-31").to_dicts(), name
    assert {"24/7", "24/5", *exchange_calendars.get_calendar_names(include_aliases=True)} <= listed


def test_hours_are_as_documented():
    assert str(ipf.Calendar("XTKS", "2024-01-01", "2024-12-31").session_close("2024-11-01")) == "2024-11-01 06:00:00+00:00"
    assert str(ipf.Calendar("XTKS", "2024-01-01", "2024-12-31").session_close("2024-11-05")) == "2024-11-05 06:30:00+00:00"
    assert str(ipf.Calendar("XKRX", "2016-01-01", "2016-12-31").session_close("2016-07-29")) == "2016-07-29 06:00:00+00:00"
    assert str(ipf.Calendar("XKRX", "2016-01-01", "2016-12-31").session_close("2016-08-01")) == "2016-08-01 06:30:00+00:00"
    assert ipf.Calendar("X(tz=Europe/Prague;0=09001630)", "2026-01-01", "2026-12-31").sessions.size == 261

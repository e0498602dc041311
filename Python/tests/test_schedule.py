"""Schedules: days and sessions as tables, and many times at once."""

import datetime
import sys

import ipf
import numpy
import pandas
import pytest


def test_what_a_schedule_says_of_itself(xnys):
    assert xnys.venue == "XNYS" and xnys.zone == "America/New_York"
    assert xnys.coverage_end >= datetime.date(2026, 12, 31)
    assert "XNYS" in ipf.venues() and len(ipf.venues()) > 60
    with pytest.raises(ipf.NotFound, match="did you mean XNYS"):
        ipf.Schedule("XNYZ")
    assert "America/New_York" in repr(xnys) and "<table>" in xnys._repr_html_()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the packages that this is compared with need 3.11")
def test_the_frame_is_that_of_pandas_market_calendars(xnys):
    import pandas_market_calendars

    theirs = pandas_market_calendars.get_calendar("NYSE").schedule("2020-01-01", "2025-12-31")
    days = xnys.days("2020-01-01", "2025-12-31").to_pandas().set_index("date")
    ours = days[days["open"].notna()]
    assert list(ours.index) == list(theirs.index)
    assert list(ours["open"]) == list(theirs["market_open"])
    assert list(ours["close"]) == list(theirs["market_close"])


def test_many_times_are_answered_as_single_ones(xnys):
    seconds = numpy.arange(1_735_689_600, 1_767_225_600, 1801)
    for unit in ("s", "ms", "us", "ns"):
        times = seconds.astype("datetime64[s]").astype(f"datetime64[{unit}]")
        isOpen = xnys.is_open(times, "regular")
        assert isOpen.dtype == bool
        index = pandas.DatetimeIndex(times).tz_localize("UTC")
        for same in (index, index.tz_convert("Asia/Tokyo"), pandas.Series(index), list(times)):
            numpy.testing.assert_array_equal(xnys.is_open(same, "regular"), isOpen)
        opens, closes, dates = xnys.find(times, "next", "regular")
        assert opens.dtype == times.dtype and (closes > opens).all() and dates.dtype == "datetime64[D]"
    for place in range(0, len(seconds), 501):
        time = pandas.Timestamp(seconds[place], unit="s", tz="UTC")
        assert xnys.is_open(time, "regular") == isOpen[place]
        assert pandas.Timestamp(opens[place], tz="UTC") == xnys.find(time, "next", "regular")[0]
    nothing = numpy.array(["NaT", "2026-11-27T15:00"], "datetime64[s]")
    assert list(xnys.is_open(nothing)) == [False, True]
    assert numpy.isnat(xnys.find(nothing)[0][0])
    import polars

    assert list(xnys.is_open(polars.Series(nothing.astype("datetime64[ms]")))) == [False, True]


def test_bars_begin_with_their_sessions(xnys):
    times = numpy.array(["2026-11-27T14:29:59", "2026-11-27T14:30:00", "2026-11-27T14:37:12", "2026-11-27T18:00"], "datetime64[s]")
    bars = xnys.round_to_session(times, "5min", "regular")
    assert [str(one) for one in bars] == ["NaT", "2026-11-27T14:30:00", "2026-11-27T14:35:00", "NaT"]
    assert xnys.round_to_session("2026-11-27T14:37:12Z", "5min") == datetime.datetime(2026, 11, 27, 14, 35, tzinfo=datetime.timezone.utc)
    assert xnys.round_to_session("2026-11-27T20:00:00Z", "5min", "regular") is None
    with pytest.raises(ipf.InvalidArgument, match="5min"):
        xnys.round_to_session(times, "often")


def test_faults(xnys):
    with pytest.raises(ipf.InvalidArgument, match="regular"):
        xnys.is_open("2026-11-27T15:00:00Z", "lunch")
    with pytest.raises(ipf.OutOfRange):
        xnys.days("0001-01-01", "2026-01-01")
    with pytest.raises(ipf.InvalidArgument):
        xnys.is_open(numpy.arange(3))
    with pytest.raises(ipf.InvalidRules, match="trading hours"):
        ipf.Schedule("X(0=25:00)")

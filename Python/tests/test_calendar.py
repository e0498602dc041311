"""Compares each method of ipf.Calendar with exchange_calendars, over whole years and for every ``side``."""

import pickle

import exchange_calendars
import ipf
import numpy
import pandas
import pytest

FIRST, LAST = "2015-01-01", "2024-12-31"
#: Venues whose hours did not change in the compared years. One of them has a break.
VENUES = ["XNYS", "XLON", "XHKG", "XETR", "XTSE", "XPAR", "XSWX"]


#: The last compared day. exchange_calendars lacks later storms that canceled all or part of a day in Hong Kong.
LAST_ALIKE = {"XHKG": "2020-08-18"}


def both(venue, start=FIRST, end=LAST, side="left"):
    end = min(end, LAST_ALIKE.get(venue, end))
    return ipf.Calendar(venue, start, end, side=side), exchange_calendars.get_calendar(venue, start=start, end=end, side=side)


@pytest.mark.parametrize("venue", VENUES)
def test_sessions_and_hours_are_equal(venue):
    ours, theirs = both(venue)
    assert list(ours.sessions) == list(theirs.sessions)
    pandas.testing.assert_frame_equal(ours.schedule, theirs.schedule, check_freq=False, check_dtype=False, check_index_type=False)
    for name in ("opens", "closes", "break_starts", "break_ends", "first_minutes", "last_minutes"):
        pandas.testing.assert_series_equal(
            getattr(ours, name), getattr(theirs, name), check_freq=False, check_dtype=False, check_index_type=False)
    for name in ("name", "tz", "has_break", "side", "first_session", "last_session", "first_session_open", "last_session_close",
                 "first_minute", "last_minute"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert list(ours.early_closes) == list(theirs.early_closes)
    assert list(ours.late_opens) == list(theirs.late_opens)


@pytest.mark.parametrize("venue", ["XNYS", "XHKG"])
@pytest.mark.parametrize("side", ["left", "right", "both", "neither"])
def test_minutes_are_equal_on_every_side(venue, side):
    ours, theirs = both(venue, "2018-01-01", "2019-12-31", side)
    assert (ours.minutes == theirs.minutes).all() and ours.minutes.size == theirs.minutes.size
    # Minutes around the full and half hours at which sessions open, break and close, and some minutes at night.
    times = pandas.date_range("2018-03-01", "2018-03-20", freq="30min", tz="UTC")
    for minute in times.union(times - pandas.Timedelta("1min")).union(times + pandas.Timedelta("1min"))[::3]:
        for name in ("is_trading_minute", "is_break_minute", "is_open_on_minute", "next_open", "next_close", "previous_open",
                     "previous_close", "next_minute", "previous_minute", "minute_to_session", "minute_to_past_session",
                     "minute_to_future_session"):
            assert getattr(ours, name)(minute) == getattr(theirs, name)(minute), (name, minute)
        for direction in ("next", "previous"):
            for name in ("minute_to_session", "minute_to_trading_minute"):
                assert getattr(ours, name)(minute, direction) == getattr(theirs, name)(minute, direction), (name, minute)
        for ignore_breaks in (False, True):
            assert ours.is_open_on_minute(minute, ignore_breaks) == theirs.is_open_on_minute(minute, ignore_breaks)
            for end in ("left", "right", "both", "neither"):
                time = minute + pandas.Timedelta(nanoseconds=0 if end in ("left", "both") else 1)
                assert ours.is_open_at_time(time, end, ignore_breaks) == theirs.is_open_at_time(time, end, ignore_breaks)


@pytest.mark.parametrize("venue", ["XNYS", "XHKG"])
def test_single_sessions_and_counts_are_equal(venue):
    ours, theirs = both(venue)
    days = theirs.sessions[5:-5:37]
    for day in days:
        for name in ("session_open", "session_close", "session_open_close", "session_has_break", "session_first_minute",
                     "session_last_minute", "session_first_last_minute", "next_session", "previous_session"):
            assert getattr(ours, name)(day) == getattr(theirs, name)(day), (name, day)
        assert str(ours.session_break_start_end(day)) == str(theirs.session_break_start_end(day))
        assert (ours.session_minutes(day) == theirs.session_minutes(day)).all()
        for count in (-5, -1, 1, 5):
            assert ours.session_offset(day, count) == theirs.session_offset(day, count)
            assert list(ours.sessions_window(day, count)) == list(theirs.sessions_window(day, count))
    for day in pandas.date_range("2019-01-01", "2019-12-31"):
        assert ours.is_session(day) == theirs.is_session(day)
        for direction in ("next", "previous"):
            assert ours.date_to_session(day, direction) == theirs.date_to_session(day, direction)
    for start, end in [("2019-01-01", "2019-12-31"), ("2019-12-25", "2020-01-01"), ("2020-07-04", "2020-07-05")]:
        assert list(ours.sessions_in_range(start, end)) == list(theirs.sessions_in_range(start, end))
        assert list(ours.sessions_minutes(start, end)) == list(theirs.sessions_minutes(start, end))
        assert list(ours.minutes_in_range(start, end)) == list(theirs.minutes_in_range(start, end))
        for name in ("sessions_distance", "sessions_has_break", "minutes_distance"):
            assert getattr(ours, name)(start, end) == getattr(theirs, name)(start, end), name
        assert ours.sessions_minutes_count(start, end) == len(theirs.sessions_minutes(start, end))
    assert ours.sessions_distance("2019-12-31", "2019-01-01") == theirs.sessions_distance("2019-12-31", "2019-01-01")
    assert ours.minutes_distance("2019-12-31", "2019-01-01") == theirs.minutes_distance("2019-12-31", "2019-01-01")
    minute = theirs.minutes[100_000]
    for count in (-1000, -1, 1, 1000):
        assert ours.minute_offset(minute, count) == theirs.minute_offset(minute, count)
        assert list(ours.minutes_window(minute, count)) == list(theirs.minutes_window(minute, count))
    for minute in theirs.minutes[50_000:-50_000:7919]:
        for count in (-100, -1, 0, 1, 100):
            assert ours.minute_offset_by_sessions(minute, count) == theirs.minute_offset_by_sessions(minute, count), (minute, count)
    some = theirs.minutes[::999]
    assert list(ours.minutes_to_sessions(some)) == list(theirs.minutes_to_sessions(some))


@pytest.mark.parametrize("venue", ["XNYS", "XHKG"])
@pytest.mark.parametrize("period", ["1min", "5min", "30min", "1h"])
def test_bars_equal_the_trading_index(venue, period):
    ours, theirs = both(venue)
    range = "2020-01-01", "2020-06-30"
    assert (ours.trading_index(*range, period) == theirs.trading_index(*range, period)).all()
    for closed in ("left", "right", "both", "neither"):
        mine, other = (one.trading_index(*range, period, False, closed) for one in (ours, theirs))
        assert list(mine) == list(other), closed
    for options in ({"force": True}, {"curtail_overlaps": True}, {"ignore_breaks": True}):
        assert (ours.trading_index(*range, period, **options) == theirs.trading_index(*range, period, **options)).all(), options


@pytest.mark.parametrize("venue", ["XNYS", "XHKG"])
def test_bars_of_a_day_are_sessions(venue):
    ours, theirs = both(venue, "2020-01-01", "2020-12-31")
    for intervals in (False, True):
        mine, other = (one.trading_index("2020-02-01", "2020-02-29", "1D", intervals) for one in (ours, theirs))
        assert type(mine) is type(other) and list(mine) == list(other)


def test_bars_that_overlap_are_an_error_or_end_early():
    ours, theirs = both("XHKG", "2020-01-01", "2020-12-31")
    with pytest.raises(ipf.InvalidArgument, match="overlap"):
        ours.trading_index("2020-02-01", "2020-02-29", "4h")
    mine, other = (one.trading_index("2020-02-01", "2020-02-29", "4h", curtail_overlaps=True) for one in (ours, theirs))
    assert (mine == other).all()


def test_pre_and_after_market_are_included_on_request(catalog):
    hours = catalog["AAPL"].schedule
    regular, all = (hours.calendar("2026-11-01", "2026-12-31", sessions=kind) for kind in ("regular", "trading"))
    assert str(regular.session_open("2026-11-30")) == "2026-11-30 14:30:00+00:00"
    assert str(all.session_open("2026-11-30")) == "2026-11-30 09:00:00+00:00"
    assert str(all.session_close("2026-11-30")) == "2026-12-01 01:00:00+00:00"
    assert not all.has_break and all.is_trading_minute("2026-11-30T23:00Z") and not regular.is_trading_minute("2026-11-30T23:00Z")
    assert [str(day.date()) for day in all.early_closes] == ["2026-11-27", "2026-12-24"]


def test_every_venue_makes_a_calendar():
    for venue in ipf.venues():
        if venue.startswith("NewYork"):
            # Such a name denotes hours that several venues share, or a template.
            continue
        # Overnight venues have no regular sessions.
        sessions = "overnight" if venue in ("OCEA", "BOATS") else "regular"
        calendar = ipf.Calendar(venue, "2024-01-01", "2026-12-31", sessions=sessions)
        assert 600 < len(calendar.sessions) < 1100, venue
        opens, closes = calendar.opens.array, calendar.closes.array
        assert (opens < closes).all() and (closes[:-1] <= opens[1:]).all(), venue
        assert calendar.sessions_minutes_count("2024-01-01", "2026-12-31") == calendar.minutes.size, venue


def test_errors_suggest_a_remedy():
    calendar = ipf.Calendar("XNYS", "2024-01-01", "2024-12-31")
    with pytest.raises(ipf.NotFound, match="2024-07-04: no regular session of XNYS"):
        calendar.session_close("2024-07-04")
    with pytest.raises(ipf.NotFound, match="minute_to_trading_minute"):
        calendar.minute_offset("2024-07-04T12:00Z", 1)
    with pytest.raises(ipf.NotFound, match="2024-07-04 12:00:00.*1 of 2 minutes"):
        calendar.minutes_to_sessions(pandas.DatetimeIndex(["2024-07-03T15:00Z", "2024-07-04T12:00Z"]))
    for question in (lambda: calendar.is_session("2025-01-01"), lambda: calendar.next_open("2025-06-01T00:00Z"),
                     lambda: calendar.next_session("2024-12-31"), lambda: calendar.previous_open("2024-01-01T00:00Z"),
                     lambda: calendar.minute_offset("2024-12-31T20:00Z", 500), lambda: ipf.Calendar("XNYS", "1500-01-01")):
        with pytest.raises(ipf.OutOfRange):
            question()
    for question in (lambda: calendar.date_to_session("2024-07-04", "back"), lambda: calendar.sessions_window("2024-07-03", 0),
                     lambda: calendar.is_session("2024-07-03T12:00"), lambda: calendar.minutes_window("2024-07-03T15:00Z", 0),
                     lambda: calendar.minute_to_past_session("2024-07-03T15:00Z", 0), lambda: ipf.Calendar("XNYS", side="up"),
                     lambda: calendar.trading_index("2024-07-01", "2024-07-03", "0min"),
                     lambda: calendar.is_trading_minute(numpy.arange(3))):
        with pytest.raises(ipf.InvalidArgument):
            question()
    with pytest.raises(ipf.NotFound, match="no pre_market sessions"):
        ipf.Calendar("XNYS", sessions="pre_market")


def test_a_calendar_is_pickled_by_its_arguments():
    calendar = ipf.Calendar("XHKG", "2024-01-01", "2024-12-31", side="right")
    other = pickle.loads(pickle.dumps(calendar))
    assert other.side == "right" and repr(other) == repr(calendar) and (other.minutes == calendar.minutes).all()

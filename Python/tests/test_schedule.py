"""Schedules: tables of days and sessions, and queries about many times."""

import datetime
import pickle
import sys
import warnings
import zoneinfo

import ipf
import numpy
import pandas
import pytest


def test_a_schedule_describes_itself(xnys):
    assert xnys.venue == "XNYS" and xnys.zone == "America/New_York"
    assert xnys.coverage_start == datetime.date(1950, 1, 1)
    assert xnys.coverage_end >= datetime.date(2026, 12, 31)
    assert "XNYS" in ipf.venues() and len(ipf.venues()) > 60
    with pytest.raises(ipf.NotFound, match="did you mean XNYS"):
        ipf.Schedule("XNYZ")
    assert "America/New_York" in repr(xnys) and "<table>" in xnys._repr_html_()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the packages that this is compared with need 3.11")
def test_the_frame_equals_that_of_pandas_market_calendars(xnys):
    import pandas_market_calendars

    theirs = pandas_market_calendars.get_calendar("NYSE").schedule("2020-01-01", "2025-12-31")
    days = xnys.days("2020-01-01", "2025-12-31").to_pandas().set_index("date")
    ours = days[days["open"].notna()]
    assert list(ours.index) == list(theirs.index)
    assert list(ours["open"]) == list(theirs["market_open"])
    assert list(ours["close"]) == list(theirs["market_close"])


def test_many_times_give_the_answers_of_single_ones(xnys):
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
    calendar = xnys.calendar("2026-01-01", "2026-12-31")
    for nothing in (pandas.NaT, numpy.datetime64("NaT")):
        assert not xnys.is_open(nothing) and xnys.find(nothing) is None and xnys.bar_start(nothing, "5min") is nothing
        for question in (calendar.next_open, calendar.is_session, lambda day: xnys.days(day, day)):
            with pytest.raises(ipf.InvalidArgument, match="NaT"):
                question(nothing)
    import polars

    nothing = numpy.array(["NaT", "2026-11-27T15:00"], "datetime64[s]")
    assert list(xnys.is_open(polars.Series(nothing.astype("datetime64[ms]")))) == [False, True]


def test_bars_begin_with_their_sessions(xnys):
    times = numpy.array(["2026-11-27T14:29:59", "2026-11-27T14:30:00", "2026-11-27T14:37:12", "2026-11-27T18:00"], "datetime64[s]")
    bars = xnys.bar_start(times, "5min", "regular")
    assert [str(one) for one in bars] == ["NaT", "2026-11-27T14:30:00", "2026-11-27T14:35:00", "NaT"]
    assert xnys.bar_start("2026-11-27T14:37:12Z", "5min") == datetime.datetime(2026, 11, 27, 14, 35, tzinfo=datetime.timezone.utc)
    assert xnys.bar_start("2026-11-27T20:00:00Z", "5min", "regular") is None
    with pytest.raises(ipf.InvalidArgument, match="5min"):
        xnys.bar_start(times, "often")


UTC = datetime.timezone.utc


def test_bars_are_a_table(xnys):
    # On the Friday after Thanksgiving, trading in New York ends at 13:00.
    bars = xnys.bars("2026-11-26", "2026-11-28", every="1h", sessions="r").to_dicts()
    assert [bar["open"] for bar in bars] == [datetime.datetime(2026, 11, 27, hour, 30, tzinfo=UTC) for hour in (14, 15, 16, 17)]
    assert bars[-1]["close"] == datetime.datetime(2026, 11, 27, 18, tzinfo=UTC)
    assert bars[0]["kind"] == "regular" and bars[0]["date"] == datetime.date(2026, 11, 27) and not bars[0]["is_beyond_coverage"]
    assert xnys.bars(datetime.date(2026, 11, 27), pandas.Timestamp("2026-11-27 15:00", tz="UTC"), datetime.timedelta(hours=1)).to_dicts() == bars[:1]
    index = xnys.calendar("2020-01-01", "2025-12-31").trading_index("2020-01-01", "2025-12-31", "30min", force=True)
    frame = xnys.bars("2020-01-01", "2026-01-01", "30m").to_pandas()
    assert list(frame["open"]) == list(index.left) and list(frame["close"]) == list(index.right)


def test_trading_time_can_be_added_and_counted(xnys):
    start, end = datetime.datetime(2026, 11, 25, 20, 30, tzinfo=UTC), datetime.datetime(2026, 11, 27, 15, 30, tzinfo=UTC)
    assert xnys.add_time(start, "90m") == xnys.add_time("2026-11-25T20:30Z", datetime.timedelta(minutes=90)) == end
    assert xnys.add_time(end, "-1h30m", "r") == start
    assert xnys.between(start, end) == ipf.TradingSpan(datetime.timedelta(minutes=90), 2, 2)
    assert ipf.Schedule("X(tz=UTC;0=)").add(start, "1m") is None
    times = numpy.array(["2026-11-25T20:30", "NaT", "2026-11-27T15:30"], "datetime64[s]")
    sums = xnys.add_time(times, "90m")
    assert [str(one) for one in sums] == ["2026-11-27T15:30:00", "NaT", "2026-11-27T17:00:00"]
    spans = xnys.between(times, numpy.array(["2026-11-27T15:30", "2026-11-27T15:30", "2026-11-27T15:30"], "datetime64[ms]"))
    assert spans.time[0] == numpy.timedelta64(90, "m") and numpy.isnat(spans.time[1]) and list(spans.sessions) == [2, 0, 0]
    assert list(xnys.between(start, times[[0, 2]]).days) == [0, 2]
    days = pandas.date_range("2020-01-01", "2025-12-31", freq="D")
    dates = xnys.add_days(days, 3)
    sessions = pandas.DatetimeIndex([str(day) for day in xnys.sessions("2019-12-01", "2026-02-01", "r").to_pandas()["date"]])
    assert list(pandas.DatetimeIndex(dates)) == list(sessions[sessions.searchsorted(days, "right") + 2])
    assert xnys.add_days("2026-11-25", 1) == datetime.date(2026, 11, 27) and xnys.add_days("2026-11-27", -1) == datetime.date(2026, 11, 25)
    assert numpy.isnat(xnys.add_days(["2026-11-25"], 0)).tolist() == [False]


def test_invalid_arithmetic_is_an_error(xnys):
    for question, words in (
        (lambda: xnys.bars("2026-11-27", "2026-11-28", "often"), "90m"), (lambda: xnys.bars("2026-11-27", "2026-11-28", "0s"), "millisecond"),
        (lambda: xnys.bars("2026-11-28", "2026-11-27", "1h"), "start that is not after the end"), (lambda: xnys.bars("soon", "2026-11-27", "1h"), "soon"),
        (lambda: xnys.add_time("2026-11-27", "1x"), "1h30m"), (lambda: xnys.add_time("2026-11-27", ""), "1h30m"), (lambda: xnys.add_days("2026-11-27", 10**6), "100000"),
        (lambda: xnys.add_days(numpy.array(["2026-11-27T15:30"], "datetime64[s]"), 1), "days"), (lambda: xnys.is_open("2026-11-27", "rr"), "letters"),
        (lambda: xnys.between(pandas.NaT, "2026-11-27"), "NaT"),
    ):
        with pytest.raises(ipf.InvalidArgument, match=words):
            question()
    with pytest.raises(ipf.OutOfRange):
        xnys.add_time("0001-01-01", "1h")


def test_invalid_schedules_are_errors(xnys):
    with pytest.raises(ipf.InvalidArgument, match="regular"):
        xnys.is_open("2026-11-27T15:00:00Z", "lunch")
    with pytest.raises(ipf.OutOfRange):
        xnys.days("0001-01-01", "2026-01-01")
    with pytest.raises(ipf.InvalidArgument):
        xnys.is_open(numpy.arange(3))
    with pytest.raises(ipf.InvalidRules, match="trading hours"):
        ipf.Schedule("X(0=25:00)")


def test_days_outside_of_coverage_warn_once_per_call(xnys):
    end = xnys.coverage_end
    later, last = end + datetime.timedelta(days=200), f"{end}T12:00:00Z"
    asked = [
        (lambda hours: hours.sessions(end, later), True), (lambda hours: hours.days("1945-01-01", "1945-12-31"), True),
        (lambda hours: hours.is_open(f"{later}T15:00:00Z"), True), (lambda hours: hours.is_open("1945-07-04T15:00:00Z"), True),
        (lambda hours: hours.find(f"{end}T22:00:00Z", "next"), True), (lambda hours: hours.add_days(end, 5), True),
        (lambda hours: hours.add_time(last, "100h"), True), (lambda hours: hours.between(last, f"{later}T15:00:00Z"), True),
        (lambda hours: hours.bars("1945-07-03", "1945-07-04", "1h"), True),
        (lambda hours: hours.bar_start("1945-07-03T15:00:00Z", "5m"), True),
        (lambda hours: hours.sessions("1990-01-01", end), False), (lambda hours: hours.is_open(last), False),
        (lambda hours: hours.add_days(end, -5), False), (lambda hours: hours.between("2026-01-01T00:00:00Z", last), False),
    ]
    strict = ipf.Schedule("XNYS", strict=True)
    for ask, isBeyond in asked:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            ask(xnys)
        assert [one.category for one in found] == [ipf.CoverageWarning] * isBeyond
        if isBeyond:
            assert str(found[0].message).startswith(f"the holiday lists of XNYS cover 1950-01-01 to {end}: other days")
            with pytest.raises(ipf.OutOfRange, match="the holidays of other days are unknown"):
                ask(strict)
        else:
            ask(strict)


def test_arrays_outside_of_coverage_warn(xnys):
    days = numpy.array(["2026-07-02", "NaT", "2035-01-02"], "datetime64[D]")
    for ask in (lambda: xnys.add_days(days, 1), lambda: xnys.is_open(days.astype("datetime64[s]")),
                lambda: xnys.add_time(days.astype("datetime64[ns]"), "1h"), lambda: xnys.find(days.astype("datetime64[ms]"))):
        with pytest.warns(ipf.CoverageWarning) as found:
            ask()
        assert len(found) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        xnys.add_days(days[:2], 1)
        xnys.is_open(days[:2])


def test_lengths_and_counts_are_broadcast(xnys):
    days = numpy.array(["2026-07-02", "2026-11-25", "NaT"], "datetime64[D]")
    counts = numpy.array([[3], [-1]])
    found = xnys.add_days(days, counts)
    assert found.shape == (2, 3)
    for row, count in enumerate([3, -1]):
        assert (found[row, :2] == xnys.add_days(days[:2], count)).all() and numpy.isnat(found[row, 2])
    assert xnys.add_days("2026-07-02", [1, 0, 1]).astype(str).tolist() == ["2026-07-06", "2026-07-02", "2026-07-06"]
    times = days.astype("datetime64[us]")
    lengths = numpy.array([90, -90], "timedelta64[m]")
    found = xnys.add_time(times[:, None], lengths)
    for column, length in enumerate(["90m", "-90m"]):
        assert numpy.array_equal(found[:, column], xnys.add_time(times, length), equal_nan=True)
    with pytest.raises(ipf.InvalidArgument):
        xnys.add_days(days, numpy.array([1.5]))
    with pytest.raises(ipf.InvalidArgument):
        xnys.add_time(times, numpy.array([1, 2]))


def test_overnight_sessions_belong_to_the_day_on_which_they_end(catalog):
    hours = ipf.Schedule("AAPL", catalog=catalog, overnight=True)
    sessions = hours.sessions("2026-11-26", "2026-11-27").to_pandas()
    assert list(sessions["kind"]) == ["overnight", "pre-market", "regular", "after-market"]
    assert str(sessions["open"][0]) == "2026-11-27 01:00:00+00:00"
    night = "2026-11-16T02:00:00Z"
    assert hours.is_open(night) and hours.is_open(night, "overnight") and hours.is_open(night, "o")
    assert not hours.is_open(night, "pra")
    own = ipf.Schedule("AAPL", catalog=catalog)
    assert not own.is_open(night) and own != hours
    assert pickle.loads(pickle.dumps(ipf.Schedule("XNYS", overnight=True))).is_open(night)
    with pytest.raises(ipf.NotFound, match="no overnight hours are known"):
        ipf.Schedule("XLON", overnight=True)


@pytest.mark.parametrize("name", ["XNYS", "XTKS", "EquityUS", "CME Globex Equity", "X(tz=UTC;0=09001700)"])
def test_overlays_change_single_days(name):
    hours = ipf.Schedule(name)
    changed = hours.overlay(["2026-12-01", datetime.date(2026, 12, 2)], hours={"2026-12-03": "09:00-10:30, 11:00-12:00"})
    zone = zoneinfo.ZoneInfo(hours.zone)
    before, after = (table.sessions("2026-11-23", "2026-12-11").to_dicts() for table in (hours, changed))
    days = {datetime.date(2026, 12, day) for day in (1, 2, 3)}
    assert [row for row in before if row["date"] not in days] == [row for row in after if row["date"] not in days]
    found = [f"{row['open'].astimezone(zone):%H:%M}-{row['close'].astimezone(zone):%H:%M}" for row in after if row["date"] in days]
    assert found == ["09:00-10:30", "11:00-12:00"]
    assert changed.zone == hours.zone and changed == pickle.loads(pickle.dumps(changed)) != hours
    assert len(changed.overlay(["2026-12-04"]).sessions("2026-12-01", "2026-12-04")) == 2


def test_invalid_overlays_are_errors(xnys):
    for change, text in (
        (lambda: xnys.overlay("2026-12-01"), "single day"), (lambda: xnys.overlay(hours={"2026-12-01": "9:30-13:00"}), "09:30-13:00"),
        (lambda: xnys.overlay(hours={"2026-12-01": "13:00-09:30"}), "13"), (lambda: xnys.overlay(["soon"]), "not a date"),
    ):
        with pytest.raises((ipf.InvalidArgument, ipf.InvalidRules), match=text):
            change()


def test_an_overlay_retains_overnight_sessions():
    hours = ipf.Schedule("XNYS", overnight=True)
    found = hours.overlay(["2026-12-01"]).sessions("2026-12-01", "2026-12-02").to_dicts()
    assert [row["kind"] for row in found] == ["overnight", "regular"] and found[0]["date"] == datetime.date(2026, 12, 2)


def test_the_schedule_has_the_columns_that_are_asked_for():
    hours = ipf.Schedule("XHKG")
    frame = hours.schedule("2024-12-23", "2024-12-27")
    assert list(frame) == ["market_open", "break_start", "break_end", "market_close"] and len(frame) == 3
    assert frame["break_start"].isna().tolist() == [False, True, False]
    assert list(ipf.Schedule("XNYS").schedule("2024-12-23", "2024-12-27")) == ["market_open", "market_close"]
    assert list(hours.schedule("2024-12-23", "2024-12-27", market_times="all")) == [*frame, "post"]
    assert hours.schedule("2024-12-25", "2024-12-26", market_times=["post", "market_open"]).shape == (0, 2)
    assert str(hours.schedule("2024-12-23", "2024-12-23", tz="Asia/Hong_Kong")["market_open"].iloc[0]) == "2024-12-23 09:30:00+08:00"
    for wrong in ({"market_times": "post"}, {"market_times": ["close"]}, {"start": "open"}):
        with pytest.raises(ipf.InvalidArgument, match="market"):
            hours.schedule("2024-12-23", "2024-12-27", **wrong)

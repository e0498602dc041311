"""The sessions of a calendar: the first half of :class:`ipf.Calendar`."""

from __future__ import annotations

import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from . import errors
from ._packages import numpy, pandas
from ._schedule import Schedule

if TYPE_CHECKING:
    from ._instrument import Instrument
    from .types import Day, Direction, Kinds, Side

SIDES = ("left", "right", "both", "neither")
MINUTE = 60_000_000_000
#: The first and the last full day whose times can be represented as 64-bit nanoseconds since 1970.
_FIRST, _LAST = datetime.date(1678, 1, 1), datetime.date(2261, 12, 31)
_NAT = -(1 << 63)


class Sessions:
    # A session of this calendar has all trading of a day. It consists of stretches, which breaks separate. A stretch
    # joins adjacent sessions of the schedule, whatever their kinds. Arrays of times have nanoseconds since 1970.

    def __init__(
        self, schedule: Schedule | Instrument | str, start: Day | None = None, end: Day | None = None, *,
        sessions: Kinds = "regular", side: Side = "left", strict: bool = False
    ):
        if side not in SIDES:
            raise errors.InvalidArgument(f"side {side!r}: expected {', '.join(SIDES)}")
        if not isinstance(schedule, Schedule):
            schedule = Schedule(schedule, strict=strict)
        today = datetime.datetime.now(datetime.timezone.utc).date()
        first = _dates.day(today) - 7305 if start is None else _dates.day(start)
        last = _dates.day(today) + 365 if end is None else _dates.day(end)
        if not _dates.day(_FIRST) <= first <= last <= _dates.day(_LAST):
            raise errors.OutOfRange(
                f"a calendar from {_dates.date(first)} to {_dates.date(last)}: "
                f"expected ordered days between {_FIRST} and {_LAST}")
        #: The trading hours of the calendar.
        self.trading_hours = schedule
        #: Which minutes at the ends of a session are trading minutes, as in ``exchange_calendars``. With ``left``, the
        #: minute that begins at the open is one, and the minute that begins at the close is not.
        self.side: Side = side
        self._kinds = sessions
        self._range = first, last
        table = schedule.sessions(_dates.date(first), _dates.date(last), sessions).to_numpy()
        days = table["date"].astype("int64")
        if not days.size:
            raise errors.NotFound(
                f"{schedule.name}: no {sessions} sessions from {_dates.date(first)} to {_dates.date(last)}")
        opens = table["open"].astype("datetime64[ns]").view("int64")
        closes = table["close"].astype("datetime64[ns]").view("int64")
        meets = (days[1:] == days[:-1]) & (opens[1:] == closes[:-1])
        begins, ends = numpy.append(True, ~meets), numpy.append(~meets, True)
        days, self._stretch_opens, self._stretch_closes = days[begins], opens[begins], closes[ends]

        isFirst = numpy.append(True, days[1:] != days[:-1])
        self._first_stretches = numpy.flatnonzero(isFirst)
        self._last_stretches = numpy.append(self._first_stretches[1:], days.size) - 1
        self._days = days[isFirst]
        self._opens = self._stretch_opens[self._first_stretches]
        self._closes = self._stretch_closes[self._last_stretches]
        self._break_starts = numpy.full(self._days.size, _NAT, "int64")
        self._break_ends = self._break_starts.copy()
        gaps = numpy.flatnonzero(~isFirst)
        # Sorted by length, so that the longest of several breaks is written last and remains.
        gaps = gaps[numpy.argsort(self._stretch_opens[gaps] - self._stretch_closes[gaps - 1], kind="stable")]
        of = numpy.cumsum(isFirst)[gaps] - 1
        self._break_starts[of] = self._stretch_closes[gaps - 1]
        self._break_ends[of] = self._stretch_opens[gaps]

    # The calendar

    @property
    def name(self) -> str:
        """The name of the venue, or that of the trading hours if they have no venue."""
        return self.trading_hours.venue or self.trading_hours.name

    @cached_property
    def tz(self) -> datetime.tzinfo:
        """The time zone of the trading hours."""
        import zoneinfo

        return zoneinfo.ZoneInfo(self.trading_hours.zone)

    @cached_property
    def sessions(self) -> "pandas.DatetimeIndex":
        """All sessions. Each is labeled by midnight of its day, without a time zone."""
        return pandas.DatetimeIndex(self._days.astype("datetime64[D]").astype("datetime64[ns]"))

    @cached_property
    def schedule(self) -> "pandas.DataFrame":
        """A table with one row per session: ``open``, ``break_start``, ``break_end``, ``close`` in UTC.

        If a session has several breaks, the table has the longest break.
        """
        values = {
            "open": self._opens, "break_start": self._break_starts, "break_end": self._break_ends,
            "close": self._closes}
        return pandas.DataFrame({name: _times(value) for name, value in values.items()}, index=self.sessions)

    @property
    def opens(self) -> "pandas.Series":
        """The open of each session."""
        return self.schedule["open"]

    @property
    def closes(self) -> "pandas.Series":
        """The close of each session."""
        return self.schedule["close"]

    @property
    def break_starts(self) -> "pandas.Series":
        """The start of each session's break; NaT without a break."""
        return self.schedule["break_start"]

    @property
    def break_ends(self) -> "pandas.Series":
        """The end of each session's break; NaT without a break."""
        return self.schedule["break_end"]

    @property
    def has_break(self) -> bool:
        """Whether at least one session has a break."""
        return bool(self._stretch_opens.size > self._days.size)

    @property
    def first_session(self) -> "pandas.Timestamp":
        """The first session."""
        return self.sessions[0]

    @property
    def last_session(self) -> "pandas.Timestamp":
        """The last session."""
        return self.sessions[-1]

    @property
    def first_session_open(self) -> "pandas.Timestamp":
        """The open of the first session."""
        return _time(self._opens[0])

    @property
    def last_session_close(self) -> "pandas.Timestamp":
        """The close of the last session."""
        return _time(self._closes[-1])

    @cached_property
    def late_opens(self) -> "pandas.DatetimeIndex":
        """The sessions that open later, in local time, than the median of the sessions on the same weekday."""
        times = self._local(self._opens)
        return self.sessions[(times > self._usual(times)).to_numpy()]

    @cached_property
    def early_closes(self) -> "pandas.DatetimeIndex":
        """The sessions that close earlier, in local time, than the median of the sessions on the same weekday."""
        times = self._local(self._closes)
        return self.sessions[(times < self._usual(times)).to_numpy()]

    def _local(self, times: "numpy.ndarray") -> "pandas.Series":
        """Returns UTC times, one per session, as local times: durations since the midnight that labels the session."""
        return pandas.Series(_times(times).tz_convert(self.tz).tz_localize(None) - self.sessions)

    def _usual(self, times: "pandas.Series") -> "pandas.Series":
        return times.groupby(self.sessions.day_of_week).transform("median")

    # One session

    def session_open(self, session: Any) -> "pandas.Timestamp":
        """Returns the open of a session.

        :raises ipf.NotFound: the day is not a session; all methods with the parameter ``session`` may raise this error
        """
        return _time(self._opens[self._session(session)])

    def session_close(self, session: Any) -> "pandas.Timestamp":
        """Returns the close of a session."""
        return _time(self._closes[self._session(session)])

    def session_open_close(self, session: Any) -> "tuple[pandas.Timestamp, pandas.Timestamp]":
        """Returns the open and the close of a session."""
        return self.session_open(session), self.session_close(session)

    def session_break_start(self, session: Any) -> "pandas.Timestamp":
        """Returns the start of a session's break; NaT without a break."""
        return _time(self._break_starts[self._session(session)])

    def session_break_end(self, session: Any) -> "pandas.Timestamp":
        """Returns the end of a session's break; NaT without a break."""
        return _time(self._break_ends[self._session(session)])

    def session_break_start_end(self, session: Any) -> "tuple[pandas.Timestamp, pandas.Timestamp]":
        """Returns the start and the end of a session's break; NaT twice without a break."""
        return self.session_break_start(session), self.session_break_end(session)

    def session_has_break(self, session: Any) -> bool:
        """Returns whether a session has a break."""
        return bool(self._break_starts[self._session(session)] != _NAT)

    def next_session(self, session: Any) -> "pandas.Timestamp":
        """Returns the session after a session."""
        return self.session_offset(session, 1)

    def previous_session(self, session: Any) -> "pandas.Timestamp":
        """Returns the session before a session."""
        return self.session_offset(session, -1)

    def session_offset(self, session: Any, count: int) -> "pandas.Timestamp":
        """Returns the session that is ``count`` sessions after ``session``; a negative ``count`` counts backward."""
        return self.sessions[self._inside(self._session(session) + lib.number(count, "count"))]

    # Days

    def is_session(self, date: Any) -> bool:
        """Returns whether a day is a session."""
        day = self._day(date)
        place = self._days.searchsorted(day)
        return place < self._days.size and bool(self._days[place] == day)

    def date_to_session(self, date: Any, direction: Direction = "none") -> "pandas.Timestamp":
        """Returns the session of a day, or the ``next`` or ``previous`` one if the day is not a session.

        :raises ipf.NotFound: the direction is ``none``, and the day is not a session
        """
        if self.is_session(date) or _known(direction, ("next", "previous", "none")) == "none":
            return self.sessions[self._session(date)]
        return self.sessions[self._inside(self._days.searchsorted(self._day(date)) - (direction == "previous"))]

    # Several sessions

    def sessions_in_range(self, start: Any, end: Any) -> "pandas.DatetimeIndex":
        """Returns the sessions in a range of days, both ends included."""
        return self.sessions[self._sessions_slice(start, end)]

    def sessions_has_break(self, start: Any, end: Any) -> bool:
        """Returns whether at least one session in a range of days has a break."""
        return bool((self._break_starts[self._sessions_slice(start, end)] != _NAT).any())

    def sessions_window(self, session: Any, count: int) -> "pandas.DatetimeIndex":
        """Returns ``count`` sessions, of which ``session`` is the first, or the last if ``count`` is negative."""
        return self.sessions[self._window(self._session(session), lib.number(count, "count"))]

    def sessions_distance(self, start: Any, end: Any) -> int:
        """Counts the sessions in a range of days, both ends included. Negative if the end is earlier than the start."""
        first, last = self._day(start), self._day(end)
        return -self._count(last, first) if last < first else self._count(first, last)

    # Parts

    def _count(self, first: int, last: int) -> int:
        return int(self._days.searchsorted(last, "right") - self._days.searchsorted(first))

    def _sessions_slice(self, start: Any, end: Any) -> slice:
        return slice(self._days.searchsorted(self._day(start)), self._days.searchsorted(self._day(end), "right"))

    def _day(self, date: Any) -> int:
        day = _dates.day(date)
        first, last = self._range
        if not first <= day <= last:
            raise errors.OutOfRange(
                f"{_dates.date(day)}: this calendar covers {_dates.date(first)} to {_dates.date(last)}; "
                "pass another start or end to ipf.Calendar")
        return day

    def _session(self, session: Any) -> int:
        day = self._day(session)
        place = int(self._days.searchsorted(day))
        if place == self._days.size or self._days[place] != day:
            raise errors.NotFound(
                f"{_dates.date(day)}: no {self._kinds} session of {self.name}; "
                "date_to_session finds the next or previous one")
        return place

    def _inside(self, place: Any) -> int:
        if not 0 <= place < self._days.size:
            raise errors.OutOfRange(
                f"there is no such session: this calendar covers {self.first_session:%Y-%m-%d} to "
                f"{self.last_session:%Y-%m-%d}")
        return int(place)

    def _window(self, place: int, count: int) -> slice:
        if count == 0:
            raise errors.InvalidArgument("count 0: expected a number of sessions, negative for those before")
        other = self._inside(place + count - (1 if count > 0 else -1))
        return slice(min(place, other), max(place, other) + 1)

    def __repr__(self) -> str:
        first, last = self._range
        period = f"{_dates.date(first)} to {_dates.date(last)}"
        return f"<Calendar {self.name}: {self._days.size} {self._kinds} sessions, {period}>"


def _time(value: int) -> "pandas.Timestamp":
    return pandas.Timestamp(int(value), tz="UTC")


def _times(values: "numpy.ndarray") -> "pandas.DatetimeIndex":
    return pandas.DatetimeIndex(values.view("datetime64[ns]")).tz_localize("UTC")


def _known(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise errors.InvalidArgument(f"direction {word!r}: expected {', '.join(words)}")
    return word

"""Trading hours: sessions and days as tables, and questions about many times at once."""

from __future__ import annotations

import bisect
import ctypes
import datetime
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, escape

if TYPE_CHECKING:
    from ._catalog import Catalog

_SESSIONS = {"no_trading": 1, "pre_market": 2, "regular": 4, "after_market": 8, "trading": 14, "all": 15}
_WHICH = {"previous": -1, "current": 0, "next": 1, "nearest": 2}


def _sessions(word: str) -> int:
    if word not in _SESSIONS:
        raise errors.InvalidArgument(f"sessions {word!r}: expected {', '.join(_SESSIONS)}")
    return _SESSIONS[word]


def venues() -> list[str]:
    """The names of the venues whose schedules are known."""
    return lib.names(lib.made(lib.schedule_venues))


class Schedule:
    """When an instrument or a venue trades.

    >>> hours = ipf.Schedule("XNYS")                # a venue, an exchange (NYSE), or hours as TRADING_HOURS has them
    >>> hours.is_open("2026-11-27T15:00:00Z")
    True

    Times are ``datetime`` or what numpy, pandas and polars make of them; naive ones are UTC, and all that come out are UTC. Sessions
    end before their close. ``sessions`` parameters are ``regular``, ``pre_market``, ``after_market``, ``trading`` (these three),
    ``no_trading`` or ``all``.

    :param catalog: with one, ``name`` may be a symbol of it
    :param venue: which of several definitions in the hours; the first by default
    :raises ipf.NotFound: no such venue or symbol
    :raises ipf.InvalidRules: hours that can't be read
    """

    def __init__(self, name: str, *, catalog: "Catalog | None" = None, venue: str | None = None):
        self._arguments = (name, catalog, venue)
        place = (None, 0) if venue is None else lib.encoded(venue)
        known = None if catalog is None else catalog._handle.value
        handle = lib.made(lib.schedule_open, *lib.encoded(name), known, *place)
        self._handle = lib.Handle(handle, lib.schedule_free)
        self._known: tuple[list[int], list[int], list[int]] | None = None

    @property
    def name(self) -> str:
        """As people call it."""
        return lib.text(lib.schedule_name(self._handle.value)) or ""

    @property
    def venue(self) -> str:
        """The venue's name in the definition; may be empty."""
        return lib.text(lib.schedule_venue(self._handle.value)) or ""

    @property
    def zone(self) -> str:
        """The IANA name of its time zone."""
        return lib.text(lib.schedule_zone(self._handle.value)) or ""

    @property
    def definition(self) -> str:
        """The hours as they are written."""
        return lib.text(lib.schedule_definition(self._handle.value)) or ""

    @property
    def coverage_end(self) -> datetime.date | None:
        """The last day that the holiday lists speak of; ``None`` where there are no lists."""
        end = lib.schedule_coverage_end(self._handle.value)
        return None if end == lib.NO_DAY else _dates.date(end)

    # Tables

    def sessions(self, start: Any, end: Any, sessions: str = "trading") -> Table:
        """The sessions of days, both included, a row each: ``date``, ``kind``, ``open``, ``close`` (UTC), ``is_beyond_coverage``."""
        first, last, kinds = _dates.day(start), _dates.day(end), _sessions(sessions)
        return self._table(lambda out: lib.check(lib.schedule_sessions, self._handle.value, first, last, kinds, out))

    def days(self, start: Any, end: Any) -> Table:
        """Days, both included, a row each: ``date``, ``start``, ``end``, ``reset``, ``open`` and ``close`` of regular trading,
        ``pre_open`` and ``post_close`` of all trading, ``is_trading``, ``is_holiday``, ``is_short_day``, ``is_beyond_coverage``."""
        first, last = _dates.day(start), _dates.day(end)
        return self._table(lambda out: lib.check(lib.schedule_days, self._handle.value, first, last, out))

    def _table(self, fill) -> Table:
        table = Table(fill)
        table._formats()
        return table

    # Times

    def is_open(self, times: Any, sessions: str = "trading") -> Any:
        """Whether a session holds a time; for many times an array of bool."""
        kinds = _sessions(sessions)
        one = _dates.microseconds(times)
        if one is not None:
            number, isOpen = ctypes.c_int64(one), ctypes.c_uint8()
            lib.check(
                lib.schedule_is_open, self._handle.value, ctypes.addressof(number), 1, 2, kinds, ctypes.addressof(isOpen))
            return bool(isOpen.value)
        import numpy

        numbers, unit = _dates.array(times)
        found = numpy.empty(numbers.shape, bool)
        lib.check(
            lib.schedule_is_open, self._handle.value, numbers.ctypes.data, numbers.size, unit, kinds, found.ctypes.data)
        return found

    def find(self, times: Any, which: str = "current", sessions: str = "trading") -> Any:
        """The session that holds a time (``current``), the ``next`` after that, the ``previous`` before it, or the ``nearest``.

        :return: for one time ``(open, close, date)`` or ``None``; for many a tuple of three arrays, with NaT where there is none
        """
        if which not in _WHICH:
            raise errors.InvalidArgument(f"which {which!r}: expected {', '.join(_WHICH)}")
        place, kinds = _WHICH[which], _sessions(sessions)
        one = _dates.microseconds(times)
        if one is not None:
            number, first, last, day = ctypes.c_int64(one), ctypes.c_int64(), ctypes.c_int64(), ctypes.c_int32()
            lib.check(
                lib.schedule_find, self._handle.value, ctypes.addressof(number), 1, 2, place, kinds, ctypes.addressof(first),
                ctypes.addressof(last), ctypes.addressof(day), None)
            if first.value == lib.NO_TIME:
                return None
            return _dates.time(first.value), _dates.time(last.value), _dates.date(day.value)
        import numpy

        numbers, unit = _dates.array(times)
        opens, closes = numpy.empty(numbers.shape, "int64"), numpy.empty(numbers.shape, "int64")
        days = numpy.empty(numbers.shape, "int32")
        lib.check(
            lib.schedule_find, self._handle.value, numbers.ctypes.data, numbers.size, unit, place, kinds, opens.ctypes.data,
            closes.ctypes.data, days.ctypes.data, None)
        kind = f"datetime64[{list(_dates.UNITS)[unit]}]"
        dates = days.astype("datetime64[D]")
        dates[days == lib.NO_DAY] = numpy.datetime64("NaT")
        return opens.view(kind), closes.view(kind), dates

    def round_to_session(self, times: Any, length: str, sessions: str = "trading") -> Any:
        """The beginning of the bar that holds each time: bars of a length (``"5min"``, ``"30s"``, ``"1h"``) are counted from the
        opening of each session. NaT outside of sessions.

        :param times: an array
        """

        numbers, unit = _dates.array(times)
        step = _length(length) * 1000**unit
        opens = self.find(times, "current", sessions)[0].view("int64")
        bars = opens + (numbers - opens) // step * step
        bars[opens == lib.NO_TIME] = lib.NO_TIME
        return bars.view(f"datetime64[{list(_dates.UNITS)[unit]}]")

    # The questions of exchange_calendars, by the names that they have there. A session is a day of regular trading.

    def sessions_in_range(self, start: Any, end: Any) -> list[datetime.date]:
        """The days with regular trading, both ends included."""
        first, last = _dates.day(start), _dates.day(end)
        days = self._days()[0]
        self._check(first)
        self._check(last)
        return [_dates.date(day) for day in days[bisect.bisect_left(days, first) : bisect.bisect_right(days, last)]]

    def is_session(self, date: Any) -> bool:
        """Whether a day has regular trading."""
        days, day = self._days()[0], self._check(_dates.day(date))
        place = bisect.bisect_left(days, day)
        return place < len(days) and days[place] == day

    def next_session(self, date: Any) -> datetime.date:
        """The next day with regular trading after a date."""
        days = self._days()[0]
        return _dates.date(self._at(days, bisect.bisect_right(days, self._check(_dates.day(date)))))

    def previous_session(self, date: Any) -> datetime.date:
        """The last day with regular trading before a date."""
        days = self._days()[0]
        return _dates.date(self._at(days, bisect.bisect_left(days, self._check(_dates.day(date))) - 1))

    def session_open(self, date: Any) -> datetime.datetime:
        """When regular trading of a day begins."""
        return _dates.time(self._days()[1][self._place(date)])

    def session_close(self, date: Any) -> datetime.datetime:
        """When regular trading of a day ends."""
        return _dates.time(self._days()[2][self._place(date)])

    def next_open(self, time: Any) -> datetime.datetime:
        """The first opening of a day after a time."""
        opens = self._days()[1]
        return _dates.time(self._at(opens, bisect.bisect_right(opens, self._time(time))))

    def previous_open(self, time: Any) -> datetime.datetime:
        """The last opening of a day before a time."""
        opens = self._days()[1]
        return _dates.time(self._at(opens, bisect.bisect_left(opens, self._time(time)) - 1))

    def next_close(self, time: Any) -> datetime.datetime:
        """The first close of a day after a time."""
        closes = self._days()[2]
        return _dates.time(self._at(closes, bisect.bisect_right(closes, self._time(time))))

    def previous_close(self, time: Any) -> datetime.datetime:
        """The last close of a day before a time."""
        closes = self._days()[2]
        return _dates.time(self._at(closes, bisect.bisect_left(closes, self._time(time)) - 1))

    def is_trading_minute(self, minute: Any) -> bool:
        """Whether regular trading holds a time; not in a break, and not at the close."""
        return self.is_open(minute, "regular")

    def minutes(self, start: Any, end: Any) -> Any:
        """The minutes of regular trading of days, both included, as ``datetime64[s]``; each by its beginning."""
        import numpy

        table = self.sessions(start, end, "regular").to_numpy()
        first, last = table["open"].astype("datetime64[s]"), table["close"].astype("datetime64[s]")
        parts = [numpy.arange(a, b, numpy.timedelta64(60, "s")) for a, b in zip(first, last)]
        return numpy.concatenate(parts) if parts else numpy.empty(0, "datetime64[s]")

    #: The days that these questions are answered for, and what they say about others.
    first_date, last_date = datetime.date(1950, 1, 1), datetime.date(2076, 12, 31)

    def _days(self) -> tuple[list[int], list[int], list[int]]:
        """The days of regular trading, their openings and closes; made once."""
        if self._known is None:
            days, opens, closes = [], [], []
            for batch in self.days(self.first_date, self.last_date)._batches():
                columns = [batch.children[index].contents for index in range(batch.n_children)]
                count = batch.length
                dates = (ctypes.c_int32 * count).from_address(columns[0].buffers[1])
                first = (ctypes.c_int64 * count).from_address(columns[4].buffers[1])
                last = (ctypes.c_int64 * count).from_address(columns[5].buffers[1])
                isSet = ctypes.string_at(columns[4].buffers[0], (count + 7) // 8) if columns[4].null_count else None
                for index in range(count):
                    if isSet is None or isSet[index >> 3] >> (index & 7) & 1:
                        days.append(dates[index])
                        opens.append(first[index])
                        closes.append(last[index])
            self._known = days, opens, closes
        return self._known

    def _check(self, day: int) -> int:
        if not _dates.day(self.first_date) <= day <= _dates.day(self.last_date):
            raise errors.OutOfRange(f"{_dates.date(day)}: this question is answered for {self.first_date} to {self.last_date}")
        return day

    def _place(self, date: Any) -> int:
        days, day = self._days()[0], self._check(_dates.day(date))
        place = bisect.bisect_left(days, day)
        if place == len(days) or days[place] != day:
            raise errors.NotFound(f"{_dates.date(day)}: no regular trading on that day")
        return place

    def _time(self, value: Any) -> int:
        number = _dates.microseconds(value)
        if number is None:
            raise errors.InvalidArgument(f"{value!r} is no time; of many times find() says their sessions")
        self._check(number // 86_400_000_000)
        return number

    def _at(self, values: list[int], place: int) -> int:
        if not 0 <= place < len(values):
            raise errors.NotFound(f"no regular trading there between {self.first_date} and {self.last_date}")
        return values[place]

    def __reduce__(self):
        return _schedule, self._arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schedule) and self.definition == other.definition

    def __hash__(self) -> int:
        return hash(self.definition)

    def __repr__(self) -> str:
        return f"<Schedule {self.name}, {self.zone}>"

    def _repr_html_(self) -> str:
        # The coming week's sessions are what a reader looks for.
        today = datetime.datetime.now(datetime.timezone.utc).date()
        week = self.sessions(today, today + datetime.timedelta(days=6))
        return f"<b>{escape(self.name)}</b> ({escape(self.zone)}){week._repr_html_()}"


def _schedule(name: str, catalog: "Catalog | None", venue: str | None) -> Schedule:
    return Schedule(name, catalog=catalog, venue=venue)


def _length(text: str) -> int:
    """``5min`` in seconds."""
    digits = len(text) - len(text.lstrip("0123456789"))
    unit = {"s": 1, "min": 60, "m": 60, "h": 3600}.get(text[digits:])
    if unit is None or (digits and int(text[:digits]) == 0):
        raise errors.InvalidArgument(f"length {text!r}: expected such as 30s, 5min, 1h")
    return int(text[:digits] or 1) * unit

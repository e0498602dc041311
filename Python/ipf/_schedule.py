"""Trading hours: sessions and days as tables, and questions about many times at once."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, escape
from ._packages import numpy

if TYPE_CHECKING:
    from ._calendar import Calendar
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
        known = None if catalog is None else catalog._open
        handle = lib.made(lib.schedule_open, *lib.encoded(name), known, *place)
        self._handle = lib.Handle(handle, lib.schedule_free)

    @property
    def name(self) -> str:
        """As people call it."""
        return lib.text(lib.schedule_name(self._handle)) or ""

    @property
    def venue(self) -> str:
        """The venue's name in the definition; may be empty."""
        return lib.text(lib.schedule_venue(self._handle)) or ""

    @property
    def zone(self) -> str:
        """The IANA name of its time zone."""
        return lib.text(lib.schedule_zone(self._handle)) or ""

    @property
    def definition(self) -> str:
        """The hours as they are written."""
        return lib.text(lib.schedule_definition(self._handle)) or ""

    @property
    def coverage_end(self) -> datetime.date | None:
        """The last day that the holiday lists speak of; ``None`` where there are no lists."""
        end = lib.schedule_coverage_end(self._handle)
        return None if end == lib.NO_DAY else _dates.date(end)

    # Tables

    def sessions(self, start: Any, end: Any, sessions: str = "trading") -> Table:
        """The sessions of days, both included, a row each: ``date``, ``kind``, ``open``, ``close`` (UTC), ``is_beyond_coverage``."""
        first, last, kinds = _dates.day(start), _dates.day(end), _sessions(sessions)
        return self._table(lambda out: lib.check(lib.schedule_sessions, self._handle, first, last, kinds, out))

    def days(self, start: Any, end: Any) -> Table:
        """Days, both included, a row each: ``date``, ``start``, ``end``, ``reset``, ``open`` and ``close`` of regular trading,
        ``pre_open`` and ``post_close`` of all trading, ``is_trading``, ``is_holiday``, ``is_short_day``, ``is_beyond_coverage``."""
        first, last = _dates.day(start), _dates.day(end)
        return self._table(lambda out: lib.check(lib.schedule_days, self._handle, first, last, out))

    def _table(self, fill: Callable[[int], None]) -> Table:
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
                lib.schedule_is_open, self._handle, ctypes.addressof(number), 1, 2, kinds, ctypes.addressof(isOpen))
            return bool(isOpen.value)
        numbers, unit = _dates.array(times)
        found = numpy.empty(numbers.shape, bool)
        lib.check(
            lib.schedule_is_open, self._handle, numbers.ctypes.data, numbers.size, unit, kinds, found.ctypes.data)
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
                lib.schedule_find, self._handle, ctypes.addressof(number), 1, 2, place, kinds, ctypes.addressof(first),
                ctypes.addressof(last), ctypes.addressof(day), None)
            if first.value == lib.NO_TIME:
                return None
            return _dates.time(first.value), _dates.time(last.value), _dates.date(day.value)
        numbers, unit = _dates.array(times)
        opens, closes = numpy.empty(numbers.shape, "int64"), numpy.empty(numbers.shape, "int64")
        days = numpy.empty(numbers.shape, "int32")
        lib.check(
            lib.schedule_find, self._handle, numbers.ctypes.data, numbers.size, unit, place, kinds, opens.ctypes.data,
            closes.ctypes.data, days.ctypes.data, None)
        kind = f"datetime64[{list(_dates.UNITS)[unit]}]"
        dates = days.astype("datetime64[D]")
        dates[days == lib.NO_DAY] = numpy.datetime64("NaT")
        return opens.view(kind), closes.view(kind), dates

    def round_to_session(self, times: Any, length: str, sessions: str = "trading") -> Any:
        """The beginning of the bar that holds each time: bars of a length (``"5min"``, ``"30s"``, ``"1h"``) are counted from the
        opening of each session. NaT outside of sessions.

        :return: for one time a time, or ``None`` outside of sessions
        """
        seconds = _length(length)
        one = _dates.microseconds(times)
        if one is not None:
            found = self.find(times, "current", sessions)
            if found is None:
                return None
            return found[0] + (_dates.time(one) - found[0]) // datetime.timedelta(seconds=seconds) * datetime.timedelta(seconds=seconds)
        numbers, unit = _dates.array(times)
        step = seconds * 1000**unit
        opens = self.find(times, "current", sessions)[0].view("int64")
        bars = opens + (numbers - opens) // step * step
        bars[opens == lib.NO_TIME] = lib.NO_TIME
        return bars.view(f"datetime64[{list(_dates.UNITS)[unit]}]")

    def calendar(self, start: Any = None, end: Any = None, *, sessions: str = "regular", side: str = "left") -> "Calendar":
        """The same hours as :class:`ipf.Calendar`: what ``exchange_calendars`` answers, in pandas."""
        from ._calendar import Calendar

        return Calendar(self, start, end, sessions=sessions, side=side)

    def __reduce__(self) -> tuple[Any, ...]:
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

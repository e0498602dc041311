"""Trading hours: tables of sessions and days, and queries about many times at once."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, escape
from ._forms import Many, One, form
from ._packages import numpy
from ._warnings import deprecated, warn

if TYPE_CHECKING:
    from ._calendar import Calendar
    from ._catalog import Catalog
    from ._instrument import Instrument
    from ._packages import pandas
    from .types import Day, Kinds, MarketTime, Side, Which

_SESSIONS = {
    "no_trading": 1, "pre_market": 2, "regular": 4, "after_market": 8, "overnight": 16, "trading": 30, "all": 31}
_WHICH = {"previous": -1, "current": 0, "next": 1, "nearest": 2}


_LETTERS = {"o": 16, "p": 2, "r": 4, "a": 8}


def _sessions(word: str) -> int:
    if word in _SESSIONS:
        return _SESSIONS[word]
    if word and set(word) <= set(_LETTERS) and len(set(word)) == len(word):
        return sum(_LETTERS[letter] for letter in word)
    raise errors.InvalidArgument(f"sessions {word!r}: expected {', '.join(_SESSIONS)}, or letters of o, p, r and a")


class FoundSession(NamedTuple):
    """The session found for a time; for many times, each element is a column with a value for each time."""

    open: Any
    """The time at which the session opens."""
    close: Any
    """The time at which the session closes."""
    date: Any
    """The trading day to which the session belongs."""


class TradingSpan(NamedTuple):
    """The trading time between two times."""

    time: Any
    """The trading time, a ``timedelta``; for many pairs of times an array of timedelta64."""
    sessions: Any
    """The number of sessions that overlap the range between the times."""
    days: Any
    """The number of trading days to which these sessions belong."""


class Venues(Table):
    """The venues whose schedules are known, one row per venue. Iteration and ``in`` use the venues' names."""

    def __iter__(self) -> Iterator[str]:
        return self._column()

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __getitem__(self, index: int) -> str:
        return list(self)[index]


def venues() -> Venues:
    """Returns the venues whose schedules are known, as a table.

    The columns are ``venue`` (the name that :class:`ipf.Schedule` accepts), ``mic``, ``name``, ``zone``, ``country``,
    ``coverage_start`` and ``coverage_end`` of the holiday lists, and ``kind``: ``main``, ``secondary`` or ``regional``
    for exchanges, ``hours`` for hours that are not those of one exchange. For these, ``mic`` is null.
    """
    return Venues(lambda out: lib.check(lib.venues, out))


class Schedule:
    """The trading hours of an instrument or a venue.

    >>> hours = ipf.Schedule("XNYS")                # a venue, an exchange (NYSE), or hours in the form of TRADING_HOURS
    >>> hours = ipf.Schedule(catalog["AAPL"])       # an instrument
    >>> hours.is_open("2026-11-27T15:00:00Z")
    True

    Times are ``datetime`` values, or the types of numpy, pandas, polars and pyarrow. Naive times are UTC. Results have
    the container and the zone of the argument. A session includes its open, but not its close.

    The parameter ``sessions`` of methods is ``regular``, ``pre_market``, ``after_market``, ``overnight``, ``trading``
    (all of these), ``no_trading`` or ``all``. Letters are accepted, too: ``r`` is regular, ``pra`` is all trading
    except overnight.

    :param catalog: a catalog; ``name`` may then be one of its symbols
    :param venue: the venue whose hours are used if ``name`` defines hours for several venues; the first by default
    :param overnight: adds overnight sessions. Each belongs to the trading day that follows it. They are known for
        shares of exchanges in the United States; other names raise :class:`ipf.NotFound`
    :param strict: raises :class:`ipf.OutOfRange` if a result depends on days whose holidays are unknown; by default,
        such a call issues one :class:`ipf.CoverageWarning`
    :raises ipf.NotFound: the venue or symbol is unknown
    :raises ipf.InvalidRules: the hours can't be read
    """

    def __init__(
        self, name: str | Instrument, *, catalog: "Catalog | None" = None, venue: str | None = None,
        overnight: bool = False,
        strict: bool = False,
    ):
        if not isinstance(name, str):
            from ._instrument import Instrument

            if not isinstance(name, Instrument):
                raise errors.InvalidArgument(f"{name!r} is not a venue, expected a str or an instrument")
            catalog, name = name._catalog, str(name.symbol)
        self._arguments = (name, catalog, venue, strict, overnight)
        self._strict = strict
        place = (None, 0) if venue is None else lib.encoded(venue)
        known = None if catalog is None else catalog._open
        open_ = lib.schedule_open_overnight if overnight else lib.schedule_open
        handle = lib.made(open_, *lib.encoded(name), known, *place)
        self._handle = lib.Handle(handle, lib.schedule_free)

    @property
    def name(self) -> str:
        """The name of the hours for display."""
        return lib.text(lib.schedule_name(self._handle)) or ""

    @property
    def venue(self) -> str:
        """The name of the venue in the definition; may be empty."""
        return lib.text(lib.schedule_venue(self._handle)) or ""

    @property
    def zone(self) -> str:
        """The IANA name of the time zone."""
        return lib.text(lib.schedule_zone(self._handle)) or ""

    @property
    def definition(self) -> str:
        """The hours in the form of TRADING_HOURS."""
        return lib.text(lib.schedule_definition(self._handle)) or ""

    @property
    def coverage_start(self) -> datetime.date | None:
        """The first day whose holidays are known; ``None`` if there are no holiday lists."""
        start = lib.schedule_coverage_start(self._handle)
        return None if start == lib.NO_DAY else _dates.date(start)

    @property
    def coverage_end(self) -> datetime.date | None:
        """The last day whose holidays are known; ``None`` if there are no holiday lists."""
        end = lib.schedule_coverage_end(self._handle)
        return None if end == lib.NO_DAY else _dates.date(end)

    @cached_property
    def _coverage(self) -> tuple[int, int, int, int] | None:
        """The first and the last day whose holidays are known, as days since 1970, and the start and end of this range
        in microseconds since 1970."""
        first, last = lib.schedule_coverage_start(self._handle), lib.schedule_coverage_end(self._handle)
        return None if lib.NO_DAY in (first, last) else (first, last, self._midnight(first), self._midnight(last + 1))

    def _midnight(self, day: int) -> int:
        import zoneinfo

        zone: datetime.tzinfo
        try:
            zone = zoneinfo.ZoneInfo(self.zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            # The zone has no IANA name, such as GMT+00:00, or there is no time zone database.
            zone = datetime.timezone.utc
        time = _dates.microseconds(datetime.datetime.combine(_dates.date(day), datetime.time(), zone))
        assert time is not None
        return time

    def _note_days(self, *days: int | None) -> None:
        """Issues one warning, or raises if strict, if the holidays of a day are unknown."""
        if (known := self._coverage) and any(day is not None and not known[0] <= day <= known[1] for day in days):
            self._beyond()

    def _note_times(self, *times: int) -> None:
        """Issues one warning, or raises if strict, if a time is on a day whose holidays are unknown."""
        if (known := self._coverage) and any(time != lib.NO_TIME and not known[2] <= time < known[3] for time in times):
            self._beyond()

    def _note_arrays(self, *arrays: tuple["numpy.ndarray", int | None]) -> None:
        """Like :meth:`_note_times`, for pairs of an array and its unit. The unit of an array of days is ``None``."""
        known = self._coverage
        if known is None:
            return
        for values, unit in arrays:
            if unit is None:
                first, end, none = known[0], known[1] + 1, lib.NO_DAY
            else:
                first, end = (time // 10**6 * 1000**unit for time in known[2:])
                none = lib.NO_TIME
            if values.size and (values.max() >= end or ((values < first) & (values != none)).any()):
                self._beyond()
                return

    def _beyond(self) -> None:
        start, end = self.coverage_start, self.coverage_end
        message = f"the holiday lists of {self.venue or self.name} cover {start} to {end}"
        if self._strict:
            raise errors.OutOfRange(f"{message}: the holidays of other days are unknown")
        warn(f"{message}: other days may have holidays that are not listed", errors.CoverageWarning)

    def overlay(self, closures: Iterable[Day] = (), *, hours: Mapping[Any, str] | None = None) -> Schedule:
        """Returns these hours with changes of single days, such as closures that the holiday lists do not yet contain.

        >>> hours.overlay(["2027-01-08"], hours={"2027-01-11": "11:00-16:00"}).is_open("2027-01-08T15:00Z")
        False

        :param closures: days without trading
        :param hours: for each changed day the regular sessions in local time, such as ``"09:00-11:30, 12:30-15:00"``.
            The day then has no other sessions
        """
        if isinstance(closures, str) or not isinstance(closures, Iterable):
            raise errors.InvalidArgument(f"{closures!r} is a single day, expected several: [{closures!r}]")
        changes = {_dates.day(day): "" for day in closures}
        changes.update((_dates.day(day), _day_definition(text)) for day, text in (hours or {}).items())
        definition = self.definition[:-1]
        for number, text in sorted(changes.items()):
            definition += f"{'' if definition.endswith('(') else ';'}{_dates.date(number):%Y%m%d}={text}"
        return Schedule(definition + ")", strict=self._strict)

    # Tables

    def sessions(self, start: Day, end: Day, sessions: Kinds = "trading") -> Table:
        """Returns the sessions in a range of days, both ends included, one row per session.

        The columns are ``date``, ``kind``, ``open`` and ``close`` (UTC), and ``is_beyond_coverage``.
        """
        first, last, kinds = _dates.day(start), _dates.day(end), _sessions(sessions)
        self._note_days(first, last)
        return Table._checked(lambda out: lib.check(lib.schedule_sessions, self._handle, first, last, kinds, out))

    def days(self, start: Day, end: Day) -> Table:
        """Returns the days in a range, both ends included, one row per day.

        The columns are ``date``, ``start``, ``end``, ``reset``, ``open`` and ``close`` (of regular trading),
        ``pre_open`` and ``post_close`` (the first open and last close of all trading), ``is_trading``, ``is_holiday``,
        ``is_short_day`` and ``is_beyond_coverage``.
        """
        first, last = _dates.day(start), _dates.day(end)
        self._note_days(first, last)
        return Table._checked(lambda out: lib.check(lib.schedule_days, self._handle, first, last, out))

    def holidays(self, start: Day, end: Day) -> Table:
        """Returns the holidays, early closes and other named days in a range, both ends included, one row per day.

        The columns are ``date``, ``name``, ``local_name``, ``kind`` (``public``, ``exchange``, ``election``,
        ``mourning``, ``weather``, ``ceremony``, ``system``, ``emergency`` or ``other``), ``certainty`` (``rule``,
        ``announced``, ``computed`` or ``assumed``), ``is_trading``, ``is_short_day`` and ``is_beyond_coverage``.
        Unknown names are null.
        """
        first, last = _dates.day(start), _dates.day(end)
        self._note_days(first, last)
        return Table._checked(lambda out: lib.check(lib.schedule_holidays, self._handle, first, last, out))

    # Times

    @overload
    def is_open(self, times: str | datetime.date, sessions: Kinds = "trading") -> bool: ...

    @overload
    def is_open(self, times: Any, sessions: Kinds = "trading") -> Any: ...

    def is_open(self, times: Any, sessions: Kinds = "trading") -> Any:
        """Returns whether a session contains a time; for many times, a column of ``bool``."""
        kinds = _sessions(sessions)
        given = form(times)
        if isinstance(given, One):
            number, isOpen = ctypes.c_int64(given.number), ctypes.c_uint8()
            lib.check(
                lib.schedule_is_open, self._handle, ctypes.addressof(number), 1, 2, kinds, ctypes.addressof(isOpen))
            self._note_times(given.number)
            return bool(isOpen.value)
        numbers, unit = given.numbers()
        found = numpy.empty(numbers.shape, bool)
        lib.check(
            lib.schedule_is_open, self._handle, numbers.ctypes.data, numbers.size, unit, kinds, found.ctypes.data)
        self._note_arrays((numbers, unit))
        return given.column(found)

    @overload
    def find(
        self, times: str | datetime.date, which: Which = "current", sessions: Kinds = "trading"
    ) -> FoundSession | None: ...

    @overload
    def find(self, times: Any, which: Which = "current", sessions: Kinds = "trading") -> Any: ...

    def find(self, times: Any, which: Which = "current", sessions: Kinds = "trading") -> Any:
        """Finds the session at each time.

        :param which: ``current`` finds the session that contains the time, ``next`` the session after the time, and
            ``previous`` the session before it. ``nearest`` finds the current session, otherwise the nearer of the next
            and the previous session
        :return: for one time ``(open, close, date)``, or ``None`` if there is no such session; for many times a named
            tuple of three columns, with NaT instead of ``None``
        """
        if which not in _WHICH:
            raise errors.InvalidArgument(f"which {which!r}: expected {', '.join(_WHICH)}")
        place, kinds = _WHICH[which], _sessions(sessions)
        given = form(times)
        if isinstance(given, One):
            number, day = ctypes.c_int64(given.number), ctypes.c_int32()
            first, last = ctypes.c_int64(), ctypes.c_int64()
            lib.check(
                lib.schedule_find, self._handle, ctypes.addressof(number), 1, 2, place, kinds, ctypes.addressof(first),
                ctypes.addressof(last), ctypes.addressof(day), None)
            self._note_times(given.number, first.value)
            if first.value == lib.NO_TIME:
                return None
            return FoundSession(given.time(first.value), given.time(last.value), _dates.date(day.value))
        numbers, unit = given.numbers()
        opens, closes = numpy.empty(numbers.shape, "int64"), numpy.empty(numbers.shape, "int64")
        days = numpy.empty(numbers.shape, "int32")
        lib.check(
            lib.schedule_find, self._handle, numbers.ctypes.data, numbers.size, unit, place, kinds, opens.ctypes.data,
            closes.ctypes.data, days.ctypes.data, None)
        self._note_arrays((numbers, unit), (days, None))
        kind = f"datetime64[{list(_dates.UNITS)[unit]}]"
        dates = days.astype("datetime64[D]")
        dates[days == lib.NO_DAY] = numpy.datetime64("NaT")
        return FoundSession(given.times(opens.view(kind)), given.times(closes.view(kind)), given.dates(dates))

    @overload
    def bar_start(
        self, times: str | datetime.date, length: str | datetime.timedelta, sessions: Kinds = "trading"
    ) -> datetime.datetime | None: ...

    @overload
    def bar_start(self, times: Any, length: str | datetime.timedelta, sessions: Kinds = "trading") -> Any: ...

    def bar_start(self, times: Any, length: str | datetime.timedelta, sessions: Kinds = "trading") -> Any:
        """Returns the start of the bar that contains each time. The first bar of a session starts at its open.

        :param length: the length of a bar: ``"5min"``, ``"30s"``, ``"1h"``
        :return: for one time a time, or ``None`` outside of sessions; for many times a column, with NaT instead of
            ``None``
        """
        seconds = _length(length)
        given = form(times)
        if isinstance(given, One):
            one = self.find(_dates.time(given.number), "current", sessions) if given.number != lib.NO_TIME else None
            if one is None:
                return given.time(lib.NO_TIME)
            first, step = _dates.microseconds(one.open) or 0, seconds * 10**6
            return given.time(first + (given.number - first) // step * step)
        numbers, unit = given.numbers()
        kind, step = f"datetime64[{list(_dates.UNITS)[unit]}]", seconds * 1000**unit
        opens = self.find(numbers.view(kind), "current", sessions).open.view("int64")
        bars = numpy.where(opens == lib.NO_TIME, lib.NO_TIME, opens + (numbers - opens) // step * step)
        return given.times(bars.view(kind))

    round_to_session = deprecated(bar_start, "round_to_session")

    # Arithmetic of trading time

    def bars(self, start: Any, end: Any, every: str | datetime.timedelta, sessions: Kinds = "trading") -> Table:
        """Returns the bars of a length (``"5m"``, ``"1h30m"``) that overlap the range from ``start`` to ``end``.

        If both ends are days, the range includes both days, as in :meth:`sessions`. Each bar is a row with the columns
        of :meth:`sessions`. The first bar of a session starts at its open, and the last bar ends at its close. So a bar
        never contains a break.

        >>> hours.bars("2026-11-27", "2026-11-28", every="30m", sessions="r").to_pandas()
        """
        kinds, length = _sessions(sessions), _duration(every)
        if _is_day(start) and _is_day(end):
            if _dates.day(start) > _dates.day(end):
                raise errors.InvalidArgument(f"{start} to {end}: expected a start that is not after the end")
            first, last = (self._edge(day, index) for index, day in enumerate((start, end)))
        else:
            first, last = _moment(start), _moment(end)
        self._note_times(first, max(first, last - 1))
        return Table._checked(
            lambda out: lib.check(lib.schedule_bars, self._handle, first, last, length, 2, kinds, out))

    def _edge(self, day: Any, end: int) -> int:
        """Returns the start of a trading day, or its end if ``end`` is 1, in microseconds since 1970."""
        number = _dates.day(day)
        row = Table(lambda out: lib.check(lib.schedule_days, self._handle, number, number, out)).to_dicts()[0]
        found = _dates.microseconds(row["end" if end else "start"])
        assert found is not None
        return found

    def between(self, start: Any, end: Any, sessions: Kinds = "trading") -> TradingSpan:
        """Returns the trading time and the numbers of sessions and days between two times, or many pairs of times."""
        kinds = _sessions(sessions)
        starting, ending = form(start), form(end)
        if isinstance(starting, One) and isinstance(ending, One):
            one, other = starting.number, ending.number
            values = (ctypes.c_int64 * 5)(one, other)
            place = [ctypes.addressof(values) + 8 * index for index in range(5)]
            lib.check(lib.schedule_between, self._handle, place[0], place[1], 1, 2, kinds, *place[2:])
            if values[2] == lib.NO_TIME:
                raise errors.InvalidArgument("NaT is not a time")
            self._note_times(one, max(one, other - 1))
            return TradingSpan(datetime.timedelta(microseconds=values[2]), values[3], values[4])
        given = starting if isinstance(starting, Many) else ending
        starts, ends = (_microseconds(times) for times in (starting, ending))
        starts, ends = (numpy.asarray(times, order="C") for times in numpy.broadcast_arrays(starts, ends))
        lengths, counts, days = (numpy.empty(starts.shape, "int64") for _ in range(3))
        lib.check(
            lib.schedule_between, self._handle, starts.ctypes.data, ends.ctypes.data, starts.size, 2, kinds,
            lengths.ctypes.data,
            counts.ctypes.data, days.ctypes.data)
        self._note_arrays((starts, 2), (numpy.where(ends > starts, ends - 1, ends), 2))
        return TradingSpan(*map(given.column, (lengths.view("timedelta64[us]"), counts, days)))

    @overload
    def add_time(
        self, times: str | datetime.date, length: str | datetime.timedelta, sessions: Kinds = "trading"
    ) -> datetime.datetime | None: ...

    @overload
    def add_time(self, times: Any, length: Any, sessions: Kinds = "trading") -> Any: ...

    def add_time(self, times: Any, length: Any, sessions: Kinds = "trading") -> Any:
        """Adds trading time (``"90m"``, ``"-1h30m"``) to each time.

        If the trading time ends exactly with a session, the result is the close of that session, not the next open. If
        a negative time leads back exactly to the start of a session, the result is its open, not the previous close.

        :param length: a length of time, or an array of timedelta64, which is broadcast with the times
        :return: for one time a time, or ``None`` if no session follows within 366 days; for many times a column, with
            NaT instead of ``None``
        """
        kinds, given = _sessions(sessions), form(times)
        if isinstance(given, One) and isinstance(length, (str, datetime.timedelta)):
            values = (ctypes.c_int64 * 3)(given.number, _duration(length))
            place = [ctypes.addressof(values) + 8 * index for index in range(3)]
            lib.check(lib.schedule_add, self._handle, place[0], 1, 2, place[1], 1, kinds, place[2])
            self._note_times(given.number, values[2])
            return given.time(values[2])
        if isinstance(length, (str, datetime.timedelta)):
            lengths = numpy.array(_duration(length), "int64")
        else:
            lengths = numpy.asarray(length)
            if lengths.dtype.kind != "m":
                raise errors.InvalidArgument(
                    f"an array of {lengths.dtype} does not contain lengths, expected timedelta64")
            if numpy.isnat(lengths).any():
                raise errors.InvalidArgument("NaT is not a length")
            lengths = lengths.astype("timedelta64[us]").view("int64")
        numbers, unit = (numpy.array(given.number), 2) if isinstance(given, One) else given.numbers()
        step = 1000 ** abs(unit - 2)
        if unit == 3 and (numpy.abs(lengths) < 1 << 53).all():
            lengths = numpy.asarray(lengths * step)
        elif unit < 2 and not (lengths % step).any():
            lengths = numpy.asarray(lengths // step)
        elif unit != 2:
            # A length has parts of the unit of the times, or is too long for nanoseconds.
            numbers, unit = _microseconds(given), 2
        numbers, lengths = _broadcast(numbers, lengths)
        sums = numpy.empty(numbers.shape, "int64")
        lib.check(
            lib.schedule_add, self._handle, numbers.ctypes.data, numbers.size, unit, lengths.ctypes.data, lengths.size,
            kinds,
            sums.ctypes.data)
        self._note_arrays((numbers, unit), (sums, unit))
        times = sums.view(f"datetime64[{list(_dates.UNITS)[unit]}]")
        return times if isinstance(given, One) else given.times(times)

    add = deprecated(add_time, "add")

    @overload
    def add_days(self, days: str | datetime.date, count: int) -> datetime.date | None: ...

    @overload
    def add_days(self, days: Any, count: Any) -> Any: ...

    def add_days(self, days: Any, count: Any) -> Any:
        """Returns the date that is ``count`` trading days after each date; a negative ``count`` counts backward. The
        given date is not counted.

        :param count: a whole number, or an array of whole numbers, which is broadcast with the dates
        :return: for one date a date, or ``None`` if no trading day follows within 366 days; for many dates a column,
            with NaT instead of ``None``
        """
        given = form(days)
        if getattr(count, "ndim", 0) == 0 and not isinstance(count, (list, tuple)):
            steps = _steps(lib.number(count, "count"))
            if isinstance(given, One):
                if given.number == lib.NO_TIME:
                    return days
                values = (ctypes.c_int32 * 3)(_dates.day(days), steps)
                place = [ctypes.addressof(values) + 4 * index for index in range(3)]
                lib.check(lib.schedule_offset, self._handle, place[0], 1, place[1], 1, place[2])
                self._note_days(values[0], None if values[2] == lib.NO_DAY else values[2])
                return None if values[2] == lib.NO_DAY else _dates.date(values[2])
            counts = numpy.array(steps, "int32")
        else:
            counts = numpy.asarray(count)
            if counts.dtype.kind not in "iu":
                raise errors.InvalidArgument(
                    f"an array of {counts.dtype} does not contain counts, expected whole numbers")
            if counts.size:
                _steps(int(counts.min())), _steps(int(counts.max()))
        numbers, counts = _broadcast(
            numpy.array(_dates.day(days), "int32") if isinstance(given, One) else given.days(), counts.astype("int32"))
        sums = numpy.empty(numbers.shape, "int32")
        lib.check(
            lib.schedule_offset, self._handle, numbers.ctypes.data, numbers.size, counts.ctypes.data, counts.size,
            sums.ctypes.data)
        self._note_arrays((numbers, None), (sums, None))
        dates = sums.astype("datetime64[D]")
        dates[sums == lib.NO_DAY] = numpy.datetime64("NaT")
        return dates if isinstance(given, One) else given.dates(dates, asGiven=True)

    offset = deprecated(add_days, "offset")

    def calendar(
        self, start: Day | None = None, end: Day | None = None, *, sessions: Kinds = "regular", side: Side = "left"
    ) -> "Calendar":
        """Returns an :class:`ipf.Calendar` with these hours. It has the interface of ``exchange_calendars``."""
        from ._calendar import Calendar

        return Calendar(self, start, end, sessions=sessions, side=side)

    def schedule(
        self, start_date: Day, end_date: Day, tz: Any = "UTC", start: MarketTime = "market_open",
        end: MarketTime = "market_close", *,
        market_times: Sequence[MarketTime] | Literal["all"] | None = None
    ) -> "pandas.DataFrame":
        """Returns the times of each trading day, as ``schedule`` of ``pandas_market_calendars`` does.

        The index has the days, without a zone. The columns are a part of this list, from ``start`` to ``end``:
        ``pre``, ``market_open``, ``break_start``, ``break_end``, ``market_close``, ``post``. Columns of breaks,
        ``pre`` and ``post`` are omitted if no day has such a time.

        :param tz: the zone of the times
        :param market_times: a list of columns, or ``all``; replaces ``start`` and ``end``
        """
        from ._market_times import market_times as found

        return found(self, start_date, end_date, tz, start, end, market_times)

    def __reduce__(self) -> tuple[Any, ...]:
        return _schedule, self._arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schedule) and self.definition == other.definition

    def __hash__(self) -> int:
        return hash(self.definition)

    def __repr__(self) -> str:
        return f"<Schedule {self.name}, {self.zone}>"

    def _repr_html_(self) -> str:
        # Shows the sessions of the next seven days, which are what most users look for.
        today = datetime.datetime.now(datetime.timezone.utc).date()
        week = self.sessions(today, today + datetime.timedelta(days=6))
        return f"<b>{escape(self.name)}</b> ({escape(self.zone)}){week._repr_html_()}"


def _schedule(
    name: str, catalog: "Catalog | None", venue: str | None, strict: bool, overnight: bool = False) -> Schedule:
    return Schedule(name, catalog=catalog, venue=venue, overnight=overnight, strict=strict)


def _day_definition(text: Any) -> str:
    """Returns sessions such as ``09:00-11:30, 12:30-15:00`` in the form of TRADING_HOURS."""
    sessions = str(text).replace(" ", "").split(",")
    digits = "".join(sessions).replace(":", "").replace("-", "")
    if any(len(session) != 11 or session[2::3] != ":-:" for session in sessions) or not digits.isdecimal():
        raise errors.InvalidArgument(f"{text!r}: expected sessions such as 09:30-13:00")
    return digits


def _steps(count: int) -> int:
    if abs(count) > 100_000:
        raise errors.InvalidArgument(f"count {count!r}: expected at most 100000 trading days")
    return count


def _broadcast(values: "numpy.ndarray", steps: "numpy.ndarray") -> "tuple[numpy.ndarray, numpy.ndarray]":
    """Returns the values broadcast to the common shape, and one step for all values or one step for each value."""
    shape = numpy.broadcast_shapes(values.shape, steps.shape)
    values = numpy.ascontiguousarray(numpy.broadcast_to(values, shape))
    if steps.size == 1:
        return values.reshape(shape), steps
    return values.reshape(shape), numpy.ascontiguousarray(numpy.broadcast_to(steps, shape))


def _length(text: str | datetime.timedelta) -> int:
    """Returns the length of a bar, such as ``5min``, in seconds."""
    if isinstance(text, datetime.timedelta):
        seconds = text.total_seconds()
        if seconds < 1 or seconds != int(seconds):
            raise errors.InvalidArgument(f"length {text!r}: expected whole seconds")
        return int(seconds)
    if not isinstance(text, str):
        raise errors.InvalidArgument(f"length {text!r}: expected a length such as 30s, 5min or 1h")
    digits = len(text) - len(text.lstrip("0123456789"))
    unit = {"s": 1, "min": 60, "m": 60, "h": 3600}.get(text[digits:])
    if unit is None or (digits and int(text[:digits]) == 0):
        raise errors.InvalidArgument(f"length {text!r}: expected a length such as 30s, 5min or 1h")
    return int(text[:digits] or 1) * unit


def _moment(value: Any) -> int:
    """Returns a single time in microseconds since 1970."""
    found = _dates.microseconds(value)
    if found is None or found == lib.NO_TIME:
        raise errors.InvalidArgument(f"{value!r} is not a time, expected a datetime or YYYY-MM-DDTHH:MM:SSZ")
    return found


def _microseconds(given: One | Many) -> "numpy.ndarray":
    """Returns the argument's times as an array of microseconds since 1970."""
    if isinstance(given, One):
        return numpy.array(given.number, "int64")
    numbers, unit = given.numbers()
    times = numbers.view(f"datetime64[{list(_dates.UNITS)[unit]}]")
    return numpy.asarray(times.astype("datetime64[us]"), order="C").view("int64")


def _is_day(value: Any) -> bool:
    """Returns whether a value is a day rather than a time."""
    if isinstance(value, str):
        return len(value) == 10
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


_UNITS = {"h": 3_600_000_000, "m": 60_000_000, "min": 60_000_000, "s": 1_000_000, "ms": 1000}


def _duration(length: str | datetime.timedelta) -> int:
    """Returns a length of time such as ``1h30m`` in microseconds."""
    if isinstance(length, datetime.timedelta):
        return length // datetime.timedelta(microseconds=1)
    fault = errors.InvalidArgument(f"length {length!r}: expected a length such as 90m, 1h30m, 45s or 250ms")
    if not isinstance(length, str):
        raise fault
    sign, rest, total = (-1 if length.startswith("-") else 1), length[1:] if length[:1] in ("-", "+") else length, 0
    if not rest:
        raise fault
    while rest:
        after = rest.lstrip("0123456789")
        unit = after[: len(after) - len(after.lstrip("hmins"))]
        digits = rest[: len(rest) - len(after)]
        if not digits or len(digits) > 9 or unit not in _UNITS:
            raise fault
        total += int(digits) * _UNITS[unit]
        rest = after[len(unit) :]
    return sign * total

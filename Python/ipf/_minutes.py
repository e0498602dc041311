"""The minutes of a calendar: the second half of :class:`ipf.Calendar`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from . import errors
from ._packages import numpy, pandas
from ._sessions import MINUTE, SIDES, Sessions, _known, _time, _times

if TYPE_CHECKING:
    from .types import Direction, Side


class Minutes(Sessions):
    # A minute is represented by the time at which it begins. For each stretch, `_firsts` and `_lasts` have the first
    # and the last trading minute, which depend on the calendar's side.

    @cached_property
    def _firsts(self) -> "numpy.ndarray":
        opens = self._stretch_opens
        return -(-opens // MINUTE) * MINUTE if self.side in ("left", "both") else (opens // MINUTE + 1) * MINUTE

    @cached_property
    def _lasts(self) -> "numpy.ndarray":
        closes = self._stretch_closes
        return closes // MINUTE * MINUTE if self.side in ("right", "both") else (-(-closes // MINUTE) - 1) * MINUTE

    @cached_property
    def _minutes(self) -> "numpy.ndarray":
        minutes = _spread(self._firsts, (self._lasts - self._firsts) // MINUTE + 1, MINUTE)
        # With the side "both", adjacent sessions share a minute, which is kept once.
        return minutes[numpy.append(True, minutes[1:] > minutes[:-1])]

    @cached_property
    def minutes(self) -> "pandas.DatetimeIndex":
        """All trading minutes. Minutes of breaks are not included."""
        return _times(self._minutes)

    @property
    def first_minute(self) -> "pandas.Timestamp":
        """The first minute of the first session."""
        return _time(self._firsts[0])

    @property
    def last_minute(self) -> "pandas.Timestamp":
        """The last minute of the last session."""
        return _time(self._lasts[-1])

    @property
    def first_minutes(self) -> "pandas.Series":
        """The first minute of each session."""
        return self._series(self._firsts[self._first_stretches], "first_minutes")

    @property
    def last_minutes(self) -> "pandas.Series":
        """The last minute of each session."""
        return self._series(self._lasts[self._last_stretches], "last_minutes")

    def _series(self, values: "numpy.ndarray", name: str) -> "pandas.Series":
        return pandas.Series(_times(values), index=self.sessions, name=name)

    # The minutes of sessions

    def session_first_minute(self, session: Any) -> "pandas.Timestamp":
        """Returns the first minute of a session.

        :raises ipf.NotFound: the day is not a session; all methods with the parameter ``session`` may raise this error
        """
        return _time(self._firsts[self._first_stretches[self._session(session)]])

    def session_last_minute(self, session: Any) -> "pandas.Timestamp":
        """Returns the last minute of a session."""
        return _time(self._lasts[self._last_stretches[self._session(session)]])

    def session_first_last_minute(self, session: Any) -> "tuple[pandas.Timestamp, pandas.Timestamp]":
        """Returns the first and the last minute of a session."""
        return self.session_first_minute(session), self.session_last_minute(session)

    def session_minutes(self, session: Any) -> "pandas.DatetimeIndex":
        """Returns the minutes of a session."""
        return self.minutes_in_range(*self.session_first_last_minute(session))

    def sessions_minutes(self, start: Any, end: Any) -> "pandas.DatetimeIndex":
        """Returns the minutes of the sessions in a range of days, both ends included."""
        return self.minutes[self._minutes_of(start, end)]

    def sessions_minutes_count(self, start: Any, end: Any) -> int:
        """Counts the minutes of the sessions in a range of days, both ends included."""
        place = self._minutes_of(start, end)
        return max(0, int(place.stop - place.start))

    def _minutes_of(self, start: Any, end: Any) -> slice:
        sessions = self._sessions_slice(start, end)
        if sessions.start >= sessions.stop:
            return slice(0, 0)
        first = self._firsts[self._first_stretches[sessions.start]]
        last = self._lasts[self._last_stretches[sessions.stop - 1]]
        return slice(self._minutes.searchsorted(first), self._minutes.searchsorted(last, "right"))

    # Methods about one minute. A time inside a minute is rounded down, with the side "right" up.

    def is_trading_minute(self, minute: Any) -> bool:
        """Returns whether a minute is a trading minute. Minutes of breaks are not."""
        return self._is_traded(self._minute(minute))

    def is_break_minute(self, minute: Any) -> bool:
        """Returns whether a minute is in a break of a session."""
        value = self._minute(minute)
        return self._is_within(value) and not self._is_traded(value)

    def is_open_on_minute(self, minute: Any, ignore_breaks: bool = False) -> bool:
        """Returns whether a minute is a trading minute. With ``ignore_breaks``, minutes of breaks are, too."""
        value = self._minute(minute)
        return self._is_within(value) if ignore_breaks else self._is_traded(value)

    def is_open_at_time(self, timestamp: Any, side: Side = "left", ignore_breaks: bool = False) -> bool:
        """Returns whether a session contains a time, to the nanosecond. For many times, use :meth:`Schedule.is_open`.

        :param side: the ends that belong to a session: ``left``, ``right``, ``both`` or ``neither``
        """
        if side not in SIDES:
            raise errors.InvalidArgument(f"side {side!r}: expected {', '.join(SIDES)}")
        value = self._exact(timestamp)
        opens, closes = (self._opens, self._closes) if ignore_breaks else (self._stretch_opens, self._stretch_closes)
        first = opens.searchsorted(value, "right" if side in ("left", "both") else "left")
        last = closes.searchsorted(value, "left" if side in ("right", "both") else "right")
        # A session contains the time if more sessions have opened before it than have closed.
        return bool(first > last)

    def next_open(self, minute: Any) -> "pandas.Timestamp":
        """Returns the first open of a session after a time."""
        return self._after(self._opens, minute)

    def previous_open(self, minute: Any) -> "pandas.Timestamp":
        """Returns the last open of a session before a time."""
        return self._before(self._opens, minute)

    def next_close(self, minute: Any) -> "pandas.Timestamp":
        """Returns the first close of a session after a time."""
        return self._after(self._closes, minute)

    def previous_close(self, minute: Any) -> "pandas.Timestamp":
        """Returns the last close of a session before a time."""
        return self._before(self._closes, minute)

    def next_minute(self, minute: Any) -> "pandas.Timestamp":
        """Returns the first trading minute after a minute."""
        return self.minutes[self._some(self._minutes.searchsorted(self._minute(minute), "right"))]

    def previous_minute(self, minute: Any) -> "pandas.Timestamp":
        """Returns the last trading minute before a minute."""
        return self.minutes[self._some(self._minutes.searchsorted(self._minute(minute)) - 1)]

    def minute_to_trading_minute(self, minute: Any, direction: Direction = "none") -> "pandas.Timestamp":
        """Returns the minute itself if it is a trading minute, otherwise the ``next`` or ``previous`` trading minute.

        :raises ipf.NotFound: the direction is ``none``, and the minute is not a trading minute
        """
        _known(direction, ("next", "previous", "none"))
        if direction == "none" or self.is_trading_minute(minute):
            return self.minutes[self._traded(minute)]
        return self.next_minute(minute) if direction == "next" else self.previous_minute(minute)

    def minute_offset(self, minute: Any, count: int) -> "pandas.Timestamp":
        """Returns the trading minute that is ``count`` trading minutes after ``minute``, before it if negative."""
        return self.minutes[self._some(self._traded(minute) + lib.number(count, "count"))]

    def minute_offset_by_sessions(self, minute: Any, count: int = 1) -> "pandas.Timestamp":
        """Returns the minute of the session ``count`` sessions later that has the same time of day in UTC.

        If that is not a trading minute, the result is the session's last trading minute before that time, or its first
        trading minute if there is none before.

        :param count: the number of sessions; negative for earlier sessions
        """
        value = self._minutes[self._traded(minute)]
        place = self._session_lasts.searchsorted(value)
        other = self._inside(place + lib.number(count, "count"))
        shifted = value + (self._days[other] - self._days[place]) * 1440 * MINUTE
        last = self._minutes[max(0, self._minutes.searchsorted(shifted, "right") - 1)]
        return _time(min(max(last, self._session_firsts[other]), self._session_lasts[other]))

    # The session that contains a minute. Breaks belong to their sessions.

    def minute_to_session(self, minute: Any, direction: Direction = "next") -> "pandas.Timestamp":
        """Returns the session that contains a minute, otherwise the ``next`` or ``previous`` session.

        :raises ipf.NotFound: the direction is ``none``, and no session contains the minute
        """
        _known(direction, ("next", "previous", "none"))
        value = self._minute(minute)
        if self._is_within(value) or direction == "next":
            return self.sessions[self._inside(self._session_lasts.searchsorted(value))]
        if direction == "none":
            raise errors.NotFound(
                f"{_time(value)}: no session of {self.name}; use the direction next or previous to find one")
        return self.sessions[self._inside(self._session_firsts.searchsorted(value, "right") - 1)]

    def minute_to_past_session(self, minute: Any, count: int = 1) -> "pandas.Timestamp":
        """Returns the session that is ``count`` sessions before a minute, not counting a session that contains it."""
        place = self._session_lasts.searchsorted(self._minute(minute))
        return self.sessions[self._inside(place - _positive(count))]

    def minute_to_future_session(self, minute: Any, count: int = 1) -> "pandas.Timestamp":
        """Returns the session that is ``count`` sessions after a minute, not counting a session that contains it."""
        place = self._session_firsts.searchsorted(self._minute(minute), "right") - 1
        return self.sessions[self._inside(place + _positive(count))]

    def minutes_to_sessions(self, minutes: Any) -> "pandas.DatetimeIndex":
        """Returns the session of each minute.

        :raises ipf.NotFound: a minute is in no session; the text names the first such minute
        """
        numbers, unit = _dates.array(minutes)
        values = numbers * 1000 ** (3 - unit)
        places = self._session_lasts.searchsorted(values)
        known = numpy.minimum(places, self._days.size - 1)
        outside = numpy.flatnonzero((places == self._days.size) | (values < self._session_firsts[known]))
        if outside.size:
            raise errors.NotFound(
                f"{_time(values[outside[0]])}: no session of {self.name}; "
                f"this applies to {outside.size} of {values.size} minutes")
        return self.sessions[places]

    # Several minutes

    def minutes_in_range(self, start: Any, end: Any) -> "pandas.DatetimeIndex":
        """Returns the trading minutes in a range, both ends included."""
        return self.minutes[self._minutes_slice(self._minute(start), self._minute(end))]

    def minutes_window(self, minute: Any, count: int) -> "pandas.DatetimeIndex":
        """Returns ``count`` trading minutes, of which ``minute`` is the first, or the last if ``count`` is negative."""
        if lib.number(count, "count") == 0:
            raise errors.InvalidArgument("count 0: expected a number of minutes, negative for those before")
        place = self._traded(minute)
        other = self._some(place + count - (1 if count > 0 else -1))
        return self.minutes[min(place, other) : max(place, other) + 1]

    def minutes_distance(self, start: Any, end: Any) -> int:
        """Counts the trading minutes in a range, both ends included. Negative if the end is earlier than the start."""
        first, last = self._minute(start), self._minute(end)
        found = self._minutes_slice(min(first, last), max(first, last))
        return int(found.stop - found.start) * (-1 if last < first else 1)

    # Parts

    @cached_property
    def _session_firsts(self) -> "numpy.ndarray":
        return self._firsts[self._first_stretches]

    @cached_property
    def _session_lasts(self) -> "numpy.ndarray":
        return self._lasts[self._last_stretches]

    def _is_traded(self, value: int) -> bool:
        return bool(self._firsts.searchsorted(value, "right") > self._lasts.searchsorted(value))

    def _is_within(self, value: int) -> bool:
        return bool(self._session_firsts.searchsorted(value, "right") > self._session_lasts.searchsorted(value))

    def _minutes_slice(self, first: int, last: int) -> slice:
        return slice(self._minutes.searchsorted(first), self._minutes.searchsorted(last, "right"))

    def _exact(self, time: Any) -> int:
        value = getattr(time, "value", None) if type(time).__name__ == "Timestamp" else None
        if value is None:
            microseconds = _dates.microseconds(time)
            if microseconds is None or microseconds == lib.NO_TIME:
                raise errors.InvalidArgument(
                    f"{time!r} is not a single time; for many times use Schedule.is_open or Schedule.find")
            value = microseconds * 1000
        first, last = self._range
        if not first - 1 <= value // (1440 * MINUTE) <= last + 1:
            raise errors.OutOfRange(
                f"{_time(value)}: this calendar covers {_dates.date(first)} to {_dates.date(last)}; "
                "pass another start or end to ipf.Calendar")
        return value

    def _minute(self, minute: Any) -> int:
        value = self._exact(minute)
        return (-(-value // MINUTE) if self.side == "right" else value // MINUTE) * MINUTE

    def _traded(self, minute: Any) -> int:
        value = self._minute(minute)
        place = int(self._minutes.searchsorted(value))
        if place == self._minutes.size or self._minutes[place] != value:
            raise errors.NotFound(
                f"{_time(value)}: {self.name} is not traded then; "
                "minute_to_trading_minute finds the next or previous minute")
        return place

    def _some(self, place: Any) -> int:
        if not 0 <= place < self._minutes.size:
            raise errors.OutOfRange(
                f"there is no such minute: this calendar covers {self.first_minute} to {self.last_minute}")
        return int(place)

    def _after(self, values: "numpy.ndarray", time: Any) -> "pandas.Timestamp":
        return _time(values[self._inside(values.searchsorted(self._exact(time), "right"))])

    def _before(self, values: "numpy.ndarray", time: Any) -> "pandas.Timestamp":
        return _time(values[self._inside(values.searchsorted(self._exact(time)) - 1)])


def _spread(firsts: "numpy.ndarray", counts: "numpy.ndarray", step: int) -> "numpy.ndarray":
    """Returns equidistant times, ``step`` apart: for each element of ``firsts`` as many as ``counts`` has there."""
    before = numpy.cumsum(counts) - counts
    return numpy.repeat(firsts - before * step, counts) + numpy.arange(counts.sum()) * step


def _positive(count: int) -> int:
    return lib.number(count, "count", 1)

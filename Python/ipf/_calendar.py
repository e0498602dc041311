"""Calendars with the interface of ``exchange_calendars``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _dates, errors
from ._minutes import Minutes, _spread
from ._packages import numpy, pandas
from ._schedule import Schedule
from ._sessions import MINUTE, _times

if TYPE_CHECKING:
    from .types import Kinds, Side


class Calendar(Minutes):
    """The sessions and minutes of a venue or an instrument. Methods have the names and pandas results of
    ``exchange_calendars``.

    >>> calendar = ipf.Calendar("XNYS", "2015-01-01", "2026-12-31")
    >>> calendar.next_open("2026-11-27T15:00:00Z")
    Timestamp('2026-11-30 14:30:00+0000', tz='UTC')

    A session is a day with trading, labeled by its date. Times are in UTC; naive times are interpreted as UTC. A
    calendar needs pandas; :class:`ipf.Schedule` does not.

    :param schedule: an :class:`ipf.Schedule`, or the first argument of its initializer: a venue, an exchange, an
        instrument, or hours in the form of TRADING_HOURS
    :param start: the first day; 20 years ago by default
    :param end: the last day, included; a year from now by default
    :param sessions: the sessions that count as trading: ``regular``, ``trading`` (with pre-market and after-market), or
        another value that :class:`ipf.Schedule` accepts
    :param side: which minutes at the ends of a session are trading minutes: the minute of the open (``left``), the
        minute of the close (``right``), ``both`` or ``neither``
    :raises ipf.OutOfRange: a day is outside of the calendar; every method may raise this error
    """

    def trading_index(
        self, start: Any, end: Any, period: Any, intervals: bool = True, closed: Side = "left", *, force: bool = False,
        curtail_overlaps: bool = False, ignore_breaks: bool = False
    ) -> "pandas.IntervalIndex | pandas.DatetimeIndex":
        """Returns the bars of the sessions in a range of days. Bars start at each open and after each break.

        :param start: the first day
        :param end: the last day, included
        :param period: the length of a bar, in pandas notation: ``"5min"``; ``"1D"`` returns the sessions
        :param intervals: ``True`` returns an interval for each bar; ``False`` returns the times that ``closed`` selects
        :param closed: the closed side of the intervals. Without ``intervals``, the times to return: ``left`` for the
            starts of bars, ``right`` for their ends, ``both``, or ``neither`` for the boundaries inside a session
        :param force: whether the last bar of a session ends with the session; otherwise it may end later
        :param curtail_overlaps: with ``intervals``, whether a bar that overlaps the next bar ends where that bar begins
        :param ignore_breaks: whether bars continue through breaks
        :raises ipf.InvalidArgument: bars would overlap, and are not curtailed
        """
        step = pandas.Timedelta(period).value
        if step == 1440 * MINUTE:
            return self.sessions_in_range(start, end)
        if step <= 0:
            raise errors.InvalidArgument(f"period {period!r}: expected a length of time such as 5min")
        if closed not in ("left", "right", "both", "neither"):
            raise errors.InvalidArgument(f"closed {closed!r}: expected left, right, both or neither")
        place = self._sessions_slice(start, end)
        if ignore_breaks:
            opens, closes = self._opens[place], self._closes[place]
        else:
            first, stop = self._days[place][[0, -1]] if place.start < place.stop else (0, -1)
            of = numpy.repeat(self._days, numpy.diff(numpy.append(self._first_stretches, self._stretch_opens.size)))
            held = slice(of.searchsorted(first), of.searchsorted(stop, "right"))
            opens, closes = self._stretch_opens[held], self._stretch_closes[held]
        counts = -(-(closes - opens) // step)
        lefts = _spread(opens, counts, step)
        rights = lefts + step
        if force:
            rights = numpy.minimum(rights, numpy.repeat(closes, counts))
        overlaps = rights[:-1] > lefts[1:]
        if overlaps.any() and (intervals or closed in ("right", "both")):
            if not (intervals and curtail_overlaps):
                raise errors.InvalidArgument(
                    f"bars of {period} overlap: the bar from {_times(lefts)[:-1][overlaps][0]} ends in the next one; "
                    "use force, or "
                    "curtail_overlaps with intervals")
            rights[:-1] = numpy.minimum(rights[:-1], lefts[1:])
        if intervals:
            return pandas.IntervalIndex.from_arrays(_times(lefts), _times(rights), closed)
        if closed == "neither":
            return _times(numpy.setdiff1d(lefts, opens))
        return _times({"left": lefts, "right": rights}[closed] if closed != "both" else numpy.union1d(lefts, rights))

    def __reduce__(self) -> tuple[Any, ...]:
        first, last = (_dates.date(day) for day in self._range)
        return _calendar, (self.trading_hours, first, last, self._kinds, self.side)


def _calendar(hours: Schedule, start: Any, end: Any, sessions: Kinds, side: Side) -> Calendar:
    return Calendar(hours, start, end, sessions=sessions, side=side)

"""The market times of each trading day, as ``pandas_market_calendars`` returns them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import errors
from ._calendar import Calendar
from ._packages import pandas

if TYPE_CHECKING:
    from ._schedule import Schedule
    from .types import Kinds

TIMES = ("pre", "market_open", "break_start", "break_end", "market_close", "post")


def market_times(
    hours: Schedule, first: Any, last: Any, zone: Any, start: str, end: str, wanted: Sequence[str] | str | None) -> Any:
    """Returns the result of :meth:`Schedule.schedule`."""
    if wanted == "all":
        start, end, wanted = "pre", "post", None
    if isinstance(wanted, str):
        raise errors.InvalidArgument(f"market_times {wanted!r}: expected several, or all")
    for name in (start, end, *(wanted or ())):
        if name not in TIMES:
            raise errors.InvalidArgument(f"market time {name!r}: expected {', '.join(TIMES)}")
    try:
        regular = Calendar(hours, first, last).schedule
    except errors.NotFound:
        columns = ["open", "break_start", "break_end", "close"]
        regular = pandas.DataFrame(columns=columns, index=pandas.DatetimeIndex([]), dtype="datetime64[ns, UTC]")
    frame = regular.rename(columns={"open": "market_open", "close": "market_close"})
    sides: tuple[tuple[str, Kinds, str], ...] = (("pre", "pre_market", "open"), ("post", "after_market", "close"))
    for name, kind, end_of in sides:
        table = hours.sessions(first, last, kind).to_numpy()
        times = pandas.Series(
            table[end_of].astype("datetime64[ns]"), index=pandas.DatetimeIndex(table["date"].astype("datetime64[ns]")))
        by_day = times.groupby(level=0)
        frame[name] = (by_day.min() if name == "pre" else by_day.max()).dt.tz_localize("UTC").reindex(frame.index)
    if wanted is None:
        chosen = TIMES[TIMES.index(start) : TIMES.index(end) + 1]
        # Omits the columns of breaks, pre-market and after-market if no day has such a time.
        wanted = [name for name in chosen if name.startswith("market") or frame[name].notna().any()]
    frame = frame[list(wanted)]
    return frame if zone == "UTC" else frame.apply(lambda times: times.dt.tz_convert(zone))

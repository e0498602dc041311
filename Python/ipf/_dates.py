"""Days and times as numbers, from whatever Python and its libraries write them as."""

from __future__ import annotations

import datetime
from typing import Any, Callable

from . import _library as lib
from . import errors
from ._packages import numpy

_ORDINAL = datetime.date(1970, 1, 1).toordinal()
UNITS = {"s": 0, "ms": 1, "us": 2, "ns": 3}


def day(value: Any) -> int:
    """Days since 1970-01-01 of a date: a ``datetime.date``, ``"2026-01-01"``, a ``datetime64``, a ``Timestamp``."""
    if isinstance(value, str):
        try:
            value = datetime.date.fromisoformat(value)
        except ValueError as fault:
            raise errors.InvalidArgument(f"{value!r} is no date, expected YYYY-MM-DD") from fault
    if isinstance(value, datetime.datetime) and value.time() != datetime.time():
        raise errors.InvalidArgument(f"{value!r} is a time, expected a day")
    if isinstance(value, datetime.date):
        return value.toordinal() - _ORDINAL
    if type(value).__module__ == "numpy" and hasattr(value, "astype"):
        return int(value.astype("datetime64[D]").astype("int64"))
    raise errors.InvalidArgument(f"{value!r} is no date, expected a date or YYYY-MM-DD")


def optional_day(value: Any) -> int:
    """The same; ``NO_DAY`` for ``None``."""
    return lib.NO_DAY if value is None else day(value)


def date(number: int) -> datetime.date:
    """The date of a number of days."""
    return datetime.date.fromordinal(_ORDINAL + number)


def bounds(value: Any, read: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The two ends of ``(from, through)``, ``"from..through"`` or a single value; an end may be ``None`` or empty."""
    if isinstance(value, str) and ".." in value:
        value = tuple(part or None for part in value.split("..", 1))
    if isinstance(value, (tuple, list)):
        if len(value) != 2:
            raise errors.InvalidArgument(f"{value!r}: expected two ends, of which one may be None")
        first, last = value
        return None if first is None else read(first), None if last is None else read(last)
    return read(value), read(value)


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)


def microseconds(value: Any) -> int | None:
    """A single time in microseconds since 1970, naive ones in UTC; ``None`` for what is no single time."""
    if isinstance(value, str):
        try:
            value = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError as fault:
            raise errors.InvalidArgument(f"{value!r} is no time, expected YYYY-MM-DDTHH:MM:SSZ") from fault
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return int((value - _EPOCH) // _MICROSECOND)
    if type(value).__name__ == "datetime64":
        return int(value.astype("datetime64[us]").astype("int64"))
    return None


def time(number: int) -> datetime.datetime:
    """The time of a number of microseconds."""
    return _EPOCH + datetime.timedelta(microseconds=number)


def array(values: Any) -> "tuple[numpy.ndarray, int]":
    """Many times as an array of int64 and the unit that they count: of numpy, pandas, polars, or a list. Naive times are UTC."""
    if hasattr(values, "dt") and hasattr(values, "to_numpy") and not hasattr(values, "to_arrow"):
        # A Series of pandas.
        values = values.array
    if getattr(values, "tz", None) is not None:
        values = values.tz_convert("UTC").tz_localize(None)
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    times = numpy.asarray(values)
    if times.dtype == object or times.dtype.kind in "US":
        numbers = [microseconds(value) for value in times.ravel()]
        if None in numbers:
            raise errors.InvalidArgument(f"{times.ravel()[numbers.index(None)]!r} is no time")
        return numpy.array(numbers, "int64").reshape(times.shape), 2
    if times.dtype.kind != "M":
        raise errors.InvalidArgument(f"an array of {times.dtype} has no times, expected datetime64")
    unit = numpy.datetime_data(times.dtype)
    if unit[1] != 1 or unit[0] not in UNITS:
        times = times.astype("datetime64[s]")
        unit = ("s", 1)
    return numpy.ascontiguousarray(times).view("int64"), UNITS[unit[0]]

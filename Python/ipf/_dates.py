"""Conversion of days and times to numbers, from the types of Python, numpy, pandas, polars and pyarrow."""

from __future__ import annotations

import datetime
import math
from typing import Any

from . import _library as lib
from . import errors
from ._packages import is_missing, numpy, package

_ORDINAL = datetime.date(1970, 1, 1).toordinal()
UNITS = {"s": 0, "ms": 1, "us": 2, "ns": 3}


def day(value: Any) -> int:
    """Returns the days since 1970-01-01 of a ``datetime.date``, ``"2026-01-01"``, a ``datetime64`` or a
    ``Timestamp``."""
    if isinstance(value, str):
        try:
            value = datetime.date.fromisoformat(value)
        except ValueError as fault:
            raise errors.InvalidArgument(f"{value!r} is not a date, expected YYYY-MM-DD") from fault
    isDate = isinstance(value, datetime.date)
    if (not isDate and type(value).__name__ != "datetime64") or value != value:
        raise errors.InvalidArgument(f"{value!r} is not a date, expected a date or YYYY-MM-DD")
    if not isDate and value.astype("datetime64[D]") != value:
        raise errors.InvalidArgument(f"{value!r} is a time, expected a day")
    if not isDate:
        return int(value.astype("datetime64[D]").astype("int64"))
    if isinstance(value, datetime.datetime) and value.time() != datetime.time():
        raise errors.InvalidArgument(f"{value!r} is a time, expected a day")
    return int(value.toordinal()) - _ORDINAL


def optional_day(value: Any) -> int:
    """Returns the days since 1970-01-01, or ``NO_DAY`` for ``None``."""
    return lib.NO_DAY if value is None else day(value)


def moment_or_now(value: Any) -> int:
    """Returns a single time in microseconds since 1970; for ``None`` the current time."""
    found = microseconds(datetime.datetime.now(datetime.timezone.utc) if value is None else value)
    if found is None or found == lib.NO_TIME:
        raise errors.InvalidArgument(f"{value!r} is not a time, expected a datetime or YYYY-MM-DDTHH:MM:SSZ")
    return found


def date(number: int) -> datetime.date:
    """Returns the date that is a number of days after 1970-01-01."""
    return datetime.date.fromordinal(_ORDINAL + number)


def ends(value: Any) -> "tuple[Any, Any] | None":
    """Returns both ends of ``(from, through)``, ``"from..through"`` or a ``range``. Each end may be ``None``.

    Returns ``None`` if the value is not a range.
    """
    if isinstance(value, str) and ".." in value:
        first, _, last = value.partition("..")
        return first or None, last or None
    if isinstance(value, range) and value.step == 1 and value:
        # A range excludes its stop, so the last price is the largest one below it.
        return value.start, math.nextafter(value.stop, -math.inf)
    if not isinstance(value, tuple):
        return None
    if len(value) != 2:
        raise errors.InvalidArgument(
            f"{value!r}: expected two ends, either of which may be None; a list means alternatives")
    return value


def price(value: Any) -> float:
    """Returns a price of a filter as a number."""
    try:
        found = float(value)
    except (TypeError, ValueError) as fault:
        raise errors.InvalidArgument(
            f"{value!r} is not a price, expected a number, (from, through) or 'from..through'") from fault
    if found != found:
        raise errors.InvalidArgument("a price can't be NaN; use None for an open end")
    return found


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)


def microseconds(value: Any) -> int | None:
    """Returns a single time in microseconds since 1970. Naive times are UTC.

    :return: ``NO_TIME`` for NaT, and ``None`` if the value is not a single time
    """
    if isinstance(value, str):
        try:
            value = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError as fault:
            raise errors.InvalidArgument(f"{value!r} is not a time, expected YYYY-MM-DDTHH:MM:SSZ") from fault
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    if isinstance(value, datetime.datetime):
        if value != value:
            # pandas.NaT is the only datetime that differs from itself.
            return lib.NO_TIME
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return int((value - _EPOCH) // _MICROSECOND)
    if type(value).__name__ == "datetime64":
        return int(value.astype("datetime64[us]").astype("int64"))
    return None


def time(number: int) -> datetime.datetime:
    """Returns the time that is a number of microseconds after 1970."""
    return _EPOCH + datetime.timedelta(microseconds=number)


def array(values: Any) -> "tuple[numpy.ndarray, int]":
    """Returns many times as an int64 array, and the code of their unit in ``UNITS``. Naive times are UTC.

    :param values: a list, or an array or a series of numpy, pandas, polars or pyarrow
    """
    if hasattr(values, "dt") and hasattr(values, "to_numpy") and not hasattr(values, "to_arrow"):
        # A pandas Series.
        values = values.array
    if getattr(values, "tz", None) is not None:
        values = values.tz_convert("UTC").tz_localize(None)
    if package(values) == "pyarrow":
        values = values.to_numpy(zero_copy_only=False)
    elif hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if values is None:
        raise errors.InvalidArgument("None is not a time")
    times = numpy.asarray(values)
    if times.dtype == object or times.dtype.kind in "US":
        numbers = [lib.NO_TIME if is_missing(value) else microseconds(value) for value in times.ravel()]
        if None in numbers:
            raise errors.InvalidArgument(f"{times.ravel()[numbers.index(None)]!r} is not a time")
        return numpy.array(numbers, "int64").reshape(times.shape), 2
    if times.size == 0 and times.dtype.kind != "M":
        return numpy.empty(times.shape, "int64"), 2
    if times.dtype.kind != "M":
        raise errors.InvalidArgument(f"an array of {times.dtype} does not contain times, expected datetime64")
    unit = numpy.datetime_data(times.dtype)
    if unit[1] != 1 or unit[0] not in UNITS:
        times = times.astype("datetime64[s]")
        unit = ("s", 1)
    # Converts the times to native byte order.
    return numpy.asarray(times, times.dtype.newbyteorder("="), order="C").view("int64"), UNITS[unit[0]]

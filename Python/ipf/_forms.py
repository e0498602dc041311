"""Conversion of times to numbers, and of results back to the container, type and zone of the argument."""

from __future__ import annotations

import datetime
from typing import Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table
from ._packages import is_missing, numpy, package, pandas

_UNITS = list(_dates.UNITS)


class One:
    """A single time. Results have its type of numpy or pandas, or else are ``datetime`` values in its zone."""

    def __init__(self, value: Any):
        self.value = value
        found = lib.NO_TIME if is_missing(value) else _dates.microseconds(value)
        if found is None:
            raise errors.InvalidArgument(f"{value!r} is not a time, expected a datetime or YYYY-MM-DDTHH:MM:SSZ")
        #: The time in microseconds since 1970; ``NO_TIME`` for a missing value.
        self.number: int = found

    def column(self, values: Any) -> Any:
        """Returns results that are not times, unchanged."""
        return values

    def time(self, number: int) -> Any:
        """Returns a result as a time of the argument's type; for ``NO_TIME`` a missing value."""
        value = self.value
        if number == lib.NO_TIME:
            return value if is_missing(value) else None
        kind = type(value).__name__
        if kind == "datetime64":
            unit = numpy.datetime_data(value.dtype)[0]
            return numpy.datetime64(number, "us").astype(f"datetime64[{unit if unit in _UNITS else 's'}]")
        found = _dates.time(number)
        zone = value.tzinfo if isinstance(value, datetime.datetime) else None
        if kind == "Timestamp":
            stamp = pandas.Timestamp(found)
            return stamp.tz_localize(None) if zone is None else stamp.tz_convert(zone)
        return found if zone is None else found.astimezone(zone)


class Many:
    """Many times. Results have the argument's container: a Series with the same index, a ``DatetimeIndex``, a column of
    polars or pyarrow; otherwise a numpy array. Times have the zone of the argument; without a zone they are UTC."""

    def __init__(self, values: Any):
        lib.refuse_table(values)
        module = package(values)
        self._zone: Any = None
        self._index: Any = None
        self._name: Any = None
        self._kind = module if module in ("polars", "pyarrow") else "numpy"
        if module == "pandas":
            self._kind = "series" if hasattr(values, "iloc") else "index"
            self._name = values.name if hasattr(values, "name") else None
            if self._kind == "series":
                self._index, values = values.index, values.array
            if str(values.dtype) in ("object", "str", "string"):
                values = numpy.asarray(values, object)
            if str(values.dtype).startswith(("timestamp", "date")) and hasattr(values, "_pa_array"):
                zone = getattr(values.dtype.pyarrow_dtype, "tz", None)
                values = values.astype(f"datetime64[ns, {zone}]" if zone else "datetime64[ns]")
            self._zone = getattr(values.dtype, "tz", None)
        elif module == "polars":
            self._name = values.name
            self._zone = getattr(values.dtype, "time_zone", None)
        elif module == "pyarrow":
            self._zone = getattr(values.type, "tz", None)
        self._values = values

    @property
    def areDates(self) -> bool:
        """Whether the values are Python objects with at least one ``datetime.date``."""
        return getattr(self._values, "dtype", None) == object and any(
            isinstance(value, datetime.date) and not isinstance(value, datetime.datetime) for value in self._values)

    def numbers(self) -> "tuple[numpy.ndarray, int]":
        """Returns the times as an int64 array, and the code of their unit, like :func:`_dates.array`."""
        return _dates.array(self._values)

    def days(self) -> "numpy.ndarray":
        """Returns the days since 1970-01-01 as an int32 array. Values with a zone must be midnights of that zone."""
        values = self._values
        if isinstance(values, (list, tuple)) or getattr(values, "dtype", None) == object:
            return numpy.array([lib.NO_DAY if is_missing(value) else _dates.day(value) for value in values], "int32")
        if self._zone is not None:
            if self._kind == "polars":
                values = values.dt.replace_time_zone(None)
            elif self._kind == "pyarrow":
                import pyarrow.compute

                values = pyarrow.compute.local_timestamp(values)
            else:
                values = values.tz_localize(None)
        numbers, unit = _dates.array(values)
        times = numbers.view(f"datetime64[{_UNITS[unit]}]")
        dates = times.astype("datetime64[D]")
        if not (numpy.isnat(times) | (dates == times)).all():
            raise errors.InvalidArgument("found times, expected days")
        found = dates.astype("int64")
        found[numpy.isnat(dates)] = lib.NO_DAY
        return numpy.asarray(found, "int32", order="C")

    def times(self, numbers: "numpy.ndarray") -> Any:
        """Returns times, given as ``datetime64`` in UTC, in the container and zone of the argument."""
        if self._kind in ("series", "index"):
            times = pandas.DatetimeIndex(numbers, name=self._name)
            if self._zone is not None:
                times = times.tz_localize("UTC").tz_convert(self._zone)
            return times if self._kind == "index" else pandas.Series(times, index=self._index, name=self._name)
        found = self.column(numbers)
        if self._zone is not None and self._kind == "polars":
            return found.dt.replace_time_zone("UTC").dt.convert_time_zone(self._zone)
        if self._zone is not None and self._kind == "pyarrow":
            import pyarrow

            return found.cast(pyarrow.timestamp(numpy.datetime_data(numbers.dtype)[0], tz=self._zone))
        return found

    def dates(self, days: "numpy.ndarray", *, asGiven: bool = False) -> Any:
        """Returns days, given as ``datetime64[D]``, in the container of the argument.

        :param asGiven: for pandas, also restores the zone (days become local midnights), the unit, and
            ``datetime.date`` objects
        """
        if self._kind not in ("series", "index"):
            return self.column(days)
        if asGiven and self.areDates:
            objects = days.astype(object)
            if self._kind == "index":
                return pandas.Index(objects)
            return pandas.Series(objects, index=self._index, name=self._name)
        dates = pandas.DatetimeIndex(days.astype("datetime64[s]"), name=self._name)
        unit = getattr(self._values, "unit", None)
        if asGiven and unit:
            dates = dates.as_unit(unit)
        if asGiven and self._zone is not None:
            dates = dates.tz_localize(self._zone, ambiguous=numpy.ones(len(dates), bool), nonexistent="shift_forward")
        return dates if self._kind == "index" else pandas.Series(dates, index=self._index, name=self._name)

    def texts(self, table: Table, name: str) -> Any:
        """Returns a column of texts of a table, in the container of the argument."""
        if self._kind in ("polars", "pyarrow"):
            column = table.to_pyarrow()[name]
            if self._kind == "pyarrow":
                return column.combine_chunks()
            import polars

            return polars.Series(self._name, column)
        return self.column(table.to_numpy()[name])

    def column(self, values: "numpy.ndarray") -> Any:
        """Returns results that are not times, such as flags or durations, in the container of the argument."""
        if self._kind == "series":
            return pandas.Series(values, index=self._index, name=self._name)
        if self._kind == "polars":
            import polars

            # Times of polars have no seconds.
            return polars.Series(self._name, values.astype("M8[ms]") if values.dtype == "M8[s]" else values)
        if self._kind == "pyarrow":
            import pyarrow

            return pyarrow.array(values)
        return values


def form(values: Any) -> One | Many:
    """Returns an object for a time, or for many times, that converts results to the same form."""
    if package(values) == "pyarrow" and hasattr(values, "as_py"):
        values = values.as_py()
    if is_missing(values) or isinstance(values, (str, datetime.date)) or type(values).__name__ == "datetime64":
        return One(values)
    return Many(values)

"""Technical studies of bars: averages, bands, oscillators, volume and levels.

>>> from ipf import studies
>>> studies.rsi(close, 14)
>>> studies.atr(high, low, close, length=14, average="WILDERS")
>>> studies.macd(close).signal                       # several lines form a named tuple
>>> studies.bollinger_bands(frame, 20).upper         # a table with the columns open, high, low, close, volume
>>> studies.vwap(frame, schedule=ipf.Schedule("XNYS"))       # restarts with each trading day
>>> help(studies.rsi)

The first arguments of a study are the columns that it reads, in the order open, high, low, close, volume and time, or a
table with these columns. Then its parameters follow, by position or by name. Results have the container of ``close``,
or of the first column if the study does not read ``close``: a numpy array, a pandas Series with the same index, or a
polars Series. A value is NaN where the study is undefined. Lines with a constant value, such as the zero line, are
omitted.

Averages are ``SIMPLE``, ``EXPONENTIAL``, ``WEIGHTED``, ``WILDERS``, ``HULL``, ``TRIANGULAR``, ``DOUBLE_EXPONENTIAL`` or
``TRIPLE_EXPONENTIAL``. Prices are ``OPEN``, ``HIGH``, ``LOW``, ``CLOSE``, ``HL2``, ``HLC3`` or ``OHLC4``. Studies that
restart with each period have the parameter ``aggregation``: ``1d``, ``1w`` or ``1mo``. Periods consist of the trading
days of ``schedule``; without a schedule, of days in UTC. Bars of a day or longer need no schedule.
"""

from __future__ import annotations

import ctypes
import functools
import inspect
import re
from collections import namedtuple
from collections.abc import Callable
from typing import Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table
from ._forms import Many
from ._packages import numpy, package
from ._price import price_array
from ._schedule import Schedule

_COLUMNS = ["open", "high", "low", "close", "volume", "time"]


def _snake(name: str) -> str:
    """Returns a name or a title in the style of Python: ``atr_trailing_stop``, ``fast_length``, ``plus_di``, ``k``."""
    words = re.sub(r"^\+", "plus ", re.sub(r"^-", "minus ", name)).replace("%", "")
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", words)
    return re.sub(r"\W+", "_", words).strip("_").lower()


def _parameter(id: str) -> str:
    """Returns the name of a parameter in Python. A level named like a column, such as ``high``, gets a suffix."""
    name = _snake(id)
    return f"{name}_level" if name in _COLUMNS else name


class _Bars:
    """The columns of bars, and the container of results."""

    def __init__(self, columns: "dict[str, Any]"):
        first = columns.get("close", next(iter(columns.values())))
        index = getattr(first, "index", None)
        if "time" not in columns and hasattr(index, "tz"):
            columns = {**columns, "time": index}
        self.form = Many(first)
        self.arrays: dict[str, Any] = {}
        self.unit = 0
        for name, values in columns.items():
            if name == "time":
                self.arrays[name], self.unit = Many(values).numbers()
            else:
                self.arrays[name] = _numbers(values, name)

    def structure(self, study: "_Study") -> lib.Bars:
        """Returns the library's struct with the columns that a study reads."""
        missing = [name for name in study.columns if name not in self.arrays]
        if missing:
            raise errors.InvalidArgument(
                f"{study.name} reads {', '.join(study.columns)}, found no {', '.join(missing)}; "
                "give arrays in this order, or by name")
        counts = {name: len(self.arrays[name]) for name in study.columns}
        if len(set(counts.values())) > 1:
            raise errors.InvalidArgument(
                f"found columns of different lengths: {', '.join(f'{name} {count}' for name, count in counts.items())}")
        bars = lib.Bars(size=ctypes.sizeof(lib.Bars), count=next(iter(counts.values()), 0), unit=self.unit)
        for name in study.columns:
            setattr(bars, name, self.arrays[name].ctypes.data)
        return bars


def _numbers(values: Any, name: str) -> Any:
    try:
        array = numpy.ascontiguousarray(price_array(values))
    except errors.InvalidArgument as fault:
        raise errors.InvalidArgument(f"{name}: {fault}") from fault
    if array.ndim != 1:
        raise errors.InvalidArgument(f"{name}: found {array.ndim} dimensions, expected one")
    return array


class _Study:
    """A study of the library with its parameters."""

    def __init__(self, name: str, parameters: "dict[str, Any]", schedule: "Schedule | None" = None):
        self.name = name
        values = {id: _text(value) for id, value in parameters.items()}
        ids, keep_ids = lib.texts(list(values))
        texts, keep_texts = lib.texts(list(values.values()))
        handle = lib.made(
            lib.study_open, *lib.encoded(name), ids, texts, len(values), None if schedule is None else schedule._handle)
        del keep_ids, keep_texts
        self.handle = lib.Handle(handle, lib.study_free)
        bits = lib.study_columns(self.handle)
        self.columns = [column for bit, column in enumerate(_COLUMNS) if bits >> bit & 1]
        self.count = lib.study_line_count(self.handle)
        found = [lib.study_line_at(self.handle, line) for line in range(self.count)]
        #: The number and title of each line that is not a constant level. The level of other lines is NaN.
        self.lines = [(line, lib.text(one.title) or "") for line, one in enumerate(found) if one.level != one.level]

    def parameters(self) -> "list[tuple[str, str, str]]":
        """Returns the ids, kinds and default values of the parameters."""
        found = [lib.study_parameter_at(self.handle, index) for index in range(lib.study_parameter_count(self.handle))]
        return [(lib.text(one.id) or "", lib.text(one.kind) or "", lib.text(one.value) or "") for one in found]

    def values(self, form: Many) -> Any:
        """Returns the lines for the appended bars."""
        arrays = self._empty(lib.study_count(self.handle))
        for (line, _), array in zip(self.lines, arrays):
            lib.check(lib.study_values, self.handle, line, 0, array.ctypes.data, len(array))
        return self._result(arrays, form)

    def compute(self, bars: "_Bars") -> Any:
        """Returns the lines for bars."""
        structure = bars.structure(self)
        arrays = self._empty(structure.count)
        addresses = (ctypes.c_void_p * self.count)()
        for (line, _), array in zip(self.lines, arrays):
            addresses[line] = array.ctypes.data
        lib.check(lib.study_compute, self.handle, ctypes.byref(structure), addresses, self.count)
        return self._result(arrays, bars.form)

    def _empty(self, count: int) -> "list[Any]":
        return [numpy.empty(count, "float64") for _ in self.lines]

    def _result(self, arrays: "list[Any]", form: Many) -> Any:
        """Returns the line in the container ``form``; a named tuple if there are several lines."""
        columns = [form.column(array) for array in arrays]
        return columns[0] if len(columns) == 1 else _lines(self.name, tuple(title for _, title in self.lines))(*columns)


@functools.cache
def _lines(study: str, titles: "tuple[str, ...]") -> Any:
    return namedtuple(study, [_snake(title) for title in titles])


def _text(value: Any) -> str:
    """Returns a parameter's value as the text that the library expects."""
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return repr(value.item() if hasattr(value, "item") else value)


def _study_function(name: str) -> Callable[..., Any]:
    """Returns a function that computes a study. Its signature has the study's columns and parameters."""
    study = _Study(name, {})
    ids = {_parameter(id): (id, kind, value) for id, kind, value in study.parameters()}

    def function(*arguments: Any, schedule: "Schedule | None" = None, **named: Any) -> Any:
        places = [place for place, value in enumerate(arguments) if numpy.ndim(value) == 0 and not _is_table(value)]
        split = places[0] if places else len(arguments)
        settings = dict(zip(ids, arguments[split:]))
        if len(arguments) - split > len(ids):
            raise errors.InvalidArgument(
                f"{name}: found {len(arguments) - split} parameters, expected at most {len(ids)}: {', '.join(ids)}")
        columns = {key: named.pop(key) for key in _COLUMNS if key in named}
        unknown = [key for key in named if key not in ids]
        if unknown:
            raise errors.InvalidArgument(
                f"{name}: found no parameter {unknown[0]!r}, expected one of {', '.join(ids) or 'none'}")
        twice = [key for key in named if key in settings]
        if twice:
            raise errors.InvalidArgument(f"{name}: found the parameter {twice[0]!r} twice, by place and by name")
        settings.update(named)
        study = _Study(name, {ids[key][0]: value for key, value in settings.items()}, schedule)
        given = list(arguments[:split])
        if given and _is_table(given[0]):
            table = given.pop(0)
            if isinstance(table, Table):
                table = table.to_numpy()
            names = getattr(table, "column_names", None) or list(getattr(table, "columns", table))
            columns = {**{key: table[key] for key in _COLUMNS if key in names}, **columns}
        if len(given) > len(study.columns):
            raise errors.InvalidArgument(f"{name}: found {len(given)} columns, expected {', '.join(study.columns)}")
        columns = {**columns, **dict(zip((key for key in study.columns if key not in columns), given))}
        if not columns:
            raise errors.InvalidArgument(
                f"{name} reads {', '.join(study.columns)}: found none; give arrays in this order, or by name")
        return study.compute(_Bars(columns))

    parameters = [inspect.Parameter(column, inspect.Parameter.POSITIONAL_OR_KEYWORD) for column in study.columns]
    parameters += [
        inspect.Parameter(key, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=_value(kind, value))
        for key, (_, kind, value) in ids.items()]
    parameters.append(inspect.Parameter("schedule", inspect.Parameter.KEYWORD_ONLY, default=None))
    function.__name__ = function.__qualname__ = _snake(name)
    function.__module__ = __name__
    setattr(function, "__signature__", inspect.Signature(parameters))
    lines = ", ".join(f"``{_snake(title)}``" for _, title in study.lines)
    function.__doc__ = f"Computes the study {name}. Its {'line is' if len(study.lines) == 1 else 'lines are'} {lines}."
    return function


def _value(kind: str, text: str) -> Any:
    if kind == "boolean":
        return text == "true"
    return int(text) if kind == "wholeNumber" else float(text) if kind == "number" else text


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or hasattr(value, "columns")


_NAMES = {_snake(name): name for name in lib.names(lib.made(lib.study_names))}
__all__ = [*_NAMES, "Live"]


class Live:
    """A study of bars that arrive one after the other. The lines are the same as if all bars were passed at once.

    >>> live = studies.Live("rsi", length=14)
    >>> live.append(close=[101.5, 101.7])
    >>> live.replace_last(close=[101.9])             # the last bar has changed
    >>> live.lines
    """

    def __init__(self, name: str, *, schedule: "Schedule | None" = None, **parameters: Any):
        if name not in _NAMES:
            raise errors.InvalidArgument(f"found the study {name!r}, expected one of {', '.join(_NAMES)}")
        ids = {_parameter(id): id for id, _, _ in _Study(_NAMES[name], {}).parameters()}
        unknown = [key for key in parameters if key not in ids]
        if unknown:
            raise errors.InvalidArgument(
                f"{name}: found no parameter {unknown[0]!r}, expected one of {', '.join(ids) or 'none'}")
        self._study = _Study(_NAMES[name], {ids[key]: value for key, value in parameters.items()}, schedule)

    def append(self, **columns: Any) -> None:
        """Appends one or more bars, given by name as columns such as ``high``, ``low`` and ``close``."""
        structure, keep = self._bars(columns)
        lib.check(lib.study_append, self._study.handle, ctypes.byref(structure))
        del keep

    def replace_last(self, **columns: Any) -> None:
        """Replaces the last bar, such as one whose interval has not ended. Further bars in the columns are appended."""
        structure, keep = self._bars(columns)
        lib.check(lib.study_replace_last, self._study.handle, ctypes.byref(structure))
        del keep

    def _bars(self, columns: "dict[str, Any]") -> "tuple[lib.Bars, _Bars]":
        unknown = [key for key in columns if key not in _COLUMNS]
        if unknown or not columns:
            found = repr(unknown[0]) if unknown else "no column"
            raise errors.InvalidArgument(f"found {found}, expected {', '.join(self._study.columns)}")
        bars = _Bars(columns)
        return bars.structure(self._study), bars

    @property
    def lines(self) -> Any:
        """The line for all bars so far, as an array; a named tuple of arrays if there are several lines."""
        return self._study.values(Many(numpy.empty(0)))

    def __len__(self) -> int:
        return int(lib.study_count(self._study.handle))


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = _study_function(_NAMES[name])
    globals()[name] = function
    return function


def __dir__() -> "list[str]":
    return sorted(__all__)

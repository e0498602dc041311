"""Tables: streams of Apache Arrow's C interface, for whoever reads these, and for numpy and plain Python without them."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, py_object
from typing import TYPE_CHECKING, Any

from . import errors
from ._packages import numpy, pandas

if TYPE_CHECKING:
    import polars
    import pyarrow


class _Schema(Structure):
    pass


class _Array(Structure):
    pass


class _Stream(Structure):
    pass


_Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))), ("dictionary", POINTER(_Schema)),
    ("release", CFUNCTYPE(None, POINTER(_Schema))), ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(_Array))), ("dictionary", POINTER(_Array)),
    ("release", CFUNCTYPE(None, POINTER(_Array))), ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", CFUNCTYPE(None, POINTER(_Stream))),
    ("private_data", c_void_p),
]

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype = py_object
_capsule_new.argtypes = [c_void_p, c_char_p, c_void_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = c_void_p
# Not py_object: a capsule that is being destroyed must get no new reference.
_capsule_pointer.argtypes = [c_void_p, c_char_p]
_CAPSULE_NAME = b"arrow_array_stream"
#: The structs that capsules point to.
_streams: dict[int, _Stream] = {}


def _end_capsule(
    capsule: int, _streams: dict[int, _Stream] = _streams, _pointer: Any = _capsule_pointer, _name: bytes = _CAPSULE_NAME,
    _reference: Any = ctypes.byref
) -> None:
    stream = _streams.pop(_pointer(capsule, _name), None)
    if stream is not None and stream.release:
        stream.release(_reference(stream))


_end = ctypes.PYFUNCTYPE(None, c_void_p)(_end_capsule)


class Table:
    """Rows and typed columns, made when they are asked for.

    Whatever reads Arrow's PyCapsule interface takes a table as it is: ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
    ``duckdb.from_arrow(t)``. Without any of them ``to_numpy()`` and ``to_dicts()`` work.
    """

    #: Rows that ``_repr_html_`` shows.
    shown = 20

    def __init__(self, fill: Callable[[int], None]):
        # Fills the struct at an address with a stream.
        self._fill = fill

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        stream = _Stream()
        self._fill(ctypes.addressof(stream))
        address = ctypes.addressof(stream)
        _streams[address] = stream
        return _capsule_new(address, _CAPSULE_NAME, _end)

    def to_pyarrow(self) -> "pyarrow.Table":
        """The rows as a ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a ``pandas.DataFrame``: texts of few values are categorical, days and times ``datetime64``."""
        try:
            import pyarrow
        except ImportError:
            frame = pandas.DataFrame(self.to_numpy())
            for name, format in self._formats().items():
                if format.startswith("ts"):
                    frame[name] = frame[name].dt.tz_localize("UTC")
            return frame
        return pyarrow.table(self).to_pandas(date_as_object=False)

    def to_numpy(self) -> "dict[str, numpy.ndarray]":
        """The columns as arrays by name: numbers as float64 or int64 (float64 with NaN where some are null), days as
        ``datetime64[D]``, times as ``datetime64[us]`` in UTC, texts as objects with ``None``."""
        formats = self._formats()
        parts: dict[str, list[Any]] = {name: [] for name in formats}
        for batch in self._batches():
            for name, array in zip(formats, _children(batch)):
                parts[name].append(_numpy(array, formats[name]))
        return {
            name: numpy.concatenate(arrays) if arrays else numpy.empty(0, _DTYPES[formats[name]])
            for name, arrays in parts.items()
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of Python's values; for tables that a person reads."""
        formats = self._formats()
        rows: list[dict[str, Any]] = []
        for batch in self._batches():
            columns = [_values(array, formats[name]) for name, array in zip(formats, _children(batch))]
            rows.extend(dict(zip(formats, values)) for values in zip(*columns))
        return rows

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._formats())

    def __len__(self) -> int:
        return sum(batch.length for batch in self._batches())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} rows, {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        columns = self.columns
        rows = self.to_dicts()
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(row[name]))}</td>" for name in columns) + "</tr>"
            for row in rows[: self.shown])
        rest = f"<p>… {len(rows)} rows</p>" if len(rows) > self.shown else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    # Reading without help

    def _formats(self) -> dict[str, str]:
        stream, schema = _Stream(), _Schema()
        self._fill(ctypes.addressof(stream))
        try:
            _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
            children = [schema.children[index].contents for index in range(schema.n_children)]
            return {
                child.name.decode(): ("codes:" if child.dictionary else "") + child.format.decode() for child in children
            }
        finally:
            if schema.release:
                schema.release(ctypes.byref(schema))
            stream.release(ctypes.byref(stream))

    def _batches(self) -> Iterator[_Array]:
        stream = _Stream()
        self._fill(ctypes.addressof(stream))
        try:
            while True:
                batch = _Array()
                _check(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(batch)))
                if not batch.release:
                    return
                try:
                    yield batch
                finally:
                    batch.release(ctypes.byref(batch))
        finally:
            stream.release(ctypes.byref(stream))


# By Arrow's formats; "codes:" stands before that of the codes of a dictionary of texts.
_DTYPES: dict[str, Any] = {
    "u": object, "codes:c": object, "codes:s": object, "codes:i": object, "l": "int64", "g": "float64", "tdD": "datetime64[D]",
    "tsu:UTC": "datetime64[us]", "b": "bool"}
_TYPES: dict[str, Any] = {
    "codes:c": ctypes.c_int8, "codes:s": ctypes.c_int16, "codes:i": ctypes.c_int32, "l": ctypes.c_int64, "g": ctypes.c_double,
    "tdD": ctypes.c_int32, "tsu:UTC": ctypes.c_int64}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def _check(stream: _Stream, status: int) -> None:
    if status:
        raise errors.Error((stream.get_last_error(ctypes.byref(stream)) or b"the stream ended with an error").decode())


def _children(batch: _Array) -> list[_Array]:
    return [batch.children[index].contents for index in range(batch.n_children)]


def _bits(address: int, count: int) -> list[bool]:
    data = int.from_bytes(ctypes.string_at(address, (count + 7) // 8), "little")
    # The lowest bit comes last.
    return list(map("1".__eq__, f"{data:0{count}b}"[: -count - 1 : -1]))


def _bools(address: int, count: int) -> "numpy.ndarray":
    data = numpy.ctypeslib.as_array((ctypes.c_uint8 * ((count + 7) // 8)).from_address(address))
    return numpy.unpackbits(data, count=count, bitorder="little").view(bool)


def _texts(array: _Array) -> list[str]:
    offsets = (ctypes.c_int32 * (array.length + 1)).from_address(array.buffers[1])
    data = ctypes.string_at(array.buffers[2], offsets[array.length]) if offsets[array.length] else b""
    return [data[offsets[index] : offsets[index + 1]].decode() for index in range(array.length)]


def _values(array: _Array, format: str) -> list[Any]:
    """A column as Python's values; ``None`` for null."""
    count = array.length
    if format.startswith("codes:"):
        known = _texts(array.dictionary.contents)
        codes = (_TYPES[format] * count).from_address(array.buffers[1])
        values: list[Any] = [known[code] if known else None for code in codes]
    elif format == "u":
        values = _texts(array)
    elif format == "b":
        values = _bits(array.buffers[1], count)
    else:
        values = list((_TYPES[format] * count).from_address(array.buffers[1]))
        if format == "tdD":
            values = [datetime.date.fromordinal(719163 + day) for day in values]
        elif format == "tsu:UTC":
            values = [_EPOCH + datetime.timedelta(microseconds=time) for time in values]
    if array.null_count:
        values = [value if isSet else None for value, isSet in zip(values, _bits(array.buffers[0], count))]
    return values


def _numpy(array: _Array, format: str) -> "numpy.ndarray":
    """A column as an array of its own."""
    count = array.length
    isSet = _bools(array.buffers[0], count) if array.null_count else None
    if format.startswith("codes:"):
        codes = numpy.ctypeslib.as_array((_TYPES[format] * count).from_address(array.buffers[1]))
        # The last stands for null.
        known: numpy.ndarray = numpy.array([*_texts(array.dictionary.contents), None], object)
        return known[codes if isSet is None else numpy.where(isSet, codes, -1)]
    if format == "u":
        values = numpy.empty(count, object)
        values[:] = _texts(array)
        if isSet is not None:
            values[~isSet] = None
        return values
    if format == "b":
        return _bools(array.buffers[1], count)
    values = numpy.ctypeslib.as_array((_TYPES[format] * count).from_address(array.buffers[1])).copy()
    if format == "tdD":
        values = values.astype("datetime64[D]")
    elif format == "tsu:UTC":
        values = values.view("datetime64[us]")
    if isSet is not None:
        if format in ("l", "g"):
            values = values.astype("float64")
            values[~isSet] = numpy.nan
        else:
            values[~isSet] = numpy.datetime64("NaT")
    return values


def escape(text: str) -> str:
    """A text in HTML."""
    # Where nobody shows a table in a notebook, this third of the package's import is saved.
    import html

    return html.escape(text)


def _shown(value: Any) -> str:
    return "" if value is None else str(value)

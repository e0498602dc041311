"""Tables: streams in the Arrow C stream interface, and their conversion to numpy arrays and Python values."""

from __future__ import annotations

import ctypes
import datetime
import gc
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from ctypes import c_char_p, c_void_p, py_object
from typing import TYPE_CHECKING, Any, Literal

from . import errors
from ._packages import numpy, pandas
from ._structs import Array, Schema, Stream

if TYPE_CHECKING:
    import polars
    import pyarrow

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype = py_object
_capsule_new.argtypes = [c_void_p, c_char_p, c_void_p]
_STREAM_NAME, _SCHEMA_NAME = b"arrow_array_stream", b"arrow_schema"
# Each exported capsule with its stream or schema, by the address of that struct. The capsules have no destructor: a
# failed reader drops its capsule while an exception propagates, when a destructor must not run Python code. Instead,
# `end_streams` finds the capsules that only this dictionary still refers to.
_exported: dict[int, tuple[Any, Any]] = {}
# The reference count that `sys.getrefcount` reports for an object that only a tuple refers to.
_ALONE = (object(),)
_ALONE_COUNT = sys.getrefcount(_ALONE[0])


def end_streams() -> None:
    """Releases the streams and schemas whose capsules have no other reference."""
    # Another thread or a garbage collection may run this function at the same time. `list` copies the keys atomically.
    for address in list(_exported):
        kept = _exported.get(address)
        if kept is None or sys.getrefcount(kept[0]) != _ALONE_COUNT or _exported.pop(address, None) is None:
            continue
        struct = kept[1]
        if struct.release:
            struct.release(ctypes.byref(struct))


def _capsule(struct: Any, name: bytes) -> object:
    address = ctypes.addressof(struct)
    capsule = _capsule_new(address, name, None)
    _exported[address] = capsule, struct
    return capsule


def _collected(phase: str, facts: dict[str, int]) -> None:
    if phase == "stop":
        end_streams()


gc.callbacks.append(_collected)


class Table:
    """A table with typed columns. Its content is computed when it is read. Iteration yields the rows as dictionaries.

    Packages that read Arrow's PyCapsule interface accept a table: ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
    ``duckdb.from_arrow(t)``. ``pandas.DataFrame(t)`` also works, and ``numpy.asarray(t)`` returns a structured array.
    ``to_numpy()`` needs only numpy, and ``to_dicts()`` needs no other package.
    """

    #: The number of rows that ``_repr_html_`` shows.
    shown = 20

    def __init__(self, fill: Callable[[int], None]):
        # A function that writes a stream into the struct at the given address.
        self._fill = fill
        self._known: dict[str, str] | None = None

    @classmethod
    def _checked(cls, fill: Callable[[int], None]) -> Table:
        """Returns a table. Invalid arguments raise an error now, not when the table is read."""
        table = cls(fill)
        table._formats()
        return table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        end_streams()
        if requested_schema is not None:
            try:
                import pyarrow
            except ImportError:
                pass
            else:
                # The requested schema may change types and omit columns. If it has unknown names, the interface
                # requires that the reader gets all columns unchanged.
                schema = pyarrow.schema(_Capsule(requested_schema))
                if set(schema.names) <= set(self.columns):
                    return self.to_pyarrow().select(schema.names).cast(schema).__arrow_c_stream__()
        stream = Stream()
        self._fill(ctypes.addressof(stream))
        return _capsule(stream, _STREAM_NAME)

    def __arrow_c_schema__(self) -> object:
        end_streams()
        stream, schema = Stream(), Schema()
        self._fill(ctypes.addressof(stream))
        try:
            _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
        finally:
            stream.release(ctypes.byref(stream))
        return _capsule(schema, _SCHEMA_NAME)

    def to_pyarrow(self, *, categories: bool = True) -> "pyarrow.Table":
        """Returns the rows as a ``pyarrow.Table``.

        :param categories: ``False`` returns all texts as strings; by default, columns with few distinct texts are
            dictionary-encoded
        """
        import pyarrow

        table = pyarrow.table(self)
        if categories:
            return table
        return table.cast(pyarrow.schema([
            field.with_type(pyarrow.string()) if pyarrow.types.is_dictionary(field.type) else field
            for field in table.schema]))

    def to_polars(self, *, categories: bool = True) -> "polars.DataFrame":
        """Returns the rows as a ``polars.DataFrame``. ``categories`` has the same meaning as in :meth:`to_pyarrow`."""
        import polars

        return polars.DataFrame(self if categories else self.to_pyarrow(categories=False))

    def to_pandas(
        self, *, categories: bool = True, dtype_backend: Literal["numpy_nullable", "pyarrow"] | None = None
    ) -> "pandas.DataFrame":
        """Returns the rows as a ``pandas.DataFrame``. Days and times are ``datetime64``.

        :param categories: ``False`` returns all texts as strings; by default, columns with few distinct texts are
            categorical
        :param dtype_backend: ``pyarrow`` or ``numpy_nullable``, as in ``pandas.read_csv``. With either one, integer
            columns with nulls remain integers. Both need pyarrow.
        """
        if dtype_backend not in (None, "numpy_nullable", "pyarrow"):
            raise errors.InvalidArgument(f"dtype_backend {dtype_backend!r}: expected numpy_nullable or pyarrow")
        try:
            import pyarrow
        except ImportError:
            if dtype_backend:
                raise
            frame = pandas.DataFrame(self.to_numpy())
            for name, format in self._formats().items():
                if format.startswith("ts"):
                    frame[name] = frame[name].dt.tz_localize("UTC")
                elif format.startswith("codes:") and categories:
                    frame[name] = frame[name].astype("category")
            return frame
        table = self.to_pyarrow(categories=categories)
        if dtype_backend == "pyarrow":
            return table.to_pandas(types_mapper=pandas.ArrowDtype)
        nullable = {
            pyarrow.int64(): pandas.Int64Dtype(), pyarrow.float64(): pandas.Float64Dtype(),
            pyarrow.bool_(): pandas.BooleanDtype(),
            pyarrow.string(): pandas.StringDtype()} if dtype_backend else {}
        return table.to_pandas(date_as_object=False, types_mapper=nullable.get)

    def to_numpy(self) -> "dict[str, numpy.ndarray]":
        """Returns a dictionary of the columns: an array for each name.

        Numbers are float64 or int64; a numeric column with nulls is float64 with NaN. Days are ``datetime64[D]``, times
        are ``datetime64[us]`` in UTC, and durations are ``timedelta64[s]``. Texts are objects, ``None`` for null.
        """
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
        """Returns a dictionary of Python values for each row. Suitable for small tables."""
        return self._first(None)

    def _first(self, limit: int | None) -> list[dict[str, Any]]:
        """Returns the first rows, at most ``limit``."""
        formats = self._formats()
        rows: list[dict[str, Any]] = []
        for batch in self._batches():
            count = batch.length if limit is None else min(batch.length, limit - len(rows))
            columns = [_values(array, formats[name], count) for name, array in zip(formats, _children(batch))]
            rows.extend(dict(zip(formats, values)) for values in zip(*columns))
            if len(rows) == limit:
                break
        return rows

    @property
    def __array_interface__(self) -> dict[str, Any]:
        # With `__array__` instead, pandas.DataFrame(table) would convert the array and lose the column names.
        return dict(self._records.__array_interface__)

    @cached_property
    def _records(self) -> "numpy.ndarray":
        """The rows as a structured array. The table keeps it, because arrays made by numpy refer to its memory."""
        columns = self.to_numpy()
        records = numpy.empty(len(self), [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            records[name] = column
        return records

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_dicts())

    def _column(self) -> Iterator[Any]:
        """Returns the values of the first column."""
        format = next(iter(self._formats().values()))
        return (value for batch in self._batches() for value in _values(_children(batch)[0], format, batch.length))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._formats())

    def __len__(self) -> int:
        return sum(batch.length for batch in self._batches())

    def __reduce__(self) -> Any:
        raise TypeError("a table can't be pickled or copied; the results of to_pyarrow, to_pandas and to_dicts can")

    def __repr__(self) -> str:
        """Returns the number of rows, the columns, and a preview of the first rows and columns."""
        columns, rows = self.columns, self._first(_PREVIEW_ROWS)
        lines = [f"<{type(self).__name__}: {len(self)} rows, {', '.join(columns)}>"] + [""] * (len(rows) + bool(rows))
        for name in columns if rows else ():
            texts = [_shown(text) for text in (name, *(row[name] for row in rows))]
            texts = [text if len(text) <= _PREVIEW_WIDTH else text[: _PREVIEW_WIDTH - 1] + "…" for text in texts]
            width = max(map(len, texts))
            if len(lines[1]) + width > _LINE_WIDTH:
                break
            lines[1:] = [line + text.ljust(width) + "  " for line, text in zip(lines[1:], texts)]
        return "\n".join(map(str.rstrip, lines))

    def _repr_html_(self) -> str:
        columns = self.columns
        count, rows = len(self), self._first(self.shown)
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(row[name]))}</td>" for name in columns) + "</tr>"
            for row in rows)
        rest = f"<p>… {count} rows</p>" if count > self.shown else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    # Reading without other packages

    def _formats(self) -> dict[str, str]:
        """Returns the Arrow format of each column. A dictionary column has ``codes:`` and the format of its codes."""
        if self._known is not None:
            return self._known
        stream, schema = Stream(), Schema()
        self._fill(ctypes.addressof(stream))
        try:
            _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
            self._known = _formats(schema)
            return self._known
        finally:
            if schema.release:
                schema.release(ctypes.byref(schema))
            stream.release(ctypes.byref(stream))

    def _batches(self) -> Iterator[Array]:
        stream = Stream()
        self._fill(ctypes.addressof(stream))
        try:
            while True:
                batch = Array()
                _check(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(batch)))
                if not batch.release:
                    return
                try:
                    yield batch
                finally:
                    batch.release(ctypes.byref(batch))
        finally:
            stream.release(ctypes.byref(stream))


class KeptTable(Table):
    """A table that is expensive to compute, so its content is stored after the first read.

    Python readers and Arrow readers have separate copies.
    """

    @cached_property
    def _content(self) -> tuple[dict[str, str], _Batches]:
        stream, schema = Stream(), Schema()
        self._fill(ctypes.addressof(stream))
        try:
            _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
            try:
                return _formats(schema), _Batches(stream)
            finally:
                schema.release(ctypes.byref(schema))
        finally:
            stream.release(ctypes.byref(stream))

    def _formats(self) -> dict[str, str]:
        return self._content[0]

    def _batches(self) -> Iterator[Array]:
        # The generator refers to the batches, so they remain valid if the table is freed first.
        batches = self._content[1]
        for batch in batches.all:
            yield batch

    @cached_property
    def _arrow(self) -> "pyarrow.Table":
        import pyarrow

        stream = Stream()
        self._fill(ctypes.addressof(stream))
        return pyarrow.table(_StreamCapsule(_capsule(stream, _STREAM_NAME)))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if requested_schema is None:
            try:
                return self._arrow.__arrow_c_stream__()
            except ImportError:
                pass
        return super().__arrow_c_stream__(requested_schema)

    def to_pyarrow(self, *, categories: bool = True) -> "pyarrow.Table":
        return self._arrow if categories else super().to_pyarrow(categories=False)


class _Batches:
    """All batches of a stream, released with this object."""

    def __init__(self, stream: Stream):
        self.all: list[Array] = []
        while True:
            batch = Array()
            _check(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(batch)))
            if not batch.release:
                return
            self.all.append(batch)

    def __del__(self) -> None:
        for batch in self.all:
            batch.release(ctypes.byref(batch))


_PREVIEW_ROWS, _PREVIEW_WIDTH, _LINE_WIDTH = 5, 30, 118


class _Capsule:
    """Wraps the capsule of a schema in an object with the method that readers call."""

    def __init__(self, capsule: object):
        self._capsule = capsule

    def __arrow_c_schema__(self) -> object:
        return self._capsule


class _StreamCapsule(_Capsule):
    """Wraps the capsule of a stream in an object with the method that readers call."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._capsule


# The numpy types by Arrow format. A dictionary column of texts has "codes:" and the format of its codes.
_DTYPES: dict[str, Any] = {
    "u": object, "codes:c": object, "codes:s": object, "codes:i": object, "l": "int64", "g": "float64",
    "tdD": "datetime64[D]",
    "tsu:UTC": "datetime64[us]", "tDs": "timedelta64[s]", "b": "bool"}
_TYPES: dict[str, Any] = {
    "codes:c": ctypes.c_int8, "codes:s": ctypes.c_int16, "codes:i": ctypes.c_int32, "l": ctypes.c_int64,
    "g": ctypes.c_double,
    "tdD": ctypes.c_int32, "tsu:UTC": ctypes.c_int64, "tDs": ctypes.c_int64}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def _check(stream: Stream, status: int) -> None:
    if status:
        raise errors.Error((stream.get_last_error(ctypes.byref(stream)) or b"the stream ended with an error").decode())


def _formats(schema: Schema) -> dict[str, str]:
    children = [schema.children[index].contents for index in range(schema.n_children)]
    return {child.name.decode(): ("codes:" if child.dictionary else "") + child.format.decode() for child in children}


def _children(batch: Array) -> list[Array]:
    return [batch.children[index].contents for index in range(batch.n_children)]


def _bits(address: int, count: int) -> list[bool]:
    data = int.from_bytes(ctypes.string_at(address, (count + 7) // 8), "little")
    # The binary text ends with the lowest bit, so it is read backward.
    return list(map("1".__eq__, f"{data:0{count}b}"[: -count - 1 : -1]))


def _bools(address: int, count: int) -> "numpy.ndarray":
    data = numpy.ctypeslib.as_array((ctypes.c_uint8 * ((count + 7) // 8)).from_address(address))
    return numpy.unpackbits(data, count=count, bitorder="little").view(bool)


def _texts(array: Array, count: int) -> list[str]:
    offsets = (ctypes.c_int32 * (count + 1)).from_address(array.buffers[1])
    data = ctypes.string_at(array.buffers[2], offsets[count]) if offsets[count] else b""
    return [data[offsets[index] : offsets[index + 1]].decode() for index in range(count)]


def _split_texts(array: Array) -> list[str]:
    """Returns a column's texts. One joined text with separators is split, which is faster than a loop over texts."""
    count = array.length
    ends = numpy.ctypeslib.as_array((ctypes.c_int32 * (count + 1)).from_address(array.buffers[1]))
    size = int(ends[count])
    if not size:
        return [""] * count
    data = numpy.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(array.buffers[2]))
    free = next((byte for byte in range(128) if not (data == byte).any()), None)
    if free is None:
        return _texts(array, count)
    joined = numpy.full(size + count - 1, free, "uint8")
    isText = numpy.ones(joined.size, bool)
    isText[ends[1:-1] + numpy.arange(count - 1)] = False
    joined[isText] = data
    return joined.tobytes().decode().split(chr(free))


def _known(array: Array) -> list[str]:
    """Returns the texts of a column's dictionary."""
    known = array.dictionary.contents
    return _texts(known, known.length)


def _values(array: Array, format: str, count: int) -> list[Any]:
    """Returns the first ``count`` values of a column as Python values; ``None`` for null."""
    if format.startswith("codes:"):
        known = _known(array)
        codes = (_TYPES[format] * count).from_address(array.buffers[1])
        values: list[Any] = [known[code] if known else None for code in codes]
    elif format == "u":
        values = _texts(array, count)
    elif format == "b":
        values = _bits(array.buffers[1], count)
    else:
        values = list((_TYPES[format] * count).from_address(array.buffers[1]))
        if format == "tdD":
            values = [datetime.date.fromordinal(719163 + day) for day in values]
        elif format == "tsu:UTC":
            values = [_EPOCH + datetime.timedelta(microseconds=time) for time in values]
        elif format == "tDs":
            values = [datetime.timedelta(seconds=length) for length in values]
    if array.null_count:
        values = [value if isSet else None for value, isSet in zip(values, _bits(array.buffers[0], count))]
    return values


def _numpy(array: Array, format: str) -> "numpy.ndarray":
    """Returns a column as an array with its own memory."""
    count = array.length
    isSet = _bools(array.buffers[0], count) if array.null_count else None
    if format.startswith("codes:"):
        codes = numpy.ctypeslib.as_array((_TYPES[format] * count).from_address(array.buffers[1]))
        # Nulls have the index -1, which selects the last element.
        known: numpy.ndarray = numpy.array([*_known(array), None], object)
        return known[codes if isSet is None else numpy.where(isSet, codes, -1)]
    if format == "u":
        values = numpy.empty(count, object)
        values[:] = _split_texts(array)
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
    elif format == "tDs":
        values = values.view("timedelta64[s]")
    if isSet is not None:
        if format in ("l", "g"):
            values = values.astype("float64")
            values[~isSet] = numpy.nan
        else:
            values[~isSet] = "NaT"
    return values


def escape(text: str) -> str:
    """Escapes a text for HTML."""
    # Imported here, because only notebooks need this module and it would slow down `import ipf`.
    import html

    return html.escape(text)


def _shown(value: Any) -> str:
    return "" if value is None else str(value)

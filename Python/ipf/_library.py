"""The functions of ipf.h, called through ctypes. Errors become exceptions. Each call releases the GIL."""

from __future__ import annotations

import ctypes
import operator
import os
import re
from array import array
from collections.abc import Callable, Iterable
from ctypes import POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from itertools import accumulate, islice
from typing import Any

from . import errors
from ._packages import is_missing, numpy, package

ABI_VERSION = 1
NO_DAY = -(1 << 31)
NO_TIME = -(1 << 63)


class Text(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


class Highlight(Structure):
    _fields_ = [("field", Text), ("start", c_size_t), ("end", c_size_t)]


class ChainOptions(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("role", c_int32),
        ("expiration_from", c_int32),
        ("expiration_through", c_int32),
        ("strike_from", c_double),
        ("strike_through", c_double),
        ("expirations", c_void_p),
        ("expiration_count", c_size_t),
        ("strikes", c_void_p),
        ("strike_count", c_size_t),
        ("nearest_count", c_size_t),
        ("nearest_price", c_double),
    ]


class Bars(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_size_t),
        ("open", c_void_p),
        ("high", c_void_p),
        ("low", c_void_p),
        ("close", c_void_p),
        ("volume", c_void_p),
        ("time", c_void_p),
        ("unit", c_int32),
    ]


class StudyParameter(Structure):
    _fields_ = [("id", Text), ("kind", Text), ("value", Text)]


class StudyLine(Structure):
    _fields_ = [("title", Text), ("level", c_double)]


class ImportProgress(Structure):
    _fields_ = [("bytes", c_int64), ("total_bytes", c_int64), ("lines", c_int64), ("source", c_int64)]


class ImportSummary(Structure):
    _fields_ = [
        ("instruments", c_int64), ("rejected", c_int64), ("written", ctypes.c_bool), ("complete", ctypes.c_bool)]


_folder = os.path.dirname(os.path.abspath(__file__))
# Developers of the library set IPF_LIBRARY to use another build.
path = os.path.abspath(os.environ.get("IPF_LIBRARY") or os.path.join(_folder, "libipf.so.1"))
try:
    _library = ctypes.CDLL(path)
except OSError as fault:
    raise ImportError(
        f"{fault}; ipf needs zlib of the system (on Debian: apt-get install zlib1g), "
        "and a glibc as new as its wheel says",
        path=path) from fault

_text = (c_char_p, c_size_t)
_handle = c_void_p
_out = POINTER(c_void_p)
_status = c_int32
_stream = c_void_p


def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = arguments
    return function


abi_version = _function("ipf_abi_version", c_uint32)
if abi_version() != ABI_VERSION:
    raise ImportError(
        f"libipf has ABI version {abi_version()}, expected {ABI_VERSION}; "
        "install one wheel of ipf, and no other libipf")
version = _function("ipf_version", c_char_p)

error_code = _function("ipf_error_code", _status, _handle)
error_text = _function("ipf_error_text", Text, _handle)
error_free = _function("ipf_error_free", None, _handle)
names_count = _function("ipf_names_count", c_size_t, _handle)
names_at = _function("ipf_names_at", Text, _handle, c_size_t)
names_free = _function("ipf_names_free", None, _handle)
rows_create = _function("ipf_rows_create", _status, c_void_p, c_size_t, _out, _out)
rows_count = _function("ipf_rows_count", c_size_t, _handle)
rows_data = _function("ipf_rows_data", POINTER(c_int64), _handle)
rows_free = _function("ipf_rows_free", None, _handle)

filter_create = _function("ipf_filter_create", _handle)
filter_require_any = _function("ipf_filter_require_any", _status, _handle, *_text, POINTER(Text), c_size_t, _out)
filter_require_exchange = _function("ipf_filter_require_exchange", _status, _handle, *_text, _out)
filter_require_expiration = _function("ipf_filter_require_expiration", _status, _handle, c_int32, c_int32, _out)
filter_require_last_trade = _function("ipf_filter_require_last_trade", _status, _handle, c_int32, c_int32, _out)
filter_require_strike = _function("ipf_filter_require_strike", _status, _handle, c_double, c_double, _out)
filter_require_active_on = _function("ipf_filter_require_active_on", _status, _handle, c_int32, _out)
filter_free = _function("ipf_filter_free", None, _handle)

catalog_open = _function("ipf_catalog_open", _status, *_text, _out, _out)
catalog_free = _function("ipf_catalog_free", None, _handle)
catalog_as_of = _function("ipf_catalog_as_of", _status, _handle, *_text, _out, _out)
catalog_removed = _function("ipf_catalog_removed", _status, _handle, _out, _out)
catalog_difference = _function("ipf_catalog_difference", _status, _handle, _handle, _stream, _out)
catalog_history = _function("ipf_catalog_history", _status, _handle, _stream, _out)
catalog_count = _function("ipf_catalog_count", c_int64, _handle)
catalog_version = _function("ipf_catalog_version", c_uint64, _handle)
catalog_is_complete = _function("ipf_catalog_is_complete", ctypes.c_bool, _handle)
catalog_verify = _function("ipf_catalog_verify", _status, _handle, _out)
catalog_fields = _function("ipf_catalog_fields", _status, _handle, _out, _out)
catalog_row = _function("ipf_catalog_row", c_int64, _handle, *_text)
catalog_rows = _function("ipf_catalog_rows", _status, _handle, POINTER(Text), c_size_t, c_void_p, _out)
catalog_rows_of_identifier = _function("ipf_catalog_rows_of_identifier", _status, _handle, *_text, *_text, _out, _out)
catalog_identifier_fields = _function("ipf_catalog_identifier_fields", _status, _handle, _out, _out)
catalog_rows_of_identifiers = _function(
    "ipf_catalog_rows_of_identifiers", _status, _handle, *_text, POINTER(Text), c_size_t, c_void_p, _out)
catalog_symbols = _function(
    "ipf_catalog_symbols", _status, _handle, POINTER(Text), c_size_t, *_text, c_int32, _stream, _out)
catalog_near = _function("ipf_catalog_near", _status, _handle, *_text, c_size_t, _out, _out)
catalog_field = _function(
    "ipf_catalog_field", _status, _handle, c_int64, *_text, c_void_p, c_size_t, POINTER(c_size_t), _out)
catalog_record = _function("ipf_catalog_record", _status, _handle, c_int64, _out, _out)
record_count = _function("ipf_record_count", c_size_t, _handle)
record_name = _function("ipf_record_name", Text, _handle, c_size_t)
record_value = _function("ipf_record_value", Text, _handle, c_size_t)
record_free = _function("ipf_record_free", None, _handle)
catalog_select = _function("ipf_catalog_select", _status, _handle, _handle, c_int32, c_size_t, c_size_t, _out, _out)
catalog_misses = _function("ipf_catalog_misses", _status, _handle, _handle, _out, _out)
catalog_counts = _function("ipf_catalog_counts", _status, _handle, _handle, *_text, _stream, _out)
catalog_columns = _function("ipf_catalog_columns", _status, _handle, _handle, POINTER(Text), c_size_t, _stream, _out)
catalog_search = _function(
    "ipf_catalog_search", _status, _handle, *_text, _handle, c_int32, c_size_t, *_text, _out, _out)
hits_count = _function("ipf_hits_count", c_size_t, _handle)
hits_rows = _function("ipf_hits_rows", POINTER(c_int64), _handle)
hits_tier = _function("ipf_hits_tier", c_int32, _handle, c_size_t)
hits_reason = _function("ipf_hits_reason", Text, _handle, c_size_t)
hits_highlight_count = _function("ipf_hits_highlight_count", c_size_t, _handle, c_size_t)
hits_highlight = _function("ipf_hits_highlight", Highlight, _handle, c_size_t, c_size_t)
hits_relaxation = _function("ipf_hits_relaxation", Text, _handle)
hits_next = _function("ipf_hits_next", Text, _handle)
hits_free = _function("ipf_hits_free", None, _handle)
chain_options_default = _function("ipf_chain_options_default", ChainOptions)
catalog_chain = _function("ipf_catalog_chain", _status, _handle, *_text, POINTER(ChainOptions), _stream, _out)
catalog_expirations = _function(
    "ipf_catalog_expirations", _status, _handle, *_text, POINTER(ChainOptions), c_int64, _stream, _out)
catalog_options = _function("ipf_catalog_options", _status, _handle, _handle, c_int64, _stream, _out)
catalog_futures = _function("ipf_catalog_futures", _status, _handle, *_text, _out, _out)

schedule_open = _function("ipf_schedule_open", _status, *_text, _handle, *_text, _out, _out)
schedule_open_overnight = _function("ipf_schedule_open_overnight", _status, *_text, _handle, *_text, _out, _out)
schedule_free = _function("ipf_schedule_free", None, _handle)
venues = _function("ipf_venues", _status, _stream, _out)
lineage = _function("ipf_lineage", _status, POINTER(Text), c_size_t, _stream, _out)
contracts = _function("ipf_contracts", _status, *_text, c_int32, c_int32, _stream, _out)
schedule_name = _function("ipf_schedule_name", Text, _handle)
schedule_venue = _function("ipf_schedule_venue", Text, _handle)
schedule_zone = _function("ipf_schedule_zone", Text, _handle)
schedule_definition = _function("ipf_schedule_definition", Text, _handle)
schedule_coverage_start = _function("ipf_schedule_coverage_start", c_int32, _handle)
schedule_coverage_end = _function("ipf_schedule_coverage_end", c_int32, _handle)
schedule_sessions = _function("ipf_schedule_sessions", _status, _handle, c_int32, c_int32, c_uint32, _stream, _out)
schedule_days = _function("ipf_schedule_days", _status, _handle, c_int32, c_int32, _stream, _out)
schedule_holidays = _function("ipf_schedule_holidays", _status, _handle, c_int32, c_int32, _stream, _out)
schedule_is_open = _function(
    "ipf_schedule_is_open", _status, _handle, c_void_p, c_size_t, c_int32, c_uint32, c_void_p, _out)
schedule_find = _function(
    "ipf_schedule_find", _status, _handle, c_void_p, c_size_t, c_int32, c_int32, c_uint32, c_void_p, c_void_p, c_void_p,
    c_void_p, _out)

schedule_bars = _function(
    "ipf_schedule_bars", _status, _handle, c_int64, c_int64, c_int64, c_int32, c_uint32, _stream, _out)
schedule_between = _function(
    "ipf_schedule_between", _status, _handle, c_void_p, c_void_p, c_size_t, c_int32, c_uint32, c_void_p, c_void_p,
    c_void_p, _out)
schedule_add = _function(
    "ipf_schedule_add", _status, _handle, c_void_p, c_size_t, c_int32, c_void_p, c_size_t, c_uint32, c_void_p, _out)
schedule_offset = _function(
    "ipf_schedule_offset", _status, _handle, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, _out)

price_open = _function("ipf_price_open", _status, *_text, _out, _out)
price_free = _function("ipf_price_free", None, _handle)
price_text = _function("ipf_price_text", Text, _handle)
price_round = _function("ipf_price_round", _status, _handle, c_void_p, c_size_t, c_int32, c_void_p, _out)
catalog_round = _function("ipf_catalog_round", _status, _handle, c_void_p, c_void_p, c_size_t, c_int32, c_void_p, _out)
price_step = _function("ipf_price_step", _status, _handle, c_void_p, c_size_t, c_int32, c_double, c_void_p, _out)
price_increment = _function("ipf_price_increment", _status, _handle, c_void_p, c_size_t, c_int32, c_void_p, _out)
price_decimals = _function("ipf_price_decimals", _status, _handle, c_void_p, c_size_t, c_void_p, _out)

study_names = _function("ipf_study_names", _status, _out, _out)
study_open = _function("ipf_study_open", _status, *_text, POINTER(Text), POINTER(Text), c_size_t, _handle, _out, _out)
study_free = _function("ipf_study_free", None, _handle)
study_columns = _function("ipf_study_columns", c_uint32, _handle)
study_parameter_count = _function("ipf_study_parameter_count", c_size_t, _handle)
study_parameter_at = _function("ipf_study_parameter_at", StudyParameter, _handle, c_size_t)
study_line_count = _function("ipf_study_line_count", c_size_t, _handle)
study_line_at = _function("ipf_study_line_at", StudyLine, _handle, c_size_t)
study_count = _function("ipf_study_count", c_size_t, _handle)
study_append = _function("ipf_study_append", _status, _handle, POINTER(Bars), _out)
study_replace_last = _function("ipf_study_replace_last", _status, _handle, POINTER(Bars), _out)
study_compute = _function(
    "ipf_study_compute", _status, _handle, POINTER(Bars), POINTER(c_void_p), c_size_t, _out)
study_values = _function("ipf_study_values", _status, _handle, c_size_t, c_size_t, c_void_p, c_size_t, _out)

import_create = _function("ipf_import_create", _status, *_text, c_uint32, _out, _out)
import_add_source = _function("ipf_import_add_source", _status, _handle, *_text, _out)
import_add_identifier = _function("ipf_import_add_identifier", _status, _handle, *_text, _out)
import_set_map = _function("ipf_import_set_map", _status, _handle, *_text, _out)
import_run = _function("ipf_import_run", _status, _handle, POINTER(ImportSummary), _out)
import_rejections = _function("ipf_import_rejections", _status, _handle, _out, _out)
import_get_progress = _function("ipf_import_get_progress", ImportProgress, _handle)
import_cancel = _function("ipf_import_cancel", None, _handle)
import_free = _function("ipf_import_free", None, _handle)


def text(value: Text) -> str | None:
    """Returns a text of the library as a ``str``, or ``None`` for a null text."""
    return None if not value.data else ctypes.string_at(value.data, value.size).decode()


def encoded(value: str) -> tuple[bytes, int]:
    """Returns a text as the two arguments that functions of the library expect: its UTF-8 bytes and their number."""
    if not isinstance(value, str):
        raise errors.InvalidArgument(f"{value!r} is not a text, expected a str")
    try:
        data = value.encode()
    except UnicodeEncodeError as fault:
        raise errors.InvalidArgument(
            f"{value!r} contains half of a surrogate pair, which cannot be encoded in UTF-8") from fault
    return data, len(data)


def check(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last parameter receives an error. Raises the error, if any."""
    error = c_void_p()
    status = function(*arguments, ctypes.byref(error))
    if status:
        _raise(status, error)


def made(function: Callable[..., int], *arguments: Any) -> int:
    """Calls a function whose last parameters receive a handle and an error. Returns the handle, or raises the error."""
    out, error = c_void_p(), c_void_p()
    status = function(*arguments, ctypes.byref(out), ctypes.byref(error))
    if status:
        _raise(status, error)
    assert out.value
    return out.value


def _raise(status: int, error: c_void_p) -> None:
    sentence = text(error_text(error)) or f"status {status}"
    # The library's messages name options of the command line; callers need the names of parameters.
    sentence = re.sub(r"--identifier (\S+)", r'identifiers=["\1"]', sentence).replace(
        "--keep-history", "keep_history=True")
    error_free(error)
    raise errors.BY_CODE.get(status, errors.Error)(sentence)


def names(handle: int) -> list[str]:
    """Returns the texts of a list of the library, and frees that list."""
    try:
        return [text(names_at(handle, index)) or "" for index in range(names_count(handle))]
    finally:
        names_free(handle)


def texts(values: list[str]) -> tuple[ctypes.Array[Text], object]:
    """Returns an array of texts for the library, and an object that keeps their bytes alive."""
    try:
        data = list(map(str.encode, values))
    except (UnicodeEncodeError, TypeError):
        data = [encoded(value)[0] for value in values]  # Raises an error that names the invalid text.
    # All texts share one buffer, because a ctypes pointer for each text would be slow.
    joined = ctypes.create_string_buffer(b"".join(data))
    sizes = list(map(len, data))
    ends = accumulate(sizes, initial=ctypes.addressof(joined))
    # Each `Text` consists of two 64-bit numbers, an address and a size.
    numbers = array("Q", bytes(16 * len(sizes)))
    numbers[::2], numbers[1::2] = array("Q", islice(ends, len(sizes))), array("Q", sizes)
    return (Text * len(sizes)).from_buffer(numbers), joined


def text_column(values: Iterable[Any]) -> tuple[Any, int, object]:
    """Returns a column of texts as an array, its length, and an object that keeps the bytes alive. Missing values
    become empty texts.

    :param values: several texts, or a column of pandas, polars or pyarrow. Columns in Arrow's layout are not copied
    """
    refuse_table(values)
    stored: Any = getattr(getattr(values, "array", None), "_pa_array", None)
    if stored is None:
        stored = getattr(values, "to_arrow")() if package(values) == "polars" else values
    if package(stored) == "pyarrow":
        import pyarrow

        stored = stored.cast(pyarrow.large_string())
        if isinstance(stored, pyarrow.ChunkedArray):
            stored = stored.combine_chunks() if stored.num_chunks != 1 else stored.chunk(0)
        _, places, data = stored.buffers()
        count = len(stored)
        if not count or data is None:
            return (Text * count)(), count, None
        ends = numpy.frombuffer(places, "int64")[stored.offset : stored.offset + count + 1]
        found = _views(data.address, ends[:-1], ends[1:])
        # The offsets of a missing value may include bytes, so its size is set to 0.
        if stored.null_count:
            found[stored.is_null().to_numpy(zero_copy_only=False), 1] = 0
        return (Text * count).from_address(found.ctypes.data), count, (stored, found)
    known = values if isinstance(values, list) else listed(values)
    try:
        joined = "\0".join(known).encode()
    except (TypeError, UnicodeEncodeError):
        joined = b""
    if joined:
        codes = numpy.frombuffer(joined, "uint8")
        ends = numpy.append(numpy.flatnonzero(codes == 0), codes.size)
        # If there are more ends, some text contains the separator.
        if ends.size == len(known):
            found = _views(codes.ctypes.data, numpy.append(0, ends[:-1] + 1), ends)
            return (Text * len(known)).from_address(found.ctypes.data), len(known), (joined, found)
    # The fast path is impossible: a value is missing or invalid, a text contains the separator, or all are empty.
    array, keep = texts([value if isinstance(value, str) else _text_or_empty(value) for value in known])
    return array, len(known), keep


def _views(address: int, starts: Any, ends: Any) -> Any:
    """Returns an array with a row for each text: the address and size of a ``Text``.

    :param starts: the offset of each text from ``address``
    :param ends: the offset of each text's end
    """
    found = numpy.empty((len(starts), 2), "int64")
    numpy.add(starts, address, out=found[:, 0])
    numpy.subtract(ends, starts, out=found[:, 1])
    return found


def coded_column(values: Any) -> tuple[Any, Any] | None:
    """Returns the distinct texts of a dictionary column, and the index of each row's text (-1 for a missing value).

    Returns ``None`` for other columns.
    """
    refuse_table(values)
    stored = getattr(values, "array", values) if hasattr(values, "iloc") else values
    if hasattr(stored, "categories") and hasattr(stored, "codes"):
        return stored.categories, stored.codes
    if package(values) == "polars" and str(values.dtype).startswith(("Categorical", "Enum")):
        stored = values.to_arrow()
    if package(stored) != "pyarrow" or not hasattr(stored.type, "index_type"):
        return None
    import pyarrow

    if isinstance(stored, pyarrow.ChunkedArray):
        stored = stored.combine_chunks()
    return stored.dictionary, stored.indices.cast("int64").fill_null(-1).to_numpy(zero_copy_only=False)


def _text_or_empty(value: Any) -> str:
    """Returns an empty text for ``None``, NaN and other missing values. Refuses any other value."""
    if is_missing(value):
        return ""
    raise errors.InvalidArgument(f"{value!r} is not a text, expected a str or None")


def listed(values: Iterable[str]) -> list[str]:
    """Returns several texts as a list. Refuses a single text, which would be split into letters, and a table."""
    refuse_table(values)
    if hasattr(values, "tolist"):
        values = values.tolist()
    elif package(values) == "pyarrow" and hasattr(values, "to_pylist"):
        values = values.to_pylist()
    if isinstance(values, (str, bytes)):
        raise errors.InvalidArgument(f"{values!r} is a single text, expected several: [{values!r}]")
    try:
        return list(values)
    except TypeError as fault:
        raise errors.InvalidArgument(f"{values!r}: expected several texts") from fault


def refuse_table(values: Any) -> None:
    """Refuses a table where one of its columns is expected."""
    if hasattr(values, "columns"):
        raise errors.InvalidArgument(f"a {type(values).__name__} is not a column, expected one of its columns")


def number(value: Any, name: str, least: int | None = None) -> int:
    """Returns the argument ``name`` as a whole number that is at least ``least``."""
    try:
        found = operator.index(value)
    except TypeError as fault:
        raise errors.InvalidArgument(f"{name} {value!r}: expected a whole number") from fault
    if least is not None and found < least:
        raise errors.InvalidArgument(f"{name} {value!r}: expected {least} or more")
    return found


class Handle:
    """Owns an object of the library, and frees it when the handle is deleted.

    A function that is called with a handle keeps the object alive until it returns.
    """

    __slots__ = ("_as_parameter_", "_free")

    def __init__(self, value: int, free: Callable[[int], None]):
        self._as_parameter_ = value
        self._free = free

    def __del__(self) -> None:
        self._free(self._as_parameter_)

    def __reduce__(self) -> Any:
        raise TypeError("an object in the library's memory can't be pickled or copied")

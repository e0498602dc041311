"""The conversion of keyword arguments to filters of selections and searches."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table
from ._packages import is_missing, package
from ._warnings import warn

if TYPE_CHECKING:
    from ._catalog import Catalog

#: Fields for which the library has a function that sets a range. For other fields, the values in the range are listed.
_BOUNDED = {
    "EXPIRATION": lib.filter_require_expiration, "LAST_TRADE": lib.filter_require_last_trade,
    "STRIKE": lib.filter_require_strike}
_DAYS = {"EXPIRATION", "LAST_TRADE"}
_NUMBERS = {"MULTIPLIER", "SPC", "STRIKE", "ICB", "SIC"}


def chosen_by(catalog: Catalog, filters: Mapping[str, Any]) -> lib.Handle | None:
    """Returns the filter that keyword arguments describe, or ``None`` if there are none.

    A filter value that no instrument of the catalog has causes a warning.
    """
    if not filters:
        return None
    handle = lib.Handle(lib.filter_create(), lib.filter_free)
    ranges = []
    for name, value in filters.items():
        field = name.upper()
        if value is None:
            continue
        ends = _dates.ends(value) if field in _DAYS or field in _NUMBERS else None
        if field == "ACTIVE_ON":
            lib.check(lib.filter_require_active_on, handle, _dates.day(value))
        elif field == "EXCHANGE":
            patterns = [lib.encoded(one) for one in _patterns(value)]
            for pattern in patterns:
                lib.check(lib.filter_require_exchange, handle, *pattern)
            if not patterns:
                _require_any(handle, "EXCHANGES", [])
        elif ends is None:
            texts = [_day(one) for one in several(value)] if field in _DAYS else _patterns(value)
            for text in texts if field in _NUMBERS else ():
                if not set(text) & set("*?"):
                    _dates.price(text)
            _require_any(handle, catalog._name(name), texts)
        elif field in _BOUNDED:
            read, none = (_dates.day, lib.NO_DAY) if field in _DAYS else (_dates.price, float("nan"))
            lib.check(_BOUNDED[field], handle, *(none if end is None else read(end) for end in ends))
        else:
            ranges.append((field, ends))
    for field, (first, last) in ranges:
        low, high = (None if end is None else _dates.price(end) for end in (first, last))
        encoded = lib.encoded(field)
        counts = Table(lambda address: lib.check(lib.catalog_counts, catalog._open, handle, *encoded, address))
        _require_any(
            handle, field,
            [
                text for text in counts._column()
                if text and (low is None or low <= float(text)) and (high is None or float(text) <= high)])
    for sentence in lib.names(lib.made(lib.catalog_misses, catalog._open, handle)):
        if not sentence.startswith("there is no field"):
            warn(sentence, errors.MissWarning)
    return handle


def _require_any(handle: lib.Handle, field: str, patterns: list[str]) -> None:
    array, keep = lib.texts(patterns)
    lib.check(lib.filter_require_any, handle, *lib.encoded(field), array, len(patterns))


def several(value: Any) -> list[Any]:
    """Returns the values of a filter argument as a list. A single value becomes a list of one."""
    isDay = hasattr(value, "toordinal") or type(value).__name__ == "datetime64"
    if isDay or isinstance(value, (str, bytes, numbers.Number, Mapping)):
        return [value]
    lib.refuse_table(value)
    if package(value) == "pyarrow" and hasattr(value, "to_pylist"):
        value = value.to_pylist()
    try:
        return list(value)
    except TypeError as fault:
        raise errors.InvalidArgument(f"{value!r}: expected a text, a number, or several") from fault


def _patterns(value: Any) -> list[str]:
    """Returns the values of a filter argument as texts, as fields of profiles are written."""
    return [one if type(one) is str else _pattern(one) for one in several(value)]


def _pattern(value: Any) -> str:
    if hasattr(value, "row") and hasattr(value, "symbol"):
        # The value is an `Instrument`.
        return str(value.symbol)
    if isinstance(value, bytes):
        raise errors.InvalidArgument(f"{value!r} is bytes, expected a text: {value.decode(errors='replace')!r}")
    if is_missing(value) or isinstance(value, Iterable) and not isinstance(value, str):
        raise errors.InvalidArgument(f"{value!r} is not a value of a field, expected a text or a number")
    if isinstance(value, numbers.Number) and not isinstance(value, numbers.Integral):
        number = _dates.price(value)
        value = int(number) if number.is_integer() else number
    return str(value)


def _day(value: Any) -> str:
    return value if isinstance(value, str) and set(value) & set("*?") else str(_dates.date(_dates.day(value)))

"""Filters of lists and searches."""

from __future__ import annotations

import numbers
import warnings
from typing import Any

from . import _dates
from . import _library as lib
from . import errors


def chosen_by(catalog: lib.Handle, filters: dict[str, Any]) -> lib.Handle | None:
    """Returns the filter for instruments of a catalog, or ``None`` for all instruments.

    A value that no instrument has causes a warning at the caller's caller.
    """
    if not filters:
        return None
    handle = lib.Handle(lib.filter_create(), lib.filter_free)
    isNothing = False
    for name, value in filters.items():
        if value is None:
            continue
        if name == "expiration":
            lib.check(lib.filter_require_expiration, handle, *days(value))
        elif name == "last_trade":
            lib.check(lib.filter_require_last_trade, handle, *days(value))
        elif name == "strike":
            ends = _dates.bounds(value, _dates.price)
            lib.check(lib.filter_require_strike, handle, *(float("nan") if end is None else end for end in ends))
        elif name == "active_on":
            lib.check(lib.filter_require_active_on, handle, _dates.day(value))
        else:
            patterns = [_pattern(one) for one in _several(value)]
            isNothing = isNothing or not patterns
            for pattern in patterns:
                if name == "exchange":
                    lib.check(lib.filter_require_exchange, handle, *pattern)
                else:
                    lib.check(lib.filter_require, handle, *lib.encoded(name.upper()), *pattern)
    if isNothing:
        # A field without alternatives matches nothing. Neither does this range of strikes.
        lib.check(lib.filter_require_strike, handle, 1, 0)
        return handle
    for sentence in lib.names(lib.made(lib.catalog_misses, catalog, handle)):
        if not sentence.startswith("there is no field"):
            warnings.warn(sentence, errors.MissWarning, stacklevel=3)
    return handle


def _several(value: Any) -> list[Any]:
    """Returns the values of a field as a list. A single value needs no list."""
    if isinstance(value, (str, numbers.Number)):
        return [value]
    try:
        return list(value)
    except TypeError as fault:
        raise errors.InvalidArgument(f"{value!r}: expected a text, a number, or several") from fault


def _pattern(value: Any) -> tuple[bytes, int]:
    """Returns a value in the form of the field's text."""
    if value is None or value != value:
        raise errors.InvalidArgument(f"{value!r} is not a value of a field")
    if isinstance(value, numbers.Number) and not isinstance(value, numbers.Integral):
        number = _dates.price(value)
        value = int(number) if number.is_integer() else number
    return lib.encoded(str(value))


def days(value: Any) -> tuple[int, int]:
    """Returns both ends of a range of days for the library."""
    first, last = _dates.bounds(value, _dates.day)
    return lib.NO_DAY if first is None else first, lib.NO_DAY if last is None else last

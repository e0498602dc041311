"""Filters of lists and searches."""

from __future__ import annotations

import warnings
from typing import Any

from . import _dates
from . import _library as lib
from . import errors


def chosen_by(catalog: lib.Handle, filters: dict[str, Any]) -> lib.Handle | None:
    """The filter that means instruments of a catalog; ``None`` for all. What no instrument has is a warning of the caller's caller."""
    if not filters:
        return None
    handle = lib.Handle(lib.filter_create(), lib.filter_free)
    for name, value in filters.items():
        if value is None:
            continue
        if name == "expiration":
            lib.check(lib.filter_require_expiration, handle, *days(value))
        elif name == "last_trade":
            lib.check(lib.filter_require_last_trade, handle, *days(value))
        elif name == "strike":
            ends = _dates.bounds(value, float)
            lib.check(lib.filter_require_strike, handle, *(float("nan") if end is None else end for end in ends))
        elif name == "active_on":
            lib.check(lib.filter_require_active_on, handle, _dates.day(value))
        else:
            for one in [value] if isinstance(value, str) else value:
                pattern = lib.encoded(str(one))
                if name == "exchange":
                    lib.check(lib.filter_require_exchange, handle, *pattern)
                else:
                    lib.check(lib.filter_require, handle, *lib.encoded(name.upper()), *pattern)
    for sentence in lib.names(lib.made(lib.catalog_misses, catalog, handle)):
        if not sentence.startswith("there is no field"):
            warnings.warn(sentence, errors.MissWarning, stacklevel=3)
    return handle


def days(value: Any) -> tuple[int, int]:
    """The two ends of days, as the library takes them."""
    first, last = _dates.bounds(value, _dates.day)
    return lib.NO_DAY if first is None else first, lib.NO_DAY if last is None else last

"""Types for annotations: the words that parameters accept, and the filters of catalogs.

>>> from ipf.types import Filters
>>> def listed(catalog: ipf.Catalog, **filters: Unpack[Filters]) -> ipf.Selection: ...
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, Union

if TYPE_CHECKING:
    import numpy

    from ._instrument import Instrument

Order = Literal["rank", "symbol", "type"]
"""The order of the instruments in a selection."""
Role = Literal["any", "underlying", "product"]
"""What the name in a request for a chain denotes."""
Notation = Literal["ipf", "occ", "terminal", "ric", "chart", "yahoo-like"]
"""A notation of symbols."""
Kinds = Literal[
    "regular", "pre_market", "after_market", "overnight", "trading", "no_trading", "all",
    "o", "p", "r", "a", "op", "or", "oa", "pr", "pa", "ra", "opr", "opa", "ora", "pra", "opra"]
"""The kinds of sessions that a method considers."""
Which = Literal["current", "previous", "next", "nearest"]
"""Which session is found for a time."""
Side = Literal["left", "right", "both", "neither"]
"""Which ends belong to a session or a bar."""
Direction = Literal["next", "previous", "none"]
"""Which session or minute is returned for a day or minute without trading; ``none`` raises an error."""
MarketTime = Literal["pre", "market_open", "break_start", "break_end", "market_close", "post"]
"""A time of a trading day, as ``pandas_market_calendars`` names it."""
Rounding = Literal["half_even", "half_up", "half_down", "floor", "ceiling", "up", "down"]
"""How a price between two multiples of its increment is rounded."""
Day = Union[str, datetime.date, "numpy.datetime64", "Timestamp"]
"""A day: ``"2026-11-27"``, ``datetime.date``, ``numpy.datetime64`` or ``pandas.Timestamp``."""
Text = Union[str, "Instrument", Iterable[Union[str, "Instrument"]], None]
"""The value of a filter: one text, or alternatives."""
Days = Union[str, datetime.date, "tuple[Day, Day]", Iterable[Any], None]
"""The value of a filter: one day, alternatives, or a range as ``(from, through)`` or ``"from..through"``."""
Number = Union[float, str, "tuple[float | None, float | None]", Iterable[Any], None]
"""The value of a filter: one number, alternatives, or a range: ``(from, through)``, ``"from..through"``, ``range``."""


class Timestamp(Protocol):
    """A ``pandas.Timestamp``. The type stubs of pandas say that its initializer may return NaT, which is no
    ``datetime``, so this protocol is needed."""

    def to_datetime64(self) -> numpy.datetime64: ...


class OpenFile(Protocol):
    """An open binary file, such as ``io.BytesIO``."""

    def read(self, size: int = ..., /) -> bytes: ...


class ArrowTable(Protocol):
    """A table of pandas, polars, pyarrow or another package that exports streams of Arrow."""

    def __arrow_c_stream__(self, requested_schema: Any = ...) -> object: ...


Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
"""A path or URL."""
Sources = Union[Path, Sequence[Path], OpenFile, ArrowTable]
"""The sources of an import."""


class Filters(TypedDict, total=False):
    """The filters of :meth:`ipf.Catalog.select`: the standard fields, ``exchange`` and ``active_on``.

    A catalog can have custom fields. For type checkers, pass those as a ``dict[str, Any]``: ``select(**filters)``.
    """

    active_on: Day
    exchange: Text
    type: Text
    symbol: Text
    description: Text
    local_symbol: Text
    local_description: Text
    country: Text
    opol: Text
    exchange_data: Text
    exchanges: Text
    currency: Text
    base_currency: Text
    cfi: Text
    isin: Text
    sedol: Text
    cusip: Text
    icb: Number
    sic: Number
    multiplier: Number
    product: Text
    underlying: Text
    spc: Number
    additional_underlyings: Text
    mmy: Text
    expiration: Days
    last_trade: Days
    strike: Number
    option_type: Text
    expiration_style: Text
    settlement_style: Text
    price_increments: Text
    trading_hours: Text

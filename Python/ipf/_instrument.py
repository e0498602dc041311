"""Instruments of a catalog and their typed fields."""

from __future__ import annotations

import datetime
from array import array
from collections.abc import Iterator, KeysView, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _dates
from . import _library as lib
from ._arrow import escape
from ._price import PriceIncrements
from ._schedule import Schedule

if TYPE_CHECKING:
    from ._catalog import Catalog

_NUMBERS: dict[str, type] = {"MULTIPLIER": float, "SPC": float, "STRIKE": float, "ICB": int, "SIC": int}
_DATES = {"EXPIRATION", "LAST_TRADE"}


def value(field: str, text: str) -> Any:
    """Returns the typed value of a field; ``None`` for an empty text."""
    if not text:
        return None
    if field in _NUMBERS:
        return _NUMBERS[field](text)
    if field in _DATES:
        return _dates.date(_dates.day(text))
    return text


class Instrument(Mapping[str, Any]):
    """An instrument of a catalog: a mapping from field names to values. The values are also attributes.

    >>> catalog["AAPL"].description
    'Apple Inc. - Common Stock'

    Numbers are ``float`` or ``int``, and days are ``datetime.date``. For a field that is not set, the attribute is
    ``None`` and the mapping has no key. If a selection was made with ``fields``, its instruments have exactly these
    keys, whether the fields are set or not. Names of fields can be written in any case.
    """

    __slots__ = ("_catalog", "_fields", "row")

    def __init__(self, catalog: Catalog, row: int, fields: Sequence[str] | None = None):
        self._catalog = catalog
        self._fields = fields
        #: The instrument's row in the catalog.
        self.row = row

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._at(name)

    def _at(self, name: str) -> Any:
        field = self._catalog._name(name)
        return value(field, self._catalog._field(self.row, field))

    def __getitem__(self, field: str) -> Any:
        found = self._at(field) if isinstance(field, str) else None
        if found is None and (self._fields is None or field not in self._fields):
            raise KeyError(field)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def keys(self) -> KeysView[str]:
        return self.to_dict().keys()

    def to_dict(self) -> dict[str, Any]:
        """Returns all fields that are set, or the fields of the selection."""
        if self._fields is not None:
            return {name: self._at(name) for name in self._fields}
        return {name: value(name, text) for name, text in self._catalog._record(self.row)}

    @property
    def schedule(self) -> Schedule:
        """The trading hours of the instrument.

        :raises ipf.NotFound: the instrument has no trading hours
        :raises ipf.InvalidRules: the trading hours can't be read
        """
        return Schedule(self.symbol, catalog=self._catalog)

    @property
    def price(self) -> PriceIncrements:
        """The price increments of the instrument."""
        return PriceIncrements(self.price_increments or "")

    @property
    def right(self) -> str | None:
        """``call`` or ``put``; ``None`` if the instrument is not an option, or its CFI code does not tell."""
        return self._option()["right"]

    @property
    def exercise(self) -> str | None:
        """``american``, ``european`` or ``bermudan``; ``None`` if the instrument is not an option, or its CFI code does
        not tell."""
        return self._option()["exercise"]

    def days_to_expiry(self, at: Any = None) -> int | None:
        """Returns the number of calendar days to the expiration, negative after it; ``None`` without an expiration.

        :param at: the time whose date, in the zone of the trading hours, is day 0; now by default
        """
        return self._option(at)["days_to_expiry"]

    def trading_time_to_expiry(self, at: Any = None) -> datetime.timedelta | None:
        """Returns the time of regular sessions until the end of the last trading day, 0 after it.

        Returns ``None`` if the instrument has no expiration, or no trading hours that can be read.

        :param at: the time from which trading time is counted; now by default
        """
        return self._option(at)["trading_time_to_expiry"]

    def _option(self, at: Any = None) -> dict[str, Any]:
        rows = array("q", [self.row])
        made = lib.made(lib.rows_create, rows.buffer_info()[0], 1)
        return self._catalog._instruments(made, None).options(at).to_dicts()[0]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name.lower() for name in self._catalog.fields)]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.keys())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, dict):
            return self.to_dict() == other
        if not isinstance(other, Instrument):
            return NotImplemented
        return self.row == other.row and self._catalog._version == other._catalog._version

    def __hash__(self) -> int:
        return hash((self.row, self._catalog._version))

    def __reduce__(self) -> tuple[Any, ...]:
        return _instrument, (self._catalog, self.symbol)

    def __repr__(self) -> str:
        if self._catalog._handle is None:
            return f"<Instrument of row {self.row} of {self._catalog!r}>"
        return f"<Instrument {self.symbol}: {self.description or self.type}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>"
            for name, text in self._catalog._record(self.row))
        return f"<table>{rows}</table>"


def _instrument(catalog: Catalog, symbol: str) -> Instrument:
    return catalog[symbol]

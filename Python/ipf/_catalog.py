"""Catalogs and the instruments in them."""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, List

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, escape
from ._packages import numpy
from ._price import PriceIncrements
from ._schedule import Schedule

_NUMBERS = {"MULTIPLIER": float, "SPC": float, "STRIKE": float, "ICB": int, "SIC": int}
_DATES = {"EXPIRATION", "LAST_TRADE"}
_ORDERS = {"rank": 0, "symbol": 1, "type": 2}
_ROLES = {"any": 0, "underlying": 1, "product": 2}
#: Why a search found an instrument, best first.
TIERS = (
    "exact symbol", "exact identifier", "notation", "alias", "symbol prefix", "description", "alias prefix", "symbol substring",
    "typo")


def _value(field: str, text: str) -> Any:
    if not text:
        return None
    if field in _NUMBERS:
        return _NUMBERS[field](text)
    if field in _DATES:
        return _dates.date(_dates.day(text))
    return text


class Instrument(Mapping):
    """An instrument of a catalog: a mapping from the names of its fields to their values, which are attributes, too.

    >>> catalog["AAPL"].description
    'Apple Inc. - Common Stock'

    Numbers are ``float`` or ``int``, days ``datetime.date``; an attribute that isn't set is ``None``, and as a key absent.
    """

    __slots__ = ("_catalog", "row")

    def __init__(self, catalog: "Catalog", row: int):
        self._catalog = catalog
        #: Its number in the catalog, best ranked first.
        self.row = row

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        field = name.upper()
        return _value(field, self._catalog._field(self.row, field))

    def __getitem__(self, field: str) -> Any:
        value = _value(field, self._catalog._field(self.row, field))
        if value is None:
            raise KeyError(field)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._catalog._record(self.row)))

    def __len__(self) -> int:
        return len(self._catalog._record(self.row))

    def keys(self):
        return self.to_dict().keys()

    def to_dict(self) -> dict[str, Any]:
        """All fields that are set."""
        return {name: _value(name, text) for name, text in self._catalog._record(self.row)}

    @property
    def schedule(self) -> Schedule:
        """When it trades.

        :raises ipf.NotFound: the instrument has no trading hours
        :raises ipf.InvalidRules: they can't be read
        """
        return Schedule(self.symbol, catalog=self._catalog)

    @property
    def price(self) -> PriceIncrements:
        """The steps of its price."""
        return PriceIncrements(self.price_increments or "")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instrument):
            return NotImplemented
        return self.row == other.row and self._catalog.version == other._catalog.version

    def __hash__(self) -> int:
        return hash((self.row, self._catalog.version))

    def __reduce__(self):
        return _instrument, (self._catalog, self.symbol)

    def __repr__(self) -> str:
        return f"<Instrument {self.symbol}: {self.description or self.type}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>"
            for name, text in self._catalog._record(self.row))
        return f"<table>{rows}</table>"


def _instrument(catalog: "Catalog", symbol: str) -> Instrument:
    return catalog[symbol]


class Selection(Table):
    """The instruments of a list, as a table of their fields; made when it is read."""

    def __init__(self, catalog: "Catalog", rows: lib.Handle, fields: Sequence[str] | None):
        self._catalog = catalog
        self._rows = rows
        names = None if fields is None else lib.texts(list(fields))

        def fill(address: int) -> None:
            array, count = (None, 0) if names is None else (names[0], len(names[0]))
            lib.check(lib.catalog_columns, catalog._handle.value, rows.value, array, count, address)

        super().__init__(fill)
        if fields is not None:
            self._formats()

    def __len__(self) -> int:
        return lib.rows_count(self._rows.value)

    def __iter__(self) -> Iterator[Instrument]:
        data = lib.rows_data(self._rows.value)
        return (Instrument(self._catalog, data[index]) for index in range(len(self)))

    def __getitem__(self, index: int) -> Instrument:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"index {index} of {count} instruments")
        return Instrument(self._catalog, lib.rows_data(self._rows.value)[index % count])

    @property
    def symbols(self) -> List[str]:
        """The symbols, in order."""
        return [row["SYMBOL"] for row in Selection(self._catalog, self._rows, ["SYMBOL"]).to_dicts()]


class Hit:
    """An instrument that a search found, and why."""

    __slots__ = ("instrument", "tier", "reason", "highlights")

    def __init__(self, instrument: Instrument, tier: str, reason: str | None, highlights: list[tuple[str, int, int]]):
        self.instrument = instrument
        #: One of ``TIERS``.
        self.tier = tier
        #: What was understood, or the other name; ``None`` where the highlights say it.
        self.reason = reason
        #: Field, first byte and end of what matched, in the field's UTF-8.
        self.highlights = highlights

    def __repr__(self) -> str:
        return f"<Hit {self.instrument.symbol}: {self.reason or self.tier}>"


class SearchResults(Sequence):
    """The instruments that a search found, best first."""

    def __init__(self, catalog: "Catalog", hits: lib.Handle):
        self._catalog = catalog
        self._hits = hits
        self._count = lib.hits_count(hits.value)
        #: The rows, best first.
        self.rows = lib.hits_rows(hits.value)[: self._count] if self._count else []

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(f"index {index} of {self._count} results")
        index %= self._count
        hits = self._hits.value
        highlights = []
        for place in range(lib.hits_highlight_count(hits, index)):
            one = lib.hits_highlight(hits, index, place)
            highlights.append((lib.text(one.field), one.start, one.end))
        return Hit(
            Instrument(self._catalog, self.rows[index]), TIERS[lib.hits_tier(hits, index)],
            lib.text(lib.hits_reason(hits, index)), highlights)

    @property
    def symbols(self) -> List[str]:
        """The symbols, best first."""
        return [self._catalog._field(row, "SYMBOL") for row in self.rows]

    def __repr__(self) -> str:
        return f"<SearchResults: {', '.join(self.symbols)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(hit.instrument.symbol)}</td><td>{escape(hit.instrument.type or '')}</td>"
            f"<td>{escape(hit.reason or hit.tier)}</td><td>{_marked(hit)}</td></tr>"
            for hit in self)
        return f"<table><thead><tr><th>symbol</th><th>type</th><th>match</th><th>description</th></tr></thead>{rows}</table>"


def _marked(hit: Hit) -> str:
    """The description with its highlights."""
    text = (hit.instrument.description or "").encode()
    parts, end = [], 0
    for field, first, last in hit.highlights:
        if field == "DESCRIPTION":
            parts += [escape(text[end:first].decode()), "<b>", escape(text[first:last].decode()), "</b>"]
            end = last
    return "".join(parts) + escape(text[end:].decode())


class Chain(Table):
    """The options of an underlying or product, a row a strike: expiration, last_trade, strike, multiplier, spc, call, put,
    call_row, put_row."""

    def __init__(self, catalog: "Catalog", name: str, options: lib.ChainOptions):
        self._catalog = catalog
        #: The underlying or product.
        self.name = name
        self._options = options
        encoded = lib.encoded(name)

        def fill(address: int) -> None:
            lib.check(lib.catalog_chain, catalog._handle.value, *encoded, ctypes.byref(options), address)

        super().__init__(fill)
        self._formats()

    def around(self, price: float, strikes: int = 5) -> "Chain":
        """Of each series only so many strikes, those nearest to a price."""
        options = lib.ChainOptions.from_buffer_copy(self._options)
        options.nearest_count, options.nearest_price = strikes, price
        return Chain(self._catalog, self.name, options)

    @property
    def expirations(self) -> list:
        """The days on which its options expire, each once."""
        return sorted({row["expiration"] for row in self.to_dicts()})


class Catalog(Mapping):
    """A catalog file: a mapping from symbols to instruments, best ranked first.

    It is opened in a millisecond, shared by any number of threads and processes, and pickled by its path.
    """

    def __init__(self, path: str | os.PathLike):
        #: The file.
        self.path = os.path.abspath(os.fspath(path))
        self._handle = lib.Handle(lib.made(lib.catalog_open, *lib.encoded(self.path)), lib.catalog_free)
        self._lookup = self._handle.value
        self._names: list[str] | None = None

    # Instruments

    def __getitem__(self, symbol: str) -> Instrument:
        data = symbol.encode()
        row = lib.catalog_row(self._lookup, data, len(data))
        if row < 0:
            raise self._missing(symbol)
        return Instrument(self, row)

    def get(self, symbol: str, default: Any = None) -> Any:
        """The instrument of a symbol, or ``default``."""
        data = symbol.encode()
        row = lib.catalog_row(self._lookup, data, len(data))
        return default if row < 0 else Instrument(self, row)

    def __contains__(self, symbol: object) -> bool:
        if not isinstance(symbol, str):
            return False
        data = symbol.encode()
        return lib.catalog_row(self._lookup, data, len(data)) >= 0

    def __len__(self) -> int:
        return lib.catalog_count(self._lookup)

    def __iter__(self) -> Iterator[str]:
        return (self._field(row, "SYMBOL") for row in range(len(self)))

    def _missing(self, symbol: str) -> errors.NotFound:
        near = tuple(self.near(symbol))
        question = f"; did you mean {', '.join(near[:-1])}{' or ' if near[:-1] else ''}{near[-1]}?" if near else ""
        return errors.NotFound(f"{symbol}: no such symbol in {self.path}{question}", near)

    def rows(self, symbols: Iterable[str]):
        """The rows of many symbols as an ``int64`` array, -1 where there is none."""
        symbols = list(symbols)
        array, keep = lib.texts(symbols)
        found = numpy.empty(len(symbols), "int64")
        lib.check(lib.catalog_rows, self._lookup, array, len(symbols), found.ctypes.data)
        return found

    def near(self, symbol: str, limit: int = 3) -> List[str]:
        """What may have been meant by a symbol that isn't there, nearest first."""
        return self._instruments(lib.made(lib.catalog_near, self._lookup, *lib.encoded(symbol), limit), ["SYMBOL"]).symbols

    def by_identifier(self, field: str, text: str) -> List[Instrument]:
        """The instruments with an identifier, best first: ``by_identifier("ISIN", "US0378331005")``; also CUSIP, SEDOL,
        LOCAL_SYMBOL, and fields that were imported as identifiers."""
        rows = lib.made(lib.catalog_rows_of_identifier, self._lookup, *lib.encoded(field), *lib.encoded(text))
        return list(self._instruments(rows, None))

    def _instruments(self, rows: int, fields: Sequence[str] | None) -> Selection:
        return Selection(self, lib.Handle(rows, lib.rows_free), fields)

    # Questions

    def search(self, text: str, limit: int = 10, *, on: Any = None, **filters: Any) -> SearchResults:
        """Finds instruments by what people type: symbols, identifiers, words in any script, other names, other notations, with
        typos.

        :param on: the day that decides what the text leaves open, as the year of a future; today in UTC by default
        :param filters: as those of :meth:`list`
        """
        chosen = self._filter(filters)
        hits = lib.made(
            lib.catalog_search, self._lookup, *lib.encoded(text), chosen and chosen.value, _dates.optional_day(on), limit, None, 0)
        return SearchResults(self, lib.Handle(hits, lib.hits_free))

    def list(
        self, *, fields: Sequence[str] | None = None, order: str = "rank", offset: int = 0, limit: int | None = None,
        **filters: Any
    ) -> Selection:
        """The instruments that filters mean, as a table.

        >>> catalog.list(type="OPTION", underlying="AAPL", active_on="2027-01-15").to_pandas()

        :param fields: the columns; all that occur by default
        :param order: ``rank``, ``symbol`` or ``type``
        :param filters: a field by its name in any case, with a text or several, in which ``*`` and ``?`` are wildcards; and
            ``exchange``, ``expiration``, ``last_trade`` and ``strike`` (a value, ``(from, through)`` or ``"from..through"``),
            ``active_on`` (a day on which it hasn't expired)
        :raises ipf.UnknownField: a filter or column that no instrument and no standard has

        A value that no instrument has is a :class:`ipf.MissWarning`.
        """
        if order not in _ORDERS:
            raise errors.InvalidArgument(f"order {order!r}: expected rank, symbol or type")
        chosen = self._filter(filters)
        rows = lib.made(
            lib.catalog_select, self._lookup, chosen and chosen.value, _ORDERS[order], offset,
            ctypes.c_size_t(-1).value if limit is None else limit)
        return self._instruments(rows, fields)

    def counts(self, field: str, **filters: Any) -> Table:
        """How many instruments have each value of a field, most frequent first: ``value`` and ``count``."""
        chosen = self._filter(filters)
        name = lib.encoded(field.upper())

        def fill(address: int) -> None:
            lib.check(lib.catalog_counts, self._lookup, chosen and chosen.value, *name, address)

        return Table(fill)

    def to_table(self, fields: Sequence[str] | None = None) -> Selection:
        """All instruments, best ranked first."""
        return self.list(fields=fields)

    def chain(
        self, name: str, *, role: str = "any", expiration: Any = None, strike: Any = None
    ) -> Chain:
        """The option chain of an underlying or product.

        :param role: what the name is: ``underlying``, ``product``, or ``any``
        :param expiration: a day, ``(from, through)`` or ``"from..through"``
        :raises ipf.NotFound: nothing has options of that name
        """
        if role not in _ROLES:
            raise errors.InvalidArgument(f"role {role!r}: expected any, underlying or product")
        options = lib.chain_options_default()
        options.role = _ROLES[role]
        if expiration is not None:
            options.expiration_from, options.expiration_through = _days(expiration)
        if strike is not None:
            first, last = _dates.bounds(strike, float)
            options.strike_from = float("nan") if first is None else first
            options.strike_through = float("nan") if last is None else last
        return Chain(self, name, options)

    def futures(self, product: str) -> List[Instrument]:
        """The futures of a product by expiration."""
        return list(self._instruments(lib.made(lib.catalog_futures, self._lookup, *lib.encoded(product)), None))

    # The file

    @property
    def version(self) -> int:
        """A number that differs between any two catalogs, as far as 64 bits can tell."""
        return lib.catalog_version(self._lookup)

    @property
    def is_complete(self) -> bool:
        """The sources of its import were complete."""
        return lib.catalog_is_complete(self._lookup)

    @property
    def fields(self) -> List[str]:
        """The fields that some instrument has: the standard ones in their order, then the custom ones by name."""
        if self._names is None:
            self._names = lib.names(lib.made(lib.catalog_fields, self._lookup))
        return list(self._names)

    def verify(self) -> None:
        """Reads the whole file and compares its checksums.

        :raises ipf.Damaged: names the first part that isn't what was written
        """
        lib.check(lib.catalog_verify, self._lookup)

    def __reduce__(self):
        return Catalog, (self.path,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalog) and self.version == other.version

    def __hash__(self) -> int:
        return self.version

    def __repr__(self) -> str:
        return f"<Catalog {self.path}: {len(self)} instruments>"

    # Parts

    def _field(self, row: int, field: str) -> str:
        buffer = ctypes.create_string_buffer(128)
        size = ctypes.c_size_t()
        data = field.encode()
        while True:
            lib.check(
                lib.catalog_field, self._lookup, row, data, len(data), ctypes.addressof(buffer), len(buffer), ctypes.byref(size))
            if size.value <= len(buffer):
                return buffer.raw[: size.value].decode()
            buffer = ctypes.create_string_buffer(size.value)

    def _record(self, row: int) -> List[tuple[str, str]]:
        record = lib.made(lib.catalog_record, self._lookup, row)
        try:
            return [
                (lib.text(lib.record_name(record, index)) or "", lib.text(lib.record_value(record, index)) or "")
                for index in range(lib.record_count(record))
            ]
        finally:
            lib.record_free(record)

    def _filter(self, filters: dict[str, Any]) -> lib.Handle | None:
        if not filters:
            return None
        made = lib.Handle(lib.filter_create(), lib.filter_free)
        handle = made.value
        for name, value in filters.items():
            if value is None:
                continue
            if name == "expiration":
                lib.check(lib.filter_require_expiration, handle, *_days(value))
            elif name == "last_trade":
                lib.check(lib.filter_require_last_trade, handle, *_days(value))
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
        for sentence in lib.names(lib.made(lib.catalog_misses, self._lookup, handle)):
            if not sentence.startswith("there is no field"):
                warnings.warn(sentence, errors.MissWarning, stacklevel=3)
        return made


def _days(value: Any) -> tuple[int, int]:
    first, last = _dates.bounds(value, _dates.day)
    return lib.NO_DAY if first is None else first, lib.NO_DAY if last is None else last


def open(path: str | os.PathLike) -> Catalog:
    """Opens a catalog file. It is mapped, not loaded: this takes about a millisecond, whatever its size.

    :raises ipf.FileError: no such file, or no permission
    :raises ipf.NotACatalog: the file is something else
    """
    return Catalog(path)

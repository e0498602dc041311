"""What catalogs answer with: selections, search results and chains."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, List, overload

from . import _library as lib
from ._arrow import Table, escape
from ._instrument import Instrument

if TYPE_CHECKING:
    import datetime

    from ._catalog import Catalog

#: Why a search found an instrument, best first.
TIERS = (
    "exact symbol", "exact identifier", "notation", "alias", "symbol prefix", "description", "alias prefix", "symbol substring",
    "typo")


class Selection(Table):
    """The instruments of a list, as a table of their fields; made when it is read."""

    def __init__(self, catalog: Catalog, rows: lib.Handle, fields: Sequence[str] | None):
        self._catalog = catalog
        self._rows = rows
        names = None if fields is None else lib.texts(list(fields))

        def fill(address: int) -> None:
            array, count = (None, 0) if names is None else (names[0], len(names[0]))
            lib.check(lib.catalog_columns, catalog._open, rows, array, count, address)

        super().__init__(fill)
        if fields is not None:
            self._formats()

    def __len__(self) -> int:
        return int(lib.rows_count(self._rows))

    def __iter__(self) -> Iterator[Instrument]:
        data = lib.rows_data(self._rows)
        return (Instrument(self._catalog, data[index]) for index in range(len(self)))

    def __getitem__(self, index: int) -> Instrument:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"index {index} of {count} instruments")
        return Instrument(self._catalog, lib.rows_data(self._rows)[index % count])

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


class SearchResults(Sequence[Hit]):
    """The instruments that a search found, best first."""

    def __init__(self, catalog: Catalog, hits: lib.Handle):
        self._catalog = catalog
        self._hits = hits
        self._count: int = lib.hits_count(hits)
        #: The rows, best first.
        self.rows: List[int] = lib.hits_rows(hits)[: self._count] if self._count else []

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Hit: ...

    @overload
    def __getitem__(self, index: slice) -> List[Hit]: ...

    def __getitem__(self, index: int | slice) -> Hit | List[Hit]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(f"index {index} of {self._count} results")
        index %= self._count
        hits = self._hits
        highlights: List[tuple[str, int, int]] = []
        for place in range(lib.hits_highlight_count(hits, index)):
            one = lib.hits_highlight(hits, index, place)
            highlights.append((lib.text(one.field) or "", one.start, one.end))
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
    parts: List[str] = []
    end = 0
    for field, first, last in hit.highlights:
        if field == "DESCRIPTION":
            parts += [escape(text[end:first].decode()), "<b>", escape(text[first:last].decode()), "</b>"]
            end = last
    return "".join(parts) + escape(text[end:].decode())


class Chain(Table):
    """The options of an underlying or product, a row a strike: expiration, last_trade, strike, multiplier, spc, call, put,
    call_row, put_row."""

    def __init__(self, catalog: Catalog, name: str, options: lib.ChainOptions):
        self._catalog = catalog
        #: The underlying or product.
        self.name = name
        self._options = options
        encoded = lib.encoded(name)

        def fill(address: int) -> None:
            lib.check(lib.catalog_chain, catalog._open, *encoded, ctypes.byref(options), address)

        super().__init__(fill)
        self._formats()

    def around(self, price: float, strikes: int = 5) -> "Chain":
        """Of each series only so many strikes, those nearest to a price."""
        options = lib.ChainOptions.from_buffer_copy(self._options)
        options.nearest_count, options.nearest_price = strikes, price
        return Chain(self._catalog, self.name, options)

    @property
    def expirations(self) -> List[datetime.date]:
        """The days on which its options expire, each once."""
        return sorted({row["expiration"] for row in self.to_dicts()})

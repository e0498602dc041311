"""The results of queries of catalogs: selections, search results and chains."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, List, overload

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, escape
from ._instrument import Instrument
from ._packages import numpy

if TYPE_CHECKING:
    import datetime

    import polars

    from ._catalog import Catalog

#: The reasons why a search finds an instrument. Results are not ordered by them.
TIERS = (
    "exact symbol", "exact identifier", "notation", "alias", "symbol prefix", "description", "alias prefix",
    "symbol substring",
    "typo")


#: The number of rows that a lazy frame reads at once.
_LAZY_ROWS = 1 << 17


class Selection(Table):
    """A list of instruments, as a table of their fields. The table is computed when it is read."""

    def __init__(self, catalog: Catalog, rows: lib.Handle, fields: Sequence[str] | None):
        self._catalog = catalog
        self._rows = rows
        self._fields = None if fields is None else lib.listed(fields)
        named: set[str] = set()
        for name in self._fields or ():
            if name in named:
                raise errors.InvalidArgument(f"the field {name} is named twice")
            named.add(name)
        names = None if self._fields is None else lib.texts(self._fields)

        def fill(address: int) -> None:
            texts, count = (None, 0) if names is None else (names[0], len(names[0]))
            lib.check(lib.catalog_columns, catalog._open, rows, texts, count, address)

        super().__init__(fill)
        if fields is not None:
            self._formats()

    def __len__(self) -> int:
        return int(lib.rows_count(self._rows))

    def __iter__(self) -> Iterator[Instrument]:
        data = lib.rows_data(self._rows)
        return (Instrument(self._catalog, data[index], self._fields) for index in range(len(self)))

    def __contains__(self, one: object) -> bool:
        if isinstance(one, str):
            one = self._catalog.get(one)
        if not isinstance(one, Instrument) or one._catalog != self._catalog:
            return False
        count = len(self)
        return count > 0 and one.row in lib.rows_data(self._rows)[:count]

    @overload
    def __getitem__(self, index: int) -> Instrument: ...

    @overload
    def __getitem__(self, index: slice) -> Selection: ...

    def __getitem__(self, index: int | slice) -> Instrument | Selection:
        count = len(self)
        if isinstance(index, slice):
            rows = array("q", lib.rows_data(self._rows)[:count][index] if count else ())
            made = lib.made(lib.rows_create, rows.buffer_info()[0], len(rows))
            return Selection(self._catalog, lib.Handle(made, lib.rows_free), self._fields)
        if not -count <= index < count:
            raise IndexError(f"index {index} of {count} instruments")
        return Instrument(self._catalog, lib.rows_data(self._rows)[index % count], self._fields)

    def lazy(self) -> "polars.LazyFrame":
        """Returns the instruments as a ``polars.LazyFrame``, which reads only the columns and rows that a query uses.

        >>> catalog.select(type="OPTION").lazy().filter(polars.col("STRIKE") > 500).select("SYMBOL").collect()
        """
        import polars
        from polars.io.plugins import register_io_source

        def read(
            columns: list[str] | None, predicate: polars.Expr | None, count: int | None, batch: int | None
        ) -> Iterator[polars.DataFrame]:
            # If polars passes columns, they include those that only the predicate uses.
            fields = self._fields if columns is None else columns
            first = 0
            while first < len(self) and (count is None or count > 0):
                part = self[first : first + (batch or _LAZY_ROWS)]
                frame = Selection(self._catalog, part._rows, fields).to_polars(categories=False)
                if predicate is not None:
                    frame = frame.filter(predicate)
                yield frame if count is None else frame.head(count)
                first, count = first + len(part), None if count is None else count - len(frame)

        return register_io_source(read, schema=self[:0].to_polars(categories=False).schema)

    def options(self, at: Any = None) -> Table:
        """Returns the terms of options, one row per instrument.

        The columns are ``symbol``, ``row``, ``underlying``, ``expiration``, ``last_trade``, ``strike``, ``right``
        (``call`` or ``put``), ``exercise`` (``american``, ``european`` or ``bermudan``), ``multiplier``, ``spc``,
        ``days_to_expiry`` and ``trading_time_to_expiry``. Unknown values are null.

        :param at: the time from which days and trading time are counted; now by default. Days are counted from its date
            in the zone of the option's trading hours. Trading time is the time of regular sessions until the end of the
            last trading day.
        """
        moment = _dates.moment_or_now(at)
        return Table._checked(lambda out: lib.check(lib.catalog_options, self._catalog._open, self._rows, moment, out))

    @property
    def symbols(self) -> List[str]:
        """The symbols, in order."""
        return list(Selection(self._catalog, self._rows, ["SYMBOL"])._column())


class Hit:
    """An instrument that a search found, and the reason why."""

    __slots__ = ("instrument", "tier", "reason", "highlights")

    def __init__(self, instrument: Instrument, tier: str, reason: str | None, highlights: list[tuple[str, int, int]]):
        self.instrument = instrument
        #: One of ``TIERS``.
        self.tier = tier
        #: The text that matched if it is not in a field: how a notation was read, an alias, the leg of a spread, or the
        #: name of another listing. ``None`` if the highlights show the match. A relaxation of the query is appended.
        self.reason = reason
        #: The matches: the field's name, and the match's first byte and end in the field's UTF-8.
        self.highlights = highlights

    def __repr__(self) -> str:
        return f"<Hit {self.instrument.symbol}: {self.reason or self.tier}>"


class SearchResults(Sequence[Hit]):
    """The instruments that a search found, best first."""

    def __init__(self, catalog: Catalog, hits: lib.Handle, page: Callable[[str], SearchResults]):
        self._catalog = catalog
        self._hits = hits
        self._page = page
        self._count: int = lib.hits_count(hits)
        #: The rows, best first.
        self.rows: List[int] = lib.hits_rows(hits)[: self._count] if self._count else []
        #: The relaxation of the query if no instrument matched the whole query (``in London``), otherwise ``None``.
        self.relaxation: str | None = lib.text(lib.hits_relaxation(hits))

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

    def next_page(self) -> SearchResults | None:
        """Returns the next page of results, with the same limit, or ``None`` after the last page."""
        cursor = lib.text(lib.hits_next(self._hits))
        return None if cursor is None else self._page(cursor)

    @property
    def symbols(self) -> List[str]:
        """The symbols, best first."""
        return [self._catalog._field(row, "SYMBOL") for row in self.rows]

    def __reduce__(self) -> Any:
        raise TypeError("search results can't be pickled or copied; their symbols can")

    def __repr__(self) -> str:
        return f"<SearchResults: {', '.join(self.symbols)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(hit.instrument.symbol)}</td><td>{escape(hit.instrument.type or '')}</td>"
            f"<td>{escape(hit.reason or hit.tier)}</td><td>{_marked(hit)}</td></tr>"
            for hit in self)
        caption = f"<caption>found {escape(self.relaxation)}</caption>" if self.relaxation else ""
        head = "<tr><th>symbol</th><th>type</th><th>match</th><th>description</th></tr>"
        return f"<table>{caption}<thead>{head}</thead>{rows}</table>"


def _marked(hit: Hit) -> str:
    """Returns the description as HTML in which the matches are highlighted."""
    text = (hit.instrument.description or "").encode()
    parts: List[str] = []
    end = 0
    for field, first, last in hit.highlights:
        if field == "DESCRIPTION":
            parts += [escape(text[end:first].decode()), "<b>", escape(text[first:last].decode()), "</b>"]
            end = last
    return "".join(parts) + escape(text[end:].decode())


class Chain(Table):
    """The options of an underlying or product, one row per series and strike.

    The columns are expiration, last_trade, strike, multiplier, spc, call, put, call_row and put_row.
    """

    def __init__(self, catalog: Catalog, name: str, options: lib.ChainOptions, kept: object = None):
        self._catalog = catalog
        # The arrays to which `options` has pointers.
        self._kept = kept
        #: The name of the underlying or product.
        self.name = name
        self._options = options
        encoded = lib.encoded(name)

        def fill(address: int) -> None:
            lib.check(lib.catalog_chain, catalog._open, *encoded, ctypes.byref(options), address)

        super().__init__(fill)
        self._formats()

    def around(self, price: float, strikes: int = 5) -> "Chain":
        """Returns the chain with only the ``strikes`` nearest to a price in each series."""
        options = lib.ChainOptions.from_buffer_copy(self._options)
        options.nearest_count, options.nearest_price = lib.number(strikes, "strikes", 1), _dates.price(price)
        return Chain(self._catalog, self.name, options, self._kept)

    def long(self, at: Any = None) -> Table:
        """Returns a table with a row for each option, with the columns of :meth:`Selection.options`."""
        columns = self.to_numpy()
        pairs = numpy.stack([columns["call_row"], columns["put_row"]], 1).ravel()
        rows = array("q", pairs[~numpy.isnan(pairs)].astype("int64").tobytes())
        made = lib.made(lib.rows_create, rows.buffer_info()[0], len(rows))
        return Selection(self._catalog, lib.Handle(made, lib.rows_free), None).options(at)

    @property
    def expirations(self) -> Expirations:
        """The days on which the options expire, ascending and without duplicates. ``chain.expirations()`` returns a
        table of the series."""
        return Expirations(self)

    def _series(self, at: Any) -> Table:
        moment, name = _dates.moment_or_now(at), lib.encoded(self.name)
        return Table._checked(lambda out: lib.check(
            lib.catalog_expirations, self._catalog._open, *name, ctypes.byref(self._options), moment, out))


class Expirations(List["datetime.date"]):
    """The days on which the options of a chain expire."""

    def __init__(self, chain: Chain):
        # The first column of a chain is `expiration`.
        super().__init__(sorted(set(chain._column())))
        self._chain = chain

    def __reduce__(self) -> Any:
        # A chain cannot be pickled, so a pickled or copied object becomes a plain list of the days.
        return list, (list(self),)

    def __call__(self, at: Any = None) -> Table:
        """Returns a table with a row for each series, in order of expiration.

        The columns are ``expiration``, ``last_trade``, ``multiplier``, ``spc``, the counts ``strikes``, ``calls`` and
        ``puts``, ``lowest_strike``, ``highest_strike``, ``days_to_expiry`` and ``trading_time_to_expiry``. Several
        series can expire on the same day.

        :param at: as in :meth:`Selection.options`
        """
        return self._chain._series(at)

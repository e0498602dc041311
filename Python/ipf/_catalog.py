"""Catalogs and the instruments in them."""

from __future__ import annotations

import ctypes
import datetime
import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, List, Literal, Tuple, TypeVar, overload

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import KeptTable, Table, end_streams
from ._filters import chosen_by, several
from ._instrument import Instrument
from ._forms import Many
from ._packages import numpy, package, pandas
from ._price import ROUNDINGS, known_word, price_array
from ._results import Chain, SearchResults, Selection
from ._warnings import deprecated

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._follow import Changes
    from .types import Days, Filters, Notation, Number, Order, Role, Rounding

_row = lib.catalog_row
_ORDERS = {"rank": 0, "symbol": 1, "type": 2}
_Default = TypeVar("_Default")
_ROLES = {"any": 0, "underlying": 1, "product": 2}


class Catalog(Mapping[str, Instrument]):
    """A catalog file: a mapping from symbols to instruments, best ranked first.

    Opening a catalog takes a millisecond. Any number of threads and processes can share a catalog. A pickled catalog
    contains its path, not its instruments. An open catalog never changes: to see the result of a later import, open the
    file again. ``with ipf.open(…) as catalog:`` closes the catalog at the end of the block. Otherwise the catalog is
    closed when nothing refers to it.
    """

    def __init__(self, path: str | bytes | os.PathLike[Any]):
        #: The absolute path of the file.
        self.path: str = os.path.abspath(os.fsdecode(path))
        self._take(lib.made(lib.catalog_open, *lib.encoded(self.path)), "")

    def _take(self, handle: int, moment: str) -> None:
        self._handle: lib.Handle | None = lib.Handle(handle, lib.catalog_free)
        self._version = int(lib.catalog_version(self._handle))
        # Empty for the current instruments, "removed" for removed ones, otherwise a point in time.
        self._moment = moment
        self._names: List[str] | None = None
        # A cache: the name of the field for each spelling that callers have used.
        self._spellings: dict[str, str] = {}

    def close(self) -> None:
        """Closes the file. Later calls raise :class:`ipf.InvalidArgument`. Results that were already read remain valid,
        and running calls of other threads complete."""
        self._handle = None
        end_streams()

    def __enter__(self) -> Catalog:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    @property
    def _open(self) -> lib.Handle:
        handle = self._handle
        if handle is None:
            raise errors.InvalidArgument(f"{self.path}: this catalog was closed; ipf.open opens it again")
        return handle

    # Instruments

    def __getitem__(self, symbol: str) -> Instrument:
        if not isinstance(symbol, str):
            raise errors.NotFound(f"{symbol!r} is not a symbol, expected a str")
        data = symbol.encode("utf-8", "surrogatepass")
        # `_row` returns -1 for a closed catalog, too; `_missing` then raises the error for closed catalogs.
        row = _row(self._handle, data, len(data))
        if row < 0:
            raise self._missing(symbol)
        return Instrument(self, row)

    @overload
    def get(self, symbol: str) -> Instrument | None: ...

    @overload
    def get(self, symbol: str, default: Instrument | _Default) -> Instrument | _Default: ...

    def get(self, symbol: str, default: Any = None) -> Any:
        """Returns the instrument of a symbol, or ``default`` if there is none."""
        if not isinstance(symbol, str):
            return default
        data = symbol.encode("utf-8", "surrogatepass")
        row = _row(self._open, data, len(data))
        return default if row < 0 else Instrument(self, row)

    def __contains__(self, symbol: object) -> bool:
        if not isinstance(symbol, str):
            return False
        data = symbol.encode("utf-8", "surrogatepass")
        return bool(_row(self._open, data, len(data)) >= 0)

    def __len__(self) -> int:
        return int(lib.catalog_count(self._open))

    def __iter__(self) -> Iterator[str]:
        return self.select(fields=["SYMBOL"])._column()

    def _missing(self, symbol: str) -> errors.NotFound:
        near = tuple(self.near(symbol))
        question = f"; did you mean {', '.join(near[:-1])}{' or ' if near[:-1] else ''}{near[-1]}?" if near else ""
        return errors.NotFound(f"{symbol}: no such symbol in {self.path}{question}", near)

    def rows(self, symbols: Iterable[Any]) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """Returns the row numbers of many symbols as an ``int64`` array, -1 for unknown symbols."""
        coded = lib.coded_column(symbols)
        if coded is not None:
            # Missing values have the code -1, which selects the appended last element, -1.
            return numpy.append(self.rows(coded[0]), -1)[coded[1]]
        known, count, keep = lib.text_column(symbols)
        found = numpy.empty(count, "int64")
        lib.check(lib.catalog_rows, self._open, known, count, found.ctypes.data)
        return found

    def take(self, symbols: Iterable[Any], fields: Sequence[str]) -> Any:
        """Returns the fields of many symbols, one row per symbol in the same order. Unknown symbols have rows of nulls.

        >>> catalog.take(frame["symbol"], ["DESCRIPTION", "CURRENCY"])

        :param symbols: several symbols, or a column of pandas, polars or pyarrow
        :returns: for a column of polars or pyarrow, a frame or table of that package; otherwise a ``pandas.DataFrame``,
            which has the index of a pandas column
        """
        # Each distinct row is read once. Ascending order is fast, because texts are front-coded.
        distinct, places = numpy.unique(self.rows(symbols), return_inverse=True)
        if distinct.size and distinct[0] < 0:
            # Removes the row -1 of unknown symbols, whose place becomes -1.
            distinct, places = distinct[1:], places - 1
        known = array("q", distinct.tobytes())
        selection = self._instruments(lib.made(lib.rows_create, known.buffer_info()[0], len(known)), fields)
        module = package(symbols)
        if module in ("polars", "pyarrow"):
            import pyarrow

            table = selection.to_pyarrow().take(pyarrow.array(places, mask=places < 0))
            if module == "pyarrow":
                return table
            import polars

            return polars.from_arrow(table)
        frame = selection.to_pandas(categories=False).reindex(places)
        return frame.set_axis(getattr(symbols, "index") if hasattr(symbols, "iloc") else range(len(frame)))

    def join(self, frame: Any, on: str = "symbol", *, fields: Sequence[str]) -> Any:
        """Returns the frame with further columns: fields of the instruments whose symbols are in the column ``on``.

        >>> catalog.join(trades, fields=["TYPE", "CURRENCY"])

        :param frame: a DataFrame of pandas or polars, or a table of pyarrow
        :raises ipf.InvalidArgument: the frame has no column ``on``, or it already has a column named like a field
        """
        names = list(frame.column_names if hasattr(frame, "column_names") else frame.columns)
        if on not in names:
            raise errors.InvalidArgument(f"the frame has no column {on!r}; it has {', '.join(map(str, names))}")
        twice = [name for name in map(self._name, lib.listed(fields)) if name in names]
        if twice:
            raise errors.InvalidArgument(f"the frame already has a column {twice[0]!r}; rename it")
        taken = self.take(frame[on], fields)
        if hasattr(frame, "assign"):
            return frame.assign(**{name: taken[name] for name in taken.columns})
        if hasattr(frame, "hstack"):
            return frame.hstack(taken)
        for name in taken.column_names:
            frame = frame.append_column(name, taken[name])
        return frame

    def round(self, symbols: Iterable[Any], prices: Any, mode: Rounding = "half_even") -> Any:
        """Rounds each price to a multiple of the increment of its instrument.

        >>> catalog.round(frame["symbol"], frame["price"])

        :param symbols: several symbols, or a column of pandas, polars or pyarrow
        :param prices: a list or a column with one price for each symbol
        :param mode: as in :meth:`PriceIncrements.round`
        :returns: a column of the same type as ``prices``; NaN for unknown symbols and for instruments whose price
            increments cannot be read
        """
        rows = self.rows(symbols)
        numbers = price_array(prices)
        if numbers.shape != rows.shape:
            raise errors.InvalidArgument(f"{numbers.size} prices for {rows.size} symbols: expected as many")
        rounded = numpy.empty(rows.shape, "float64")
        lib.check(
            lib.catalog_round, self._open, rows.ctypes.data, numbers.ctypes.data, rows.size,
            known_word(mode, ROUNDINGS, "mode"), rounded.ctypes.data)
        return Many(prices).column(rounded)

    def near(self, symbol: str, limit: int = 3) -> List[str]:
        """Returns the symbols that are most similar to an unknown symbol, nearest first."""
        rows = lib.made(lib.catalog_near, self._open, *lib.encoded(symbol), lib.number(limit, "limit", 0))
        return self._instruments(rows, ["SYMBOL"]).symbols

    def by_identifier(self, field: str, text: str) -> List[Instrument]:
        """Returns the instruments with an identifier, best ranked first.

        >>> catalog.by_identifier("ISIN", "US0378331005")

        :param field: ISIN, CUSIP, SEDOL, LOCAL_SYMBOL, or a field that was imported as an identifier
        :raises ipf.NotFound: no instrument has the identifier; the text gives the reason, such as a wrong check digit
        """
        rows = lib.made(lib.catalog_rows_of_identifier, self._open, *lib.encoded(field), *lib.encoded(text))
        return list(self._instruments(rows, None))

    def rows_by_identifier(self, field: str, texts: Iterable[Any]) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """Returns the row of the best instrument with each identifier as an ``int64`` array, -1 if there is none."""
        known, count, keep = lib.text_column(texts)
        found = numpy.empty(count, "int64")
        lib.check(lib.catalog_rows_of_identifiers, self._open, *lib.encoded(field), known, count, found.ctypes.data)
        return found

    @overload
    def symbols(
        self, texts: Iterable[Any], to: Notation = "ipf", *, on: Any = None, reasons: Literal[False] = False
    ) -> Any: ...

    @overload
    def symbols(
        self, texts: Iterable[Any], to: Notation = "ipf", *, on: Any = None, reasons: Literal[True]
    ) -> Tuple[Any, Any]: ...

    def symbols(self, texts: Iterable[Any], to: str = "ipf", *, on: Any = None, reasons: bool = False) -> Any:
        """Converts symbols from any notation to one notation.

        >>> catalog.symbols(["AAPL US Equity", "/ESZ26:XCME"], to="ric")

        The result is ``None`` for a text that denotes no instrument of the catalog, and for an instrument that the
        notation ``to`` cannot express. Converting a result back on the day ``on`` finds the same instrument.

        :param texts: symbols, identifiers or codes of terminals, brokers and exchanges; ``None`` and NaN become
            ``None``
        :param to: ``ipf`` for the catalog's symbols, ``occ``, ``terminal``, ``ric``, ``chart`` or ``yahoo-like``
        :param on: the day from which omitted parts are completed, such as the decade of ``ESZ6``; today in UTC by
            default
        :param reasons: whether to also return the reason for each ``None``
        :returns: a column of texts: for a column of pandas, polars or pyarrow, a column of that package with the same
            index; otherwise an array of ``str`` and ``None``. With ``reasons``, a pair: these results and the reasons
        """
        known, count, keep = lib.text_column(texts)
        day = _dates.optional_day(on)

        def fill(address: int) -> None:
            lib.check(lib.catalog_symbols, self._open, known, count, *lib.encoded(to), day, address)

        given, table = Many(texts), KeptTable(fill)
        found = given.texts(table, "text")
        return (found, given.texts(table, "reason")) if reasons else found

    def _name(self, field: str) -> str:
        """Returns the exact name of a field whose name is given in upper or lower case."""
        if not isinstance(field, str):
            raise errors.InvalidArgument(f"{field!r} is not the name of a field, expected a str")
        if field not in self._spellings:
            known, upper = self.fields, field.upper()
            self._spellings[field] = field if field in known else next(
                (name for name in known if name.upper() == upper), upper)
        return self._spellings[field]

    def _instruments(self, rows: int, fields: Sequence[str] | None) -> Selection:
        named = None if fields is None else [self._name(field) for field in lib.listed(fields)]
        return Selection(self, lib.Handle(rows, lib.rows_free), named)

    # Queries

    def search(self, text: str, limit: int = 10, *, on: Any = None, **filters: Unpack[Filters]) -> SearchResults:
        """Finds instruments by typed text: symbols, identifiers, words in any script, aliases and other notations.
        Tolerates typos.

        :param on: the day from which omitted parts are completed, such as the year of a future; today in UTC by default
        :param filters: the filters of :meth:`select`
        """
        chosen = chosen_by(self, filters)
        limit = lib.number(limit, "limit", 0)
        asked, day = lib.encoded(text), _dates.optional_day(on)

        def page(cursor: str | None) -> SearchResults:
            after = (None, 0) if cursor is None else lib.encoded(cursor)
            hits = lib.made(lib.catalog_search, self._open, *asked, chosen, day, limit, *after)
            return SearchResults(self, lib.Handle(hits, lib.hits_free), page)

        return page(None)

    def select(
        self, *, fields: Sequence[str] | None = None, order: Order = "rank", offset: int = 0, limit: int | None = None,
        **filters: Unpack[Filters]
    ) -> Selection:
        """Returns the instruments that match all filters, as a table.

        >>> catalog.select(type="OPTION", underlying="AAPL", active_on="2027-01-15").to_pandas()

        :param fields: the columns; by default all fields that some instrument of the catalog has
        :param order: ``rank``, ``symbol`` or ``type``
        :param filters: a field name, in any case, with the required value; ``*`` and ``?`` in it are wildcards.
            ``exchange`` requires a listing on that exchange. ``active_on`` requires that the instrument has not expired
            on that day. A list or an array means alternatives. For fields with days or numbers,
            ``(from, through)``, ``"from..through"`` and a ``range`` mean a range.
        :raises ipf.UnknownField: the name of a filter or column is neither a standard field nor used by an instrument

        A filter value that no instrument has causes an :class:`ipf.MissWarning`.
        """
        if order not in _ORDERS:
            raise errors.InvalidArgument(f"order {order!r}: expected rank, symbol or type")
        chosen = chosen_by(self, filters)
        rows = lib.made(
            lib.catalog_select, self._open, chosen, _ORDERS[order], lib.number(offset, "offset", 0),
            ctypes.c_size_t(-1).value if limit is None else lib.number(limit, "limit", 0))
        return self._instruments(rows, fields)

    list = deprecated(select, "list")

    def counts(self, field: str, **filters: Unpack[Filters]) -> Table:
        """Counts the instruments with each value of a field, most frequent value first.

        The columns are ``value`` and ``count``.
        """
        chosen = chosen_by(self, filters)
        name = lib.encoded(self._name(field))

        def fill(address: int) -> None:
            lib.check(lib.catalog_counts, self._open, chosen, *name, address)

        return Table(fill)

    def to_table(self, fields: Sequence[str] | None = None) -> Selection:
        """Returns all instruments, best ranked first."""
        return self.select(fields=fields)

    def chain(
        self, name: str, *, role: Role = "any", expiration: Days = None, strike: Number = None
    ) -> Chain:
        """Returns the option chain of an underlying or product.

        :param role: whether ``name`` is an ``underlying``, a ``product``, or ``any`` of these
        :param expiration: a day, a list of days, or a range as ``(from, through)`` or ``"from..through"``
        :param strike: a price, a list of prices, or a range as ``(from, through)``, ``"from..through"`` or ``range``
        :raises ipf.NotFound: no options have that underlying or product
        """
        if role not in _ROLES:
            raise errors.InvalidArgument(f"role {role!r}: expected any, underlying or product")
        options = lib.chain_options_default()
        options.role = _ROLES[role]
        kept: dict[str, array[Any]] = {}
        for field, value, read, code in (
            ("expiration", expiration, _dates.day, "i"), ("strike", strike, _dates.price, "d"),
        ):
            if value is None:
                continue
            ends = _dates.ends(value)
            first: float | None
            last: float | None
            if ends is None:
                kept[field] = values = array(code, map(read, several(value)))
                place, count = values.buffer_info()
                setattr(options, f"{field}s", place)
                setattr(options, f"{field}_count", count)
                # An empty list must match nothing. A count of 0 would match everything, so an empty range is set, too.
                first, last = (None, None) if values else (1, 0)
            else:
                first, last = (None if end is None else read(end) for end in ends)
            if first is not None:
                setattr(options, f"{field}_from", first)
            if last is not None:
                setattr(options, f"{field}_through", last)
        return Chain(self, name, options, kept)

    def futures(self, product: str) -> List[Instrument]:
        """Returns the futures of a product, in order of expiration.

        :raises ipf.NotFound: there are no futures of that product
        """
        found = list(self._instruments(lib.made(lib.catalog_futures, self._open, *lib.encoded(product)), None))
        if not found:
            raise errors.NotFound(f"{product}: not a product of a future")
        return found

    # History

    def as_of(self, moment: Any) -> Catalog:
        """Returns the catalog as it was at a point in time, as another :class:`ipf.Catalog`.

        :param moment: a time, or a day, which means the end of that day in UTC
        :raises ipf.OutOfRange: the point in time is outside of the file's history, which starts with the first import
            with ``keep_history=True``
        """
        if isinstance(moment, str):
            text = moment
        elif isinstance(moment, datetime.datetime) or type(moment).__name__ == "datetime64":
            text = _dates.time(_dates.moment_or_now(moment)).isoformat().replace("+00:00", "Z")
        else:
            text = _dates.date(_dates.day(moment)).isoformat()
        return _past(self, text)

    def removed(self) -> Catalog:
        """Returns a catalog of the removed instruments, with their last profiles. The field REMOVED_ON is the day of
        the import that removed the instrument.

        :raises ipf.OutOfRange: the file has no history
        """
        return _past(self, "removed")

    def history(self) -> Table:
        """Returns the times at which the catalog changed, ascending, as a table with the column ``time``. The first
        time is the start of the history. Without history, the table is empty."""
        return Table._checked(lambda out: lib.check(lib.catalog_history, self._open, out))

    def follow(self, url: str, *, token: str | None = None, timeout: float = 60) -> Changes:
        """Returns the changes that a service (``ipf serve``) reports from now on, one :class:`ipf.Change` per
        instrument.

        >>> for change in catalog.follow("http://localhost:8080"):
        ...     print(change.kind, change.symbol)

        ``async for`` works as well. This catalog does not change.

        :param token: the access token of the service
        :param timeout: after this many seconds without data, including heartbeats, the connection is regarded as broken
        :raises ipf.SourceError: the service can't be reached, or the connection breaks
        """
        from ._follow import Changes

        return Changes(url, timeout, token)

    def difference(self, other: Catalog) -> Table:
        """Returns the changes from this catalog to another catalog, ordered by symbol.

        >>> catalog.as_of("2026-03-01").difference(catalog).to_pandas()

        The columns are ``symbol``, ``change`` (``added``, ``removed`` or ``changed``), ``field``, ``before`` and
        ``after``. A changed symbol has one row for each field that changed.
        """
        if not isinstance(other, Catalog):
            raise errors.InvalidArgument(f"{other!r} is not a catalog; ipf.open opens one")
        return KeptTable(lambda out: lib.check(lib.catalog_difference, self._open, other._open, out))

    # The file

    @property
    def identifier_fields(self) -> List[str]:
        """The fields by which instruments can be looked up, apart from the symbol."""
        return lib.names(lib.made(lib.catalog_identifier_fields, self._open))

    @property
    def version(self) -> int:
        """A 64-bit number that identifies the content of the catalog file, with near certainty."""
        return int(lib.catalog_version(self._open))

    @property
    def is_complete(self) -> bool:
        """Whether all sources of the last import were complete snapshots."""
        return bool(lib.catalog_is_complete(self._open))

    @property
    def fields(self) -> List[str]:
        """The fields that some instrument has: standard fields in standard order, then custom fields by name. Custom
        fields are texts, also in tables."""
        if self._names is None:
            self._names = lib.names(lib.made(lib.catalog_fields, self._open))
        return list(self._names)

    def verify(self) -> None:
        """Reads the whole file and verifies the checksums of all sections.

        :raises ipf.Damaged: a section is damaged; the text names the first damaged section
        """
        lib.check(lib.catalog_verify, self._open)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_past, (Catalog(self.path), self._moment)) if self._moment else (Catalog, (self.path,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalog) and self._version == other._version

    def __hash__(self) -> int:
        return self._version

    def __repr__(self) -> str:
        past = self._moment and (", removed" if self._moment == "removed" else f" as of {self._moment}")
        content = "closed" if self._handle is None else f"{len(self)} instruments"
        return f"<Catalog {self.path}{past}: {content}>"

    # Parts

    def _field(self, row: int, field: str) -> str:
        buffer = ctypes.create_string_buffer(128)
        size = ctypes.c_size_t()
        data = field.encode()
        while True:
            lib.check(
                lib.catalog_field, self._open, row, data, len(data), ctypes.addressof(buffer), len(buffer),
                ctypes.byref(size))
            if size.value <= len(buffer):
                return buffer.raw[: size.value].decode()
            buffer = ctypes.create_string_buffer(size.value)

    def _record(self, row: int) -> List[tuple[str, str]]:
        record = lib.made(lib.catalog_record, self._open, row)
        try:
            return [
                (lib.text(lib.record_name(record, index)) or "", lib.text(lib.record_value(record, index)) or "")
                for index in range(lib.record_count(record))
            ]
        finally:
            lib.record_free(record)


def _past(catalog: Catalog, moment: str) -> Catalog:
    known = catalog._open
    made: Catalog = object.__new__(Catalog)
    made.path = catalog.path
    made._take(
        lib.made(lib.catalog_removed, known) if moment == "removed"
        else lib.made(lib.catalog_as_of, known, *lib.encoded(moment)),
        moment)
    return made


def open(path: str | bytes | os.PathLike[Any]) -> Catalog:
    """Opens a catalog file. The file is mapped, not loaded, so this takes about a millisecond for any size.

    :raises ipf.FileError: the file does not exist, or there is no permission to read it
    :raises ipf.NotACatalog: the file is not a catalog
    """
    return Catalog(path)

"""Catalogs and the instruments in them."""

from __future__ import annotations

import ctypes
import datetime
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, List

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table, end_streams
from ._filters import chosen_by, days
from ._instrument import Instrument
from ._packages import numpy
from ._results import Chain, SearchResults, Selection

_row = lib.catalog_row
_ORDERS = {"rank": 0, "symbol": 1, "type": 2}
_ROLES = {"any": 0, "underlying": 1, "product": 2}


class Catalog(Mapping[str, Instrument]):
    """A catalog file: a mapping from symbols to instruments, best ranked first.

    It is opened in a millisecond, shared by any number of threads and processes, and pickled by its path. It keeps its file as it
    was opened: what is imported in its place is seen by who opens it anew. ``with ipf.open(…) as catalog:`` closes it at the end;
    else it is closed when nothing uses it any more.
    """

    def __init__(self, path: str | bytes | os.PathLike[Any]):
        #: The file.
        self.path: str = os.path.abspath(os.fsdecode(path))
        self._take(lib.made(lib.catalog_open, *lib.encoded(self.path)), "")

    def _take(self, handle: int, moment: str) -> None:
        self._handle: lib.Handle | None = lib.Handle(handle, lib.catalog_free)
        self._version = int(lib.catalog_version(self._handle))
        # Which catalog of the file: that of now, that of a moment, or "removed".
        self._moment = moment
        self._names: List[str] | None = None

    def close(self) -> None:
        """Gives the file back; every later question is an error. Tables that were read are kept, as are calls of other threads
        until they return."""
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
            raise errors.NotFound(f"{symbol!r} is no text, so no symbol")
        data = symbol.encode("utf-8", "surrogatepass")
        # A closed catalog has no row, and says so.
        row = _row(self._handle, data, len(data))
        if row < 0:
            raise self._missing(symbol)
        return Instrument(self, row)

    def get(self, symbol: str, default: Any = None) -> Any:
        """The instrument of a symbol, or ``default``."""
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
        return self.list(fields=["SYMBOL"])._column()

    def _missing(self, symbol: str) -> errors.NotFound:
        near = tuple(self.near(symbol))
        question = f"; did you mean {', '.join(near[:-1])}{' or ' if near[:-1] else ''}{near[-1]}?" if near else ""
        return errors.NotFound(f"{symbol}: no such symbol in {self.path}{question}", near)

    def rows(self, symbols: Iterable[str]) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """The rows of many symbols as an ``int64`` array, -1 where there is none."""
        symbols = lib.listed(symbols)
        array, keep = lib.texts(symbols)
        found = numpy.empty(len(symbols), "int64")
        lib.check(lib.catalog_rows, self._open, array, len(symbols), found.ctypes.data)
        return found

    def near(self, symbol: str, limit: int = 3) -> List[str]:
        """What may have been meant by a symbol that isn't there, nearest first."""
        return self._instruments(lib.made(lib.catalog_near, self._open, *lib.encoded(symbol), lib.number(limit, "limit", 0)), ["SYMBOL"]).symbols

    def by_identifier(self, field: str, text: str) -> List[Instrument]:
        """The instruments with an identifier, best first: ``by_identifier("ISIN", "US0378331005")``; also CUSIP, SEDOL,
        LOCAL_SYMBOL, and fields that were imported as identifiers.

        :raises ipf.NotFound: nobody has it; the text says why, as of a wrong check digit
        """
        rows = lib.made(lib.catalog_rows_of_identifier, self._open, *lib.encoded(field), *lib.encoded(text))
        return list(self._instruments(rows, None))

    def rows_by_identifier(self, field: str, texts: Iterable[str]) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """The rows of many identifiers as an ``int64`` array: the best of each, -1 where nobody has it."""
        known = lib.listed(texts)
        array, keep = lib.texts(known)
        found = numpy.empty(len(known), "int64")
        lib.check(lib.catalog_rows_of_identifiers, self._open, *lib.encoded(field), array, len(known), found.ctypes.data)
        return found

    def _instruments(self, rows: int, fields: Sequence[str] | None) -> Selection:
        return Selection(self, lib.Handle(rows, lib.rows_free), fields)

    # Questions

    def search(self, text: str, limit: int = 10, *, on: Any = None, **filters: Any) -> SearchResults:
        """Finds instruments by what people type: symbols, identifiers, words in any script, other names, other notations, with
        typos.

        :param on: the day that decides what the text leaves open, as the year of a future; today in UTC by default
        :param filters: as those of :meth:`list`
        """
        chosen = chosen_by(self._open, filters)
        limit = lib.number(limit, "limit", 0)
        asked, day = lib.encoded(text), _dates.optional_day(on)

        def page(cursor: str | None) -> SearchResults:
            after = (None, 0) if cursor is None else lib.encoded(cursor)
            hits = lib.made(lib.catalog_search, self._open, *asked, chosen, day, limit, *after)
            return SearchResults(self, lib.Handle(hits, lib.hits_free), page)

        return page(None)

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
        chosen = chosen_by(self._open, filters)
        rows = lib.made(
            lib.catalog_select, self._open, chosen, _ORDERS[order], lib.number(offset, "offset", 0),
            ctypes.c_size_t(-1).value if limit is None else lib.number(limit, "limit", 0))
        return self._instruments(rows, fields)

    def counts(self, field: str, **filters: Any) -> Table:
        """How many instruments have each value of a field, most frequent first: ``value`` and ``count``."""
        chosen = chosen_by(self._open, filters)
        name = lib.encoded(field.upper())

        def fill(address: int) -> None:
            lib.check(lib.catalog_counts, self._open, chosen, *name, address)

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
            options.expiration_from, options.expiration_through = days(expiration)
        if strike is not None:
            first, last = _dates.bounds(strike, _dates.price)
            options.strike_from = float("nan") if first is None else first
            options.strike_through = float("nan") if last is None else last
        return Chain(self, name, options)

    def futures(self, product: str) -> List[Instrument]:
        """The futures of a product by expiration."""
        return list(self._instruments(lib.made(lib.catalog_futures, self._open, *lib.encoded(product)), None))

    # The past

    def as_of(self, moment: Any) -> Catalog:
        """The catalog as it was at a moment: a catalog of its own, which answers every question as then.

        :param moment: a day (its end in UTC) or a time
        :raises ipf.OutOfRange: the file doesn't know that past; it knows what it was imported over with ``keep_history=True``
        """
        if isinstance(moment, str):
            text = moment
        elif isinstance(moment, datetime.datetime) or type(moment).__name__ == "datetime64":
            text = _dates.time(_dates.microseconds(moment) or 0).isoformat().replace("+00:00", "Z")
        else:
            text = _dates.date(_dates.day(moment)).isoformat()
        return _past(self, text)

    def removed(self) -> Catalog:
        """The instruments that are no more, as they were last, as a catalog of its own; the field REMOVED_ON has the day of the import
        that removed each.

        :raises ipf.OutOfRange: the file keeps no history
        """
        return _past(self, "removed")

    # The file

    @property
    def identifier_fields(self) -> List[str]:
        """The fields by which instruments are looked up besides their symbol."""
        return lib.names(lib.made(lib.catalog_identifier_fields, self._open))

    @property
    def version(self) -> int:
        """A number that differs between any two catalogs, as far as 64 bits can tell."""
        return int(lib.catalog_version(self._open))

    @property
    def is_complete(self) -> bool:
        """The sources of its import were complete."""
        return bool(lib.catalog_is_complete(self._open))

    @property
    def fields(self) -> List[str]:
        """The fields that some instrument has: the standard ones in their order, then the custom ones by name."""
        if self._names is None:
            self._names = lib.names(lib.made(lib.catalog_fields, self._open))
        return list(self._names)

    def verify(self) -> None:
        """Reads the whole file and compares its checksums.

        :raises ipf.Damaged: names the first part that isn't what was written
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
                lib.catalog_field, self._open, row, data, len(data), ctypes.addressof(buffer), len(buffer), ctypes.byref(size))
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
        lib.made(lib.catalog_removed, known) if moment == "removed" else lib.made(lib.catalog_as_of, known, *lib.encoded(moment)),
        moment)
    return made


def open(path: str | bytes | os.PathLike[Any]) -> Catalog:
    """Opens a catalog file. It is mapped, not loaded: this takes about a millisecond, whatever its size.

    :raises ipf.FileError: no such file, or no permission
    :raises ipf.NotACatalog: the file is something else
    """
    return Catalog(path)

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
from ._arrow import Table
from ._instrument import Instrument
from ._packages import numpy
from ._results import Chain, SearchResults, Selection

_ORDERS = {"rank": 0, "symbol": 1, "type": 2}
_ROLES = {"any": 0, "underlying": 1, "product": 2}


class Catalog(Mapping[str, Instrument]):
    """A catalog file: a mapping from symbols to instruments, best ranked first.

    It is opened in a millisecond, shared by any number of threads and processes, and pickled by its path. It keeps its file as it
    was opened: what is imported in its place is seen by who opens it anew. ``with ipf.open(…) as catalog:`` closes it at the end;
    else it is closed when nothing uses it any more.
    """

    def __init__(self, path: str | os.PathLike[str]):
        #: The file.
        self.path: str = os.path.abspath(os.fspath(path))
        self._handle: lib.Handle | None = lib.Handle(
            lib.made(lib.catalog_open, *lib.encoded(self.path)), lib.catalog_free)
        self._names: List[str] | None = None

    def close(self) -> None:
        """Gives the file back; every later question is an error. Tables that were read are kept, as are calls of other threads
        until they return."""
        self._handle = None

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
        data = symbol.encode("utf-8", "surrogatepass")
        # A closed catalog has no row, and says so.
        row = lib.catalog_row(self._handle, data, len(data))
        if row < 0:
            raise self._missing(symbol)
        return Instrument(self, row)

    def get(self, symbol: str, default: Any = None) -> Any:
        """The instrument of a symbol, or ``default``."""
        data = symbol.encode("utf-8", "surrogatepass")
        row = lib.catalog_row(self._open, data, len(data))
        return default if row < 0 else Instrument(self, row)

    def __contains__(self, symbol: object) -> bool:
        if not isinstance(symbol, str):
            return False
        data = symbol.encode("utf-8", "surrogatepass")
        return bool(lib.catalog_row(self._open, data, len(data)) >= 0)

    def __len__(self) -> int:
        return int(lib.catalog_count(self._open))

    def __iter__(self) -> Iterator[str]:
        return (self._field(row, "SYMBOL") for row in range(len(self)))

    def _missing(self, symbol: str) -> errors.NotFound:
        near = tuple(self.near(symbol))
        question = f"; did you mean {', '.join(near[:-1])}{' or ' if near[:-1] else ''}{near[-1]}?" if near else ""
        return errors.NotFound(f"{symbol}: no such symbol in {self.path}{question}", near)

    def rows(self, symbols: Iterable[str]) -> "numpy.ndarray[Any, numpy.dtype[numpy.int64]]":
        """The rows of many symbols as an ``int64`` array, -1 where there is none."""
        symbols = list(symbols)
        array, keep = lib.texts(symbols)
        found = numpy.empty(len(symbols), "int64")
        lib.check(lib.catalog_rows, self._open, array, len(symbols), found.ctypes.data)
        return found

    def near(self, symbol: str, limit: int = 3) -> List[str]:
        """What may have been meant by a symbol that isn't there, nearest first."""
        return self._instruments(lib.made(lib.catalog_near, self._open, *lib.encoded(symbol), limit), ["SYMBOL"]).symbols

    def by_identifier(self, field: str, text: str) -> List[Instrument]:
        """The instruments with an identifier, best first: ``by_identifier("ISIN", "US0378331005")``; also CUSIP, SEDOL,
        LOCAL_SYMBOL, and fields that were imported as identifiers."""
        rows = lib.made(lib.catalog_rows_of_identifier, self._open, *lib.encoded(field), *lib.encoded(text))
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
            lib.catalog_search, self._open, *lib.encoded(text), chosen, _dates.optional_day(on), limit, None, 0)
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
            lib.catalog_select, self._open, chosen, _ORDERS[order], offset,
            ctypes.c_size_t(-1).value if limit is None else limit)
        return self._instruments(rows, fields)

    def counts(self, field: str, **filters: Any) -> Table:
        """How many instruments have each value of a field, most frequent first: ``value`` and ``count``."""
        chosen = self._filter(filters)
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
            options.expiration_from, options.expiration_through = _days(expiration)
        if strike is not None:
            first, last = _dates.bounds(strike, float)
            options.strike_from = float("nan") if first is None else first
            options.strike_through = float("nan") if last is None else last
        return Chain(self, name, options)

    def futures(self, product: str) -> List[Instrument]:
        """The futures of a product by expiration."""
        return list(self._instruments(lib.made(lib.catalog_futures, self._open, *lib.encoded(product)), None))

    # The file

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

    def _filter(self, filters: dict[str, Any]) -> lib.Handle | None:
        if not filters:
            return None
        made = lib.Handle(lib.filter_create(), lib.filter_free)
        handle = made
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
        for sentence in lib.names(lib.made(lib.catalog_misses, self._open, handle)):
            if not sentence.startswith("there is no field"):
                warnings.warn(sentence, errors.MissWarning, stacklevel=3)
        return made


def _days(value: Any) -> tuple[int, int]:
    first, last = _dates.bounds(value, _dates.day)
    return lib.NO_DAY if first is None else first, lib.NO_DAY if last is None else last


def open(path: str | os.PathLike[str]) -> Catalog:
    """Opens a catalog file. It is mapped, not loaded: this takes about a millisecond, whatever its size.

    :raises ipf.FileError: no such file, or no permission
    :raises ipf.NotACatalog: the file is something else
    """
    return Catalog(path)

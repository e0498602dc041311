"""Instrument catalogs, trading hours, price increments and studies of bars.

>>> import ipf
>>> catalog = ipf.open("all.ipfc")          # or ipf.import_catalog("https://…/all.ipf.gz", "all.ipfc", progress=True)
>>> catalog["AAPL"].description
>>> catalog.search("apple", limit=10)
>>> catalog.select(type="OPTION", underlying="AAPL", active_on="2027-01-15").to_pandas()
>>> catalog.chain("AAPL").around(265, strikes=5)
>>> hours = catalog["AAPL"].schedule        # or ipf.Schedule("XNYS")
>>> hours.sessions("2026-01-01", "2026-12-31").to_pandas()
>>> hours.is_open(index)                    # a million timestamps in one call
>>> calendar = hours.calendar("2026-01-01", "2026-12-31")      # the interface of exchange_calendars
>>> calendar.next_open("2026-11-27 15:00")
>>> catalog["AAPL"].price.round(prices)
>>> ipf.studies.rsi(prices, 14)             # one of 108 studies, for numpy arrays or a Series

Tables are Apache Arrow streams, which pyarrow, polars and duckdb read directly. The package requires no other packages.
It uses numpy, pandas, polars and pyarrow if they are installed.
"""

from typing import TYPE_CHECKING, Any

from ._arrow import Table
from ._catalog import Catalog, open
from ._contracts import contracts
from ._import import Progress, import_, import_catalog
from ._instrument import Instrument
from ._library import version as _version
from ._price import PriceIncrements
from ._results import TIERS, Chain, Hit, SearchResults, Selection
from ._schedule import Schedule, TradingSpan, venues
from ._sqlite import sqlite_extension
from .errors import (
    Cancelled, CoverageWarning, Damaged, Error, FileError, InUse, InvalidArgument, InvalidRules, MissWarning,
    NotACatalog, NotFound,
    OutOfRange, Refused, RejectedWarning, SourceError, UnknownField)

_LATER = {
    "Calendar": "._calendar", "Change": "._follow", "Changes": "._follow", "lineage": "._lineage",
    "studies": ".studies"}
if TYPE_CHECKING:
    from . import studies
    from ._calendar import Calendar
    from ._follow import Change, Changes
    from ._lineage import lineage
else:

    def __getattr__(name: str) -> Any:
        # Imported on first use, so that `import ipf` is fast.
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        module = importlib.import_module(_LATER[name], __name__)
        found = globals()[name] = module if name == "studies" else getattr(module, name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LATER})


__version__ = _version().decode()
__all__ = [
    "Calendar", "Cancelled", "Catalog", "Chain", "Change", "Changes", "CoverageWarning", "Damaged", "Error",
    "FileError", "Hit", "InUse", "Instrument", "InvalidArgument", "InvalidRules", "MissWarning", "NotACatalog",
    "NotFound", "OutOfRange", "PriceIncrements", "Progress", "Refused", "RejectedWarning", "Schedule", "SearchResults",
    "Selection", "SourceError", "TIERS", "Table", "TradingSpan", "UnknownField", "contracts", "import_",
    "import_catalog", "lineage", "sqlite_extension", "studies", "venues",
]
# `open` is not listed, because `from ipf import *` would then hide Python's built-in `open`.

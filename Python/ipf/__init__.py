"""Instrument catalogs, trading hours, price increments and studies.

>>> import ipf
>>> catalog = ipf.open("all.ipfc")          # or ipf.import_("https://…/all.ipf.gz", "all.ipfc", progress=True)
>>> catalog["AAPL"].description
>>> catalog.search("apple", limit=10)
>>> catalog.list(type="OPTION", underlying="AAPL", active_on="2027-01-15").to_pandas()
>>> catalog.chain("AAPL").around(265, strikes=5)
>>> hours = catalog["AAPL"].schedule        # or ipf.Schedule("XNYS")
>>> hours.sessions("2026-01-01", "2026-12-31").to_pandas()
>>> hours.is_open(index)                    # a million timestamps in one call
>>> calendar = hours.calendar("2026-01-01", "2026-12-31")      # as exchange_calendars, in pandas
>>> calendar.next_open("2026-11-27 15:00")
>>> catalog["AAPL"].price.round(prices)
>>> ipf.studies.rsi(prices, 14)             # 108 studies of bars, in arrays of numpy or a Series

Tables are Apache Arrow streams, which pyarrow, polars and duckdb read directly. The package has no dependencies. It
uses numpy, pandas, polars and pyarrow if they are installed.
"""

from . import studies
from ._arrow import Table
from ._calendar import Calendar
from ._catalog import Catalog, open
from ._contracts import contracts
from ._import import Progress, import_
from ._instrument import Instrument
from ._library import version as _version
from ._price import PriceIncrements
from ._results import TIERS, Chain, Hit, SearchResults, Selection
from ._schedule import Schedule, TradingSpan, venues
from ._sqlite import sqlite_extension
from .errors import (
    Cancelled, CoverageWarning, Damaged, Error, FileError, InUse, InvalidArgument, InvalidRules, MissWarning, NotACatalog, NotFound,
    OutOfRange, Refused, RejectedWarning, SourceError, UnknownField)

__version__ = _version().decode()
__all__ = [
    "Calendar", "Cancelled", "Catalog", "Chain", "CoverageWarning", "Damaged", "Error", "FileError", "Hit", "InUse",
    "Instrument", "InvalidArgument", "InvalidRules", "MissWarning", "NotACatalog", "NotFound", "OutOfRange",
    "PriceIncrements", "Progress", "Refused", "RejectedWarning", "Schedule", "SearchResults", "Selection", "SourceError",
    "TIERS", "Table", "TradingSpan", "UnknownField", "contracts", "import_", "open", "sqlite_extension", "studies",
    "venues",
]

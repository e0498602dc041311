"""The expiration days of futures and options, by the public rules of their products."""

from __future__ import annotations

import datetime
from typing import Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table
from ._warnings import warn


def contracts(root: str, year: int | None = None, *, on: Any = None) -> Table:
    """Returns the last trading days and expirations of a product's contracts, one row per contract.

    >>> ipf.contracts("ES", 2027).to_pandas()
    >>> ipf.contracts("CL").to_dicts()[0]["name"]        # the front contract

    The columns are ``name``, ``year``, ``month``, ``last_trading_day``, ``expiration``, ``settlement``,
    ``first_notice`` and ``is_beyond_coverage``. The last column marks contracts whose days depend on unknown holidays.
    If a result has such contracts, a :class:`ipf.CoverageWarning` is issued.

    :param root: the root that the exchange uses for a future or an option: ``ES``, ``CL``, ``FGBL``, ``SPX``, ``SPXW``
    :param year: the year of the contract months; by default the contracts that are next on the day ``on``
    :param on: the day from which the next contracts are found; today in UTC by default
    :raises ipf.NotFound: no rules are known for the root
    """
    day = _dates.day(datetime.datetime.now(datetime.timezone.utc).date() if on is None else on)
    number = 0 if year is None else lib.number(year, "year", 3)
    table = Table(lambda out: lib.check(lib.contracts, *lib.encoded(root), number, day, out))
    beyond = [row["name"] for row in table.to_dicts() if row["is_beyond_coverage"]]
    if beyond:
        message = f"holidays are unknown for {', '.join(beyond)}: weekdays count as business days there"
        warn(message, errors.CoverageWarning)
    return table

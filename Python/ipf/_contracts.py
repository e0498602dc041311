"""Contracts of futures and options, by public rules."""

from __future__ import annotations

import datetime
from typing import Any

from . import _dates
from . import _library as lib
from . import errors
from ._arrow import Table
from ._warnings import warn


def contracts(root: str, year: int | None = None, *, on: Any = None) -> Table:
    """Returns when the contracts of a product stop trading and expire, one row per contract.

    >>> ipf.contracts("ES", 2027).to_pandas()
    >>> ipf.contracts("CL").to_dicts()[0]["name"]        # the front contract

    The columns are ``name``, ``year``, ``month``, ``last_trading_day``, ``expiration``, ``settlement``,
    ``first_notice`` and ``is_beyond_coverage``. The last one marks contracts whose days depend on unknown holidays. A
    call with such contracts issues a :class:`ipf.CoverageWarning`.

    :param root: the exchange's root of a future or an option: ``ES``, ``CL``, ``FGBL``, ``SPX``, ``SPXW``
    :param year: the year of the contracts' months; by default the next contracts
    :param on: the day of the next contracts; today in UTC by default
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

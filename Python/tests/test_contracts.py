"""Contracts of futures and options, by public rules."""

import datetime

import ipf
import pytest


def test_the_contracts_of_a_year_are_a_table():
    rows = ipf.contracts("ES", 2026).to_dicts()
    assert [row["name"] for row in rows] == ["ESH26", "ESM26", "ESU26", "ESZ26"]
    # The third Friday is Juneteenth, so trading stops on Thursday.
    assert rows[1]["last_trading_day"] == datetime.date(2026, 6, 18)
    assert rows[1]["first_notice"] is None and rows[1]["is_beyond_coverage"] is False


def test_the_next_contracts_begin_with_the_front_month():
    rows = ipf.contracts("CL", on="2026-11-28").to_dicts()
    assert (rows[0]["name"], rows[0]["first_notice"]) == ("CLF27", datetime.date(2026, 12, 23))
    assert len(rows) == 8


def test_unknown_holidays_issue_a_warning():
    with pytest.warns(ipf.CoverageWarning, match="ESH40"):
        ipf.contracts("ES", 2040)


def test_unknown_roots_suggest_others():
    with pytest.raises(ipf.NotFound, match="did you mean ES"):
        ipf.contracts("ESS", 2027)
    with pytest.raises(ipf.InvalidArgument, match="year"):
        ipf.contracts("ES", 2)

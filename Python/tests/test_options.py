"""Options, holidays, venues and rounding by instrument: tables that the library computes."""

import datetime

import ipf
import numpy
import pandas
import polars
import pyarrow
import pytest

AT = datetime.datetime(2026, 11, 27, 15, tzinfo=datetime.timezone.utc)


def test_a_long_chain_has_one_row_per_option(catalog):
    chain = catalog.chain("AAPL")
    rows = chain.long(AT).to_dicts()
    assert len(rows) == len(catalog.select(type="OPTION", underlying="AAPL")) == sum(
        (row["call"] is not None) + (row["put"] is not None) for row in chain.to_dicts())
    for row in rows:
        option = catalog[row["symbol"]]
        assert row["row"] == option.row and row["underlying"] == "AAPL" and row["expiration"] == option.expiration
        assert row["strike"] == option.strike and row["right"] == option.right == {"C": "call", "P": "put"}[option.cfi[1]]
        assert row["exercise"] == option.exercise == {"A": "american", "E": "european"}[option.cfi[2]]
        # At the time `AT`, the date in New York is 2026-11-27.
        assert row["days_to_expiry"] == option.days_to_expiry(AT) == (option.expiration - AT.date()).days
        end = datetime.datetime.combine(option.last_trade or option.expiration, datetime.time(23), datetime.timezone.utc)
        expected = option.schedule.between(AT, end, "regular").time if end > AT else datetime.timedelta()
        assert row["trading_time_to_expiry"] == option.trading_time_to_expiry(AT) == expected
    frame = chain.long(AT).to_pandas()
    assert frame["trading_time_to_expiry"].dtype.kind == "m" and set(frame["right"].astype(str)) == {"call", "put"}
    assert chain.long(AT).to_numpy()["trading_time_to_expiry"].dtype == "m8[s]"
    assert len(chain.long(AT).to_polars()) == len(rows)


def test_days_to_expiry_are_those_of_the_zone(catalog):
    option = next(iter(catalog.select(type="OPTION", underlying="AAPL")))
    # At 02:00 UTC, the date in New York is still the previous day.
    night = datetime.datetime.combine(option.expiration, datetime.time(2), datetime.timezone.utc)
    assert option.days_to_expiry(night) == 1 and option.days_to_expiry(night + datetime.timedelta(hours=6)) == 0
    assert option.trading_time_to_expiry(night + datetime.timedelta(days=2)) == datetime.timedelta()
    stock = catalog["AAPL"]
    assert (stock.right, stock.exercise, stock.days_to_expiry(), stock.trading_time_to_expiry()) == (None,) * 4
    with pytest.raises(ipf.InvalidArgument, match="not a time"):
        option.days_to_expiry(5)
    with pytest.raises(ipf.OutOfRange):
        catalog.select(limit=1).options(datetime.datetime(1, 1, 1))


def test_expirations_are_a_table_of_series(catalog):
    chain = catalog.chain("AAPL")
    rows = chain.expirations(AT).to_dicts()
    assert sorted({row["expiration"] for row in rows}) == chain.expirations
    strikes = pandas.DataFrame(chain.to_dicts()).groupby("expiration")["strike"]
    for row in rows:
        assert row["lowest_strike"] == strikes.min()[row["expiration"]] and row["strikes"] == strikes.nunique()[row["expiration"]]
        assert row["days_to_expiry"] == (row["expiration"] - AT.date()).days
    assert sum(row["calls"] + row["puts"] for row in rows) == len(chain.long(AT))


def test_holidays_have_names(xnys):
    rows = {str(row["date"]): row for row in xnys.holidays("2026-11-01", "2026-12-31").to_dicts()}
    assert list(rows) == ["2026-11-26", "2026-11-27", "2026-12-24", "2026-12-25"]
    assert rows["2026-11-26"]["name"] == "Thanksgiving Day" and not rows["2026-11-26"]["is_trading"]
    assert rows["2026-11-27"]["is_trading"] and rows["2026-11-27"]["is_short_day"]
    # Past closings for days of mourning and storms.
    past = xnys.holidays("2012-01-01", "2025-12-31").to_pandas().set_index("date")
    assert past.loc["2012-10-29", "kind"] == "weather" and past.loc["2025-01-09", "kind"] == "mourning"
    days = xnys.days("2012-01-01", "2025-12-31").to_pandas()
    assert set(days[days["is_holiday"]]["date"]) == set(past[~past["is_trading"]].index)
    with pytest.warns(ipf.CoverageWarning):
        assert len(xnys.holidays("2099-01-01", "2099-01-02")) == 0


def test_venues_are_a_table_of_their_schedules():
    venues = ipf.venues()
    frame = venues.to_pandas().set_index("venue")
    assert list(frame.index) == list(venues) and "XNYS" in venues and "XXXX" not in venues and venues[0] == frame.index[0]
    tokyo = frame.loc["XTKS"]
    assert (tokyo["mic"], tokyo["zone"], tokyo["country"], tokyo["kind"]) == ("XTKS", "Asia/Tokyo", "JP", "main")
    bonds = frame.loc["BondUS"]
    assert bonds["mic"] is None or pandas.isna(bonds["mic"])
    assert bonds["kind"] == "hours"
    for venue in ("XNYS", "XLON", "EquityUS"):
        hours = ipf.Schedule(venue)
        assert (frame.loc[venue, "zone"], frame.loc[venue, "name"]) == (hours.zone, hours.name)
        assert frame.loc[venue, "coverage_end"].date() == hours.coverage_end


MODES = ["half_even", "half_up", "half_down", "floor", "ceiling", "up", "down"]


@pytest.mark.parametrize("mode", MODES)
def test_prices_are_rounded_by_their_own_increments(catalog, mode):
    symbols = catalog.select().symbols
    prices = numpy.random.default_rng(7).uniform(0.1, 700, len(symbols))
    expected = [catalog[symbol].price.round(price, mode) for symbol, price in zip(symbols, prices)]
    numpy.testing.assert_array_equal(catalog.round(symbols, prices, mode), expected)


def test_rounded_prices_have_the_form_of_the_prices(catalog):
    symbols, prices = ["AAPL", "NONE", "AAPL", None], [265.126, 1.0, 3.001, 5.0]
    expected = [265.13, numpy.nan, 3.0, numpy.nan]
    frame = pandas.DataFrame({"symbol": symbols, "price": prices}, index=[9, 7, 5, 3])
    found = catalog.round(frame["symbol"], frame["price"])
    assert found.index.equals(frame.index)
    for form in (
        found, catalog.round(frame["symbol"].astype("category"), frame["price"]),
        catalog.round(frame["symbol"].astype("string"), frame["price"].astype("Float64")),
        catalog.round(polars.Series(symbols), polars.Series(prices)), catalog.round(symbols, prices),
        catalog.round(polars.Series(symbols).cast(polars.Categorical), polars.Series(prices)),
        catalog.round(pyarrow.array(symbols), pyarrow.array(prices)),
        catalog.round(pyarrow.array(symbols).dictionary_encode(), pyarrow.chunked_array([prices[:1], prices[1:]])),
    ):
        numpy.testing.assert_array_equal(numpy.asarray(form), expected)
    assert isinstance(catalog.round(polars.Series(symbols), polars.Series(prices)), polars.Series)
    with pytest.raises(ipf.InvalidArgument, match="1 prices for 4 symbols"):
        catalog.round(symbols, [1.5])
    with pytest.raises(ipf.InvalidArgument, match="mode 'odd'"):
        catalog.round(symbols, prices, "odd")


def test_expirations_are_pickled_as_days(catalog):
    import pickle

    chain = catalog.chain("AAPL")
    days = chain.expirations
    assert pickle.loads(pickle.dumps(days)) == list(days) == days
    # Comparing the days must not compute the table of the series.
    asked = []
    chain._series = asked.append
    assert chain.expirations == days and not asked
    chain.expirations()
    assert asked == [None]

"""Unusual arguments: accepted with the intended meaning, or refused with a clear error."""

import copy
import datetime
import decimal
import pickle

import ipf
import numpy
import pandas
import polars
import pyarrow
import pytest

TIMES = pandas.date_range("2026-11-27 14:00", periods=4, freq="30min").to_numpy()


@pytest.mark.parametrize("unit", ["s", "us", "ns"])
def test_times_of_the_other_byte_order_are_accepted(xnys, unit):
    times = TIMES.astype(f">M8[{unit}]")
    assert list(xnys.is_open(times, "regular")) == [False, True, True, True]
    assert list(xnys.find(times, "next")[0]) == list(xnys.find(TIMES, "next")[0])


def test_a_field_named_twice_is_an_error(catalog):
    with pytest.raises(ipf.InvalidArgument, match="STRIKE is named twice"):
        catalog.list(fields=["STRIKE", "STRIKE", "EXPIRATION"], type="OPTION")
    with pytest.raises(ipf.InvalidArgument, match="single text"):
        catalog.list(fields="SYMBOL")


def test_results_have_the_shape_of_their_arguments(xnys, catalog):
    price = ipf.PriceIncrements("0.01")
    for value in (numpy.float32(1.25), numpy.int64(3), decimal.Decimal("1.234")):
        assert isinstance(price.round(value), float)
    assert price.round(numpy.array(1.2)).shape == () == xnys.is_open(numpy.array("2026-11-27T15:00", "M8[s]")).shape
    with pytest.raises(ipf.InvalidArgument):
        price.round(None)
    assert list(xnys.is_open([])) == [] and [list(part) for part in xnys.find([], "next")] == [[], [], []]
    assert list(xnys.calendar("2026-01-01", "2026-12-31").minutes_to_sessions([])) == []
    time = datetime.datetime(2026, 11, 27, 15)
    for times in ([time, None], pyarrow.array([time, None]), pyarrow.chunked_array([[time, None]]), polars.Series([time, None])):
        assert list(xnys.is_open(times)) == [True, False]
    with pytest.raises(ipf.InvalidArgument):
        xnys.is_open(None)
    numpy.testing.assert_array_equal(xnys.round_to_session(TIMES, pandas.Timedelta("5min")), xnys.round_to_session(TIMES, "5min"))
    with pytest.raises(ipf.InvalidArgument, match="whole seconds"):
        xnys.round_to_session(TIMES, pandas.Timedelta("1ms"))


def test_a_table_shows_its_first_rows(catalog, monkeypatch):
    from ipf import _arrow

    read = []
    values = _arrow._values
    monkeypatch.setattr(_arrow, "_values", lambda array, format, count: read.append(count) or values(array, format, count))
    shown = catalog.to_table()._repr_html_()
    assert shown.count("<tr>") == 21 and f"… {len(catalog)} rows" in shown and set(read) == {20}


def test_a_selection_is_a_sequence(catalog):
    options = catalog.list(type="OPTION", fields=["SYMBOL", "STRIKE"])
    few = options[1:6:2]
    assert few.symbols == options.symbols[1:6:2] and few.columns == ["SYMBOL", "STRIKE"] and len(options[:0]) == 0
    assert options[3:3].to_dicts() == [] and few[-1] == options[5]
    assert few.symbols[0] in few and few[0] in few and "AAPL" not in few and "NONE" not in few and catalog["AAPL"] not in few
    assert "AAPL" in catalog.list(type="STOCK")
    for one in (options, catalog.search("apple"), catalog.chain("AAPL"), catalog._open):
        for attempt in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match="can't be pickled or copied"):
                attempt(one)


def test_meaningless_numbers_are_errors(catalog):
    for question in (
        lambda: catalog.list(limit=-1), lambda: catalog.list(offset=-1), lambda: catalog.list(limit=1.5), lambda: catalog.near("A", -1),
        lambda: catalog.search("a", limit=-1), lambda: catalog.list(strike=float("nan")), lambda: catalog.list(strike="x"),
        lambda: catalog.list(strike=numpy.array([100, 200])), lambda: catalog.list(strike={1, 2}), lambda: catalog.chain("AAPL", strike="x"),
        lambda: catalog.chain("AAPL").around(265, strikes=0), lambda: catalog.chain("AAPL").around(265, strikes=-1),
        lambda: catalog.chain("AAPL").around(float("nan")), lambda: catalog.list(multiplier=float("nan")), lambda: catalog.list(type=[None]),
    ):
        with pytest.raises(ipf.InvalidArgument):
            question()
    assert len(catalog.list(limit=0)) == 0 and len(catalog.list(limit=numpy.int64(2))) == 2
    options = len(catalog.list(multiplier="100"))
    assert options > 10
    for number in (100, 100.0, numpy.float64(100), numpy.int64(100), decimal.Decimal(100), [100]):
        assert len(catalog.list(multiplier=number)) == options


def test_an_empty_list_of_values_matches_nothing(catalog):
    for nothing in ([], (), set(), numpy.array([]), pandas.Series([], dtype=object)):
        assert len(catalog.list(type=nothing)) == 0 and len(catalog.search("apple", type=nothing)) == 0
    assert len(catalog.list(type="OPTION", underlying=[], strike=(200, 300), expiration="2026-12-01..")) == 0
    assert catalog.counts("type", exchange=[]).to_dicts() == []
    assert len(catalog.list(type=None)) == len(catalog)


def test_an_instrument_is_a_mapping(catalog):
    apple = catalog["AAPL"]
    assert "FOO" not in apple and apple.get("FOO", 0) == 0 and 5 not in apple
    with pytest.raises(KeyError, match="no field"):
        apple["FOO"]
    assert not hasattr(apple, "foo") and str(pytest.raises(ipf.UnknownField, getattr, apple, "foo").value)[0] != "'"
    assert dict(apple) == apple and apple == dict(apple) and apple != {}
    for key in (123, None, ["AAPL", "MSFT"]):
        with pytest.raises(ipf.NotFound):
            catalog[key]
        assert catalog.get(key, 7) == 7


def test_a_closed_catalog_can_be_printed(catalog):
    with ipf.open(catalog.path) as other:
        apple = other["AAPL"]
    assert "closed" in repr(other) and "closed" in repr(apple)
    assert other == catalog and hash(other) == hash(catalog) and apple == catalog["AAPL"] and hash(apple) == hash(catalog["AAPL"])


def test_invalid_arguments_of_calendars_are_errors(xnys):
    calendar = xnys.calendar("2024-01-01", "2024-12-31")
    time = numpy.datetime64("2026-11-27T23:00")
    for question in (
        lambda: calendar.is_open_at_time("2024-07-03 15:00", side="lft"), lambda: calendar.session_offset("2024-07-03", 1.5),
        lambda: calendar.minute_offset("2024-07-03 15:00", 1.5), lambda: calendar.sessions_window("2024-07-03", 1.5),
        lambda: calendar.minutes_window("2024-07-03 15:00", 1.5), lambda: calendar.minute_to_past_session("2024-07-03 15:00", 1.5),
        lambda: calendar.minute_offset_by_sessions("2024-07-03 15:00", 1.5), lambda: xnys.sessions(time, time),
    ):
        with pytest.raises(ipf.InvalidArgument):
            question()
    assert len(xnys.sessions(numpy.datetime64("2026-11-27"), numpy.datetime64("2026-11-27T00:00"), "regular")) == 1


def test_invalid_arguments_of_catalogs_are_errors(catalog, tmp_path):
    for question in (lambda: catalog.rows("AAPL"), lambda: catalog.rows_by_identifier("ISIN", "US0378331005"), lambda: catalog.rows([5]),
                     lambda: catalog.by_identifier("ISIN", 5), lambda: ipf.import_([], tmp_path / "z.ipfc")):
        with pytest.raises(ipf.InvalidArgument) as fault:
            question()
        assert "ipf_" not in str(fault.value)
    with pytest.raises(ipf.InvalidArgument, match=r'identifiers=\["NOPE"\]'):
        catalog.by_identifier("NOPE", "x")
    with pytest.raises(ipf.OutOfRange, match="keep_history=True"):
        catalog.as_of("2020-01-01")
    assert ipf.open(catalog.path.encode()) == catalog


def test_an_import_overwrites_no_source_and_no_other_file(tmp_path):
    text = "#STOCK::=TYPE,SYMBOL\nSTOCK,A\n##COMPLETE\n"
    source, link, notes = tmp_path / "x.ipf", tmp_path / "link.ipf", tmp_path / "notes.txt"
    source.write_text(text)
    link.symlink_to(source)
    notes.write_text("mine")
    for path in (source, link):
        with pytest.raises(ipf.InvalidArgument, match="which the import would overwrite; name another file"):
            ipf.import_(source, path)
    with pytest.raises(ipf.NotACatalog, match="notes.txt"):
        ipf.import_(source, notes)
    assert source.read_text() == text and notes.read_text() == "mine"
    (tmp_path / "empty").touch()
    for _ in range(2):
        assert len(ipf.import_(source, tmp_path / "empty")) == 1

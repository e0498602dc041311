"""Unusual arguments are either accepted with the intended meaning or refused with a clear error."""

import copy
import datetime
import decimal
import io
import pickle
import zoneinfo

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
        catalog.select(fields=["STRIKE", "STRIKE", "EXPIRATION"], type="OPTION")
    with pytest.raises(ipf.InvalidArgument, match="single text"):
        catalog.select(fields="SYMBOL")


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
        assert numpy.asarray(xnys.is_open(times)).tolist() == [True, False]
    assert xnys.is_open(None) is False and xnys.find(None) is None and xnys.add_time(None, "1h") is None
    numpy.testing.assert_array_equal(xnys.bar_start(TIMES, pandas.Timedelta("5min")), xnys.bar_start(TIMES, "5min"))
    with pytest.raises(ipf.InvalidArgument, match="whole seconds"):
        xnys.bar_start(TIMES, pandas.Timedelta("1ms"))


def test_a_table_shows_its_first_rows(catalog, monkeypatch):
    from ipf import _arrow

    read = []
    values = _arrow._values
    monkeypatch.setattr(_arrow, "_values", lambda array, format, count: read.append(count) or values(array, format, count))
    shown = catalog.to_table()._repr_html_()
    assert shown.count("<tr>") == 21 and f"… {len(catalog)} rows" in shown and set(read) == {20}


def test_a_selection_is_a_sequence(catalog):
    options = catalog.select(type="OPTION", fields=["SYMBOL", "STRIKE"])
    few = options[1:6:2]
    assert few.symbols == options.symbols[1:6:2] and few.columns == ["SYMBOL", "STRIKE"] and len(options[:0]) == 0
    assert options[3:3].to_dicts() == [] and few[-1] == options[5]
    assert few.symbols[0] in few and few[0] in few and "AAPL" not in few and "NONE" not in few and catalog["AAPL"] not in few
    assert "AAPL" in catalog.select(type="STOCK")
    for one in (options, catalog.search("apple"), catalog.chain("AAPL"), catalog._open):
        for attempt in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match="can't be pickled or copied"):
                attempt(one)


def test_meaningless_numbers_are_errors(catalog):
    for question in (
        lambda: catalog.select(limit=-1), lambda: catalog.select(offset=-1), lambda: catalog.select(limit=1.5), lambda: catalog.near("A", -1),
        lambda: catalog.search("a", limit=-1), lambda: catalog.select(strike=float("nan")), lambda: catalog.select(strike="x"),
        lambda: catalog.select(strike=(100, 200, 300)), lambda: catalog.select(strike=b"100"), lambda: catalog.chain("AAPL", strike="x"),
        lambda: catalog.chain("AAPL").around(265, strikes=0), lambda: catalog.chain("AAPL").around(265, strikes=-1),
        lambda: catalog.chain("AAPL").around(float("nan")), lambda: catalog.select(multiplier=float("nan")), lambda: catalog.select(type=[None]),
    ):
        with pytest.raises(ipf.InvalidArgument):
            question()
    assert len(catalog.select(limit=0)) == 0 and len(catalog.select(limit=numpy.int64(2))) == 2
    options = len(catalog.select(multiplier="100"))
    assert options > 10
    for number in (100, 100.0, numpy.float64(100), numpy.int64(100), decimal.Decimal(100), [100]):
        assert len(catalog.select(multiplier=number)) == options


def test_an_empty_list_of_values_matches_nothing(catalog):
    for nothing in ([], (), set(), numpy.array([]), pandas.Series([], dtype=object)):
        assert len(catalog.select(type=nothing)) == 0 and len(catalog.search("apple", type=nothing)) == 0
    assert len(catalog.select(type="OPTION", underlying=[], strike=(200, 300), expiration="2026-12-01..")) == 0
    assert catalog.counts("type", exchange=[]).to_dicts() == []
    assert len(catalog.select(type=None)) == len(catalog)


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
                     lambda: catalog.by_identifier("ISIN", 5), lambda: ipf.import_catalog([], tmp_path / "z.ipfc")):
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
            ipf.import_catalog(source, path)
    with pytest.raises(ipf.NotACatalog, match="notes.txt"):
        ipf.import_catalog(source, notes)
    assert source.read_text() == text and notes.read_text() == "mine"
    (tmp_path / "empty").touch()
    for _ in range(2):
        assert len(ipf.import_catalog(source, tmp_path / "empty")) == 1


# The containers of times. Each has a function that makes it from plain times, and one that converts it back.
FORMS = {
    "list": (list, lambda column: column.astype("datetime64[us]").astype(object).tolist()),
    "numpy seconds": (lambda times: numpy.array(times, "datetime64[s]"), lambda column: column.astype("datetime64[us]").tolist()),
    "numpy nanoseconds": (lambda times: numpy.array(times, "datetime64[ns]"), lambda column: column.astype("datetime64[us]").tolist()),
    "index": (pandas.DatetimeIndex, lambda column: [None if one is pandas.NaT else one.to_pydatetime() for one in column]),
    "series": (
        lambda times: pandas.Series(pandas.DatetimeIndex(times), index=range(7, 7 + len(times)), name="at"),
        lambda column: [None if one is pandas.NaT else one.to_pydatetime() for one in column]),
    "polars": (lambda times: polars.Series("at", times), lambda column: column.to_list()),
    "pyarrow": (pyarrow.array, lambda column: column.to_pylist()),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("zone", [None, "America/New_York"])
def test_columns_come_back_in_their_form(xnys, form, zone):
    make, read = FORMS[form]
    plain = [datetime.datetime(2026, 7, 27, 15), None, datetime.datetime(2026, 11, 27, 15, 30)]
    times = make(plain)
    if zone and form in ("index", "series", "polars", "pyarrow"):
        if form == "polars":
            times = times.dt.replace_time_zone("UTC").dt.convert_time_zone(zone)
        elif form == "pyarrow":
            times = times.cast(pyarrow.timestamp("us", tz=zone))
        else:
            times = (times.dt if form == "series" else times).tz_localize("UTC")
            times = (times.dt if form == "series" else times).tz_convert(zone)
    elif zone:
        pytest.skip("this form has no zone")

    def shown(column):
        found = read(column)
        return [None if one is None else one.astimezone(datetime.timezone.utc).replace(tzinfo=None) if one.tzinfo else one for one in found]

    sums = xnys.add_time(times, "30m")
    expected = [None if one is None else xnys.add_time(one, "30m") for one in plain]
    assert shown(sums) == [one and one.replace(tzinfo=None) for one in expected]
    found = xnys.find(times, "next")
    assert shown(found.open)[1] is None and shown(found.open)[0] == xnys.find(plain[0], "next").open.replace(tzinfo=None)
    isOpen = xnys.is_open(times)
    assert numpy.asarray(isOpen).tolist() == [True, False, True]
    span = xnys.between(times, "2026-11-30")
    assert numpy.asarray(span.days).tolist()[0] == xnys.between(plain[0], "2026-11-30").days
    for column in (sums, found.open, isOpen, span.sessions):
        if form == "series":
            assert column.index.equals(times.index) and column.name == "at"
        if form in ("polars", "pyarrow"):
            assert type(column).__module__ == type(times).__module__
    if zone:
        assert form == "pyarrow" and sums.type.tz == zone or form == "polars" and sums.dtype.time_zone == zone or str(sums.dtype).endswith(zone + "]")


@pytest.mark.parametrize("month", [1, 7])
def test_offsets_take_local_midnights(month):
    xlon = ipf.Schedule("XLON")
    expected = xlon.add_days(datetime.date(2026, month, 15), 1)
    index = pandas.DatetimeIndex([f"2026-{month:02}-15"], tz="Europe/London")
    assert xlon.add_days(index, 1).equals(pandas.DatetimeIndex([str(expected)], tz="Europe/London").as_unit(index.unit))
    column = polars.Series([datetime.datetime(2026, month, 15)]).dt.replace_time_zone("Europe/London")
    assert xlon.add_days(column, 1).to_list() == [expected]
    days = pandas.Series([datetime.date(2026, month, 15), None], index=["a", "b"])
    found = xlon.add_days(days, 1)
    assert found["a"] == expected and found.isna()["b"] and list(found.index) == ["a", "b"]


def test_single_times_come_back_in_their_form(xnys):
    zone = zoneinfo.ZoneInfo("America/New_York")
    for time in (
        datetime.datetime(2026, 11, 27, 15, tzinfo=datetime.timezone.utc), datetime.datetime(2026, 11, 27, 10, tzinfo=zone),
        pandas.Timestamp("2026-11-27T10:00", tz="America/New_York"), pandas.Timestamp("2026-11-27T15:00"),
    ):
        later = xnys.add_time(time, "30m")
        assert type(later) is type(time) and later.tzinfo == time.tzinfo and later - time == datetime.timedelta(minutes=30)
    later = xnys.add_time(numpy.datetime64("2026-11-27T15:00", "s"), "30m")
    assert later.dtype == "datetime64[s]" and later == numpy.datetime64("2026-11-27T15:30")
    for missing in (None, pandas.NaT, pandas.NA):
        assert xnys.add_time(missing, "30m") is missing and xnys.is_open(missing) is False and xnys.add_days(missing, 1) is missing


def test_a_list_means_alternatives_and_a_tuple_a_range(catalog):
    options = catalog.select(type="OPTION", underlying="AAPL")
    strikes = sorted({row["STRIKE"] for row in options.to_dicts()})
    low, high = strikes[0], strikes[-1]

    def found(value):
        return sorted({row["STRIKE"] for row in catalog.select(type="OPTION", underlying="AAPL", strike=value).to_dicts()})

    for alternatives in ([low, high], numpy.array([low, high]), {low, high}, pandas.Series([low, high])):
        assert found(alternatives) == [low, high]
    for ends in ((low, high), (None, high), f"{low}..{high}", range(int(low), int(high) + 1)):
        assert found(ends) == strikes
    days = sorted({row["EXPIRATION"] for row in options.to_dicts()})
    assert {row["EXPIRATION"] for row in catalog.select(type="OPTION", expiration=[days[0], str(days[-1])]).to_dicts()} == {days[0], days[-1]}
    assert len(catalog.select(type="OPTION", multiplier=(1, 1000))) == len(catalog.select(type="OPTION", multiplier="1..1000")) > 0
    chain = catalog.chain("AAPL", strike=[low, high], expiration=[days[0]])
    assert {row["strike"] for row in chain} <= {low, high} and chain.expirations == [days[0]]
    assert len(catalog.chain("AAPL", strike=[])) == 0
    assert len(catalog.select(underlying=catalog["AAPL"], type="OPTION")) == len(options)
    assert len(catalog.select(Strike=low, Type="OPTION")) == len(catalog.select(strike=low, type="OPTION"))


def test_tables_are_frames_of_their_fields(catalog):
    selection = catalog.select(type="OPTION", limit=3, fields=["symbol", "STRIKE"])
    frame = pandas.DataFrame(selection)
    # pandas 2 sorts the keys of mappings.
    expected = ["SYMBOL", "STRIKE"]
    assert list(frame.columns) == (expected if pandas.__version__ >= "3" else sorted(expected)) and frame["SYMBOL"].tolist() == selection.symbols
    records = numpy.asarray(selection)
    assert records.dtype.names == ("SYMBOL", "STRIKE") and records["STRIKE"].tolist() == frame["STRIKE"].tolist()
    chain = catalog.chain("AAPL")
    assert list(pandas.DataFrame(chain).columns) == chain.columns and len(pandas.DataFrame(chain)) == len(chain)


def test_many_symbols_are_found_in_linear_time(catalog):
    symbols = list(catalog)
    assert set(catalog.select(symbol=symbols * 20).symbols) == set(symbols)
    with pytest.warns(ipf.MissWarning, match="NONE"):
        assert catalog.select(symbol=["AAPL", "NONE"] * 20, type="STOCK").symbols == ["AAPL"]


def test_rows_are_taken_in_the_order_of_a_frame(catalog):
    symbols = ["MSFT", "NONE", "AAPL", "MSFT"]
    for column in (symbols, pandas.Series(symbols, index=[3, 1, 2, 0]), polars.Series("s", symbols), pyarrow.array(symbols)):
        frame = catalog.take(column, ["type", "CURRENCY", "STRIKE"])
        rows = frame.to_dict("records") if hasattr(frame, "iloc") else frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_pylist()
        assert [row["TYPE"] for row in rows][::2] == ["STOCK", "STOCK"] and (rows[1]["TYPE"] is None or rows[1]["TYPE"] != rows[1]["TYPE"])
        assert len(rows) == 4 and str(rows[0]) == str(rows[3])
        assert len(catalog.take(column[:0], ["TYPE"])) == 0
    frame = pandas.DataFrame({"symbol": symbols, "price": [1.0, 2.0, 3.0, 4.0]}, index=[3, 1, 2, 0])
    joined = catalog.join(frame, fields=["CURRENCY"])
    assert list(joined.columns) == ["symbol", "price", "CURRENCY"] and joined.index.equals(frame.index)
    assert joined["CURRENCY"].tolist()[::2] == ["USD", "USD"] and joined["CURRENCY"].isna().tolist() == [False, True, False, False]
    assert catalog.join(polars.DataFrame({"ticker": symbols}), on="ticker", fields=["CURRENCY"]).columns == ["ticker", "CURRENCY"]
    with pytest.raises(ipf.InvalidArgument, match="price"):
        catalog.join(frame.rename(columns={"symbol": "s"}), fields=["CURRENCY"])


def test_a_frame_is_rounded_by_the_increments_of_each_row(catalog):
    symbols = (list(catalog) + ["NONE"]) * 40
    assert len(symbols) > 10_000
    prices = numpy.random.default_rng(1).random(len(symbols)) * 20
    rows = catalog.select(fields=["SYMBOL", "PRICE_INCREMENTS"]).to_dicts()
    increments = {row["SYMBOL"]: ipf.PriceIncrements(row["PRICE_INCREMENTS"] or "") for row in rows}
    expected = [increments[name].round(price) if name in increments else None for name, price in zip(symbols, prices)]
    for column in (symbols, pandas.Series(symbols), pandas.Series(symbols, dtype=object), pandas.Series(symbols, dtype="category"), pyarrow.array(symbols)):
        rounded = pandas.Series(catalog.round(column, prices))
        assert [None if price != price else price for price in rounded] == expected


def test_columns_of_texts_may_contain_anything(catalog):
    texts = ["AAPL", "", None, "A\0B", "\0", "MSFT", "Ä"]
    found = [-1 if text not in catalog else catalog[text].row for text in texts]
    for column in (texts, numpy.array(texts, object), pandas.Series(texts, dtype=object), pyarrow.array(texts), texts[:2] + texts[3:]):
        assert list(catalog.rows(column)) == (found if len(column) == len(texts) else found[:2] + found[3:])
    assert list(catalog.rows([])) == [] and list(catalog.rows([""])) == [-1] and list(catalog.rows(["", ""])) == [-1, -1]
    with pytest.raises(ipf.InvalidArgument, match="surrogate"):
        catalog.rows(["AAPL", "\ud800"])
    with pytest.raises(ipf.InvalidArgument, match="7 is not a text"):
        catalog.rows(["AAPL", 7])


# The containers of texts, each made from a list of texts and None.
TEXTS = {
    "list": list, "tuple": tuple, "iterator": iter, "numpy objects": lambda texts: numpy.array(texts, object),
    "series": lambda texts: pandas.Series(texts, index=[("a", 1)] * len(texts), name="s"),
    "series of objects": lambda texts: pandas.Series(texts, dtype=object), "series of strings": lambda texts: pandas.Series(texts, dtype="string"),
    "series of Arrow": lambda texts: pandas.Series(texts, dtype=pandas.ArrowDtype(pyarrow.string())),
    "series of categories": lambda texts: pandas.Series(texts, dtype="category"), "categorical": pandas.Categorical, "index": pandas.Index,
    "polars": lambda texts: polars.Series("s", texts, dtype=polars.String),
    "polars categorical": lambda texts: polars.Series("s", texts, dtype=polars.Categorical),
    "pyarrow": lambda texts: pyarrow.array(texts, "string"), "pyarrow dictionary": lambda texts: pyarrow.array(texts, "string").dictionary_encode(),
    "pyarrow chunks": lambda texts: pyarrow.chunked_array([texts[:1], texts[1:]], "string"),
}


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("texts", [["AAPL", None, "MSFT", "AAPL"], ["AAPL"], [None], []], ids=["several", "one", "none", "empty"])
def test_columns_of_texts_come_back_in_their_form(catalog, form, texts):
    make = TEXTS[form]
    assert catalog.rows(make(texts)).tolist() == [-1 if text is None else catalog[text].row for text in texts]
    isins = [None if text is None else catalog[text].isin for text in texts]
    assert catalog.rows_by_identifier("ISIN", make(isins)).tolist() == catalog.rows(texts).tolist()
    assert len(catalog.take(make(texts), ["TYPE"])) == len(texts)
    given = make(texts)
    expected = [None if text is None else f"{text}.O" for text in texts]
    for column, values in zip(catalog.symbols(make(texts), to="ric", reasons=True), (expected, None)):
        plain = column.to_pylist() if hasattr(column, "to_pylist") else [None if text != text else text for text in column]
        assert plain == values or values is None and [text is None for text in plain] == [text is not None for text in texts]
        if form.startswith("series"):
            assert column.index.equals(given.index) and column.name == given.name
        elif form.startswith("polars"):
            assert column.dtype == polars.String and column.name == "s"
        elif form.startswith("pyarrow"):
            assert column.type == pyarrow.string()
        else:
            assert column.dtype == object
    rounded = catalog.round(make(texts), [1.234] * len(texts))
    assert [None if price != price else price for price in rounded] == [None if text is None else 1.23 for text in texts]


def test_what_is_not_a_column_is_refused(catalog, xnys):
    frame = pandas.DataFrame({"s": ["AAPL"], "t": pandas.DatetimeIndex(["2026-11-27"])})
    for value in (None, 5, "AAPL", b"AAPL", [b"AAPL"], [5], numpy.array("AAPL"), numpy.array([["AAPL"]]), frame, polars.DataFrame({"s": ["AAPL"]}),
                  pyarrow.table({"s": ["AAPL"]}), catalog.select(limit=1)):
        for question in (catalog.rows, catalog.symbols, lambda texts: catalog.rows_by_identifier("ISIN", texts),
                         lambda texts: catalog.take(texts, ["TYPE"]), lambda texts: catalog.round(texts, [1.0])):
            with pytest.raises(ipf.InvalidArgument):
                question(value)
    for value in ([pandas.NA], [["AAPL"]], numpy.array([["AAPL"]]), pandas.Series(["AAPL", pandas.NA], dtype="string"), pyarrow.array([None]), frame):
        with pytest.raises(ipf.InvalidArgument):
            catalog.select(symbol=value)
    for question in (lambda table: catalog.select(symbol=table), lambda table: catalog.take(["AAPL"], table)):
        with pytest.raises(ipf.InvalidArgument, match="a Table is not a column"):
            question(pyarrow.table({"s": ["AAPL"]}))
    assert catalog.select(symbol=pyarrow.array(["AAPL"])).symbols == ["AAPL"]
    for question in (xnys.is_open, lambda times: xnys.find(times, "next"), lambda times: xnys.bar_start(times, "5min"),
                     lambda times: xnys.add_time(times, "1h"), lambda times: xnys.add_days(times, 1), lambda times: xnys.between(times, times)):
        for value in (5, [5], {"a": 1}, frame, pyarrow.table({"t": TIMES})):
            with pytest.raises(ipf.InvalidArgument):
                question(value)
    for value in (None, pandas.NaT, "2026-11-27"):
        with pytest.raises(ipf.InvalidArgument):
            xnys.overlay(value)
    with pytest.raises(ipf.InvalidArgument):
        catalog.as_of(pandas.NaT)


def test_results_have_the_unit_and_the_shape_of_their_times(xnys):
    for unit in ("s", "ms", "us", "ns"):
        times = TIMES.astype(f"M8[{unit}]")
        for found in (xnys.add_time(times, "30m"), xnys.bar_start(times, "5min"), xnys.find(times, "next").open):
            assert found.dtype == f"M8[{unit}]"
        index = pandas.DatetimeIndex(times).as_unit(unit)
        assert xnys.add_time(index, "30m").unit == unit == xnys.add_time(pandas.Series(index), "30m").dt.unit
        one = numpy.array(times[1])
        found = [xnys.add_time(one, "30m"), xnys.bar_start(one, "5min"), xnys.between(one, "2026-11-30").days, xnys.is_open(one)]
        assert [value.shape for value in found] == [()] * 4 and found[0] == times[2]
        assert xnys.add_days(numpy.array("2026-11-27", "M8[D]"), 1).shape == ()
    # The unit becomes finer if a length requires it.
    assert xnys.add_time(TIMES[1:2].astype("M8[s]"), "250ms")[0] == TIMES[1] + numpy.timedelta64(250, "ms")
    days = polars.Series("at", [datetime.date(2026, 11, 27), None])
    assert xnys.find(days, "next").open.to_list() == [datetime.datetime(2026, 11, 27, 14, 30), None]
    assert xnys.bar_start(days, "5min").to_list() == [None, None]
    assert xnys.add_time(pyarrow.scalar(datetime.datetime(2026, 11, 27, 15)), "30m").minute == 30


def test_prices_come_back_in_their_form():
    price = ipf.PriceIncrements("0.01")
    series = pandas.Series([1.234, None], index=["a", "b"], name="p")
    for column in (series, series.astype("Float64"), series.astype(object), pandas.Series([1.234, None], ["a", "b"], pandas.ArrowDtype(pyarrow.float64()), "p")):
        rounded = price.round(column)
        assert rounded.index.equals(series.index) and rounded.name == "p" and rounded["a"] == 1.23 and rounded.isna()["b"]
        assert price.step(column, "up")["a"] == 1.24 and price.decimals(column)["a"] == 2
    assert price.round(polars.Series("p", [1.234, None])).name == "p" and price.round(pyarrow.array([1.234, None]))[0].as_py() == 1.23
    for values in ([1.234, pandas.NA], [1.234, None], numpy.array([1.234, None], object), (decimal.Decimal("1.234"), float("nan"))):
        numpy.testing.assert_array_equal(price.round(values), [1.23, numpy.nan])
        numpy.testing.assert_array_equal(ipf.studies.sma(values, 1), [1.234, numpy.nan])
    assert price.round(pandas.DataFrame({"open": [1.234], "close": [2.345]})).shape == (1, 2)
    for value in ("1.2", ["x"], [[1.0], 2.0], [datetime.date(2026, 1, 1)], pandas.Series(["x"]), pandas.Series(["x"], dtype="string"),
                  pandas.Series(["x"], dtype="category"), pandas.DataFrame({"open": ["x"]})):
        with pytest.raises(ipf.InvalidArgument):
            price.round(value)


def test_imports_read_bytes_in_memory(tmp_path):
    source = io.BytesIO(b"#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,one\n##COMPLETE\n")
    assert list(ipf.import_catalog(source, tmp_path / "a.ipfc")) == ["A"]

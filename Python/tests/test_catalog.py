"""Catalogs, instruments, lists, searches and chains."""

import concurrent.futures
import datetime
import gc
import io
import multiprocessing
import pickle
import re
import sys
import threading

import ipf
import numpy
import polars
import pyarrow
import pytest


def test_an_instrument_has_its_fields_as_attributes_and_keys(catalog):
    apple = catalog["AAPL"]
    assert apple.symbol == "AAPL" and apple.type == "STOCK"
    assert apple.description == "Apple Inc. - Common Stock"
    assert apple["ISIN"] == "US0378331005" and apple.isin == "US0378331005"
    assert apple.strike is None and "STRIKE" not in apple
    with pytest.raises(KeyError):
        apple["STRIKE"]
    assert dict(apple) == apple.to_dict()
    assert list(apple)[:2] == ["TYPE", "SYMBOL"]
    with pytest.raises(ipf.UnknownField, match="DESCRIPTIO"):
        apple.descriptio
    option = catalog[catalog.chain("AAPL").to_dicts()[0]["call"]]
    assert isinstance(option.strike, float) and isinstance(option.expiration, datetime.date)
    assert "<th>SYMBOL</th><td>AAPL</td>" in apple._repr_html_()


def test_misses_suggest_similar_symbols(catalog):
    with pytest.raises(ipf.NotFound, match="did you mean .*AAPL") as caught:
        catalog["APPL"]
    assert "AAPL" in caught.value.near
    assert isinstance(caught.value, KeyError)
    assert "APPL" not in catalog and catalog.get("APPL") is None
    assert "AAPL" in catalog and 5 not in catalog


def test_a_catalog_is_a_mapping_of_symbols(catalog):
    symbols = list(catalog)
    assert len(symbols) == len(catalog) == len(set(symbols))
    assert list(catalog.rows(symbols)) == list(range(len(catalog)))
    assert list(catalog.rows(["NONE", symbols[3]])) == [-1, 3]
    assert [found.symbol for found in catalog.by_identifier("ISIN", "US0378331005")] == ["AAPL"]
    assert catalog.fields[:3] == ["TYPE", "SYMBOL", "DESCRIPTION"]
    assert catalog.is_complete
    catalog.verify()


def test_lists_accept_filters(catalog):
    options = catalog.select(type="OPTION", underlying="AAPL", active_on="2026-12-01")
    assert len(options) > 10
    assert {one.type for one in options} == {"OPTION"}
    assert all(one.expiration >= datetime.date(2026, 12, 1) for one in options)
    few = catalog.select(type=["STOCK", "ET?"], order="symbol", offset=2, limit=3, fields=["SYMBOL", "TYPE"])
    assert few.symbols == sorted(few.symbols) and len(few) == 3
    assert few.columns == ["SYMBOL", "TYPE"]
    strikes = [one.strike for one in catalog.select(type="OPTION", strike=(200, 300))]
    assert strikes and 200 <= min(strikes) and max(strikes) <= 300
    assert len(catalog.select(expiration="2026-12-01..")) + len(catalog.select(expiration=(None, "2026-11-30"))) == len(
        [1 for row in catalog.to_table(["EXPIRATION"]).to_dicts() if row["EXPIRATION"]])
    assert [one.symbol for one in catalog.select(exchange="XNAS")]
    with pytest.raises(IndexError):
        few[3]
    assert few[-1].symbol == few.symbols[-1]


def test_unknown_filters_are_errors_and_unused_values_warnings(catalog):
    with pytest.raises(ipf.UnknownField, match="did you mean CURRENCY"):
        catalog.select(curency="USD")
    with pytest.raises(ipf.UnknownField, match="did you mean CURRENCY"):
        catalog.select(fields=["CURENCY"])
    with pytest.warns(ipf.MissWarning, match="did you mean STOCK"):
        assert len(catalog.select(type="stock")) == 0
    with pytest.raises(ipf.InvalidArgument, match="YYYY-MM-DD"):
        catalog.select(active_on="tomorrow")


def test_searches_state_the_reason(catalog):
    found = catalog.search("turk hav", limit=5)
    assert found.symbols == ["THYAO:TR"]
    assert found[0].tier == "description"
    assert [field for field, _, _ in found[0].highlights] == ["DESCRIPTION"] * 2
    assert "<b>TÜRK</b>" in found._repr_html_()
    assert catalog.search("AAPL US Equity")[0].tier == "notation"
    assert catalog.search("AAPL US Equity")[0].reason
    assert found.relaxation is None
    relaxed = catalog.search("apple london")
    assert relaxed.relaxation == "without london"
    assert "<caption>found without london</caption>" in relaxed._repr_html_()
    assert len(catalog.search("a", limit=3)) == 3 and len(catalog.search("a", limit=3)[:2]) == 2
    assert catalog.search("apple", type="OPTION").symbols != catalog.search("apple", type="STOCK").symbols


def test_pages_of_a_search_form_one_longer_search(catalog):
    page, symbols = catalog.search("a", limit=7), []
    for _ in range(3):
        symbols += page.symbols
        page = page.next_page()
    assert symbols == catalog.search("a", limit=21).symbols
    assert catalog.search("turk hav").next_page() is None


def test_chains_contain_the_options(catalog):
    chain = catalog.chain("AAPL")
    near = chain.around(265, strikes=3)
    assert len(near) == 3 * len(chain.expirations)
    first = catalog.chain("AAPL", expiration=str(chain.expirations[0]))
    assert first.expirations == chain.expirations[:1]
    with pytest.raises(ipf.NotFound):
        catalog.chain("NONE")
    futures = catalog.futures("/ES")
    assert [one.expiration for one in futures] == sorted(one.expiration for one in futures)


def test_counts_group_the_instruments(catalog):
    counts = {row["value"]: row["count"] for row in catalog.counts("type").to_dicts()}
    assert counts["STOCK"] == len(catalog.select(type="STOCK"))
    assert sum(counts.values()) == len(catalog)


def _symbol_in_another_process(catalog):
    return catalog["AAPL"].description


def test_catalogs_are_pickled_for_processes(catalog):
    assert pickle.loads(pickle.dumps(catalog)) == catalog
    assert pickle.loads(pickle.dumps(catalog["AAPL"])).description == catalog["AAPL"].description
    assert pickle.loads(pickle.dumps(ipf.Schedule("XNYS"))) == ipf.Schedule("NYSE")
    assert pickle.loads(pickle.dumps(catalog["AAPL"].schedule)).is_open("2026-11-27T15:00:00Z")
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(_symbol_in_another_process, catalog).result(60) == "Apple Inc. - Common Stock"


def test_threads_share_a_catalog(catalog):
    def work(_):
        return [catalog.search(text).symbols for text in ("apple", "turk hav", "es", "eur")] + [len(catalog.to_table().to_pyarrow())]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(work, range(40)))
    assert all(one == answers[0] for one in answers)


def test_other_files_are_not_catalogs(tmp_path):
    with pytest.raises(ipf.FileError):
        ipf.open(tmp_path / "none")
    (tmp_path / "text").write_text("x" * 1000)
    with pytest.raises(ipf.NotACatalog):
        ipf.open(tmp_path / "text")


def test_imports_return_a_catalog(tmp_path, capsys):
    source = tmp_path / "few.ipf"
    source.write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION,MINE\nSTOCK,A,First,1\nSTOCK,B,,2\n##COMPLETE\n")
    seen = []
    few = ipf.import_catalog(source, tmp_path / "few.ipfc", progress=seen.append, identifiers=["MINE"])
    assert len(few) == 2 and seen[-1].source == 1 and seen[-1].lines == 4
    assert [one.symbol for one in few.by_identifier("MINE", "2")] == ["B"]
    assert few["B"].description is None and few["B"].mine == "2"
    ipf.import_catalog(source, tmp_path / "few.ipfc", progress=True)
    assert "source" in capsys.readouterr().err
    source.write_text("#STOCK::=TYPE,SYMBOL\n##COMPLETE\n")
    with pytest.raises(ipf.Refused):
        ipf.import_catalog(source, tmp_path / "few.ipfc")
    assert len(ipf.open(tmp_path / "few.ipfc")) == 2
    source.write_text("#STOCK::=TYPE,SYMBOL\nSTOCK\n")
    with pytest.raises(ipf.SourceError, match="few.ipf|line|record"):
        ipf.import_catalog(source, tmp_path / "other.ipfc")
    with pytest.raises(ipf.SourceError) as caught:
        ipf.import_catalog("http://user:secret@127.0.0.1:9/all.ipf", tmp_path / "other.ipfc")
    assert "secret" not in str(caught.value)


def test_prices_are_rounded_and_stepped(catalog):
    price = catalog["THYAO:TR"].price
    assert price.round(20.03) == 20.02 or price.round(20.03) == 20.04
    prices = numpy.linspace(-50, 50, 1001)
    rounded = price.round(prices, "floor")
    assert (rounded <= prices + 1e-9).all() and rounded.shape == prices.shape
    assert [price.round(float(one), "floor") for one in prices] == list(rounded)
    assert price.step(19.99, "up") == 20.0 and price.decimals(19.99) == 2
    assert price.increment(20.0, "up") == pytest.approx(0.02)
    with pytest.raises(ipf.InvalidRules):
        ipf.PriceIncrements("0.01 x")
    with pytest.raises(ipf.InvalidArgument, match="half_even"):
        price.round(1, "sideways")


def test_a_catalog_is_closed_at_the_end_of_with(catalog):
    with ipf.open(catalog.path) as other:
        apple, stocks, chain = other["AAPL"], other.select(type="STOCK"), other.chain("AAPL")
        read = stocks.to_pyarrow()
    for question in (lambda: other["AAPL"], lambda: other.get("AAPL"), lambda: "AAPL" in other, lambda: len(other), lambda: apple.isin,
                     lambda: other.search("apple"), lambda: stocks.to_pyarrow(), lambda: chain.to_dicts(), lambda: apple.schedule):
        with pytest.raises(ipf.InvalidArgument, match="was closed"):
            question()
    assert read.num_rows == len(catalog.select(type="STOCK"))
    other.close()
    assert pickle.loads(pickle.dumps(other))["AAPL"] == catalog["AAPL"]


def test_half_a_surrogate_pair_is_not_a_symbol(catalog):
    assert "\ud800" not in catalog and catalog.get("\ud800") is None
    with pytest.raises(ipf.InvalidArgument):
        catalog["\ud800"]
    with pytest.raises(ipf.InvalidArgument, match="surrogate"):
        catalog.rows(["AAPL", "\ud800"])
    assert list(catalog.rows([])) == [] and list(catalog.rows(["", "AAPL", "Ü"])) == [-1, catalog["AAPL"].row, -1]


def test_calls_release_the_interpreters_lock(catalog):
    ended = threading.Event()
    counted = 0

    def read():
        for _ in range(200):
            catalog.verify()
            for batch in catalog.to_table()._batches():
                pass
        ended.set()

    interval = sys.getswitchinterval()
    # Longer than the whole test. So the other thread releases the GIL only when it calls the library or ends.
    sys.setswitchinterval(60)
    try:
        thread = threading.Thread(target=read)
        thread.start()
        while not ended.wait(0.0005):
            counted += 1
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert counted > 5


def test_a_catalog_with_history_has_earlier_states(tmp_path):
    source, path = tmp_path / "all.ipf", tmp_path / "all.ipfc"
    source.write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,First\nSTOCK,B,Second\nSTOCK,C,Third\n##COMPLETE\n")
    ipf.import_catalog(source, path, keep_history=True)
    with pytest.raises(ipf.OutOfRange, match="its history starts at") as fault:
        ipf.open(path).as_of("1999-12-31")
    # The time of the first import in seconds. The next import must have a later time.
    first = re.search(r"starts at (\S+Z)", str(fault.value)).group(1)
    source.write_text("#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,Renamed\nSTOCK,D,Fourth\nSTOCK,C,Third\n##COMPLETE\n")
    now = ipf.import_catalog(source, path)
    past = now.as_of(first)
    assert sorted(now) == ["A", "C", "D"] and sorted(past) == ["A", "B", "C"]
    assert past["A"].description == "First" and now["A"].description == "Renamed" and past != now
    assert sorted(past.to_table().to_pyarrow()["SYMBOL"].to_pylist()) == ["A", "B", "C"]
    gone = now.removed()
    assert list(gone) == ["B"] and gone["B"].removed_on and "removed" in repr(gone)
    assert sorted(pickle.loads(pickle.dumps(past))) == ["A", "B", "C"]
    for moment in (datetime.datetime.fromisoformat(first.replace("Z", "+00:00")), numpy.datetime64(first[:-1])):
        assert sorted(now.as_of(moment)) == ["A", "B", "C"]
    with pytest.raises(ipf.OutOfRange, match="in the future"):
        now.as_of(datetime.date(9999, 1, 1))


def test_a_catalog_without_history_has_no_earlier_state(catalog):
    with pytest.raises(ipf.OutOfRange):
        catalog.removed()
    with pytest.raises(ipf.OutOfRange):
        catalog.as_of("2020-01-01")


def test_identifiers_are_looked_up_in_batches(catalog):
    assert catalog.identifier_fields[0] == "ISIN"
    apple = catalog["AAPL"].row
    assert list(catalog.rows_by_identifier("ISIN", ["US0378331005", "none"])) == [apple, -1]
    with pytest.raises(ipf.NotFound):
        catalog.by_identifier("ISIN", "US0378331006")
    with pytest.raises(ipf.InvalidArgument):
        catalog.by_identifier("DESCRIPTION", "Apple")


def test_texts_in_any_notation_are_written_in_one(catalog):
    texts = ["AAPL US Equity", "US0378331005", "no such text", None]
    assert list(catalog.symbols(texts, on="2026-11-21")) == ["AAPL", "AAPL", None, None]
    found, reasons = catalog.symbols(texts, to="ric", on="2026-11-21", reasons=True)
    assert list(found) == ["AAPL.O", "AAPL.O", None, None]
    assert list(reasons[:2]) == [None, None] and "not understood" in reasons[3]
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(["AAPL", float("nan")], index=[7, 3], name="ticker")
    column = catalog.symbols(series, to="ric")
    assert column.index.equals(series.index) and column.name == "ticker" and column[7] == "AAPL.O" and column.isna()[3]
    assert len(catalog.symbols([])) == 0
    for wrong in [{"to": "cusip"}, {"on": "x"}]:
        with pytest.raises(ipf.InvalidArgument):
            catalog.symbols(texts, **wrong)
    with pytest.raises(ipf.InvalidArgument):
        catalog.symbols(["AAPL", 7])


def test_skipped_records_of_an_import_are_reported(tmp_path):
    source = tmp_path / "bad.ipf"
    source.write_text("#STOCK::=TYPE,SYMBOL\nSTOCK,A\nSTOCK\nSTOCK,B\nSTOCK,C,2,3\n##COMPLETE\n")
    with pytest.warns(ipf.RejectedWarning, match="2 records couldn't be read and were left out: .*3.*5"):
        assert sorted(ipf.import_catalog(source, tmp_path / "bad.ipfc", skip_malformed=True)) == ["A", "B"]


def test_differences_and_history_are_tables(tmp_path):
    source, place = tmp_path / "a.ipf", tmp_path / "a.ipfc"
    head = "#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\n"
    source.write_text(head + "STOCK,A,Alpha,USD\nSTOCK,B,Beta,USD\nSTOCK,C,,EUR\n##COMPLETE\n")
    before = ipf.import_catalog(source, place, keep_history=True)
    source.write_text(head + "STOCK,A,Alpha Inc.,EUR\nSTOCK,C,Gamma,EUR\nSTOCK,D,Delta,USD\n##COMPLETE\n")
    after = ipf.import_catalog(source, place)
    rows = before.difference(after).to_dicts()
    assert [tuple(row.values()) for row in rows] == [
        ("A", "changed", "DESCRIPTION", "Alpha", "Alpha Inc."), ("A", "changed", "CURRENCY", "USD", "EUR"),
        ("B", "removed", None, None, None), ("C", "changed", "DESCRIPTION", None, "Gamma"), ("D", "added", None, None, None)]
    assert len(after.difference(after)) == 0
    # The table is computed once for all Python readers, and once for all Arrow readers.
    table, computed = before.difference(after), []
    fill = table._fill
    table._fill = lambda address: (computed.append(address), fill(address))[1]
    for _ in range(2):
        assert table.to_dicts() == rows and len(table) == 5 and "changed" in repr(table)
        assert table.to_pyarrow().to_pylist() == rows == pyarrow.table(table).to_pylist()
        assert table.to_polars().rows() == [tuple(row.values()) for row in rows] == polars.DataFrame(table).rows()
        assert table.to_pandas()["symbol"].tolist() == list("AABCD") == table.to_numpy()["symbol"].tolist()
    assert len(computed) == 2
    batches = table._batches()
    first = next(batches)
    del table
    gc.collect()
    assert first.length == 5 and list(batches) == []
    times = [row["time"] for row in after.history()]
    assert len(times) == 2 and times == sorted(times) and len(before.history()) == 1
    assert after.as_of(times[0]).difference(after).to_dicts() == rows
    with pytest.raises(ipf.InvalidArgument, match="not a catalog"):
        after.difference("a.ipfc")


def test_a_catalog_without_history_has_an_empty_table(catalog):
    assert catalog.history().to_dicts() == [] and catalog.history().columns == ["time"]


def test_lists_and_tables_are_imported_with_a_mapping(tmp_path):
    class Table:
        """A table with the methods of a DataFrame that `ipf.import_catalog` uses."""

        def to_csv(self, path, index):
            with open(path, "w", encoding="utf-8") as file:
                file.write("ticker,name\nA2A.MI,A2A\n")

    with pytest.raises(ipf.InvalidArgument, match="needs a mapping"):
        ipf.import_catalog(Table(), tmp_path / "a.ipfc")
    catalog = ipf.import_catalog(Table(), tmp_path / "a.ipfc", map={"SYMBOL": "yahoo:ticker", "DESCRIPTION": "name"})
    assert catalog["A2A:IT"].opol == "MTAA"
    catalog = ipf.import_catalog(io.BytesIO(b"t;n\nA2A.MI;x\n"), tmp_path / "b.ipfc", map="SYMBOL=t", derive=False)
    assert list(catalog) == ["A2A.MI"]
    with pytest.raises(ipf.InvalidArgument, match="expected a column for SYMBOL"):
        ipf.import_catalog(Table(), tmp_path / "c.ipfc", map={"ISIN": "name"})

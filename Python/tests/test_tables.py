"""Tables have equal values in pyarrow, polars, pandas, numpy and plain Python."""

import gc
import subprocess
import sys

import duckdb
import ipf
import numpy
import pandas
import polars
import pyarrow
import pytest


def test_all_forms_have_the_same_values(catalog):
    table = catalog.to_table()
    rows = table.to_dicts()
    assert len(rows) == len(catalog)
    assert table.to_pyarrow().to_pylist() == rows
    assert table.to_polars().to_dicts() == rows
    frame = table.to_pandas()
    assert list(frame.columns) == table.columns == catalog.fields
    assert list(frame["SYMBOL"]) == [row["SYMBOL"] for row in rows]
    arrays = table.to_numpy()
    strikes = [numpy.nan if row["STRIKE"] is None else row["STRIKE"] for row in rows]
    numpy.testing.assert_array_equal(arrays["STRIKE"], strikes)
    assert arrays["EXPIRATION"].dtype == "datetime64[D]"
    assert [None if numpy.isnat(day) else day.item() for day in arrays["EXPIRATION"]] == [row["EXPIRATION"] for row in rows]
    assert list(arrays["TYPE"]) == [row["TYPE"] for row in rows]


def test_types_are_those_of_the_fields(catalog):
    schema = catalog.to_table().to_pyarrow().schema
    assert schema.field("SYMBOL").type == pyarrow.string()
    assert schema.field("TYPE").type == pyarrow.dictionary(schema.field("TYPE").type.index_type, pyarrow.string())
    assert schema.field("EXPIRATION").type == pyarrow.date32()
    assert schema.field("STRIKE").type == pyarrow.float64()
    frame = catalog.to_table().to_pandas()
    assert isinstance(frame["TYPE"].dtype, pandas.CategoricalDtype)
    assert pandas.api.types.is_datetime64_any_dtype(frame["EXPIRATION"])


def test_every_reader_accepts_a_table(catalog, xnys):
    few = catalog.select(type="STOCK", fields=["SYMBOL", "CURRENCY"])
    assert pyarrow.table(few).num_rows == len(few)
    assert polars.DataFrame(few).height == len(few)
    assert len(few.to_pandas()) == len(few)
    days = xnys.days("2026-01-01", "2026-12-31")
    assert pyarrow.table(days).schema.field("open").type == pyarrow.timestamp("us", "UTC")
    assert polars.DataFrame(days)["is_trading"].sum() == 251
    assert days.to_pandas()["open"].dt.tz is not None
    assert "<td>" in few._repr_html_() and "rows" in few._repr_html_()


def test_capsules_are_released_whether_read_or_not(catalog):
    from ipf import _arrow

    few = catalog.select(type="STOCK")
    capsule = few.__arrow_c_stream__()
    assert len(_arrow._exported) == 1
    del capsule
    gc.collect()
    assert not _arrow._exported
    pyarrow.table(few)
    gc.collect()
    assert not _arrow._exported


def test_an_exception_outlives_a_capsule_that_it_drops(catalog):
    from ipf import _arrow

    few = catalog.select(limit=5)
    with pytest.raises(ValueError, match="field names"):
        pyarrow.table(few, schema=pyarrow.schema([("A", pyarrow.int64())]))
    with pytest.raises(ipf.NotFound):
        print(few.__arrow_c_stream__(), catalog["NOPE"])
    program = (
        f"import ipf; few = ipf.open({catalog.path!r}).select(limit=5)\n"
        "try: [few.__arrow_c_stream__(), 1 / 0]\n"
        "except ZeroDivisionError as fault: print('arrived')\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "arrived\n", "")
    gc.collect()
    assert not _arrow._exported


def test_columns_outlive_their_catalog(tmp_path):
    import ipf
    from conftest import SAMPLE

    few = ipf.import_catalog(SAMPLE, tmp_path / "a.ipfc").select(type="STOCK")
    gc.collect()
    assert few.to_pyarrow().num_rows == len(few)
    reader = pyarrow.RecordBatchReader.from_stream(few)
    del few
    gc.collect()
    assert reader.read_all().num_rows > 10


def test_pandas_works_without_pyarrow(catalog):
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import ipf\n"
        f"frame = ipf.open({catalog.path!r}).to_table().to_pandas()\n"
        "print(len(frame), frame['EXPIRATION'].dtype, frame['TYPE'].dtype)\n"
        "days = ipf.Schedule('XNYS').days('2026-01-01', '2026-01-31').to_pandas()\n"
        "print(days['open'].dt.tz, days['is_trading'].sum())\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{len(catalog)} datetime64") and "category" in done.stdout and "UTC 20" in done.stdout


def test_an_unread_capsule_at_exit_does_not_crash(catalog):
    program = f"import ipf; kept = ipf.open({catalog.path!r}).to_table().__arrow_c_stream__()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and not done.stderr


def test_requested_schemas_are_used(catalog):
    few = catalog.select(type="STOCK", fields=["SYMBOL", "TYPE", "ICB"])
    assert pyarrow.schema(few) == few.to_pyarrow().schema
    asked = pyarrow.schema([("SYMBOL", pyarrow.large_string()), ("TYPE", pyarrow.string()), ("ICB", pyarrow.int32())])
    read = pyarrow.table(few, schema=asked)
    assert read.schema == asked and read["SYMBOL"].to_pylist() == few.symbols
    # A schema with some of the columns, in another order.
    part = pyarrow.schema([("ICB", pyarrow.float64()), ("SYMBOL", pyarrow.string())])
    assert pyarrow.table(few, schema=part).schema == part
    assert pyarrow.table(few, schema=part)["SYMBOL"].to_pylist() == few.symbols
    del read
    from ipf import _arrow

    few.__arrow_c_schema__()
    gc.collect()
    assert not _arrow._exported


def test_texts_are_strings_on_request(catalog):
    few = catalog.select(type="STOCK", fields=["SYMBOL", "TYPE"])
    assert str(few.to_pandas()["TYPE"].dtype) == "category"
    assert few.to_pandas(categories=False)["TYPE"].tolist() == ["STOCK"] * len(few)
    assert str(few.to_pandas(categories=False)["TYPE"].dtype) != "category"
    assert few.to_polars(categories=False)["TYPE"].dtype == polars.String
    assert few.to_pyarrow(categories=False)["TYPE"].type == pyarrow.string()
    assert duckdb.from_arrow(few.to_pyarrow(categories=False)).types == ["VARCHAR", "VARCHAR"]


def test_backends_of_pandas_keep_integers_with_nulls(catalog):
    few = catalog.select(fields=["SYMBOL", "ICB", "EXPIRATION", "STRIKE"])
    dicts = few.to_dicts()
    for backend, kind in (("pyarrow", "int64[pyarrow]"), ("numpy_nullable", "Int64")):
        frame = few.to_pandas(dtype_backend=backend)
        assert str(frame["ICB"].dtype) == kind
        assert [None if pandas.isna(value) else value for value in frame["ICB"]] == [row["ICB"] for row in dicts]
        assert frame["SYMBOL"].tolist() == few.symbols
    with pytest.raises(ipf.InvalidArgument, match="dtype_backend 'arrow'"):
        few.to_pandas(dtype_backend="arrow")


def test_a_lazy_frame_reads_what_a_query_uses(catalog, monkeypatch):
    from ipf import _results

    monkeypatch.setattr(_results, "_LAZY_ROWS", 50)
    read = []
    make = _results.Selection.__init__
    monkeypatch.setattr(
        _results.Selection, "__init__", lambda self, catalog, rows, fields: read.append(fields) or make(self, catalog, rows, fields))
    options = catalog.select(type="OPTION")
    lazy = options.lazy()
    del read[:]
    found = lazy.filter(polars.col("STRIKE") > 200).select("SYMBOL").collect()
    assert {frozenset(fields) for fields in read if fields} == {frozenset(("SYMBOL", "STRIKE"))}
    monkeypatch.undo()
    assert found["SYMBOL"].to_list() == catalog.select(type="OPTION", strike=(200.0001, None)).symbols
    assert lazy.head(3).collect()["SYMBOL"].to_list() == options[:3].symbols
    assert lazy.collect().equals(options.to_polars(categories=False))
    assert catalog.select(type=[], fields=["SYMBOL"]).lazy().collect().height == 0


def test_a_table_is_printed_with_its_first_rows(catalog, xnys):
    lines = repr(catalog.select(type="STOCK", fields=["SYMBOL", "DESCRIPTION"], order="symbol")).splitlines()
    assert lines[0].startswith("<Selection: ") and lines[1].split() == ["SYMBOL", "DESCRIPTION"] and len(lines) == 7
    assert all(len(line) <= 118 for line in repr(catalog.select()).splitlines()[1:])
    assert repr(xnys.sessions("2026-11-28", "2026-11-28")) == "<Table: 0 rows, date, kind, open, close, is_beyond_coverage>"


def test_names_of_fields_are_completed(catalog):
    apple = catalog["AAPL"]
    assert {"description", "symbol", "schedule"} <= set(dir(apple)) and apple._ipython_key_completions_() == list(apple)

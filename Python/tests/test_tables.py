"""Tables have equal values in pyarrow, polars, pandas, numpy and plain Python."""

import gc
import subprocess
import sys

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
    assert len(_arrow._streams) == 1
    del capsule
    gc.collect()
    assert not _arrow._streams
    pyarrow.table(few)
    gc.collect()
    assert not _arrow._streams


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
    assert not _arrow._streams


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

"""Runs the examples of the docstring and of the guide, line by line."""

import datetime
import inspect
import os
import re

import duckdb
import ipf
import numpy
import pandas
import pyarrow
from conftest import SAMPLE


def test_the_example_prints_the_documented_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    catalog = ipf.import_catalog(SAMPLE, "all.ipfc", progress=True)
    assert "lines" in capsys.readouterr().err
    names = {"index": pandas.date_range("2026-11-20", "2026-11-30", freq="min", tz="UTC"), "prices": numpy.array([1.001, 265.126])}
    for line in re.findall(r">>> (.*)", inspect.getdoc(ipf)):
        exec(line, names)
    assert names["catalog"] == catalog and names["hours"] == catalog["AAPL"].schedule

    assert catalog["AAPL"].description == "Apple Inc. - Common Stock"
    found = catalog.search("apple", limit=10)
    assert 0 < len(found) <= 10 and found[0].instrument == catalog["AAPL"] and found[0].tier and "<table>" in found._repr_html_()
    options = catalog.select(type="OPTION", underlying="AAPL", active_on="2027-01-15")
    assert len(options.to_pandas()) == len(options.to_polars()) == pyarrow.table(options).num_rows == len(options) > 0
    assert duckdb.from_arrow(options).aggregate("count(*)").fetchall() == [(len(options),)]
    assert duckdb.sql("SELECT count(*) FROM options").fetchall() == [(len(options),)]
    near = catalog.chain("AAPL").around(265, strikes=5).to_pandas()
    assert (near.groupby("expiration")["strike"].count() == 5).all()
    hours = ipf.Schedule("XNYS()")
    year = hours.sessions("2026-01-01", "2026-12-31")
    assert year.columns[:4] == ["date", "kind", "open", "close"] and len(year) == 251
    assert year.to_dicts()[0]["open"] == datetime.datetime(2026, 1, 2, 14, 30, tzinfo=datetime.timezone.utc)
    assert str(year.to_pandas()["open"].dtype).endswith("UTC]")
    index = numpy.arange("2026-11-27T14:00", "2026-11-27T15:00", dtype="datetime64[m]")
    isOpen = hours.is_open(index)
    assert isinstance(isOpen, numpy.ndarray) and isOpen.sum() == 30
    assert str(hours.bar_start(index, "5min")[-1]) == "2026-11-27T14:55:00"
    assert list(catalog["AAPL"].price.round(numpy.array([265.126]))) == [265.13]


def test_everything_has_a_docstring():
    for name in ipf.__all__:
        value = getattr(ipf, name)
        if not callable(value):
            continue
        assert inspect.getdoc(value), name
        if inspect.isclass(value) and not issubclass(value, BaseException):
            for member, function in inspect.getmembers(value):
                if not member.startswith("_") and (inspect.isfunction(function) or isinstance(function, property)):
                    assert inspect.getdoc(function), f"{name}.{member}"


def test_the_guide_prints_the_documented_output(tmp_path, monkeypatch):
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Documentation", "Guide.docc", "OtherLanguages.md")
    with open(page, encoding="utf-8") as file:
        lines = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL)[1].splitlines()
    monkeypatch.chdir(tmp_path)
    ipf.import_catalog(SAMPLE, "sample.ipfc")
    names = {"index": pandas.date_range("2026-11-20", "2026-11-30", freq="min", tz="UTC")}
    answers = []
    for line in lines:
        try:
            answers.append(eval(line, names))
        except SyntaxError:
            exec(line, names)
    options, isOpen, contracts, opens = answers
    assert len(options) > 0 and 0 < isOpen.sum() < len(isOpen) == len(names["index"])
    assert opens == pandas.Timestamp("2026-11-30 14:30", tz="UTC") and len(contracts) >= 4

"""Checks what mypy and pyright accept and refuse in programs that use the package."""

import builtins
import io
import json
import os
import re
import subprocess
import sys
import warnings

import ipf
import pytest

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(ipf.__file__)))
# Statements that both checkers must accept, then those that both must refuse.
ACCEPTED = [
    'catalog.select(type="OPTION", strike=(100, None), expiration="2026-12-01..", order="symbol")',
    'catalog.select(type=["STOCK", "ETF"], underlying=catalog["AAPL"], multiplier=range(1, 100), exchange=None)',
    # `others` has custom fields.
    "catalog.select(**others)",
    'catalog.chain("AAPL", role="product", strike=[100, 110.5], expiration=datetime.date(2026, 12, 18)).around(265)',
    'catalog.get("AAPL", 7)',
    'isOpen: bool = hours.is_open("2026-11-27T15:00Z", "pr")',
    'time: Optional[datetime.datetime] = hours.add_time(datetime.datetime(2026, 11, 27), "90m")',
    'day: Optional[datetime.date] = hours.add_days("2026-11-27", 3)',
    "price: float = ipf.PriceIncrements('0.01').round(1.234, 'floor')",
    "ipf.PriceIncrements('0.01').round([1.5, 2.5])",
    'ipf.Schedule(catalog["AAPL"]).calendar(side="right")',
    'one = hours.find("2026-11-27T15:00Z"); date = one.date if one else None',
    'texts, reasons = catalog.symbols(["AAPL"], to="ric", reasons=True)',
    'hours.days("2026-11-27", numpy.datetime64("2026-11-30"))',
    'hours.days(pandas.Timestamp("2026-11-27"), datetime.date(2026, 11, 30))',
    'ipf.import_catalog("all.ipf", "all.ipfc"); ipf.import_catalog([b"a.ipf", pathlib.Path("b.ipf")], "all.ipfc")',
    'ipf.import_catalog(io.BytesIO(b""), "all.ipfc"); ipf.import_catalog(catalog.select(), "all.ipfc", map={"SYMBOL": "SYMBOL"})',
    'ipf.import_catalog(polars.DataFrame({"s": ["A"]}), "all.ipfc", map="SYMBOL=s")',
    'ipf.import_catalog(pandas.DataFrame({"s": ["A"]}), "all.ipfc", map="SYMBOL=s")',
]
REFUSED = [
    'catalog.select(order="rnk")',
    'catalog.select(undrlying="AAPL")',
    "catalog.select(type=5)",
    'catalog.select(type=b"OPTION")',
    "catalog.select(limit=1.5)",
    'catalog.chain("AAPL", role="undrlying")',
    'catalog.symbols(["AAPL"], to="rics")',
    'catalog.counts("TYPE", tpe="STOCK")',
    'hours.is_open("2026-11-27T15:00Z", "regualr")',
    'hours.find("2026-11-27T15:00Z", "nxt")',
    'hours.calendar(side="lft")',
    "ipf.PriceIncrements('0.01').round(1.5, 'flor')",
    "ipf.PriceIncrements('0.01').step(1.5, 'upward')",
    "ipf.Schedule(5)",
    'catalog.get("AAPL").symbol',
    'hours.days("2026-11-27", 5)',
    'ipf.import_catalog(5, "all.ipfc")',
    'ipf.import_catalog([5], "all.ipfc")',
    'ipf.Schedule(catalog.chain("AAPL"))',
]
BEGINNING = """import datetime, io, pathlib
import numpy, polars
import pandas  # type: ignore[import-untyped]
from typing import Any, Dict, Optional
import ipf
catalog = ipf.open("sample.ipfc")
hours = ipf.Schedule("XNYS")
others: Dict[str, Any] = {"MY_FIELD": "x"}
"""


def refused_by(checker, folder):
    """Returns the statements that a checker refuses."""
    pytest.importorskip(checker)
    program = folder / "program.py"
    program.write_text(BEGINNING + "\n".join(ACCEPTED + REFUSED) + "\n")
    environment = {**os.environ, "PYTHONPATH": FOLDER}
    if "site-packages" not in FOLDER:
        environment["MYPYPATH"] = FOLDER
    (folder / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [FOLDER], "reportUnusedExpression": False}))
    arguments = ["--strict", "--cache-dir=/dev/null"] if checker == "mypy" else ["--pythonpath", sys.executable]
    done = subprocess.run(
        [sys.executable, "-m", checker, *arguments, "program.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    lines = {int(line) for line in re.findall(r"program\.py:(\d+):.*error", done.stdout)}
    return [statement for number, statement in enumerate(ACCEPTED + REFUSED, BEGINNING.count("\n") + 1) if number in lines]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_checkers_refuse_what_fails(checker, tmp_path):
    assert refused_by(checker, tmp_path) == REFUSED


def test_filters_are_the_standard_fields():
    from ipf.types import Filters

    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources", "ProfileFormat", "Fields", "ProfileField.swift")
    with open(place, encoding="utf-8") as file:
        standard = re.findall(r'case \.\w+: \.\w+\("([A-Z_]+)"', file.read())
    assert {name.upper() for name in Filters.__annotations__} == {*standard, "EXCHANGE", "ACTIVE_ON"}


def test_earlier_names_remain(catalog, xnys):
    for earlier, present in (
        (lambda: catalog.list(type="STOCK").symbols, lambda: catalog.select(type="STOCK").symbols),
        (lambda: xnys.add("2026-11-27T15:00Z", "1h"), lambda: xnys.add_time("2026-11-27T15:00Z", "1h")),
        (lambda: xnys.offset("2026-11-27", 1), lambda: xnys.add_days("2026-11-27", 1)),
        (lambda: xnys.round_to_session("2026-11-27T15:01Z", "5m"), lambda: xnys.bar_start("2026-11-27T15:01Z", "5m")),
    ):
        with pytest.warns(DeprecationWarning, match="is now") as issued:
            found = earlier()
        assert issued[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert found == present()
    assert ipf.import_ is ipf.import_catalog


def test_a_star_import_hides_nothing_of_python():
    names = {}
    exec("from ipf import *", names)
    del names["__builtins__"]
    assert "Catalog" in names and not set(names) & set(dir(builtins))


def test_schedules_accept_instruments(catalog):
    import pickle

    hours = ipf.Schedule(catalog["AAPL"])
    assert hours == catalog["AAPL"].schedule == pickle.loads(pickle.dumps(hours))
    assert ipf.Calendar(catalog["AAPL"], "2026-11-01", "2026-11-30").sessions.size == 20
    for wrong in (5, catalog.select(limit=1), catalog.chain("AAPL"), catalog):
        with pytest.raises(ipf.InvalidArgument, match="expected a str or an instrument"):
            ipf.Schedule(wrong)


def test_warnings_refer_to_the_line_of_the_program(catalog, tmp_path):
    hours, lines = ipf.Schedule("XNYS"), tmp_path / "lines.ipf"
    lines.write_text("#STOCK::=TYPE,SYMBOL,STRIKE\nSTOCK,A,x\nSTOCK,B,1\n##COMPLETE\n")
    far = "2090-01-04T15:00Z"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for call, kind in (
            (lambda: hours.is_open(far), ipf.CoverageWarning),
            (lambda: hours.add(far, "1h"), ipf.CoverageWarning),
            (lambda: hours.calendar("2090-01-01", "2090-02-01").sessions, ipf.CoverageWarning),
            (lambda: ipf.contracts("ES", 2090), ipf.CoverageWarning),
            (lambda: catalog.select(type="NONE"), ipf.MissWarning),
            (lambda: catalog.list(type="NONE"), ipf.MissWarning),
            (lambda: catalog.search("apple", type="NONE"), ipf.MissWarning),
            (lambda: ipf.import_(str(lines), tmp_path / "a.ipfc", skip_malformed=True), ipf.RejectedWarning),
            (lambda: ipf.import_(io.BytesIO(lines.read_bytes()), tmp_path / "b.ipfc", skip_malformed=True), ipf.RejectedWarning),
        ):
            with pytest.warns(kind) as issued:
                call()
            assert [one.filename for one in issued if one.category is kind] == [__file__], kind

"""Runs the recipes of RECIPES.md, and compares their output with the printed results."""

import doctest
import os
import re
import warnings

import ipf
import pandas
import pytest
from conftest import SAMPLE

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "RECIPES.md")


def test_recipes_print_the_documented_results(tmp_path, monkeypatch):
    pytest.importorskip("pandas", "3", reason="pandas 2 prints frames differently")
    monkeypatch.chdir(tmp_path)
    ipf.import_catalog(SAMPLE, "sample.ipfc")
    for name, symbols in (("first", "AB"), ("second", "A")):
        (tmp_path / f"{name}.ipf").write_text("#STOCK::=TYPE,SYMBOL\n" + "".join(f"STOCK,{one}\n" for one in symbols) + "##COMPLETE\n")
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    assert page.count("\n## ") >= 10
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "recipes", PAGE, 0)
    found = []
    with warnings.catch_warnings(), pandas.option_context("display.width", 120):
        warnings.simplefilter("error")
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=found.append)
    assert not found, "".join(found)

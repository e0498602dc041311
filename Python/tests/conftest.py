"""Fixtures: a catalog of the sample, which is imported only once."""

import os

import ipf
import pytest

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Samples", "Data", "sample.ipf.gz")


@pytest.fixture(scope="session")
def catalog(tmp_path_factory):
    return ipf.import_catalog(SAMPLE, tmp_path_factory.mktemp("catalog") / "sample.ipfc")


@pytest.fixture(scope="session")
def xnys():
    return ipf.Schedule("XNYS")

"""The origin of fields: a node that follows a master in PostgreSQL, and services without a master."""

import datetime
import os
import sys

import ipf
import pytest
from ipf import _lineage
from test_follow import HOME, PROGRAM, real_service  # noqa: F401

sys.path.append(os.path.join(HOME, "Tests", "Service"))
TOKEN = "secret-token"
UTC = datetime.timezone.utc
COLUMNS = ["symbol", "field", "value", "source", "since", "rule", "override_id", "author", "reason", "until", "valid_from"]
FIRST = """#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,MIC NAME
STOCK,A,Wrong,USD,\"a \"\"b\"\"\"
STOCK,Ä/B,Other,,
##COMPLETE
"""


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    if PROGRAM is None:
        pytest.skip("ipf is not built")
    os.environ.setdefault("IPF", os.path.abspath(PROGRAM))
    os.environ.setdefault("IPF_SAMPLE", os.path.join(HOME, "Samples", "Data", "sample.ipf.gz"))
    import master

    if master.PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed")
    folder = tmp_path_factory.mktemp("master")
    (folder / "first.ipf").write_text(FIRST)
    (folder / "token").write_text(f"{TOKEN}\n")
    store = master.Master()
    try:
        store.ipf("init")
        store.ipf("load", folder / "first.ipf", "--source", "exchange", "--valid-from", "2026-01-01")
        store.ipf("override", "A", "DESCRIPTION", "Right", "--reason", "ticket 9", "--by", "ann", "--until", "2030-01-31")
        store.ipf("override", "A", "CURRENCY", "", "--reason", "unknown", "--by", "bob", "--valid-from", "2026-01-02T03:04:05Z")
        started = master.node("--master", store.address, "--token-file", folder / "token")
        try:
            yield started
        finally:
            started.close()
    finally:
        store.close()


def test_the_origin_of_each_field_is_a_row(node):
    table = ipf.lineage(node.address, ["Ä/B", "A", "A"], token=TOKEN)
    assert table.columns == COLUMNS
    rows = {(row["symbol"], row["field"]): row for row in table}
    assert list(rows) == [
        ("Ä/B", "TYPE"), ("Ä/B", "SYMBOL"), ("Ä/B", "DESCRIPTION"), ("A", "TYPE"), ("A", "SYMBOL"), ("A", "DESCRIPTION"),
        ("A", "CURRENCY"), ("A", "MIC NAME")]
    assert len(table) == len(rows)
    given = rows["A", "MIC NAME"]
    assert (given["value"], given["source"]) == ('a "b"', "exchange") and given["rule"]
    assert datetime.timedelta(0) < datetime.datetime.now(UTC) - given["since"] < datetime.timedelta(hours=1)
    assert [given[name] for name in COLUMNS[6:]] == [None] * 5
    corrected, removed = rows["A", "DESCRIPTION"], rows["A", "CURRENCY"]
    assert (corrected["value"], corrected["source"], corrected["author"], corrected["reason"]) == ("Right", None, "ann", "ticket 9")
    assert corrected["until"].date() >= datetime.date(2030, 1, 31) and corrected["valid_from"] is None
    assert (removed["value"], removed["source"], removed["author"], removed["until"]) == (None, None, "bob", None)
    assert removed["valid_from"] == datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert removed["override_id"] == corrected["override_id"] + 1


def test_the_table_is_read_by_other_packages(node):
    import pandas
    import polars
    import pyarrow

    table = ipf.lineage(node.address, pandas.Series(["A"], index=[7]), token=TOKEN)
    frame = table.to_pandas()
    assert str(frame["since"].dtype) == "datetime64[us, UTC]" and len(frame) == 5
    assert polars.DataFrame(table)["override_id"].drop_nulls().to_list() == pyarrow.table(table)["override_id"].drop_null().to_pylist()
    assert len(ipf.lineage(node.address, pyarrow.array([], "string"), token=TOKEN)) == 0


def test_unknown_symbols_are_errors(node):
    with pytest.raises(ipf.NotFound, match="There is no instrument 'AA'") as found:
        ipf.lineage(node.address, ["A", "AA"], token=TOKEN)
    assert found.value.near == ("A",)
    with pytest.raises(ipf.InvalidArgument, match="single text"):
        ipf.lineage(node.address, "A", token=TOKEN)


def test_services_may_require_a_token(catalog, node):
    with pytest.raises(ipf.SourceError, match="Access token required"):
        ipf.lineage(node.address, ["A"])
    with pytest.raises(ipf.SourceError, match="found HTTP status 401"):
        catalog.follow(node.address)
    with catalog.follow(node.address, token=TOKEN) as changes:
        assert changes.count == 2


@pytest.mark.parametrize("kind", ["application/json", "application/problem+json"])
@pytest.mark.parametrize("text", ["{}", "[]", '{"detail": 5}', '{"detail": "x", "suggestions": [{"a": "b"}]}', '{"detail": "x", "suggestions": 5}'])
def test_answers_of_other_services_are_errors(kind, text):
    error = _lineage._problem("http://x", 404, kind, text.encode())
    assert type(error) is ipf.SourceError and "found HTTP status 404" in str(error)
    plain = _lineage._problem("http://x", 404, "application/json", b'{"detail": "Not Found"}')
    assert type(plain) is ipf.SourceError


def test_services_without_a_master_are_errors(real_service):  # noqa: F811
    with pytest.raises(ipf.SourceError, match="requires a service that follows a master"):
        ipf.lineage(real_service, ["AAPL"])
    with pytest.raises(ipf.SourceError, match="refused"):
        ipf.lineage("http://127.0.0.1:1", ["AAPL"])
    with pytest.raises(ipf.InvalidArgument, match="expected the URL of a service"):
        ipf.lineage("localhost:8080", ["AAPL"])
    with pytest.raises(ipf.InvalidArgument, match="pass the token") as found:
        ipf.lineage("http://ann:secret@localhost:8080", ["AAPL"])
    assert "secret" not in str(found.value)
    with pytest.raises(ipf.InvalidArgument, match="visible ASCII") as found:
        ipf.lineage(real_service, ["AAPL"], token="secret\n")
    assert "secret" not in str(found.value)

"""Catalogs and connections for the tests."""

import atexit
import datetime
import os
import random
import sqlite3
import tempfile

import ipf

EXTENSION = os.environ["IPF_EXTENSION"]
IPF = os.environ["IPF"]
REPOSITORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SAMPLE = os.path.join(REPOSITORY, "Samples", "Data", "sample.ipf.gz")

FOLDER = tempfile.TemporaryDirectory()
atexit.register(FOLDER.cleanup)


def path(name):
    return os.path.join(FOLDER.name, name)


def sample():
    """The sample as a catalog."""
    place = path("sample.ipfc")
    if not os.path.exists(place):
        ipf.import_catalog(SAMPLE, place)
    return place


def catalog(name, fields, rows, **options):
    """Creates a catalog of rows with all fields."""
    quoted = lambda text: '"' + text.replace('"', '""') + '"'
    source = path(name + ".ipf")
    with open(source, "w", encoding="utf-8", newline="\n") as file:
        # The column of the type is the last one, so that a custom field can be named TYPE as well.
        file.write("#X::=TYPE," + ",".join(map(quoted, fields)) + "\n")
        for row in rows:
            file.write("X," + ",".join(map(quoted, row)) + "\n")
        file.write("##COMPLETE\n")
    return ipf.import_catalog(source, path(name), allow_shrink=True, **options)


#: Fields of the odd catalog: custom fields whose names need quotes, differ only in case, or are names of hidden
#: columns.
ODD_FIELDS = (
    "TYPE", "SYMBOL", "DESCRIPTION", "CURRENCY", "ISIN", "LOCAL_SYMBOL", "ICB", "MULTIPLIER", "STRIKE", "EXPIRATION", "LAST_TRADE",
    "FIGI", 'a "b" c', "Currency", "rank", "select", "NOTE")


def odd_rows(count):
    """Returns rows with texts that are hard to compare correctly."""
    pick = random.Random(7)
    texts = ("", "100", "0100", "1e2", "a*", "a?", "[a]", "A", "a", "É", "é", "NULL", " x", "x ", "it's", '"', "long " * 80)
    days = ("", "", "2026-01-31", "2026-02-01", "2027-12-31", "1999-01-01", "0001-01-02", "9999-12-31")
    for number in range(count):
        yield (
            pick.choice(("STOCK", "OPTION", "OPTION", "FUTURE", "Zoo")), f"{'Ss'[number % 2]}{number}" if number % 9 else f"{number // 9:03}",
            pick.choice(texts), pick.choice(("", "EUR", "USD", "eur")), f"XX{number // 3:09}0", pick.choice(("", "L1", "L2", "100")),
            pick.choice(("", "5", "10", "-3")), pick.choice(("", "1", "0.1", "100")),
            pick.choice(("", "100", "100.5", "0.1", "-2.25", "1e2", "12345678901234567890")), pick.choice(days), pick.choice(days),
            f"BBG{number % 50}" if number % 4 else "", pick.choice(texts), pick.choice(("", "x", "y")), pick.choice(("", "1", "2")),
            pick.choice(("", "from")), f"{pick.random()}" if number % 2 else "")


def odd():
    place = path("odd.ipfc")
    if not os.path.exists(place):
        catalog("odd.ipfc", ODD_FIELDS, odd_rows(6000), identifiers=["FIGI"])
    return place


def plain(value):
    """Returns a value in the form of SQLite."""
    return value.isoformat() if isinstance(value, datetime.date) else value


def profiles(place):
    """Returns the names of the fields, and all profiles as rows, best first, read without SQLite."""
    rows = ipf.open(place).select().to_dicts()
    return list(rows[0]), [tuple(plain(value) for value in row.values()) for row in rows]


def connect(place=None, table="t", database=":memory:"):
    connection = sqlite3.connect(database)
    connection.enable_load_extension(True)
    connection.load_extension(EXTENSION)
    connection.enable_load_extension(False)
    if place is not None:
        connection.execute(f"CREATE VIRTUAL TABLE {table} USING ipf('{place}')")
    return connection


def plan(connection, question, *values):
    """Returns the plans of the virtual tables by EXPLAIN QUERY PLAN."""
    steps = [row[3] for row in connection.execute("EXPLAIN QUERY PLAN " + question, values)]
    return [step.split(":", 1)[1] for step in steps if "VIRTUAL TABLE" in step]

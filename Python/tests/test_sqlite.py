"""The SQLite extension of the wheel."""

import os
import subprocess
import sys

import ipf
import pytest

PROGRAM = """
import sqlite3, sys
connection = sqlite3.connect(":memory:")
connection.enable_load_extension(True)
connection.load_extension(sys.argv[1])
connection.execute(f"CREATE VIRTUAL TABLE instruments USING ipf('{sys.argv[2]}')")
print(sorted(connection.execute("SELECT type, count(*) FROM instruments GROUP BY type")))
"""


def test_sqlite_loads_the_extension(catalog):
    assert os.path.exists(ipf.sqlite_extension() + ".so")
    # In many builds of Python, sqlite3 cannot load extensions. Debian's build can.
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run(
            [python, "-c", "import sqlite3; sqlite3.Connection.enable_load_extension"], stderr=subprocess.DEVNULL, timeout=60
        ).returncode == 0:
            break
    else:
        pytest.skip("no Python here whose sqlite3 loads extensions")
    done = subprocess.run(
        [python, "-c", PROGRAM, ipf.sqlite_extension(), catalog.path], capture_output=True, text=True, timeout=60, check=True)
    assert eval(done.stdout) == sorted((row["value"], row["count"]) for row in catalog.counts("TYPE").to_dicts())

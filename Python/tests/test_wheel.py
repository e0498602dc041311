"""The wheel's metadata, licenses and sizes. Scripts/wheel --test passes the path of the wheel."""

import email
import os
import re
import subprocess
import sys
import zipfile

import pytest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
WHEEL = os.environ.get("IPF_WHEEL", "")


@pytest.mark.skipif(not WHEEL, reason="not a test of a wheel")
def test_the_wheel_has_metadata_and_licenses():
    with zipfile.ZipFile(WHEEL) as wheel:
        names = wheel.namelist()
        metadata = email.message_from_bytes(wheel.read(next(name for name in names if name.endswith("METADATA"))))
    # glibc 2.34 has all symbols that the libraries need.
    assert re.search(r"-py3-none-manylinux_2_(\d+)_", WHEEL)[1] == "34"
    assert metadata["License-Expression"] == "Apache-2.0" and "Typing :: Typed" in metadata.get_all("Classifier")
    assert set(metadata.get_all("Provides-Extra")) == {"pandas", "polars", "duckdb", "all"}
    licenses = {os.path.basename(name) for name in names if "/licenses/" in name}
    assert licenses == {"LICENSE", "SWIFT.txt", "UNICODE.txt"}
    assert {"ipf/py.typed", "ipf/types.py", "ipf/libipf.so.1", "ipf/ipf_catalog.so"} <= set(names)


@pytest.mark.skipif(not WHEEL or os.environ.get("IPF_RELEASED") == "no", reason="not a test of a release")
def test_the_readme_tells_the_sizes():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        said = re.search(r"The wheel is ([\d.]+) MB; the library in it is ([\d.]+) MB, the SQLite extension ([\d.]+) MB", file.read())
    with zipfile.ZipFile(WHEEL) as wheel:
        sizes = [os.path.getsize(WHEEL), *(wheel.getinfo(f"ipf/{name}").file_size for name in ("libipf.so.1", "ipf_catalog.so"))]
    for text, size in zip(said.groups(), sizes):
        assert abs(float(text) - size / 1e6) < 0.05 + size / 1e7, f"{text} MB in the README, found {size} bytes"


def test_sources_alone_say_what_they_need(tmp_path):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "setup.py"), "--version"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and "make wheel" in done.stderr

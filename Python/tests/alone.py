"""Tests ipf in an environment without other packages: alone.py SOURCE."""

import os
import sys
import tempfile

import ipf

for name in ("numpy", "pandas", "pyarrow", "polars"):
    assert name not in sys.modules, name
folder = tempfile.mkdtemp()
catalog = ipf.import_catalog(sys.argv[1], os.path.join(folder, "all.ipfc"))
assert catalog["AAPL"].description == "Apple Inc. - Common Stock"
assert catalog.search("apple").symbols[0] == "AAPL"
assert catalog.select(type="STOCK", fields=["SYMBOL", "TYPE"]).to_dicts()[0]["TYPE"] == "STOCK"
hours = ipf.Schedule("XNYS")
assert hours.is_open("2026-11-27T15:00:00Z") and not hours.is_open("2026-11-27T19:00:00Z", "regular")
assert [str(one) for one in hours.find("2026-11-27T15:00:00Z")] == ["2026-11-27 14:30:00+00:00", "2026-11-27 18:00:00+00:00", "2026-11-27"]
assert hours.days("2026-11-26", "2026-11-27").to_dicts()[0]["is_holiday"]
try:
    hours.calendar()
except ImportError as fault:
    assert "pip install" in str(fault)
else:
    raise AssertionError("a calendar without pandas")
assert hours.sessions("2026-11-27", "2026-11-27", "regular").to_dicts()[0]["kind"] == "regular"
assert ipf.PriceIncrements("0.01 3; 0.05").round(3.02, "ceiling") == 3.05
print("ipf works alone")

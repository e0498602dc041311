"""numpy and pandas, imported on first use, so that `import ipf` is fast and works without them.

Also recognizes columns of these and other packages, and their missing values.
"""

from __future__ import annotations

import datetime
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as numpy
    import pandas as pandas
else:

    class _Package:
        def __init__(self, name: str):
            self._name = name

        def __getattr__(self, attribute: str) -> Any:
            try:
                module = importlib.import_module(self._name)
            except ImportError as fault:
                message = f"this needs {self._name}, which can't be imported: pip install {self._name}"
                raise ImportError(message, name=self._name) from fault
            return getattr(module, attribute)

    numpy = _Package("numpy")
    pandas = _Package("pandas")


def package(values: Any) -> str:
    """Returns the package of a column: ``pandas``, ``polars``, ``pyarrow``, or ``numpy`` for any other values."""
    name = type(values).__module__.partition(".")[0]
    return name if name in ("pandas", "polars", "pyarrow") else "numpy"


def is_missing(value: Any) -> bool:
    """Returns whether a value is ``None``, NaT, NaN or ``pandas.NA``."""
    if value is None or type(value).__name__ == "NAType":
        return True
    canBeMissing = isinstance(value, (float, datetime.datetime)) or type(value).__name__ == "datetime64"
    return canBeMissing and bool(value != value)

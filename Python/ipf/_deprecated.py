"""Earlier names of functions."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def deprecated(function: Function, name: str) -> Function:
    """Returns a function under its earlier name. A call issues a ``DeprecationWarning`` that has the present name."""

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        warnings.warn(f"{name} is now {function.__name__}", DeprecationWarning, stacklevel=2)
        return function(*arguments, **named)

    called.__name__, called.__doc__ = name, f"The earlier name of ``{function.__name__}``."
    return called  # type: ignore[return-value]

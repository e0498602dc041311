"""Issuing of warnings, and deprecated names of functions."""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def warn(message: str, category: type[Warning]) -> None:
    """Issues a warning that refers to the first line outside of this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def deprecated(function: Function, name: str) -> Function:
    """Returns a function with the deprecated ``name``. A call issues a ``DeprecationWarning`` with the current name."""

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        warn(f"{name} is now {function.__name__}", DeprecationWarning)
        return function(*arguments, **named)

    called.__name__, called.__doc__ = name, f"The earlier name of ``{function.__name__}``."
    return called  # type: ignore[return-value]

"""Price steps."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _library as lib
from . import errors
from ._packages import numpy

_ROUNDINGS = {"half_even": 0, "floor": 1, "ceiling": 2, "down": 3, "up": 4, "half_up": 5, "half_down": 6}
_DIRECTIONS = {"up": 1, "down": -1, "nearest": 0}


class PriceIncrements:
    """The steps of a price, by ranges of price, as PRICE_INCREMENTS has them.

    >>> ipf.PriceIncrements("0.01 3; 0.05").round(3.02, "up")
    3.05

    Each method takes a number, or an array, whose result is an array.
    """

    def __init__(self, text: str):
        self._handle = lib.Handle(lib.made(lib.price_open, *lib.encoded(text)), lib.price_free)

    @property
    def text(self) -> str:
        """As it was given."""
        return lib.text(lib.price_text(self._handle)) or ""

    def round(self, price: Any, mode: str = "half_even") -> Any:
        """A multiple of the step at the price.

        :param mode: ``half_even``, ``half_up`` or ``half_down`` to the nearest, ``floor`` and ``ceiling``, ``up`` and ``down`` away
            from zero and toward it
        """
        return self._each(price, lib.price_round, _known(mode, _ROUNDINGS, "mode"))

    def step(self, price: Any, direction: str, minimum: float = 0) -> Any:
        """The price one step ``up`` or ``down``, or ``minimum`` away if that is more."""
        return self._each(price, lib.price_step, _known(direction, _DIRECTIONS, "direction"), minimum)

    def increment(self, price: Any, direction: str = "nearest") -> Any:
        """The step at a price that moves ``up``, ``down``, or stays."""
        return self._each(price, lib.price_increment, _known(direction, _DIRECTIONS, "direction"))

    def decimals(self, price: Any) -> Any:
        """The decimals of the step at a price."""
        return self._each(price, lib.price_decimals, result=(ctypes.c_int32, "int32"))

    def _each(
        self, price: Any, function: Any, *arguments: Any, result: tuple[Any, str] = (ctypes.c_double, "float64")
    ) -> Any:
        if isinstance(price, (int, float)):
            number, found = ctypes.c_double(price), result[0]()
            lib.check(
                function, self._handle, ctypes.addressof(number), 1, *arguments, ctypes.addressof(found))
            return found.value
        prices = numpy.ascontiguousarray(price, "float64")
        rounded = numpy.empty(prices.shape, result[1])
        lib.check(function, self._handle, prices.ctypes.data, prices.size, *arguments, rounded.ctypes.data)
        return rounded

    def __reduce__(self) -> tuple[Any, ...]:
        return PriceIncrements, (self.text,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PriceIncrements) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"PriceIncrements({self.text!r})"


def _known(word: str, words: dict[str, int], name: str) -> int:
    if word not in words:
        raise errors.InvalidArgument(f"{name} {word!r}: expected {', '.join(words)}")
    return words[word]

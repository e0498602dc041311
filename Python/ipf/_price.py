"""Price increments."""

from __future__ import annotations

import ctypes
import numbers
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _library as lib
from . import errors
from ._forms import Many
from ._packages import is_missing, numpy

if TYPE_CHECKING:
    from .types import Rounding

ROUNDINGS = {"half_even": 0, "floor": 1, "ceiling": 2, "down": 3, "up": 4, "half_up": 5, "half_down": 6}
_DIRECTIONS = {"up": 1, "down": -1, "nearest": 0}


class PriceIncrements:
    """Price increments by price range, in the form of the field PRICE_INCREMENTS.

    >>> ipf.PriceIncrements("0.01 3; 0.05").round(3.02, "up")
    3.05

    Each method accepts a number or an array. For an array it returns an array, and for a column of pandas, polars or
    pyarrow a column of that package.
    """

    def __init__(self, text: str):
        self._handle = lib.Handle(lib.made(lib.price_open, *lib.encoded(text)), lib.price_free)

    @property
    def text(self) -> str:
        """The text from which the increments were read, in the form of PRICE_INCREMENTS."""
        return lib.text(lib.price_text(self._handle)) or ""

    @overload
    def round(self, price: float, mode: Rounding = "half_even") -> float: ...

    @overload
    def round(self, price: Any, mode: Rounding = "half_even") -> Any: ...

    def round(self, price: Any, mode: Rounding = "half_even") -> Any:
        """Rounds a price to a multiple of its increment.

        :param mode: ``half_even``, ``half_up`` or ``half_down`` to the nearest multiple; ``floor`` or ``ceiling``;
            ``up`` away from zero, or ``down`` toward zero
        """
        return self._each(price, lib.price_round, known_word(mode, ROUNDINGS, "mode"))

    @overload
    def step(self, price: float, direction: Literal["up", "down"], minimum: float = 0) -> float: ...

    @overload
    def step(self, price: Any, direction: Literal["up", "down"], minimum: float = 0) -> Any: ...

    def step(self, price: Any, direction: Literal["up", "down"], minimum: float = 0) -> Any:
        """Returns the next price ``up`` or ``down``: one increment away, or ``minimum`` away if that is more."""
        return self._each(price, lib.price_step, known_word(direction, _DIRECTIONS, "direction"), minimum)

    @overload
    def increment(self, price: float, direction: Literal["up", "down", "nearest"] = "nearest") -> float: ...

    @overload
    def increment(self, price: Any, direction: Literal["up", "down", "nearest"] = "nearest") -> Any: ...

    def increment(self, price: Any, direction: Literal["up", "down", "nearest"] = "nearest") -> Any:
        """Returns the increment at a price that moves ``up`` or ``down``, or does not move (``nearest``).

        The direction matters for a price at the limit of two ranges with different increments.
        """
        return self._each(price, lib.price_increment, known_word(direction, _DIRECTIONS, "direction"))

    @overload
    def decimals(self, price: float) -> int: ...

    @overload
    def decimals(self, price: Any) -> Any: ...

    def decimals(self, price: Any) -> Any:
        """Returns the number of decimals of the increment at a price."""
        return self._each(price, lib.price_decimals, result=(ctypes.c_int32, "int32"))

    def _each(
        self, price: Any, function: Any, *arguments: Any, result: tuple[Any, str] = (ctypes.c_double, "float64")
    ) -> Any:
        if price is None:
            raise errors.InvalidArgument("None is not a price")
        if isinstance(price, str):
            raise errors.InvalidArgument(f"{price!r} is a text, expected a number")
        if isinstance(price, numbers.Real) or type(price).__name__ == "Decimal":
            number, found = ctypes.c_double(float(price)), result[0]()
            lib.check(
                function, self._handle, ctypes.addressof(number), 1, *arguments, ctypes.addressof(found))
            return found.value
        prices = price_array(price)
        results = numpy.empty(prices.shape, result[1])
        lib.check(function, self._handle, prices.ctypes.data, prices.size, *arguments, results.ctypes.data)
        return results if hasattr(price, "columns") else Many(price).column(results)

    def __reduce__(self) -> tuple[Any, ...]:
        return PriceIncrements, (self.text,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PriceIncrements) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"PriceIncrements({self.text!r})"


def price_array(prices: Any) -> "numpy.ndarray":
    """Returns many prices as a float64 array, with NaN for missing values."""
    try:
        plain = prices.to_numpy("float64", na_value=numpy.nan) if hasattr(prices, "iloc") else prices
        return numpy.asarray(plain, "float64", order="C")
    except (TypeError, ValueError):
        # Some object is no number, such as `pandas.NA`.
        objects = numpy.asarray(prices, object)
        return numpy.array(list(map(_number, objects.ravel())), "float64").reshape(objects.shape)


def _number(value: Any) -> float:
    try:
        return numpy.nan if is_missing(value) else float(value)
    except (TypeError, ValueError) as fault:
        raise errors.InvalidArgument(f"{value!r} is not a number, expected numbers") from fault


def known_word(word: str, words: dict[str, int], name: str) -> int:
    if word not in words:
        raise errors.InvalidArgument(f"{name} {word!r}: expected {', '.join(words)}")
    return words[word]

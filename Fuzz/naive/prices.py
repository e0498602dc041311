"""Price increments by the definition of price-increments.md, in exact arithmetic.

A double represents its shortest decimal: 0.1 is a tenth. So "exactly 1e-6 away" has its everyday meaning.
"""

import decimal
import fractions
import math
import re

NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
SMALLEST = 1e-18
NEAR = fractions.Fraction(1, 1_000_000)
HALF = fractions.Fraction(1, 2)
MODES = ("UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN")


class Invalid(Exception):
    """The text or an argument is wrong."""


class Open(Exception):
    """The specification does not define the answer."""


def exact(double):
    return fractions.Fraction(repr(double))


def double(fraction):
    """Returns the nearest double, or an infinity beyond the largest one."""
    try:
        return float(fraction)
    except OverflowError:
        return math.inf if fraction > 0 else -math.inf


class Rules:
    """The increments and the limits between them, as doubles."""

    def __init__(self, text, near=NEAR, error=0):
        """Reads a text of rules. `near` is the tolerance; `error` simulates the rounding error of a product."""
        self.near, self.error = near, error
        numbers = []
        for index, part in enumerate(text.split("; ") if text else ["0"]):
            numbers.append(part.split(" "))
        if any(len(part) != 2 for part in numbers[:-1]) or len(numbers[-1]) != 1:
            raise Invalid(f"bad ranges {text!r}")
        for number in (number for part in numbers for number in part):
            if not re.fullmatch("[+-]?" + NUMBER, number):
                raise Invalid(f"bad number {number!r}")
            if number.startswith("+") or (number.startswith("-") and float(number) == 0):
                raise Open("whether a number may have a sign")
        self.increments = [float(part[0]) for part in numbers]
        self.limits = [float(part[1]) for part in numbers[:-1]]
        alone = self.increments == [0]
        for number in self.increments + self.limits:
            if not (SMALLEST <= number < math.inf) and not alone:
                raise Invalid(f"number out of range: {number}")
        if any(low >= high for low, high in zip(self.limits, self.limits[1:])):
            raise Invalid("limits must increase")

    def numbers(self):
        """Returns the increments, at even positions, and between them the limits of their ranges, at odd positions."""
        return [number for pair in zip(self.increments, self.limits) for number in pair] + self.increments[-1:]

    def ranges(self, price):
        """Returns the ranges that meet at the price: (i, i + 1) at a limit, else (i, i)."""
        if math.isnan(price):
            return 0, 0
        if math.isinf(price):
            return len(self.limits), len(self.limits)
        size = abs(exact(price))
        for index, limit in enumerate(self.limits):
            step = min(exact(self.increments[index]), exact(self.increments[index + 1]))
            if abs(size - exact(limit)) <= self.near * step:
                if size == 0:
                    raise Open("which way is outward from 0, where a limit's tolerance reaches it")
                return index, index + 1
            if size < exact(limit):
                return index, index
        return len(self.limits), len(self.limits)

    def increment(self, price, direction):
        inner, outer = self.ranges(price)
        if direction == 0:
            return min(self.increments[inner], self.increments[outer])
        return self.increments[outer if (direction > 0) == (price > 0) else inner]

    def precision(self, price):
        """Returns the number of decimals of the increment, 0 to 18."""
        exponent = decimal.Decimal(repr(self.increments[self.ranges(price)[0]])).normalize().as_tuple().exponent
        return min(18, max(0, -exponent))

    def round(self, price, direction):
        mode = {-1: "FLOOR", 0: "HALF_EVEN", 1: "CEILING"}[direction]
        return self.rounded(price, self.increment(price, direction), mode)

    def round_mode(self, price, mode):
        away = 1 if price > 0 else -1
        direction = {"UP": away, "DOWN": -away, "CEILING": 1, "FLOOR": -1}.get(mode, 0)
        return self.rounded(price, self.increment(price, direction), mode)

    def step(self, price, direction, minimum):
        if direction == 0 or not 0 <= minimum < math.inf:
            raise Invalid("a step needs a direction and a finite minimum that is not negative")
        moved = price + direction * max(self.increment(price, direction), minimum)
        return self.rounded(moved, self.increment(moved, 0), "HALF_EVEN")

    def rounded(self, price, increment, mode):
        if increment == 0 or not math.isfinite(price):
            return price
        result = whole(exact(price) / exact(increment), mode, self.near) * exact(increment)
        return significant(result * (1 + self.error))


def whole(quotient, mode, near):
    """Rounds a quotient: to the nearest whole number if it is within the tolerance, otherwise by the mode."""
    low = math.floor(quotient)
    part = quotient - low
    if part <= near:
        return low
    if 1 - part <= near:
        return low + 1
    away = low if quotient < 0 else low + 1
    toward = low + 1 if quotient < 0 else low
    if mode in ("CEILING", "FLOOR"):
        return low + 1 if mode == "CEILING" else low
    if mode in ("UP", "DOWN"):
        return away if mode == "UP" else toward
    if abs(part - HALF) <= near:
        even = low if low % 2 == 0 else low + 1
        return {"HALF_UP": away, "HALF_DOWN": toward, "HALF_EVEN": even}[mode]
    return low if part < HALF else low + 1


def significant(result):
    """Returns a whole number unchanged, and rounds other numbers half-up to 15 significant digits."""
    if result.denominator == 1:
        return double(result)
    with decimal.localcontext(decimal.Context(prec=2000)):
        value = decimal.Decimal(result.numerator) / decimal.Decimal(result.denominator)
        value = value.quantize(decimal.Decimal(1).scaleb(value.adjusted() - 14), decimal.ROUND_HALF_UP)
    return float(value)


def number(text):
    if text in ("NaN", "Infinity", "-Infinity"):
        return float(text)
    if not re.fullmatch("[+-]?" + NUMBER, text) or math.isinf(float(text)):
        raise Open(f"a price that is not a double: {text!r}")
    return float(text)


def answer(columns, near=NEAR, error=0):
    """Returns the doubles of the answer to a line of price.tsv, or None for an error."""
    text, operation, *arguments = columns
    try:
        rules = Rules(text, near, error)
        if operation == "parse":
            return rules.numbers()
        price = number(arguments[0])
        if operation == "precision":
            return [float(rules.precision(price))]
        if operation == "roundmode":
            return [rules.round_mode(price, arguments[1])]
        if arguments[1] not in ("-1", "0", "1"):
            raise Open(f"direction {arguments[1]!r}")
        direction = int(arguments[1])
        if operation == "step":
            return [rules.step(price, direction, number(arguments[2]))]
        return [rules.increment(price, direction) if operation == "increment" else rules.round(price, direction)]
    except Invalid:
        return None

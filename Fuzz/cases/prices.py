"""Random price increments: rules, right and wrong, and prices at boundaries.

Cases that price-increments.md does not define are not generated, or not compared: numbers with a sign in rules;
increments and limits so close that tolerances meet; directions other than -1, 0 and 1; a minimum that is NaN; prices
beyond the largest double. Because of rounding of doubles, `accepts` may regard another answer as equally right.
"""

import decimal
import fractions
import math

from cases.runs import answer_lines, shorter_texts
from naive import prices

NAME = "prices"
BATCH = 5000
# The largest quotient of price and increment at which doubles resolve a difference of 1e-6, and the largest at which a
# difference of exactly 1e-6 must be within the tolerance.
LARGEST_EXACT = 2**32
LARGEST_STRICT = 10**7

USUAL = """

0|0.01|0.25|1|100|0.015625|1e-8|1E-18|0.0001 1; 0.01|0.01 3; 0.05|0.0025 5; 0.005|0.125 64; 0.25 128; 0.5|5 100; 1|10|2.5
0.01 20; 0.02 50; 0.05 100; 0.1 250; 0.25 500; 0.5 1000; 1 2500; 2.5|0.3 1; 0.7|0.5 10; 0.05 20; 5|7 49; 11|3|0.00001
0.000000001 1; 0.1|1e9 1; 2e9 2; 0.01 3; 0.05|5.58368e+11 1.8717886; 6.77633e+17 2; 0.05 5; 10 2987; 84.90187863
"""[1:-1].replace("\n", "|").split("|")
WRONG = """
0.01 | 0.01|abc|-0.01|0.01 1;0.02|0.01 1; 0|0 1; 2|1e-19|1e400|1 1e-19; 2|1 2; 3 2; 4|1 2; 3 1; 4|0.01  1; 0.02
0.01\u00a01; 0.02|1;2|1 2|1 2; |NaN|inf|0x10|1_0|1e|1 1e999; 2
"""[1:-1].replace("\n", "|").split("|")
EXTREMES = ["NaN", "Infinity", "-Infinity", "0.0", "-0.0", "1e300", "-1e-300", "5e-324"]
# Distances from a multiple or a limit, as fractions of an increment.
AWAY = "0 0 1e-6 1e-6 -1e-6 9e-7 1.1e-6 -9e-7 -1.1e-6 1e-9 0.3 -0.3 0.499 1".split()
DIGITS = [1, 1, 1, 2, 2, 5, 5, 25, 125, 3, 7, 15, 64, 15625, 123456789]


def decimal_text(value):
    """Formats a decimal number without an exponent, because rules allow none."""
    return format(value.normalize(), "f")


def step(random, scale):
    """Generates an increment of the given scale, such that tolerances of ranges neither overlap nor vanish in the
    rounding of doubles."""
    digits = random.choice(DIGITS)
    return decimal.Decimal(digits).scaleb(scale + random.choice([0, 0, 0, 1, -1]) - len(str(digits)) + 1)


def rules(random):
    kind = random.random()
    if kind < 0.3:
        return random.choice(USUAL)
    if kind < 0.36:
        return random.choice(WRONG)
    scale = random.choice([0, 0, -1, -2, -2, -2, -3, -4, -5, -8, -12, 1, 2])
    increments = [step(random, scale) for _ in range(random.choice([1, 1, 2, 2, 3, 4]))]
    text, limit = "", decimal.Decimal(0)
    for low, high in zip(increments, increments[1:]):
        base = high if random.random() < 0.5 else low if random.random() < 0.8 else max(low, high) / 3
        limit = round_up(limit + max(low, high) * random.choice([1, 1, 2, 5, 10, 100]), base)
        text += f"{number_text(random, low)} {number_text(random, limit)}; "
    text += number_text(random, increments[-1])
    if random.random() < 0.05:
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(["", " ", ";", "; ", "0", ".", "e", "-", ","]) + text[at + random.choice([0, 1]) :]
    return text


def round_up(value, base):
    return -(-value // base) * base


def number_text(random, value):
    if random.random() < 0.05:
        return format(value, "e") if random.random() < 0.5 else format(value, "E")
    text = decimal_text(value)
    return text + ("0" if "." in text else ".0") if random.random() < 0.05 else text


def price(random, numbers):
    """Generates a price as text: a multiple or half of an increment, a limit, a price at the tolerance around one of
    these, or another value."""
    kind = random.random()
    if kind < 0.03:
        return random.choice(EXTREMES)
    if kind < 0.2:
        plain = [random.uniform(-100, 100), float(random.randint(-1000, 1000))]
        plain += [round(random.uniform(-1000, 1000), random.randint(0, 8))]
        return repr(random.choice(plain + [random.gauss(0, 1) * 10 ** random.randint(-8, 17)]))
    exact = [decimal.Decimal(repr(number)) for number in numbers]
    increment, limits = random.choice(exact[::2]), exact[1::2]
    whole = random.choice([0, 1, 2, 7, 10, 99, 1000, random.randint(0, 10**6), random.randint(0, 10**9)])
    if random.random() < 0.03:
        whole = random.randint(10**12, 10**20)
    if limits and kind < 0.55:
        at = random.randrange(len(limits))
        value, unit = limits[at], min(exact[2 * at], exact[2 * at + 2])
    else:
        value, unit = whole * increment, increment
        if random.random() < 0.3:
            value += increment / 2
    value += unit * decimal.Decimal(random.choice(AWAY))
    return repr(float(value if random.random() < 0.6 else -value))


def case(random):
    """Generates (rules, operation, price, further columns)."""
    text = rules(random)
    try:
        numbers = prices.Rules(text).numbers()
    except (prices.Invalid, prices.Open):
        numbers = [0.01]
    operation = random.choice(["parse", "increment", "precision"] + ["round", "roundmode", "step"] * 3)
    if operation == "parse":
        return text, operation
    columns = (text, operation, price(random, numbers if numbers != [0] else [0.01]))
    if operation == "roundmode":
        return (*columns, random.choice(prices.MODES))
    if operation == "precision":
        return columns
    if operation != "step":
        return (*columns, random.choice(["-1", "0", "1"]))
    direction = random.choice(["-1", "1"]) if random.random() < 0.98 else "0"
    return (*columns, direction, minimum(random, numbers))


def minimum(random, numbers):
    return random.choice(["0", "0.0", "0.05", "1", "7", "0.001", "-1", "Infinity", repr(numbers[0]), repr(numbers[0] * 3), "1e9"])


def batch(random, count):
    return None, [case(random) for _ in range(count)]


def numbers_text(numbers):
    """Formats doubles so that equal doubles have equal texts; -0 is 0."""
    return " ".join("NaN" if math.isnan(number) else repr(number + 0.0 or 0.0) for number in numbers)


def answer_text(case, near=prices.NEAR, error=0):
    numbers = prices.answer(case, near, error)
    return "!" if numbers is None else numbers_text(numbers)


def expected(context, case):
    """Returns the right answer, or None if the specification does not define it."""
    try:
        return answer_text(case)
    except prices.Open:
        return None


def accepts(context, case, answer):
    """Returns whether an answer is as right as the expected one, because doubles cannot distinguish the two."""
    text, operation, *arguments = case
    if operation == "parse" or prices.answer(case) is None:
        return False
    price, rules = float(arguments[0]), prices.Rules(text)
    if operation == "step":
        price += math.copysign(max(rules.increments[-1], float(arguments[2])), price)
    smallest = min(rules.increments)
    if not math.isfinite(price) or smallest == 0:
        return False
    quotient = abs(price) / smallest
    if quotient > LARGEST_EXACT:
        return close(case, answer, max(rules.increments) + 2e-14 * abs(price))
    if operation != "increment" and abs(price) > 2**53 and close(case, answer, 2 * math.ulp(price)):
        return True
    margin = fractions.Fraction(8 * math.ulp(quotient))
    variants = {answer_text(case, prices.NEAR + margin)}
    on_border = answer_text(case, prices.NEAR - fractions.Fraction(1, 10**40)) != answer_text(case)
    if operation == "step" or not (on_border and short(price) and quotient <= LARGEST_STRICT):
        variants.add(answer_text(case, max(fractions.Fraction(0), prices.NEAR - margin)))
    for error in (2**-52, -(2**-52)):
        variants.add(answer_text(case, prices.NEAR, fractions.Fraction(error)))
    return answer in variants


def short(price):
    """Returns whether a price is small enough that a double can be exactly 1e-6 away from a multiple."""
    parts = decimal.Decimal(repr(price)).normalize().as_tuple()
    return len(parts.digits) <= 15 and parts.exponent >= -18


def close(case, answer, allowed):
    """Returns whether an answer is near the expected one. Used for quotients at which doubles cannot resolve 1e-6."""
    try:
        return abs(float(answer) - prices.answer(case)[0]) <= allowed
    except ValueError:
        return False


def actual(ipf, context, cases):
    found = []
    for answer in answer_lines([ipf, "price", "--batch", "-"], ["\t".join(case) for case in cases], ""):
        try:
            found.append(numbers_text(float(number) for number in answer.split(" ")))
        except ValueError:
            found.append(answer)
    return found


def smaller(context, case):
    found = [(text, *case[1:]) for text in shorter_texts(case[0], "; ")]
    for index in range(2, len(case)):
        if case[index] not in prices.MODES:
            found += [(*case[:index], text, *case[index + 1 :]) for text in shorter_texts(case[index], "") if text]
    return found


def shown(context, case):
    return "\t".join(case)

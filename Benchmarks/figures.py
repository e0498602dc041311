"""Reports the figures of programs in Benchmarks, each as a line of JSON when it is known. For Swift, FigureTable in
BenchSupport does this.

    {"table": TITLE}                                                the subject of the following figures
    {"begin": WHAT}                                                 the current measurement, for the progress line
    {"figure": NAME, "unit": …, "median": …, "samples": COUNT,      a figure. Optional are "spread": [LOW, HIGH] (missing for one
     "spread", "atMost" or "atLeast", "limit": {name, median, unit}}  sample), a bound, and a limit: the best possible figure
    {"figure": NAME, "skipped": REASON}                             a missing figure
"""
import json
import statistics

NAME_WIDTH = 58
BOUND_WIDTH = 20


class Figures:
    """Reports the figures of a Python harness."""

    def __init__(self, title):
        self.missed = []
        emit({"table": title})

    def begin(self, what):
        emit({"begin": what})

    def add(self, name, samples, unit, at_most=None, at_least=None, beside=None):
        """Reports a figure of one or more samples. `beside` is the best possible figure: (name, samples, unit)."""
        samples = sorted(samples if isinstance(samples, (list, tuple)) else [samples])
        figure = {"figure": name, "unit": unit, "median": statistics.median(samples), "samples": len(samples)}
        if spread(samples):
            figure["spread"] = spread(samples)
        if beside:
            figure["limit"] = {"name": beside[0], "median": statistics.median(beside[1]), "unit": beside[2]}
        return self.bounded(figure, at_most, at_least)

    def exact(self, name, value, unit, at_most=None, at_least=None):
        """Reports a size or a number, which is the same in each run."""
        figure = {"figure": name, "unit": unit, "median": value, "samples": 1, "spread": [value, value]}
        return self.bounded(figure, at_most, at_least)

    def skip(self, name, reason):
        emit({"figure": name, "skipped": reason})

    def bounded(self, figure, at_most, at_least):
        if at_most is not None:
            figure["atMost"] = at_most
        if at_least is not None:
            figure["atLeast"] = at_least
        if verdict(figure) == "MISSED":
            self.missed.append(figure["figure"])
        emit(figure)
        return figure["median"]

    def status(self):
        """The exit status of the program: 1 if a figure is out of its bound, otherwise 0."""
        return 1 if self.missed else 0


def emit(line):
    print(json.dumps(line, ensure_ascii=False), flush=True)


def spread(samples):
    """Returns the minimum and maximum of a few samples, or the quartiles of eight or more; None for one sample.

    `Samples` in BenchSupport computes the spread in this way, too."""
    if len(samples) < 2:
        return None
    if len(samples) < 8:
        return [samples[0], samples[-1]]
    quartiles = statistics.quantiles(samples, n=4)
    return [quartiles[0], quartiles[2]]


# One figure
# -------------------------------------------------------------------------------------------------------------

def key(figure):
    """Returns the key that identifies a figure in the results of all runs."""
    return figure["figure"].strip(), figure.get("unit", "")


def is_more_better(figure):
    return "atLeast" in figure or figure.get("unit", "").endswith("/s")


def verdict(figure):
    if "skipped" in figure:
        return ""
    if "atMost" in figure:
        return "met" if figure["median"] <= figure["atMost"] else "MISSED"
    if "atLeast" in figure:
        return "met" if figure["median"] >= figure["atLeast"] else "MISSED"
    return ""


# As text
# -------------------------------------------------------------------------------------------------------------------

def written(value):
    """Formats three significant digits, with separators for thousands: 0.123, 12.3, 1,234."""
    if abs(value) >= 99.95:
        return f"{value:,.0f}"
    decimals = 1 if abs(value) >= 9.995 else 2 if abs(value) >= 0.9995 else 3
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def with_unit(value, unit):
    return f"{written(value)} {unit}".strip()


def deviation(figure):
    """Formats half of the spread in percent of the median, such as `±3 %`; empty if the spread is unknown or zero."""
    low, high = figure.get("spread", [0, 0])
    if not figure["median"] or low == high:
        return ""
    percent = 50 * (high - low) / abs(figure["median"])
    return f"±{percent:.0f} %" if percent >= 1 else "±<1 %"


def bound(figure):
    if "atMost" in figure:
        return f"≤ {with_unit(figure['atMost'], figure['unit'])}"
    if "atLeast" in figure:
        return f"≥ {with_unit(figure['atLeast'], figure['unit'])}"
    return ""


def limit(figure):
    """Formats the limit of a figure: `gzip -dc 1.04 s`, and the figure's ratio to the limit if the units are equal."""
    if "limit" not in figure:
        return ""
    one = figure["limit"]
    text = f"{one['name']} {with_unit(one['median'], one['unit'])}"
    if one["unit"] == figure["unit"] and one["median"]:
        text += f", {written(figure['median'] / one['median'])} × it"
    return text


def head(title):
    return f"{title:{NAME_WIDTH}} {'measured':>16} {'':>7} {'bound':>{BOUND_WIDTH}}  {'':6}  limit"


def row(figure):
    if "skipped" in figure:
        return f"{figure['figure']:{NAME_WIDTH}} {'skipped':>16} {figure['skipped']}"
    cells = (
        f"{figure['figure']:{NAME_WIDTH}} {with_unit(figure['median'], figure['unit']):>16} {deviation(figure):>7} "
        f"{bound(figure):>{BOUND_WIDTH}}  {verdict(figure):6}  {limit(figure)}"
    )
    return cells.rstrip()


def shown(line):
    """Formats a reported line as text; None for a line that only reports progress."""
    if "table" in line:
        return "\n" + head(line["table"])
    return row(line) if "figure" in line else None

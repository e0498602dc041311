"""Day lists made of named rules. A rule gives the dates of a year; a list gathers what falls on its trading weekdays."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Callable, Sequence

from .dates import FRI, SAT, SUN, Shift, days, easter, nth_weekday, orthodox_easter, stays

FIRST_YEAR, LAST_YEAR = 1990, 2030
FACTS = Path(__file__).parent.parent / "facts"


@dataclass(frozen=True)
class Rule:
    name: str
    dates: Callable[[int], Sequence[date]]
    since: int = FIRST_YEAR
    until: int = LAST_YEAR
    substitute: bool = False
    """At a weekend, or on another holiday, it moves to the next weekday that is free."""
    one_off: bool = False

    def years(self) -> str:
        if self.since <= FIRST_YEAR and self.until >= LAST_YEAR:
            return ""
        if self.until >= LAST_YEAR:
            return f" since {self.since}"
        if self.since <= FIRST_YEAR:
            return f" until {self.until}"
        return f" {self.since}" if self.since == self.until else f" {self.since}-{self.until}"


def fixed(name: str, month: int, day: int, shift: Shift = stays, **limits) -> Rule:
    return Rule(name, lambda year: [shift(date(year, month, day))], **limits)


def weekday(name: str, month: int, day: int, n: int, offset: int = 0, **limits) -> Rule:
    return Rule(name, lambda year: [days(nth_weekday(year, month, day, n), offset)], **limits)


def from_easter(name: str, offset: int, **limits) -> Rule:
    return Rule(name, lambda year: [days(easter(year), offset)], **limits)


def from_orthodox_easter(name: str, offset: int, **limits) -> Rule:
    return Rule(name, lambda year: [days(orthodox_easter(year), offset)], **limits)


def computed(name: str, dates: Callable[[int], Sequence[date]], **limits) -> Rule:
    return Rule(name, dates, **limits)


def once(reason: str, *texts: str) -> Rule:
    """One-off days with their reason."""
    dates = [parse(text) for text in texts]
    return Rule(reason, lambda year: [d for d in dates if d.year == year], one_off=True)


def good_friday(**limits) -> Rule:
    return from_easter("Good Friday", -2, **limits)


def easter_monday(**limits) -> Rule:
    return from_easter("Easter Monday", 1, **limits)


def parse(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:8]))


@dataclass
class DayList:
    """A list of the defaults file, `kind.name`. `expression` names other lists instead of rules."""

    kind: str
    name: str
    rules: Sequence[Rule] = ()
    sources: Sequence[str] = ()
    facts: str | None = None
    """The recorded facts that complete the rules: `facts/NAME.tsv`."""
    expression: str | None = None
    notes: Sequence[str] = ()
    closed_weekdays: Callable[[date], bool] = lambda day: day.weekday() >= SAT
    since: int = FIRST_YEAR
    without: "DayList | None" = None
    """Holidays win over short days: what that list holds does not belong here."""
    fact_names: dict[date, str] = field(default_factory=dict)

    def from_rules(self) -> list[date]:
        found: set[date] = set()
        waiting: list[date] = []
        for year in range(max(self.since, FIRST_YEAR), LAST_YEAR + 1):
            for rule in self.rules:
                if rule.since <= year <= rule.until:
                    (waiting if rule.substitute else []).extend(rule.dates(year))
                    if not rule.substitute:
                        found.update(rule.dates(year))
        for day in sorted(waiting):
            while day.weekday() >= SAT or day in found:
                day = days(day, 1)
            found.add(day)
        return sorted(d for d in found if self.keeps(d))

    def recorded(self) -> dict[date, str]:
        return read_facts(self.facts) if self.facts else {}

    def dates(self) -> list[date]:
        return sorted(set(self.from_rules()) | {d for d in self.recorded() if self.keeps(d)})

    def keeps(self, day: date) -> bool:
        in_years = max(self.since, FIRST_YEAR) <= day.year <= LAST_YEAR
        hidden = self.without is not None and day in self.without_dates()
        return in_years and not self.closed_weekdays(day) and not hidden

    def without_dates(self) -> set[date]:
        if not hasattr(self, "_without"):
            self._without = set(self.without.dates())
        return self._without


def read_facts(name: str) -> dict[date, str]:
    """`YYYYMMDD TAB what TAB source`, with `#` comments."""
    facts = {}
    for line in (FACTS / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            day, what = line.split("\t")[:2]
            facts[parse(day)] = what
    return facts


@dataclass(frozen=True)
class Venue:
    code: str
    title: str
    zone: str
    properties: str
    """Everything but name and zone, in the grammar; written one property a line."""
    note: str = ""

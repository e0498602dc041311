"""Day lists, made from named rules. A rule returns dates of a year. A list keeps those on the market's weekdays."""

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Callable, Sequence

from .dates import FRI, SAT, SUN, Shift, days, easter, nth_weekday, orthodox_easter, stays
from .reasons import PUBLISHED, Reason, certainty_of, kind_of, reason_of

FIRST_YEAR, LAST_YEAR = 1990, 2030
FACTS = Path(__file__).parent.parent / "facts"


@dataclass(frozen=True)
class Rule:
    name: str
    dates: Callable[[int], Sequence[date]]
    since: int = FIRST_YEAR
    until: int = LAST_YEAR
    substitute: bool = False
    """On a weekend or another holiday, it moves to the next free weekday."""
    one_off: bool = False
    local: str = ""
    """The local name, in the language `lang` (BCP 47)."""
    lang: str = ""
    kind: str = "public"
    certainty: str = "rule"
    slug: str = ""
    """The name of its list, in capitals; by default derived from the rule's name."""

    @property
    def reason(self) -> Reason:
        return Reason(self.name[:1].upper() + self.name[1:], self.local, self.lang, self.kind, self.slug)

    def limited(self, since: int = FIRST_YEAR, until: int = LAST_YEAR) -> "Rule":
        return replace(self, since=max(since, self.since), until=min(until, self.until))


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


def once(reason: str, *texts: str, kind: str = "", certainty: str = "announced", **fields) -> Rule:
    """Returns a rule for single dates with a reason. If `kind` is empty, the words of the reason decide the kind."""
    dates = [parse(text) for text in texts]
    return Rule(reason, lambda year: [d for d in dates if d.year == year], one_off=True,
                kind=kind or kind_of(reason), certainty=certainty, **fields)


def good_friday(**limits) -> Rule:
    return from_easter("Good Friday", -2, **limits)


def easter_monday(**limits) -> Rule:
    return from_easter("Easter Monday", 1, **limits)


def parse(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:8]))


@dataclass
class DayList:
    """A day list of the defaults file, `kind.name`. It has the days of its rules, or combines lists (`expression`)."""

    kind: str
    name: str
    rules: Sequence[Rule] = ()
    """Rules with equal names share a list."""
    sources: Sequence[str] = ()
    facts: str | None = None
    """The name of the recorded facts that complete the rules: `facts/NAME.tsv`."""
    expression: str | None = None
    notes: Sequence[str] = ()
    closed_weekdays: Callable[[date], bool] = lambda day: day.weekday() >= SAT
    since: int = FIRST_YEAR
    known: tuple[int, int] | None = None
    """The first and the last year with complete days. By default rules are complete for all years, and recorded facts
    until the last year that the exchanges have published."""
    known_days: tuple[str, str] | None = None
    """The first and the last known day (YYYYMMDD), if only a part of a year is known."""
    without: "DayList | None" = None
    """A list of holidays, which take precedence over short days: this list omits its days."""

    def from_rules(self) -> dict[date, tuple[Reason, str]]:
        """Returns each date of the rules with the reason and certainty of the first rule that has the date."""
        found: dict[date, tuple[Reason, str]] = {}
        waiting: list[tuple[date, Rule]] = []
        for year in range(self.since, LAST_YEAR + 1):
            for rule in self.rules:
                if rule.since <= year <= rule.until:
                    for day in rule.dates(year):
                        if rule.substitute:
                            waiting.append((day, rule))
                        else:
                            found.setdefault(day, (rule.reason, rule.certainty))
        for day, rule in sorted(waiting, key=lambda pair: pair[0]):
            while day.weekday() >= SAT or day in found:
                day = days(day, 1)
            found[day] = (rule.reason, rule.certainty)
        return {day: why for day, why in sorted(found.items()) if self.keeps(day)}

    def reasons(self) -> dict[date, tuple[Reason, str]]:
        """Returns each date of the rules and the recorded facts, with its reason and certainty."""
        found = self.from_rules()
        for day, why in (read_facts(self.facts) if self.facts else {}).items():
            if self.keeps(day):
                found.setdefault(day, why)
        return dict(sorted(found.items()))

    def coverage(self) -> tuple[str, str]:
        first, last = self.known or (FIRST_YEAR, PUBLISHED.year if self.facts else LAST_YEAR)
        return self.known_days or (f"{max(first, self.since)}0101", f"{last}1231")

    def dates(self) -> list[date]:
        return list(self.reasons())

    def keeps(self, day: date) -> bool:
        in_years = self.since <= day.year <= LAST_YEAR
        hidden = self.without is not None and day in self.without_dates()
        return in_years and not self.closed_weekdays(day) and not hidden

    def without_dates(self) -> set[date]:
        if not hasattr(self, "_without"):
            self._without = set(self.without.dates())
        return self._without


def read_facts(name: str) -> dict[date, tuple[Reason, str]]:
    """Reads `YYYYMMDD TAB reason TAB source`, optionally followed by `local TAB lang TAB kind TAB certainty`; `#`
    comments."""
    facts = {}
    for line in (FACTS / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            day, what, source, *given = line.split("\t")
            local, lang, kind, certainty = given + [""] * (4 - len(given))
            facts[parse(day)] = (reason_of(name, what, local, lang, kind),
                                 certainty or certainty_of(parse(day), source))
    return facts


@dataclass(frozen=True)
class Period:
    """Properties that replace those of the venue on the trading days from `first` to `last`.

    Both are YYYYMMDD, inclusive; an empty text is an open end."""

    first: str
    last: str
    properties: str
    """Only the properties that differ from the venue's. They overlay the venue's."""
    source: str
    """The sources of the change, written as a comment."""
    name: str = ""
    """The display name, such as "afternoon until 15:00"."""


@dataclass(frozen=True)
class Venue:
    code: str
    title: str
    zone: str
    properties: str
    """All properties except name and zone, in the grammar, written as one property per line."""
    note: str = ""
    periods: Sequence[Period] = ()
    """Oldest first, without overlaps."""
    sources: Sequence[str] = ()
    """The sources of the current hours."""
    same_as: str = ""
    """The venue that this is another name of."""

    def also_called(self, code: str, title: str = "") -> "Venue":
        """Returns a copy of the venue with another code. The sources are listed only at the first code."""
        return replace(self, code=code, title=title or self.title, same_as=self.code, note="", sources=(),
                       periods=[replace(period, source="") for period in self.periods])

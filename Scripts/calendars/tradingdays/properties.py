"""Formats the defaults file with groups and comments. Dates have one line per year, or per decade if there are few."""

from datetime import date
from itertools import count, groupby
from typing import Sequence

from .lists import FACTS, FIRST_YEAR, LAST_YEAR, DayList, Period, Venue
from .markets import MARKETS
from .markets.payments import SETTLEMENT
from .markets.united_states import NIGHT
from .reasons import Reason

HEADER = """\
# Schedule defaults bundled with ipf: the trading days and hours of well-known venues.
#
# Made by Scripts/calendars/generate from named rules and recorded facts; do not edit by hand.
# The grammar is that of schedule defaults. hd. are holidays, sd. short days, xd. special days, tv. venues, and
# tv.NAME@FROM-TO the differences in a period of a venue. dn. has the name, the kind and the certainty of a list's days,
# and cv. the dates for which a list is complete. settle= names the payment systems of a venue's trades, and night= the
# venue whose overnight sessions are added on request.
# Lists contain weekdays on which the venue would otherwise trade, {first}-{last}; comments name exceptions.
# tv.NAME has the current hours, which apply to all days outside of its periods.
#
# The date is intentionally old: any defaults file with its own date is newer and replaces this one.
date=20000101-000000+0000
# The day on which Scripts/calendars/compare was last run against the newest packages.
checked={checked}
"""

# The day of the last run of Scripts/calendars/compare whose differences have all been decided. Update it after a run.
CHECKED = date(2026, 11, 27)

WIDTH = 118


def file_text() -> str:
    parts = [HEADER.format(first=FIRST_YEAR, last=LAST_YEAR, checked=f"{CHECKED:%Y%m%d}")]
    known: dict[str, set[str]] = {"hd": set(), "sd": set(), "xd": set()}
    venues: list[Venue] = []
    for market in MARKETS:
        if market.LISTS:
            parts.append(section(market.__doc__))
        for day_list in market.LISTS:
            parts.append(list_text(day_list))
            known[day_list.kind].add(day_list.name)
        venues += market.VENUES
    parts.append(section("The lists by the venues' names."))
    parts += aliases(venues, known)
    for market in MARKETS:
        parts.append(section("Venues. " + market.__doc__))
        parts += [venue_text(venue) for venue in market.VENUES]
    return "\n".join(parts)


def section(title: str) -> str:
    lines = wrapped(" ".join(title.split()), "# ", WIDTH)
    return "# " + "-" * 100 + "\n" + lines + "\n"


def wrapped(text: str, prefix: str, width: int) -> str:
    lines, line = [], prefix
    for word in text.split(" "):
        if len(line) + len(word) > width and line.strip("# "):
            lines.append(line.rstrip())
            line = "#   "
        line += word + " "
    return "\n".join(lines + [line.rstrip()])


def comments(day_list: DayList) -> list[str]:
    lines = ["# " + note for note in day_list.notes]
    if day_list.since != FIRST_YEAR:
        lines.append(f"# From {day_list.since}.")
    if day_list.facts:
        lines += ["# " + line for line in fact_notes(day_list.facts)]
    if day_list.sources:
        lines.append(wrapped("Source: " + "; ".join(day_list.sources) + ".", "# ", WIDTH))
    return lines


def fact_notes(name: str) -> list[str]:
    lines = (FACTS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line[3:] for line in lines if line.startswith("#! ")]


def list_text(day_list: DayList) -> str:
    """Formats a list. If its days have several reasons, formats one list per reason, and a list that combines them."""
    key = f"{day_list.kind}.{day_list.name}"
    head = comments(day_list)
    if day_list.expression is not None:
        if day_list.known:
            head.append(coverage_text(day_list, key))
        return "\n".join(head + [f"{key}={day_list.expression}"]) + "\n"
    if day_list.kind == "hd":
        head.append(coverage_text(day_list, key))
    parts = by_reason(day_list)
    if len(parts) <= 1:
        lines = [dates_text(key, dates) for dates in parts.values()] or [f"{key}="]
        lines += [line for dates in parts.values() for line in names_text(day_list, key, dates)]
        return "\n".join(head + lines) + "\n"
    lines = []
    for name, dates in parts.items():
        lines += [dates_text(f"{key}.{name}", dates), *names_text(day_list, f"{key}.{name}", dates)]
    return "\n".join(head + lines + [joined_rows(f"{key}=", [f"{day_list.name}.{name}" for name in parts])]) + "\n"


def coverage_text(day_list: DayList, key: str) -> str:
    first, last = day_list.coverage()
    return f"cv.{key}={first}-{last}"


def by_reason(day_list: DayList) -> dict[str, list[date]]:
    """Groups the dates by `list_name` of their reasons, in the order of each group's first date."""
    names: dict[Reason, str] = {}
    parts: dict[str, list[date]] = {}
    for day, (reason, _) in day_list.reasons().items():
        if reason not in names:
            names[reason] = free_name(reason.list_name, parts)
            parts[names[reason]] = []
        parts[names[reason]].append(day)
    return parts


def names_text(day_list: DayList, key: str, dates: Sequence[date]) -> list[str]:
    """Formats the `dn.` lines of a list: the name of its days, and the day from which the dates are less certain."""
    reasons = day_list.reasons()
    reason, sure = reasons[dates[0]]
    fields = {"name": reason.name, "local": reason.local, "lang": reason.lang, "kind": reason.kind, "certainty": sure}
    lines = [f"dn.{key}=" + ";".join(f"{name}={text}" for name, text in fields.items() if text)]
    runs = [(certainty, list(run)) for certainty, run in groupby(dates, key=lambda day: reasons[day][1])]
    for index, (certainty, run) in enumerate(runs):
        if certainty != sure:
            last = f"{run[-1]:%Y%m%d}" if index < len(runs) - 1 else ""
            lines.append(f"dn.{key}@{run[0]:%Y%m%d}-{last}=certainty={certainty}")
    return lines


def free_name(name: str, taken) -> str:
    return name if name not in taken else next(f"{name}{n}" for n in count(2) if f"{name}{n}" not in taken)


def dates_text(key: str, dates: Sequence[date] = ()) -> str:
    """Formats a line of dates for each year, or for each decade if there is at most one date per year."""
    by_decade = len(dates) <= 1.2 * len({d.year for d in dates})
    rows = [",".join(f"{d:%Y%m%d}" for d in g) for _, g in groupby(dates, key=lambda d: d.year // (10 if by_decade else 1))]
    if len(dates) <= 8:
        return f"{key}=" + ",".join(rows)
    return f"{key}=\\\n" + ",\\\n".join(rows)


def joined_rows(key: str, names: Sequence[str]) -> str:
    lines, line = [], key
    for name in names:
        if len(line) + len(name) > WIDTH and line != key:
            lines.append(line + "\\")
            line = ""
        line += name + ","
    return "\n".join(lines + [line.rstrip(",")])


def aliases(venues: list[Venue], known: dict[str, set[str]]) -> list[str]:
    lines = []
    for kind in ("hd", "sd"):
        for venue in sorted(venues, key=lambda v: v.code):
            used = next((p[3:] for p in venue.properties.split(";") if p.startswith(kind + "=")), "")
            if used and venue.code not in known[kind] and not venue.same_as:
                lines.append(f"{kind}.{venue.code}={used}")
    return ["\n".join(lines) + "\n"]


def venue_text(venue: Venue) -> str:
    lines = [f"tv.{venue.code}=name={venue.title};tz={venue.zone}"]
    for part in venue.properties.split(";"):
        starts_line = part.startswith(("ds.", "hd=", "0=")) or len(lines[-1]) + len(part) > WIDTH
        if starts_line and not (lines[-1].startswith("ds.") and len(lines[-1]) + len(part) < 100):
            lines[-1] += ";\\"
            lines.append(part)
        else:
            lines[-1] += ";" + part
    if system := SETTLEMENT.get(venue.same_as or venue.code):
        lines[-1] += f";settle={system}"
    if night := NIGHT.get(venue.same_as or venue.code):
        lines[-1] += f";night={night}"
    note = [wrapped(venue.note, "# ", WIDTH)] if venue.note else []
    note += [f"# The same as {venue.same_as}."] if venue.same_as else []
    if venue.sources:
        note.append(wrapped("Source: " + "; ".join(venue.sources) + ".", "# ", WIDTH))
    for source, periods in groupby(venue.periods, key=lambda period: period.source):
        lines += [wrapped(source + ".", "# ", WIDTH)] if source else []
        lines += [period_text(venue, period) for period in periods]
    return "\n".join(note + lines) + "\n"


def period_text(venue: Venue, period: Period) -> str:
    name = f"name={period.name};" if period.name else ""
    return f"tv.{venue.code}@{period.first}-{period.last}={name}{period.properties}"

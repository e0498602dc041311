"""Days and sessions as trading-hours.md defines them. Sections are those of that page. A session is (letter, start,
end)."""

import datetime
import re

from naive.hours import DAY, EPOCH, Definition, Incomplete, Invalid, Open, Strategy, Zone, weekday
from naive.hours import date_number, day_list, definitions, holiday_strategy, overlay, short_day_strategy, time

FIRST_DATE = datetime.date(1, 1, 2).toordinal() - EPOCH
LAST_DATE = datetime.date(9999, 12, 30).toordinal() - EPOCH
# The number of days to examine beyond the end of a search, because the days near it may be empty.
NEIGHBOURS = 12
# `jntd9` joins the most days.
MOST_JOINED = 9


class Defaults:
    """Section 7: the lists by kind, the properties by venue, and the errors of invalid venues.

    Lines `tv.NAME@FROM-TO=` are periods of the venue (Scripts/calendars/GRAMMAR.md), read as (first, last, properties)
    with both days included. Lines `dn.` name dates and change no day.
    """

    def __init__(self, text=""):
        self.lists = {"hd": {}, "sd": {}, "xd": {}}
        self.venues, self.wrong, self.periods = {}, {}, {}
        given = set()
        for line in text.replace("\\\n", "").split("\n"):
            key, equals, value = line.partition("=")
            if line.startswith("#") or not equals:
                continue
            kind, _, name = key.partition(".")
            if kind in (*self.lists, "tv"):
                if key in given:
                    raise Invalid(f"{key} is given twice")
                given.add(key)
            if kind in self.lists:
                self.lists[kind][name] = day_list(value, self.lists[kind])
            elif kind == "tv" and "@" in name:
                self.add_period(*name.split("@", 1), value)
            elif kind == "tv":
                self.venues[name] = value
        for name, text in self.venues.items():
            usual = overlay({}, text)
            for properties in (usual, *(overlay(dict(usual), changes) for _, _, changes in self.periods.get(name, ()))):
                try:
                    Schedule.of(properties, self)
                except Incomplete:
                    pass
                except (Invalid, Open) as error:
                    self.wrong[name] = error

    def add_period(self, venue, dates, properties):
        known = self.periods.setdefault(venue, [])
        try:
            bounds = period_bounds(dates)
            if any(begin <= bounds[1] and bounds[0] <= end for begin, end, _ in known):
                raise Invalid(f"periods overlap: {dates}")
            known.append((*bounds, properties))
        except Invalid as error:
            self.wrong[venue] = error


def period_bounds(text):
    """Reads `FROM-TO`. Each end is an existing date or empty."""
    first, dash, last = text.partition("-")
    bounds = [date_number(first) if first else FIRST_DATE, date_number(last) if last else LAST_DATE]
    if not dash or None in bounds or bounds[0] > bounds[1]:
        raise Invalid(f"bad period {text!r}")
    return bounds


class Day:
    """Section 4: a day and its sessions."""

    __slots__ = ("date", "holiday", "short", "reset", "sessions")

    def __init__(self, date, holiday, short, reset, sessions):
        self.date, self.holiday, self.short = date, holiday, short
        # A clock change can move a session's end before its start. Such a session is omitted.
        kept = [session for session in sessions if session[1] <= session[2]]
        self.reset, self.sessions = reset, kept or [("N", sessions[0][1], sessions[0][1])]

    @property
    def start(self):
        return self.sessions[0][1]

    @property
    def end(self):
        return self.sessions[-1][2]

    @property
    def trading(self):
        return any(letter != "N" for letter, _, _ in self.sessions)

    def holds(self, instant):
        return self.start <= instant < self.end


class Schedule:
    """The schedule of the first definition in a text."""

    def __init__(self, text, defaults):
        venue, own = definitions(text)[0]
        if venue in defaults.wrong:
            raise defaults.wrong[venue]
        usual = overlay({}, defaults.venues.get(venue, ""))
        self.read(overlay(dict(usual), own), defaults)
        self.periods = []
        """Returns the periods with other hours: (first, last, schedule of these days)."""
        for first, last, text in defaults.periods.get(venue, ()):
            self.periods.append((first, last, Schedule.of(overlay(overlay(dict(usual), text), own), defaults)))
        self.joins = any(rules.join for rules in (self, *(then for _, _, then in self.periods)))

    @classmethod
    def of(cls, properties, defaults):
        """Returns the schedule of a definition's properties after overlays, without periods."""
        made = cls.__new__(cls)
        made.periods = []
        made.read(properties, defaults)
        return made

    def read(self, properties, defaults):
        self.made, self.definitions = {}, {}
        self.zone = Zone.named(properties.get("tz", ""))
        self.holidays = day_list(properties.get("hd", ""), defaults.lists["hd"])
        self.short_days = day_list(properties.get("sd", ""), defaults.lists["sd"])
        self.short_by = short_day_strategy(properties.get("sds", ""))
        self.join = holiday_strategy(properties.get("hds", ""))
        end = time(properties.get("de", "+0000"))
        reset = time(properties["rt"]) if "rt" in properties else None

        def define(text):
            return Definition(text, end - DAY, end, reset)

        # If a schedule is both wrong and incomplete, the error is that it is wrong.
        self.rules = self.date_rules(properties, define, defaults.lists)
        self.weekdays = self.weekday_definitions(properties, define)

    @staticmethod
    def weekday_definitions(properties, define):
        """Section 1, keys `0` to `8`: returns the definition of each weekday."""
        given = {key: define(properties[key]) for key in "012345678" if key in properties}
        if "8" not in given:
            base = given.get("0")
            given["8"] = Definition("", base.start, base.end, base.reset) if base else define("")
        result = {}
        for day in "1234567":
            used = day if day in given else "0" if day in properties.get("td", "12345") else "8"
            if used not in given:
                raise Incomplete("incomplete schedule")
            result[int(day)] = given[used]
        return result

    @staticmethod
    def date_rules(properties, define, lists):
        """Section 6: returns the rule of each date. A later rule replaces an earlier one entirely."""
        result = {}
        for key, value in properties.items():
            listed = re.fullmatch(r"ds\.(hd|sd|xd)\.(.*)", key, re.DOTALL)
            dated = re.fullmatch(r"(?:ds\.)?([0-9]{4}(?:0[1-9]|1[0-2])[0-9]{2})", key)
            if listed:
                if listed[2] not in lists[listed[1]]:
                    raise Invalid(f"unknown list {key}")
                dates = lists[listed[1]][listed[2]]
            elif dated:
                dates = {date_number(dated[1])}
            else:
                continue
            rule = Strategy.reading(value if key.startswith("ds.") else "def:" + value, define)
            for date in dates:
                result[date] = rule
        return result

    # Days

    def definition(self, date):
        """Section 4, steps 1 and 2: returns the definition of a date, before holidays and closings are applied."""
        if date not in self.definitions:
            rule = self.rules.get(date)
            own = rule.definition if rule else None
            self.definitions[date] = own or self.weekdays[weekday(date)]
        return self.definitions[date]

    def instant(self, date, wall):
        return self.zone.instant(date * DAY + wall)

    def closed_session(self, date):
        definition = self.definition(date)
        return [("N", self.instant(date, definition.start), self.instant(date, definition.end))]

    def early(self, date):
        rule = self.rules.get(date)
        if rule and rule.early is not None:
            return rule.early
        return self.short_by if date in self.short_days else 0

    def open_sessions(self, date):
        """Section 4: returns the sessions of a date that is not a holiday, after its rule's closing and early close."""
        rule = self.rules.get(date)
        if rule and rule.closed:
            return self.closed_session(date)
        sessions = [
            (letter, self.instant(date, start), self.instant(date, end))
            for letter, start, end in self.definition(date).sessions
        ]
        return closed_earlier(sessions, self.early(date))

    def plain_day(self, date):
        """Section 4: returns the day of a date that joins no other dates."""
        rule = self.rules.get(date)
        holiday = date in self.holidays
        if holiday and not (rule and rule.normal):
            sessions = self.closed_session(date)
        else:
            sessions = self.open_sessions(date)
        return Day(date, holiday, date in self.short_days, self.instant(date, self.definition(date).reset), sessions)

    def kind(self, date):
        """Section 5: returns T for a day with trading, C for a day that a holiday or rule closes, and a space for a day
        whose definition has no trading sessions."""
        if not self.definition(date).trades:
            return " "
        rule = self.rules.get(date)
        return "C" if date in self.holidays or (rule and rule.closed) else "T"

    def rules_at(self, date):
        """Returns the schedule of the date's period, or this schedule outside of periods."""
        return next((then for first, last, then in self.periods if first <= date <= last), self)

    def span(self, date):
        """Section 5: returns (S, E), the first and last of the joined days that contain the date, or None. The rules of
        E limit the number of joined days."""
        for end in range(date, date + MOST_JOINED + 1):
            if self.rules_at(end).kind(end) == "T":
                break
        else:
            return None
        join = self.rules_at(end).join
        if end - date > join:
            return None
        start = None
        for before in range(end - 1, end - join - 1, -1):
            kind = self.rules_at(before).kind(before)
            if kind == "T":
                break
            if kind == "C":
                start = before
        return (start, end) if start is not None and start <= date else None

    def day(self, date):
        """Sections 4 and 5: returns the day of a date. A date outside the valid range is an error (section 8)."""
        if date not in self.made:
            if not FIRST_DATE <= date <= LAST_DATE:
                raise Invalid("outside the valid dates")
            span = self.span(date) if self.joins else None
            self.made[date] = self.joined_day(date, *span) if span else self.rules_at(date).plain_day(date)
        return self.made[date]

    def joined_day(self, date, first, last):
        """Section 5: returns the day that joins the dates of a span. Each date follows the rules of its own period."""
        own, opening = self.rules_at(date), self.rules_at(first)
        if date < last:
            start = opening.instant(first, opening.definition(first).start)
            return Day(date, date in own.holidays, date in own.short_days, start, [("N", start, start)])
        sessions = opening.open_sessions(first)
        for between in range(first + 1, last):
            sessions = sessions + self.rules_at(between).closed_session(between)
        reset = opening.instant(first, opening.definition(first).reset)
        return Day(date, False, date in own.short_days, reset, sessions + own.open_sessions(last))

    # Queries (section 8)

    def day_at(self, instant):
        """Returns the day that contains the instant, or None. Periods can change the zone, so near dates are tried."""
        date = self.rules_at(self.zone.date(instant)).zone.date(instant)
        while self.day(date).start > instant:
            date -= 1
        while self.day(date).end <= instant:
            date += 1
        if self.day(date).holds(instant):
            return self.day(date)
        around = [self.day(near) for near in range(date - NEIGHBOURS, date + NEIGHBOURS + 1)]
        holding = [day for day in around if day.holds(instant)]
        if len(holding) > 1:
            raise Open("which of several neighbors is the answer")
        return holding[0] if holding else None

    def place_at(self, instant):
        """Returns the day and the index of the session that contains the instant, or None."""
        day = self.day_at(instant)
        for index, (_, start, end) in enumerate(day.sessions if day else []):
            if start <= instant < end:
                return day, index
        return None

    def neighbour(self, place, step, accepts):
        """Returns the first accepted session after (step 1) or before (-1) a position, as (day, index)."""
        day, index = place
        for distance in range(367):
            if distance:
                day = self.day(place[0].date + step * distance)
                index = -1 if step > 0 else len(day.sessions)
            index += step
            while 0 <= index < len(day.sessions):
                if accepts(day.sessions[index]):
                    return day, index
                index += step
        return None

    def nearest(self, instant, accepts):
        place = self.place_at(instant)
        if not place:
            return None
        if accepts(place[0].sessions[place[1]]):
            return place
        before, after = self.neighbour(place, -1, accepts), self.neighbour(place, 1, accepts)
        if before and after:
            to_before = instant - before[0].sessions[before[1]][2]
            to_after = after[0].sessions[after[1]][1] - instant
            return after if to_after <= to_before else before
        return before or after

    def neighbour_day(self, date, step, accepts):
        for distance in range(1, 367):
            day = self.day(date + step * distance)
            if accepts(day):
                return day
        return None


def closed_earlier(sessions, by):
    """Section 4, step 5: ends the last regular session earlier, and moves the sessions after it."""
    regular = [index for index, session in enumerate(sessions) if session[0] == "R"]
    if not by or not regular:
        return sessions
    last = regular[-1]
    _, start, end = sessions[last]
    if start >= end - by:
        return sessions
    result = sessions[:last] + [("R", start, end - by)]
    if last == len(sessions) - 1:
        return result + [("N", end - by, end)]
    moved = [(letter, begin - by, close - by) for letter, begin, close in sessions[last + 1 :]]
    moved[-1] = (*moved[-1][:2], sessions[-1][2])
    return result + moved

"""Reads the texts of trading hours in the simplest way. Sections are those of trading-hours.md.

Wall times are seconds since 1970-01-01 00:00 in the zone's local time. Dates are day numbers since 1970-01-01. Instants
are seconds since 1970 UTC.
"""

import datetime
import re
import zoneinfo

DAY = 86400
EPOCH = datetime.date(1970, 1, 1).toordinal()


class Invalid(Exception):
    """The text is wrong. The message helps to debug a difference."""


class Incomplete(Invalid):
    """The properties lack the definition of a day. Properties that overlay them may provide it."""


class Open(Exception):
    """The specification does not define the answer."""


# Dates and zones


def date_number(text):
    """Section 7: reads YYYYMMDD. Only the month is checked; None for a date that does not exist."""
    if not re.fullmatch(r"[0-9]{8}", text) or not 1 <= int(text[4:6]) <= 12:
        raise Invalid(f"bad date {text!r}")
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:])).toordinal() - EPOCH
    except ValueError:
        return None


def date_text(number):
    return datetime.date.fromordinal(number + EPOCH).isoformat().replace("-", "")


def weekday(number):
    """Returns the weekday of a day number; 1 is Monday."""
    return (number + 3) % 7 + 1


class Zone:
    """Section 1, `tz`; section 2, the conversion of wall times to instants."""

    known = {}

    def __init__(self, name):
        self.offsets = {}
        fixed = re.fullmatch(r"GMT([+-])([0-9]{2}):([0-9]{2})", name)
        if fixed:
            if int(fixed[2]) > 14 or int(fixed[3]) > 59:
                raise Open("how far from Greenwich a zone may be")
            seconds = int(fixed[2]) * 3600 + int(fixed[3]) * 60
            self.rules = datetime.timezone(datetime.timedelta(seconds=-seconds if fixed[1] == "-" else seconds))
        else:
            try:
                self.rules = zoneinfo.ZoneInfo(name)
            except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
                raise Invalid(f"unknown zone {name!r}") from None

    @classmethod
    def named(cls, name):
        if name not in cls.known:
            cls.known[name] = cls(name)
        return cls.known[name]

    def offset(self, wall, fold):
        moment = datetime.datetime.fromordinal(wall // DAY + EPOCH) + datetime.timedelta(seconds=wall % DAY)
        return int(self.rules.utcoffset(moment.replace(fold=fold)).total_seconds())

    def instant(self, wall):
        """Converts a wall time with the smaller of two possible offsets.

        That is the offset before the change for a skipped time, and the one after it for a repeated time.
        """
        date = wall // DAY
        offset = self.offsets.get(date)
        if offset is None:
            before, after = self.offset(date * DAY, 0), self.offset(date * DAY + DAY, 1)
            offset = self.offsets[date] = before if before == after else "changes"
        if offset == "changes":
            offset = min(self.offset(wall, 0), self.offset(wall, 1))
        return wall - offset

    def date(self, instant):
        return datetime.datetime.fromtimestamp(instant, self.rules).toordinal() - EPOCH


# Times and definitions of days


def clock(digits):
    """Section 2: reads HHMM or HHMMSS without signs, in seconds."""
    if digits == "2400":
        return DAY
    hours, minutes, seconds = int(digits[0:2]), int(digits[2:4]), int(digits[4:6] or "0")
    if hours > 23 or minutes > 59 or seconds > 59:
        raise Invalid(f"bad time {digits!r}")
    return hours * 3600 + minutes * 60 + seconds


def signed(signs, digits):
    return (signs.count("+") - signs.count("-")) * DAY + clock(digits)


def time(text):
    """Section 2: reads a single time."""
    found = re.fullmatch(r"([+-]*)([0-9]{4}|[0-9]{6})", text)
    if not found:
        raise Invalid(f"bad time {text!r}")
    return signed(found[1], found[2])


def early_close(text):
    if not re.fullmatch(r"[0-9]{4}", text):
        raise Invalid(f"bad early close {text!r}")
    return clock(text)


PERIODS = [
    (re.compile(rf"(?:{period})+"), re.compile(period))
    for period in (rf"([+-]*)([0-9]{{{n}}})/?([+-]*)([0-9]{{{n}}})" for n in (4, 6))
]


def periods(data):
    """Section 3: reads the periods of one group, all with minutes or all with seconds."""
    for whole, one in PERIODS:
        if whole.fullmatch(data):
            result = [(signed(a, b), signed(c, d)) for a, b, c, d in one.findall(data)]
            for start, end in result:
                if start > end:
                    raise Invalid(f"a period ends before it starts in {data!r}")
            return result
    raise Invalid(f"bad periods {data!r}")


class Definition:
    """Section 3: reads a day in local time, in seconds from the midnight that begins its date."""

    def __init__(self, text, start, end, reset):
        found = []
        for letters, data in re.findall(r"([A-Za-z]*)([^A-Za-z]*)", text):
            letters = letters.lower()
            if not letters and not data:
                continue
            if letters == "rt":
                reset = time(data)
                continue
            if letters not in ("", "d", "p", "r", "a"):
                raise Invalid(f"unknown letters {letters!r}")
            first, *others = periods(data)
            if letters == "d":
                start, end = first
            else:
                found.append(((letters or "r").upper(), *first))
            found.extend(("R", *period) for period in others)
        self.start, self.end = start, end
        self.reset = start if reset is None else reset
        if not (start <= self.reset < end or start == self.reset == end):
            raise Invalid("the reset time lies outside the day")
        self.sessions = []
        reached = start
        for letter, begin, close in found:
            if begin < reached or close > end:
                raise Invalid("illegal session order")
            if begin > reached:
                self.sessions.append(("N", reached, begin))
            self.sessions.append((letter, begin, close))
            reached = close
        if reached < end or not self.sessions:
            self.sessions.append(("N", reached, end))
        self.trades = bool(found)


# Properties, lists, strategies


def definitions(text):
    """Section 1: reads (venue, properties) of each definition. One space after the `;` between definitions is
    allowed."""
    result = []
    at = text.find("(")
    if at < 0:
        raise Invalid("no definition")
    while at >= 0:
        end, following = text.find(")", at), text.find("(", at + 1)
        if end < 0 or 0 <= following < end:
            raise Invalid("a ( without a )")
        begin = max(text.rfind(")", 0, at), text.rfind(";", 0, at)) + 1
        venue = text[begin:at]
        if result and text[begin - 1] == ";":
            venue = venue.removeprefix(" ")
        if not re.fullmatch(r"[A-Za-z0-9_]*", venue):
            raise Invalid(f"bad venue {venue!r}")
        result.append((venue, text[at + 1 : end]))
        at = following
    return result


def overlay(properties, text):
    """Section 1: overlays properties with `key=value` parts. A repeated key moves to the end."""
    for part in text.split(";"):
        *keys, value = part.split("=")
        for key in keys:
            properties.pop(key, None)
            properties[key] = value
    return properties


def day_list(text, lists):
    """Section 7: reads a list of days. Dates that do not exist become None, which matches no day."""
    result = set()
    for entry in text.split(","):
        if not entry:
            continue
        sign, name = (entry[0], entry[1:]) if entry[0] in "-*" else ("", entry)
        if name in lists:
            dates = lists[name]
        else:
            dates = {date_number(name)}
        if sign == "-":
            result = result - dates
        elif sign == "*":
            result = result & dates
        else:
            result = result | dates
    return result


class Strategy:
    """Section 6: the changes that a `ds.` rule makes on its dates."""

    def __init__(self):
        self.closed = self.normal = False
        self.definition = self.early = None

    @classmethod
    def reading(cls, text, define):
        rule = cls()
        for part in text.split(","):
            if part == "closed":
                rule.closed, rule.definition, rule.early = True, None, None
            elif part == "normal":
                rule.normal, rule.closed, rule.definition = True, False, None
            elif part.startswith("def:"):
                rule.definition, rule.closed, rule.normal = define(part[4:]), False, False
            elif part.startswith("ec:"):
                rule.early, rule.closed = early_close(part[3:]), False
        return rule


def short_day_strategy(text):
    """Section 1, `sds`: returns the seconds by which short days end earlier; 0 without a strategy."""
    return early_close(text[2:]) if named_strategy("sds", text, "ec") else 0


def holiday_strategy(text):
    """Section 1, `hds`: returns the number of days in `jntd…`; 0 without a strategy."""
    if not named_strategy("hds", text, "jntd"):
        return 0
    if not re.fullmatch(r"jntd[0-9]", text):
        raise Invalid(f"bad hds {text!r}")
    return int(text[4])


def named_strategy(key, text, name):
    """Section 1: returns whether the strategy is `name`; False if it is missing or unknown."""
    if not text:
        return False
    given = re.match(r"[A-Za-z_]*", text)[0]
    if not given:
        raise Invalid(f"bad {key} {text!r}")
    return given == name

"""Dates that follow from a year: nth weekdays, Easter, equinoxes, and substitutes for holidays on weekends."""

from datetime import date, timedelta
from typing import Callable, Iterable

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)

Shift = Callable[[date], date]


def days(start: date, count: int) -> date:
    return start + timedelta(days=count)


def nth_weekday(year: int, month: int, weekday: int, n: int) -> date:
    """Returns the nth of a weekday in a month; a negative n counts from the end of the month."""
    if n > 0:
        first = date(year, month, 1)
        return days(first, (weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = days(date(year + month // 12, month % 12 + 1, 1), -1)
    return days(last, -((last.weekday() - weekday) % 7) + 7 * (n + 1))


def on_or_after(day: date, weekday: int) -> date:
    return days(day, (weekday - day.weekday()) % 7)


def on_or_before(day: date, weekday: int) -> date:
    return days(day, -((day.weekday() - weekday) % 7))


def easter(year: int) -> date:
    """Returns Western Easter Sunday, by the anonymous Gregorian computus."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def orthodox_easter(year: int) -> date:
    """Returns Eastern Easter Sunday, by the Julian computus of Meeus, plus 13 days for the Gregorian calendar
    (1900-2099)."""
    a, b, c = year % 4, year % 7, year % 19
    d = (19 * c + 15) % 30
    e = (2 * a + 4 * b - d + 34) % 7
    month, day = divmod(d + e + 114, 31)
    return days(date(year, month, day + 1), 13)


def vernal_equinox(year: int) -> date:
    """Returns Japan's spring equinox day, 1980-2099, by the observatory's usual approximation."""
    return date(year, 3, int(20.8431 + 0.242194 * (year - 1980) - (year - 1980) // 4))


def autumnal_equinox(year: int) -> date:
    return date(year, 9, int(23.2488 + 0.242194 * (year - 1980) - (year - 1980) // 4))


# MARK: Holidays on weekends


def stays(day: date) -> date:
    return day


def nearest(day: date) -> date:
    """Returns the observed day of a holiday: Friday if it is on a Saturday, Monday if it is on a Sunday."""
    return days(day, {SAT: -1, SUN: 1}.get(day.weekday(), 0))


def sunday_to_monday(day: date) -> date:
    return days(day, 1 if day.weekday() == SUN else 0)


def to_monday(day: date) -> date:
    return days(day, {SAT: 2, SUN: 1}.get(day.weekday(), 0))


def to_friday(day: date) -> date:
    """Returns the day if it is a weekday, otherwise the Friday before it."""
    return days(day, {SAT: -1, SUN: -2}.get(day.weekday(), 0))


def last_weekday(year: int, taken: Iterable[date] = ()) -> date:
    day = date(year, 12, 31)
    while day.weekday() >= SAT or day in taken:
        day = days(day, -1)
    return day

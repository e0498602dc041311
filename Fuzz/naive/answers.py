"""Answers questions about trading hours in the form of the recorded tables."""

from naive.hours import Invalid, date_number, date_text, weekday
from naive.schedule import Schedule

SESSION_FILTERS = {
    "ANY": lambda session: True,
    "TRADING": lambda session: session[0] != "N",
    "NON_TRADING": lambda session: session[0] == "N",
    "NO_TRADING": lambda session: session[0] == "N",
    "PRE_MARKET": lambda session: session[0] == "P",
    "REGULAR": lambda session: session[0] == "R",
    "AFTER_MARKET": lambda session: session[0] == "A",
}

DAY_FILTERS = {
    "ANY": lambda day: True,
    "TRADING": lambda day: day.trading,
    "NON_TRADING": lambda day: not day.trading,
    "HOLIDAY": lambda day: day.holiday,
    "SHORT_DAY": lambda day: day.short,
    "WEEK_DAY": lambda day: weekday(day.date) < 6,
    "WEEK_END": lambda day: weekday(day.date) > 5,
}
for number, name in enumerate(["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"], 1):
    DAY_FILTERS[name] = lambda day, number=number: weekday(day.date) == number


def written_session(session):
    letter, start, end = session
    return f"{letter}:{start}-{end}"


def written_day(day):
    flags = ("T" if day.trading else "-") + ("H" if day.holiday else "-") + ("S" if day.short else "-")
    return f"{date_text(day.date)}\t{flags}\t{day.reset}\t{' '.join(map(written_session, day.sessions))}"


def answer_days(text, first, last, defaults):
    """Returns the answer to a line of days.tsv: a line for each day."""
    try:
        schedule = Schedule(text, defaults)
        return [written_day(schedule.day(date)) for date in range(date_number(first), date_number(last) + 1)]
    except Invalid:
        return ["!"]


def answer_query(text, operation, argument, accepted, defaults, made=None):
    """Returns the answer to a line of queries.tsv. `made` caches schedules between queries."""
    try:
        schedule = made.get(text) if made is not None else None
        if not schedule:
            schedule = Schedule(text, defaults)
            if made is not None:
                made[text] = schedule
        if operation == "day":
            day = schedule.day_at(int(argument))
        elif operation in ("nextday", "prevday"):
            step = 1 if operation == "nextday" else -1
            day = schedule.neighbour_day(date_number(argument), step, DAY_FILTERS[accepted])
        else:
            place = schedule.place_at(int(argument))
            if operation == "nearest":
                place = schedule.nearest(int(argument), SESSION_FILTERS[accepted])
            elif operation != "session" and place:
                place = schedule.neighbour(place, 1 if operation == "next" else -1, SESSION_FILTERS[accepted])
            if not place:
                return "none"
            day, index = place
            return f"{date_text(day.date)} {written_session(day.sessions[index])}"
        return date_text(day.date) if day else "none"
    except Invalid:
        return "!"

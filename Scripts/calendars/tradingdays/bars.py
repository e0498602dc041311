"""Bars and trading time as two calendar packages compute them, and the text format that records them.

A day's bars are written as runs of adjacent bars: the local start of a run, then the bars' lengths in minutes.
`0930+60x6,30` is six bars of an hour, then a bar of 30 minutes. A lunch break separates two runs:
`0900+60x2,30 1230+60x3`.
"""

from datetime import date, datetime, timedelta
from itertools import groupby

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$%&()*,-/:;<>[]^_{|}~"
CLOSED, LEFT_OUT = ".", "?"


def runs(bars, zone):
    """Formats bars as runs. Each bar is a pair (start, end) in UTC; the bars are in order."""
    made, reached = [], None
    for start, end in bars:
        if start != reached:
            made.append((start, []))
        made[-1][1].append((end - start) // timedelta(minutes=1))
        reached = end
    return " ".join(f"{start.astimezone(zone):%H%M}+{','.join(counted(lengths))}" for start, lengths in made) or CLOSED


def counted(lengths):
    for length, equal in groupby(lengths):
        count = len(list(equal))
        yield f"{length}x{count}" if count > 1 else str(length)


# MARK: The recorded text


def days(first, last):
    return (first + timedelta(n) for n in range((last - first).days + 1))


def table(heading, by_day, first, last):
    """Formats a heading, a legend of the different days, and a line per year with a letter per day."""
    texts = [by_day[day] for day in days(first, last)]
    known = {text: texts.count(text) for text in set(texts)} if len(set(texts)) <= len(LETTERS) else {}
    assert known, f"{heading}: more kinds of days than letters"
    ordered = sorted((text for text in known if text not in (CLOSED, LEFT_OUT)), key=lambda text: (-known[text], text))
    letters = dict(zip(ordered, LETTERS)) | {CLOSED: CLOSED, LEFT_OUT: LEFT_OUT}
    lines = ["\t".join(["@", *heading, f"{first:%Y%m%d}", f"{last:%Y%m%d}"]),
             "\t".join(f"{letters[text]}={text}" for text in ordered)]
    for year, found in groupby(days(first, last), key=lambda day: day.year):
        lines.append("".join(letters[by_day[day]] for day in found))
    return lines


def read(path):
    """Reads recorded text: (heading, {day: runs}) of each table, and (command, venue, columns) of each question."""
    tables, questions, letters = [], [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        if line.startswith("#"):
            continue
        if columns[0] == "@":
            *heading, first, last = columns[1:]
            first, last = (datetime.strptime(text, "%Y%m%d").date() for text in (first, last))
            tables.append((heading, {}))
            place, letters = first, None
        elif columns[0] in ("between", "add", "offset"):
            questions.append((columns[0], columns[1], columns[2:]))
        elif letters is None:
            letters = dict(entry.split("=", 1) for entry in columns) | {CLOSED: CLOSED, LEFT_OUT: LEFT_OUT}
        else:
            for letter in line:
                tables[-1][1][place] = letters[letter]
                place += timedelta(1)
    return tables, questions


# MARK: exchange_calendars


def of_exchange(calendar, minutes, first, last):
    """Returns the bars of `trading_index` by session. Like those of ipf, bars end at closes and at breaks."""
    import pandas
    index = calendar.trading_index(
        str(first), str(last), pandas.Timedelta(minutes=minutes), intervals=True, closed="left", force_close=True,
        force_break_close=True)
    sessions = [day.date() for day in calendar.opens.index]
    found = {}
    for place, start, end in zip(calendar.opens.searchsorted(index.left, "right") - 1, index.left.to_pydatetime(),
                                 index.right.to_pydatetime()):
        found.setdefault(sessions[place], []).append((start, end))
    return found


def questions(name, first, last, left_out, random, count):
    """Makes random questions for `between`, `add` and `offset`, with the answers of exchange_calendars, as columns.

    Its `minute_offset` moves along labels of minutes. To add time, minutes are labeled by their ends, so that the
    result may be the close of a session, as in ipf. To subtract time, minutes are labeled by their starts.
    """
    import exchange_calendars
    import pandas
    minute = pandas.Timedelta(minutes=1)
    reach = {"start": str(first - timedelta(60)), "end": str(last + timedelta(60))}
    starts, ends = (exchange_calendars.get_calendar(name, side=side, **reach) for side in ("left", "right"))
    low, high = pandas.Timestamp(first, tz="UTC"), pandas.Timestamp(last, tz="UTC")

    def moment():
        return low + minute * random.randrange(int((high - low) / minute))

    def is_whole(*moments):
        day, final = min(moments).date() - timedelta(2), max(moments).date() + timedelta(2)
        return not any(other in left_out for other in days(day, final))

    rows = []
    while len(rows) < count:
        start = moment()
        end = start + minute * random.randrange(20 * 1440)
        if is_whole(start, end):
            within = starts.minutes_in_range(start, end - minute)
            sessions = starts.minutes_to_sessions(within).nunique() if len(within) else 0
            rows.append(["between", f"{start:%Y-%m-%dT%H:%MZ}", f"{end:%Y-%m-%dT%H:%MZ}", str(len(within)), str(sessions)])
    while len(rows) < 2 * count:
        added = random.choice([-1, 1]) * random.randrange(1, 3000)
        calendar = ends if added > 0 else starts
        place = calendar.minutes[calendar.minutes.searchsorted(moment())]
        result = calendar.minute_offset(place, added)
        if is_whole(place, result):
            rows.append(["add", f"{place:%Y-%m-%dT%H:%MZ}", f"{added}m", f"{result:%Y-%m-%dT%H:%MZ}"])
    while len(rows) < 3 * count:
        day, added = moment().date(), random.choice([-1, 1]) * random.randrange(1, 60)
        near = starts.date_to_session(str(day), "previous" if added > 0 else "next")
        result = starts.session_offset(near, added)
        if is_whole(pandas.Timestamp(day), result):
            rows.append(["offset", str(day), str(added), str(result.date())])
    return rows


# MARK: pandas_market_calendars


def of_market(calendar, minutes, first, last, extended):
    """Returns the bars of `date_range` by session. `date_range` returns only the ends of bars, so their starts are
    derived from the sessions."""
    import pandas
    import pandas_market_calendars
    columns = ["pre", "market_open", "market_close", "post"] if extended else ["market_open", "market_close"]
    schedule = calendar.schedule(str(first), str(last), market_times="all", tz="UTC")
    if "break_start" in schedule:
        columns[1:1] = ["break_start", "break_end"]
    parts = {"RTH", "pre", "post"} if extended else {"RTH"}
    ends = pandas_market_calendars.date_range(
        schedule[columns], f"{minutes}min", closed="right", force_close=True, session=parts, merge_adjacent=False)
    # Converts to Python's datetimes, because access to single elements of a frame is slow.
    rows = [[time.to_pydatetime() for time in row if time == time] for row in zip(*(schedule[column] for column in columns))]
    sessions = [day.date() for day in schedule.index]
    places = schedule[columns[0]].searchsorted(ends, "left") - 1
    found, reached = {}, None
    for place, end in zip(places, ends.to_pydatetime()):
        start = next(a for a, b in zip(rows[place], rows[place][1:]) if a < end <= b)
        start = max(start, reached) if reached is not None else start
        found.setdefault(sessions[place], []).append((start, end))
        reached = end
    return found

"""Random texts of trading hours: definitions and defaults files, which are unusual but mostly valid."""

import datetime

from naive import hours
from naive.schedule import Defaults

ZONES = """
America/New_York America/New_York America/Chicago Europe/London Europe/Berlin Europe/Istanbul Europe/Dublin Europe/Moscow
America/St_Johns America/Sao_Paulo America/Santiago America/Havana Africa/Casablanca Africa/Cairo Asia/Tehran
Asia/Kolkata Asia/Kathmandu Asia/Tokyo Asia/Hong_Kong Asia/Jerusalem Asia/Gaza Australia/Sydney Australia/Lord_Howe
Pacific/Auckland Pacific/Chatham Antarctica/Troll Atlantic/Azores
""".split()
FIXED_ZONES = "UTC UTC GMT Etc/GMT+5 GMT+05:30 GMT-03:00 GMT+14:00 GMT-00:45".split()
WRONG_ZONES = ["", "Mars/Base", "Europe", "GMT+5:30", "GMT+0530", "GMT+05:3", "America/New_York ", "../UTC"]
VENUES = ["X", "X", "", "Venue_1", "BIST"]
MINUTE, HOUR, DAY = 60, 3600, 86400
DAY_ENDS = [DAY] * 8 + [17 * HOUR, 16 * HOUR + 40 * MINUTE, 18 * HOUR, 23 * HOUR, DAY + 6 * HOUR, 0, -HOUR, 30 * HOUR]


# Dates


def era(random):
    """Generates the date around which queries are made, often near a clock change."""
    years = [random.randint(1995, 2035)] * 8 + [random.randint(1970, 2037), random.randint(1920, 2100)]
    changes = change_dates(random.choice(ZONES), random.choice(years))
    if changes and random.random() < 0.6:
        return random.choice(changes)
    return datetime.date(random.choice(years), 1, 1).toordinal() - hours.EPOCH + random.randrange(365)


def change_dates(zone, year, known={}):
    """Returns the dates of a year on which a zone's clocks change."""
    if (zone, year) not in known:
        rules, first = hours.Zone.named(zone), datetime.date(year, 1, 1).toordinal() - hours.EPOCH
        offsets = [rules.offset((first + n) * DAY, 0) for n in range(366)]
        known[zone, year] = [first + n for n in range(365) if offsets[n] != offsets[n + 1]]
    return known[zone, year]


def dates_near(random, middle):
    """Generates a few dates that all parts of a definition use, so that rules meet. Some dates are consecutive."""
    first = middle + random.randint(-8, 6)
    some = [middle + random.randint(-8, 8) for _ in range(3)]
    return [first, first + 1, first + random.choice([-1, 2, 3])] + some


def date(random, dates):
    """Returns one of the dates, or sometimes a date that does not exist."""
    text = hours.date_text(random.choice(dates))
    return text if random.random() > 0.04 else text[:6] + random.choice(["00", "30", "31", "32", "99"])


# Parts of a definition


def time(random, seconds, long=False):
    """Formats a wall time, given in seconds, in the grammar of definitions."""
    days, rest = divmod(seconds, DAY)
    if days == 1 and rest == 0 and not long and random.random() < 0.02:
        return "2400"
    signs = ["+" if days > 0 else "-"] * abs(days)
    if random.random() < 0.02:
        signs += ["+", "-"]
        random.shuffle(signs)
    text = "".join(signs) + f"{rest // HOUR:02}{rest % HOUR // MINUTE:02}"
    return text + f"{rest % MINUTE:02}" if long else text


def day(random, start, end):
    """Generates the definition of a day between `start` and `end`, in seconds."""
    groups = []
    if random.random() < 0.2:
        start += random.choice([0, -HOUR, HOUR, -6 * HOUR, 30 * MINUTE, -DAY])
        end = random.choice([start, start, end + HOUR, end - HOUR, end, start + DAY, end + DAY])
        groups.append(f"{random.choice('dD')}{time(random, start)}{time(random, end)}")
    if random.random() < 0.05:
        resets = [start, start, (start + end) // 2 // MINUTE * MINUTE, end - MINUTE]
        groups.append("rt" + time(random, random.choice(resets)))
    sessions = session_texts(random, start, max(start, end))
    random.shuffle(groups)
    return "".join(groups) + sessions if random.random() < 0.7 else sessions + "".join(groups)


def session_texts(random, start, end):
    """Generates sessions between `start` and `end`, in seconds. Some are adjacent or empty."""
    long = random.random() < 0.08
    grain = random.choice([1, 59, MINUTE]) if long else random.choice([MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR])
    count = random.choice([0, 1, 1, 1, 2, 2, 3, 4])
    points = sorted(max(start, random.randint(start, end) // grain * grain) for _ in range(2 * count))
    for index in range(2, 2 * count, 2):
        if random.random() < 0.4:
            points[index] = points[index - 1]
    if random.random() < 0.02:
        random.shuffle(points)
    text = ""
    for begin, close in zip(points[::2], points[1::2]):
        letter, slash = random.choice(["r", "r", "R", "p", "a", "P", "A", ""]), random.choice(["", "", "/"])
        text += letter + time(random, begin, long) + slash + time(random, close, long)
    return text


def day_list(random, dates, names):
    entries = []
    for _ in range(random.choice([0, 1, 1, 2, 3, 4])):
        entry = date(random, dates) if random.random() < 0.75 or not names else random.choice(names)
        if entries and random.random() < 0.2:
            entry = random.choice("--*") + random.choice([entry, entries[0].lstrip("-*")])
        entries.append(entry)
    if random.random() < 0.03:
        odd = ["", "", "20241301", "NOBODY", "2024010", "-" + date(random, dates), "-"]
        entries.insert(0, random.choice(odd))
    return ",".join(entries)


EARLY = ["ec:0100", "ec:0330", "ec:0000", "ec:0015", "ec:1200", "ec:2400"]
ODD_PARTS = ["Closed", "ec:9999", "ec:", "ec"]


def strategy(random, bounds):
    parts = []
    for _ in range(random.choice([1, 1, 1, 2, 2, 3])):
        usual = ["closed", "normal"] * 4 + EARLY * 2 + ["def:" + day(random, *bounds)] * 4
        parts.append(random.choice(usual + ["bogus", "", "def:", random.choice(ODD_PARTS)]))
    return ",".join(parts)


def rule(random, dates, lists, bounds):
    """Generates a `ds.` rule for one or two dates, or for the dates of a list."""
    if random.random() < 0.25:
        return date(random, dates) + "=" + day(random, *bounds)
    key = "ds." + date(random, dates)
    if random.random() < 0.25:
        kind = random.choice(["hd", "sd", "xd"])
        key = f"ds.{kind}.{random.choice(lists[kind] or ['NOBODY'])}"
    if random.random() < 0.1:
        key += "=ds." + date(random, dates)
    return key + "=" + strategy(random, bounds)


def special_date(random, dates, lists, bounds):
    """Generates a rule for a date that is also a holiday or a short day."""
    if random.random() < 0.5:
        key, words = "hd", ["normal", "normal,ec:0130", "normal,def:09001500", "closed", strategy(random, bounds)]
        parts = []
    else:
        key, words = "sd", ["ec:0000", "ec:0045", "ec:0130,closed", "def:r10001500,bogus", strategy(random, bounds)]
        parts = ["sds=ec0230"]
    if random.random() < 0.2:
        parts += [rule(random, dates[:1], lists, bounds), rule(random, dates[:1], lists, bounds)]
        random.shuffle(parts)
    entries = [date(random, dates[:1]), date(random, dates[:2]), day_list(random, dates, lists[key])]
    return parts + [f"ds.{date(random, dates[:1])}={random.choice(words)}", f"{key}={','.join(entries)}"]


# Definitions

SHORT_BY = ["ec0300", "ec0330", "ec0100", "ec0000", "ec0900", "ec2400", "ec0001", "", "late5"]
WRONG_SHORT_BY = ["ec", "0330", "ec-0330", "ec2500", "ec0360", "ecx", "ec03"]
JOINING = ["jntd0", "jntd1", "jntd1", "jntd2", "jntd3", "jntd3", "jntd5", "jntd9"]
WRONG_JOINING = ["jntd", "jntd20", "3", "jntdx"]
TRADING = ["", "7", "246", "123456", "1234567", "12345", "6 7", "x5,1", "89"]
UNKNOWN = ["", "bogus", "9=0900", "00=x", "20240001=", "ds.=closed", "ds.2024=closed", "ds.20241301=closed", "ds.xx.A=closed"]


def properties(random, dates, lists):
    """Generates the properties of a definition, as text."""

    def some(likely, key, make):
        if random.random() < likely:
            parts.append(f"{key}={make()}")

    end = random.choice(DAY_ENDS)
    bounds = (end - DAY, end)
    resets = [end - DAY + after for after in (0, 0, 0, HOUR, HOUR, 11 * HOUR, 11 * HOUR, 23 * HOUR, DAY)]
    parts = ["tz=" + random.choice(ZONES + FIXED_ZONES if random.random() > 0.01 else WRONG_ZONES)]
    some(1 if end != DAY else 0.2, "de", lambda: time(random, end, random.random() < 0.03))
    some(0.08, "name", lambda: random.choice(["A B", "X&Y", "Börse", "", "a.b-c"]))
    some(0.5, "hd", lambda: day_list(random, dates, lists["hd"]))
    some(0.35, "sd", lambda: day_list(random, dates, lists["sd"]))
    some(0.35, "sds", lambda: random.choice(SHORT_BY * 4 + [random.choice(WRONG_SHORT_BY)]))
    some(0.4, "hds", lambda: random.choice(JOINING * 4 + ["", "skip3", random.choice(WRONG_JOINING)]))
    some(0.3, "td", lambda: random.choice(TRADING))
    some(0.12, "rt", lambda: time(random, random.choice(resets)))
    some(0.98, "0", lambda: day(random, *bounds))
    for key in "12345678":
        some(0.06, key, lambda: day(random, *bounds) if random.random() < 0.9 else "")
    for _ in range(random.choice([0, 0, 0, 1, 1, 2, 3])):
        parts.append(rule(random, dates, lists, bounds))
    if random.random() < 0.3:
        parts += special_date(random, dates, lists, bounds)
    if random.random() < 0.3:
        random.shuffle(parts)
    if random.random() < 0.06:
        parts.insert(random.randrange(len(parts) + 1), random.choice(UNKNOWN))
    if random.random() < 0.05:
        parts.append(random.choice(parts))
    return ";".join(parts)


def lonely(random, middle):
    """Generates a definition with trading on only one day, which is near the limit of searches."""
    away = random.choice([-1, 1]) * random.randint(358, 374)
    return f"X(tz={random.choice(ZONES)};0=;ds.{hours.date_text(middle + away)}=def:09001000)"


def definition(random, middle, lists, venues):
    """Generates a definition with rules for dates near `middle`. Some definitions are damaged."""
    kind, dates = random.random(), dates_near(random, middle)
    if kind < 0.02:
        return lonely(random, middle)
    if kind < 0.35:
        own = rule(random, dates, lists, (0, DAY)) if random.random() < 0.3 else ""
        text = f"{random.choice(venues)}({own})"
    else:
        text = f"{random.choice(VENUES)}({properties(random, dates, lists)})"
    kind = random.random()
    if kind < 0.03:
        others = ["Y(tz=UTC;0=)", "Y()", "Y(", "Y Z()", "Y)", "(", ""]
        return text + random.choice([";", "; ", ""]) + random.choice(others)
    return mutated(random, text) if kind < 0.1 else text


WRITTEN = "0123456789+-/;=,*. prdaetcxX()"


def mutated(random, text):
    """Removes, replaces or adds a character, or reorders parts."""
    at, kind = random.randrange(len(text) + 1), random.random()
    if kind < 0.35:
        return text[:at] + text[at + 1 :]
    if kind < 0.7:
        return text[:at] + random.choice(WRITTEN) + text[at + 1 :]
    if kind < 0.9:
        return text[:at] + random.choice(WRITTEN) + text[at:]
    parts = text.split(random.choice(";,="))
    random.shuffle(parts)
    return random.choice(";,=").join(parts)


# Defaults files


def defaults_file(random, eras):
    """Generates a valid defaults file: its text, its lists by kind, and its venues, some of which are wrong."""
    lines, lists = ["# Random defaults", "date=20991231-000000+0000", ""], {"hd": [], "sd": [], "xd": []}
    venues = ["TV1", "TV2", "TV3", "TV4", "BIST", "TV_5"]
    for kind in lists:
        for name in ("ONE", "TWO", "US.X"):
            entries = [date(random, dates_near(random, random.choice(eras))) for _ in range(random.randint(0, 12))]
            if lists[kind] and random.random() < 0.5:
                entries.append(random.choice(["", "-", "*"]) + random.choice(lists[kind]))
            text = f"{kind}.{name}={','.join(entries)}"
            lists[kind].append(name)
            cut = random.randrange(len(text))
            lines.append(text if random.random() < 0.7 else text[:cut] + "\\\n" + text[cut:])
    for name in venues:
        venue = f"tv.{name}={properties(random, dates_near(random, random.choice(eras)), lists)}"
        known = "\n".join([*lines, venue])
        lines.append(venue)
        if random.random() < 0.6:
            for dates, seam in periods(random, eras):
                lines.append(f"tv.{name}@{dates}={changes(random, seam, lists, known, name)}")
    lines.insert(random.randrange(len(lines)), random.choice(["", "no equals sign", "#", "tv", "# hd.ONE=20240101"]))
    return "\n".join(lines) + random.choice(["\n", ""]), lists, venues


def periods(random, eras):
    """Generates periods of a venue as pairs: the text, and the last day (the first day if the period is open-ended).

    The periods end near the days `eras`. Some periods are adjacent, and a few are wrong."""
    found, first = [], None
    for last in sorted(middle + random.randint(-4, 4) for middle in eras):
        if first is not None and first > last:
            continue
        if random.random() < 0.8:
            bounds = ["" if first is None else hours.date_text(first), hours.date_text(last)]
            if random.random() < 0.005:
                bounds = random.choice([bounds[::-1], [bounds[0], "20240230"], ["2024", ""], bounds[:1], bounds * 2])
            found.append(("-".join(bounds), last))
        first = last + random.choice([1, 1, 1, 2, 4])
    if random.random() < 0.3:
        found.append((hours.date_text(first) + "-", first))
    random.shuffle(found)
    return found


def changes(random, seam, lists, defaults, venue):
    """Generates the properties of a period. Most of them are valid together with those of the venue.

    They are one of: a few properties, all properties of a definition, properties that switch off those of the venue, or
    holidays at the end of the period that are joined with the days after it."""
    for _ in range(8):
        dates = dates_near(random, seam)
        parts = properties(random, dates, lists).split(";")
        if random.random() < 0.7:
            parts = random.sample(parts, random.randint(0, min(4, len(parts))))
        if random.random() < 0.5:
            parts = [part for part in parts if not part.startswith("tz=")]
        for off in ("sds=", "hds=", "hd=", "5="):
            if random.random() < 0.05:
                parts.append(off)
        if random.random() < 0.7:
            closed = random.sample(range(seam - 3, seam + 4), random.randint(1, 4))
            parts += [f"hds={random.choice(JOINING)}", f"hd={','.join(map(hours.date_text, closed))}"]
        text = ";".join(parts)
        if venue not in Defaults(f"{defaults}\ntv.{venue}@-={text}").wrong or random.random() < 0.02:
            break
    return text


def wrong_defaults_file(random, text):
    """Generates a defaults file that must be refused as a whole: a name is repeated, or a list is wrong."""
    wrong = ["tv.TV1=tz=UTC", "tv.TV1@-=\ntv.TV1@-=", "hd.ONE=", "xd.TWO=20240101", "hd.NEW=NOBODY", "sd.NEW=2024", "xd.NEW=20241301"]
    return text.rstrip("\n") + "\n" + random.choice(wrong) + "\n"

"""Random trading hours: definitions, defaults files, days and queries.

A case is one of
- (text, first date, last date): the days between two dates;
- (text, operation, argument[, filter]): a query;
- ("defaults", text): whether a defaults file is read or refused.

Cases that trading-hours.md does not define are not generated, or not compared (`Open` in the naive implementations):
- `2400` with signs or seconds, `ec:` and `sds=ec` with seconds or signs, strategies in upper case;
- a comma in `YYYYMMDD=`, several `d` or `rt` groups in one day;
- zones in another case, offsets of more than 14 hours, dates that a zone skips entirely;
- more than one space after the `;` between definitions;
- venues of the defaults without a zone, other keys than those of section 7;
- which of several sessions that contain an instant is returned;
- the previous and next session of an instant that no session contains.
"""

import functools
import os
import tempfile

from cases.hours_texts import DAY, defaults_file, definition, era, wrong_defaults_file
from cases.runs import answer_lines, parts_left_out, shorter_texts
from naive import answers, hours
from naive.schedule import Defaults, Schedule

NAME = "definitions"
BATCH = 600
TRIVIAL = ("X(tz=UTC;0=)", "20240101", "20240101")


def asks_days(case):
    return len(case) == 3 and len(case[1]) == 8


# Making cases


def batch(random, count):
    """Generates (context, cases). The context is the text of the defaults file that all cases share."""
    eras = [era(random) for _ in range(8)]
    text, lists, venues = defaults_file(random, eras)
    known = Defaults(text)
    cases = [("defaults", text)] + [("defaults", wrong_defaults_file(random, text))] * random.randint(0, 1)
    while len(cases) < count:
        middle = random.choice(eras)
        asked = definition(random, middle, lists, venues)
        first = middle - random.randint(0, 8)
        cases.append((asked, hours.date_text(first), hours.date_text(first + random.randint(0, 14))))
        try:
            schedule = Schedule(asked, known)
            for _ in range(random.choice([0, 1, 2, 3])):
                cases.append((asked, *question(random, schedule, middle, far="0=;" in asked)))
        except (hours.Invalid, hours.Open):
            if random.random() < 0.1:
                cases.append((asked, "day", "0"))
    return text, cases[:count]


def question(random, schedule, middle, far):
    """Generates a query about dates near `middle`. If `far`, most queries search for trading, because nearby days may
    have none."""
    operation = random.choice(["session", "session", "day", "nearest", "next", "prev", "nextday", "prevday"])
    near = middle + random.randint(-9, 9)
    far = far and random.random() < 0.8
    if operation in ("nextday", "prevday"):
        return operation, hours.date_text(near), "TRADING" if far else random.choice(list(answers.DAY_FILTERS))
    _, start, end = random.choice(schedule.day(near).sessions)
    moments = [start, start - 1, end, end - 1, (start + end) // 2, start + random.randint(-DAY, DAY)]
    moment = str(random.choice(moments))
    if operation in ("session", "day"):
        return operation, moment
    return operation, moment, "REGULAR" if far else random.choice(list(answers.SESSION_FILTERS))


# Answers


@functools.lru_cache(maxsize=1)
def read_context(text):
    """Returns the defaults that a context contains, and an empty cache for schedules made with them."""
    return Defaults(text), {}


def expected(context, case):
    """Returns the right answer, or None if the specification does not define it."""
    try:
        if case[0] == "defaults":
            Defaults(case[1])
            return "read"
        known, made = read_context(context)
        if asks_days(case):
            return "\n".join(answers.answer_days(*case, known))
        text, operation, argument, accepted = (*case, None)[:4]
        answer = answers.answer_query(text, operation, argument, accepted, known, made)
        if answer == "none" and operation in ("next", "prev", "nearest"):
            held = answers.answer_query(text, "session", argument, None, known, made)
            return None if held == "none" else answer
        return answer
    except hours.Invalid:
        return "refused"
    except hours.Open:
        return None


def accepts(context, case, answer):
    """Returns False: no answer other than the expected one is right."""
    return False


def actual(ipf, context, cases):
    """Returns the command's answers. If it refuses the defaults file `context`, the answers to queries that need the
    file are None."""
    found = [None] * len(cases)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "defaults.properties")

        def ask(command, indexes, mark=""):
            lines = ["\t".join(cases[index]) for index in indexes]
            batch = [ipf, "schedule", command, "--batch", "-", "--defaults", path]
            for index, answer in zip(indexes, answer_lines(batch, lines, mark) if lines else []):
                found[index] = answer

        for index, case in enumerate(cases):
            if case[0] == "defaults":
                found[index] = whether_read(ipf, path, case[1])
                if case[1] == context and found[index] != "read":
                    return found
        with open(path, "w", encoding="utf-8") as file:
            file.write(context)
        ask("days", [index for index, case in enumerate(cases) if asks_days(case)], "@\t")
        questions = [index for index, case in enumerate(cases) if not asks_days(case) and case[0] != "defaults"]
        ask("query", questions)
    return found


def whether_read(ipf, path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    batch = [ipf, "schedule", "days", "--batch", "-", "--defaults", path]
    return "refused" if answer_lines(batch, ["\t".join(TRIVIAL)], "@\t")[0].startswith("exit code 3") else "read"


# Reports


def smaller(context, case):
    """Generates simpler variants of a case, whose answers may differ, too."""
    if case[0] == "defaults":
        return [("defaults", text) for text in parts_left_out(case[1], "\n;")]
    found = []
    if asks_days(case):
        first, last = hours.date_number(case[1]), hours.date_number(case[2])
        middle = (first + last) // 2
        spans = [(first, middle), (middle + 1, last), (first + 1, last), (first, last - 1)] if first < last else []
        found = [(case[0], hours.date_text(low), hours.date_text(high)) for low, high in spans if low <= high]
    return found + [(text, *case[1:]) for text in shorter_texts(case[0], ";,")]


def shown(context, case):
    """Formats a case with the lines of the defaults file that it uses."""
    if case[0] == "defaults":
        return "a defaults file:\n" + case[1].rstrip("\n")
    lines = context.replace("\\\n", "").split("\n")
    names = [key for line in lines for key in [line.split("=")[0]] if key[:3] in ("hd.", "sd.", "xd.", "tv.")]
    used = [key for key in names if key.startswith("tv.") and case[0].startswith(key[3:].split("@")[0] + "(")]
    if used or any(key[3:] in case[0] for key in names):
        used += [key for key in names if not key.startswith("tv.")]
    return "\t".join(case) + "".join("\n    with " + line for line in lines if line.split("=")[0] in used)

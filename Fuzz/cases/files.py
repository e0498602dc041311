"""Random files of instrument profiles: a case is the bytes of one file.

One process of ipf reads many files. For each file, `ipf verify` reports the first wrong record, and whether the file is
complete. Then the valid beginnings of all files are joined into one file. A profile before each beginning identifies
it. `ipf dump` prints the profiles of the joined file. It also reads some files separately, because some results, such
as the byte offset of an error, need a whole file.

Cases that ipf-format.md does not define are not compared: whole numbers of 2^53 and more, numbers beyond the largest
double, the year 0, and whether the first record starts before or after a byte order mark.
"""

import json
import os
import re
import tempfile

from cases.runs import failure, run
from naive import files

NAME = "files"
BATCH = 500
ALONE = 2
DIVIDER = b"=NEXT="

TYPES = ["STOCK", "FUTURE", "OPTION", "REMOVED", "CRYPTO", "", "X Y", "A,B", 'Q"Q', "ÄÖ", "::=TYPE", "##COMPLETE "]
HIDDEN = ["#", "#X", "##"]
FORBIDDEN = ["##", "##COMPLETE", "#A::=TYPE", "#::=TYPE"]
TEXTS = ["DESCRIPTION", "LOCAL_SYMBOL", "CURRENCY", "EXCHANGES", "CFI", "ISIN", "MMY", "PRODUCT"]
TEXTS += ["PRICE_INCREMENTS", "TRADING_HOURS"]
CUSTOM = ["MY_FIELD", "A", "strike", "SUBTYPES", "Größe", "X,Y", "TRADING_HOURS_NOTE"]
NUMBER_TEXTS = """
0 0.0 -0 +0 0e5 1 -1 +3 .5 5. 9535.0 22.5 33.2 1e3 1E-3 1e+2 -5.25 0.000000125 123456789012 0.1 1e22 1e21 1e-7 007 00.50
2.50 4.35 0.30000000000000004 123456789.123456789 12345678901234567890 1.7976931348623157e308 5e-324 1e-400 0.1e1 1e0
2.2250738585072014e-308 9007199254740991 9007199254740993 -.5e-2 179769313486231570000 8.5e15 1.005 10000000000000000.5
""".split()
WHOLE_TEXTS = """
0 1 9535 7371 9535.0 -5.7 0.9 1e3 2147483647 2147483648 4294967296 +12 12. .9 -0.0 1.5e3 9007199254740991
""".split()
WRONG_NUMBERS = "twelve - + . e5 1e 1e+ 1,5 0x10 1_000 --1 1.2.3 NaN Infinity 1d １２ 1'0".split() + [" 5", "5 "]
DATE_TEXTS = """
1970-01-01 1970-01-02 1969-12-31 2026-12-18 2024-02-29 2000-02-29 0001-01-01 9999-12-31 1600-02-29 2400-02-29
""".split()
WRONG_DATES = """
soon 2024-1-5 2024-02-30 2023-02-29 1900-02-29 2100-02-29 2024-13-01 2024-00-10 2024-01-00 2024-01-32 20240105
2024/01/05 -024-01-01 12024-01-01 2024-01-1 ２０２４-01-05 2024-01-05T00 24-01-05
""".split() + ["2024-01-05 ", " 2024-01-05"]
WORDS = ["IBM", "THYAO:TR", "/ESZ26:XCME", " lead and trail ", "Türk", "トヨタ", "🚀", "a\tb", "\u2028"]
WORDS += ["\x00", "\x7f"]
WORDS += ["\ufeff", "0.01 3; 0.05", "X(tz=UTC;0=09001800)", "=", "#", "##", "##COMPLETE", "TYPE", "'", "\\", "\\n"]
WORDS += ["\x1b[31m", "A;B", "\U0010ffff", "\ud7ff", "é\u0301"]
QUOTED_ONLY = [",", "\n", "\r", "\r\n", '"', '""', ",\n", "\n\n", "\n\r", '\n"', "line 1\nline 2"]
INVALID = [b"\xff", b"\xfe", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xc0\x80", b"\xe0\x80\xaf", b"\xf0\x9f\x9a"]
INVALID += [b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80"]
PIECES = [b'"', b'""', b",", b"\n", b"\r", b"\r\n", b"#", b" ", b"\xef\xbb\xbf", b"0", b"::=TYPE"]
LINE_ENDS = [["\n"], ["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"], ["\n", "\n\n", "\n\r", "\r\r\n"]]
COMMANDS = ["", '""', "##", "##COMPLETE", "##COMPLETE,x", '##,"y\n"', '"##COMPLETE"', "##complete", "# comment", "#"]
COMMANDS += ["#X::=TYP", "#,A", '# a,"b\nc",d', "##COMPLETE ", "#STOCK::=TYPE ", "### "]


# Making files


def text(random):
    """Generates a text, usually short."""
    kind = random.random()
    if kind < 0.15:
        return ""
    if kind < 0.151:
        return random.choice(WORDS) * random.choice([100, 1000, 10000])
    count = random.choice([1, 1, 1, 2, 3])
    return "".join(random.choice(WORDS if random.random() < 0.85 else QUOTED_ONLY) for _ in range(count))


def value(random, column):
    wrong = random.random() < 0.004
    if column in files.NUMBERS + files.WHOLE_NUMBERS:
        if random.random() < 0.2:
            return ""
        if wrong:
            return random.choice(WRONG_NUMBERS)
        if column in files.WHOLE_NUMBERS:
            return random.choice(WHOLE_TEXTS) if random.random() < 0.7 else str(random.randint(-99999, 99999))
        return random.choice(NUMBER_TEXTS) if random.random() < 0.5 else number(random)
    if column in files.DATES:
        if random.random() < 0.2:
            return ""
        if wrong:
            return random.choice(WRONG_DATES)
        if random.random() < 0.4:
            return random.choice(DATE_TEXTS)
        return f"{random.randint(1, 9999):04}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
    return text(random)


def number(random):
    digits, exponent = random.uniform(1, 10), random.randint(-320, 300)
    texts = [repr(random.uniform(-1000, 1000)), str(random.randint(-(10**9), 10**9)), f"{random.random():.17e}"]
    texts += [f"{digits * 10:.{random.randint(0, 12)}f}", f"{digits:.{random.randint(0, 17)}e}"]
    return random.choice(texts + [f"{digits:.{random.randint(0, 20)}f}e{exponent}"])


def field(random, content):
    """Formats a field: quoted if necessary, and sometimes even if not."""
    if any(mark in content for mark in ',"\r\n') or random.random() < 0.08:
        content = '"' + content.replace('"', '""') + '"'
    return content


def record(random, fields):
    return ",".join(field(random, content) for content in fields)


def columns(random):
    names = (["SYMBOL"] if random.random() < 0.95 else []) + random.sample(TEXTS, random.randint(0, 3))
    names += random.sample(files.NUMBERS + files.WHOLE_NUMBERS + files.DATES, random.randint(0, 4))
    names += random.sample(CUSTOM, random.choice([0, 0, 1, 2]))
    if random.random() < 0.1:
        names += random.choices(names + ["TYPE"], k=random.randint(1, 2))
    if random.random() < 0.1:
        random.shuffle(names)
    return names


def file(random):
    """Generates the bytes of a file."""
    formats, lines = {}, []
    for _ in range(random.choice([0, 1, 2, 3, 5, 8, 12])):
        kind = random.random()
        if kind < 0.2 or not formats:
            kind = random.random()
            name = random.choice(TYPES if kind < 0.97 else HIDDEN if kind < 0.99 else FORBIDDEN)
            formats[name] = columns(random)
            lines.append(record(random, [f"#{name}::=TYPE", *formats[name]]))
        elif kind < 0.3:
            lines.append(random.choice(COMMANDS))
        else:
            name = random.choice(list(formats))
            fields = [name] + [value(random, column) for column in formats[name]]
            if random.random() < 0.004:
                fields = random.choice([fields[:-1] or [""], fields + [""], ["BOND"] + fields[1:]])
            lines.append(record(random, fields))
    if random.random() < 0.6:
        lines.append("##COMPLETE")
    ends = random.choice(LINE_ENDS)
    data = "".join(line + random.choice(ends) for line in lines).encode("utf-8")
    if random.random() < 0.3:
        data = data.rstrip(b"\r\n")
    if random.random() < 0.05:
        data = b"\xef\xbb\xbf" + data
    return mutated(random, data) if random.random() < 0.15 else data


def mutated(random, data):
    """Removes, inserts or replaces bytes."""
    at = random.randrange(len(data) + 1)
    kind = random.random()
    if kind < 0.4:
        return data[:at] + data[at + random.choice([1, 1, 2, 5]) :]
    piece = random.choice(PIECES + INVALID)
    return data[:at] + piece + data[at + random.choice([0, 0, 1]) :]


def batch(random, count):
    return None, [file(random) for _ in range(count)]


# Answers: a line for each profile, then a line with the result of the file


def answer(profiles, end):
    return "\n".join([json.dumps(profile, sort_keys=True, ensure_ascii=False) for profile in profiles] + [end])


def expected(context, case):
    """Returns the right answer, or None if the specification does not define it."""
    try:
        reading = files.read(case)
    except files.Open:
        return None
    if reading.error:
        end = f"line {reading.error[0]}"
    else:
        end = "complete" if reading.complete else "not complete"
    return answer([profile for _, profile in reading.profiles], end)


def accepts(context, case, answer):
    return False


def actual(ipf, context, cases):
    readings = []
    for case in cases:
        try:
            readings.append(files.read(case))
        except files.Open:
            readings.append(None)
    ends = verified(ipf, cases)
    known = [index for index, reading in enumerate(readings) if reading]
    prefixes = {index: before_error(cases[index], readings[index], ends[index]) for index in known}
    profiles = dumped_together(ipf, {index: prefix for index, prefix in prefixes.items() if prefix is not None})
    answers = [None] * len(cases)
    for index in known:
        found = profiles.get(index, [])
        answers[index] = found if isinstance(found, str) else answer(found, ends[index])
    for index in worth_reading_alone(cases, readings, known):
        alone = dumped_alone(ipf, cases[index], readings[index])
        if alone != answers[index]:
            answers[index] = f"{alone}\nread alone, but with others:\n{answers[index]}"
    return answers


def worth_reading_alone(cases, readings, known):
    """Selects the files to read separately: some with a byte order mark, some with an error, and some others."""
    marked = [index for index in known if cases[index].startswith(b"\xef\xbb\xbf")]
    wrong = [index for index in known if readings[index].error]
    return {*marked[:ALONE], *wrong[:ALONE], *known[:ALONE]}


def before_error(case, reading, end):
    """Returns the part of a file before its first error, or None if ipf reports a different result."""
    if reading.error is None:
        part = case if end in ("complete", "not complete") else None
    else:
        part = case[: reading.error[1]] if end == f"line {reading.error[0]}" else None
    return part.removeprefix(b"\xef\xbb\xbf") if part is not None else None


def verified(ipf, cases):
    """Returns the result of `ipf verify` for each file: "line N" of the first wrong record, "complete" or "not
    complete"."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{index}.ipf") for index in range(len(cases))]
        for path, case in zip(paths, cases):
            with open(path, "wb") as file:
                file.write(case)
        code, output, errors = run([ipf, "verify", "--limit", "0", *paths])
        if code > 1:
            return [failure(code, errors)] * len(cases)
        ends = ["complete"] * len(cases)
        finding = rb"^" + re.escape(folder.encode()) + rb"/(\d+)\.ipf:(?:(\d+): syntax| incomplete):"
        for number, line in re.findall(finding, output, re.MULTILINE):
            index = int(number)
            if not ends[index].startswith("line"):
                ends[index] = f"line {int(line)}" if line else "not complete"
        return ends


def dumped_together(ipf, parts):
    """Returns the profiles of each part by the part's number; if the command fails, its message."""
    data = b"#" + DIVIDER + b"::=TYPE,SYMBOL\n"
    for index, part in parts.items():
        data += DIVIDER + b",%d\n" % index + part + b"\n"
    code, output, errors = dump(ipf, data)
    if code != 0:
        if len(parts) == 1:
            return {index: failure(code, errors) for index in parts}
        items = list(parts.items())
        half = len(items) // 2
        return dumped_together(ipf, dict(items[:half])) | dumped_together(ipf, dict(items[half:]))
    found, current = {}, None
    for profile in map(json.loads, output.split(b"\n")[:-1]):
        if profile.get("TYPE") == DIVIDER.decode():
            current = found[int(profile["SYMBOL"])] = []
        else:
            current.append(profile)
    return found


def dumped_alone(ipf, case, reading):
    code, output, errors = dump(ipf, case)
    profiles = [json.loads(line) for line in output.split(b"\n")[:-1]]
    if code == 0:
        return answer(profiles, "not complete" if b"no ##COMPLETE" in errors else "complete")
    place = re.search(rb"line (\d+), column \d+ \(record at byte (\d+)\)", errors)
    if code != 3 or not place:
        return answer(profiles, failure(code, errors))
    line, byte = int(place[1]), int(place[2])
    if not reading.error or byte == reading.error[1] or (byte == 0 and reading.error[1] == 3):
        return answer(profiles, f"line {line}")
    return answer(profiles, f"line {line} at byte {byte} for {reading.error[1]}")


def dump(ipf, data):
    with tempfile.NamedTemporaryFile(suffix=".ipf") as file:
        file.write(data)
        file.flush()
        return run([ipf, "dump", file.name, "--format", "jsonl"])


def smaller(context, case):
    """Generates simpler files, the simplest first."""
    lines = case.splitlines(keepends=True)
    found = [b"".join(lines[:at] + lines[at + 1 :]) for at in range(len(lines))]
    for length in (64, 8, 1):
        if len(case) < 64 * length:
            found += [case[:at] + case[at + length :] for at in range(0, len(case) - length + 1, max(1, length // 2))]
    return list(dict.fromkeys(found))


def shown(context, case):
    return repr(case)

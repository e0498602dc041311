"""Compares the naive implementations with the recorded tables, which shows that they match the specification."""

import glob
import json
import os

from cases.prices import numbers_text
from naive import answers, files, prices
from naive.schedule import Defaults


def disagreements(folder):
    """Returns the number of compared answers, and a line for each difference."""
    checks = [*days(folder), *queries(folder), *steps(folder), *profiles(folder)]
    wrong = [f"{asked}: the table has {recorded!r}, the naive reading {read!r}" for asked, recorded, read in checks
             if recorded != read]
    return len(checks), wrong


def lines_of(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def defaults(*path):
    return Defaults("\n".join(lines_of(*path)))


def days(folder):
    vendor = os.path.join(folder, "../data/dxfeed-schedule.properties")
    for name, known in (("days", defaults(folder, "schedule/defaults.properties")), ("vendor-venues", defaults(vendor))):
        asked = None
        for line in lines_of(folder, f"schedule/{name}.tsv") + ["@\t"]:
            if line.startswith("@\t"):
                if asked:
                    yield asked, recorded, answers.answer_days(*asked, known)
                asked, recorded = line.split("\t")[1:], []
            elif asked:
                recorded.append(line)


def queries(folder):
    known = defaults(folder, "schedule/defaults.properties")
    for line in lines_of(folder, "schedule/queries.tsv"):
        *asked, recorded = line.split("\t")
        yield asked, recorded, answers.answer_query(*(asked + [None])[:4], known)


def steps(folder):
    for line in lines_of(folder, "price/price.tsv"):
        *asked, recorded = line.split("\t")
        numbers = prices.answer(asked)
        if recorded != "!":
            recorded = numbers_text(float(number) for number in recorded.split(" "))
        yield asked, recorded, "!" if numbers is None else numbers_text(numbers)


def profiles(folder):
    for path in sorted(glob.glob(os.path.join(folder, "ipf/*.ipf"))):
        with open(path, "rb") as file:
            reading = files.read(file.read())
        stem = path.removesuffix(".ipf")
        if os.path.exists(stem + ".error"):
            recorded = lines_of(stem + ".error")[0]
            yield path, recorded, f"line {reading.error[0]}" if reading.error else "no error"
        else:
            recorded = [json.loads(line) for line in lines_of(stem + ".jsonl")]
            yield path, recorded, [profile for _, profile in reading.profiles]

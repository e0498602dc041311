"""The results of `make bench`: JSON files in Benchmarks/Results, whose README describes their contents."""
import datetime
import json
import os
import platform
import re
import subprocess

import figures

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Results")
FORMAT = 1
# Above this load, other processes affect the figures.
QUIET_LOAD = 0.5


class ResultError(Exception):
    """A result can't be found or read. The message has advice."""


class Result(dict):
    """The contents of a result file."""

    def figures(self):
        """Returns the figures by key, in the order of the report."""
        return {figures.key(one): one for table in self["tables"] for one in table["figures"]}

    def lines(self):
        """Returns the reported lines of the figures."""
        for table in self["tables"]:
            yield {"table": table["table"]}
            yield from table["figures"]


# Where it was measured
# -----------------------------------------------------------------------------------------------------

def machine():
    cpu, memory = platform.processor() or platform.machine(), 0
    try:
        with open("/proc/cpuinfo") as cpus, open("/proc/meminfo") as sizes:
            cpu = re.search(r"^model name\s*:\s*(.*)", cpus.read(), re.M)[1]
            memory = int(re.search(r"^MemTotal:\s*(\d+)", sizes.read(), re.M)[1]) * 1024
    except (OSError, TypeError):
        pass
    return {"cpu": cpu, "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
            "memoryBytes": memory, "kernel": f"{platform.system()} {platform.release()}"}


def git(*arguments):
    run = subprocess.run(["git", "-C", FOLDER + "/..", *arguments], capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def commit():
    """Returns the measured commit, and whether the files are unmodified."""
    found = git("rev-parse", "HEAD")
    return {"hash": found, "isClean": found is not None and git("status", "--porcelain", "--untracked-files=no") == ""}


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


# Files
# ---------------------------------------------------------------------------------------------------------------------

def name(result):
    """Returns a name such as `a05fa8f-20261122T194500Z`: commit and time, with `+` if the working tree was modified,
    and the kind if it is not `bench`."""
    one = result["commit"]
    state = (one["hash"] or "none")[:7] + ("" if one["isClean"] else "+")
    kind = "" if result["kind"] == "bench" else f"-{result['kind']}"
    return f"{state}-{re.sub('[-:]', '', result['date'])}{kind}"


def write(result):
    """Writes a result to its file atomically. Returns the path."""
    os.makedirs(FOLDER, exist_ok=True)
    path = os.path.join(FOLDER, name(result) + ".json")
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        json.dump(result, file, ensure_ascii=False, indent=1)
        file.write("\n")
    os.replace(path + ".tmp", path)
    return path


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise ResultError(f"{path} is not a result: expected JSON as `make bench` writes it ({error})") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ResultError(f"{path} is not a result of format {FORMAT}: measure that commit again with `make bench`")
    return Result(content)


def names():
    return sorted(one for one in os.listdir(FOLDER) if one.endswith(".json")) if os.path.isdir(FOLDER) else []


def find(text, kind="bench"):
    """Returns the result file that a path or a commit denotes. For a commit, this is the newest result of an unmodified
    working tree, or else the newest result."""
    if os.path.exists(text):
        return text
    if text.endswith(".json") or "/" in text and git("rev-parse", "--verify", "--quiet", text + "^{commit}") is None:
        raise ResultError(f"{text}: no such file")
    found = git("rev-parse", "--verify", "--quiet", text + "^{commit}")
    if found is None:
        raise ResultError(f"{text} is neither a file nor a commit; {kept()}")
    suffix = ".json" if kind == "bench" else f"-{kind}.json"
    pattern = re.compile(re.escape(found[:7]) + r"\+?-\d{8}T\d{6}Z" + re.escape(suffix))
    of_commit = [one for one in names() if pattern.fullmatch(one)]
    if not of_commit:
        raise ResultError(f"{text}: there is no result of commit {found[:7]}; {kept()}")
    return os.path.join(FOLDER, max(of_commit, key=lambda one: ("+" not in one, one.split("-")[1])))


def kept():
    """Lists the existing results, for an error about a missing one."""
    found = ", ".join(names())
    return f"{os.path.relpath(FOLDER)} has {found}" if found else f"{os.path.relpath(FOLDER)} has none: `make bench` makes one"


# As text
# -------------------------------------------------------------------------------------------------------------------

def machine_text(one):
    return f"{one['cpu']}, {one['cores']} cores, {one['memoryBytes'] / 2**30:.0f} GiB, {one['kernel']}"


def about(result):
    """Formats the machine, commit and date of a result."""
    one = result["commit"]
    state = f"commit {one['hash'][:7]}" if one["hash"] else "no commit"
    lines = [
        machine_text(result["machine"]),
        f"{state}{'' if one['isClean'] else ', with changes'}, {result['date']}, {result['inflater']} inflates",
    ]
    if result["loadBefore"] > QUIET_LOAD:
        lines.append(
            f"The load was {result['loadBefore']:.2f} before: others used this machine, and the figures are of a busy one.")
    return "\n".join(lines)

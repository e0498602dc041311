"""Reads instrument profiles by the definition of ipf-format.md, one byte at a time."""

import datetime
import decimal
import math
import re

NUMBERS = ("MULTIPLIER", "SPC", "STRIKE")
WHOLE_NUMBERS = ("ICB", "SIC")
DATES = ("EXPIRATION", "LAST_TRADE")


class Wrong(Exception):
    """A record is wrong. The message gives the reason."""


class Open(Exception):
    """The specification does not define the answer."""


class Reading:
    """The result of reading a file: profiles as (line, {name: text}), whether it was complete, and the first error."""

    def __init__(self):
        self.profiles = []
        self.complete = False
        self.error = None  # (line, byte offset, reason) of the wrong record


def records(data):
    """Section 1: yields (line, offset, fields or error) for each record, and stops after a wrong record."""
    at, line = (3 if data.startswith(b"\xef\xbb\xbf") else 0), 1
    while at < len(data):
        begin, first, fields = at, line, []
        try:
            while True:
                field, at, lines = read_field(data, at)
                fields.append(field)
                line += lines
                if data[at : at + 1] != b",":
                    break
                at += 1
            fields = [field.decode("utf-8") for field in fields]
        except (Wrong, UnicodeDecodeError) as error:
            yield first, begin, Wrong(str(error))
            return
        if at < len(data):
            at += 2 if data[at : at + 2] == b"\r\n" else 1
            line += 1
        yield first, begin, fields


def read_field(data, at):
    """Section 1: returns (bytes of the field, its end, line ends in it)."""
    if data[at : at + 1] != b'"':
        end = at
        while end < len(data) and data[end] not in b",\r\n":
            if data[end] == ord('"'):
                raise Wrong("a quote inside an unquoted field")
            end += 1
        return data[at:end], end, 0
    field, at = bytearray(), at + 1
    while True:
        if at == len(data):
            raise Wrong("a quote that is never closed")
        if data[at] != ord('"'):
            field.append(data[at])
            at += 1
        elif data[at + 1 : at + 2] == b'"':
            field.append(data[at])
            at += 2
        else:
            break
    at += 1
    if at < len(data) and data[at] not in b",\r\n":
        raise Wrong("text after a closing quote")
    return bytes(field), at, len(re.findall(rb"\r\n|\r|\n", bytes(field)))


def read(data):
    """Section 1: reads the file up to the first wrong record."""
    result, formats = Reading(), {}
    for line, offset, fields in records(data):
        try:
            if isinstance(fields, Wrong):
                raise fields
            head = fields[0]
            if fields == [""]:
                continue
            if head.startswith("#"):
                if head == "##COMPLETE":
                    result.complete = True
                elif head.endswith("::=TYPE"):
                    formats[defined_type(head)] = ["TYPE"] + fields[1:]
            elif head not in formats:
                raise Wrong(f"undefined format {head!r}")
            else:
                result.profiles.append((line, profile(formats[head], fields)))
        except Wrong as error:
            result.error = (line, offset, str(error))
            break
    return result


def defined_type(head):
    """Section 1: returns the type T that a format line `#T::=TYPE,…` defines."""
    name = head[1 : -len("::=TYPE")]
    if name in ("##", "##COMPLETE") or (name.startswith("#") and name.endswith("::=TYPE")):
        raise Wrong(f"a forbidden type {name!r}")
    return name


def profile(columns, fields):
    """Sections 1 and 2: returns the fields that are set, in normal form."""
    if len(columns) != len(fields):
        raise Wrong(f"found {len(fields)} fields, expected {len(columns)}")
    result = {}
    for name, text in zip(columns, fields):
        if not text:
            continue
        value = normal(name, text)
        result.pop(name, None)
        if value:
            result[name] = value
    return result


def normal(name, text):
    """Section 2: returns a value in normal form, or an empty text if the value means "not set"."""
    if name in DATES:
        return date(text)
    if name in NUMBERS:
        return written(number(text))
    if name in WHOLE_NUMBERS:
        value = int(number(text))
        if abs(value) >= 2**53:
            raise Open("how large a whole number may be")
        return written(float(value))
    return text


def number(text):
    if not re.fullmatch(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", text, re.ASCII):
        raise Wrong(f"bad number {text!r}")
    value = float(text)
    if math.isinf(value):
        raise Open("a number beyond the largest double")
    return value


def written(value):
    """Formats whole numbers without a point, and others as the shortest plain decimal that reads back as the same
    number."""
    if value == 0:
        return ""
    text = format(decimal.Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def date(text):
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise Wrong(f"bad date {text!r}")
    if text.startswith("0000"):
        raise Open("whether there was a year 0")
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        raise Wrong(f"not a date of the calendar: {text!r}") from None
    return "" if text == "1970-01-01" else text

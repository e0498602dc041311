"""Errors and warnings. Each class of errors extends :class:`Error` and a built-in exception such as ``KeyError``."""

from __future__ import annotations


class Error(Exception):
    """Any error of the library. Its text says what was found, where, and what to do."""


class InvalidArgument(Error, ValueError):
    """The value of an argument is invalid."""


class NotFound(Error, KeyError):
    """There is no object with the given name.

    ``near`` contains similar names, nearest first.
    """

    def __init__(self, text: str, near: tuple[str, ...] = ()):
        super().__init__(text)
        self.near = near

    def __str__(self) -> str:
        # KeyError would show the text in quotes.
        return str(self.args[0])


class UnknownField(Error, AttributeError, KeyError):
    """A field name is neither standard nor used by some instrument."""

    def __str__(self) -> str:
        # See `NotFound`.
        return str(self.args[0])


class InvalidRules(Error, ValueError):
    """Trading hours or price increments can't be read. The text shows the position."""


class OutOfRange(Error, ValueError):
    """A day or time is out of range.

    The range is 0001-01-02 to 9999-12-30 for schedules, the days from start to end for calendars, and the history for
    catalogs. Strict schedules and calendars also raise this error for days whose holidays are unknown.
    """


class FileError(Error, OSError):
    """The system reported an error: no such file, no permission, disk full."""


class NotACatalog(Error, ValueError):
    """A file is not a catalog, or it has a later version of the format."""


class Damaged(Error, ValueError):
    """The bytes of a catalog differ from those that were written."""


class InUse(Error, RuntimeError):
    """Another program is updating the catalog, such as ``ipf serve``."""


class Refused(Error, RuntimeError):
    """An import would have removed too many instruments. The catalog is unchanged."""


class SourceError(Error, RuntimeError):
    """A source can't be reached, or a source or one of its records can't be read."""


class Cancelled(Error, RuntimeError):
    """An import was canceled. The catalog is unchanged."""


class CoverageWarning(UserWarning):
    """A result depends on days that the holiday lists do not cover, so their holidays are unknown."""


class MissWarning(UserWarning):
    """No instrument has the value of a filter, usually because of a typo."""


class RejectedWarning(UserWarning):
    """An import skipped records that can't be read."""


BY_CODE = {
    1: InvalidArgument,
    2: InvalidArgument,
    3: NotFound,
    4: UnknownField,
    5: InvalidRules,
    6: OutOfRange,
    7: FileError,
    8: NotACatalog,
    9: Damaged,
    10: InUse,
    11: Refused,
    12: InvalidArgument,
    13: SourceError,
    14: Cancelled,
    15: Error,
}

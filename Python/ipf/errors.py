"""What can go wrong. Every exception of this package is an :class:`Error`; each is also the built-in exception that fits."""

from __future__ import annotations


class Error(Exception):
    """Any fault of the library; its text says what was found, where, and how to go on."""


class InvalidArgument(Error, ValueError):
    """A value that a function doesn't take."""


class NotFound(Error, KeyError):
    """Nothing has that name.

    ``near`` has what may have been meant, nearest first.
    """

    def __init__(self, text: str, near: tuple[str, ...] = ()):
        super().__init__(text)
        self.near = near

    def __str__(self) -> str:
        # KeyError would show its text in quotes.
        return str(self.args[0])


class UnknownField(Error, AttributeError, KeyError):
    """A field that is neither standard nor one that some instrument has."""

    def __str__(self) -> str:
        # As above.
        return str(self.args[0])


class InvalidRules(Error, ValueError):
    """Trading hours or price increments that can't be read; the text shows where."""


class OutOfRange(Error, ValueError):
    """A day or time that schedules give no answers for: outside 0001-01-02 to 9999-12-30."""


class FileError(Error, OSError):
    """The system refused: no such file, no permission, disk full."""


class NotACatalog(Error, ValueError):
    """A file that isn't a catalog, or one of a later version."""


class Damaged(Error, ValueError):
    """A catalog whose bytes aren't those that were written."""


class InUse(Error, RuntimeError):
    """Another program keeps the catalog current."""


class Refused(Error, RuntimeError):
    """An import that would have taken too much away; the catalog is as it was."""


class SourceError(Error, RuntimeError):
    """A source that can't be reached or read, or a record of it."""


class Cancelled(Error, RuntimeError):
    """An import that was cancelled; the catalog is as it was."""


class CoverageWarning(UserWarning):
    """An answer has days whose holidays are unknown: they are outside of the coverage of the holiday lists."""


class MissWarning(UserWarning):
    """A filter asks for a value that no instrument has; most often a typing error."""


class RejectedWarning(UserWarning):
    """Records that an import couldn't read and left out."""


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

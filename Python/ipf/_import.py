"""Imports."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import _library as lib
from . import errors
from ._catalog import Catalog


#: How catalog files begin.
_SIGNATURE = b"\x89IPFC"


class Progress(NamedTuple):
    """How far an import is."""

    #: The source, from 0; their number while the catalog is written.
    source: int
    #: Bytes of it so far, as they are stored or transferred.
    bytes: int
    #: Bytes of the whole; ``None`` where nobody knows.
    total_bytes: int | None
    #: Lines so far.
    lines: int


def import_(
    sources: str | bytes | os.PathLike[Any] | Sequence[str | bytes | os.PathLike[Any]], path: str | bytes | os.PathLike[Any], *,
    progress: bool | Callable[[Progress], None] = False, skip_malformed: bool = False, require_complete: bool = False,
    allow_incomplete: bool = False, allow_shrink: bool = False, lenient: bool = False, keep_history: bool = False,
    identifiers: Sequence[str] = ()
) -> Catalog:
    """Imports sources into a catalog file, and opens it. The file is replaced whole, or is as it was.

    >>> catalog = ipf.import_("https://example.org/all.ipf.gz", "all.ipfc", progress=True)

    :param sources: paths, ``http:``, ``https:`` or ``s3:`` addresses; sources that haven't changed since are not read again
    :param progress: ``True`` prints to standard error; a function is called with a :class:`Progress` some times a second
    :param skip_malformed: records that can't be read are left out, and told in a :class:`ipf.RejectedWarning`; else the first one is an
        error
    :param require_complete: each source must end with ``##COMPLETE``
    :param allow_incomplete: a source that was cut off may take the place of a complete one
    :param allow_shrink: more than half of the instruments may go
    :param lenient: numbers and dates that nearly are as the format says are taken, too
    :param keep_history: the catalog remembers what it takes the place of, for :meth:`Catalog.as_of`; one that does goes on doing so
    :param identifiers: further fields by which instruments will be looked up
    :raises ipf.SourceError: a source can't be read, or a record of it
    :raises ipf.InvalidArgument: the file is one of the sources
    :raises ipf.NotACatalog: the file is there, and is something else
    :raises ipf.Refused: too much would have gone
    :raises ipf.InUse: another program keeps the catalog current

    Ctrl-C ends it and leaves the catalog as it was.
    """
    flags = sum(
        flag for flag, isSet in
        ((1, skip_malformed), (2, require_complete), (4, allow_incomplete), (8, allow_shrink), (16, lenient), (32, keep_history))
        if isSet)
    target = os.fsdecode(path)
    names = [os.fsdecode(one) for one in ([sources] if isinstance(sources, (str, bytes, os.PathLike)) else sources)]
    if not names:
        raise errors.InvalidArgument("an import of no sources; name one or more")
    _require_replaceable(target, names)
    work = lib.Handle(lib.made(lib.import_create, *lib.encoded(target), flags), lib.import_free)
    for source in names:
        lib.check(lib.import_add_source, work, *lib.encoded(source))
    for field in lib.listed(identifiers):
        lib.check(lib.import_add_identifier, work, *lib.encoded(field))
    summary = _run(work, _printed if progress is True else progress or None)
    if progress is True:
        print(file=sys.stderr)
    if summary.rejected:
        first = lib.names(lib.made(lib.import_rejections, work))[:3]
        rest = "" if summary.rejected == len(first) else f"; and {summary.rejected - len(first):,} more"
        warnings.warn(
            f"{summary.rejected:,} records couldn't be read and were left out: {'; '.join(first)}{rest}", errors.RejectedWarning,
            stacklevel=2)
    return Catalog(path)


def _require_replaceable(path: str, sources: list[str]) -> None:
    """Refuses to write over a source, and over what is no catalog."""
    if not os.path.isfile(path):
        return
    for source in sources:
        if os.path.exists(source) and os.path.samefile(path, source):
            raise errors.InvalidArgument(f"{path} is the source {source}, which it would destroy; name another file")
    with open(path, "rb") as file:
        first = file.read(len(_SIGNATURE))
    if first and first != _SIGNATURE:
        raise errors.NotACatalog(f"{path} is no catalog, and the import would destroy it; name another file, or remove it")


def _run(work: lib.Handle, report: Callable[[Progress], None] | None) -> lib.ImportSummary:
    """Runs an import on a thread of its own, so that this one sees Ctrl-C and reports."""
    fault: list[BaseException] = []
    summary = lib.ImportSummary()

    def run() -> None:
        try:
            lib.check(lib.import_run, work, ctypes.byref(summary))
        except BaseException as error:
            fault.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        isRunning = True
        while isRunning:
            thread.join(0.1)
            # Asked before the progress is: so the last report is that of the end.
            isRunning = thread.is_alive()
            if report:
                now = lib.import_get_progress(work)
                report(Progress(now.source, now.bytes, None if now.total_bytes < 0 else now.total_bytes, now.lines))
    except BaseException:
        lib.import_cancel(work)
        thread.join()
        raise
    if fault:
        raise fault[0]
    return summary


def _printed(progress: Progress) -> None:
    whole = f" of {progress.total_bytes / 1e6:.1f}" if progress.total_bytes is not None else ""
    print(f"\rsource {progress.source + 1}: {progress.bytes / 1e6:.1f}{whole} MB, {progress.lines:,} lines   ",
          end="", file=sys.stderr, flush=True)

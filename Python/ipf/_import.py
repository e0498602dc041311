"""Imports."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from . import _library as lib
from ._catalog import Catalog


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
    sources: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], path: str | os.PathLike[str], *,
    progress: bool | Callable[[Progress], None] = False, skip_malformed: bool = False, require_complete: bool = False,
    allow_incomplete: bool = False, allow_shrink: bool = False, lenient: bool = False, identifiers: Sequence[str] = ()
) -> Catalog:
    """Imports sources into a catalog file, and opens it. The file is replaced whole, or is as it was.

    >>> catalog = ipf.import_("https://example.org/all.ipf.gz", "all.ipfc", progress=True)

    :param sources: paths, ``http:``, ``https:`` or ``s3:`` addresses; sources that haven't changed since are not read again
    :param progress: ``True`` prints to standard error; a function is called with a :class:`Progress` some times a second
    :param skip_malformed: records that can't be read are left out; else the first one is an error
    :param require_complete: each source must end with ``##COMPLETE``
    :param allow_incomplete: a source that was cut off may take the place of a complete one
    :param allow_shrink: more than half of the instruments may go
    :param lenient: numbers and dates that nearly are as the format says are taken, too
    :param identifiers: further fields by which instruments will be looked up
    :raises ipf.SourceError: a source can't be read, or a record of it
    :raises ipf.Refused: too much would have gone
    :raises ipf.InUse: another program keeps the catalog current

    Ctrl-C ends it and leaves the catalog as it was.
    """
    flags = sum(
        flag for flag, isSet in
        ((1, skip_malformed), (2, require_complete), (4, allow_incomplete), (8, allow_shrink), (16, lenient)) if isSet)
    work = lib.Handle(lib.made(lib.import_create, *lib.encoded(os.fspath(path)), flags), lib.import_free)
    if isinstance(sources, (str, os.PathLike)):
        sources = [sources]
    for source in sources:
        lib.check(lib.import_add_source, work, *lib.encoded(os.fspath(source)))
    for field in identifiers:
        lib.check(lib.import_add_identifier, work, *lib.encoded(field))
    _run(work, _printed if progress is True else progress or None)
    if progress is True:
        print(file=sys.stderr)
    return Catalog(path)


def _run(work: lib.Handle, report: Callable[[Progress], None] | None) -> None:
    """Runs an import on a thread of its own, so that this one sees Ctrl-C and reports."""
    fault: list[BaseException] = []

    def run() -> None:
        try:
            lib.check(lib.import_run, work, ctypes.byref(lib.ImportSummary()))
        except BaseException as error:
            fault.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
            if report:
                now = lib.import_get_progress(work)
                report(Progress(now.source, now.bytes, None if now.total_bytes < 0 else now.total_bytes, now.lines))
    except BaseException:
        lib.import_cancel(work)
        thread.join()
        raise
    if fault:
        raise fault[0]


def _printed(progress: Progress) -> None:
    whole = f" of {progress.total_bytes / 1e6:.1f}" if progress.total_bytes is not None else ""
    print(f"\rsource {progress.source + 1}: {progress.bytes / 1e6:.1f}{whole} MB, {progress.lines:,} lines   ",
          end="", file=sys.stderr, flush=True)

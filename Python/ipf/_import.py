"""Imports of sources into catalog files."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _library as lib
from . import errors
from ._catalog import Catalog
from ._warnings import warn

if TYPE_CHECKING:
    from .types import Sources

#: The first bytes of a catalog file.
_SIGNATURE = b"\x89IPFC"


class Progress(NamedTuple):
    """The progress of an import."""

    #: The index of the source, from 0; the number of sources while the catalog is written.
    source: int
    #: The bytes of this source that were read, counted before decompression.
    bytes: int
    #: The size of this source in the same bytes; ``None`` if it is unknown.
    total_bytes: int | None
    #: The number of lines that were read.
    lines: int


def import_catalog(
    sources: Sources, path: str | bytes | os.PathLike[Any], *,
    progress: bool | Callable[[Progress], None] = False, skip_malformed: bool = False, require_complete: bool = False,
    allow_incomplete: bool = False, allow_shrink: bool = False, lenient: bool = False, keep_history: bool = False,
    identifiers: Sequence[str] = (), map: str | Mapping[str, str] | None = None, derive: bool = True
) -> Catalog:
    """Imports sources into a catalog file, and opens the catalog. If the import fails, the file remains unchanged.

    >>> catalog = ipf.import_catalog("https://example.org/all.ipf.gz", "all.ipfc", progress=True)

    >>> catalog = ipf.import_catalog(frame, "all.ipfc", map={"SYMBOL": "yahoo:ticker", "DESCRIPTION": "name"})

    :param sources: one or more paths or ``http:``, ``https:`` or ``s3:`` URLs, of which unchanged ones are not read
        again; or one open binary file such as ``io.BytesIO``; or one table of pandas, polars or Arrow
    :param progress: ``True`` prints the progress to standard error; a function is called with a :class:`Progress`
        several times a second
    :param skip_malformed: skips unreadable records and reports them in an :class:`ipf.RejectedWarning`; by default the
        first unreadable record is an error
    :param require_complete: requires that each source ends with ``##COMPLETE``
    :param allow_incomplete: allows an incomplete snapshot to replace a complete one
    :param allow_shrink: allows the import to remove more than half of the instruments
    :param lenient: also accepts numbers and dates in forms that differ slightly from the format
    :param keep_history: records the replaced state for :meth:`Catalog.as_of`. Later imports into a file with history
        always record it
    :param identifiers: further fields by which instruments can be looked up
    :param map: for lists in CSV, JSON or XML, and for tables: the column of each field, as in ``{"SYMBOL": "ticker"}``,
        or the text of a mapping; see the page "Start without IPF"
    :param derive: for lists and tables: derives missing values, such as countries and currencies
    :raises ipf.SourceError: a source or one of its records can't be read
    :raises ipf.InvalidArgument: the file is one of the sources
    :raises ipf.NotACatalog: the file exists and is not a catalog
    :raises ipf.Refused: the import would have removed too many instruments
    :raises ipf.InUse: another program keeps the catalog current

    Ctrl-C cancels the import and leaves the catalog unchanged.
    """
    flags = sum(
        flag for flag, isSet in
        ((1, skip_malformed), (2, require_complete), (4, allow_incomplete), (8, allow_shrink), (16, lenient),
         (32, keep_history), (64, not derive))
        if isSet)
    options: dict[str, Any] = {
        "progress": progress, "skip_malformed": skip_malformed, "require_complete": require_complete,
        "allow_incomplete": allow_incomplete, "allow_shrink": allow_shrink, "lenient": lenient,
        "keep_history": keep_history,
        "identifiers": identifiers, "map": map, "derive": derive}
    if _is_table(sources):
        if map is None:
            raise errors.InvalidArgument('a table needs a mapping of its columns, as in map={"SYMBOL": "ticker"}')
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            _write_table(sources, file.name)
            return import_catalog(file.name, path, **options)
    if not isinstance(sources, (str, bytes, os.PathLike, Sequence)):
        # Imported here because few programs need these modules.
        import shutil
        import tempfile

        stream: Any = sources
        with tempfile.NamedTemporaryFile(suffix=".ipf") as file:
            shutil.copyfileobj(stream, file)
            file.flush()
            return import_catalog(file.name, path, **options)
    target = os.fsdecode(path)
    names = [os.fsdecode(one) for one in ([sources] if isinstance(sources, (str, bytes, os.PathLike)) else sources)]
    if not names:
        raise errors.InvalidArgument("there are no sources to import; name one or more")
    _require_replaceable(target, names)
    work = lib.Handle(lib.made(lib.import_create, *lib.encoded(target), flags), lib.import_free)
    for source in names:
        lib.check(lib.import_add_source, work, *lib.encoded(source))
    for field in lib.listed(identifiers):
        lib.check(lib.import_add_identifier, work, *lib.encoded(field))
    if map is not None:
        text = map if isinstance(map, str) else ",".join(f"{field}={column}" for field, column in map.items())
        lib.check(lib.import_set_map, work, *lib.encoded(text))
    summary = _run(work, _printed if progress is True else progress or None)
    if progress is True:
        print(file=sys.stderr)
    if summary.rejected:
        first = lib.names(lib.made(lib.import_rejections, work))[:3]
        rest = "" if summary.rejected == len(first) else f"; and {summary.rejected - len(first):,} more"
        message = f"{summary.rejected:,} records couldn't be read and were left out: {'; '.join(first)}{rest}"
        warn(message, errors.RejectedWarning)
    return Catalog(path)


#: A shorter name. It ends with an underscore because ``import`` is a keyword of Python.
import_ = import_catalog


def _is_table(sources: Any) -> bool:
    """Returns whether an argument is a table of pandas, polars or Arrow."""
    return any(hasattr(sources, name) for name in ("to_csv", "write_csv", "__arrow_c_stream__"))


def _write_table(table: Any, path: str) -> None:
    """Writes a table as CSV with a header."""
    if hasattr(table, "write_csv"):
        table.write_csv(path)
    elif hasattr(table, "to_csv"):
        table.to_csv(path, index=False)
    else:
        import pyarrow.csv

        pyarrow.csv.write_csv(pyarrow.table(table), path)


def _require_replaceable(path: str, sources: list[str]) -> None:
    """Refuses to overwrite a source, or a file that is not a catalog."""
    if not os.path.isfile(path):
        return
    for source in sources:
        if os.path.exists(source) and os.path.samefile(path, source):
            raise errors.InvalidArgument(
                f"{path} is the source {source}, which the import would overwrite; name another file")
    with open(path, "rb") as file:
        first = file.read(len(_SIGNATURE))
    if first and first != _SIGNATURE:
        raise errors.NotACatalog(
            f"{path} is not a catalog, and the import would overwrite it; name another file, or remove this one")


def _run(work: lib.Handle, report: Callable[[Progress], None] | None) -> lib.ImportSummary:
    """Runs an import on another thread, so that this thread can report progress and receive Ctrl-C."""
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
            # Read before the progress, so that the last report describes the finished import.
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

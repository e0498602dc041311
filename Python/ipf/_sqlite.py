"""The SQLite extension that is in the wheel."""

from __future__ import annotations

import os

from . import _library as lib
from . import errors


def sqlite_extension() -> str:
    """Where the SQLite extension ``ipf_catalog`` is, for ``Connection.load_extension`` and ``datasette --load-extension``.

    >>> connection.enable_load_extension(True)
    >>> connection.load_extension(ipf.sqlite_extension())
    >>> connection.execute("CREATE VIRTUAL TABLE instruments USING ipf('all.ipfc')")

    :return: the path without ``.so``, as SQLite takes it
    :raises ipf.FileError: this build of the library has no extension beside it
    """
    path = os.path.join(os.path.dirname(lib.path), "ipf_catalog")
    if not os.path.exists(path + ".so"):
        raise errors.FileError(f"{path}.so: no such file; the wheel has it, and Scripts/library makes it beside libipf")
    return path

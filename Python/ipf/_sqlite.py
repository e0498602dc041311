"""The SQLite extension in the wheel."""

from __future__ import annotations

import os

from . import _library as lib
from . import errors


def sqlite_extension() -> str:
    """Returns the path of the SQLite extension ``ipf_catalog``.

    Pass the path to ``Connection.load_extension`` or ``datasette --load-extension``.

    >>> connection.enable_load_extension(True)
    >>> connection.load_extension(ipf.sqlite_extension())
    >>> connection.execute("CREATE VIRTUAL TABLE instruments USING ipf('all.ipfc')")

    :return: the path without ``.so``, as SQLite expects it
    :raises ipf.FileError: there is no extension beside this build of the library
    """
    path = os.path.join(os.path.dirname(lib.path), "ipf_catalog")
    if not os.path.exists(path + ".so"):
        raise errors.FileError(
            f"{path}.so: no such file; the wheel contains it, and Scripts/library builds it beside libipf")
    return path

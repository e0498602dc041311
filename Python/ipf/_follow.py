"""Changes that a service reports as they happen."""

from __future__ import annotations

import http.client
import json
from collections.abc import AsyncIterator, Iterator
from typing import IO, Any, NamedTuple

from . import errors
from ._instrument import value


class Change(NamedTuple):
    """A change of an instrument."""

    kind: str
    """``added``, ``updated`` or ``removed``."""
    symbol: str
    """The symbol."""
    new: dict[str, Any] | None
    """The fields after the change, typed as those of an instrument; ``None`` if it was removed."""
    old: dict[str, Any] | None
    """The fields before the change; ``None`` if it was added."""


class Changes(Iterator[Change]):
    """The changes of a service's catalog, for ``for`` and ``async for``. ``close`` or the end of ``with`` ends the
    connection.

    A broken connection raises :class:`ipf.SourceError`. The changes during the interruption are not repeated: compare the
    catalogs with :meth:`Catalog.difference`.
    """

    def __init__(self, url: str, timeout: float):
        import urllib.error
        import urllib.request

        address = url.rstrip("/") + "/v1/changes"
        if not address.startswith(("http://", "https://")):
            raise errors.InvalidArgument(f"{url!r}: expected the URL of a service, such as http://localhost:8080")
        request = urllib.request.Request(address, headers={"Accept": "text/event-stream"})
        try:
            self._answer: IO[bytes] = urllib.request.urlopen(request, timeout=timeout)
        except (OSError, http.client.HTTPException) as fault:
            raise errors.SourceError(f"{url}: {fault}") from fault
        self._url = url
        try:
            name, data = self._event()
        except errors.SourceError:
            self.close()
            raise
        if name != "state":
            self.close()
            raise errors.SourceError(f"{url}: found the event {name!r}, expected the state of a service of ipf")
        #: The number of instruments that the service had when the stream began.
        self.count: int = data["count"]

    def _event(self) -> tuple[str, Any]:
        """Returns the name and the data of the next event."""
        name, data = "message", ""
        try:
            for line in self._answer:
                field, _, text = line.decode().rstrip("\r\n").partition(":")
                text = text[1:] if text.startswith(" ") else text
                if field == "event":
                    name = text
                elif field == "data":
                    data += text
                elif not field and not text and data:
                    return name, json.loads(data)
        except (OSError, ValueError, http.client.HTTPException) as fault:
            raise errors.SourceError(f"{self._url}: {fault}") from fault
        raise errors.SourceError(f"{self._url}: the service ended the stream")

    def __next__(self) -> Change:
        while not self._answer.closed:
            kind, data = self._event()
            if kind in ("added", "updated", "removed"):
                return Change(kind, data["symbol"], _fields(data.get("profile")), _fields(data.get("old")))
        raise StopIteration

    def __aiter__(self) -> AsyncIterator[Change]:
        return self._each()

    async def _each(self) -> AsyncIterator[Change]:
        import asyncio

        while (change := await asyncio.get_running_loop().run_in_executor(None, next, self, None)) is not None:
            yield change

    def close(self) -> None:
        """Ends the connection, and the iteration."""
        self._answer.close()

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


def _fields(profile: dict[str, str] | None) -> dict[str, Any] | None:
    return None if profile is None else {name: value(name, text) for name, text in profile.items()}

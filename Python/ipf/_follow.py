"""The stream of changes that a service reports as they happen."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

from . import errors
from ._instrument import value
from ._service import connection


class Change(NamedTuple):
    """A change of an instrument."""

    kind: str
    """``added``, ``updated`` or ``removed``."""
    symbol: str
    """The symbol of the instrument."""
    new: dict[str, Any] | None
    """The fields after the change, with the types of :class:`ipf.Instrument`; ``None`` if it was removed."""
    old: dict[str, Any] | None
    """The fields before the change; ``None`` if it was added."""


class Changes(Iterator[Change]):
    """The changes of a service's catalog, for ``for`` and ``async for``.

    :meth:`close` closes the connection and ends the iteration, as does the end of a ``with`` block. Any thread may call
    :meth:`close` while another thread waits for a change. If a task is canceled in ``async for``, the connection is
    closed, too.

    A broken connection raises :class:`ipf.SourceError`. A new connection does not repeat the changes that were missed:
    to find them, compare the catalogs with :meth:`Catalog.difference`.
    """

    def __init__(self, url: str, timeout: float, token: str | None = None):
        service, path, headers = connection(url, timeout, token)
        self._url = url
        self._isClosed = False
        # A thread holds this lock while it reads the response.
        self._reading = threading.Lock()
        try:
            service.request("GET", path + "/v1/changes", headers={**headers, "Accept": "text/event-stream"})
            # Stored now, because `getresponse` may remove the socket from the connection.
            self._socket: socket.socket = service.sock
            self._answer = service.getresponse()
        except (OSError, http.client.HTTPException) as fault:
            service.close()
            raise errors.SourceError(f"{url}: {fault}") from fault
        try:
            if self._answer.status != 200:
                raise errors.SourceError(
                    f"{url}: found HTTP status {self._answer.status}, expected the changes of a service of ipf")
            name, data = self._event()
            if name != "state":
                raise errors.SourceError(f"{url}: found the event {name!r}, expected the state of a service of ipf")
        except errors.SourceError:
            self.close()
            raise
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
        while not self._isClosed:
            try:
                with self._reading:
                    kind, data = self._event()
            except errors.SourceError:
                if not self._isClosed:
                    raise
                break
            if kind in ("added", "updated", "removed"):
                return Change(kind, data["symbol"], _fields(data.get("profile")), _fields(data.get("old")))
        self._release()
        raise StopIteration

    def __aiter__(self) -> AsyncIterator[Change]:
        return self._each()

    async def _each(self) -> AsyncIterator[Change]:
        import asyncio

        loop = asyncio.get_running_loop()
        while True:
            try:
                change = await loop.run_in_executor(None, next, self, None)
            except asyncio.CancelledError:
                # Otherwise the worker thread would continue to wait, and the next change would be lost.
                self.close()
                raise
            if change is None:
                return
            yield change

    def close(self) -> None:
        """Closes the connection and ends the iteration. Does not wait for other threads."""
        self._isClosed = True
        try:
            # Wakes a thread that waits for data. SSLSocket.shutdown would free the TLS state that the thread uses.
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
        except OSError:
            # The service has already closed the connection.
            pass
        self._release()

    def _release(self) -> None:
        """Closes the response. If a thread is reading it, that thread closes it afterwards."""
        if self._reading.acquire(blocking=False):
            try:
                self._answer.close()
            finally:
                self._reading.release()

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


def _fields(profile: dict[str, str] | None) -> dict[str, Any] | None:
    return None if profile is None else {name: value(name, text) for name, text in profile.items()}

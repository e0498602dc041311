"""Connections to a service of ipf."""

from __future__ import annotations

import http.client
import urllib.parse

from . import errors


def connection(
    url: str, timeout: float, token: str | None
) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
    """Returns an object that connects to a service at the first request, the path of the service, and the header fields
    for each request."""
    if "@" in str(url):
        # The error does not show the URL, because it contains a password.
        raise errors.InvalidArgument("the URL contains a user or a password; pass the token of the service as token=…")
    kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
    try:
        address = urllib.parse.urlsplit(url)
        kind, host, port = kinds.get(address.scheme), address.hostname, address.port
    except (ValueError, AttributeError):
        kind, host, port = None, None, None
    if kind is None or not host:
        raise errors.InvalidArgument(f"{url!r}: expected the URL of a service, such as http://localhost:8080")
    if token is None:
        return kind(host, port, timeout=timeout), address.path.rstrip("/"), {}
    if not isinstance(token, str) or not (token.isascii() and token.isprintable()) or token.split() != [token]:
        raise errors.InvalidArgument("the token is not a text of visible ASCII characters")
    return kind(host, port, timeout=timeout), address.path.rstrip("/"), {"Authorization": f"Bearer {token}"}

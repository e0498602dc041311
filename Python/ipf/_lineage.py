"""The origin of the fields of a master's instruments."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from collections.abc import Iterable

from . import _library as lib
from . import errors
from ._arrow import Table
from ._service import connection


def lineage(url: str, symbols: Iterable[str], *, token: str | None = None, timeout: float = 60) -> Table:
    """Returns the origin of each field of instruments, from a service that follows a master (``ipf serve --master``).

    >>> ipf.lineage("http://localhost:8080", ["AAPL", "MSFT"]).to_pandas()

    The table has one row for each symbol and field. Its columns are ``symbol``, ``field``, ``value``, ``source``,
    ``since`` (when the field got its value), ``rule`` (the line of the policy that chose the source), and for a field
    that a person has corrected ``override_id``, ``author``, ``reason``, ``until`` and ``valid_from``. Absent values are
    null: ``source`` if an override decides, ``value`` if the service's catalog lacks the field, such as after an
    override that removes it, ``until`` if the override has no end, and ``valid_from`` if it is true since its batch.
    The catalog may be of an earlier batch than the origin.

    :param symbols: several symbols; one request is sent for each
    :param token: the access token of the service
    :param timeout: the number of seconds after which a request without an answer fails
    :raises ipf.NotFound: the service has no instrument with one of the symbols
    :raises ipf.SourceError: the service can't be reached, follows no master, or refuses the request
    """
    known, _, keep = lib.text_column(symbols)
    service, path, headers = connection(url, timeout, token)
    answers: list[str] = []
    try:
        for symbol in dict.fromkeys(map(lib.text, known)):
            query = urllib.parse.urlencode({"symbol": symbol or "", "lineage": "true"})
            service.request("GET", f"{path}/v1/instruments?{query}", headers=headers)
            answer = service.getresponse()
            text = answer.read()
            if answer.status != 200:
                raise _problem(url, answer.status, answer.headers.get_content_type(), text)
            answers.append(text.decode(errors="replace"))
    except (OSError, http.client.HTTPException) as fault:
        raise errors.SourceError(f"{url}: {fault}") from fault
    finally:
        service.close()
    texts, kept = lib.texts(answers)

    def fill(address: int, kept: object = kept) -> None:
        lib.check(lib.lineage, texts, len(answers), address)

    return Table._checked(fill)


def _problem(url: str, status: int, kind: str, text: bytes) -> errors.Error:
    """Returns the error for an answer that is not a success. Answers of other services are also JSON, but rarely
    problems (RFC 9457)."""
    try:
        problem = json.loads(text)
        detail = problem["detail"]
        near = tuple(str(one["symbol"]) for one in problem.get("suggestions", ()))
    except (ValueError, LookupError, TypeError, AttributeError):
        kind = ""
    if kind != "application/problem+json" or not isinstance(detail, str):
        return errors.SourceError(f"{url}: found HTTP status {status}, expected the answer of a service of ipf")
    return errors.NotFound(f"{url}: {detail}", near) if status == 404 else errors.SourceError(f"{url}: {detail}")

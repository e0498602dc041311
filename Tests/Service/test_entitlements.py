"""Entitlements: with a limited token, no answer contains anything that the token may not see.

The instruments, venues, types, fields and values that are not allowed contain the letters "zqz", which nothing else
contains. Every operation of openapi.json has cases here, so that a new operation needs one."""
import contextlib
import gzip
import hashlib
import http.client
import io
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import zipfile

from master import PROGRAMS, Master, node
from service import IPF, LIMIT, Server, wait_for

MARK = re.compile(b"zqz", re.IGNORECASE)
HOURS = "US(name=US;tz=America/New_York;hd=20261126;td=12345;de=+0000;rt=0300;0=p04000930r09301600a16002000)"
COLUMNS = "TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,ISIN,CUSIP,UNDERLYING,EXPIRATION,STRIKE,CFI,MULTIPLIER,SPC," \
    "PRICE_INCREMENTS,TRADING_HOURS,DESK,ZQZFIELD".split(",")


def record(kind, symbol, description, **fields):
    """Returns a line of a record; `fields` adds to those that all instruments have, or replaces them."""
    values = {"TYPE": kind, "SYMBOL": symbol, "DESCRIPTION": description, "COUNTRY": "US", "OPOL": "XNAS", "CURRENCY": "USD",
              "PRICE_INCREMENTS": "0.01", "TRADING_HOURS": HOURS, "CUSIP": "ZQZC12345", "DESK": "east", "ZQZFIELD": "zqzvalue", **fields}
    assert set(values) <= set(COLUMNS), values
    return ",".join(values.get(name, "") for name in COLUMNS)


def snapshot(*records):
    kinds = dict.fromkeys(one.partition(",")[0] for one in records)
    lines = [f"#{kind}::={','.join(COLUMNS)}" for kind in kinds]
    return "\n".join([*lines, *records, "##COMPLETE", ""])


OPEN = record("STOCK", "OPEN", "Allowed company", EXCHANGES="XNAS;ZQZV", ISIN="US0378331005")
RECORDS = [
    OPEN,
    record("ETF", "OPENETF", "Allowed fund"),
    # Allowed, because all of its exchanges are.
    record("STOCK", "OPENX", "Allowed elsewhere", OPOL="", EXCHANGES="XNAS"),
    record("STOCK", "ZQZVENUE", "Company of a zqz venue", OPOL="ZQZV", EXCHANGES="XNAS", ISIN="US5949181045",
           TRADING_HOURS=HOURS.replace("=US;", "=zqzhours;")),
    record("STOCK", "ZQZMIXED", "Company of zqz exchanges", OPOL="", EXCHANGES="XNAS;ZQZV"),
    record("STOCK", "ZQZNONE", "Company without a zqz venue", OPOL=""),
    record("ZQZTYPE", "ZQZKIND", "Instrument of a zqz type"),
    record("OPTION", ".OPENZQZ", "Option zqz", UNDERLYING="OPEN", CFI="OCASPS", STRIKE="240", EXPIRATION="2031-12-19",
           MULTIPLIER="100", SPC="100"),
]
TOKENS = {"limited": "token-of-ann", "other": "token-of-bob", "full": "token-of-the-desk"}


def persons(tokens=TOKENS):
    hashes = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in tokens.items()}
    return "".join(f"person {name}-person {name} {digest}\n" for name, digest in hashes.items())


def entitlements(tokens=TOKENS, without="CUSIP, ZQZFIELD"):
    return f"""# What the tests may see.
entitlement limited
types STOCK, ETF
venues XNAS
without {without}

entitlement other
types ETF
without CUSIP, ZQZFIELD

entitlement full
{persons(tokens)}"""


# The requests of each operation: a path, or a path and the body to POST. `{s}` is a symbol.
DAYS = "from=2026-11-26&to=2026-11-28"
TIMES = "from=2026-11-26T00:00:00Z&to=2026-11-28T00:00:00Z"
LOOK_UP = [{"identifiers": [name]} for name in ("{s}", "ZQZC12345", "US5949181045")]
CASES = {
    "get /v1/instruments/{symbol}": ["/v1/instruments/{s}", "/v1/instruments/{s}?asOf=now", "/v1/instruments?symbol={s}"],
    "get /v1/instruments/{symbol}/history": ["/v1/instruments/{s}/history"],
    "get /v1/profiles/{symbol}": ["/v1/profiles/{s}", "/v1/profiles/{s}?asOf={then}"],
    "post /v1/lookup": [("/v1/lookup", body) for body in LOOK_UP],
    "get /v1/symbols": ["/v1/symbols?q={s}", "/v1/symbols?q={s}+US+Equity", "/v1/symbols?q=US5949181045"],
    "get /v1/contracts/{symbol}": ["/v1/contracts/ES?year=2026"],
    "get /v1/search": [
        "/v1/search?q={s}", "/v1/search?q=company&facets=true&details=true", "/v1/search?q=", "/v1/search?q=compny",
        "/v1/search?q=ZQZC12345", "/v1/search?q=option&type=OPTION", "/v1/search?q=company&opol=ZQZV", "/v1/search?q=zqz+company"],
    "get /v1/list": [
        "/v1/list", "/v1/list?format=csv", "/v1/list?format=ndjson", "/v1/list?fields=CUSIP,ZQZFIELD,EXCHANGES",
        "/v1/list?order=symbol&offset=1", "/v1/list?opol=ZQZV", "/v1/list?type=ZQZTYPE", "/v1/list?exchange=ZQZV",
        "/v1/list?CUSIP=ZQZC12345", "/v1/list?ZQZFIELD=zqzvalue", "/v1/list?ZQZFIELT=1", "/v1/list?underlying=OPEN",
        "/v1/list?asOf={then}&format=csv"],
    "get /v1/chains/{symbol}": ["/v1/chains/{s}", "/v1/chains/OPEN", "/v1/chains/OPEN?summary=true", "/v1/chains/OPEN?around=240"],
    "get /v1/schedules/{symbol}/days": ["/v1/schedules/{s}/days?" + DAYS, f"/v1/schedules/OPEN/days?with={{s}}&explain=true&{DAYS}"],
    "get /v1/schedules/{symbol}/sessions": ["/v1/schedules/{s}/sessions?" + TIMES],
    "get /v1/schedules/{symbol}/at": ["/v1/schedules/{s}/at?time=2026-11-27T15:00:00Z"],
    "get /v1/schedules/{symbol}/next": ["/v1/schedules/{s}/next?time=2026-11-27T15:00:00Z"],
    "get /v1/schedules/{symbol}/bars": [f"/v1/schedules/{{s}}/bars?every=30m&{DAYS}"],
    "get /v1/schedules/{symbol}/between": ["/v1/schedules/{s}/between?" + DAYS],
    "get /v1/schedules/{symbol}/add": ["/v1/schedules/{s}/add?time=2026-11-27T15:00:00Z&duration=90m"],
    "get /v1/schedules/{symbol}/offset": ["/v1/schedules/{s}/offset?date=2026-11-25&days=3"],
    "get /v1/schedules/{symbol}/settle": ["/v1/schedules/{s}/settle?date=2026-11-25&plus=1", "/v1/schedules/OPEN/settle?date=2026-11-25&plus=1&joint={s}"],
    "get /v1/price/{symbol}/round": ["/v1/price/{s}/round?price=1.234"],
    "get /v1/price/{symbol}/ladder": ["/v1/price/{s}/ladder?price=1.23"],
    "get /v1/pictures/week/{symbol}.svg": ["/v1/pictures/week/{s}.svg?at=2026-11-27T15:00:00Z"],
    "get /v1/pictures/year/{symbol}.svg": ["/v1/pictures/year/{s}.svg?year=2026"],
    "get /v1/pictures/week/{symbol}.png": ["/v1/pictures/week/{s}.png?at=2026-11-27T15:00:00Z"],
    "get /v1/pictures/year/{symbol}.png": ["/v1/pictures/year/{s}.png?year=2026"],
    "get /v1/stats": ["/v1/stats"],
    # The stream has a test of its own.
    "get /v1/changes": ["/v1/changes?after=1"],
    "get /schedule-view": [f"/schedule-view?symbol={{s}}&{DAYS}"],
    "get /udf/config": ["/udf/config"],
    "get /udf/time": ["/udf/time"],
    "get /udf/search": ["/udf/search?query={s}", "/udf/search?query=company&exchange=ZQZV", "/udf/search?query=company"],
    "get /udf/symbols": ["/udf/symbols?symbol={s}"],
    "get /udf/symbol_info": ["/udf/symbol_info?group=XNAS", "/udf/symbol_info?group=ZQZV"],
    "get /udf/history": ["/udf/history?symbol={s}&resolution=1D&from=1790812800&to=1795132800"],
    "get /ipf": ["/ipf", "/ipf?TYPE=STOCK", "/ipf?fields=CUSIP,EXCHANGES,ZQZFIELD", "/ipf?CUSIP=ZQZC12345"],
    "get /ipf/all.ipf": ["/ipf/all.ipf"],
    "get /ipf/all.ipf.gz": ["/ipf/all.ipf.gz"],
    "get /ipf/all.ipf.zip": ["/ipf/all.ipf.zip"],
    "get /ipf/all.zip": ["/ipf/all.zip"],
    "get /healthz": ["/healthz"],
    "get /readyz": ["/readyz"],
    "get /metrics": ["/metrics"],
    "get /openapi.json": ["/openapi.json"],
    "get /v1/overrides": ["/v1/overrides?symbol={s}"],
    "post /v1/overrides": [("/v1/overrides", {"withdraw": [1]})],
    "get /v1/studies": ["/v1/studies", "/v1/studies?symbol={s}"],
    "get /v1/studies/values": ["/v1/studies/values?studies=MACD&symbol={s}&resolution=1D&from=1790812800&to=1795132800"],
    "post /v1/studies/{symbol}": [("/v1/studies/ATRTrailingStop?symbol={s}", {"reset": True})],
    "get /v1/settings": ["/v1/settings", "/v1/settings?symbol={s}"],
    "post /v1/settings": [("/v1/settings?symbol={s}", {"reset": True})],
    "get /studies": ["/studies"],
    "get /settings": ["/settings"],
    "get /": ["/", "/instrument/{s}", "/compare?s={s}&s=OPEN", "/calendar/{s}/2026"],
    "get /chart": ["/chart?symbol={s}"],
}
# These contain nothing that depends on the token, and need none.
WITHOUT_TOKEN = {"get /healthz", "get /readyz", "get /openapi.json", "get /studies", "get /settings", "get /", "get /chart"}
# These are the same with every token, apart from unknown symbols.
WITHOUT_INSTRUMENTS = WITHOUT_TOKEN | {
    "get /v1/contracts/{symbol}", "get /udf/config", "get /udf/time", "get /v1/studies", "get /v1/settings", "post /v1/studies/{symbol}",
    "post /v1/settings", "get /metrics", "get /v1/overrides", "post /v1/overrides", "get /v1/changes"}
# These can't be limited.
REFUSED = {"get /metrics"}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.raw, self.body = status, headers, body, body
        if status == 206:
            return
        if headers.get("Content-Encoding") == "gzip" or headers.get("Content-Type") == "application/gzip":
            body = gzip.decompress(body) if body else body
        if headers.get("Content-Type") == "application/zip" and body:
            with zipfile.ZipFile(io.BytesIO(body)) as archive:
                body = b"".join(archive.read(name) for name in archive.namelist())
        self.body = body

    def all(self):
        """Everything that the client receives, without the line of the status and the random name of the request."""
        fields = "".join(f"{name}: {value}\n" for name, value in self.headers.items() if name != "X-Request-Id")
        return self.raw + self.body + fields.encode()


class Entitled(unittest.TestCase):
    def ask(self, server, token, path, body=None, method=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {TOKENS.get(token, token)}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)) as connection:
            connection.request(method or ("GET" if body is None else "POST"), path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def assert_clean(self, answer, path, body=None):
        """Checks that an answer has no mark, except those that the client sent."""
        text = answer.all()
        for sent in sorted(set(re.findall(r"\w*zqz\w*", f"{path} {json.dumps(body)}", re.I)), key=len, reverse=True):
            text = text.replace(sent.encode(), b"")
        found = MARK.search(text)
        self.assertIsNone(found, found and (path, body, text[max(0, found.start() - 200):found.end() + 200]))

    def requests(self, then="2026-02-15"):
        """Each operation with its requests, for a symbol, as (operation, path, body)."""
        for operation, cases in CASES.items():
            for case in cases:
                path, body = case if isinstance(case, tuple) else (case, None)
                yield operation, path.replace("{then}", then), body

    @staticmethod
    def of(symbol, path, body):
        return path.replace("{s}", symbol), body and json.loads(json.dumps(body).replace("{s}", symbol))

    def stream(self, server, path, token="limited"):
        """Begins a stream, and returns its socket and what it has received; `receive` reads more."""
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)
        self.addCleanup(connection.close)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKENS[token]}\r\n\r\n".encode())
        return connection, bytearray()

    def receive(self, stream, ending):
        connection, received = stream
        while ending not in received:
            piece = connection.recv(1 << 16)
            self.assertTrue(piece, received)
            received += piece
        return bytes(received)


class RouteTests(Entitled):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.catalog = cls.folder / "all.ipfc"
        # Once, the allowed stock had another type.
        cls.load(snapshot(OPEN.replace("STOCK,", "ZQZTYPE,").replace("Allowed", "Zqz"), *RECORDS[1:]), "2026-01-31")
        cls.load(snapshot(*RECORDS), "2026-02-28")
        (cls.folder / "aliases").write_text("ZQZVENUE,zqzalias\nOPEN,friend\n")
        (cls.folder / "entitlements").write_text(entitlements())
        cls.server = Server("--entitlements", str(cls.folder / "entitlements"), "--aliases", str(cls.folder / "aliases"), source=None,
                            catalog=str(cls.catalog), environment={"TMPDIR": str(cls.folder)})
        cls.addClassCleanup(cls.server.close)

    @classmethod
    def load(cls, text, day):
        (cls.folder / "all.ipf").write_text(text)
        subprocess.run([IPF, "import", cls.folder / "all.ipf", "-o", cls.catalog, "--keep-history", "--valid-from", day],
                       check=True, capture_output=True)

    def test_every_operation_has_cases(self):
        document = json.loads(self.server.get("/openapi.json"))
        operations = {f"{method} {path}" for path, methods in document["paths"].items() for method in methods if method != "parameters"}
        self.assertEqual(operations, set(CASES))

    def test_nothing_without_a_token(self):
        for operation, path, body in self.requests():
            path, body = self.of("ZQZVENUE", path, body)
            for token in (None, "nonsense", ""):
                with self.subTest(path=path, token=token):
                    answer = self.ask(self.server, token, path, body)
                    self.assert_clean(answer, path, body)
                    if operation in WITHOUT_TOKEN:
                        self.assertIn(answer.status, (200, 404))
                    elif path.startswith("/udf/"):
                        # The form of errors of the chart feed.
                        self.assertIn(json.loads(answer.body)["errmsg"][:12], ("Access token", "The token is"))
                    else:
                        # This service accepts no overrides.
                        self.assertEqual(answer.status, 404 if operation.endswith("/v1/overrides") else 401)

    def test_no_answer_contains_what_is_not_allowed(self):
        for operation, path, body in self.requests():
            for symbol in ("OPEN", "ZQZVENUE", "ZQZKIND", ".OPENZQZ", "ZQZMIXED", "ZQZNONE"):
                one, sent = self.of(symbol, path, body)
                if symbol != "OPEN" and (one, sent) == (path, body):
                    continue
                for headers in ({}, {"Accept_Encoding": "gzip"}):
                    with self.subTest(path=one, body=sent, **headers):
                        answer = self.ask(self.server, "limited", one, sent, **headers)
                        self.assert_clean(answer, one, sent)
                        if operation in REFUSED:
                            self.assertEqual(answer.status, 403)
                if sent is None:
                    with self.subTest(head=one):
                        self.assert_clean(self.ask(self.server, "limited", one, method="HEAD"), one)

    def test_an_instrument_that_is_not_allowed_is_like_an_unknown_one(self):
        for operation, path, body in self.requests():
            if self.of("", path, body) == (path, body):
                continue
            with self.subTest(operation=operation, path=path):
                answers = []
                for symbol in ("ZQZVENUE", "ZQZNEVER"):
                    answer = self.ask(self.server, "limited", *self.of(symbol, path, body))
                    text = answer.body.replace(symbol.encode(), b"").replace(symbol.lower().encode(), b"")
                    answers.append((answer.status, re.sub(rb'"(serverTime|now)":"?[^",}]*', b"", text)))
                self.assertEqual(answers[0], answers[1])

    def test_the_full_token_sees_everything(self):
        for operation in CASES:
            if operation in WITHOUT_INSTRUMENTS:
                continue
            seen = {}
            for token in ("full", "limited"):
                answers = [self.ask(self.server, token, *self.of(symbol, path, body)) for one, path, body in self.requests() if one == operation
                           for symbol in ("OPEN", "ZQZVENUE")]
                seen[token] = [(answer.status, answer.body) for answer in answers]
            with self.subTest(operation=operation):
                self.assertNotEqual(seen["full"], seen["limited"])
                self.assertIn(200, [status for status, _ in seen["full"]])
        self.assertRegex(self.ask(self.server, "full", "/ipf").body.decode(), r"ZQZVENUE(?s:.)*zqzvalue")
        self.assertEqual(json.loads(self.ask(self.server, "full", "/v1/stats").body)["catalog"]["count"], len(RECORDS))
        self.assertIn(b'ipf_entitlement_requests_total{entitlement="limited"}', self.ask(self.server, "full", "/metrics").body)

    def test_counts_and_facets_are_those_of_the_allowed_instruments(self):
        stats = json.loads(self.ask(self.server, "limited", "/v1/stats").body)
        self.assertEqual(stats["catalog"]["count"], 3)
        self.assertEqual(stats["types"], [{"value": "STOCK", "count": 2}, {"value": "ETF", "count": 1}])
        self.assertEqual(stats["venues"], [{"value": "XNAS", "count": 2}])
        found = json.loads(self.ask(self.server, "limited", "/v1/search?q=&facets=true").body)
        self.assertEqual([one["symbol"] for one in found["results"]], ["OPEN", "OPENX", "OPENETF"])
        fields = json.loads(self.ask(self.server, "limited", "/v1/profiles/OPEN").body)["fields"]
        self.assertEqual((fields["EXCHANGES"], fields["DESK"]), ("XNAS", "east"))
        self.assertFalse({"CUSIP", "ZQZFIELD"} & set(fields))
        other = json.loads(self.ask(self.server, "other", "/v1/stats").body)
        self.assertEqual((other["catalog"]["count"], other["types"]), (1, [{"value": "ETF", "count": 1}]))

    def test_the_past_is_limited_too(self):
        self.assertEqual(self.ask(self.server, "limited", "/v1/profiles/OPEN?asOf=2026-02-15").status, 404)
        self.assertEqual(self.ask(self.server, "limited", "/v1/profiles/OPENETF?asOf=2026-02-15").status, 200)
        self.assertEqual(self.ask(self.server, "full", "/v1/profiles/OPEN?asOf=2026-02-15").status, 200)
        history = json.loads(self.ask(self.server, "limited", "/v1/instruments/OPEN/history").body)
        self.assertEqual([event["change"] for event in history["instruments"][0]["history"]], ["added"])
        self.assertRegex(self.ask(self.server, "full", "/v1/instruments/OPEN/history").body, MARK)

    def test_entity_tags_of_other_entitlements_never_match(self):
        for operation, path, body in self.requests():
            path, body = self.of("OPEN", path, body)
            if body is not None or operation in WITHOUT_INSTRUMENTS:
                continue
            for encoding in ("identity", "gzip"):
                with self.subTest(path=path, encoding=encoding):
                    answers = {token: self.ask(self.server, token, path, Accept_Encoding=encoding) for token in TOKENS}
                    tags = {token: answer.headers.get("ETag") for token, answer in answers.items()}
                    for token in ("full", "other"):
                        again = self.ask(self.server, "limited", path, Accept_Encoding=encoding, If_None_Match=tags[token] or '"x"')
                        self.assert_clean(again, path)
                        # The chart feed derives its tags from the answer.
                        if answers[token].body != answers["limited"].body or "/udf/" not in path:
                            self.assertNotEqual(tags[token] or "none", tags["limited"])
                            self.assertNotEqual(again.status, 304)
                    if tags["limited"]:
                        again = self.ask(self.server, "limited", path, Accept_Encoding=encoding, If_None_Match=tags["limited"])
                        self.assertEqual(again.status, 304)

    def test_ranges_are_those_of_the_limited_file(self):
        for path in ("/ipf/all.ipf", "/ipf/all.ipf.gz", "/ipf/all.zip"):
            whole = self.ask(self.server, "limited", path).raw
            full = self.ask(self.server, "full", path)
            part = self.ask(self.server, "limited", path, Range="bytes=10-40")
            self.assertEqual((part.status, part.raw), (206, whole[10:41]), path)
            self.assertEqual(part.headers["Content-Range"], f"bytes 10-40/{len(whole)}")
            # A range of the full file is not continued with one of the limited file.
            mixed = self.ask(self.server, "limited", path, Range="bytes=10-40", If_Range=full.headers["ETag"])
            self.assertEqual((mixed.status, mixed.raw), (200, whole), path)


class ChangeTests(Entitled):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.catalog = self.folder / "all.ipfc"
        self.load(RECORDS)
        self.file = self.folder / "entitlements"
        self.file.write_text(entitlements())
        self.server = Server("--entitlements", str(self.file), source=None, catalog=str(self.catalog), environment={"TMPDIR": str(self.folder)})
        self.addCleanup(self.server.close)

    def load(self, records):
        (self.folder / "all.ipf").write_text(snapshot(*records))
        subprocess.run([IPF, "import", self.folder / "all.ipf", "-o", self.catalog], check=True, capture_output=True)

    def test_streams_have_only_the_allowed_changes(self):
        streams = {path: self.stream(self.server, path) for path in ("/v1/changes", "/ipf?live=true", "/ipf?live=true&TYPE=STOCK", "/ipf?live=true&fields=CUSIP,DESCRIPTION")}
        for path, stream in streams.items():
            self.receive(stream, b"event: state" if path == "/v1/changes" else b"##COMPLETE")
        full = self.stream(self.server, "/v1/changes", "full")
        self.receive(full, b"event: state")
        # An instrument becomes allowed, one is no longer allowed, one changes in a field that is not, and one is new.
        self.load([
            OPEN.replace("zqzvalue", "zqzother"), record("ETF", "OPENETF", "Now of a zqz venue", OPOL="ZQZV"),
            record("STOCK", "OPENX", "Allowed elsewhere", OPOL="", EXCHANGES="XNAS", CURRENCY="EUR"), *RECORDS[4:],
            record("STOCK", "OPENNEW", "Allowed and new"), record("STOCK", "ZQZNEW", "New at a zqz venue", OPOL="ZQZV")])
        for path, stream in streams.items():
            text = self.receive(stream, b"OPENNEW")
            self.assertIsNone(MARK.search(text), (path, text))
        events = self.receive(streams["/v1/changes"], b"OPENX")
        self.assertEqual(sorted(re.findall(r'event: (\w+)\ndata: \{"symbol":"(\w+)"', events.decode())),
                         [("added", "OPENNEW"), ("removed", "OPENETF"), ("updated", "OPENX")])
        self.assertIn(b"REMOVED", self.receive(streams["/ipf?live=true"], b"OPENETF"))
        self.assertIn(b"ZQZNEW", self.receive(full, b"ZQZNEW"))

    def replace(self, text):
        (self.folder / "next").write_text(text)
        os.rename(self.folder / "next", self.file)

    def test_the_file_is_read_again(self):
        stream = self.stream(self.server, "/v1/changes")
        self.receive(stream, b"event: state")
        self.assertNotIn(b'"DESK"', self.replace_and_ask(entitlements(without="CUSIP, ZQZFIELD, DESK"), b'"DESK"'))
        # The stream of the earlier rights has ended.
        self.receive(stream, b"0\r\n\r\n")
        # A faulty file changes nothing, and the token of a person who is no longer there is refused.
        self.replace(entitlements(without="CUSPI"))
        wait_for(lambda: "there is no field CUSPI; did you mean CUSIP?" in self.server.logged(), "the refusal")
        self.assertEqual(self.ask(self.server, "limited", "/v1/stats").status, 200)
        self.replace(entitlements({"full": TOKENS["full"]}))
        wait_for(lambda: self.ask(self.server, "limited", "/v1/stats").status == 401, "the end of a token")
        self.assertEqual(self.ask(self.server, "full", "/v1/stats").status, 200)
        wait_for(lambda: not list(self.folder.glob("ipf-entitlement-*")), "the removal of the temporary files")

    def replace_and_ask(self, text, gone):
        self.replace(text)
        answer = wait_for(
            lambda: next((one.body for one in [self.ask(self.server, "limited", "/v1/profiles/OPEN")] if one.status == 200 and gone not in one.body), None),
            "the new rights")
        return answer

    def test_errors_name_the_line(self):
        for text, expected in (
            ("entitlement a\nwithout CUSPI\n", "line 2: there is no field CUSPI; did you mean CUSIP?"),
            ("", "there is no person; add a line: person NAME ENTITLEMENT SHA256"),
        ):
            self.file.write_text(text)
            run = subprocess.run([IPF, "serve", self.catalog, "--entitlements", self.file, "--port", "0"], capture_output=True, text=True, timeout=LIMIT)
            self.assertEqual(run.returncode, 3)
            self.assertIn(f"{self.file}: {expected}", run.stderr)
        tokens = self.folder / "tokens"
        tokens.write_text("one\n")
        run = subprocess.run([IPF, "serve", self.catalog, "--entitlements", self.file, "--token-file", tokens], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(run.returncode, 2)
        self.assertIn("--entitlements and --token-file can't be combined", run.stderr)


@unittest.skipUnless(PROGRAMS, "PostgreSQL is not installed")
class MasterTests(Entitled):
    def test_a_node_of_a_master_limits_its_batches(self):
        master = Master()
        self.addCleanup(master.close)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        source, file, persons = folder / "all.ipf", folder / "entitlements", folder / "persons"
        master.ipf("init")
        source.write_text(snapshot(*RECORDS))
        master.ipf("load", source, "--source", "exchange")
        # A custom field is unknown before there is a catalog.
        file.write_text(entitlements())
        # A corrector with a limited token may not see all overrides.
        persons.write_text(f"ann {TOKENS['limited']}\nclerk {TOKENS['full']}\n")
        served = node("--master", master.address, "--entitlements", file, "--corrections", master.address, "--correctors", persons)
        self.addCleanup(served.close)

        def state(token):
            return self.ask(served, token, "/v1/stats")

        wait_for(lambda: state("limited").status == 200, "the limited catalog")
        self.assertEqual(json.loads(state("limited").body)["catalog"]["count"], 3)
        self.assertNotEqual(state("limited").headers["ETag"], state("full").headers["ETag"])
        self.assertEqual(state("limited").headers["IPF-Snapshot"], state("full").headers["IPF-Snapshot"])
        source.write_text(snapshot(
            OPEN.replace("zqzvalue", "zqzother"), record("ETF", "OPENETF", "Renamed fund"), *RECORDS[2:],
            record("STOCK", "OPENNEW", "Allowed and new"), *(record("STOCK", f"AZQZ{number}", "Zqz", OPOL="ZQZV") for number in range(9))))
        master.ipf("load", source, "--source", "exchange", "--reason", "zqz ticket", "--by", "zqzperson")
        found = self.ask(served, "limited", "/v1/instruments/OPENNEW?atLeast=2")
        self.assertEqual(found.status, 200, found.body)
        # Pages of one change: a page never names the place of a change that is not allowed.
        place, changes = "1", []
        while True:
            page = self.ask(served, "limited", f"/v1/changes?after={place}&limit=1")
            self.assertEqual(page.status, 200, page.body)
            self.assert_clean(page, "")
            self.assertNotRegex(page.body, b"5a515a")
            page = json.loads(page.body)
            changes += [(change["symbol"], change["change"]) for change in page["changes"]]
            place = page["next"]
            if not page["more"]:
                break
        self.assertEqual(changes, [("OPENETF", "changed"), ("OPENNEW", "added")])
        self.assertGreater(len(json.loads(self.ask(served, "full", "/v1/changes?after=1").body)["changes"]), 9)
        for path in ("/v1/instruments/OPEN/history", "/v1/profiles/OPEN?asOf=1", "/v1/list?asOf=1&format=csv", "/v1/instruments/OPENETF/history"):
            answer = self.ask(served, "limited", path)
            self.assertEqual(answer.status, 200, answer.body)
            self.assert_clean(answer, "")
        for path, status in (("/v1/instruments/OPEN?lineage=true", 403), ("/v1/overrides", 403)):
            answer = self.ask(served, "limited", path)
            self.assertEqual(answer.status, status, answer.body)
            self.assertIn("the entitlement of this token is limited", answer.body.decode())
            self.assertEqual(self.ask(served, "full", path).status, 200)
        self.assertEqual(self.ask(served, "other", "/v1/overrides").status, 403)


@unittest.skipUnless(PROGRAMS, "PostgreSQL is not installed")
class SourceTests(Entitled):
    """A person who may see only what the source "exchange" has, while the source "vendor" decides the golden records."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.master = Master()
        cls.addClassCleanup(cls.master.close)
        cls.batch = 0
        cls.sql("CREATE ROLE reader LOGIN")
        cls.master.ipf("init", "--reader", "reader")
        cls.load("vendor", OPEN.replace("Allowed", "Zqz"), *RECORDS[3:],
                 # This is the instrument that the exchange calls OPENX.
                 record("STOCK", "ZQZOTHER", "Zqz of an exchange", ISIN="US0231351067"))
        cls.load("exchange", *cls.exchange())
        (cls.folder / "policy").write_text("sources vendor, exchange\nmatch symbol, listing\n")
        cls.master.ipf("policy", cls.folder / "policy")
        cls.batch += 1
        (cls.folder / "entitlements").write_text(
            "entitlement limited\nsources exchange, vendro\nentitlement other\nsources exchange\ntypes ETF\nentitlement full\n" + persons())
        # The role of the node can lose the right to read the sources' records.
        cls.server = node("--master", cls.master.address.replace("user=owner", "user=reader"), "--entitlements", cls.folder / "entitlements")
        cls.addClassCleanup(cls.server.close)
        wait_for(lambda: cls.ask(cls, cls.server, "limited", "/v1/stats").status == 200, "the limited catalog")

    @staticmethod
    def exchange(company="Allowed company", fund="Allowed fund"):
        plain = {"CUSIP": "", "ZQZFIELD": ""}
        return (record("STOCK", "OPEN", company, EXCHANGES="XNAS", ISIN="US0378331005", **plain), record("ETF", "OPENETF", fund, **plain),
                record("STOCK", "OPENX", "Allowed elsewhere", ISIN="US0231351067", **plain))

    @classmethod
    def load(cls, source, *records):
        (cls.folder / source).write_text(snapshot(*records))
        cls.master.ipf("load", cls.folder / source, "--source", source, "--allow-shrink")
        cls.batch += 1

    @classmethod
    def sql(cls, text):
        cls.master.run("psql", "-h", cls.master.folder, "-U", "owner", "-d", "master", "-c", text)

    def description(self, token, symbol="OPEN", query=""):
        answer = self.ask(self.server, token, f"/v1/profiles/{symbol}{query}")
        self.assertEqual(answer.status, 200, answer.body)
        return json.loads(answer.body)["fields"]["DESCRIPTION"]

    def test_no_answer_contains_what_only_another_source_has(self):
        for operation, path, body in self.requests(then="1"):
            for symbol in ("OPEN", "OPENX", "ZQZOTHER", "ZQZVENUE", ".OPENZQZ"):
                one, sent = self.of(symbol, path, body)
                with self.subTest(path=one, body=sent):
                    answer = self.ask(self.server, "limited", one, sent)
                    self.assert_clean(answer, one, sent)
                    self.assertLess(answer.status, 500)
                    if operation in REFUSED or re.search(r"asOf=1|/history|after=", one):
                        self.assertEqual(answer.status, 403 if not one.startswith("/udf") else 200)
        for symbol in ("ZQZOTHER", "ZQZVENUE"):
            self.assertEqual(self.ask(self.server, "limited", f"/v1/instruments/{symbol}").status, 404)
            self.assertEqual(self.ask(self.server, "full", f"/v1/instruments/{symbol}").status, 200)
        self.assertEqual(self.ask(self.server, "full", "/v1/instruments/OPENX").status, 404)
        self.assertEqual(self.description("limited", "OPENX"), "Allowed elsewhere")
        stats = json.loads(self.ask(self.server, "limited", "/v1/stats").body)
        self.assertEqual((stats["catalog"]["count"], stats["types"]), (3, [{"value": "STOCK", "count": 2}, {"value": "ETF", "count": 1}]))
        self.assertEqual(json.loads(self.ask(self.server, "other", "/v1/stats").body)["catalog"]["count"], 1)
        tags = {self.ask(self.server, token, "/v1/stats").headers["ETag"] for token in TOKENS}
        self.assertEqual(len(tags), 3)
        self.assertIn("the master has no source vendro; did you mean vendor?", self.server.logged())

    def test_the_past_is_refused(self):
        for path in ("/v1/profiles/OPEN?asOf=1", "/v1/profiles/OPEN?asOf=2026-01-01&knownAt=1", "/v1/instruments/OPEN/history", "/v1/changes?after=1",
                     "/v1/list?expired=true", "/v1/search?q=&expired=true", "/v1/instruments/OPEN?expired=true"):
            with self.subTest(path=path):
                answer = self.ask(self.server, "limited", path)
                self.assertEqual(answer.status, 403, answer.body)
                self.assertIn("the past is not stored by source", answer.body.decode())
        self.assertEqual(self.ask(self.server, "limited", "/v1/profiles/OPEN?asOf=now").status, 200)

    def test_the_catalog_follows_its_sources(self):
        stream = self.stream(self.server, "/v1/changes")
        self.receive(stream, b"event: state")
        # The golden record remains that of the vendor.
        self.load("exchange", *self.exchange(company="Allowed and renamed"))
        self.assertEqual(self.description("limited", query=f"?atLeast={self.batch}"), "Allowed and renamed")
        self.assertEqual(self.description("full", query=f"?atLeast={self.batch}"), "Zqz company")
        self.receive(stream, b"Allowed and renamed")
        self.load("vendor", OPEN.replace("Allowed", "Zqzzqz"), *RECORDS[3:])
        self.load("exchange", *self.exchange(fund="Allowed and last"))
        text = self.receive(stream, b"Allowed and last")
        self.assertIsNone(MARK.search(text), text)
        self.assertEqual(self.description("full", query=f"?atLeast={self.batch}"), "Zqzzqz company")
        self.assertEqual(self.description("full", "OPENX"), "Allowed elsewhere")

    def test_an_unreadable_store_is_read_again(self):
        def parts():
            return {part["name"]: part["ready"] for part in json.loads(self.ask(self.server, None, "/readyz").body)["parts"]}

        before = self.description("limited", "OPENETF")
        self.sql("REVOKE SELECT ON ipf.said FROM reader")
        self.load("exchange", *self.exchange(fund="Allowed and later"))
        self.description("full", query=f"?atLeast={self.batch}")
        wait_for(lambda: not all(parts().values()), "the readiness of the limited catalogs")
        self.assertTrue(parts()["master"])
        self.assertEqual(self.description("limited", "OPENETF"), before)
        self.sql("GRANT SELECT ON ipf.said TO reader")
        wait_for(lambda: self.description("limited", "OPENETF") == "Allowed and later", "the retry")
        wait_for(lambda: all(parts().values()), "the readiness")
        # A server that is started again has closed all connections.
        self.master.run("pg_ctl", "-D", f"{self.master.folder}/data", "-m", "immediate", "stop")
        wait_for(lambda: not parts()["master"], "the loss of the store")
        self.assertEqual(self.description("limited", "OPENETF"), "Allowed and later")
        self.master.run("pg_ctl", "-D", f"{self.master.folder}/data", "-l", f"{self.master.folder}/log", "-w", "-o",
                        f"-c listen_addresses='' -k {self.master.folder}", "start")
        self.load("exchange", *self.exchange(fund="Allowed and restarted"))
        wait_for(lambda: self.description("limited", "OPENETF") == "Allowed and restarted", "the change after the restart")

    def test_a_store_that_hangs_does_not_delay_the_end(self):
        sleep = subprocess.Popen([*self.master.user, PROGRAMS / "psql", "-h", self.master.folder, "-U", "owner", "-d", "master", "-c", "BEGIN",
                                  "-c", "LOCK TABLE ipf.said", "-c", "SELECT pg_sleep(300)"], stdout=subprocess.DEVNULL, cwd="/")
        self.addCleanup(sleep.wait)
        self.addCleanup(self.sql, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(300)' AND pid <> pg_backend_pid()")

        def is_locked():
            try:
                self.sql("BEGIN; LOCK TABLE ipf.said IN ACCESS SHARE MODE NOWAIT")
            except subprocess.CalledProcessError:
                return True

        wait_for(is_locked, "the lock")
        server = node("--master", self.master.address.replace("user=owner", "user=reader"), "--entitlements", self.folder / "entitlements")
        wait_for(lambda: self.ask(server, "full", "/v1/stats").status == 200, "the catalog")
        self.assertEqual(self.ask(server, "limited", "/v1/stats").status, 503)
        begin = time.monotonic()
        server.close()
        self.assertLess(time.monotonic() - begin, 20)

    def test_sources_require_a_master(self):
        subprocess.run([IPF, "import", self.folder / "exchange", "-o", self.folder / "file.ipfc"], check=True, capture_output=True)
        run = subprocess.run([IPF, "serve", self.folder / "file.ipfc", "--entitlements", self.folder / "entitlements", "--port", "0"],
                             capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(run.returncode, 3)
        self.assertIn("line 2: found sources, but this service follows no master; start it with --master, or remove the line", run.stderr)


if __name__ == "__main__":
    unittest.main()
